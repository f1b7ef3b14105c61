"""Values of a data file that are otherwise at some dates or by a house rule."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.flanders_fields.book import RuleBook, rulings
from rules.kernel.explain import HouseMark
from rules.kernel.months import Month
from rules.kernel.rulings import month_of
from rules.kernel.strict import Reader
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Variant:
    """What is otherwise between two months (None: no limit), or where an option is chosen for a ruling."""

    first: Month | None
    last: Month | None
    ruling: str
    option: str
    values: Mapping[str, Any]

    def holds(self, book: RuleBook) -> bool:
        """Whether it is in force in a game."""
        month = book.when.month
        if (self.first and month < self.first) or (self.last and month > self.last):
            return False
        return not self.ruling or book.option(self.ruling) == self.option


def read_variants(entry: Reader, read: Callable[[Reader], Mapping[str, Any]]) -> tuple[Variant, ...]:
    """The [[when]] tables of an entry; `read` takes the values that may be otherwise. Raises BadData."""
    return tuple(_variant(one, entry.name, read) for one in entry.tables("when", ()))


def _variant(entry: Reader, of: str, read: Callable[[Reader], Mapping[str, Any]]) -> Variant:
    entry.name = f"{of}, {entry.name}"
    first, last = month_of(entry, "from"), month_of(entry, "until")
    ruling, option = entry.text("ruling", ""), entry.text("option", "")
    if not (first or last or ruling):
        raise entry.wrong("ruling", "is missing, and so are from and until", "say when it is otherwise")
    _check_option(entry, ruling, option)
    values = read(entry)
    entry.close()
    if not values:
        raise entry.wrong("when", "changes nothing", "write what is otherwise then")
    return Variant(first, last, ruling, option, values)


def _check_option(entry: Reader, ruling: str, option: str) -> None:
    if not ruling:
        return
    found = check_ruling(entry, ruling)
    keys = [one.key for one in rulings()[found].options if one.key != rulings()[found].default]
    if option not in keys:
        raise entry.wrong("option", f"is {option!r}", f"write one of: {', '.join(keys)}")


def check_ruling(entry: Reader, ruling: str) -> str:
    """The ruling's id, which a data file names. Raises BadData."""
    if ruling not in rulings():
        raise entry.wrong("ruling", f"is {ruling!r}", "write the id of a ruling")
    return ruling


def in_force(variants: Iterable[Variant], book: RuleBook) -> tuple[Mapping[str, Any], HouseMark | None]:
    """What is otherwise in a game, the last word counting, and the mark of the house rule that made it so."""
    values: dict[str, Any] = {}
    house: HouseMark | None = None
    for one in variants:
        if one.holds(book):
            values |= one.values
            house = book.mark(one.ruling) if one.ruling else house
    return values, house
