"""What every game does alike with the record it keeps: its kinds, what they fold to and say, what of a log stands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from rules.kernel import record, undo
from rules.kernel.chapters import EventKind
from rules.kernel.deeds import (
    Judgement,
    Keeps,
    RecordState,
    close_question,
    fold_allowed,
    fold_dropped,
    fold_question,
    fold_seat_allowed,
    fold_seat_given_up,
    fold_seat_taken,
    fold_taken_back,
    fold_withdrawn,
    forget_carried_out,
    note_side,
)
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain
from rules.kernel.play import Past, Recorded
from rules.kernel.record_kinds import (
    AnswerRequest,
    AskForSeat,
    CarryOut,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DiceDropped,
    DieReread,
    GiveUpSeat,
    Note,
    Noted,
    Overrule,
    Overruled,
    OverruledAlone,
    RequestAllowed,
    Reread,
    SeatAllowed,
    SeatGivenUp,
    SeatTaken,
    TakeBack,
    TakenBack,
    TakeSeat,
    Withdraw,
    Withheld,
)
from rules.kernel.seats import Actor, Audience, Role
from rules.kernel.values import dataclass

S = TypeVar("S", bound=RecordState)
E = TypeVar("E")

RECORD_COMMANDS: Final[Mapping[str, type[Any]]] = {
    "overrule": Overrule,
    "take_back": TakeBack,
    "answer": AnswerRequest,
    "note": Note,
    "reread": Reread,
    "withdraw": Withdraw,
    "carry_out": CarryOut,
}
"""What a seat asks of the record of any game, beside a system's own command that corrects a value."""
KEPT_RECORD_COMMANDS: Final[Mapping[str, type[Any]]] = {
    "take_seat": TakeSeat,
    "give_up_seat": GiveUpSeat,
    "ask_for_seat": AskForSeat,
}
"""What only the keeper of a game sends."""


def judged(
    keeps: Keeps[S],
    state: S,
    actor: Actor,
    command: Any,
    past: Past,
    decide: Callable[[Any, Any, Actor], Judgement],
    correct: type,
) -> Judgement | None:
    """The judgement of a command of the record; None for one that is none. `correct` is the system's to correct."""
    match command:
        case Note():
            return record.note(command)
        case TakeBack():
            return undo.take_back(keeps, state, actor, command)
        case AnswerRequest():
            return record.answer(keeps, state, actor, command)
        case Withdraw():
            return record.withdraw(state, actor)
        case Overrule():
            return record.overrule(keeps, state, actor, command)
        case CarryOut():
            return record.carry_out(keeps, state, actor, command)
        case Reread():
            return undo.reread(state, actor, command, past, decide)
    return record.correct(keeps, state, actor, command) if isinstance(command, correct) else None


def sits_down(keeps: Keeps[S], state: S, actor: Actor, command: Any) -> Judgement | None:
    """What comes before every other question: who sits down, and that whoever only looks on does nothing else."""
    if isinstance(command, TakeSeat | GiveUpSeat):
        return record.seat_changed(keeps, state, actor, command)
    if isinstance(command, AskForSeat):
        return record.ask_for_seat(state, actor, command)
    if actor.role is Role.SPECTATOR:
        return Refusal("", f"a {keeps.seating.spectator.lower()} only looks on", "ask the host for a seat")
    return None


def forget_agreeing(state: RecordState, recorded: Recorded[Any]) -> None:
    """Agreeing to a take-back is no deed of its own: taken back in its turn it would bring nothing back.

    What was agreed to no longer waits once it is carried out, and the side that acts is known to be played.
    """
    forget_carried_out(state, recorded)
    note_side(state, recorded)
    if not isinstance(recorded.event, TakenBack):
        return
    newest = state.deeds
    if newest and newest.command_id == recorded.command_id:
        state.deeds = newest.before


def _answered(state: RecordState, _event: ConsentAnswered) -> None:
    close_question(state)


def _only_said(_state: RecordState, _event: Any) -> None:
    """It changes nothing but the log."""


def audience_of(state: Any, event: Any) -> Audience | None:
    """Who may know of an event of the record, where that is not everybody."""
    match event:
        case Withheld():
            return Audience(event.by.value)
        case RequestAllowed():
            return Audience(event.by.value) if event.hidden else None
        case Overruled() | ConsentWithdrawn():
            return record.heard_of_allowed(state, event)
    return event.audience if isinstance(event, TakenBack | DieReread | DiceDropped) else None


def _kind(
    kind: str, made: type, fold: Callable[[Any, Any], None] = _only_said, is_deed: bool = False
) -> EventKind[Any]:
    return EventKind(kind=kind, made=made, fold=fold, heard=audience_of, is_deed=is_deed)


