"""The record of a game: past deeds, requests, seats, and what a system says of all that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, Remembers, laid
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Recorded
from rules.kernel.record_events import (
    ConsentAsked,
    ConsentWithdrawn,
    DiceDropped,
    Overruled,
    RequestAllowed,
    SeatAllowed,
    SeatGivenUp,
    SeatTaken,
    TakenBack,
    Withheld,
)
from rules.kernel.seats import Actor, Audience, Role, Seating

WITHHELD: Final = "withheld"
"""The kind of a question whose content the other side may not read."""
SOMETHING: Final = "something that only they know of"


class PastDeed(NamedTuple):
    """One command that was done: its events, who did it in which span, its name, and the dice it threw.

    `audience` is that of its first event, which gives it its name. `open_name` is that of the first event which
    everybody may know of, empty where there is none, `open_faces` are the dice that everybody saw. `told`: it told
    somebody what he had not known.
    """

    command_id: str
    role: Role
    span: str
    seqs: tuple[int, ...]
    name: str
    dice: dict[str, tuple[Throw, ...]]
    audience: Audience
    before: PastDeed | None
    open_name: str = ""
    open_faces: tuple[int, ...] = ()
    told: bool = False

    def name_for(self, role: Role) -> str:
        """Its name for a role; empty for one that may not know of it."""
        knows = role is Role.REFEREE or self.audience.value == role.value
        return self.name if knows else self.open_name

    @property
    def words(self) -> str:
        """Its name with its dice."""
        return f"{self.name}{_shown(tuple(die.pips for thrown in self.dice.values() for die in thrown))}"

    @property
    def open_words(self) -> str:
        """The same, as everybody may hear it."""
        return f"{self.open_name}{_shown(self.open_faces)}"

    @property
    def is_light(self) -> bool:
        """Whether it threw no die and told nobody anything: who did it may take it back alone."""
        return not self.dice and not self.told


def _shown(faces: tuple[int, ...]) -> str:
    if not faces:
        return ""
    return f" ({'die' if len(faces) == 1 else 'dice'} {', '.join(map(str, faces))})"


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request that waits for the other side: the command that will be done if it agrees.

    Where the other side may not read it, `withheld` is what it really asks and `read` are the words for who may;
    `dice` are those of what it asks for.
    """

    by: Role
    words: str
    command: dict[str, object]
    withheld: dict[str, object] = field(default_factory=dict)
    read: str = ""
    dice: dict[str, tuple[Throw, ...]] = field(default_factory=dict)

    @property
    def wanted(self) -> dict[str, object]:
        """What is done if it is agreed to."""
        return self.withheld or self.command

    def words_for(self, role: Role) -> str:
        """What is asked, as a role may read it."""
        return self.read if self.read and role in (Role.REFEREE, self.by) else self.words


class RecordState(Remembers, Protocol):
    """What a state remembers of the record itself."""

    deeds: PastDeed | None
    asked: WaitingRequest | None
    allowed: tuple[RequestAllowed, ...]
    """Requests that were agreed to and wait to be carried out: one of each side at most."""
    seated: tuple[str, ...]
    """The sides that a device has played or sat at so far."""
    sitting: dict[str, int]
    """How many devices sit at each side, as far as the log tells: that of the host is not among them."""
    seats_allowed: tuple[str, ...]
    """What sides agreed to, one device each: "defender", or "defender referee" for a device at the referee's seat."""


class OpenedState(RecordState, Protocol):
    """A state that knows which command opened its game."""

    opened_by: str


def is_set_up(state: OpenedState, recorded: Recorded[Any], opens: bool) -> bool:
    """Return whether an event belongs to the command that opened the game: nobody can undo what a game ships with."""
    if opens:
        state.opened_by = recorded.command_id
    return recorded.command_id == state.opened_by


def remember(state: RecordState, recorded: Recorded[Any], name: str, dice: Dice, span: str, told: bool) -> None:
    """Keep what was done under its command's name, so that it can be taken back by it.

    `dice` lie under their numbered names. Events of one command are one deed.
    """
    seq, _, command_id, role, audience = recorded
    newest, is_open = state.deeds, audience is Audience.ALL
    faces = tuple([die.pips for thrown in dice.values() for die in thrown]) if is_open and dice else ()
    if newest is not None and newest.command_id == command_id:
        state.deeds = newest._replace(
            seqs=(*newest.seqs, seq),
            dice=newest.dice | dice,
            open_name=newest.open_name or (name if is_open else ""),
            open_faces=(*newest.open_faces, *faces),
            told=newest.told or told,
        )
        return
    open_name = name if is_open else ""
    state.deeds = PastDeed(command_id, role, span, (seq,), name, dice, audience, newest, open_name, faces, told)


