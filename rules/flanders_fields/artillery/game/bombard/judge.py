"""Judging the planned bombardments: batteries by the plan, works under the hurricane (FF-BOM-05, FF-HUR-03)."""

from rules.flanders_fields.artillery.aiming import Aimed, AimFacts, MovedBy, lay_on
from rules.flanders_fields.artillery.area_fire import AreaShots, AreaStand
from rules.flanders_fields.artillery.bombardments import (
    PlannedFireFacts,
    hurricane_shots,
    planned_fire,
)
from rules.flanders_fields.artillery.bombardments import PlannedFireNow as Falls
from rules.flanders_fields.artillery.game.areas_hit import names_of, stands_by_name
from rules.flanders_fields.artillery.game.bombard.commands import (
    BombardWork,
    FireByPlan,
    StrikeFromPlan,
)
from rules.flanders_fields.artillery.game.bombard.due import NEEDS, fires_due, work_facts, works_due
from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, PointShifted, StruckFromPlan, WorkBombarded
from rules.flanders_fields.artillery.game.bombard.throws import former_work_key, work_key
from rules.flanders_fields.artillery.game.commands import InArea
from rules.flanders_fields.artillery.game.falling import hits_of
from rules.flanders_fields.game.effects import Effects, shaken_by
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.models import target_kind
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.planned import PlannedFire, PlannedWork
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import EndsTurn
from rules.flanders_fields.morale.suppression import SOURCES
from rules.flanders_fields.vocabulary import Carriage
from rules.kernel.chapters import Command, judged_by
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import apart, settle_row


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while something of the plan for this turn is still to fall."""
    if table.in_turn():
        return None
    here = table.here
    if not isinstance(command, EndsTurn) and (here is None or here.step.needs != NEEDS):
        return None
    fires, works = fires_due(table.state, table.book), works_due(table.state, table.book)
    if fires:
        name = table.state.units[fires[0].unit].name
        if fires[0].shift:
            return Refusal("FF-PLN-10", f"the plan shifts the point of {name} in this turn", "shift it first")
        return Refusal("FF-BOM-05", f"{name} fires by the plan in this turn", "bring its fire down first")
    if works:
        because = f"the hurricane bombardment of {works[0].name} is still to fall"
        return Refusal("FF-HUR-03", because, "throw for the stands in it first")
    return None


def _not_now(table: JudgedTable) -> Refusal | None:
    refused = table.in_turn()
    if refused or table.overruled:
        return refused
    here = table.here
    if here is None or here.step.needs != NEEDS:
        return Refusal("FF-BOM-05", "planned fire falls in its own phase", "go on to that phase")
    return None


def _line(table: JudgedTable, of: str) -> PlannedFire | Refusal:
    refused = _not_now(table)
    if refused:
        return refused
    due = next((line for line in fires_due(table.state, table.book) if line.id == of), None)
    return due or Refusal("FF-BOM-05", "the plan has no such fire in this turn", "choose a line that names it")


def _falls(table: JudgedTable, line: PlannedFire, seen: FireByPlan | StrikeFromPlan) -> Explained[Falls] | Refusal:
    unit = table.state.units[line.unit]
    point = table.state.guns.point_of(unit.id)
    same = point is not None and (point.where, point.along_cm, point.up_cm) == (line.where, line.along_cm, line.up_cm)
    facts = PlannedFireFacts(
        unit_class=unit.kind,
        turn=table.state.turn.number,
        planned_turn=line.turn,
        observed=seen.observed or (same and table.state.air.sees_point_of(unit.id)),
        point_used=same and point is not None and point.used,
        on_table=unit.on_table,
        sees_target=seen.sees_target,
        in_arc=seen.in_arc,
        suppressed=any(stand.levels for stand in table.state.living(unit)),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=seen.in_front_line,
    )
    return planned_fire(facts, table.book)


def _moves(table: JudgedTable, line: PlannedFire, seen: FireByPlan | StrikeFromPlan) -> Explained[Aimed] | Refusal:
    unit = table.state.units[line.unit]
    facts = AimFacts(
        unit_class=unit.kind,
        moved_by=MovedBy.FIRE_PLAN,
        actions=0,
        on_table=unit.on_table,
        in_arc=seen.in_arc or not unit.on_table or table.overruled,
    )
    return lay_on(facts, table.book)


def fire_by_plan(table: JudgedTable, command: FireByPlan) -> Judgement:
    """A battery fires by the plan, without an order; after it whom it catches is told (FF-BOM-05, AMB-341).

    A line that only shifts its point moves that, and the battery may still be ordered (FF-PLN-10, AMB-309).
    """
    line = _line(table, command.line)
    if isinstance(line, Refusal):
        return line
    if table.state.guns.arriving:
        return Refusal("FF-ART-26", "other fire is on its way", "say first whom that catches")
    if line.shift:
        moved = _moves(table, line, command)
        return moved if isinstance(moved, Refusal) else (PointShifted(line.id, line.unit, reasons(moved)),)
    answer = _falls(table, line, command)
    if isinstance(answer, Refusal):
        return answer
    return (FiredByPlan(line.id, line.unit, answer.value.may_deviate, reasons(answer)),)


def strike_from_plan(table: JudgedTable, command: StrikeFromPlan) -> Judgement:
    """A line comes to nothing where its battery cannot fire; otherwise the plan stands (FF-PLN-07)."""
    line = _line(table, command.line)
    if isinstance(line, Refusal):
        return line
    answer = (_moves if line.shift else _falls)(table, line, command)
    if isinstance(answer, Refusal):
        return (StruckFromPlan(line.id, line.unit, answer.because),)
    if table.overruled:
        return (StruckFromPlan(line.id, line.unit, "it was agreed"),)
    if line.shift:
        return Refusal("FF-PLN-10", "its point can be shifted, and the plan cannot be changed", "shift it")
    return Refusal("FF-BOM-05", "the battery can fire, and the plan cannot be changed", "bring its fire down")


def _work(table: JudgedTable, of: str) -> PlannedWork | Refusal:
    refused = _not_now(table)
    if refused:
        return refused
    due = next((work for work in works_due(table.state, table.book) if work.id == of), None)
    return due or Refusal("FF-HUR-07", "the plan has no such bombardment in this turn", "choose a work that it names")


def bombarded(table: JudgedTable, command: BombardWork) -> Explained[AreaShots] | Refusal:
    """Whom the bombardment of a work attacks, in the order told; the dice are not looked at."""
    work = _work(table, command.work)
    if isinstance(work, Refusal):
        return work
    refused = _stands_refused(table, command.stands)
    if refused:
        return refused
    return hurricane_shots(work_facts(table.state, work, _told(table, work, command.stands)), table.book)


def _stands_refused(table: JudgedTable, stands: tuple[InArea, ...]) -> Refusal | None:
    if not all(table.on_table(one.stand) for one in stands):
        return Refusal("FF-HUR-03", "that stand is not on the table", "choose stands that are still there")
    if len({one.stand for one in stands}) != len(stands):
        return Refusal("FF-HUR-03", "a stand is named twice", "name each stand once")
    return None


def _told(table: JudgedTable, work: PlannedWork, stands: tuple[InArea, ...]) -> tuple[AreaStand, ...]:
    names = names_of(table.state, stands)
    return tuple(
        AreaStand(
            name=names[one.stand],
            cover=one.cover,
            overlap=one.overlap,
            centre_inside=one.centre_inside,
            target=target_kind(table.state, one.stand),
            target_armour_in_cover=one.armour_in_cover,
            target_is_command=not table.state.stands[one.stand].unit,
            friend=table.state.stands[one.stand].side is work.side,
        )
        for one in stands
    )


def bombard_work(table: JudgedTable, command: BombardWork) -> Judgement:
    """A die for each enemy stand in a work, with all it has (FF-HUR-03, FF-HUR-04, AMB-372)."""
    found = bombarded(table, command)
    if isinstance(found, Refusal):
        return found
    wanted = len(found.value.shots)
    if len(command.dice) != wanted:
        return Refusal("FF-HUR-03", f"{wanted} dice are thrown, one for each stand in it", f"enter {wanted}")
    stands = stands_by_name(table.state, command.stands)
    names = apart([work_key(command.work, stands[one.name]) for one in found.value.shots])
    dice = settle_row(table.state, former_work_key(command.work), names, command.dice)
    if isinstance(dice, Refusal):
        return dice
    effects = Effects(table)
    hits = hits_of(effects, found.value.shots, dice, stands, lambda one: SOURCES[one.shot.firer])
    changes = tuple(effects.touched.values())
    event = WorkBombarded(
        work=command.work,
        hits=hits,
        changes=changes,
        fired_on=tuple(shaken_by(table, tuple(hit.stand for hit in hits), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, (*found.steps, *effects.steps), found.considered),
    )
    return (event, *after_losses(table, changes))


judge = judged_by({FireByPlan: fire_by_plan, StrikeFromPlan: strike_from_plan, BombardWork: bombard_work})
"""Who judges which command of this phase."""
