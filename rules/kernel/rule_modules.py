"""Rule modules of a system, and the game made of them: events, commands, messages, views.

A system names its modules in one list (`Chapters`). What a keeper of games, the record and the stage need to know of
every event and command comes from that list; nothing else lists them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from rules.kernel.commands import Deed, Stage, asked, stage
from rules.kernel.dice_ledger import Dice
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Costs, Judgement, RecordState, chain
from rules.kernel.play import NO_DRAFTS, Drafting, Past, Recorded, no_past
from rules.kernel.prompts import Filled, Told
from rules.kernel.record_events import ConsentAnswered
from rules.kernel.seats import Actor, Audience, Role, Seating
from rules.kernel.undo import what_stands, withdrawn_by

# A chapter of a rule system as one value

S = TypeVar("S")
T = TypeVar("T")
Event = object
"""What has happened in a game: a frozen value of one of the kinds that a system's chapters name."""
Command = object
"""What a seat asks for: a frozen value of one of the kinds that a system's chapters name."""
Card = dict[str, Any]
"""The dice, the outcome and the reasons of an event, as plain values."""
OPENS: Final = "game_created"
"""The kind of the event that opens a game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind(Generic[S]):
    """A kind of event: what it is called in the log, and what it does to the state.

    What `is_deed` can be taken back. `dice`: those that lie in it, by the name of their roll, as the state was before
    it. `tells`: whether it tells somebody what he had not known, so that its deed is not taken back by one side alone.
    Who has `heard` it, where that is not everybody, or something else decides it.
    """

    kind: str
    made: type[Any]
    fold: Callable[[S, Any], None]
    dice: Callable[[S, Any], Dice] | None = None
    tells: Callable[[S, Any], bool] | None = None
    heard: Callable[[S, Any], Audience | None] | None = None
    is_deed: bool = True


@dataclass(frozen=True, slots=True)
class Telling(Generic[S]):
    """What a chapter says of its events: a sentence, a shorter name for taking back, the card that stays in sight."""

    says: Callable[[S, Any], str]
    names: Callable[[S, Any], str] | None = None
    card: Callable[[Any], Card | None] | None = None


Value = int | float | bool | str
Kept = tuple[Value, Callable[[object], bool]]
"""A value that is kept, and whether another may stand in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections(Generic[S, T]):
    """What of a chapter can be set to what stands on the table: the values that are `kept` of a thing.

    `fold` sets one, and says whether it was one of its own. `costs`: which way a value costs its owner. `named`: things
    of its own that can be corrected; `owner` whose such a thing is. `secret`: the side that keeps a correction to
    itself. In words: what was set (`says`), and of which `thing`; empty where they are another chapter's.
    """

    kept: Callable[[T, str], Mapping[str, Kept]]
    fold: Callable[[S, Any], bool]
    costs: Mapping[str, Costs] = field(default_factory=dict)
    named: Callable[[S], Iterable[str]] | None = None
    owner: Callable[[S, str], str] | None = None
    secret: Callable[[S, Any], str] | None = None
    says: Callable[[str, Value], str] | None = None
    thing: Callable[[S, str], str] | None = None


def no_judge(_table: Any, command: Command) -> Judgement:
    """Of a chapter that has no commands."""
    raise LookupError(f"nobody judges {command!r}")


def judged_by(judges: Mapping[type[Any], Callable[[Any, Any], Judgement]]) -> Callable[[Any, Command], Judgement]:
    """The judge of a chapter each of whose commands has one of its own."""
    return lambda table, command: judges[type(command)](table, command)


def always(_state: Any, _event: Event) -> bool:
    """Of what tells of something hidden whenever it happens."""
    return True


