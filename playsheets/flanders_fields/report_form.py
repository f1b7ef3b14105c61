"""The after-action report as a form: blank, of a game in play, of a closed game."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from playsheets.flanders_fields.rosters import RosterFormation
from playsheets.forms import (
    Block,
    Fields,
    Form,
    Ledger,
    LedgerCell,
    LedgerColumn,
    NamedField,
    Passage,
    blank_rows,
    ledger,
)
from rules.flanders_fields.game.report import PlayerTurn, Report, SideEnd
from rules.flanders_fields.game.report_text import (
    EXPECTED_SAYS,
    ROLLS,
    came_words,
    dice_words,
    lost_words,
    luck_words,
    men_words,
    nothing_words,
    objective_words,
    points_words,
    verdict_words,
)
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import FACES
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month

# The after-action report

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
    lost = tuple(_battalion(name, one) for name, formations in played.sides for one in _listed_battalions(formations))
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


def _listed_battalions(formations: Sequence[RosterFormation]) -> Sequence[RosterFormation]:
    return [battalion for one in formations for battalion in one.battalions]


def _battalion(side: str, one: RosterFormation) -> tuple[str, ...]:
    grade = one.grade.capitalize() if one.grade else ""
    return (side, one.name, grade, str(one.started), str(one.left), one.says)


# The after-action report of a closed game as a form

BROUGHT: Final = (
    LedgerColumn("Side", 3),
    LedgerColumn("Thrown for", 4),
    LedgerColumn("Dice", 1),
    LedgerColumn("Average", 2),
    LedgerColumn("Brought", 4),
    LedgerColumn("Expected", 2),
    LedgerColumn("So they fell", 4),
)


def report_of_game(found: Report, title: str, closed_by: str, closed_at: str) -> Form:
    """The whole report of a game that was called so; who closed it and when (ISO 8601, UTC)."""
    return Form("report", "After-action report", title, tuple(_blocks(found, closed_by, closed_at)))


def _blocks(found: Report, closed_by: str, closed_at: str) -> Iterator[Block]:
    turns = str(max((one.number for one in found.turns), default=0))
    told = [("Scenario", found.title), ("Month", parse_month(found.date).in_words), ("Played on", _day(closed_at))]
    told += [(one.side.value.capitalize(), one.name) for one in found.sides]
    told += [("Turns played", turns), ("Closed by", closed_by), ("Place", "")]
    yield Fields(tuple(NamedField(name, value) for name, value in told), across=4)
    yield Passage("Verdict", (verdict_words(found), *found.decides))
    moments = tuple(f"Turn {one.turn}: {one.says}." for one in found.moments)
    yield Passage("What decided it", moments or (nothing_words(found),))
    if found.after_the_die:
        yield Passage("Taken back after the die", tuple(f"{one}." for one in found.after_the_die))
    if found.objectives:
        yield Passage(
            "Objectives", (f"{points_words(found)}.", *(f"{objective_words(found, one)}." for one in found.objectives))
        )
    yield from _turns(found)
    for side in found.sides:
        too = f" House rule {side.house.ruling}: counted are also those that left the table." if side.house else ""
        said = (f"{lost_words(side.cost)}.", f"{men_words(side.casualties)} (FF-CMP-01, FF-CMP-02).{too}")
        yield Passage(f"{side.name} losses", said)
    yield ledger("Battalions", LOSSES, tuple(row for side in found.sides for row in _battalion_rows(side)))
    for side in found.sides:
        if kept := found.revealed[side.side]:
            yield Passage(f"What the {side.name} side kept to itself", tuple(f"{one}." for one in kept))
    if any(side.dice.thrown for side in found.sides):
        yield _dice(found)
    yield Passage("How the dice fell", tuple(f"{side.name}: {dice_words(side.dice)}" for side in found.sides))
    if any(side.rolls for side in found.sides):
        yield ledger("What they brought", BROUGHT, tuple(row for side in found.sides for row in _brought(side)))
        yield Passage("", (EXPECTED_SAYS,))
    yield Passage("Who is to be remembered", lines=2)


def _day(at: str) -> str:
    """'22 November 2026'."""
    on = datetime.fromisoformat(at)
    return f"{on.day} {on:%B %Y}"


def _turns(found: Report) -> Iterator[Block]:
    if not found.turns:
        return
    names = {one.side: one.name for one in found.sides}
    lost = tuple(LedgerColumn(f"{name} lost", 2) for name in names.values())
    columns = (LedgerColumn("Player turn", 3), *lost, LedgerColumn("What happened", 11))
    yield ledger("Turn by turn", columns, tuple(_turn(one, names) for one in found.turns))


def _turn(one: PlayerTurn, names: dict[Side, str]) -> tuple[str, ...]:
    lost = (str(max(0, one.lost.get(side, 0))) for side in names)
    return (f"{one.number}, {names[one.side]}", *lost, ". ".join(one.moments) or "\u2013")


def _battalion_rows(side: SideEnd) -> Iterator[tuple[str, ...]]:
    for one in side.battalions:
        grade = one.quality.value.capitalize()
        yield (side.name, one.name, grade, str(one.started), str(one.started - one.lost), one.fate)


def _brought(side: SideEnd) -> Iterator[tuple[str, ...]]:
    for one in side.rolls:
        first = (side.name, ROLLS[one.roll], str(one.dice.thrown), f"{one.dice.mean:.2f}")
        if not one.tallies:
            yield (*first, "not counted", "\u2013", "\u2013")
        for each in one.tallies:
            yield (*first, came_words(each, one.dice), f"{each.expected:.1f}", luck_words(each))


def _dice(found: Report) -> Block:
    columns = (
        LedgerColumn("Dice", 4),
        *(LedgerColumn(str(face), 1) for face in FACES),
        LedgerColumn("Expected of each", 2),
    )
    rows = tuple(
        (side.name, *(str(side.dice.faces.get(face, 0)) for face in FACES), f"{side.dice.expected:.1f}")
        for side in found.sides
    )
    return ledger("Dice", columns, rows)
