"""Commands and plans, written by each side unseen (BE-CMD, BE-PLN)."""

from rules.earth_1418.commanding.game.commands import CommandFormation, PlanSubUnit
from rules.earth_1418.game.state import BoundPhase, CommandGiven, PlanGiven, SubUnit
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.written.events import ChoiceWritten
from rules.earth_1418.game.written.standing import bombarding, formations_of, may_write
from rules.earth_1418.vocabulary import HighCommand, Plan
from rules.kernel.deeds import Judgement
from rules.kernel.explain import Refusal


def command_formation(table: EarthTable, command: CommandFormation) -> Judgement:
    """Write what a formation is told, and where it advances to (BE-CMD-01, BE-CMD-07)."""
    formation = table.state.formations.get(command.formation)
    if formation is None:
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    refused = may_write(table, formation.side, BoundPhase.COMMANDS)
    if refused is not None:
        return refused
    if formation.id not in formations_of(table.state, formation.side):
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    advances = command.command is HighCommand.ADVANCE
    if advances and command.direction is None and not table.overruled:
        return Refusal("BE-CMD-07", "ADVANCE needs a direction", "say where it advances to")
    given = CommandGiven(formation.id, command.command, command.direction if advances else None)
    return (ChoiceWritten(formation.side, (given,), (), (), ()),)


def plan_unit(table: EarthTable, command: PlanSubUnit) -> Judgement:
    """Write what a sub-unit does (BE-CMD-03, BE-CMD-08, BE-PLN-01, BE-ART-03, BE-ASL-03)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = may_write(table, unit.side, BoundPhase.PLANNING)
    if refused is not None:
        return refused
    if unit.id not in {one.id for one in table.planned_in(table.state.step, unit.side)}:
        return Refusal("BE-PLN-01", f"{unit.name} is planned for in another step", "plan for those of this step")
    refused = _no_such_enemy(table, unit, command) or (None if table.overruled else _may_plan(table, unit, command))
    if refused is not None:
        return refused
    made = PlanGiven(unit.id, command.plan, command.target, command.packs)
    return (ChoiceWritten(unit.side, (), (), (made,), ()),)


def _no_such_enemy(table: EarthTable, unit: SubUnit, one: PlanSubUnit) -> Refusal | None:
    if one.target and one.target not in {enemy.id for enemy in table.enemies(unit.side)}:
        return Refusal("BE-LOS-01", "There is no such enemy", "name an enemy sub-unit")
    return None


def _may_plan(table: EarthTable, unit: SubUnit, one: PlanSubUnit) -> Refusal | None:
    allowed = table.plans_of(unit, one.enemy_within_300_m)
    if one.plan not in allowed.plans:
        words = ", ".join(plan.replace("_", " ") for plan in allowed.plans)
        clause = "BE-ASL-03" if unit.assaulting and allowed.plans == (Plan.ASSAULT,) else "BE-CMD-08"
        return Refusal(clause, f"{unit.name} may not {one.plan.replace('_', ' ')} now", f"choose: {words}")
    moves = one.plan not in (Plan.STAY_PUT, Plan.DIG_IN)
    if one.packs and (moves or not table.may_pack(unit)):
        return Refusal("BE-ART-03", "Only a gun that stays put packs or unpacks", "let it stay put")
    if one.packs and one.target:
        return Refusal("BE-ART-03", "A gun that packs or unpacks does not fire", "aim at nobody")
    if moves and table.must_pack(unit):
        return Refusal("BE-ART-03", "A gun packs for a bound before it moves", "let it pack first")
    if unit.id in bombarding(table, unit.side) and (moves or one.packs or one.target):
        return Refusal("BE-ART-02", "It bombards in this bound", "let it stay put, and aim at nobody")
    return None
