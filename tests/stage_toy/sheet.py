"""The playsheet of the toy, every number out of its book."""

from dataclasses import dataclass
from typing import Final

from playsheets.press import SheetPart, Thing, catalogue_of
from playsheets.sheets import Paragraph, Row, Sheet, SheetSide, SheetStep, SheetTable, Value
from rules.kernel.distances import cm
from rules.kernel.rulings import HouseRule
from tests.stage_toy.book import MONTH, ToyBook

BOOK: Final = "Two by two"


def playsheet(house_rules: tuple[HouseRule, ...] = ()) -> Sheet:
    """The round on one side, the dice on the other."""
    book: ToyBook = ToyBook.for_game(MONTH, house_rules)
    steps = ("Both choose a stance, unseen", "The side in turn shoots", "Who is hit is saved", "The other side replies")
    turn = SheetStep(
        "TOY-1", "", "The round", steps=tuple(SheetStep("TOY-1", str(n), says) for n, says in enumerate(steps, 1))
    )
    sides = (
        SheetSide("The round", (turn,), (_distances(book),), (), "The dice"),
        SheetSide("The dice", (_dice(book),), (), (), "The round"),
    )
    return Sheet("Two by two", "at any time", sides, len(book.house_rules))


def _distances(book: ToyBook) -> SheetTable:
    table = book.table("distances")
    rows = (table.number(key) for key in table)
    cells = tuple(Row(one.clause, (one.says,), (Value(cm(one.value), one.clause),)) for one in rows)
    return SheetTable(table.title, "cm", ("",), cells)


def _dice(book: ToyBook) -> SheetTable:
    table = book.table("dice")
    rows = (table.number(key) for key in table)
    cells = tuple(Row(one.clause, (one.says,), (Value(str(one.value), one.clause),)) for one in rows)
    remark = Paragraph("TOY-4", ("Who chooses to lie is hit less.",))
    return SheetTable(table.title, "", ("",), cells, (remark,))


@dataclass(frozen=True)
class ToyWanted:
    """Its book is the same at every time."""

    title: str = BOOK


def _playsheet(_wanted: ToyWanted) -> SheetPart:
    return SheetPart(playsheet())


CATALOGUE: Final = catalogue_of((Thing("playsheet", "Playsheet", "the whole of it", _playsheet),))
