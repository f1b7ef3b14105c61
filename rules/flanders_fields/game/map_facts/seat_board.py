"""The board that a seat may see, and what it had proposed for a command."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple
from weakref import ref

from rules.flanders_fields.fire_areas import USUAL_COMPANY, FireAreaFacts, lay
from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import stand_name, unit_name
from rules.flanders_fields.game.map_facts.area_coverage import piece_on, pieces_across
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field, FieldStand, GroundUnderFire
from rules.flanders_fields.game.outcomes import FromMap, Reasons
from rules.flanders_fields.game.registry import event_specs, measured_by
from rules.flanders_fields.game.stand_types import (
    base_kind,
    fighter_of,
    footprint_of,
    marksmen,
    mover_of,
    quality_of_stand,
    standing,
    tank_type,
    weapon_of,
)
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.gas_clouds import lie
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Carriage, Crossing, Mover, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Judgement
from rules.kernel.rule_modules import Command, Event
from rules.kernel.seats import Role
from rules.kernel.serialization import plain
from rules.tabletop.stands import Circle, Pose, extent
from rules.tabletop.terrain import LaidTable

# Views of a seat


def ground_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The table as it lies, and each stand on it that the role knows of; None where no table is laid."""
    if state.ground.laid is None:
        return None
    return {"table": _plain(state.ground.laid), "places": list(_places(state, role, book))}


@lru_cache(maxsize=16)
def _plain(laid: LaidTable) -> dict[str, Any]:
    told: dict[str, Any] = plain(laid)
    return told


def _places(state: GameState, role: Role, book: RuleBook) -> Iterator[dict[str, Any]]:
    unsure = frozenset(state.ground.unsure)
    # In the order of the forces, which everybody knows: that of placing would tell what was placed between.
    for name in state.stands:
        pose = state.places.get(name)
        if pose is not None and knows_of(state, name, role):
            yield _place(state, name, pose, book) | {"unsure": name in unsure}


def knows_of(state: GameState, stand: str, role: Role) -> bool:
    """Whether a role may know where a stand is: what is hidden on the table its own side and the referee know."""
    hidden = unseen(state, stand)
    return hidden is None or role is Role.REFEREE or role.value == hidden.side.value


def _place(state: GameState, name: str, pose: Pose, book: RuleBook) -> dict[str, Any]:
    footprint = footprint_of(base_kind(state, name), book)
    width, depth = extent(footprint)
    return {
        "stand": name,
        "name": stand_name(state, name),
        "side": state.stands[name].side.value,
        "x_mm": pose.spot.x_mm,
        "y_mm": pose.spot.y_mm,
        "facing_deg": pose.facing_deg,
        "round": isinstance(footprint, Circle),
        "width_mm": width,
        "depth_mm": depth,
        "below": name in state.shelters.below,
    }


# The field as a seat of a game may know it

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


# The field of a seat as long as nothing happens


class _Kept(NamedTuple):
    """The fields of one state, which is changed in place, and the number of the newest event that each was made at."""

    state: ref[GameState]
    fields: dict[Role, tuple[int, Field]]


_KEPT: Final[dict[int, _Kept]] = {}


def field_now(state: GameState, role: Role) -> Field | None:
    """The field as a role may know it, without stands that have moved since they were placed; None without a table."""
    if state.ground.laid is None:
        return None
    key = id(state)
    kept = _KEPT.get(key)
    if kept is None or kept.state() is not state:
        kept = _KEPT[key] = _Kept(ref(state, lambda _: _KEPT.pop(key, None)), {})
    seq, before = kept.fields.get(role, (-1, None))
    if before is not None and seq == state.seq:
        return before
    made = field_of(state, role, state.book())
    now = made.as_placed if made else None
    if now is not None:
        # Most events move nobody: what was measured before them holds, of all stands or of those they leave alone.
        still = before if before is not None and before == now else now.taking_over(before) if before else now
        kept.fields[role] = (state.seq, still)
        return still
    return None


# What the map had proposed for a command, kept in its events beside what was used, so that the log tells both

BY_HOUSE_RULE: Final = {
    "friends_in_line": ("SHQ-17", "forbid"),
    "from_the_flank": ("SHQ-62", "enfilade"),
    "attacker_cover": ("AMB-409", "both"),
    "defender_supported": ("AMB-407", "both"),
    "attacker_with_commander": ("AMB-413", "contact_too"),
    "defender_with_commander": ("AMB-413", "contact_too"),
    "centre_inside": ("AMB-302", "centre"),
    "at_start": ("AMB-447", "start_and_path"),
    "from_gun_cm": ("AMB-306", "each_stand"),
    "battalion_cm": ("AMB-394", "near"),
    "straight_out": ("AMB-321", "out_free"),
    "command_stand_sees": ("AMB-312", "unseen"),
    "trench": ("AMB-361", "gas_too"),
}
"""Facts that count only where a game plays so: elsewhere nobody is asked for them, and nobody overrules them."""


def consulted(table: JudgedTable, command: Command, judged: Judgement) -> Judgement:
    """The same judgement, with what the map had proposed of its facts kept in the first event that has reasons."""
    asked = measured_by().get(type(command))
    if asked is None or isinstance(judged, Refusal):
        return judged
    field = field_of(table.state, Role.SPECTATOR, table.book)
    said = (
        tuple(one for one in asked(table, field.as_placed, command) if _counts(one.fact, table.book)) if field else ()
    )
    return _kept(judged, said) if said else judged


def _counts(fact: str, book: RuleBook) -> bool:
    ruling, option = BY_HOUSE_RULE.get(fact, ("", ""))
    return not ruling or book.option(ruling) == option


def _kept(judged: Sequence[Event], said: tuple[FromMap, ...]) -> tuple[Event, ...]:
    events = list(judged)
    for place, event in enumerate(events):
        if told := _with(event, said):
            events[place] = told
            break
    return tuple(events)


def _with(event: Any, said: tuple[FromMap, ...]) -> Event | None:
    """The same event with what the map said; None for one that has no reasons."""
    happening = event_specs().get(type(event))
    if happening and happening.with_map:
        return happening.with_map(event, said)
    reasons = getattr(event, "reasons", None)
    return replace(event, reasons=replace(reasons, map=said)) if isinstance(reasons, Reasons) else None
