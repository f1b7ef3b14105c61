"""A book of any rule system, read from its data folder and settled for a date and house rules."""

from pathlib import Path

import pytest

from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.clauses import SourceTexts
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.ruleset import Book, Edition, tables_of
from rules.kernel.rulings import BadHouseRule, HouseRule

TEXTS = SourceTexts(lines={"C": "companion"}, rulings=("G",), example="lines as C12, a ruling as G-01")
PERIODS = """[[period]]
key = "{period}"
title = "The only one"
first = "1939-09"
last = "1940-06"
"""
TABLE = """id = "T-1"
title = "Reach"
clause = "T-1"
kind = "numbers"
unit = "count"

[[value]]
key = "reach"
value = {reach}
source = ["C12"]
"""
RULING = """[[ruling]]
id = "G-01"
chapter = "reach"
question = "How far does it reach?"
default = "printed"
because = "It is printed."
clauses = ["T-1"]

[[ruling.option]]
key = "printed"
says = "As printed"

[[ruling.option]]
key = "farther"
says = "Farther"

[[ruling.option.change]]
table = "reach"
key = "reach"
value = {farther}
"""
CLAUSE = """chapter = "reach"

[[clause]]
id = "T-1"
title = "Reach"
"""
MAY = parse_month("1940-05")
FARTHER = HouseRule("G-01", "farther")


def made(folder: Path, period: str, reach: int, farther: int) -> Edition:
    """A whole data folder of one table and one ruling, whose ids are the same in every such book."""
    written = {
        "tables/reach.toml": TABLE.format(reach=reach),
        "rulings/reach.toml": RULING.format(farther=farther),
        "clauses/reach.toml": CLAUSE,
        "periods.toml": PERIODS.format(period=period),
    }
    for name, text in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Edition(folder, TEXTS)


@pytest.fixture
def first(tmp_path: Path) -> type[Book]:
    class First(Book):
        __slots__ = ()
        edition = made(tmp_path / "first", "phoney", 6, 9)

    return First


@pytest.fixture
def second(tmp_path: Path) -> type[Book]:
    class Second(Book):
        __slots__ = ()
        edition = made(tmp_path / "second", "real", 4, 5)

    return Second


def reach(book: Book) -> int:
    return book.table("reach").number("reach").value


def test_a_book_is_read_from_its_own_folder(first: type[Book]) -> None:
    book = first.for_game(MAY)
    assert (reach(book), book.when.period, book.option("G-01")) == (6, "phoney", "printed")
    assert [source.text for source in book.table("reach").number("reach").sources] == ["companion"]
    assert type(book) is first


def test_a_house_rule_changes_a_book_and_is_marked_and_taken_away_again(first: type[Book]) -> None:
    book = first.for_game(MAY, [FARTHER])
    assert reach(book) == 9
    assert [mark.ruling for mark in book.house_rules] == ["G-01"]
    without = book.without("G-01")
    assert (reach(without), without.house_rules, type(without)) == (6, (), first)
    assert without.fingerprint == first.for_game(MAY).fingerprint != book.fingerprint


def test_ids_that_stand_in_two_books_never_meet(first: type[Book], second: type[Book]) -> None:
    for _ in range(2):
        books = [kind.for_game(MAY, rules) for kind in (first, second) for rules in ((), (FARTHER,))]
        assert [reach(book) for book in books] == [6, 9, 4, 5]
        assert [book.when.period for book in books] == ["phoney", "phoney", "real", "real"]
    assert [*tables_of(first.edition)] == [*tables_of(second.edition)]


def test_a_ruling_is_looked_up_once_for_what_it_gives_and_its_mark(first: type[Book]) -> None:
    options = {"printed": "6 inches", "farther": "9 inches"}
    settled, by_house = (first.for_game(MAY, rules).ruling("G-01") for rules in ((), (FARTHER,)))
    assert (settled.gives(options), settled.mark) == ("6 inches", None)
    assert by_house.gives(options) == "9 inches"
    assert by_house.mark is not None
    assert (by_house.mark.ruling, by_house.mark.says, by_house.mark.original) == ("G-01", "Farther", "As printed")


def test_a_book_is_made_once_for_a_date_and_house_rules(first: type[Book]) -> None:
    assert first.for_game(MAY, [FARTHER]) is first.for_game(MAY, (FARTHER,))


def test_a_book_refuses_what_is_another_books(first: type[Book]) -> None:
    with pytest.raises(BadMonth, match="choose 1939-09 to 1940-06"):
        first.for_game(parse_month("1916-07"))
    with pytest.raises(BadHouseRule, match="AMB-13"):
        first.for_game(MAY, [HouseRule("AMB-13", "reroll")])
    with pytest.raises(BadHouseRule, match="G-01"):
        RuleBook.for_game(parse_month("1916-07"), [FARTHER])