RECORD_KINDS: Final[tuple[EventKind[Any], ...]] = (
    _kind("overruled", Overruled, is_deed=True),
    _kind("overruled_alone", OverruledAlone, is_deed=True),
    _kind("consent_asked", ConsentAsked, fold_question),
    _kind("withheld", Withheld, fold_question),
    _kind("consent_answered", ConsentAnswered, _answered, is_deed=True),
    _kind("taken_back", TakenBack, fold_taken_back),
    _kind("die_reread", DieReread),
    _kind("noted", Noted, is_deed=True),
    _kind("seat_taken", SeatTaken, fold_seat_taken),
    _kind("seat_given_up", SeatGivenUp, fold_seat_given_up),
    _kind("consent_withdrawn", ConsentWithdrawn, fold_withdrawn),
    _kind("request_allowed", RequestAllowed, fold_allowed, is_deed=True),
    _kind("dice_dropped", DiceDropped, fold_dropped),
    _kind("seat_allowed", SeatAllowed, fold_seat_allowed, is_deed=True),
)
"""Every kind of event of the record but a correction, which sets a value that only its system knows."""


@dataclass(frozen=True, slots=True)
class RecordWords:
    """The sentences of a system about the record. In them stand what the event tells by the names of its fields, `who`
    asks or answers, the `seat` that is taken, what a correction `sets_right`, and `by_whom` a refusal was set aside.

    `somebody` and `host`: whoever has given no name, at the beginning of a sentence and within it.
    """

    corrected: str = "Corrected: {sets_right} ({reason})"
    overruled: str = "Set aside {clause}: {because} ({reason})"
    overruled_for_no_reason: str = "Set aside {clause}: {because} ()"
    asked: str = "{who} asks: {words}"
    withheld: str = "{who} asks, unseen: {words}"
    agreed: str = "{who} agrees: {words}"
    not_agreed: str = "{who} does not agree: {words}"
    withdrawn: str = "{who} no longer asks: {words}"
    allowed: str = "Agreed and still to be carried out: {words}"
    dropped: str = "Dice seen before anybody sat opposite, and not used, no longer count{faces}"
    reread: str = "{name}: the die is {after}, not {before}"
    seat_taken: str = "{name} sits down as {role}"
    seat_given_up: str = "{name} leaves the seat of the {role}"
    seat_allowed: str = "One more device may take a seat at this side: {seat}"
    by_agreement: str = "by agreement"
    by_referee: str = "by the referee"
    by_nobody: str = "without an opponent"
    somebody: tuple[str, str] = ("Somebody", "Somebody")
    host: str = ""


USUAL_WORDS: Final = RecordWords()


def said(event: Any, called: Callable[[str], str], sets_right: str = "", words: RecordWords = USUAL_WORDS) -> str:
    """A plain sentence of an event of the record; empty for any other.

    `called` names a side or a seat by its word, `sets_right` says what a correction sets right.
    """
    match event:
        case Corrected():
            return words.corrected.format(sets_right=sets_right, reason=event.reason)
        case Overruled():
            sentence = words.overruled if event.reason else words.overruled_for_no_reason
            alone = isinstance(event, OverruledAlone)
            by_whom = words.by_agreement if event.agreed else words.by_nobody if alone else words.by_referee
            return sentence.format(by_whom=by_whom, **plain(event))
        case ConsentAsked():
            return words.asked.format(who=called(event.by.value), words=event.words)
        case Withheld():
            return words.withheld.format(who=called(event.by.value), words=event.words)
        case ConsentAnswered():
            sentence = words.agreed if event.agreed else words.not_agreed
            return sentence.format(who=called(event.by.value), words=event.words)
        case ConsentWithdrawn():
            return words.withdrawn.format(who=called(event.by.value), words=event.words)
        case RequestAllowed():
            return words.allowed.format(words=event.words)
        case DiceDropped():
            return words.dropped.format(faces=_dropped_faces(event))
        case TakenBack():
            return f"Taken back{' after the die' if event.after_the_die else ''}: {', '.join(event.names)}"
        case DieReread():
            return words.reread.format(name=event.name, before=event.before, after=event.after)
        case Noted():
            return event.text
        case SeatAllowed():
            return words.seat_allowed.format(seat=called((event.seat or event.side).value))
        case SeatTaken():
            name = event.name or words.somebody[0]
            return words.seat_taken.format(name=name, role=event.role.value, seat=called(event.role.value))
        case SeatGivenUp():
            told = {"name": event.name or words.somebody[1], "by": event.by or words.host, "role": event.role.value}
            return words.seat_given_up.format(**told, seat=called(event.role.value))
    return ""


def _dropped_faces(event: DiceDropped) -> str:
    """The faces of dice that everybody saw; of others it is only said that there were some."""
    faces = [str(die.pips) for dice in event.dice.values() for die in dice]
    return f": {', '.join(faces)}" if event.audience is Audience.ALL else ""


def after_the_die(log: Sequence[Recorded[E]]) -> Iterator[str]:
    """The names of deeds that were taken back after their dice had fallen, while nobody else was seated to be asked.

    Of those dice that were dropped when the first opponent sat down it says so.
    """
    for one in log:
        if isinstance(one.event, TakenBack) and one.event.after_the_die:
            yield from one.event.names
        elif isinstance(one.event, DiceDropped):
            yield f"dice dropped when the first opponent sat down{_dropped_faces(one.event)}"
