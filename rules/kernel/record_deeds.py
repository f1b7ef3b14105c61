"""The deeds of the record of any game, described once: a system adds what of it can be corrected, and its judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, Protocol, TypeVar

from rules.kernel.asking import NEEDED, Ask, AskKind, Asks, Told
from rules.kernel.deeds import RecordState, allowed_to, chain
from rules.kernel.dice import CARDS, Pack, Throw, count_unthrown, dice_typed, has_pack
from rules.kernel.explain import Refusal
from rules.kernel.kept import LiesThere
from rules.kernel.plain import build
from rules.kernel.play import Past
from rules.kernel.record import LAPSED, note
from rules.kernel.record_kinds import (
    AnswerRequest,
    CarryOut,
    Note,
    Overrule,
    RequestAllowed,
    Reread,
    TakeBack,
    Withdraw,
)
from rules.kernel.seats import Actor, Role, Seating
from rules.kernel.stage import AtHand, Deed, Possible, StageTable
from rules.kernel.values import dataclass

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
            Deed("reread", "Read the die anew", Reread, _rereading, reread_asks, AtHand.BACK),
            Deed("take_back", "Take back", TakeBack, _taking_back, back_asks, AtHand.BACK),
            Deed("withdraw", "Withdraw the request", Withdraw, _withdrawing, _nothing_more, AtHand.BACK),
            Deed("correct", "Correct", correct, _always, correct_asks, AtHand.MORE),
            Deed("overrule", "Set the rule aside", Overrule, _always, overrule_asks, AtHand.MORE),
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
