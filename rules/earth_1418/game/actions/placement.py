"""Placement in a game: lay terrain, place bases, take them off the map."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.game import map_proposals
from rules.earth_1418.game.map_facts.board import EarthField, base_of, bases_left
from rules.earth_1418.game.move_proposals import placed, ranked
from rules.earth_1418.game.seat_context import EarthTable, judged
from rules.earth_1418.game.state.game import SIDES, EarthState, SubUnit, units_of
from rules.earth_1418.game.state.placement import (
    BasePlace,
    BasesLifted,
    BasesPlaced,
    GroundLaid,
    PieceGround,
    TerrainLaid,
    unit_of,
    usual_ground,
)
from rules.earth_1418.ruleset import USUAL_BASE
from rules.kernel.commands import AtHand, Deed, Possible
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.prompts import Ask, Asks, Origin, Proposal, Told
from rules.kernel.rule_modules import Card, Chapter, EventKind, Telling, judged_by
from rules.tabletop.placement import NO_TABLE, laying, may_be_laid, may_lay, without_room
from rules.tabletop.stands import Spot, StandingBase
from rules.tabletop.terrain import LaidTable

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTerrain:
    """Lay a table, or another one in its place; each piece carries its cover and its going (G-16)."""

    table: LaidTable = fact("the table")
    pieces: tuple[PieceGround, ...] = fact("what pieces are worth, where it is not as usual", default=(), longest=400)
    base_width_mm: int = fact("how wide a base is", unit="mm", default=USUAL_BASE.width_mm, least=5, most=200)
    base_depth_mm: int = fact("how deep a base is", unit="mm", default=USUAL_BASE.depth_mm, least=5, most=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTerrain:
    """Take pieces of terrain off the table."""

    pieces: tuple[str, ...] = fact("the pieces of terrain that are removed", fewest=1, longest=400)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRank:
    """Draw up a sub-unit in one rank, base beside base (BE-STR-02); x, y are the middle of the rank."""

    unit: str = fact("the sub-unit")
    x_mm: int = fact("the middle of its rank, along the attacker's edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the middle of its rank, up the table", unit="mm", spot="y")
    facing_deg: float | None = fact(
        "its facing, clockwise from straight up the table; none: as it faces, else towards the enemy's edge",
        default=None,
        unit="degrees",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBases:
    """Say where single bases stand."""

    bases: tuple[BasePlace, ...] = fact("where each base stands", fewest=1, longest=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftUnit:
    """Take a sub-unit off the map; in the game it stays."""

    unit: str = fact("the sub-unit")


# Judging tables and places

Judgement = Sequence[Any] | Refusal


def lay_table(table: EarthTable, command: LayTerrain) -> Judgement:
    """Lay a table; the referee does, or a side where there is none. Who no longer fits on it is lifted."""
    refused = may_be_laid(table.actor, command.table)
    if refused is not None:
        return refused
    known = {one.id for one in command.table.pieces}
    strange = next((one.piece for one in command.pieces if one.piece not in known), None)
    if strange is not None:
        return Refusal("", f"there is no piece {strange!r} on this table", "name pieces that lie on it")
    pieces = usual_ground(command.table, command.pieces)
    ground = GroundLaid(command.table, pieces, command.base_width_mm, command.base_depth_mm)
    places = table.state.ground.places.values()
    bases = ((one.base, StandingBase(base_of(ground), one.pose)) for one in places)
    return (TerrainLaid(ground, without_room(bases, ground.table)),)


def remove_terrain(table: EarthTable, command: RemoveTerrain) -> Judgement:
    """Take pieces off the table that is laid; whoever may lay a table may do it."""
    ground = table.state.ground.laid
    refused = may_lay(table.actor)
    if refused is not None or ground is None:
        return refused or NO_TABLE
    known, gone = {one.id for one in ground.table.pieces}, set(command.pieces)
    if not gone <= known:
        return Refusal("", "there is no such piece on the table", "name pieces that lie on it")
    left = replace(ground.table, pieces=tuple(one for one in ground.table.pieces if one.id not in gone))
    worth = tuple(one for one in ground.pieces if one.piece not in gone)
    names = tuple(one.name or one.id for one in ground.table.pieces if one.id in gone)
    return (TerrainLaid(replace(ground, table=left, pieces=worth), removed=names),)


def place_rank(table: EarthTable, command: PlaceRank) -> Judgement:
    """Draw up a sub-unit in one rank about a place (BE-STR-02)."""
    unit = table.state.units.get(command.unit)
    refused = may_be_placed(table, unit)
    if refused is not None or unit is None:
        return refused or NO_TABLE
    return placed(table, ranked(table, unit, Spot(command.x_mm, command.y_mm), command.facing_deg))


def place_bases(table: EarthTable, command: PlaceBases) -> Judgement:
    """Say where single bases stand."""
    names = [one.base for one in command.bases]
    for name in names:
        unit = table.state.units.get(unit_of(name))
        refused = may_be_placed(table, unit)
        if refused is not None or unit is None:
            return refused or NO_TABLE
        if name not in bases_left(unit):
            return Refusal("BE-INJ-02", f"{unit.name} has no such base left", "name bases that are left")
    if len(set(names)) < len(names):
        return Refusal("", "a base is named twice", "name each base once")
    return placed(table, command.bases)


def may_be_placed(table: EarthTable, unit: SubUnit | None) -> Refusal | None:
    """Refuses sub-units that are not there, are another seat's, or fire from beyond the table."""
    if table.state.ground.laid is None:
        return NO_TABLE
    if unit is None or not unit.living:
        return Refusal("", "there is nobody of that name on the table", "name a sub-unit that is left")
    if not table.is_on_table(unit):
        return Refusal("BE-PLN-04", f"{unit.name} fires from beyond the table", "leave it out: it has no place on it")
    return table.speaks_for(unit.side)


