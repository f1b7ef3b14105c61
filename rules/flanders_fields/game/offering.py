"""What the deeds of several chapters ask alike: of units with an action, of the way they go, the judge's word."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rules.flanders_fields.game.commands import Command
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.guns.state import Crossing
from rules.flanders_fields.game.guns.zones import zones
from rules.flanders_fields.game.seated import Seated
from rules.flanders_fields.game.state import Unit
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.stage import Possible

PLACE, ZONE = Asks(Place), Asks(Crossing)
C = TypeVar("C", bound=Command)


def able(seated: Seated) -> Iterator[Unit]:
    """The units of the step that have an action left."""
    for unit in seated.acting:
        orders = seated.state.orders.get(unit.id)
        if orders is not None and orders.left:
            yield unit


def word(seated: Seated, command: type[C], told: Told) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    refused = seated.refused(build(command, told))
    if refused:
        yield refused


def each(
    seated: Seated, commands: Callable[[Unit], Iterable[Command]], is_of: Callable[[Unit], bool] = lambda _: True
) -> Iterator[Possible]:
    """A deed of each unit that has an action left; barred where the judge takes none of its commands."""
    for unit in able(seated):
        if is_of(unit):
            barred = seated.refused_all(unit.side, commands(unit))
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def on_the_way(seated: Seated, unit: Unit, asks: Asks[Any]) -> Iterator[Ask]:
    """The zones under fire that its stands move through, and where they stand afterwards, where a table is laid."""
    return on_the_way_of(seated, [stand.id for stand in seated.state.living(unit)], asks)


def on_the_way_of(seated: Seated, stands: Sequence[str], asks: Asks[Any]) -> Iterator[Ask]:
    """The same of stands by their names."""
    state = seated.state
    live = [point.unit for point in zones(seated.table)]
    if live:

        def through(_row: Told) -> Iterator[Ask | Refusal]:
            yield ZONE("zone", among=live)
            yield ZONE("stand", among=stands)
            for name in ("cover", "overlap", "centre_inside", "straight_out", "armour_in_cover"):
                yield ZONE(name)

        yield asks("zones", row=through)
    if state.ground.laid is not None:

        def afterwards(_row: Told) -> Iterator[Ask | Refusal]:
            yield PLACE("stand", among=stands)
            for name in ("x_mm", "y_mm", "facing_deg"):
                yield PLACE(name)

        yield asks("places", row=afterwards)
