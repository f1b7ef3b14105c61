"""What a closed game of any rule system came to, worked out of its log: its spans, its losses, its dice."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Generic, TypeVar

from app.games import problems
from app.games.closed import closed_game
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.games.wire import EventCodec, FromTheFuture, System
from app.store.log import GameRecord
from rules.kernel.dice import FACES
from rules.kernel.fairness import chance_of_fall, fall_in_words
from rules.kernel.kept import Dice
from rules.kernel.play import Recorded
from rules.kernel.recording import after_the_die
from rules.kernel.seats import Role
from rules.kernel.undo import what_stands
from rules.kernel.values import dataclass

S = TypeVar("S")
HEAVY: Final = 3
"""So many lost at once are told of by themselves; so is whoever loses the last he had."""


@dataclass(frozen=True, slots=True)
class StrengthLeft:
    """One of a side's: what it is called, what it belongs to, with how many it began, how many are left."""

    side: str
    name: str
    of: str
    began: int
    left: int


@dataclass(frozen=True, slots=True)
class Reports(Generic[S]):
    """What a rule system says of a game of it that is over.

    `played`: when it plays, in words. `span` is what the present stretch of play is called, empty before the first.
    `strengths` are all that a side has, by their ids, in `what`. `given` is what the scenario gave or the players
    typed, in lines. `dice` are those of an event by the name of their roll. `verdict` says who has won by the
    conditions of the scenario; empty where nothing can be said.
    """

    what: str
    played: Callable[[S], str]
    span: Callable[[S], str]
    strengths: Callable[[S], Mapping[str, StrengthLeft]]
    given: Callable[[S], Sequence[str]]
    dice: Callable[[S, Any], Dice]
    verdict: Callable[[S], str] = lambda _state: ""


@dataclass(frozen=True, slots=True)
class SpanPlayed:
    """A stretch of play: what each side lost in it, and what happened that cost most."""

    name: str
    lost: Counter[str] = field(default_factory=Counter)
    moments: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class DiceFell:
    """How the dice fell that a side threw: how many of each face."""

    faces: Counter[int] = field(default_factory=Counter)

    @property
    def thrown(self) -> int:
        """How many they were."""
        return self.faces.total()

    @property
    def mean(self) -> float:
        """Their average; 0 where none was thrown."""
        return sum(face * number for face, number in self.faces.items()) / (self.thrown or 1)

    @property
    def expected(self) -> float:
        """How many of each face were to be expected."""
        return self.thrown / len(FACES)

    @property
    def as_uneven(self) -> float:
        """The chance that as many fair dice fall at least as unevenly."""
        return chance_of_fall(self.faces)

    @property
    def says(self) -> str:
        """The same in words; empty where none was thrown."""
        return fall_in_words(self.faces)


@dataclass(frozen=True, slots=True)
class GameReport:
    """The whole of it; `after_the_die` are deeds taken back after their dice, while nobody else was to be asked."""

    title: str
    played: str
    closed_at: str
    closed_by: str
    spans: Sequence[SpanPlayed]
    strengths: Sequence[StrengthLeft]
    given: Sequence[str]
    dice: Mapping[str, DiceFell]
    after_the_die: Sequence[str]
    verdict: str = ""


def reported(keeper: Keeper, game_id: str, system: System, reports: Reports[Any]) -> GameReport:
    """What a closed game came to. Raises Problem: 409 while it is played, 404 for a game of another system."""
    record = closed_game(keeper, game_id, system.key)
    try:
        log = list(EventCodec(system).read_all(keeper.games.log.read_log(game_id)[0]))
    except FromTheFuture as newer:
        raise Problem(problems.from_the_future()) from newer
    return report(record, log, system, reports)


def report(record: GameRecord, log: Sequence[Recorded[Any]], system: System, reports: Reports[Any]) -> GameReport:
    """The report of a game by its log; what was taken back counts for nothing, and is told of where its dice lay."""
    state, spans, fell = system.fresh(), list[SpanPlayed](), dict[str, DiceFell]()
    for recorded in what_stands(log):
        before = reports.strengths(state)
        for thrown in reports.dice(state, recorded.event).values():
            fell.setdefault(recorded.role.value, DiceFell()).faces.update(one.pips for one in thrown)
        state = system.apply(state, recorded)
        name = reports.span(state)
        if name and (not spans or spans[-1].name != name):
            spans.append(SpanPlayed(name))
        if spans:
            _look_at(spans[-1], system.tell(state, recorded, Role.REFEREE), before, reports.strengths(state))
    return GameReport(
        record.title,
        reports.played(state),
        record.closed_at or "",
        record.closed_by or "the host",
        spans,
        [*reports.strengths(state).values()],
        reports.given(state),
        fell,
        [*after_the_die(log)],
        reports.verdict(state),
    )


def _look_at(
    span: SpanPlayed, told: Mapping[str, Any], before: Mapping[str, StrengthLeft], now: Mapping[str, StrengthLeft]
) -> None:
    lost = Counter[str]()
    ended = list[str]()
    for key, one in now.items():
        gone = (before[key].left if key in before else one.left) - one.left
        lost[one.side] += gone
        ended += [f"{one.name} is gone"] if gone > 0 and not one.left else []
    # Below 0 where a correction puts somebody back.
    span.lost.update(lost)
    if lost.total() >= HEAVY or ended:
        span.moments.append("; ".join((str(told["says"]), *ended)))