class BeginsGame(ABC):
    """A command that begins a game: before it there is none, and no chapter judges it."""

    __slots__ = ()

    @abstractmethod
    def begun(self, state: Any) -> Judgement:
        """What a game begins with, or why it may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter(Generic[S, T]):
    """A chapter: its events, its commands, what waits while something of it is to be settled, its words, its deeds.

    What it does with another chapter's events stands in `folds_before` and `folds_after` those have been folded, by
    their kinds; in `happens_with` what happens of it together with one, before either has: the events in place of that
    one, which is among them; of a kind of event one chapter alone says that. `drafts` are those of its commands that a
    side writes unseen until it is ready, `kept_commands` those that only the keeper of a game sends; `crosses` those
    that may cross an event of another seat, by its kind. `waits` is asked about every command of the kinds that it
    `lets_wait`; where several chapters let it wait, the one with the lowest `waits_at` is heard. `agreed`: what follows
    where the other side has agreed to a question of this chapter's own, by the values of its command.
    """

    key: str
    events: tuple[EventKind[S], ...] = ()
    folds_before: Mapping[str, Callable[[S, Any], None]] = field(default_factory=dict)
    folds_after: Mapping[str, Callable[[S, Any], None]] = field(default_factory=dict)
    happens_with: Mapping[str, Callable[[T, Any], Sequence[Event]]] = field(default_factory=dict)
    told: Telling[S] | None = None
    commands: Mapping[str, type[Any]] = field(default_factory=dict)
    drafts: Mapping[str, type[Any]] = field(default_factory=dict)
    kept_commands: Mapping[str, type[Any]] = field(default_factory=dict)
    crosses: Mapping[str, str] = field(default_factory=dict)
    judge: Callable[[T, Any], Judgement] = no_judge
    waits: Callable[[T, Any], Refusal | None] | None = None
    lets_wait: tuple[type[Any], ...] = (object,)
    waits_at: int = 0
    corrections: Corrections[S, T] | None = None
    agreed: Callable[[T, Mapping[str, object]], Judgement | None] | None = None
    deeds: Sequence[Deed[Any]] = ()
    views: Mapping[str, Callable[..., Any]] = field(default_factory=dict)


class Chapters(Generic[S, T]):
    """All chapters of a system, in the order in which what they owe stands on the stage."""

    def __init__(self, chapters: Sequence[Chapter[S, T]]) -> None:
        self.listed = tuple(chapters)
        self.of_event = {one.made: one for chapter in self.listed for one in chapter.events}
        self.events = {one.kind: one.made for one in self.of_event.values()}
        self.drafts = {kind: made for chapter in self.listed for kind, made in chapter.drafts.items()}
        self.commands = {kind: made for one in self.listed for kind, made in {**one.commands, **one.drafts}.items()}
        self.command_kinds = {made: kind for kind, made in self.commands.items()}
        self.kept_commands = {kind: made for chapter in self.listed for kind, made in chapter.kept_commands.items()}
        self.crosses = {kind: event for chapter in self.listed for kind, event in chapter.crosses.items()}
        self._judges = {
            made: one.judge for one in self.listed for made in (*one.commands.values(), *one.drafts.values())
        }
        self._folds = {
            made: (
                *(one.folds_before[kind.kind] for one in self.listed if kind.kind in one.folds_before),
                kind.fold,
                *(one.folds_after[kind.kind] for one in self.listed if kind.kind in one.folds_after),
            )
            for made, kind in self.of_event.items()
        }
        self._happens_with = {
            self.events[kind]: happens for one in self.listed for kind, happens in one.happens_with.items()
        }
        self._told = {kind.made: one.told for one in self.listed if one.told for kind in one.events}
        waiting = sorted((one for one in self.listed if one.waits), key=lambda one: one.waits_at)
        self._waits = {
            made: [one.waits for one in waiting if one.waits and issubclass(made, one.lets_wait)]
            for made in self._judges
        }

    def fold(self, state: S, event: Event) -> None:
        """Fold an event in."""
        for fold in self._folds[type(event)]:
            fold(state, event)

    def dice(self, state: S, event: Event) -> Dice:
        """The dice of an event by the name of their roll; `state` is the one before it."""
        dice = self.of_event[type(event)].dice
        return dice(state, event) if dice else {}

    def tells(self, state: S, event: Event) -> bool:
        """Whether an event tells somebody what he had not known."""
        tells = self.of_event[type(event)].tells
        return bool(tells and tells(state, event))

    def heard(self, state: S, event: Event) -> Audience | None:
        """Who may know of an event, where its kind says so."""
        heard = self.of_event[type(event)].heard
        return heard(state, event) if heard else None

    def opens(self, event: Event) -> bool:
        """Return whether an event opens a game."""
        return self.of_event[type(event)].kind == OPENS

    def is_deed(self, event: Event) -> bool:
        """Whether an event is part of a deed that can be taken back; what was not agreed to is simply asked again."""
        return self.of_event[type(event)].is_deed and not (isinstance(event, ConsentAnswered) and not event.agreed)

    def waits(self, table: T, command: Command) -> Refusal | None:
        """What a command waits for that is to be settled first, of whatever chapter."""
        for waits in self._waits[type(command)]:
            if refused := waits(table, command):
                return refused
        return None

    def judge(self, table: T, command: Command) -> Judgement:
        """Hand a command to the chapter that knows it; what happens of others together with its events is with them."""
        judged = self._judges[type(command)](table, command)
        if isinstance(judged, Refusal) or self._happens_with.keys().isdisjoint(map(type, judged)):
            return judged
        return tuple(one for event in judged for one in self._happens(table, event))

    def _happens(self, table: T, event: Event) -> Sequence[Event]:
        happens = self._happens_with.get(type(event))
        return happens(table, event) if happens else (event,)

    @property
    def corrections(self) -> Iterator[Corrections[S, T]]:
        """What can be corrected, chapter by chapter."""
        return (one.corrections for one in self.listed if one.corrections)

    def agreed(self, table: T, values: Mapping[str, object]) -> Judgement | None:
        """What follows where the other side has agreed to a question of some chapter's own."""
        asked = (one.agreed(table, values) for one in self.listed if one.agreed)
        return next((judged for judged in asked if judged is not None), None)

    def says(self, state: S, event: Event) -> str:
        """One plain sentence."""
        return self._told[type(event)].says(state, event)

    def name(self, state: S, event: Event) -> str | None:
        """The name of a deed on the button that takes it back; None where its sentence says it."""
        names = self._told[type(event)].names
        return names(state, event) if names else None

    def card(self, event: Event) -> Card | None:
        """The dice, the outcome and the reasons of what was resolved; None where there is nothing to show."""
        card = self._told[type(event)].card
        return card(event) if card else None

    def deeds(self) -> Iterator[Deed[Any]]:
        """What may be done, chapter by chapter."""
        for one in self.listed:
            yield from one.deeds

    def views(self) -> dict[str, Callable[..., Any]]:
        """What each chapter shows of itself, by the name under which a seat gets it."""
        return {name: view for one in self.listed for name, view in one.views.items()}


