"""SOS calls: a defending field battery swings onto a point before its position and fires there (FF-SOS)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.artillery.game.areas_hit import in_front_line
from rules.flanders_fields.artillery.game.commands import CallSos
from rules.flanders_fields.artillery.game.events import SosCalled
from rules.flanders_fields.artillery.game.laying import place_refused
from rules.flanders_fields.artillery.game.state import AimingPoint
from rules.flanders_fields.artillery.game.throws import called_onto, formerly_called, sos_key
from rules.flanders_fields.artillery.game.zones import suppressed
from rules.flanders_fields.artillery.sos import Position, SosFacts, call_for_fire
from rules.flanders_fields.game import card_modifiers as cards
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.planned import NotedSos
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import ARTILLERY, Carriage, Side, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance


def call_sos(table: JudgedTable, command: CallSos) -> Judgement:
    """Call a battery, in its own side's turn, once and in place of its orders (FF-SOS-04, FF-SOS-05, AMB-314)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    noted = noted_points(table.state, unit)
    listed = table.book.behaviour("GAP-76", {"free": False, "listed": True})
    if listed and not table.overruled and not any(is_at(one, command.along_cm, command.up_cm) for one in noted):
        return Refusal("FF-FPL-21", "The point is not noted in the fire plan (house rule)", "call onto a noted point")
    silent = cards.lines_are_down(table.state, unit, table.book, in_sight=command.command_stand_sees)
    refused = place_refused(command.where) or (None if table.overruled else silent)
    if refused:
        return refused
    at = called_onto(command.where.strip(), command.along_cm, command.up_cm)
    name, former = sos_key(table.state, unit.id, at), formerly_called(table.state, unit.id)
    dice = settle(table.state, name, (command.die,), former)
    if isinstance(dice, Refusal):
        return dice
    try:
        answer = call_for_fire(sos_facts(table, unit, command), faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-SOS-03", str(wrong), "measure again")
    if isinstance(answer, Refusal):
        return answer
    where = command.where.strip() or "an SOS point"
    point = AimingPoint(unit.id, where, command.along_cm, command.up_cm, sos=True) if answer.value.fires else None
    return (SosCalled(unit.id, dice[0], answer.value.fires, answer.value.deviates, point, reasons(answer), at),)


def noted_points(state: GameState, unit: Unit) -> tuple[NotedSos, ...]:
    """The points that its side's plan has noted for a battery's SOS calls, or for any of its batteries (FF-FPL-21)."""
    return tuple(one for one in state.plan.sos if one.side is unit.side and one.unit in ("", unit.id))


def is_at(noted: NotedSos, along_cm: float | None, up_cm: float | None) -> bool:
    """Whether a noted point lies at a reference."""
    return (noted.along_cm, noted.up_cm) == (along_cm, up_cm)


def sos_facts(table: JudgedTable, unit: Unit, command: CallSos) -> SosFacts:
    """What a call looks at: the game's own facts, and those measured."""
    guns = table.state.guns
    found = SosFacts(
        unit_class=unit.kind,
        defender=unit.side is Side.DEFENDER,
        position=command.position,
        from_position_cm=command.from_position_cm,
        answered=unit.id in guns.answered,
        ordered=unit.id in table.state.orders,
        fired_by_plan=unit.id in guns.fired_by_plan,
        deep_suppression=table.state.deep_modifier(unit.side),
        on_table=unit.on_table,
        in_arc=command.in_arc,
        suppressed=suppressed(table.state, unit),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=in_front_line(table, unit, command),
        sees_point=command.sees_point,
        command_stand_sees=command.command_stand_sees,
    )
    return replace(found, **ALLOWED) if table.overruled and unit.kind in ARTILLERY else found


ALLOWED: Final[Mapping[str, Any]] = {
    "unit_class": UnitClass.FIELD_GUN,
    "position": Position.FRONT_TRENCH,
    "from_position_cm": 0.0,
    "answered": False,
    "ordered": False,
    "fired_by_plan": False,
    "in_arc": True,
    "suppressed": False,
    "limbered": False,
    "in_front_line": False,
}
"""The facts of a call that no rule refuses. They count where the players override a refusal."""
