"""What a scenario may name in place of holding it: forces that lie ready by their tables, and tables of the library."""

from collections.abc import Iterator, Mapping
from typing import Final

from app.systems.flanders_fields.forces.shelf import ForceShelf
from app.systems.flanders_fields.scenarios.document import Library
from app.tabletops.document import NamedTable
from app.tabletops.shelf import TableShelf
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import Force, NotThere
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.making import make_force
from rules.flanders_fields.forces.organisation import Organisation, PartSort
from rules.flanders_fields.forces.reading import organisation, organisations
from rules.flanders_fields.forces.trimming import only
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.values import dataclass

DIVISIONS: Final = (
    ArmyList.BRITISH_1914,
    ArmyList.BRITISH_1915,
    ArmyList.BRITISH_1917,
    ArmyList.FRENCH_1914,
    ArmyList.FRENCH_1917,
    ArmyList.GERMAN_1914,
    ArmyList.GERMAN_1916,
)
PARTS: Final[Mapping[str, int]] = {"regiment": 1, "two-regiments": 2, "division": 99}
"""How many of a division's regiments or brigades a ready force brings, by the second part of its id."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A force that can be had at once: its id, what it is, and the months it can be had in, both included."""

    id: str
    title: str
    first: str
    last: str


def spans() -> tuple[Ready, ...]:
    """Every force that can be had, of one or two regiments or a whole division."""
    found = organisations()
    return tuple(one for table in DIVISIONS for one in _of_table(found[table]))


def _of_table(table: Organisation) -> Iterator[Ready]:
    word = table.regiment_word
    sizes = {"regiment": f"one {word}", "two-regiments": f"two {word}s", "division": "the whole division"}
    for part, size in sizes.items():
        yield Ready(f"{table.id}:{part}", f"{table.title}: {size}", str(table.first), str(table.last))


def ready_force(name: str, date: str) -> Force | None:
    """A ready force by its id, as it is in a month; None where there is none of that id then."""
    table, _, part = name.partition(":")
    if table not in {one.value for one in DIVISIONS} or part not in PARTS:
        return None
    try:
        book = RuleBook.for_game(parse_month(date))
        if not organisation(ArmyList(table), book).holds(book.when.month):
            return None
        return _trimmed(make_force(ArmyList(table), book), PARTS[part])
    except (BadMonth, NotThere):
        return None


def _trimmed(force: Force, regiments: int) -> Force:
    """So many of its regiments, with what serves with them; the whole of it for more than it has."""
    sorts = {one.id: organisations()[one.table].parts[one.part].sort for one in force.all()}
    found = [one.id for one in force.all() if sorts[one.id] is PartSort.REGIMENT]
    return force if regiments >= len(found) else only(force, found[:regiments])


def library_of(tables: TableShelf, forces: ForceShelf) -> Library:
    """The library of one server: what lies ready, and what was made here."""

    def force(name: str, date: str) -> Force | None:
        kept = None if ":" in name else forces.get(name)
        return kept.document if kept else ready_force(name, date)

    def table(name: str) -> NamedTable | None:
        kept = tables.get(name)
        return kept.document if kept else None

    return Library(force, table)
