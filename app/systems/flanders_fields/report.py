"""The report of a closed game, and its JSON response."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from pydantic import BaseModel, Field

from app.games.app_services import Keeper
from app.games.export import ExportFile
from app.games.json_codec import EventCodec, FromTheFuture
from app.games.reports import OwnReport, closed_game, sent_commands
from app.http import problem_details
from app.http.bodies import shown_as
from app.http.problem_details import Problem
from app.storage.event_log import GameRecord, Logged
from rules.flanders_fields.game.dice_luck import Dice, LoggedCommand, Rolls
from rules.flanders_fields.game.report import ObjectiveEnd, Report, SideEnd, report
from rules.flanders_fields.game.report_text import (
    dice_words,
    lost_words,
    luck_words,
    men_words,
    objective_words,
    verdict_words,
)
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import FACES
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.odds import chance_of_fall

# The report of a closed game


@dataclass(frozen=True, slots=True)
class Reported:
    """A report, with what the game is called, who closed it and when (ISO 8601, UTC)."""

    title: str
    report: Report
    closed_at: str
    closed_by: str


def reported(keeper: Keeper, game_id: str) -> Reported:
    """What a closed game came to. Raises Problem: 409 while it is played, 404 for a game that has no report.

    Whoever asks has been seen to have a seat at it.
    """
    record, log = closed_game(keeper, game_id, SYSTEM.key), keeper.games.log
    try:
        return report_of(record, log.read_log(game_id)[0], log.read_commands(game_id))
    except FromTheFuture as newer:
        raise Problem(problem_details.from_the_future()) from newer


def report_of(record: GameRecord, rows: Sequence[Logged], commands: Iterable[Mapping[str, Any]]) -> Reported:
    """The report of a game by its log and its commands. Raises FromTheFuture for what a newer program wrote."""
    log = list(EventCodec(SYSTEM).read_all(rows))
    sent = {name: LoggedCommand(*one) for name, one in sent_commands(SYSTEM, commands).items()}
    found = report(log, SYSTEM.fresh(), sent)
    return Reported(record.title, found, record.closed_at or "", record.closed_by or "the host")


# The report of a closed game as the JSON service shows it


class CasualtiesShown(BaseModel):
    """About how many men were lost, and what became of them (FF-CMP-01, FF-CMP-02)."""

    all: int = Field(description="men killed and wounded", examples=[600])
    dead: int = Field(description="dead", examples=[200])
    crippled: int = Field(description="crippled, and probably discharged", examples=[100])
    badly_wounded: int = Field(description="badly wounded, back within a year", examples=[100])
    lightly_wounded: int = Field(description="lightly wounded, back within a month", examples=[200])


class BattalionShown(BaseModel):
    """What became of a battalion."""

    id: str = Field(description="its id in the game", examples=["a1.1"])
    name: str = Field(description="what it is called")
    quality: str = Field(description="its grade in that game", examples=["experienced"])
    started: int = Field(description="rifle platoons it began with", examples=[16])
    lost: int = Field(description="rifle platoons killed", examples=[4])
    fate: str = Field(description="whether it stands, or what became of it", examples=["stands"])


class TallyShown(BaseModel):
    """What dice brought of something, against what was to be expected of them."""

    what: str = Field(description="what is counted", examples=["actions"])
    dice: int = Field(description="how many dice it is counted of", examples=[24])
    came: int = Field(description="how much of it they brought", examples=[29])
    expected: float = Field(description="what they bring on average, each with its own modifiers", examples=[26.5])
    luck: float = Field(description="how far it is off, in standard deviations; above 0 it is better for who threw")
    says: str = Field(description="the same in words", examples=["as expected"])


class RollsShown(BaseModel):
    """The dice of a side that were thrown for one thing."""

    roll: str = Field(description="what they were thrown for; chance: no face is better", examples=["orders"])
    thrown: int = Field(description="how many", examples=[24])
    mean: float = Field(description="their average", examples=[3.5])
    tallies: list[TallyShown] = Field(description="what they brought, where that can be told")


class DiceFellShown(BaseModel):
    """How the dice of a side fell."""

    thrown: int = Field(description="how many", examples=[120])
    faces: dict[str, int] = Field(description="how many of each face, 1 to 6", examples=[{"1": 20}])
    mean: float = Field(description="their average", examples=[3.5])
    expected_of_each: float = Field(description="how many of each face were to be expected", examples=[20.0])
    luck: float = Field(description="how far their sum is off, in standard deviations; above 0 it is higher")
    as_uneven: float = Field(description="the chance that fair dice fall at least as unevenly", examples=[0.63])
    says: str = Field(description="the same in words")


class SideReported(BaseModel):
    """What a game has cost a side, and how its dice fell."""

    side: Side = Field(description="attacker or defender")
    name: str = Field(description="what it is called", examples=["British"])
    nation: str = Field(description="whose army it is of", examples=["british"])
    killed: dict[str, int] = Field(description="bases killed, by what they were; a battery is one")
    commanders: int = Field(description="command stands killed")
    left: int = Field(description="bases that left the table alive, in rout or abandoned")
    says: str = Field(description="the same in words")
    casualties: CasualtiesShown = Field(description="men, about")
    casualties_say: str = Field(description="the same in words")
    house_rule: str | None = Field(description="the house rule by which men are counted; null: none", examples=[None])
    battalions: list[BattalionShown] = Field(description="its battalions")
    dice: DiceFellShown = Field(description="its dice, but those that are better for nobody")
    rolls: list[RollsShown] = Field(description="its dice by what they were thrown for")


class PlayerTurnShown(BaseModel):
    """A player turn."""

    number: int = Field(description="the game turn", examples=[1])
    side: Side = Field(description="whose turn it was")
    lost: dict[str, int] = Field(description="bases that were gone in it, by side; below 0 where some were put back")
    moments: list[str] = Field(description="what of note happened in it")


class MomentShown(BaseModel):
    """Something that decided the game."""

    turn: int = Field(description="the game turn in which it happened", examples=[4])
    says: str = Field(description="what happened")
    weight: int = Field(description="what it weighs beside the others, about in bases lost", examples=[12])


class NearestShown(BaseModel):
    """The stand of a side that is nearest to an objective at the end."""

    side: Side = Field(description="whose it is")
    name: str = Field(description="what it is called")
    mm: int = Field(description="how far its middle is from it, mm", examples=[200])


class ObjectiveShown(BaseModel):
    """An objective as the game left it."""

    name: str = Field(description="what it is")
    points: int = Field(description="what it counts", examples=[1])
    counts_for: Side | None = Field(description="for which side it counts; null: for whoever has it")
    holder: Side | None = Field(description="who was noted to have it; null: nobody")
    near: list[NearestShown] = Field(description="who stands how near, where it is a place on the map")
    says: str = Field(description="the same in words")


class ReportShown(BaseModel):
    """What a closed game came to. Everything in it, what each side kept to itself too, is open at the end."""

    title: str = Field(description="what the evening was called")
    scenario: str = Field(description="what was played")
    date: str = Field(description="the month it plays in", examples=["1916-07"])
    closed_at: str = Field(description="when it was closed, ISO 8601, UTC")
    closed_by: str = Field(description="the name of who closed it")
    turns: list[PlayerTurnShown] = Field(description="its player turns, in their order")
    sides: list[SideReported] = Field(description="both sides, the attacker first")
    moments: list[MomentShown] = Field(description="what decided it, in the order in which it happened")
    objectives: list[ObjectiveShown] = Field(description="its objectives")
    points: dict[str, int] = Field(description="the points each side has by them")
    revealed: dict[str, list[str]] = Field(description="what each side kept to itself, and what came of it")
    decides: list[str] = Field(description="who has won, in the words of the scenario")
    verdict: str = Field(description="who has won by the conditions of the scenario, as the game was closed")
    after_the_die: list[str] = Field(
        description="deeds taken back after their dice had fallen, while nobody else was seated to be asked"
    )


def report_shown(game: Reported) -> ReportShown:
    """The report as a program reads it."""
    found = game.report
    return shown_as(
        ReportShown,
        found,
        title=game.title,
        scenario=found.title,
        closed_at=game.closed_at,
        closed_by=game.closed_by,
        turns=[shown_as(PlayerTurnShown, one, lost=_by_side(one.lost)) for one in found.turns],
        sides=[_side(one) for one in found.sides],
        objectives=[_objective(found, one) for one in found.objectives],
        points=_by_side(found.points),
        verdict=verdict_words(found),
        revealed={side.value: list(found.revealed[side]) for side in Side},
    )


def _by_side(numbers: Mapping[Side, int]) -> dict[str, int]:
    return {side.value: numbers.get(side, 0) for side in Side}


def _side(one: SideEnd) -> SideReported:
    return shown_as(
        SideReported,
        one,
        killed={kind.value: number for kind, number in one.cost.killed.items()},
        commanders=one.cost.commanders,
        left=one.cost.routed,
        says=lost_words(one.cost),
        casualties_say=men_words(one.casualties),
        house_rule=one.house.ruling if one.house else None,
        dice=_dice(one.dice),
        rolls=[_rolls(each) for each in one.rolls],
    )


def _dice(dice: Dice) -> DiceFellShown:
    faces = {str(face): dice.faces.get(face, 0) for face in FACES}
    return shown_as(
        DiceFellShown,
        dice,
        faces=faces,
        expected_of_each=dice.expected,
        as_uneven=chance_of_fall(dice.faces),
        says=dice_words(dice),
    )


def _rolls(one: Rolls) -> RollsShown:
    tallies = [shown_as(TallyShown, each, says=luck_words(each)) for each in one.tallies]
    return RollsShown(roll=one.roll.value, thrown=one.dice.thrown, mean=one.dice.mean, tallies=tallies)


def _objective(found: Report, one: ObjectiveEnd) -> ObjectiveShown:
    wanted = one.objective
    return shown_as(ObjectiveShown, wanted, counts_for=wanted.side, near=one.near, says=objective_words(found, one))


def _of_file(game: ExportFile) -> ReportShown:
    rows = [one.logged for one in game.rows()]
    return report_shown(report_of(game.record(), rows, [msgspec.structs.asdict(one) for one in game.commands]))


OWN_REPORT: Final = OwnReport(
    shown=ReportShown,
    of_kept=lambda keeper, game_id: report_shown(reported(keeper, game_id)),
    of_file=_of_file,
)
