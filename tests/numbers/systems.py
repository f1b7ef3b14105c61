"""How the numbers of one rule system are held to what follows them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from rules.kernel.ruleset import Book, Edition
from tests.conformance.answered import answer_of, book_of
from tests.conformance.cases import every_case
from tests.numbers.changes import Number, every_number
from tests.numbers.followers import Follower, Followers, follows
from tests.numbers.listed import Listed, listed

SHEETS = "print"


@dataclass(frozen=True)
class NumbersOf:
    """The numbers of one system: what is listed of them in the folder of its `key`, and who may follow them.

    `in_code` are numbers that code says as well, because they are of no date: two that must be the same. `nobody_asks`
    are those that nothing can follow, each with its reason beside it.
    """

    key: str
    edition: Edition
    book: Callable[[], Book]
    uses: Mapping[str, Followers]
    in_code: Mapping[tuple[str, str], Callable[[Any], int]]
    nobody_asks: tuple[str, ...] = ()

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Every number of its tables."""
        return tuple(every_number(self.edition))

    @cached_property
    def listed(self) -> Mapping[str, Listed]:
        """What must follow the numbers of each table."""
        return listed(self.key)

    @cached_property
    def keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of each table whose numbers something has to follow, or has a reason not to."""
        otherwise = set(self.told_otherwise())
        left = dict[str, dict[str, None]]()
        for one in self.numbers:
            if one not in otherwise:
                left.setdefault(one.table, {})[one.key] = None
        return {table: tuple(keys) for table, keys in left.items()}

    def told_otherwise(self) -> Iterator[Number]:
        """The numbers that something else follows than what is listed."""
        return (one for one in self.numbers if (one.table, one.key) in self.in_code or str(one) in self.nobody_asks)

    def of_table(self, table: str) -> Listed:
        """What is listed of a table."""
        return self.listed.get(table, Listed({}))

    def expected(self, column: str) -> list[Number]:
        """The numbers of which every value has to be followed by a use, or, of its column at some date, one value."""
        return [one for one in self.numbers if self.of_table(one.table).has(column, one.key)]

    def excused(self, use: str) -> list[Number]:
        """The numbers that a use is said not to follow, for a reason."""
        with_reason = {
            (table, key)
            for table, keys in self.keys.items()
            for _, reasoned in self.of_table(table).reasons(use, keys)
            for key in reasoned
        }
        return [one for one in self.numbers if (one.table, one.key) in with_reason]

    def follows(self, use: str, number: Number) -> bool:
        """Whether something of that use says otherwise when the number is changed."""
        return follows(self.uses[use], number, sheets=use == SHEETS)


def answers(letters: str) -> Iterator[Follower]:
    """The answer to each conformance case of a system."""
    for case in every_case(letters):
        yield Follower(case.name, partial(book_of, case), partial(answer_of, case))
