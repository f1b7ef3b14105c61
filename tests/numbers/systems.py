"""How the numbers of one rule system are held to what follows them."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.kernel.book import Book, Edition
from tests.conformance.answered import answer_of, book_of
from tests.conformance.cases import every_case
from tests.numbers.changes import Number, every_number
from tests.numbers.followers import Follower, Followers, follows

AT_SOME_DATE = "-at-some-date"
SHEETS = "print"


@dataclass(frozen=True)
class NumbersOf:
    """The numbers of one system: what is listed beside this file under its `key`, and who may follow them.

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
    def listed(self) -> Mapping[str, Mapping[str, Any]]:
        """What must follow each number: by its table, for each use, all keys or some."""
        return tomllib.loads(Path(__file__).with_name(f"{self.key}.toml").read_text(encoding="utf-8"))

    def told_otherwise(self) -> Iterator[Number]:
        """The numbers that something else follows than what is listed."""
        return (one for one in self.numbers if (one.table, one.key) in self.in_code or str(one) in self.nobody_asks)

    def expected(self, use: str) -> list[Number]:
        """The numbers of which every value has to be followed by a use."""
        return [one for one in self.numbers if _has(self.listed.get(one.table, {}).get(use, ()), one.key)]

    def follows(self, use: str, number: Number) -> bool:
        """Whether something of that use says otherwise when the number is changed."""
        return follows(self.uses[use], number, sheets=use == SHEETS)


def _has(listed: str | list[str], key: str) -> bool:
    return listed == "all" or key in listed


def answers(letters: str) -> Iterator[Follower]:
    """The answer to each conformance case of a system."""
    for case in every_case(letters):
        yield Follower(case.name, lambda case=case: book_of(case), lambda book, case=case: answer_of(case, book))
