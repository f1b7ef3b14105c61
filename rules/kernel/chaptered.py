"""A game that is made of chapters: what the keeper of games asks of every such system, answered once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from rules.kernel.asking import Told
from rules.kernel.chapters import Chapters
from rules.kernel.deeds import Judgement, RecordState, chain
from rules.kernel.drafting import NO_DRAFTS, Drafting
from rules.kernel.filling import Filled
from rules.kernel.play import Past, Recorded, no_past
from rules.kernel.seats import Actor, Audience, Role, Seating
from rules.kernel.stage import Deed, Stage, asked, stage
from rules.kernel.undo import what_stands, withdrawn_by


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
        {"take_back", "overrule", "answer", "correct", "reread", "carry_out", "take_seat"}
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
