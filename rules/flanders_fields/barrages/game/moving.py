"""How long a rolling barrage lasts, where it lies, and when it lifts (FF-BAR-04 to -10)."""

from dataclasses import replace

from rules.flanders_fields.barrages.game.commands import AdvanceBarrage, RollBarrageTurns
from rules.flanders_fields.barrages.game.due import NEEDS, barrages_of, knows_of_barrage
from rules.flanders_fields.barrages.game.events import BarrageAdvanced, BarrageLifted, BarrageTurnsRolled
from rules.flanders_fields.barrages.game.state import Barrage, BarragePiece
from rules.flanders_fields.barrages.game.throws import turns_key
from rules.flanders_fields.barrages.rolling import BarrageBand, DurationFacts, band, duration
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.bands import band_facts
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.outcomes import Reasons, reasons
from rules.flanders_fields.game.planned import PlannedBarrage
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Explained, Refusal
from rules.kernel.kept import settle

Planned = tuple[PlannedBarrage, Barrage]


def known(table: JudgedTable, of: str) -> Planned | Refusal:
    """A barrage that the actor may know of; of others nobody is told even that they are there."""
    plan = table.state.plan.barrage(of)
    if plan is None or not knows_of_barrage(table.state, of, table.actor.role):
        return Refusal("FF-BAR-06", f"there is no rolling barrage {of!r} on the table", "choose one that lies on it")
    return plan, table.state.barrages[of]


def own(table: JudgedTable, of: str) -> Planned | Refusal:
    """A barrage of the side whose player turn it is, which still lies or is still to be laid."""
    found = known(table, of)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = table.in_turn() or table.may_speak_for(plan.side)
    if refused:
        return refused
    if plan.side is not table.state.turn.side:
        return Refusal("FF-BAR-04", "it is advanced in its own side's turn", "wait for that turn")
    if one.lifted:
        return Refusal("FF-BAR-10", "this barrage has lifted", "go on with the turn")
    if found not in barrages_of(table.state, plan.side, table.book):
        because = f"there is no rolling barrage of this side in {table.book.when.month.in_words}"
        return Refusal("FF-BAR-01", because, "go on with the turn")
    return found


def roll_turns(table: JudgedTable, command: RollBarrageTurns) -> Judgement:
    """How many turns it lasts, where the plan has left it to the die (FF-BAR-09, AMB-342)."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = _another_phase(table)
    if refused:
        return refused
    if one.turns:
        return Refusal("FF-BAR-09", "how long it lasts is settled", "advance it")
    dice = settle(table.state, turns_key(plan.id), (command.die,))
    if isinstance(dice, Refusal):
        return dice
    answer = duration(DurationFacts(attacker=plan.side is Side.ATTACKER), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    return (BarrageTurnsRolled(plan.id, dice[0], answer.value, reasons(answer)),)


def advance(table: JudgedTable, command: AdvanceBarrage) -> Judgement:
    """Lay the band, move it on or lift it, once in each of its side's turns (FF-BAR-03, FF-BAR-04, FF-BAR-10)."""
    found = own(table, command.barrage)
    if isinstance(found, Refusal):
        return found
    plan, one = found
    refused = _not_now(table, one) or _halt_refused(table, one, command)
    if refused:
        return refused
    leads = _leads(table, plan, command)
    if isinstance(leads, Refusal):
        return leads
    return _advanced(table, plan, one, command.halt, leads)


def _another_phase(table: JudgedTable) -> Refusal | None:
    """Refuses what belongs to the phase of the rolling barrages, and the step in hand is another (FF-BAR-03)."""
    here = table.here
    if table.overruled or (here and here.step.needs == NEEDS):
        return None
    return Refusal("FF-BAR-03", "rolling barrages are advanced in their own phase", "go on to that phase")


def _not_now(table: JudgedTable, one: Barrage) -> Refusal | None:
    refused = _another_phase(table)
    if refused:
        return refused
    if not one.turns:
        return Refusal("FF-BAR-09", "how long it lasts has not been rolled", "roll that first")
    if one.turn == table.state.turn.number and not table.overruled:
        return Refusal("FF-BAR-04", "it has been advanced in this turn", "roll for the stands under it")
    return None


def _halt_refused(table: JudgedTable, one: Barrage, command: AdvanceBarrage) -> Refusal | None:
    if command.halt and not one.lies:
        return Refusal("FF-BAR-07", "it has not been laid yet", "lay it on its start line")
    if command.halt and one.halted is not None and not table.overruled:
        return Refusal("FF-BAR-07", f"it halted unplanned in turn {one.halted}", "let it go on as planned")
    return None


def _leads(table: JudgedTable, plan: PlannedBarrage, command: AdvanceBarrage) -> tuple[float, ...] | Refusal:
    """How far the pieces of it lead, from the left; bent in play only by house rule (AMB-356)."""
    bent = {"planned": False, "straight": False, "free": True}
    is_bent = bool(command.leads) and not table.book.behaviour("AMB-356", bent)
    if is_bent and not table.overruled:
        return Refusal("FF-BAR-19", "its shape cannot be changed in play", "advance it as planned")
    written = command.leads or plan.leads
    straight = {"planned": False, "straight": True, "free": False}
    return () if table.book.behaviour("AMB-356", straight) and not is_bent else written


def _advanced(
    table: JudgedTable, plan: PlannedBarrage, one: Barrage, halt: bool, leads: tuple[float, ...]
) -> Judgement:
    turn = table.state.turn.number
    facts = band_facts(table.book, plan, one, turn)
    pieces, why = list[BarragePiece](), Reasons()
    for number, lead in enumerate(leads, 1) if leads else ((0, 0.0),):
        answer = band(replace(facts, lead_cm=lead, unplanned_halt=turn if halt else one.halted), table.book)
        if isinstance(answer, Refusal):
            return answer
        if not answer.value.on_table:
            return (BarrageLifted(plan.id, turn, reasons(answer)),)
        pieces.append(_piece(answer.value, number, lead))
        why = Reasons(None, (*why.steps, *answer.steps))
    went = pieces[0].rear_cm - one.pieces[0].rear_cm if one.lies else 0.0
    return (BarrageAdvanced(plan.id, turn, tuple(pieces), not one.lies, went, halt, why),)


def _piece(found: BarrageBand, number: int, lead_cm: float) -> BarragePiece:
    return BarragePiece(found.rear_cm, found.front_cm, found.swept_from_cm, found.swept_to_cm, number, lead_cm)


def lifted_at_end(table: JudgedTable) -> tuple[BarrageLifted, ...]:
    """The barrages that lift with the end of this player turn: by house rule after their last one (AMB-350)."""
    found = list[BarrageLifted]()
    for plan, one in barrages_of(table.state, table.state.turn.side, table.book):
        if one.lies and one.turns:
            answer = band(
                replace(band_facts(table.book, plan, one, table.state.turn.number), enemy_turn=True), table.book
            )
            if isinstance(answer, Explained) and not answer.value.on_table:
                found.append(BarrageLifted(plan.id, table.state.turn.number, reasons(answer)))
    return tuple(found)


def comes_to(book: RuleBook, plan: PlannedBarrage, one: Barrage, turn: int) -> BarrageBand | None:
    """Where its band comes to lie by its plan in that turn; None where that is not settled yet, or cannot be told."""
    answer = band(band_facts(book, plan, one, turn), book) if one.turns else None
    return answer.value if isinstance(answer, Explained) else None
