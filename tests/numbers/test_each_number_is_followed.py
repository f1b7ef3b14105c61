"""Each number of the tables changed in turn: what is listed follows it, and something always does."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from rules.flanders_fields.artillery.game.deep.state import Deep
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.game.state import FULL_PACK
from rules.flanders_fields.fire_plan.game.record import deep_id, kept_of_plan
from rules.flanders_fields.resolutions import RESOLUTIONS
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import mm
from rules.kernel.months import parse_month
from rules.kernel.play import Role
from tests.numbers.changes import Number, book_with, every_number
from tests.numbers.followers import USES, follows

LISTED: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("follows.toml").read_text(encoding="utf-8")
)
NUMBERS: Final = tuple(every_number())
AT_SOME_DATE: Final = "-at-some-date"

NOBODY_ASKS: Final = {
    # An armoured car may not assault (FF-ASL-02), and the house rule under which it may changes this very number.
    "assault/factors armoured_car",
}


def usual(question: str, name: str) -> int:
    """What a question takes for a distance untold, in millimetres."""
    return mm(next(one.default for one in fields(RESOLUTIONS[question].facts) if one.name == name))


def least_modifier(book: RuleBook) -> int:
    """The least that a correction may set deep suppression to (FF-ORD-27)."""
    state: Any = SimpleNamespace(deep=(Deep(Side.ATTACKER, 1, -1),), book=lambda: book)
    _, fits = kept_of_plan(state, deep_id(Side.ATTACKER), Role.REFEREE)["modifier"]
    return min(value for value in range(-9, 1) if fits(value))


IN_CODE: Final[Mapping[tuple[str, str], Callable[[RuleBook], int]]] = {
    ("setup/zones", "table_length"): lambda _: usual("zones", "table_length_cm"),
    ("setup/zones", "table_width"): lambda _: usual("grid_reference", "table_width_cm"),
    ("setup/zones", "no_mans_land_usual"): lambda _: usual("zones", "no_mans_land_cm"),
    ("cards/limits", "pack"): lambda _: len(FULL_PACK),
    ("orders/deep_suppression", "hardest"): least_modifier,
}
"""What code says as well, because it is of no date: two that must be the same."""


def told_otherwise() -> Iterator[Number]:
    """The numbers that something else follows than what is listed."""
    return (number for number in NUMBERS if (number.table, number.key) in IN_CODE or str(number) in NOBODY_ASKS)


def expected(use: str) -> list[Number]:
    """The numbers of which every value has to be followed by a use."""
    return [number for number in NUMBERS if _has(LISTED.get(number.table, {}).get(use, ()), number.key)]


def _has(listed: str | list[str], key: str) -> bool:
    return listed == "all" or key in listed


def test_every_number_is_listed_with_something_that_follows_it() -> None:
    listed = {number for use in USES for number in (*expected(use), *expected(use + AT_SOME_DATE))}
    forgotten = [str(number) for number in NUMBERS if number not in listed | set(told_otherwise())]
    assert not forgotten, f"nothing follows {forgotten}"


def test_the_list_names_tables_keys_and_uses_that_there_are() -> None:
    keys = {number.table: {one.key for one in NUMBERS if one.table == number.table} for number in NUMBERS}
    assert set(LISTED) <= set(keys)
    for table, uses in LISTED.items():
        assert {use.removesuffix(AT_SOME_DATE) for use in uses} <= set(USES)
        assert all(set(listed) <= keys[table] for listed in uses.values() if listed != "all"), table


@pytest.mark.parametrize("use", USES)
def test_what_is_listed_follows_each_number(use: str) -> None:
    lost = [str(number) for number in expected(use) if not follows(use, number)]
    assert not lost, f"{use} does not follow {lost}"


@pytest.mark.parametrize("use", USES)
def test_of_several_values_one_is_followed(use: str) -> None:
    found = dict[tuple[str, str], bool]()
    for number in expected(use + AT_SOME_DATE):
        place = (number.table, number.key)
        found[place] = found.get(place, False) or follows(use, number)
    assert all(found.values()), f"{use} follows none of {[place for place, one in found.items() if not one]}"


@pytest.mark.parametrize("place", IN_CODE, ids=" ".join)
def test_what_code_says_too_is_the_same(place: tuple[str, str]) -> None:
    table, key = place
    book = RuleBook.for_game(parse_month("1917-11"))
    assert IN_CODE[place](book) == book.table(table).number(key).value


def test_a_number_that_nothing_reads_is_found() -> None:
    unread = next(number for number in NUMBERS if str(number) == "assault/factors armoured_car")
    assert not any(follows(use, unread) for use in USES)
    read = next(number for number in NUMBERS if str(number) == "modelling/sizes lane")
    assert follows("map", read)
    assert follows("print", read)


def test_the_book_is_as_it_was_when_a_number_was_changed() -> None:
    before = RuleBook.for_game(parse_month("1917-11")).fingerprint
    with book_with(NUMBERS[0], NUMBERS[0].changed[0]):
        pass
    assert RuleBook.for_game(parse_month("1917-11")).fingerprint == before
