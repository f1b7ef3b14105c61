"""Turns, steps, reinforcements, field promotions and staff bonuses (FF-TRN, FF-CMD)."""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Final

from rules.flanders_fields.game.concealment import shown_above
from rules.flanders_fields.game.decisions import one_die
from rules.flanders_fields.game.dice_rolls import faces, turn_key
from rules.flanders_fields.game.event_folding import change_stands, changed, settle_due
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import die, formation_name
from rules.flanders_fields.game.map_facts.seat_board import knows_of
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons, told_reasons
from rules.flanders_fields.game.rule_module import (
    Became,
    BeginsTurn,
    BookChapter,
    EndsTurn,
    ForeseenBy,
    Happening,
    LeavesStep,
    ThrownFor,
    of,
)
from rules.flanders_fields.game.seat_context import NOT_THROWN, SeatDeeds
from rules.flanders_fields.game.state.game import Battalion, DueRoll, GameState, Regiment, Stand, Turn
from rules.flanders_fields.game.turn_progress import (
    StepOfChapter,
    StepPlace,
    battalions_of,
    commander_alive,
    commanders,
    is_suppressed,
    left_to_order,
    place_after,
    regiments_of,
    upcoming,
)
from rules.flanders_fields.morale import CommanderRecovery, commander_recovers
from rules.flanders_fields.order_roll import staff_bonus_in_words
from rules.flanders_fields.orders import CommanderKilled, field_promotion
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import ReinforcementFacts, reinforcements
from rules.flanders_fields.vocabulary import DueKind, Fate, Level, Side
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import Dice, OneForAll, lying, settle
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Telling, judged_by
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTurn(BeginsTurn):
    """Begin the player turn that is next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep(LeavesStep):
    """Finish the present step; `battalion` chooses which battalion goes through its list next (FF-TRN-06)."""

    battalion: str = fact("the battalion whose list comes next", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(EndsTurn):
    """End the present player turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollReinforcement:
    """Roll whether a battalion off the table arrives (FF-SCN-10)."""

    battalion: str = fact("the battalion that may arrive")
    die: Throw = fact("its die")


@dataclass(frozen=True, slots=True, kw_only=True)
class PromoteInField:
    """Put a new command stand on the table for a dead commander (FF-CMD-09)."""

    formation: str = fact("the battalion or regiment that gets a new commander")


@dataclass(frozen=True, slots=True, kw_only=True)
class AllotStaffBonus:
    """Give a regiment's staff bonus of this turn to one of its battalion commanders (FF-ORD-25)."""

    battalion: str = fact("the battalion whose commander gets the staff bonus")


# Events


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A player turn began; `waiting` battalions owe a reinforcement roll, `promotions` formations a commander."""

    turn: Turn
    waiting: tuple[str, ...] = ()
    promotions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepBegun:
    """Play went on to a step; the commanders named shed their suppression with it."""

    turn: Turn
    title: str
    recovered: tuple[StandChange, ...] = ()
    reasons: Reasons = field(default_factory=Reasons)


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A player turn ended."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class ReinforcementRolled:
    """A die was thrown for a battalion off the table; `shared`: it is that of another of its side (GAP-98)."""

    battalion: str
    die: Throw
    arrived: bool
    reasons: Reasons
    shared: bool = False


@dataclass(frozen=True, slots=True)
class CommanderReplaced:
    """A field promotion took the place of a dead commander."""

    formation: str
    stand: Stand
    platoon_lost: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StaffBonusAllotted:
    """A battalion commander got his regiment's staff bonus for this turn."""

    regiment: str
    battalion: str


TurnEvent = TurnStarted | StepBegun | TurnEnded | ReinforcementRolled | CommanderReplaced | StaffBonusAllotted


# When battalions arrive that wait off the table (FF-SCN-10)

CLAUSE = "FF-SCN-10"
ONE_DIE = "GAP-98"


def may_arrive(state: GameState, battalion: str, turn: int, book: RuleBook) -> bool:
    """Whether a battalion rolls for its arrival in a game turn."""
    own = state.set_up.arrival_of(battalion)
    if own:
        return own.needed_in(turn) is not None
    return not isinstance(reinforcements(ReinforcementFacts(turn=turn), (), book), Refusal)


