"""The deeds of the table and of the places on it: whose each is now, and what it asks. None of them is ever owed."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.flanders_fields.game.ground.commands import LayTable, LiftStands, PlaceFormation, PlaceStands
from rules.flanders_fields.game.ground.judge import may_be_placed
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.stage import AtHand, Deed, Possible
from rules.tabletop.placing_deeds import laying, place_asks

LAY, PLACE, STAND = Asks(LayTable), Asks(PlaceStands), Asks(Place)
DRAW_UP, LIFT = Asks(PlaceFormation), Asks(LiftStands)


def _laying_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    laid = seated.state.ground.laid
    lies = (Proposal(plain(laid), Origin.REMEMBERED, "as it lies"),) if laid else ()
    yield LAY("table", proposals=lies)
    yield from word(seated, LayTable, told)


def _placeable(seated: SeatDeeds, side: Side, names: Iterable[str]) -> Iterator[str]:
    """Those of these stands that are a side's and have a place on the table."""
    for name in names:
        if seated.state.stands[name].side is side and may_be_placed(seated.table, [name]) is None:
            yield name


def _own(seated: SeatDeeds) -> list[str]:
    return [stand for side in _sides(seated) for stand in _placeable(seated, side, seated.state.stands)]


def _sides(seated: SeatDeeds) -> list[Side]:
    return [side for side in Side if side.value in seated.sides]


def _placing(seated: SeatDeeds) -> Iterator[Possible]:
    """Of whom a side still has to place, and whether it may, the other side learns nothing."""
    for side in _sides(seated) if seated.state.ground.laid else ():
        if any(_placeable(seated, side, seated.state.stands)):
            yield Possible(by=side.value, barred=seated.waits(PlaceStands(stands=())))


def _placing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = _own(seated)

    def place(_row: Told) -> Iterator[Ask | Refusal]:
        taken = [one["stand"] for one in told["stands"][:-1]]
        yield STAND("stand", among=[stand for stand in able if stand not in taken])
        yield from _at(seated, STAND)

    yield PLACE("stands", row=place, least=1, most=len(able))
    yield from word(seated, PlaceStands, told)


def _at(seated: SeatDeeds, asks: Asks[Place] | Asks[PlaceFormation]) -> Iterator[Ask]:
    yield from place_asks(asks, seated.state.ground.laid)
    if seated.state.ground.laid:
        yield asks("facing_deg")


def _drawing_up_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, able = seated.state, set(_own(seated))
    units = [unit.id for unit in state.units.values() if able.intersection(unit.stands)]
    battalions = [one.id for one in state.battalions.values() if any(unit in units for unit in one.units)]
    yield DRAW_UP("of", among=[*battalions, *units])
    yield DRAW_UP("layout")
    yield from _at(seated, DRAW_UP)
    yield DRAW_UP("gap_cm", least=0)
    yield from word(seated, PlaceFormation, told)


def _lifting(seated: SeatDeeds) -> Iterator[Possible]:
    for side in _sides(seated):
        if any(_on_map(seated, side)):
            yield Possible(by=side.value, barred=seated.waits(LiftStands(stands=())))


def _on_map(seated: SeatDeeds, side: Side) -> Iterator[str]:
    return _placeable(seated, side, seated.state.places)


def _lifting_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = [stand for side in _sides(seated) for stand in _on_map(seated, side)]
    yield LIFT("stands", among=able, least=1, most=len(able))
    yield from word(seated, LiftStands, told)


GROUND_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("place_stands", "Place stands", PlaceStands, _placing, _placing_asks, AtHand.MORE),
    Deed("place_formation", "Draw up", PlaceFormation, _placing, _drawing_up_asks, AtHand.MORE),
    Deed("lift_stands", "Off the map", LiftStands, _lifting, _lifting_asks, AtHand.MORE),
    Deed("lay_table", "Lay a table", LayTable, lambda seated: laying(seated.actor), _laying_asks, AtHand.MORE),
)
"""None of them is owed."""
