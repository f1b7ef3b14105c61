"""Luck: every die of a game and its roller, against what its faces would have brought."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, is_dataclass
from math import sqrt
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rules.flanders_fields.game.decisions import prospects
from rules.flanders_fields.game.registry import event_specs
from rules.flanders_fields.game.rule_module import Brings, Prospect, ThrownFor
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.vocabulary import FireResult, MoraleResult, Side
from rules.kernel.dice import FACES, Throw
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Recorded
from rules.kernel.rule_modules import Command, Event
from rules.kernel.seats import Actor

# What every die of a game was thrown for, and by whom


class Thrown(NamedTuple):
    """A die of a side, and what it was thrown for."""

    side: Side
    roll: ThrownFor
    pips: int


def dice_of(state: GameState, recorded: Recorded[Event]) -> Iterator[Thrown]:
    """The dice that were thrown with an event, in its order; `state` is the one before it.

    A die that lay there already, and that the event only reads again, is not among them.
    """
    event, kind = recorded.event, event_specs()[type(recorded.event)]
    side = kind.whose(state, event) or _sender(state, recorded)
    for number, throw in enumerate(kind.fresh(state, event) if kind.fresh else throws_in(event)):
        # The first die says whether fire deviates, the others only where to.
        aside = kind.roll is ThrownFor.DEVIATION and number > 0
        yield Thrown(side, ThrownFor.CHANCE if aside else kind.roll, throw.pips)


def throws_in(value: object) -> Iterator[Throw]:
    """Every die that lies in an event, in its order."""
    if isinstance(value, Throw):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from throws_in(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from throws_in(getattr(value, one.name))


def _sender(state: GameState, recorded: Recorded[Event]) -> Side:
    if recorded.role.plays:
        return Side(recorded.role.value)
    return state.turn.side


# How dice fell against what they were to bring

MEAN: Final = fmean(FACES)
VARIANCE: Final = pvariance(FACES)
HITS, KILLS = "hits", "kills"
BRINGS: Final[Mapping[ThrownFor, str]] = {
    ThrownFor.ORDERS: "actions",
    ThrownFor.DEVIATION: "on their point",
    ThrownFor.MORALE: "held",
    ThrownFor.COMBAT: "won",
    ThrownFor.ARRIVALS: "arrived",
    ThrownFor.AIR: "came",
    ThrownFor.OTHER: "done",
}
"""What is counted of rolls that do not hurt anybody."""


class LoggedCommand(NamedTuple):
    """A command of the log, and who sent it."""

    command: Command
    actor: Actor


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice a side threw: how many of each face, and how far their sum is off what was to be expected.

    `luck` is that in standard deviations; beyond 2 it happens to one side in twenty games.
    """

    faces: Mapping[int, int]

    @property
    def thrown(self) -> int:
        """How many they were."""
        return sum(self.faces.values())

    @property
    def mean(self) -> float:
        """Their average; that of a fair die where none was thrown."""
        return sum(face * number for face, number in self.faces.items()) / self.thrown if self.thrown else MEAN

    @property
    def expected(self) -> float:
        """How many of each face were to be expected."""
        return self.thrown / len(FACES)

    @property
    def luck(self) -> float:
        """How far the sum is off, in standard deviations; above 0 it is higher than expected."""
        return (self.mean - MEAN) * sqrt(self.thrown / VARIANCE) if self.thrown else 0.0


@dataclass(frozen=True, slots=True)
class LuckTally:
    """What so many dice brought of something, and what they were to bring on average; `variance` is that of the sum."""

    what: str
    dice: int
    came: int
    expected: float
    variance: float

    @property
    def luck(self) -> float:
        """How far it is off, in standard deviations; above 0 it is better for who threw."""
        return (self.came - self.expected) / sqrt(self.variance) if self.variance else 0.0


@dataclass(frozen=True, slots=True)
class Rolls:
    """The dice a side threw for one thing, and what they brought where that can be told."""

    roll: ThrownFor
    dice: Dice
    tallies: tuple[LuckTally, ...]


