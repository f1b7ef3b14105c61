"""The referee's sheet: who is hidden, who may arrive and on what, what falls in which turn, a line for each turn."""

from collections.abc import Sequence
from typing import Final

from playsheets.forms.content import Block, Cell, Column, Field, Fields, Form, Ledger, Passage, blank_rows
from playsheets.forms.plan_turns import turn_by_turn
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.reinforcements import NEEDED

HIDDEN: Final = (Column("Side", 3), Column("Who", 7), Column("Where", 7), Column("Shown in turn", 3))
RECORD: Final = (
    Column("Turn", 2),
    Column("Deep suppression", 4),
    Column("Wind", 4),
    Column("Cards, arrivals, rulings", 12),
)
TURNS: Final = 8
ROWS: Final = 4
ONLY: Final = "For the referee only"


def referee_sheet(
    title: str,
    hidden: Sequence[tuple[str, str, str]],
    waiting: Sequence[tuple[str, str]],
    plans: Sequence[tuple[str, WrittenPlan]],
    book: RuleBook,
) -> Form:
    """The sheet of a game: side, name and place of who is hidden, side and name of who waits, plans by their sides."""
    blocks: list[Block] = [_heads(book.when.month.in_words), _hidden(hidden), _arrivals(waiting, book)]
    for name, plan in plans:
        rows = turn_by_turn(plan, book)
        blocks += [Ledger(f"{name}: what falls by itself", one.columns, one.rows, one.says) for one in rows]
    blocks += [_record(), Passage("Notes", lines=2)]
    return Form("referee", "Referee’s sheet", title, tuple(blocks), ONLY)


def blank_referee() -> Form:
    """A sheet with nothing on it yet."""
    arrivals = Ledger("Arrivals", _turn_columns(None), tuple(_arrival("", "") for _ in range(3)))
    falls = (Column("Turn", 2), Column("What falls by itself, of whom", 16), Column("Done", 2))
    fires = Ledger("What falls", falls, tuple((Cell("", roomy=True), Cell(), Cell(boxes=1)) for _ in range(ROWS)))
    blocks = (_heads(""), _hidden(()), arrivals, fires, _record(), Passage("Notes", lines=2))
    return Form("referee-blank", "Referee’s sheet", "", blocks, ONLY)


def _heads(month: str) -> Fields:
    return Fields((Field("Month", month), Field("Referee"), Field("Played on")), across=3)


def _hidden(hidden: Sequence[tuple[str, str, str]]) -> Ledger:
    rows = tuple((*(Cell(text) for text in row), Cell()) for row in hidden)
    return Ledger("Hidden units", HIDDEN, rows or blank_rows(ROWS, HIDDEN))


def _arrivals(waiting: Sequence[tuple[str, str]], book: RuleBook) -> Ledger:
    """A box for each turn in which a battalion may come, with what its die must show (FF-SCN-34)."""
    rows = tuple(_arrival(side, name) for side, name in waiting) or tuple(_arrival("", "") for _ in range(3))
    return Ledger("Arrivals", _turn_columns(book), rows, says="a D6 for each battalion at the start of the turn")


def _arrival(side: str, name: str) -> tuple[Cell, ...]:
    return (Cell(side), Cell(name, roomy=True), *(Cell(boxes=1) for _ in range(2, TURNS + 1)))


def _turn_columns(book: RuleBook | None) -> tuple[Column, ...]:
    turns = tuple(Column(f"{turn}{_needed(turn, book)}", 2) for turn in range(2, TURNS + 1))
    return (Column("Side", 4), Column("Battalion", 7), *turns)


def _needed(turn: int, book: RuleBook | None) -> str:
    table = book.table(NEEDED) if book else None
    known = sorted(int(key.removeprefix("turn_")) for key in table) if table else []
    if table is None or not known or turn < known[0]:
        return ""
    least = table.number(f"turn_{min(turn, known[-1])}").value
    return f": {least}+" if least > 1 else ": sure"


def _record() -> Ledger:
    rows = tuple((Cell(str(turn), roomy=True), Cell(), Cell(), Cell()) for turn in range(1, TURNS + 1))
    return Ledger("Turn by turn", RECORD, rows)
