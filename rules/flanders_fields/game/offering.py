"""What the deeds of several chapters ask alike: of units with an action, of the way they go, the judge's word."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from rules.flanders_fields.artillery.game.zones import zones
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.models import target_kind
from rules.flanders_fields.game.seated import NOT_SEEN, NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import TargetKind
from rules.kernel.asking import NEEDED, Ask, Asks, Told
from rules.kernel.chapters import Command
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal
from rules.kernel.kept import Former, lying
from rules.kernel.plain import build, plain
from rules.kernel.stage import Possible

PLACE, ZONE = Asks(Place), Asks(ZoneCrossing)
C = TypeVar("C", bound=Command)


def word(seated: SeatDeeds, command: type[C], told: Told) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    refused = seated.refused(build(command, told))
    if refused:
        yield refused


def lying_each(state: GameState, names: Iterable[tuple[str, Former]]) -> tuple[Throw, ...]:
    """The die that lies thrown for each of these rolls, in their places; one without pips where none lies."""
    return tuple(next(iter(lying(state, name, former)), NOT_THROWN) for name, former in names)


def dice(
    seated: SeatDeeds,
    asks: Asks[Any],
    told: Told,
    wanted: int,
    kept: Sequence[Throw] = (),
    name: str = "dice",
    **of_now: Any,
) -> Iterator[Ask | Refusal]:
    """The judge's word on what was told, then as many dice as he counts; none where he counts none."""
    refused = seated.refused(build(asks.command, {**told, name: [plain(NOT_SEEN)] * wanted}))
    if refused:
        yield refused
    elif wanted:
        yield asks(name, least=wanted, most=wanted, kept=tuple(kept[:wanted]), usual=NEEDED, **of_now)


def die(seated: SeatDeeds, asks: Asks[Any], told: Told, kept: Sequence[Throw] = ()) -> Iterator[Ask | Refusal]:
    """The judge's word on what was told, then the one die."""
    refused = seated.refused(build(asks.command, {**told, "die": plain(NOT_SEEN)}))
    yield refused or asks("die", kept=tuple(kept[:1]))


def has_armour(state: GameState, stands: Iterable[str]) -> bool:
    """Whether any of the stands is armour: whether it stands in a building or the like is asked of no other."""
    return any(target_kind(state, stand) is TargetKind.ARMOUR for stand in stands)


def each(
    seated: SeatDeeds, commands: Callable[[Unit], Iterable[Command]], is_of: Callable[[Unit], bool] = lambda _: True
) -> Iterator[Possible]:
    """A deed of each unit that has an action left; barred where the judge takes none of its commands."""
    for unit in seated.able:
        if is_of(unit):
            barred = seated.refused_all(unit.side, commands(unit))
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def on_the_way(seated: SeatDeeds, unit: Unit, asks: Asks[Any]) -> Iterator[Ask]:
    """Where its stands are afterwards, where a table is laid, and the zones under fire that they move through."""
    return on_the_way_of(seated, [stand.id for stand in seated.state.living(unit)], asks)


def on_the_way_of(seated: SeatDeeds, stands: Sequence[str], asks: Asks[Any], *, alone: bool = False) -> Iterator[Ask]:
    """The same of stands by their names; where one moves `alone`, a crossing need not name it."""
    state = seated.state
    if state.ground.laid is not None:

        def afterwards(_row: Told) -> Iterator[Ask | Refusal]:
            yield PLACE("stand", among=stands)
            for name in ("x_mm", "y_mm", "facing_deg"):
                yield PLACE(name)

        yield asks("places", row=afterwards, seldom=True)
    live = [point.unit for point in zones(seated.table)]
    if live:

        def through(_row: Told) -> Iterator[Ask | Refusal]:
            yield ZONE("zone", among=live)
            yield ZONE("stand", among=[*stands, ""] if alone else stands)
            for name in ("cover", "overlap", "centre_inside", "straight_out", "armour_in_cover"):
                yield ZONE(name)

        yield asks("zones", row=through, seldom=True)
