"""The after-action report: what is remembered of a game, with what it began and ended with where that is known."""

from collections.abc import Sequence
from typing import Final

from playsheets.flanders_fields.forms.roster import Formation
from playsheets.forms.content import Block, Cell, Column, Field, Fields, Form, Ledger, Passage, blank_rows
from rules.kernel.values import dataclass

LOSSES: Final = (
    Column("Side", 3),
    Column("Battalion", 6),
    Column("Grade", 3),
    Column("Began with", 3),
    Column("Left", 2),
    Column("How it ended", 6),
)
TURNS: Final = (Column("Turn", 1), Column("What happened", 12))
ABOUT: Final = ("Scenario", "Month", "Played on", "Place", "Attacker", "Defender", "Referee", "Turns played")
BLANK: Final = 6
TURNS_USUAL: Final = 8


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a game: fields of the report by their names, its sides with their regiments, turns played."""

    about: tuple[tuple[str, str], ...] = ()
    sides: tuple[tuple[str, tuple[Formation, ...]], ...] = ()
    turns: int = 0


def report_form(title: str, played: Played, kept: str = "") -> Form:
    """A report to be finished by hand."""
    told = dict(played.about)
    blocks: list[Block] = [Fields(tuple(Field(name, told.get(name, "")) for name in ABOUT), across=4)]
    lost = tuple(_battalion(name, one) for name, formations in played.sides for one in _battalions(formations))
    rows = tuple(tuple(Cell(text) for text in row) for row in lost)
    blocks.append(Ledger("Battalions", LOSSES, rows or blank_rows(BLANK, LOSSES)))
    turns = range(1, max(played.turns, TURNS_USUAL) + 1)
    # A line to write on is as high as handwriting, whatever is printed before it.
    blocks.append(Ledger("Turn by turn", TURNS, tuple((Cell(str(turn), roomy=True), Cell()) for turn in turns)))
    blocks += [Passage("The moment that decided it", lines=2), _result()]
    blocks += [Passage("Who is to be remembered", lines=1), Passage("To be settled before the next game", lines=1)]
    return Form("report", "After-action report", title, tuple(blocks), kept)


def blank_report() -> Form:
    """A report with nothing on it yet."""
    return report_form("", Played())


def _result() -> Fields:
    return Fields((Field("Who won"), Field("By what"), Field("Who says so")), across=3)


def _battalions(formations: Sequence[Formation]) -> Sequence[Formation]:
    return [battalion for one in formations for battalion in one.battalions]


def _battalion(side: str, one: Formation) -> tuple[str, ...]:
    grade = one.grade.capitalize() if one.grade else ""
    return (side, one.name, grade, str(one.started), str(one.left), one.says)
