"""The report of a closed game as JSON, alike on the service and in the terminal: a system's own form, or the core's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pydantic import BaseModel, Field

from app.games.export import ExportFile
from app.games.keeper import Keeper
from app.games.report import DiceFell, GameReport, Reports, report, reported
from app.games.wire import EventCodec, System
from rules.kernel.dice import FACES
from rules.kernel.values import dataclass


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
