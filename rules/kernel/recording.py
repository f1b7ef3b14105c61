"""What every game does alike with the record it keeps: its kinds, what they fold to and say, what of a log stands."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from rules.kernel import record
from rules.kernel.deeds import PastDeed, RecordState, chain, close_question, fold_question, fold_taken_back
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Audience, Past, Recorded, Role
from rules.kernel.record_kinds import (
    AnswerRequest,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DieReread,
    GiveUpSeat,
    Note,
    Noted,
    Overrule,
    Overruled,
    Reread,
    SeatGivenUp,
    SeatTaken,
    TakeBack,
    TakenBack,
    TakeSeat,
    Withdraw,
    Withheld,
)

S = TypeVar("S", bound=RecordState)
E = TypeVar("E")

RECORD_COMMANDS: Final[Mapping[str, type[Any]]] = {
    "overrule": Overrule,
    "take_back": TakeBack,
    "answer": AnswerRequest,
    "note": Note,
    "reread": Reread,
    "withdraw": Withdraw,
}
"""What a seat asks of the record of any game, beside a system's own command that corrects a value."""
KEPT_RECORD_COMMANDS: Final[Mapping[str, type[Any]]] = {"take_seat": TakeSeat, "give_up_seat": GiveUpSeat}
"""What only the keeper of a game sends."""
RECORD_EVENTS: Final[Mapping[str, type[Any]]] = {
    "corrected": Corrected,
    "overruled": Overruled,
    "consent_asked": ConsentAsked,
    "withheld": Withheld,
    "consent_answered": ConsentAnswered,
    "taken_back": TakenBack,
    "die_reread": DieReread,
    "noted": Noted,
    "seat_taken": SeatTaken,
    "seat_given_up": SeatGivenUp,
    "consent_withdrawn": ConsentWithdrawn,
}
NO_DEED: Final = frozenset({TakenBack, ConsentAsked, ConsentWithdrawn, Withheld, DieReread, SeatTaken, SeatGivenUp})
"""What cannot be taken back; a question that was not agreed to is simply asked again."""
DEEDS_AT_HAND: Final = 64
"""So many past deeds that everybody knows of are kept in a brief state, and looked through for those a seat may see."""


def judged(
    keeps: record.Keeps[S],
    state: S,
    actor: Actor,
    command: Any,
    past: Past,
    decide: Callable[[Any, Any, Actor], record.Judgement],
    correct: type,
) -> record.Judgement | None:
    """The judgement of a command of the record; None for one that is none. `correct` is the system's to correct."""
    match command:
        case Note():
            return record.note(command)
        case TakeBack():
            return record.take_back(keeps, state, actor, command)
        case AnswerRequest():
            return record.answer(keeps, state, actor, command)
        case Withdraw():
            return record.withdraw(state, actor)
        case Overrule():
            return record.overrule(keeps, state, actor, command)
        case Reread():
            return record.reread(state, actor, command, past, decide)
    return record.correct(keeps, state, actor, command) if isinstance(command, correct) else None


def sits_down(actor: Actor, command: Any) -> record.Judgement | None:
    """What comes before every other question: who sits down, and that whoever only looks on does nothing else."""
    if isinstance(command, TakeSeat | GiveUpSeat):
        return record.seat_changed(actor, command)
    if actor.role is Role.SPECTATOR:
        return Refusal("", "a spectator only looks on", "ask the host for a seat")
    return None


def is_deed(event: Any) -> bool:
    """Whether an event is part of a deed that can be taken back."""
    return type(event) not in NO_DEED and not (isinstance(event, ConsentAnswered) and not event.agreed)


def forget_agreeing(state: RecordState, recorded: Recorded[Any]) -> None:
    """Agreeing to a take-back is no deed of its own: taken back in its turn it would bring nothing back."""
    newest = state.deeds
    if isinstance(recorded.event, TakenBack) and newest and newest.command_id == recorded.command_id:
        state.deeds = newest.before


def _answered(state: RecordState, _event: ConsentAnswered | ConsentWithdrawn) -> None:
    close_question(state)


def _only_said(_state: RecordState, _event: Any) -> None:
    """It changes nothing but the log."""


RECORD_FOLDS: Final[Mapping[type[Any], Callable[[Any, Any], None]]] = {
    Overruled: _only_said,
    ConsentAsked: fold_question,
    Withheld: fold_question,
    ConsentAnswered: _answered,
    ConsentWithdrawn: _answered,
    TakenBack: fold_taken_back,
    DieReread: _only_said,
    Noted: _only_said,
    SeatTaken: _only_said,
    SeatGivenUp: _only_said,
}
"""The folds of all of them but a correction, which sets a value that only its system knows."""


def audience_of(event: Any) -> Audience | None:
    """Who may know of an event of the record, where that is not everybody."""
    if isinstance(event, Withheld):
        return Audience(event.by.value)
    return event.audience if isinstance(event, TakenBack | DieReread) else None


def withdrawn_by(event: Any) -> Collection[int]:
    """The numbers of the events that an event withdraws."""
    return event.seqs if isinstance(event, TakenBack | DieReread) else ()


def what_stands(log: Sequence[Recorded[E]]) -> Iterator[Recorded[E]]:
    """A log without what was taken back. What withdrew something and was itself withdrawn withdraws nothing."""
    gone: set[int] = set()
    for recorded in reversed(log):
        if recorded.seq not in gone:
            gone.update(withdrawn_by(recorded.event))
    return (recorded for recorded in log if recorded.seq not in gone)


def at_hand(deeds: PastDeed | None) -> Iterator[PastDeed]:
    """The newest deeds, the newest first: what a side alone knows of pushes no other out of a list."""
    told = 0
    for deed in chain(deeds):
        if told >= DEEDS_AT_HAND:
            return
        yield deed
        told += bool(deed.open_name)


def in_brief(deeds: PastDeed | None) -> PastDeed | None:
    """The deeds that are at hand, and nothing before them: so they are no longer the longer the game is."""
    newest: PastDeed | None = None
    for deed in reversed(list(at_hand(deeds))):
        newest = deed._replace(before=newest)
    return newest


def said(event: Any, called: Callable[[str], str], set_right: str = "") -> str:
    """A plain sentence of an event of the record; empty for any other.

    `called` names a side or a seat by its word, `set_right` says what a correction sets right.
    """
    match event:
        case Corrected():
            return f"Corrected: {set_right} ({event.reason})"
        case Overruled():
            return f"Set aside {event.clause}: {event.because} ({event.reason})"
        case ConsentAsked():
            return f"{called(event.by.value)} asks: {event.words}"
        case Withheld():
            return f"{called(event.by.value)} asks, unseen: {event.words}"
        case ConsentAnswered():
            return f"{called(event.by.value)} {'agrees' if event.agreed else 'does not agree'}: {event.words}"
        case ConsentWithdrawn():
            return f"{called(event.by.value)} no longer asks: {event.words}"
        case TakenBack():
            return f"Taken back{' after the die' if event.after_the_die else ''}: {', '.join(event.names)}"
        case DieReread():
            return f"{event.name}: the die is {event.after}, not {event.before}"
        case Noted():
            return event.text
        case SeatTaken():
            return f"{event.name or 'Somebody'} sits down as {event.role.value}"
        case SeatGivenUp():
            return f"{event.name or 'Somebody'} leaves the seat of the {event.role.value}"
    return ""
