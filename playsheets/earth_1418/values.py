"""The book's values as a sheet prints them: with their clause, and the mark of a house rule that changed them."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Final

from playsheets.content import Footnote, Value
from rules.earth_1418.book import EarthBook
from rules.kernel.explain import HouseMark
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.tables import Cited
from rules.kernel.values import dataclass

MINUS: Final = "\u2212"
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
USUAL_MONTH: Final = "1915-05"
MM_A_CM: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class EarthValues:
    """What one sheet reads: its book, and the house rules that were met with on it."""

    book: EarthBook
    printed: dict[str, HouseMark] = field(default_factory=dict)

    def number(self, table: str, key: str) -> Value:
        """A plain number."""
        return self._value(table, key, str)

    def signed(self, table: str, key: str) -> Value:
        """A modifier with its sign."""
        return self._value(table, key, _signed)

    def cm(self, table: str, key: str) -> Value:
        """A distance in centimetres, with its metres of ground."""
        return self._value(table, key, lambda mm: f"{mm / MM_A_CM:g} cm, {mm} m")

    def word(self, table: str, key: str) -> Value:
        """Words of the table, several with "or" between."""
        return self._value(table, key, lambda words: str(words).replace(" ", " or ").replace("_", " "))

    def says(self, table: str, key: str) -> str:
        """What a value is, in the words of its table."""
        return self.book.table(table).values[key].says

    def behaviour(self, ruling: str, clause: str) -> Value | None:
        """What a house rule makes of a procedure; None where the book's holds."""
        mark = self.book.mark(ruling)
        return None if mark is None else Value(mark.says, clause, self._letter(mark), mark.original)

    def footnotes(self) -> Iterator[Footnote]:
        """The house rules that changed something, by their letters."""
        for letter, mark in self.printed.items():
            yield Footnote(letter, mark.ruling, mark.says, mark.original)

    def _value(self, table: str, key: str, written: Any) -> Value:
        cited: Cited[Any] = self.book.table(table).values[key]
        if cited.house is None:
            return Value(written(cited.value), cited.clause)
        was = self.book.without(cited.house.ruling).table(table).values[key].value
        return Value(written(cited.value), cited.clause, self._letter(cited.house), written(was))

    def _letter(self, mark: HouseMark) -> str:
        known = {one.ruling: letter for letter, one in self.printed.items()}
        letter = known.get(mark.ruling) or LETTERS[len(self.printed)]
        self.printed[letter] = mark
        return letter


def values_for(month: str = USUAL_MONTH, house_rules: tuple[HouseRule, ...] = ()) -> EarthValues:
    """The values of a month under house rules. Raises BadMonth and BadHouseRule."""
    return EarthValues(EarthBook.for_game(parse_month(month), house_rules))


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", MINUS)
