"""What one rule system answers without a game: its book, and every question by its key."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

from rules.kernel.book import Book, calendar_of, clauses_of, rulings_of
from rules.kernel.clauses import Clause
from rules.kernel.months import Calendar
from rules.kernel.resolve import Resolution
from rules.kernel.rulings import Ruling
from rules.kernel.values import dataclass

Rules = TypeVar("Rules", bound=Book)


class LookUps(Mapping[str, Resolution[Any, Rules]]):
    """Every question of the chapters of a package, by its key.

    Its modules are loaded when the first look-up is asked for, so that a start does not wait for them.

    Args:
        package: the package of the rule system.
        modules: the modules that define look-ups, below the package.
        order: every key, in the order in which look-ups are listed.
        made: what the system does to each look-up, such as refusing what is not available at every date.
    """

    def __init__(
        self,
        package: str,
        modules: Sequence[str],
        order: Sequence[str],
        made: Callable[[Resolution[Any, Rules]], Resolution[Any, Rules]] = lambda one: one,
    ) -> None:
        self._package, self._modules, self._order, self._made = package, modules, order, made
        self._gathered: dict[str, Resolution[Any, Rules]] = {}

    def __getitem__(self, key: str) -> Resolution[Any, Rules]:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> Mapping[str, Resolution[Any, Rules]]:
        if not self._gathered:
            self._gathered = self._read()
        return self._gathered

    def _read(self) -> dict[str, Resolution[Any, Rules]]:
        found: dict[str, Resolution[Any, Rules]] = {}
        for module in self._modules:
            for resolution in import_module(f"{self._package}.{module}").RESOLUTIONS:
                if resolution.key in found:
                    raise ValueError(f"{resolution.key} is offered by two modules; give one of them another key")
                found[resolution.key] = self._made(resolution)
        if differ := set(found) ^ set(self._order):
            raise ValueError(f"these look-ups are defined or listed, not both: {', '.join(sorted(differ))}")
        return {key: found[key] for key in self._order}


@dataclass(frozen=True, slots=True, eq=False)
class Questions(Generic[Rules]):
    """A rule system as look-ups see it: `key` names it in addresses, `book` is its book, `asked` its questions."""

    key: str
    title: str
    book: type[Rules]
    asked: Mapping[str, Resolution[Any, Rules]]

    @property
    def calendar(self) -> Calendar:
        """The periods its book tells apart."""
        return calendar_of(self.book.edition)

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Its clauses, with how far the program acts on each."""
        return clauses_of(self.book.edition)

    @property
    def rulings(self) -> Mapping[str, Ruling]:
        """Where its book is silent or disagrees."""
        return rulings_of(self.book.edition)
