"""Reports of closed games: spans, losses and dice, as JSON and as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from pydantic import BaseModel, Field

from app.games.app_services import Keeper
from app.games.export import ExportFile
from app.games.json_codec import EventCodec, FromTheFuture, System, Unreadable, read_command
from app.http import problem_details
from app.http.problem_details import Problem, problem
from app.storage.event_log import GameRecord
from rules.kernel.dice import FACES, die_at, with_dice
from rules.kernel.dice_ledger import Dice
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.odds import chance_of_fall, fall_in_words
from rules.kernel.play import Recorded
from rules.kernel.record_events import Reread
from rules.kernel.record_module import after_the_die
from rules.kernel.seats import Actor, Role
from rules.kernel.undo import what_stands

# A closed game and its commands

STILL_PLAYED = problem(
    409,
    "still-played",
    "The game is still played",
    "the report tells what each side kept to itself",
    instead="close the game first",
)
NO_REPORT = problem_details.not_found("no-report", "No report", "this game has no report", "look in the log")


class CountedCommand(NamedTuple):
    """A command as it counts in the end, and who sent it."""

    command: Any
    actor: Actor


def closed_game(keeper: Keeper, game_id: str, system: str) -> GameRecord:
    """The record of a closed game of a system. Raises Problem: 409 while it is played, 404 for a game of another.

    Whoever asks has been seen to have a seat at it.
    """
    record = keeper.games.log.read_game(game_id)
    if record is None or record.system != system:
        raise Problem(NO_REPORT)
    if record.closed_at is None:
        raise Problem(STILL_PLAYED)
    return record


def sent_commands(system: System, commands: Iterable[Mapping[str, Any]]) -> Mapping[str, CountedCommand]:
    """The commands that can be read today: what was to be expected of the others' dice nobody can say."""
    found = dict[str, CountedCommand]()
    for one in commands:
        try:
            command = read_command(system, msgspec.json.decode(one["body"]))
        except Unreadable:
            continue
        actor = msgspec.json.decode(one["actor"], type=Actor)
        found[one["command_id"]] = _as_reread(command, found) or CountedCommand(command, actor)
    return found


def _as_reread(command: object, found: Mapping[str, CountedCommand]) -> CountedCommand | None:
    """The command whose die was read anew, with the face that it showed; None for every other command."""
    before = found.get(command.command_id) if isinstance(command, Reread) else None
    die = die_at(before.command, command.die) if before and isinstance(command, Reread) else None
    if before is None or die is None or not isinstance(command, Reread):
        return None
    return CountedCommand(with_dice(before.command, {command.die: replace(die, pips=command.pips)}), before.actor)


# The report

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
        raise Problem(problem_details.from_the_future()) from newer
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


# The report of a closed game as JSON


@dataclass(frozen=True, slots=True)
class OwnReport:
    """The report of a system that has a form of its own: what it is shown as, of a game kept here or in a file.

    `of_kept` raises Problem as `reported` does. `of_file` takes the file of a closed game of the system.
    """

    shown: type[BaseModel]
    of_kept: Callable[[Keeper, str], BaseModel]
    of_file: Callable[[ExportFile], BaseModel]


class SpanReported(BaseModel):
    """A stretch of play, as the rule system parts its games."""

    name: str = Field(description="what it is called", examples=["Bound 1"])
    lost: dict[str, int] = Field(description="what was lost in it, by side; below 0 where some were put back")
    moments: list[str] = Field(description="what of it cost most")


class StrengthReported(BaseModel):
    """What became of one of a side's."""

    side: str = Field(description="whose it is", examples=["attacker"])
    name: str = Field(description="what it is called")
    of: str = Field(description="what it belongs to")
    began: int = Field(description="with how many it began", examples=[3])
    left: int = Field(description="how many are left", examples=[2])


class DiceReported(BaseModel):
    """How the dice of a side fell."""

    thrown: int = Field(description="how many", examples=[60])
    faces: dict[str, int] = Field(description="how many of each face, 1 to 6", examples=[{"1": 10}])
    mean: float = Field(description="their average; 0 where none was thrown", examples=[3.5])
    expected_of_each: float = Field(description="how many of each face were to be expected", examples=[10.0])
    as_uneven: float = Field(description="the chance that fair dice fall at least as unevenly", examples=[0.63])
    says: str = Field(description="the same in words")


class GameReported(BaseModel):
    """What a closed game of any rule system came to; what each side kept to itself is open at the end."""

    system: str = Field(description="the rule system it is of")
    title: str = Field(description="what the evening was called")
    played: str = Field(description="when it plays, in words; empty where its system does not say")
    closed_at: str = Field(description="when it was closed, ISO 8601, UTC")
    closed_by: str = Field(description="the name of who closed it")
    counted: str = Field(description="what strengths and losses are counted in", examples=["bases"])
    spans: list[SpanReported] = Field(description="its stretches of play, in their order")
    strengths: list[StrengthReported] = Field(description="all that the sides had")
    given: list[str] = Field(description="what the scenario gave and what was typed, a line each")
    verdict: str = Field(description="who has won by the conditions of the scenario; empty: it sets none")
    dice: dict[str, DiceReported] = Field(description="how the dice of each side fell that threw any")
    after_the_die: list[str] = Field(
        description="deeds taken back after their dice had fallen, while nobody else was seated to be asked"
    )


class ReportParts(Protocol):
    """The reports that a rule system has: one in its own form, or one that the core makes."""

    @property
    def own_report(self) -> OwnReport | None:
        """The report in the system's own form."""

    @property
    def reports(self) -> Reports[Any] | None:
        """How the core makes the report."""


def report_form(parts: ReportParts, game: Callable[[], System]) -> OwnReport | None:
    """Return the form of a system's report; None if it has no report. `game` loads its rules."""
    if parts.own_report is not None or parts.reports is None:
        return parts.own_report
    reports, system = parts.reports, game()

    def of_kept(keeper: Keeper, game_id: str) -> BaseModel:
        return _shown(reported(keeper, game_id, system, reports), system, reports)

    def of_file(file: ExportFile) -> BaseModel:
        log = list(EventCodec(system).read_all([row.logged for row in file.rows()]))
        return _shown(report(file.record(), log, system, reports), system, reports)

    return OwnReport(GameReported, of_kept, of_file)


def report_of_file(game: ExportFile, form: OwnReport | None) -> BaseModel | str:
    """Return the report of a game in a file, or a sentence that says why there is none.

    Raises:
        FromTheFuture: the file has events of a newer version.
    """
    if form is None:
        return f"games of {game.game.system} have no report"
    if not game.game.closed_at:
        return "the game is still played; close it first, and export it then"
    return form.of_file(game)


def _shown(found: GameReport, system: System, reports: Reports[Any]) -> GameReported:
    return GameReported(
        system=system.key,
        title=found.title,
        played=found.played,
        closed_at=found.closed_at,
        closed_by=found.closed_by,
        counted=reports.what,
        spans=[SpanReported(name=one.name, lost=dict(one.lost), moments=one.moments) for one in found.spans],
        strengths=[StrengthReported.model_validate(one, from_attributes=True) for one in found.strengths],
        given=[*found.given],
        verdict=found.verdict,
        dice={side: _fell(dice) for side, dice in found.dice.items()},
        after_the_die=[*found.after_the_die],
    )


def _fell(dice: DiceFell) -> DiceReported:
    faces = {str(face): dice.faces[face] for face in FACES}
    return DiceReported(
        thrown=dice.thrown,
        faces=faces,
        mean=dice.mean,
        expected_of_each=dice.expected,
        as_uneven=dice.as_uneven,
        says=dice.says,
    )
