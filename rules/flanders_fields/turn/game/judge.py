"""Turns, steps, reinforcements, field promotions and staff bonuses."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.progress import (
    StepPlace,
    commanders,
    left_to_order,
    place_after,
    regiments_of,
    upcoming,
)
from rules.flanders_fields.game.state import Battalion, GameState, Regiment, Stand, Turn
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.morale.suppression import CommanderRecovery, commander_recovers
from rules.flanders_fields.orders.command import CommanderKilled, field_promotion
from rules.flanders_fields.turn.game.commands import (
    AllotStaffBonus,
    EndTurn,
    NextStep,
    PromoteInField,
    RollReinforcement,
    StartTurn,
)
from rules.flanders_fields.turn.game.events import (
    CommanderReplaced,
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from rules.flanders_fields.turn.game.setting_up.arriving import arrival_key, arrives, expected_with, may_arrive
from rules.flanders_fields.vocabulary import DueKind, Fate, Level, Side
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import lying, settle


def start_turn(table: JudgedTable, _command: StartTurn) -> Judgement:
    """Begin the next player turn: what it owes comes first (FF-TRN-01, FF-TRN-02, FF-TRN-13)."""
    to_begin = upcoming(table.state.turn)
    refused = may_start_turn(table)
    if refused:
        return refused
    return (TurnStarted(to_begin, tuple(_waiting(table, to_begin)), tuple(_to_promote(table, to_begin.side))),)


def may_start_turn(table: JudgedTable) -> Refusal | None:
    """Refuses to begin the next player turn while one is running, and a seat whose it is not."""
    turn = table.state.turn
    if turn.running:
        return Refusal("FF-TRN-01", "a player turn is running", "end it first")
    return table.may_speak_for(upcoming(turn).side)


def _waiting(table: JudgedTable, to_begin: Turn) -> Iterator[str]:
    """The battalions off the table that may arrive in the turn that begins."""
    for b in table.state.battalions.values():
        off = b.side is to_begin.side and not b.on_table and b.fate is Fate.STANDS
        if off and may_arrive(table.state, b.id, to_begin.number, table.book):
            yield b.id


def _to_promote(table: JudgedTable, side: Side) -> Iterator[str]:
    formations: tuple[Battalion | Regiment, ...] = (
        *(b for b in table.state.battalions.values() if b.on_table and b.fate is Fate.STANDS),
        *table.state.regiments.values(),
    )
    for formation in formations:
        if formation.side is side and not table.state.stands[formation.commander].alive:
            yield formation.id


def roll_reinforcement(table: JudgedTable, command: RollReinforcement) -> Judgement:
    """Throw for a battalion off the table; each one once a turn (FF-SCN-10, GAP-98)."""
    refused = may_roll_reinforcement(table, command.battalion)
    if refused:
        return refused
    dice = settle(table.state, arrival_key(table.state, command.battalion, table.book), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    rolled: list[ReinforcementRolled] = []
    for battalion in expected_with(table.state, command.battalion, table.book):
        answer = arrives(table.state, battalion, faces(dice), table.book)
        if isinstance(answer, Refusal):
            return answer
        rolled.append(ReinforcementRolled(battalion, dice[0], answer.value > 0, reasons(answer), bool(rolled)))
    return tuple(rolled)


def may_roll_reinforcement(table: JudgedTable, battalion: str) -> Refusal | None:
    """Refuses to roll for a battalion that may not arrive now."""
    refused = table.in_turn()
    if refused:
        return refused
    if not any(due.kind is DueKind.REINFORCEMENT and due.of == battalion for due in table.state.due):
        return Refusal("FF-SCN-10", "no arrival is to be rolled for it now", "roll at the start of its side's turn")
    return None


def thrown_for_arrival(table: JudgedTable, battalion: str) -> tuple[Throw, ...]:
    """The die that lies thrown already for a battalion's arrival, if one does."""
    return lying(table.state, arrival_key(table.state, battalion, table.book))[:1]


def promote_in_field(table: JudgedTable, command: PromoteInField) -> Judgement:
    """Replace a dead commander (FF-CMD-09, AMB-28)."""
    refused = may_promote_in_field(table, command.formation)
    if refused:
        return refused
    state, formation = table.state, formation_of(table.state, command.formation)
    level = Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL
    answer = field_promotion(CommanderKilled(level=level), table.book)
    lost = _platoon_to_lose(state, formation) if answer.value.platoon_lost else ""
    stand = Stand(formation.commander, "", f"Field promotion, {formation.name}", formation.side)
    return (CommanderReplaced(formation.id, stand, lost, reasons(answer)),)


def may_promote_in_field(table: JudgedTable, formation: str) -> Refusal | None:
    """Refuses a formation that gets no new commander now, and a seat whose it is not."""
    state = table.state
    if not any(due.kind is DueKind.FIELD_PROMOTION and due.of == formation for due in state.due):
        return Refusal("FF-CMD-09", "no commander is to be replaced there now", "wait for its side's next turn")
    return table.may_speak_for(formation_of(state, formation).side)


def formation_of(state: GameState, name: str) -> Battalion | Regiment:
    """The battalion or regiment of this name, which there is."""
    return state.battalions[name] if name in state.battalions else state.regiments[name]


def _platoon_to_lose(state: GameState, formation: Battalion | Regiment) -> str:
    if not isinstance(formation, Battalion):
        return ""
    return next((stand.id for stand in state.rifle_stands(formation) if stand.alive), "")


def next_step(table: JudgedTable, command: NextStep) -> Judgement:
    """Finish the present step and begin the next that has something to do (FF-TRN-03 to FF-TRN-06)."""
    refused = may_leave_step(table)
    if refused:
        return refused
    place = step_after(table, command.battalion)
    return place if isinstance(place, Refusal) else (_begin(_come_back_to(table, command.battalion), place),)