def fold_question(state: RecordState, event: ConsentAsked | Withheld) -> None:
    """A question waits for its answer; one that nobody answered is gone, and its dice lie there."""
    if isinstance(event, Withheld):
        close_question(state)
        state.asked = WaitingRequest(event.by, SOMETHING, {"kind": WITHHELD}, event.command, event.words)
        return
    unseen = state.asked if event.command.get("kind") == WITHHELD else None
    if unseen is None:
        close_question(state)
        state.asked = WaitingRequest(event.by, event.words, event.command, dice=event.dice)
    else:
        state.asked = WaitingRequest(event.by, event.words, event.command, unseen.withheld, unseen.read, event.dice)


def close_question(state: RecordState) -> None:
    """Nothing is asked any more; dice of what was asked for stay thrown."""
    if state.asked and state.asked.dice:
        state.thrown = laid(state.thrown, state.asked.dice)
    state.asked = None


def allowed_to(state: RecordState, role: Role) -> RequestAllowed | None:
    """Return the request of a side that was agreed to and waits to be carried out."""
    return next((allowed for allowed in state.allowed if allowed.by is role), None)


def fold_allowed(state: RecordState, event: RequestAllowed) -> None:
    """Let a side carry out what it asked for; an earlier request of the side gives way."""
    state.allowed = (*(allowed for allowed in state.allowed if allowed.by is not event.by), event)


def fold_withdrawn(state: RecordState, event: ConsentWithdrawn) -> None:
    """Close the side's question, or give up what was agreed to."""
    if state.asked is not None and state.asked.by is event.by:
        close_question(state)
        return
    state.allowed = tuple(allowed for allowed in state.allowed if allowed.by is not event.by)


def forget_carried_out(state: RecordState, recorded: Recorded[Any]) -> None:
    """Let a request be carried out once: with its override it no longer waits."""
    event = recorded.event
    if state.allowed and isinstance(event, Overruled):
        state.allowed = tuple(allowed for allowed in state.allowed if not is_of(allowed, event, recorded.role))


def is_of(allowed: RequestAllowed, event: Overruled, role: Role) -> bool:
    """Whether an override by a role is the one that a request was allowed for."""
    return (allowed.by, allowed.clause, allowed.reason) == (role, event.clause, event.reason)


def note_side(state: RecordState, recorded: Recorded[Any]) -> None:
    """Remember that a device plays, or sat down at, a side."""
    role = recorded.role
    if role.plays and role.value not in state.seated:
        state.seated = (*state.seated, role.value)


def fold_seat_taken(state: RecordState, event: SeatTaken) -> None:
    """One more device sits at its side; what the side had agreed to is used up."""
    seat = event.role.value
    state.sitting = {**state.sitting, seat: state.sitting.get(seat, 0) + 1}
    allowed = list(state.seats_allowed)
    for agreed in {one for one in allowed if one.rpartition(" ")[2] == seat}:
        allowed.remove(agreed)
    state.seats_allowed = tuple(allowed)


def fold_seat_given_up(state: RecordState, event: SeatGivenUp) -> None:
    """One device fewer sits at its side."""
    side = event.role.value
    state.sitting = {**state.sitting, side: max(0, state.sitting.get(side, 0) - 1)}


def fold_seat_allowed(state: RecordState, event: SeatAllowed) -> None:
    """One more device may sit down at a side, or at another seat from which the side is seen."""
    state.seats_allowed = (*state.seats_allowed, agreed_seat(event.side, event.seat))


def agreed_seat(side: Role, seat: Role | None) -> str:
    """Return how `seats_allowed` names that a side agreed to a device at a seat; None is the side's own."""
    return side.value if seat in (None, side) else f"{side.value} {seat}"


def unused_dice(state: RecordState) -> Dice:
    """Return the dice that lie thrown and belong to no deed that stands, the last ones of a roll among them."""
    used = {roll: len(dice) for deed in chain(state.deeds) for roll, dice in deed.dice.items()}
    return {roll: left for roll, dice in state.thrown.items() if (left := dice[used.get(roll, 0) :])}


