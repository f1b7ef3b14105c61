"""The record as a rule module of every game: its commands, events, availability and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from rules.kernel import consent, undo
from rules.kernel.commands import AtHand, Deed, Possible, StageTable
from rules.kernel.consent import LAPSED, note
from rules.kernel.dice import CARDS, Pack, Throw, count_unthrown, dice_typed, has_pack
from rules.kernel.dice_ledger import LiesThere
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import (
    Judgement,
    Keeps,
    RecordState,
    allowed_to,
    chain,
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
from rules.kernel.play import Past, Recorded
from rules.kernel.prompts import NEEDED, Ask, AskKind, Asks, Told
from rules.kernel.record_events import (
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
from rules.kernel.rule_modules import EventKind
from rules.kernel.seats import Actor, Audience, Role, Seating
from rules.kernel.serialization import build, plain

# What every game does alike with the record it keeps

S = TypeVar("S", bound=RecordState)
E = TypeVar("E")

RECORD_COMMANDS: Final[Mapping[str, type[Any]]] = {
    "override": Overrule,
    "undo": TakeBack,
    "answer": AnswerRequest,
    "note": Note,
    "correct_die": Reread,
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
            return consent.note(command)
        case TakeBack():
            return undo.take_back(keeps, state, actor, command)
        case AnswerRequest():
            return consent.answer(keeps, state, actor, command)
        case Withdraw():
            return consent.withdraw(state, actor)
        case Overrule():
            return consent.overrule(keeps, state, actor, command)
        case CarryOut():
            return consent.carry_out(keeps, state, actor, command)
        case Reread():
            return undo.reread(state, actor, command, past, decide)
    return consent.correct(keeps, state, actor, command) if isinstance(command, correct) else None


def sits_down(keeps: Keeps[S], state: S, actor: Actor, command: Any) -> Judgement | None:
    """What comes before every other question: who sits down, and that whoever only looks on does nothing else."""
    if isinstance(command, TakeSeat | GiveUpSeat):
        return consent.seat_changed(keeps, state, actor, command)
    if isinstance(command, AskForSeat):
        return consent.ask_for_seat(state, actor, command)
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
            return consent.heard_of_allowed(state, event)
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


# Commands of the record: availability and prompts

ANSWER, OVERRULE, CARRY_OUT = Asks(AnswerRequest), Asks(Overrule), Asks(CarryOut)
BACK, AGAIN, NOTE = Asks(TakeBack), Asks(Reread), Asks(Note)
LEAST_FACE, MOST_FACE = 1, 6


class RecordTable(StageTable, Protocol):
    """A table as a seat sees it, of a game that keeps a record."""

    @property
    def state(self) -> RecordState:
        """What the game remembers."""
        ...

    @property
    def actor(self) -> Actor:
        """Who sits there."""
        ...

    @property
    def past(self) -> Past:
        """What was done by which command."""
        ...


T = TypeVar("T", bound=RecordTable)


@dataclass(frozen=True, slots=True)
class OfTheRecord:
    """The deeds of the record: those that are owed before all else, and those that stand below all that is owed."""

    first: tuple[Deed[Any], ...]
    last: tuple[Deed[Any], ...]


def deeds_of_record(
    seating: Seating,
    refused: Callable[[T, Any], Refusal | None],
    correct: type,
    correct_asks: Callable[[T, Told], Iterator[Ask | Refusal]],
) -> OfTheRecord:
    """The deeds of a system's record. `refused` is its judge's word on a command of the record that is told whole.

    `correct` is its command that sets a value to what stands on the table, and `correct_asks` what that asks.
    """

    def word(table: T, command: type, told: Told) -> Iterator[Refusal]:
        found = refused(table, build(command, told))
        if found:
            yield found

    def answering(table: T) -> Iterator[Possible]:
        # The side that is asked, or the referee where he is asked in its place.
        asked = table.state.asked
        if asked:
            others = (role for role in seating.playing if role is not asked.by)
            whom = str(asked.command.get("of") or "")
            # A referee answers for a side, but not what only the side itself may agree to.
            if not (whom in seating.sides and table.actor.role is Role.REFEREE):
                yield Possible(by=whom or next(others).value, owed=True)

    def answer_asks(table: T, told: Told) -> Iterator[Ask | Refusal]:
        yield ANSWER("agree")
        yield from word(table, AnswerRequest, told)

    def overrule_asks(table: T, told: Told) -> Iterator[Ask | Refusal]:
        yield OVERRULE("command", kind=AskKind.DEED, usual=NEEDED)
        yield OVERRULE("clause")
        yield OVERRULE("reason", usual=NEEDED)
        yield from word(table, Overrule, told)

    def back_asks(table: T, told: Told) -> Iterator[Ask | Refusal]:
        known = (deed for deed in chain(table.state.deeds) if deed.name_for(table.actor.role))
        yield BACK("command_id", among=["", *(deed.command_id for deed in known)])
        yield from word(table, TakeBack, told)

    def reread_asks(table: T, told: Told) -> Iterator[Ask | Refusal]:
        done = table.past(told["command_id"])
        yield AGAIN("die", among=list(dice_typed(done.command)) if done else [])
        yield AGAIN("pips", least=LEAST_FACE, most=MOST_FACE)
        yield from word(table, Reread, told)

    return OfTheRecord(
        (
            Deed("answer", "Answer", AnswerRequest, answering, answer_asks, AtHand.BACK),
            _carrying_out(refused),
        ),
        (
            Deed("correct_die", "Read the die anew", Reread, _rereading, reread_asks, AtHand.BACK),
            Deed("undo", "Take back", TakeBack, _taking_back, back_asks, AtHand.BACK),
            Deed("withdraw", "Withdraw the request", Withdraw, _withdrawing, _nothing_more, AtHand.BACK),
            Deed("correct", "Correct", correct, _always, correct_asks, AtHand.MORE),
            Deed("override", "Set the rule aside", Overrule, _always, overrule_asks, AtHand.MORE),
            Deed("note", "Write it down", Note, _always, _note_asks, AtHand.MORE),
        ),
    )


def _carrying_out(refused: Callable[[T, Any], Refusal | None]) -> Deed[Any]:
    """The deed that carries out what was agreed to, with the dice that are thrown only now."""

    def now(table: T) -> Iterator[Possible]:
        # The side that asked; where the table has changed since it is told why it cannot be done any more.
        own = allowed_to(table.state, table.actor.role)
        for found in table.state.allowed if table.actor.role is not Role.REFEREE else ():
            barred = refused(table, _not_thrown(found)) if found is own else None
            if barred is not LAPSED:
                owed, secret = barred is None, found.hidden
                yield Possible(by=found.by.value, owed=owed, barred=barred, secret=secret, of=found.words)

    def asks(table: T, told: Told) -> Iterator[Ask | Refusal]:
        found = allowed_to(table.state, table.actor.role)
        due = count_unthrown(found.command) if found else 0
        if due:
            lying = _lying(due, lambda command: refused(table, command)) if table.state.thrown else ()
            yield CARRY_OUT("dice", least=due, most=due, usual=NEEDED, kept=lying)
            more = _dice_called_for(told, lambda command: refused(table, command))
            if more:
                yield CARRY_OUT("more", least=more, most=more, usual=NEEDED)
        if found and has_pack(found.command):
            yield CARRY_OUT("pack")
        barred = refused(table, build(CarryOut, told))
        if barred:
            yield barred

    return Deed("carry_out", "Carry it out", CarryOut, now, asks)


def _not_thrown(allowed: RequestAllowed) -> CarryOut:
    """What carries a request out, with dice that nobody has seen."""
    dice = (Throw(1, "rolled"),) * count_unthrown(allowed.command)
    pack = Pack(tuple(range(CARDS))) if has_pack(allowed.command) else None
    return CarryOut(dice=dice, pack=pack)


def _lying(due: int, refused: Callable[[CarryOut], Refusal | None]) -> tuple[Throw, ...]:
    """Find the dice that lie thrown from before a take-back: wherever one does, no other face is taken."""
    return tuple(Throw(_face_at(place, due, refused), "entered") for place in range(due))


def _face_at(place: int, due: int, refused: Callable[[CarryOut], Refusal | None]) -> int:
    """Return the face that lies at a place, 0 where none does."""
    for face in (LEAST_FACE, MOST_FACE):
        dice = [Throw(LEAST_FACE, "rolled")] * due
        dice[place] = Throw(face, "entered")
        found = refused(CarryOut(dice=tuple(dice)))
        if isinstance(found, LiesThere):
            return found.pips
    return 0


def _dice_called_for(told: Told, refused: Callable[[CarryOut], Refusal | None]) -> int:
    """Count the dice that the faces told so far call for beyond those that were asked for."""
    whole = build(CarryOut, {"dice": told["dice"]})
    for more in range(MOST_MORE + 1):
        if refused(replace(whole, more=(Throw(1, "rolled"),) * more)) is None:
            return more
    return 0


MOST_MORE: Final = 5
"""So many dice beyond those that were asked for a command takes at most: those of a shot that deviates."""


def _always(_table: RecordTable) -> Iterator[Possible]:
    yield Possible()


def _taking_back(table: RecordTable) -> Iterator[Possible]:
    if any(deed.name_for(table.actor.role) for deed in chain(table.state.deeds)):
        yield Possible()


def _withdrawing(table: RecordTable) -> Iterator[Possible]:
    """A side withdraws what it asks, or what was agreed to and is not carried out yet."""
    asks = table.state.asked and table.state.asked.by is table.actor.role
    if asks or allowed_to(table.state, table.actor.role):
        yield Possible(by=table.actor.role.value)


def _nothing_more(_table: RecordTable, _told: Told) -> Iterator[Ask | Refusal]:
    yield from ()


def _rereading(table: RecordTable) -> Iterator[Possible]:
    """The newest deed of one's own, within five seconds of its answer, where it had a die that was typed in."""
    deed, actor = table.state.deeds, table.actor
    if deed is not None and deed.role is actor.role and actor.in_time and not deed.told and not table.state.asked:
        done = table.past(deed.command_id)
        if done is not None and any(dice_typed(done.command)):
            yield Possible({"command_id": deed.command_id}, by=actor.role.value)


def _note_asks(_table: RecordTable, told: Told) -> Iterator[Ask | Refusal]:
    yield NOTE("text")
    judged = note(Note(text=told["text"]))
    if isinstance(judged, Refusal):
        yield judged