@dataclass(slots=True)
class Luck:
    """What is counted of the dice while a log is folded."""

    sent: Mapping[str, LoggedCommand]
    faces: dict[tuple[Side, ThrownFor], Counter[int]] = field(default_factory=dict)
    tallies: dict[tuple[Side, ThrownFor, str], LuckTally] = field(default_factory=dict)

    def dice(self, side: Side) -> Dice:
        """All the dice of a side that were to be better high."""
        found = Counter[int]()
        for (whose, roll), faces in self.faces.items():
            if whose is side and roll is not ThrownFor.CHANCE:
                found.update(faces)
        return Dice(dict(found))

    def rolls(self, side: Side) -> tuple[Rolls, ...]:
        """The dice of a side by what they were thrown for."""
        return tuple(
            Rolls(roll, Dice(dict(self.faces[side, roll])), tuple(self._of(side, roll)))
            for roll in ThrownFor
            if (side, roll) in self.faces
        )

    def _of(self, side: Side, roll: ThrownFor) -> Iterator[LuckTally]:
        for (whose, kind, _), tally in self.tallies.items():
            if (whose, kind) == (side, roll):
                yield tally

    def look_at(self, state: GameState, events: Sequence[Recorded[Event]]) -> None:
        """Count the dice of one command; `state` is the one before its first event."""
        thrown = [die for one in events for die in dice_of(state, one)]
        for die in thrown:
            self.faces.setdefault((die.side, die.roll), Counter())[die.pips] += 1
        judged = [die for die in thrown if die.roll is not ThrownFor.CHANCE]
        foreseen = _foreseen(state, self.sent.get(events[0].command_id)) if judged else []
        if len(foreseen) == len(judged):
            for die, brought in zip(judged, foreseen, strict=True):
                if not _on_its_own(state, die, brought.of):
                    self._count(die, brought.faces)
        for one in events:
            self._count_fight(state, one.event)

    def _count(self, die: Thrown, brings: tuple[Brings, ...]) -> None:
        for what, worth in _worths(die.roll, brings):
            self._add(die.side, die.roll, what, worth[die.pips - 1], worth)

    def _count_fight(self, state: GameState, event: Event) -> None:
        """Both dice of a fight at once: who wins hangs on the two."""
        fought = event_specs()[type(event)].fought if type(event) in event_specs() else None
        for side, won, throws in fought(state, event) if fought else ():
            self._add(side, ThrownFor.COMBAT, BRINGS[ThrownFor.COMBAT], int(won), throws)

    def _add(self, side: Side, roll: ThrownFor, what: str, came: int, worth: Sequence[int]) -> None:
        so_far = self.tallies.get((side, roll, what), LuckTally(what, 0, 0, 0.0, 0.0))
        self.tallies[side, roll, what] = LuckTally(
            what,
            so_far.dice + 1,
            so_far.came + came,
            so_far.expected + fmean(worth),
            so_far.variance + pvariance(worth),
        )


def _on_its_own(state: GameState, die: Thrown, of: str) -> bool:
    """Whether a shell or gas falls on those who sent it: the better the die the worse for them."""
    hit = state.stands.get(of)
    return die.roll in (ThrownFor.SHELLS, ThrownFor.GAS) and hit is not None and hit.side is die.side


def _foreseen(state: GameState, sent: LoggedCommand | None) -> list[Prospect]:
    """What each die of a command would have brought by its faces; nothing where today's rules do not tell."""
    if sent is None:
        return []
    try:
        found = prospects(state, sent.command, sent.actor)
    except (LookupError, TypeError):
        # A log of another version may hold what today's rules read otherwise: of these dice nothing was to be expected.
        return []
    return [] if isinstance(found, Refusal) else [one for one in found for _ in range(one.throws)]


def _worths(roll: ThrownFor, brings: tuple[Brings, ...]) -> Iterator[tuple[str, list[int]]]:
    """What is counted of a die, and how much of it each face brings."""
    if all(isinstance(one, FireResult) for one in brings):
        yield HITS, [int(one is not FireResult.NO_EFFECT) for one in brings]
        yield KILLS, [int(one is FireResult.KILLED) for one in brings]
        return
    if all(isinstance(one, MoraleResult) for one in brings):
        yield BRINGS[ThrownFor.MORALE], [int(one is MoraleResult.HOLDS) for one in brings]
        return
    found = [one for one in brings if isinstance(one, int)]
    # What a card brings back is a number and no success.
    told = roll is ThrownFor.ORDERS or max(found, default=0) <= 1
    if roll in BRINGS and len(found) == len(brings) and told:
        yield BRINGS[roll], found