def fold_dropped(state: RecordState, event: DiceDropped) -> None:
    """Dice that were dropped lie there no longer: the last ones of each roll."""
    kept = {roll: dice[: len(dice) - len(event.dice.get(roll, ()))] for roll, dice in state.thrown.items()}
    state.thrown = {roll: dice for roll, dice in kept.items() if dice}


def fold_taken_back(state: RecordState, event: TakenBack) -> None:
    """The dice of what was taken back stay thrown, and no question is left open."""
    close_question(state)
    state.thrown = laid(event.dice, state.thrown)


def chain(newest: PastDeed | None) -> Iterator[PastDeed]:
    """The deeds that stand, the newest first."""
    while newest is not None:
        yield newest
        newest = newest.before


def since(newest: PastDeed | None, command_id: str) -> tuple[PastDeed, ...]:
    """The newest deed, or all back to the named one; nothing if it is not there."""
    found = list[PastDeed]()
    for deed in chain(newest):
        found.append(deed)
        if not command_id or deed.command_id == command_id:
            return tuple(found)
    return ()


S_contra = TypeVar("S_contra", bound="RecordState", contravariant=True)


class Costs(StrEnum):
    """Which way a correction of a value costs its owner: upwards (or yes), downwards (or no), or neither."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


class Correctable(NamedTuple):
    """A value that can be set to what stands on the table: what it is, what it may be, whose, and what costs him."""

    value: int | float | bool | str
    allowed: Callable[[object], bool]
    costs: Costs = Costs.NEITHER
    owner: Role | None = None

    def read(self, value: Any) -> Any:
        """Return a value as it is kept: a number that can only be a minus or 0 is read without its sign too."""
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        only_takes_away = self.allowed(-1) and not self.allowed(1)
        return -value if is_number and value > 0 and only_takes_away else value

    def hurts(self, after: object) -> bool:
        """Whether its owner is worse off with it."""
        if self.costs is Costs.NEITHER or not isinstance(after, int | float) or not isinstance(self.value, int | float):
            return False
        return after > self.value if self.costs is Costs.MORE else after < self.value


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that can be made: what follows, what it says, whether it costs `owner`, and whether it is hidden."""

    events: Sequence[Any]
    says: str
    owner: Role | None
    costs_owner: bool
    hidden: bool = False


Judgement = Sequence[Any] | Refusal


class Keeps(Protocol[S_contra]):
    """What a rule system says of its record."""

    @property
    def seating(self) -> Seating:
        """The seats at a game of it."""
        ...

    def span(self, state: S_contra) -> str:
        """Within what a side takes back alone: a player turn, a step, a phase."""
        ...

    def is_shared(self, state: S_contra) -> bool:
        """Whether the present step belongs to both sides at once: each takes back its own newest deed there."""
        ...

    def read(self, values: Mapping[str, object]) -> Any:
        """The command of these values, or a refusal."""
        ...

    def judge(self, state: S_contra, actor: Actor, command: Any, overruled: bool = False) -> Judgement:
        """What a command brings; with `overruled`, although the rules refuse it."""
        ...

    def correction(self, state: S_contra, actor: Actor, command: Any) -> Correction | Refusal:
        """What a correction would do."""
        ...

    def agreed(self, state: S_contra, actor: Actor, values: Mapping[str, object]) -> Judgement | None:
        """What follows where a question of a chapter's own was agreed to; None for a question that is not one."""
        ...

    def is_open(self, state: S_contra, roll: str) -> bool:
        """Whether everybody may know of the dice that lie under the name of a roll."""
        ...

    def audience(self, state: S_contra, event: Any) -> Audience:
        """Who may know of an event that has not happened."""
        ...


def ask_other_side(
    state: RecordState,
    actor: Actor,
    words: str,
    asked: dict[str, object],
    *,
    to_all: str = "",
) -> Judgement:
    """The question to the other side; what it may not read is `to_all` for it, and a referee is asked in its place."""
    if state.asked and state.asked.by is not actor.role:
        return Refusal("", "the other side is asking something", "answer that first")
    if not to_all:
        return (ConsentAsked(actor.role, words, asked),)
    whom = Role.REFEREE.value if actor.referee_present else ""
    question: dict[str, object] = {"kind": WITHHELD, "of": whom}
    return Withheld(actor.role, words, asked), ConsentAsked(actor.role, to_all, question)
