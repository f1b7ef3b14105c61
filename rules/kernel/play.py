"""The protocol of a playable system: what the service asks of it.

A game is the fold of its log: `decide` judges a command against the state and returns what happened (events that
carry their results) or why it may not; `apply` records one event and judges nothing; `view` says what a seat may know.
Drafts are written unseen beside the log until their side is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from rules.kernel.commands import Stage
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.prompts import Filled, Told
from rules.kernel.seats import Actor, Audience, Role, Seating

# Commands


def about_nothing(_event: Any) -> Collection[str]:
    """Of a system that has no drafts."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """Which commands of a system are drafts, and which one seals them.

    Every event of a draft is for one side alone. The keeper of a game judges a draft like any command, but no event of
    it comes into the log: it is kept for its side, which sees it as if it had happened. The command `seals` of that
    side brings all of them: the keeper writes them into its field `written`, as they were sent and in their order, and
    judges it on the game as it stands without them. `whose` is the field in which it names its side; without one it
    seals for its sender. What an event says anew of all that another was `about` takes that one's place.
    """

    kinds: Collection[str] = ()
    seals: str = ""
    about: Callable[[Any], Collection[str]] = about_nothing
    whose: str = "side"
    written: str = "written"


NO_DRAFTS: Final = Drafting()
"""Of a system in which nothing is written unseen, or all of it is an event at once."""


# What a playable system offers to whoever keeps its games

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class Done(NamedTuple):
    """A command that was done: on which state, what it was, by whom.

    The state `before` it is worked out only where it is asked for: mostly what the command was is enough.
    """

    before: Callable[[], Any]
    command: Any
    actor: Actor


Past = Callable[[str], Done | None]
"""What a keeper knows of a command by its id; None where it is not known (any more)."""


@runtime_checkable
class KnowsAssumed(Protocol):
    """A past that knows too what of a command nobody had told."""

    def assumed(self, command_id: str) -> Mapping[str, Mapping[str, Any]]:
        """The values that were only assumed, by their places in the command, each with what stands beside it."""
        ...


def no_past(_command_id: str) -> None:
    """The past of a game that nobody keeps."""


class Recorded(NamedTuple, Generic[E]):
    """One event as it stands in the log: its number, the command it came from, who may know of it."""

    seq: int
    event: E
    command_id: str
    role: Role
    audience: Audience = Audience.ALL


class Playable(Protocol[S, C, E]):
    """A rule system that can be played.

    `commands` and `events` map the stable `kind` string of each closed union to its frozen dataclass.
    States may be changed in place by `apply`; `copy` gives an independent one cheaply. A state of `state_type` is made
    of plain values throughout, so that it can be kept as JSON. `reaches_back`: the kinds of commands that are judged by
    the whole past of a game, not by a `brief` state. `crosses`: kinds of commands that may cross an event of another
    seat, by the kind of that event: both sides throw their dice at once, and neither comes too late. `kept_commands`
    are those that only the keeper of a game sends, such as that somebody sat down; no device may. `seating` names its
    sides and seats. `drafting`: which commands are kept beside the log until their side is ready.
    """

    key: str
    seating: Seating
    state_type: type[S]
    reaches_back: Collection[str]
    crosses: Mapping[str, str]
    drafting: Drafting
    commands: Mapping[str, type[C]]
    kept_commands: Mapping[str, type[C]]
    events: Mapping[str, type[E]]

    def fresh(self) -> S:
        """The state before anything has happened."""
        ...

    def copy(self, state: S) -> S:
        """An independent copy: applying to one does not change the other."""
        ...

    def brief(self, state: S) -> S:
        """An independent state without its far past, which is as long as the log: it shows and judges the same.

        Only commands of the kinds in `reaches_back` need a state folded from the first event.
        """
        ...

    def decide(self, state: S, command: C, actor: Actor, past: Past = no_past) -> Sequence[E] | Refusal:
        """Judge one command. Pure; every die in it has been thrown. `past`: what was done before, by command id."""
        ...

    def apply(self, state: S, recorded: Recorded[E]) -> S:
        """Fold one event in. Total: no dice, no tables, no clock, no refusal."""
        ...

    def span_began(self, state: S) -> int:
        """The number of the event with which the present span began: within it a side takes back alone."""
        ...

    def replay(self, log: Sequence[Recorded[E]]) -> S:
        """Fold a whole log, leaving out what was taken back."""
        ...

    def taken_back(self, event: E) -> Collection[int]:
        """The numbers (`Recorded.seq`) of the events which this one withdraws; empty for every other kind.

        A keeper may then fold again from just before the first of them instead of from the beginning; the state must be
        the same as that of `replay`. Withdrawing a withdrawal brings back what it had withdrawn.
        """
        ...

    def audience(self, state: S, event: E) -> Audience:
        """Who may know of this event."""
        ...

    def view(self, state: S, role: Role) -> Mapping[str, Any]:
        """Everything a seat of this role may know, as JSON-ready values. The only way out for game state."""
        ...

    def tell(self, state: S, recorded: Recorded[E], role: Role) -> Mapping[str, Any]:
        """One event as a seat of this role may read it, JSON-ready; asked only if its audience holds the role.

        `kind` is the event's stable name, `says` one plain sentence for the log. What was told stays, until something
        is taken back: a keeper may tell it again without asking.
        """
        ...

    def event_for(self, state: S, recorded: Recorded[E], role: Role) -> E | None:
        """Return the event with all that a seat of this role may know of it; None where it may not know everything.

        A keeper compares it with later commands of the seat, so that nothing hidden may change what it is answered.
        """
        ...

    def stage(self, state: S, actor: Actor, past: Past = no_past) -> Stage:
        """What a seat owes now, what it is offered or why not, and whom it waits for. Tells of nothing else."""
        ...

    def names(self, state: S, role: Role, of: Collection[str]) -> Mapping[str, str]:
        """What things of a game are called, and its past deeds by their commands, as far as a role may know of them."""
        ...

    def asked(
        self,
        state: S,
        actor: Actor,
        kind: str,
        about: Told,
        told: Told,
        past: Past = no_past,
        overruled: bool = False,
    ) -> Filled[C]:
        """What a deed asks, as far as it was told: its questions, and the command or what it still lacks.

        `overruled`: as it is judged where the players have set a refusal of it aside.
        """
        ...

    def unproved(self, log: Sequence[Recorded[E]], game: str) -> Sequence[str]:
        """What in a whole log is not what was promised in it, in plain sentences; `game`: what its keeper calls it."""
        ...

    def upcast(self, kind: str, version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
        """Bring a stored payload of an older version up to the current one."""
        ...
