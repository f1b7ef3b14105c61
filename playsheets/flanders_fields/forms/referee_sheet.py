"""The referee's sheet: who is hidden, who may arrive and on what, what falls in which turn, a line for each turn."""

from collections.abc import Sequence
from typing import Final

from playsheets.flanders_fields.forms.plan_turns import turn_by_turn
from playsheets.flanders_fields.forms.waiting import Waiting, of_the_book
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
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import WrittenPlan

HIDDEN: Final = (
    LedgerColumn("Side", 3),
    LedgerColumn("Who", 7),
    LedgerColumn("Where", 7),
    LedgerColumn("Shown in turn", 3),
)
RECORD: Final = (
    LedgerColumn("Turn", 2),
    LedgerColumn("Deep suppression", 4),
    LedgerColumn("Wind", 4),
    LedgerColumn("Cards, arrivals, rulings", 12),
)
FIRST: Final = 2
TURNS: Final = 8
ROWS: Final = 4
ONLY: Final = "For the referee only"


def referee_sheet(
    title: str,
    hidden: Sequence[tuple[str, str, str]],
    waiting: Sequence[Waiting],
    plans: Sequence[tuple[str, WrittenPlan]],
    book: RuleBook,
) -> Form:
    """The sheet of a game: side, name and place of who is hidden, who waits, plans by the names of their sides."""
    blocks: list[Block] = [_heads(book.when.month.in_words), _hidden(hidden)]
    blocks += [_arrivals(waiting, book)] if waiting else []
    for name, plan in plans:
        rows = turn_by_turn(plan, book)
        blocks += [Ledger(f"{name}: what falls by itself", one.columns, one.rows, one.says) for one in rows]
    blocks += [_record(), Passage("Notes", lines=2)]
    return Form("referee", "Referee’s sheet", title, tuple(blocks), ONLY)


def blank_referee() -> Form:
    """A sheet with nothing on it yet."""
    arrivals = Ledger("Arrivals", _turn_columns(None), tuple(_arrival(Waiting("", "")) for _ in range(3)))
    falls = (LedgerColumn("Turn", 2), LedgerColumn("What falls by itself, of whom", 16), LedgerColumn("Done", 2))
    fires = Ledger(
        "What falls", falls, tuple((LedgerCell("", roomy=True), LedgerCell(), LedgerCell(boxes=1)) for _ in range(ROWS))
    )
    blocks = (_heads(""), _hidden(()), arrivals, fires, _record(), Passage("Notes", lines=2))
    return Form("referee-blank", "Referee’s sheet", "", blocks, ONLY)


def _heads(month: str) -> Fields:
    return Fields((NamedField("Month", month), NamedField("Referee"), NamedField("Played on")), across=3)


def _hidden(hidden: Sequence[tuple[str, str, str]]) -> Ledger:
    rows = tuple((*(LedgerCell(text) for text in row), LedgerCell()) for row in hidden)
    return Ledger("Hidden units", HIDDEN, rows or blank_rows(ROWS, HIDDEN))


def _arrivals(waiting: Sequence[Waiting], book: RuleBook) -> Ledger:
    """A box for each turn in which a battalion may come, with what its die must show.

    By its scenario that stands beside the box, by the specimen game above it (FF-SCN-34).
    """
    as_at_mons = any(not one.needed for one in waiting)
    rows = tuple(_arrival(one) for one in waiting)
    says = "a D6 for each battalion at the start of the turn"
    return Ledger("Arrivals", _turn_columns(book if as_at_mons else None), rows, says=says)


def _arrival(one: Waiting) -> tuple[LedgerCell, ...]:
    name = f"{one.name}, {one.where}" if one.where else one.name
    return (LedgerCell(one.side), LedgerCell(name, roomy=True), *(_turn(one, turn) for turn in range(FIRST, TURNS + 1)))


def _turn(one: Waiting, turn: int) -> LedgerCell:
    """A box, with the die of the scenario; a turn in which the scenario lets nobody come has none."""
    die = one.die_in(turn)
    return LedgerCell(die, boxes=1) if die or not one.needed else LedgerCell("\u2013")


def _turn_columns(book: RuleBook | None) -> tuple[LedgerColumn, ...]:
    dice = ((turn, of_the_book(turn, book) if book else "") for turn in range(FIRST, TURNS + 1))
    turns = (LedgerColumn(f"{turn}: {die}" if die else str(turn), 2) for turn, die in dice)
    return (LedgerColumn("Side", 4), LedgerColumn("Battalion", 7), *turns)


def _record() -> Ledger:
    rows = tuple(
        (LedgerCell(str(turn), roomy=True), LedgerCell(), LedgerCell(), LedgerCell()) for turn in range(1, TURNS + 1)
    )
    return Ledger("Turn by turn", RECORD, rows)
