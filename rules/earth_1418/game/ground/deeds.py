"""The deeds of the table and of the places on it: whose each is now, and what it asks. None of them is ever owed."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.ground.commands import LayTerrain, LiftUnit, PlaceBases, PlaceRank, RemoveTerrain
from rules.earth_1418.game.ground.field import EarthField, bases_left
from rules.earth_1418.game.ground.judge import lay_table, lift_unit, place_bases, place_rank, remove_terrain
from rules.earth_1418.game.ground.state import BasePlace
from rules.earth_1418.game.offering import judged
from rules.earth_1418.game.state import SIDES, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.kernel.asking import Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.stage import AtHand, Deed, Possible
from rules.tabletop.placing_deeds import laying

LAY, RANK, BASES = Asks(LayTerrain), Asks(PlaceRank), Asks(PlaceBases)
PLACE, LIFT, REMOVE = Asks(BasePlace), Asks(LiftUnit), Asks(RemoveTerrain)


def _lay_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield LAY("table")
    for name in ("base_width_mm", "base_depth_mm"):
        yield LAY(name)
    yield from judged(table, LayTerrain, told, lay_table)


def _placeable(table: EarthTable, side: str) -> Iterator[SubUnit]:
    return (one for one in table.state.of_side(side) if table.is_on_table(one))


def _placing(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES if table.state.ground.laid else ():
        if any(_placeable(table, side)):
            yield Possible(by=side)


def _own(table: EarthTable) -> list[SubUnit]:
    return [one for side in SIDES if side in table.sides for one in _placeable(table, side)]


def _rank_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield RANK("unit", among=[one.id for one in _own(table)])
    yield from by_map.at(table, RANK)
    yield RANK("facing_deg")
    yield from judged(table, PlaceRank, told, place_rank)


def _bases_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    able = [name for one in _own(table) for name in bases_left(one)]

    def place(_row: Told) -> Iterator[Ask | Refusal]:
        taken = [one["base"] for one in told["bases"][:-1]]
        yield PLACE("base", among=[name for name in able if name not in taken])
        yield from by_map.at(table, PLACE)
        yield PLACE("facing_deg", proposals=(_facing(table, told["bases"][-1]["base"]),))

    yield BASES("bases", row=place, least=1, most=min(60, len(able)))
    yield from judged(table, PlaceBases, told, place_bases)


def _facing(table: EarthTable, base: str) -> Proposal:
    """Propose the facing that a base has on the map, else straight ahead from its side's own edge."""
    places = table.state.ground.places
    if base in places:
        return Proposal(places[base].facing_deg, Origin.REMEMBERED, "as it stands on the map")
    side = next(unit.side for unit in _own(table) if base in bases_left(unit))
    return Proposal(EarthField.ahead_of(side), Origin.ASSUMED, "towards the enemy's edge")


def _lifting(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if any(_on_map(table, side)):
            yield Possible(by=side)


def _on_map(table: EarthTable, side: str) -> Iterator[SubUnit]:
    places = table.state.ground.places
    return (one for one in _placeable(table, side) if any(name in places for name in bases_left(one)))


def _lift_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield LIFT("unit", among=[one.id for side in SIDES if side in table.sides for one in _on_map(table, side)])
    yield from judged(table, LiftUnit, told, lift_unit)


def _removing(table: EarthTable) -> Iterator[Possible]:
    ground = table.state.ground.laid
    if ground is not None and ground.table.pieces:
        yield from laying(table.actor)


def _remove_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    ground = table.state.ground.laid
    pieces = [one.id for one in ground.table.pieces] if ground else []
    yield REMOVE("pieces", among=pieces, least=1, most=len(pieces))
    yield from judged(table, RemoveTerrain, told, remove_terrain)


GROUND_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("place_rank", "Draw up in a rank", PlaceRank, _placing, _rank_asks, AtHand.MORE),
    Deed("place_bases", "Place single bases", PlaceBases, _placing, _bases_asks, AtHand.MORE),
    Deed("lift_unit", "Off the map", LiftUnit, _lifting, _lift_asks, AtHand.MORE),
    Deed("remove_terrain", "Remove terrain", RemoveTerrain, _removing, _remove_asks, AtHand.MORE),
    Deed("lay_table", "Lay a table", LayTerrain, lambda table: laying(table.actor), _lay_asks, AtHand.MORE),
)
