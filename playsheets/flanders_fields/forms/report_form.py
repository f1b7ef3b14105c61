"""The after-action report: what is remembered of a game, with what it began and ended with where that is known."""

from collections.abc import Sequence
from typing import Final

from playsheets.flanders_fields.forms.roster import RosterFormation
from playsheets.forms.content import (
    Block,
    Fields,
    Form,
    Ledger,
    LedgerCell,
    LedgerColumn,
    NamedField,
    Passage,
    blank_rows,
)
from rules.kernel.values import dataclass

LOSSES: Final = (
    LedgerColumn("Side", 3),
    LedgerColumn("Battalion", 6),
    LedgerColumn("Grade", 3),
    LedgerColumn("Began with", 3),
    LedgerColumn("Left", 2),
    LedgerColumn("How it ended", 6),
)
TURNS: Final = (LedgerColumn("Turn", 1), LedgerColumn("What happened", 12))
ABOUT: Final = ("Scenario", "Month", "Played on", "Place", "Attacker", "Defender", "Referee", "Turns played")
BLANK: Final = 6
TURNS_USUAL: Final = 8


@dataclass(frozen=True, slots=True)
class Played:
    """What is known of a game: fields of the report by their names, its sides with their regiments, turns played."""

    about: tuple[tuple[str, str], ...] = ()
    sides: tuple[tuple[str, tuple[RosterFormation, ...]], ...] = ()
    turns: int = 0


def report_form(title: str, played: Played, kept: str = "") -> Form:
    """A report to be finished by hand."""
    told = dict(played.about)
    blocks: list[Block] = [Fields(tuple(NamedField(name, told.get(name, "")) for name in ABOUT), across=4)]
    lost = tuple(_battalion(name, one) for name, formations in played.sides for one in _battalions(formations))
    rows = tuple(tuple(LedgerCell(text) for text in row) for row in lost)
    blocks.append(Ledger("Battalions", LOSSES, rows or blank_rows(BLANK, LOSSES)))
    turns = range(1, max(played.turns, TURNS_USUAL) + 1)
    # A line to write on is as high as handwriting, whatever is printed before it.
    blocks.append(
        Ledger("Turn by turn", TURNS, tuple((LedgerCell(str(turn), roomy=True), LedgerCell()) for turn in turns))
    )
    blocks += [Passage("The moment that decided it", lines=2), _result()]
    blocks += [Passage("Who is to be remembered", lines=1), Passage("To be settled before the next game", lines=1)]
    return Form("report", "After-action report", title, tuple(blocks), kept)


def blank_report() -> Form:
    """A report with nothing on it yet."""
    return report_form("", Played())


def _result() -> Fields:
    return Fields((NamedField("Who won"), NamedField("By what"), NamedField("Who says so")), across=3)


def _battalions(formations: Sequence[RosterFormation]) -> Sequence[RosterFormation]:
    return [battalion for one in formations for battalion in one.battalions]


def _battalion(side: str, one: RosterFormation) -> tuple[str, ...]:
    grade = one.grade.capitalize() if one.grade else ""
    return (side, one.name, grade, str(one.started), str(one.left), one.says)
