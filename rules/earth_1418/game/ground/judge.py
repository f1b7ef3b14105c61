"""Judging tables and places: what may be laid, by whom, and whether a sub-unit fits where it is drawn up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.earth_1418.game.ground.commands import LayTerrain, LiftUnit, PlaceBases, PlaceRank, RemoveTerrain
from rules.earth_1418.game.ground.events import BasesLifted, TerrainLaid
from rules.earth_1418.game.ground.field import base_of, bases_left
from rules.earth_1418.game.ground.ranks import placed, ranked
from rules.earth_1418.game.ground.state import GroundLaid, unit_of
from rules.earth_1418.game.ground.worth import usual_ground
from rules.earth_1418.game.state import SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.kernel.explain import Refusal
from rules.tabletop.placing import NO_TABLE, may_be_laid, may_lay, without_room
from rules.tabletop.stands import Spot, StandingBase

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
