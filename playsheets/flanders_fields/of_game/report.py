"""The after-action report of a closed game as a form: the figures of its page, and room for what nobody counted."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from playsheets.flanders_fields.forms.report_form import LOSSES
from playsheets.forms.content import Block, Fields, Form, LedgerColumn, NamedField, Passage, ledger
from rules.flanders_fields.game.report import PlayerTurn, Report, SideEnd
from rules.flanders_fields.game.report_words import (
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
from rules.kernel.months import parse_month

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
    yield ledger("Battalions", LOSSES, tuple(row for side in found.sides for row in _battalions(side)))
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


def _battalions(side: SideEnd) -> Iterator[tuple[str, ...]]:
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