def arrives(state: GameState, battalion: str, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """1 if it arrives with this die, 0 if not."""
    turn, own = state.turn.number, state.set_up.arrival_of(battalion)
    if own is None:
        return reinforcements(ReinforcementFacts(turn=turn), dice, book)
    needed = own.needed_in(turn)
    if needed is None:
        return Refusal(CLAUSE, f"It does not arrive before turn {own.first_turn}", "roll at the start of that turn")
    came = dice[0].pips >= needed
    where = f", {own.where}" if came and own.where else ""
    says = f"The scenario asks for {needed} or more in turn {turn}: {dice[0].pips}{where}"
    return Explained(int(came), None, (Step(CLAUSE, says, None, book.mark(ONE_DIE)),))


def expected_with(state: GameState, battalion: str, book: RuleBook) -> tuple[str, ...]:
    """The battalions whose arrival a die decides: one, by house rule all that its side expects this turn (GAP-98)."""
    side = state.battalions[battalion].side
    due = (one.of for one in state.due if one.kind is DueKind.REINFORCEMENT)
    others = tuple(one for one in due if one != battalion and state.battalions[one].side is side)
    return book.behaviour(ONE_DIE, {"each_battalion": (battalion,), "one_for_side": (battalion, *others)})


def arrival_key(state: GameState, battalion: str, book: RuleBook) -> str:
    """The name of the roll, so that its die stays thrown after a take-back."""
    side = state.battalions[battalion].side.value
    if book.behaviour(ONE_DIE, {"each_battalion": False, "one_for_side": True}):
        return OneForAll(turn_key(state, "arrival", side))
    return turn_key(state, "arrival", battalion)


# Names of dice rolls


def arrival_throws(state: GameState, event: ReinforcementRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {arrival_key(state, event.battalion, state.book()): (event.die,)}


def of_arrival(_state: GameState, event: ReinforcementRolled) -> Sequence[Throw]:
    """Its die, unless it is that of another battalion that waits (GAP-98)."""
    return () if event.shared else (event.die,)


# Folds of events into the state


def turn_started(state: GameState, event: TurnStarted) -> None:
    """A player turn runs, with what it owes first."""
    state.turn = event.turn
    state.orders, state.assault, state.fired_at_closers = {}, None, ()
    arrivals = (DueRoll(DueKind.REINFORCEMENT, name) for name in event.waiting)
    promotions = (DueRoll(DueKind.FIELD_PROMOTION, name) for name in event.promotions)
    state.due = (*state.due, *(due for due in (*arrivals, *promotions) if due not in state.due))
    for regiment in state.regiments.values():
        if regiment.staff_bonus_to:
            state.regiments[regiment.id] = changed(regiment, staff_bonus_to="", staff_bonus_spent=False)


def step_begun(state: GameState, event: StepBegun) -> None:
    """A step is in hand."""
    state.turn, state.assault = event.turn, None
    change_stands(state, event.recovered)


def turn_ended(state: GameState, event: TurnEnded) -> None:
    """The player turn is over."""
    state.turn = event.turn
    state.orders, state.assault = {}, None


def arrival(state: GameState, event: ReinforcementRolled) -> None:
    """A battalion is on the table, or waits."""
    settle_due(state, DueKind.REINFORCEMENT, event.battalion)
    if event.arrived:
        battalion = state.battalions[event.battalion]
        state.battalions[event.battalion] = changed(battalion, on_table=True)


def replaced(state: GameState, event: CommanderReplaced) -> None:
    """A formation has a new commander."""
    settle_due(state, DueKind.FIELD_PROMOTION, event.formation)
    state.stands[event.stand.id] = event.stand
    if event.platoon_lost:
        state.stands[event.platoon_lost] = changed(state.stands[event.platoon_lost], alive=False)
    if event.formation in state.battalions:
        state.battalions[event.formation] = changed(state.battalions[event.formation], field_promotion=True)
    else:
        state.regiments[event.formation] = changed(state.regiments[event.formation], field_promotion=True)


def staff(state: GameState, event: StaffBonusAllotted) -> None:
    """A battalion has the staff bonus of its regiment."""
    state.regiments[event.regiment] = changed(state.regiments[event.regiment], staff_bonus_to=event.battalion)


# Turns, steps, reinforcements, field promotions and staff bonuses


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


# Availability and prompts (FF-TRN, FF-SCN-10, FF-CMD-09)

NEXT, REINFORCEMENT, STAFF = Asks(NextStep), Asks(RollReinforcement), Asks(AllotStaffBonus)


def _starting(seated: SeatDeeds) -> Iterator[Possible]:
    if not seated.state.turn.running:
        barred = seated.waits(StartTurn()) or may_start_turn(seated.table)
        yield Possible(by=seated.in_turn, barred=barred)


def _going_on(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.state.turn.running:
        barred = seated.waits(NextStep()) or may_leave_step(seated.table)
        last = None if barred else step_after(seated.table, "")
        yield Possible(by=seated.in_turn, barred=last if isinstance(last, Refusal) else barred)


def _next_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    if seated.left:
        yield NEXT("battalion", among=seated.left)
    place = step_after(seated.table, told.get("battalion", ""))
    if isinstance(place, Refusal):
        yield place


def _ending(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.state.turn.running:
        barred = seated.waits(EndTurn()) or may_leave_step(seated.table)
        yield Possible(by=seated.in_turn, barred=barred)


def _arriving(seated: SeatDeeds) -> Iterator[Possible]:
    # Of what is off the table only its own side knows.
    for due in seated.state.due:
        if due.kind is DueKind.REINFORCEMENT:
            barred = seated.waits(RollReinforcement(battalion=due.of, die=NOT_THROWN))
            side = seated.state.battalions[due.of].side
            barred = barred or may_roll_reinforcement(seated.of(side), due.of)
            yield Possible({"battalion": due.of}, by=side.value, owed=barred is None, barred=barred, secret=True)


def _arrival_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield REINFORCEMENT("die", kept=thrown_for_arrival(seated.table, told["battalion"]))


def _promoting(seated: SeatDeeds) -> Iterator[Possible]:
    for due in seated.state.due:
        if due.kind is DueKind.FIELD_PROMOTION:
            barred = seated.waits(PromoteInField(formation=due.of))
            formation = formation_of(seated.state, due.of)
            barred = barred or may_promote_in_field(seated.of(formation.side), due.of)
            hidden = isinstance(formation, Battalion) and not formation.on_table
            about = {"formation": due.of}
            yield Possible(about, by=formation.side.value, owed=barred is None, barred=barred, secret=hidden)


def _allotting(seated: SeatDeeds) -> Iterator[Possible]:
    without = _without_bonus(seated)
    if seated.state.turn.running and without:
        refused = [seated.waits(AllotStaffBonus(battalion=""))]
        if refused[0] is None:
            refused = [may_get_staff_bonus(seated.table, battalion) for battalion in without]
        yield Possible(by=seated.in_turn, barred=None if None in refused else refused[0])


def _without_bonus(seated: SeatDeeds) -> list[Battalion]:
    """Those that could still be marked: where it is a regiment's own step, of that regiment, and only once."""
    state = seated.state
    of = {state.turn.of} & set(state.regiments) or set(state.regiments)
    giving = {one for one in of if not state.regiments[one].staff_bonus_to}
    return [one for one in battalions_of(state, state.turn.side) if one.regiment in giving]


def _staff_refused(seated: SeatDeeds, battalion: Battalion) -> Refusal | None:
    waiting = seated.waits(AllotStaffBonus(battalion=battalion.id))
    return waiting or may_get_staff_bonus(seated.table, battalion)


def _staff_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    among = [one.id for one in _without_bonus(seated) if _staff_refused(seated, one) is None]
    yield STAFF("battalion", among=among, reckoned=staff_bonus_in_words(seated.table.book))


TURN_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("start_turn", "Start the turn", StartTurn, _starting, nothing, AtHand.ON),
    Deed("roll_reinforcement", "Roll for its arrival", RollReinforcement, _arriving, _arrival_asks),
    Deed("promote_in_field", "Promote in the field", PromoteInField, _promoting, nothing),
    Deed("allot_staff_bonus", "Allot the staff bonus", AllotStaffBonus, _allotting, _staff_asks),
    Deed("next_step", "Next step", NextStep, _going_on, _next_asks, AtHand.ON, place=1),
    Deed("end_turn", "End the turn", EndTurn, _ending, nothing, AtHand.ON),
)
"""In the order in which they are owed."""


# Log text


def says_turn(state: GameState, event: TurnEvent) -> str:
    """One plain sentence."""
    match event:
        case TurnStarted(turn=turn):
            return f"Turn {turn.number}: the {state.side_facts(turn.side).name} side begins"
        case StepBegun(turn=turn, title=title):
            return f"{title}, {formation_name(state, turn.of)}" if turn.of else title
        case TurnEnded(turn=turn):
            last = ", the last of the scenario" if state.set_up.ends_with(turn.number, turn.side) else ""
            return f"The {state.side_facts(turn.side).name} side ends turn {turn.number}{last}"
        case ReinforcementRolled(battalion=battalion, die=thrown, arrived=arrived):
            outcome = "arrives" if arrived else "does not arrive yet"
            return f"{state.battalions[battalion].name} {outcome}: {die(thrown)}"
        case CommanderReplaced(formation=formation):
            return f"{formation_name(state, formation)} has a new commander, a field promotion"
        case StaffBonusAllotted(battalion=battalion):
            return f"The staff bonus goes to {state.battalions[battalion].name}"


def turn_card(event: TurnEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case ReinforcementRolled(die=die, arrived=arrived, reasons=reasons):
            return {"dice": [plain(die)], "outcome": arrived} | told_reasons(reasons)
        case StepBegun(reasons=reasons) if reasons.steps:
            return {"outcome": "recovered"} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_turn, card=turn_card)


# Odds before the dice

FORESEEN: Final[ForeseenBy] = {
    RollReinforcement: one_die(ReinforcementRolled, "battalion", lambda event: int(event.arrived)),
}


# The rule module

_judged = judged_by(
    {
        StartTurn: start_turn,
        NextStep: next_step,
        EndTurn: end_turn,
        RollReinforcement: roll_reinforcement,
        PromoteInField: promote_in_field,
        AllotStaffBonus: allot_staff_bonus,
    }
)


def _arrived_in(state: GameState, event: ReinforcementRolled) -> Iterator[Became]:
    if event.arrived:
        yield event.battalion, f"arrived in turn {state.turn.number}"


def _anybody_suppressed(state: GameState, place: StepPlace) -> bool:
    """Or below unseen: were the step passed over, the other side would know that he has none (FF-DSH-01)."""
    return any(is_suppressed(one) or (one.alive and state.shelters.hides(one.id)) for one in commanders(state, place))


def _without_hidden(state: GameState, event: StepBegun, role: Role) -> StepBegun:
    """The same without what a commander sheds whom the role does not know of (FF-DSH-01)."""
    if all(knows_of(state, one.stand, role) for one in event.recovered):
        return event
    told = zip(event.recovered, event.reasons.steps, strict=True)
    heard = tuple(step for one, step in told if knows_of(state, one.stand, role))
    return replace(event, reasons=replace(event.reasons, steps=heard))


TURN: Final[BookChapter] = BookChapter(
    key="turn",
    steps={
        "not_suppressed": StepOfChapter(_anybody_suppressed, "nobody is suppressed"),
        "no_regimental_commander": StepOfChapter(commander_alive, "no commander to give it"),
    },
    events=(
        Happening(kind="turn_started", made=TurnStarted, fold=turn_started, tells=shown_above),
        Happening(kind="step_begun", made=StepBegun, fold=step_begun, seen_by=_without_hidden),
        Happening(kind="turn_ended", made=TurnEnded, fold=turn_ended),
        Happening(
            kind="reinforcement_rolled",
            made=ReinforcementRolled,
            fold=arrival,
            dice=arrival_throws,
            roll=ThrownFor.ARRIVALS,
            whose=of("battalion"),
            fresh=of_arrival,
            about=lambda event: "" if event.arrived else event.battalion,
            weighs=lambda event: 2 if event.arrived else 0,
            became=_arrived_in,
        ),
        Happening(
            kind="commander_replaced",
            made=CommanderReplaced,
            fold=replaced,
            about=lambda event: event.formation,
        ),
        Happening(kind="staff_bonus_allotted", made=StaffBonusAllotted, fold=staff),
    ),
    told=TOLD,
    commands={
        "start_turn": StartTurn,
        "next_step": NextStep,
        "end_turn": EndTurn,
        "roll_reinforcement": RollReinforcement,
        "promote_in_field": PromoteInField,
        "allot_staff_bonus": AllotStaffBonus,
    },
    judge=_judged,
    deeds=TURN_DEEDS,
    foresees=FORESEEN,
)
