"""The deeds of the table and of the places on it: whose each is now, and what it asks. None of them is ever owed."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from rules.flanders_fields.game.ground.commands import LayTable, LiftStands, PlaceFormation, PlaceStands
from rules.flanders_fields.game.ground.placing import may_be_placed
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.offering import word
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.survey.field import Field
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
    """The stands of the seat's sides that may be placed now: while the sides set up, those whose turn it is."""
    placeable = [stand for side in _sides(seated) for stand in _placeable(seated, side, seated.state.stands)]
    allowed = {of for of, barred in _barred(seated, placeable) if barred is None}
    return [stand for stand in placeable if _unit(seated, stand) in allowed]


def _unit(seated: SeatDeeds, stand: str) -> str:
    """The unit of a stand; a commander has none and counts as one."""
    return seated.state.stands[stand].unit or stand


def _barred(seated: SeatDeeds, stands: Iterable[str]) -> Iterator[tuple[str, Refusal | None]]:
    """Each unit of these stands once, and what its placing waits for."""
    seen = set[str]()
    for stand in stands:
        if (of := _unit(seated, stand)) not in seen:
            seen.add(of)
            yield of, seated.waits(PlaceStands(stands=(Place(stand, 0, 0),)))


def _sides(seated: SeatDeeds) -> list[Side]:
    return [side for side in Side if side.value in seated.sides]


def _placing(seated: SeatDeeds) -> Iterator[Possible]:
    """Of whom a side still has to place, and whether it may, the other side learns nothing."""
    for side in _sides(seated) if seated.state.ground.laid else ():
        first = None
        for _, barred in _barred(seated, _placeable(seated, side, seated.state.stands)):
            first = first or Possible(by=side.value, barred=barred)
            if barred is None:
                first = Possible(by=side.value)
                break
        yield from filter(None, [first])


def _placing_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    able = _own(seated)

    def place(_row: Told) -> Iterator[Ask | Refusal]:
        taken = [one["stand"] for one in told["stands"][:-1]]
        yield STAND("stand", among=[stand for stand in able if stand not in taken])
        yield from _at(seated, STAND, [told["stands"][-1]["stand"]])

    yield PLACE("stands", row=place, least=1, most=len(able))
    yield from word(seated, PlaceStands, told)


def _at(seated: SeatDeeds, asks: Asks[Place] | Asks[PlaceFormation], stands: Sequence[str]) -> Iterator[Ask]:
    yield from place_asks(asks, seated.state.ground.laid)
    if seated.state.ground.laid:
        yield asks("facing_deg", proposals=_facing(seated, stands))


def _facing(seated: SeatDeeds, stands: Sequence[str]) -> tuple[Proposal, ...]:
    """Propose the facing that the first placed stand has, else straight ahead from its side's own edge (FF-SET-04)."""
    state = seated.state
    placed = next((state.places[stand] for stand in stands if stand in state.places), None)
    if placed is not None:
        return (Proposal(placed.facing_deg, Origin.REMEMBERED, "as it stands on the map"),)
    ahead = (Field.ahead_of(state.stands[stand].side) for stand in stands)
    return tuple(Proposal(facing, Origin.ASSUMED, "towards the enemy's edge") for facing in islice(ahead, 1))


def _drawing_up_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, able = seated.state, set(_own(seated))
    units = [unit.id for unit in state.units.values() if able.intersection(unit.stands)]
    battalions = [one.id for one in state.battalions.values() if any(unit in units for unit in one.units)]
    yield DRAW_UP("of", among=[*battalions, *units])
    yield DRAW_UP("layout")
    drawn_up = [told["of"]] if told["of"] in units else state.battalions[told["of"]].units
    yield from _at(seated, DRAW_UP, [stand for unit in drawn_up for stand in state.units[unit].stands])
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