# A game that is made of chapters


class ChapteredState(RecordState, Protocol):
    """What a state of such a game is asked beside its record."""

    span_began: int

    def copy(self) -> Self:
        """An independent copy."""
        ...

    def brief(self) -> Self:
        """The same with the newest deeds only: the older ones can be taken back by name, and nothing else asks."""
        ...


State = TypeVar("State", bound=ChapteredState)


class ChapteredGame(ABC, Generic[State]):
    """A playable system, as the keeper of games knows it (`Playable`).

    What it adds itself: how it decides and applies, whose table a seat looks at with which deeds (`seated`), what a
    seat may view, and what its `things` are called. The rest is as its chapters have it.
    """

    key: str
    seating: Seating
    state_type: type[State]
    reaches_back: Collection[str] = frozenset(
        {"undo", "override", "answer", "correct", "correct_die", "carry_out", "take_seat"}
    )

    def __init__(self, chapters: Chapters[State, Any], drafting: Drafting = NO_DRAFTS) -> None:
        self.chapters, self.drafting = chapters, drafting
        self.crosses: Mapping[str, str] = chapters.crosses
        self.commands: Mapping[str, type[Any]] = chapters.commands
        self.kept_commands: Mapping[str, type[Any]] = chapters.kept_commands
        self.events: Mapping[str, type[Any]] = chapters.events

    @abstractmethod
    def decide(self, state: State, command: Any, actor: Actor, past: Past = no_past) -> Judgement:
        """Judge one command."""

    @abstractmethod
    def apply(self, state: State, recorded: Recorded[Any]) -> State:
        """Fold one event in."""

    @abstractmethod
    def view(self, state: State, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know."""

    @abstractmethod
    def seated(
        self, state: State, actor: Actor, past: Past = no_past, overruled: bool = False
    ) -> tuple[Any, Sequence[Deed[Any]]]:
        """The table as a seat looks at it, and the deeds that there may be at it now."""

    def things(self, _state: State, _role: Role, _of: Collection[str]) -> dict[str, str]:
        """What things are called for a role; empty for one that it may not know of."""
        return {}

    def fresh(self) -> State:
        """The state before anything has happened."""
        return self.state_type()

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()

    def brief(self, state: State) -> State:
        """The newest deeds only."""
        return state.brief()

    def span_began(self, state: State) -> int:
        """The event with which the span began within which a side takes back alone."""
        return state.span_began

    def replay(self, log: Sequence[Recorded[Any]]) -> State:
        """Fold a whole log, leaving out what was taken back."""
        state = self.fresh()
        for recorded in what_stands(log):
            state = self.apply(state, recorded)
        return state

    def taken_back(self, event: Any) -> Collection[int]:
        """The numbers of the events which this one withdraws."""
        return withdrawn_by(event)

    def audience(self, state: State, event: Any) -> Audience:
        """Who may know of this event."""
        return self.chapters.heard(state, event) or Audience.ALL

    def tell(self, state: State, recorded: Recorded[Any], _role: Role) -> Mapping[str, Any]:
        """One event as it is told, alike to everybody who may read it: nobody else is sent it."""
        event = recorded.event
        told = {"kind": self.chapters.of_event[type(event)].kind, "says": self.chapters.says(state, event)}
        card = self.chapters.card(event) or {}
        return told | {"by": recorded.role.value, "command_id": recorded.command_id, **card}

    def event_for(self, _state: State, recorded: Recorded[Any], _role: Role) -> Any | None:
        """Return the event itself: every seat that hears of it may know all of it."""
        return recorded.event

    def names(self, state: State, role: Role, of: Collection[str]) -> Mapping[str, str]:
        """Things by their names, and past deeds as they were told."""
        done = {deed.command_id: deed.name_for(role) for deed in chain(state.deeds) if deed.command_id in of}
        return {one: name for one, name in (self.things(state, role, of) | done).items() if name}

    def stage(self, state: State, actor: Actor, past: Past = no_past) -> Stage:
        """What a seat owes, is offered and waits for."""
        return stage(*self.seated(state, actor, past))

    def asked(
        self,
        state: State,
        actor: Actor,
        kind: str,
        about: Told,
        told: Told,
        past: Past = no_past,
        overruled: bool = False,
    ) -> Filled[Any]:
        """What a deed asks, as far as it was told."""
        return asked(*self.seated(state, actor, past, overruled), kind, about, told)

    def unproved(self, _log: Sequence[Recorded[Any]], _game: str) -> Sequence[str]:
        """Nothing is promised in a log that could be held against it."""
        return ()

    def upcast(self, _kind: str, _version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """No kind has an older version."""
        return payload
