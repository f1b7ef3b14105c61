"""Who judges which command of the national rules, and what a mutinous battalion does not do (FF-SPR)."""

from rules.flanders_fields.forces.game.commands import (
    AttachStormPart,
    NameMutinous,
    ResistStubbornly,
    SayAfterTheDie,
)
from rules.flanders_fields.forces.game.events import MutinyNamed, OrderHelped, ResultSetAside
from rules.flanders_fields.forces.game.storm import attach
from rules.flanders_fields.forces.national import Direction, MutinyFacts, may_use, mutinous_move
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.rereading import read_again
from rules.flanders_fields.game.specials import special_facts
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import MovesUnit
from rules.flanders_fields.vocabulary import Bonus, RollKind, Side, Special
from rules.kernel.chapters import judged_by
from rules.kernel.explain import Refusal

AFTER_THE_DIE = {Special.PALS: Bonus.PALS, Special.PROFESSIONALISM: Bonus.PROFESSIONALISM}


def before_this(table: JudgedTable, command: MovesUnit) -> Refusal | None:
    """Refuses the moves a mutinous battalion does not make (FF-SPR-07, FF-SPR-14, GAP-46)."""
    unit = table.state.units.get(command.unit)
    if unit is None or unit.of not in table.state.national.mutinous:
        return None
    # Where a move goes the table shows: by house rule it may be to the side, into contact or over wire it never is.
    direction = Direction.SIDEWAYS if command.may_go_aside else Direction.FORWARD
    answer = mutinous_move(MutinyFacts(direction=direction), table.book)
    return answer if isinstance(answer, Refusal) else None


def _name(table: JudgedTable, command: NameMutinous) -> Judgement:
    """The enemy of the French names one of their battalions (FF-SPR-07)."""
    state, battalion = table.state, table.standing_battalion(command.battalion)
    if isinstance(battalion, Refusal):
        return battalion
    refused = table.may_speak_for(battalion.side.other)
    if refused:
        return refused
    theirs = state.turn.running and state.turn.side is battalion.side.other
    facts = special_facts(
        state,
        Special.MUTINY,
        battalion,
        used=int(battalion.id in state.national.mutinous),
        turn_begins=theirs and not state.turn.step,
        game_begun=state.turn.number > 0,
    )
    answer = may_use(facts, table.book)
    return answer if isinstance(answer, Refusal) else (MutinyNamed(battalion.id, answer.value or 0, reasons(answer)),)


def _resist(table: JudgedTable, command: ResistStubbornly) -> Judgement:
    """The newest bad result of a battalion is set aside, before play goes on (FF-SPR-06, FF-SPR-13)."""
    state, bad = table.state, table.state.national.bad_result
    battalion = state.battalions.get(command.battalion)
    if battalion is None or not table.knows_of(command.battalion) or bad is None or bad.battalion != battalion.id:
        return Refusal("FF-SPR-06", "no bad result of that battalion waits to be set aside", "go on with the turn")
    refused = table.may_speak_for(battalion.side)
    if refused:
        return refused
    moved = any(state.orders[name].forward for name in battalion.units if name in state.orders)
    facts = special_facts(
        state,
        Special.STUBBORN_RESISTANCE,
        battalion,
        roll=RollKind.MORALE,
        defends=battalion.side is Side.DEFENDER,
        goes_forward=moved or any(name in state.orders for name in battalion.units),
    )
    answer = may_use(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    return (ResultSetAside(battalion.id, bad.fate, bad.stands, answer.value or 0, reasons(answer)),)


def _after_the_die(table: JudgedTable, command: SayAfterTheDie) -> Judgement:
    """By house rule the newest order is read once more with it (GAP-38)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    battalion, bonus = table.state.battalion_of(unit), AFTER_THE_DIE.get(command.special)
    if battalion is None or bonus is None:
        return Refusal("FF-SPR-03", "that is not said after a die", "choose Pals or Professionalism")
    answer = may_use(special_facts(table.state, command.special, battalion, unit, die_thrown=True), table.book)
    if isinstance(answer, Refusal):
        return answer
    again = read_again(table, unit, bonus)
    if isinstance(again, Refusal):
        return again
    return (OrderHelped(unit.id, command.special, again.earned, again.changes, again.reasons),)


judge = judged_by(
    {NameMutinous: _name, ResistStubbornly: _resist, SayAfterTheDie: _after_the_die, AttachStormPart: attach}
)
"""Who judges which command of the national rules."""