def lift_unit(table: EarthTable, command: LiftUnit) -> Judgement:
    """Take a sub-unit off the map."""
    unit = table.state.units.get(command.unit)
    refused = may_be_placed(table, unit)
    if refused is not None or unit is None:
        return refused or NO_TABLE
    there = tuple(name for name in bases_left(unit) if name in table.state.ground.places)
    if not there:
        return Refusal("", f"{unit.name} is not on the map", "leave it out")
    return (BasesLifted(there),)


# Availability and prompts

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
    yield from map_proposals.at(table, RANK)
    yield RANK("facing_deg")
    yield from judged(table, PlaceRank, told, place_rank)


def _bases_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    able = [name for one in _own(table) for name in bases_left(one)]

    def place(_row: Told) -> Iterator[Ask | Refusal]:
        taken = [one["base"] for one in told["bases"][:-1]]
        yield PLACE("base", among=[name for name in able if name not in taken])
        yield from map_proposals.at(table, PLACE)
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
    Deed("set_table", "Lay a table", LayTerrain, lambda table: laying(table.actor), _lay_asks, AtHand.MORE),
)


# Folds of events into the state


def apply_terrain(state: EarthState, event: TerrainLaid) -> None:
    """A table lies; who no longer fits on it is off the map."""
    state.ground = replace(state.ground.lifted(event.lifted), laid=event.ground)


def apply_places(state: EarthState, event: BasesPlaced) -> None:
    """Where bases stand."""
    state.ground = state.ground.placed(event.bases)


def apply_lift(state: EarthState, event: BasesLifted) -> None:
    """Who is off the map."""
    state.ground = state.ground.lifted(event.bases)


# Log text


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    match event:
        case TerrainLaid():
            removed = ", ".join(event.removed)
            return f"{removed}: removed from the table" if removed else f"The table {event.ground.table.name} is laid"
        case BasesPlaced():
            return f"{units_of(state, [one.base for one in event.bases])}: placed on the map"
    return f"{units_of(state, event.bases)}: taken off the map"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case TerrainLaid():
            removed = ", ".join(event.removed)
            return f"the removal of {removed}" if removed else f"the table {event.ground.table.name}"
        case BasesPlaced():
            return f"the place of {units_of(state, [one.base for one in event.bases])}"
    return f"{units_of(state, event.bases)} off the map"


def card(event: Any) -> Card | None:
    """Of a move, or of a table that is laid with everybody on it, that one says where bases stand."""
    return {"beside": True} if isinstance(event, BasesPlaced) else None


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)


# The rule module

GROUND: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="ground",
    events=(
        EventKind(kind="table_laid", made=TerrainLaid, fold=apply_terrain),
        EventKind(kind="bases_placed", made=BasesPlaced, fold=apply_places),
        EventKind(kind="bases_lifted", made=BasesLifted, fold=apply_lift),
    ),
    told=TOLD,
    commands={
        "set_table": LayTerrain,
        "place_rank": PlaceRank,
        "place_bases": PlaceBases,
        "lift_unit": LiftUnit,
        "remove_terrain": RemoveTerrain,
    },
    judge=judged_by(
        {
            LayTerrain: lay_table,
            PlaceRank: place_rank,
            PlaceBases: place_bases,
            LiftUnit: lift_unit,
            RemoveTerrain: remove_terrain,
        }
    ),
    deeds=GROUND_DEEDS,
)