def may_leave_step(table: JudgedTable) -> Refusal | None:
    """Refuses to go on, or to end the turn, while a roll is owed, and a seat whose turn it is not."""
    return table.in_turn() or _owes(table)


def step_after(table: JudgedTable, battalion: str) -> StepPlace | Refusal:
    """Where the turn goes on, a chosen battalion first (FF-TRN-06)."""
    refused = _not_left(table, battalion) if battalion else None
    if refused:
        return refused
    place = place_after(_come_back_to(table, battalion).state, table.book, battalion)
    return Refusal("FF-TRN-03", "this was the last step", "end the turn") if place is None else place


def _come_back_to(table: JudgedTable, battalion: str) -> JudgedTable:
    """The table on which a battalion is not done: it goes through its list again, where the players overrule."""
    turn = table.state.turn
    if battalion not in turn.done:
        return table
    left = replace(turn, done=tuple(of for of in turn.done if of != battalion))
    return replace(table, state=replace(table.state, turn=left))


def _not_left(table: JudgedTable, battalion: str) -> Refusal | None:
    """Refuses to begin with a battalion that has no list to go through in this turn (FF-TRN-05, FF-TRN-06)."""
    if battalion in table.state.turn.done:
        if table.overruled:
            return None
        return Refusal("FF-TRN-05", "that battalion has gone through its orders this turn", "choose another")
    left = left_to_order(table.state)
    if battalion in left:
        return None
    names = ", ".join(table.state.battalions[of].name for of in left)
    choose = f"choose one of those left: {names}" if names else "go on without choosing one"
    return Refusal("FF-TRN-06", "that is no battalion of this side on the table", choose)


def _owes(table: JudgedTable) -> Refusal | None:
    state = table.state
    # Setting an arrival aside would tell everybody of a battalion that only its side knows of: it is rolled for.
    due = next((one for one in state.due if not table.overruled or one.kind is DueKind.REINFORCEMENT), None)
    if due is None:
        return None
    name = (state.battalions.get(due.of) or state.regiments.get(due.of) or state.units[due.of]).name
    wanted = {
        DueKind.MORALE: Refusal("FF-MOR-04", f"{name} has a morale test to take first", "roll it"),
        DueKind.REINFORCEMENT: Refusal("FF-SCN-10", f"the arrival of {name} is to be rolled first", "roll it"),
        DueKind.SUPPORT_LOST: Refusal(
            "FF-MOR-06", f"{name} may have a morale test to take", "roll it, or say it has none"
        ),
        DueKind.FIELD_PROMOTION: Refusal("FF-CMD-09", f"{name} gets a new commander first", "place the command stand"),
    }
    return wanted[due.kind]


def _begin(table: JudgedTable, place: StepPlace) -> StepBegun:
    turn = table.state.turn
    done = turn.done
    left = table.here
    if left and left.step.each == "battalion" and place.of != left.of:
        done = (*done, left.of)
    after = replace(turn, step=place.step.key, of=place.of, done=done)
    if place.step.needs != "not_suppressed":
        return StepBegun(after, place.step.title)
    level = Level.BATTALION if place.of else Level.REGIMENTAL
    changes: list[StandChange] = []
    steps: list[Step] = []
    for stand in commanders(table.state, place):
        if stand.alive and stand.levels:
            answer = commander_recovers(CommanderRecovery(level=level, levels=stand.levels), table.book)
            changes.append(StandChange(stand.id, answer.value.levels))
            steps.extend(answer.steps)
    return StepBegun(after, place.step.title, tuple(changes), Reasons(None, tuple(steps)))


def end_turn(table: JudgedTable, _command: EndTurn) -> Judgement:
    """End the player turn (FF-TRN-01). Refused while a roll is owed."""
    refused = may_leave_step(table)
    ended = TurnEnded(replace(table.state.turn, running=False, step="", of="", done=()))
    return refused or (ended,)


def allot_staff_bonus(table: JudgedTable, command: AllotStaffBonus) -> Judgement:
    """Mark the battalion commander who gets his regiment's staff bonus (FF-ORD-25, FF-CMD-11)."""
    battalion = table.standing_battalion(command.battalion)
    if isinstance(battalion, Refusal):
        return battalion
    refused = may_get_staff_bonus(table, battalion)
    return refused or (StaffBonusAllotted(battalion.regiment, battalion.id),)


def may_get_staff_bonus(table: JudgedTable, battalion: Battalion) -> Refusal | None:
    """Refuses a battalion whose commander does not get his regiment's staff bonus now (FF-ORD-24, AMB-38)."""
    state, here = table.state, table.here
    refused = table.in_turn() or table.may_speak_for(battalion.side)
    if refused:
        return refused
    if battalion.side is not state.turn.side or battalion.regiment not in {
        regiment.id for regiment in regiments_of(state, state.turn.side)
    }:
        return Refusal("FF-CMD-11", "the staff bonus goes to a battalion of the side whose turn it is", "choose one")
    if not table.overruled and not (here and here.step.needs == "no_regimental_commander"):
        return Refusal("FF-ORD-25", "the staff bonus is allotted in its own step", "allot it there")
    if not battalion.on_table:
        # Also where the players would set it aside: it would be told to all, and the battalion named.
        return Refusal("FF-CMD-11", f"{battalion.name} is off the table and orders nobody", "choose one on the table")
    if state.regiments[battalion.regiment].staff_bonus_spent:
        return Refusal("FF-ORD-24", "it has been used this turn", "wait for the next turn")
    if not state.stands[state.regiments[battalion.regiment].commander].alive:
        return Refusal("AMB-38", "its regiment has no commander to give it", "replace him first")
    return None
