"""The field as a seat of a game may know it: the table that is laid and the stands that are placed on it.

A stand that is hidden from a role is not in its field, so nothing that is proposed to it can tell of one.
"""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.areas import USUAL_COMPANY, FireAreaFacts, lay
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.bases import standing
from rules.flanders_fields.game.ground.view import knows_of
from rules.flanders_fields.game.models import fighter_of, marksmen, mover_of, quality_of_stand, tank_type, weapon_of
from rules.flanders_fields.game.naming import stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.bands import piece_on, pieces_across
from rules.flanders_fields.game.survey.field import CloudOnField, Field, FieldStand, GroundUnderFire
from rules.flanders_fields.gas.clouds import lie
from rules.flanders_fields.vocabulary import Carriage, Crossing, Mover, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role

PACKED: Final = (Carriage.PACKED, Carriage.LIMBERED)


def field_of(state: GameState, role: Role, book: RuleBook) -> Field | None:
    """The field as a role may know it; None where no table is laid.

    A spectator knows what everybody knows.
    """
    table = state.table
    if table is None:
        return None
    empty = Field(table)
    return Field(
        table,
        dict(_stands(state, role, book)),
        (*_zones(state, empty, role, book), *_barrages(state, empty)),
        tuple(_clouds(state, empty, book)),
        {facts.side: facts.nation for facts in state.settled.sides},
        state.set_up.zones,
    )


def _stands(state: GameState, role: Role, book: RuleBook) -> Iterator[tuple[str, FieldStand]]:
    closing = {one.attacker for one in state.assault.contacts} & {*state.ground.went_in} if state.assault else set()
    began = {one.stand: one.pose for one in state.ground.came_from}
    for name, kept in state.stands.items():
        base = standing(state, name, book) if kept.alive and knows_of(state, name, role) else None
        if base is None:
            continue
        unit = state.units.get(kept.unit)
        commanded = None if unit else state.commanding(name)
        yield (
            name,
            FieldStand(
                name=stand_name(state, name),
                stand=base,
                side=kept.side,
                unit=kept.unit,
                formation=unit.of if unit else commanded.id if commanded else "",
                unit_class=unit.kind if unit else None,
                mover=mover_of(unit, book) if unit else Mover.COMMAND_ON_FOOT,
                firer=weapon_of(unit) if unit else None,
                fighter=fighter_of(state, name, book),
                quality=quality_of_stand(state, name),
                marksmen=unit is not None and marksmen(state, unit, book),
                levels=kept.levels,
                on_wire=kept.on_wire,
                has_fired=kept.has_fired,
                dismounted=unit is not None and unit.dismounted,
                packed=unit is not None and unit.carriage in PACKED,
                below=name in state.shelters.below,
                exact=name not in state.ground.unsure,
                closing=name in closing,
                came_from=began.get(name),
                company_guns=unit.company_guns if unit else 0,
                tank=tank_type(unit) if unit and unit.kind is UnitClass.TANK else None,
            ),
        )


def _zones(state: GameState, on: Field, role: Role, book: RuleBook) -> Iterator[GroundUnderFire]:
    """The areas on which fire has come down and lies, where the players gave the place of their points."""
    for point in state.guns.points:
        unit = state.units[point.unit]
        known = point.is_open or role in (Role.REFEREE, Role(unit.side.value))
        if not known or point.zone is None or point.along_cm is None or point.up_cm is None:
            continue
        facts = FireAreaFacts(
            kind=point.zone,
            point_along_cm=point.along_cm,
            point_up_cm=point.up_cm,
            company_guns=unit.company_guns or USUAL_COMPANY,
        )
        found = lay(facts, book)
        if not isinstance(found, Refusal):
            name = f"the area of {unit_name(state, unit.id)}"
            area = on.laid(unit.side, found.outline)
            yield GroundUnderFire(name, Crossing.ARTILLERY_AREA, unit.side, area, unit=unit.id)


def _barrages(state: GameState, on: Field) -> Iterator[GroundUnderFire]:
    """The bands that lie on the table, piece by piece from the left of their own side."""
    for plan in state.plan.barrages:
        pieces = state.barrages[plan.id].pieces
        across = [where for where, _ in pieces_across(on, [piece.lead_cm for piece in pieces])]
        # A table may be narrower than the plan was written for.
        for where, piece in zip(across, pieces, strict=False):
            reaches = ((piece.rear_cm, piece.front_cm), (piece.swept_from_cm, piece.swept_to_cm))
            lies, swept = (piece_on(on, plan.side, where, reach) for reach in reaches)
            yield GroundUnderFire("the barrage", Crossing.BARRAGE, plan.side, lies, swept)


def _clouds(state: GameState, on: Field, book: RuleBook) -> Iterator[CloudOnField]:
    for kept in state.gas.clouds:
        found = lie(kept.facts, book)
        if not isinstance(found, Refusal):
            yield CloudOnField(kept.id, kept.name, on.laid(kept.owner, found.outline))
