"""Each number of the tables changed in turn: what is listed follows it, and something always does."""

from typing import Final

import pytest

from tests.numbers.changes import book_with
from tests.numbers.of_earth_1418 import EARTH_1418
from tests.numbers.of_flanders_fields import FLANDERS_FIELDS
from tests.numbers.systems import AT_SOME_DATE, NumbersOf

SYSTEMS: Final = (FLANDERS_FIELDS, EARTH_1418)
EVERY_USE: Final = [pytest.param(of, use, id=f"{of.key}, {use}") for of in SYSTEMS for use in of.uses]
IN_CODE: Final = [pytest.param(of, *place, id=" ".join(place)) for of in SYSTEMS for place in of.in_code]


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_every_number_is_listed_with_something_that_follows_it(of: NumbersOf) -> None:
    listed = {number for use in of.uses for number in (*of.expected(use), *of.expected(use + AT_SOME_DATE))}
    forgotten = [str(number) for number in of.numbers if number not in listed | set(of.told_otherwise())]
    assert not forgotten, f"nothing follows {forgotten}"


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_the_list_names_tables_keys_and_uses_that_there_are(of: NumbersOf) -> None:
    keys = {number.table: {one.key for one in of.numbers if one.table == number.table} for number in of.numbers}
    assert set(of.listed) <= set(keys)
    for table, uses in of.listed.items():
        assert {use.removesuffix(AT_SOME_DATE) for use in uses} <= set(of.uses)
        assert all(set(listed) <= keys[table] for listed in uses.values() if listed != "all"), table


@pytest.mark.parametrize(("of", "use"), EVERY_USE)
def test_what_is_listed_follows_each_number(of: NumbersOf, use: str) -> None:
    lost = [str(number) for number in of.expected(use) if not of.follows(use, number)]
    assert not lost, f"{use} does not follow {lost}"


@pytest.mark.parametrize(("of", "use"), EVERY_USE)
def test_of_several_values_one_is_followed(of: NumbersOf, use: str) -> None:
    found = dict[tuple[str, str], bool]()
    for number in of.expected(use + AT_SOME_DATE):
        place = (number.table, number.key)
        found[place] = found.get(place, False) or of.follows(use, number)
    assert all(found.values()), f"{use} follows none of {[place for place, one in found.items() if not one]}"


@pytest.mark.parametrize(("of", "table", "key"), IN_CODE)
def test_what_code_says_too_is_the_same(of: NumbersOf, table: str, key: str) -> None:
    book = of.book()
    assert of.in_code[table, key](book) == book.table(table).number(key).value


def test_a_number_that_nothing_reads_is_found() -> None:
    of = FLANDERS_FIELDS
    unread = next(number for number in of.numbers if str(number) == "assault/factors armoured_car")
    assert not any(of.follows(use, unread) for use in of.uses)
    read = next(number for number in of.numbers if str(number) == "modelling/sizes lane")
    assert of.follows("map", read)
    assert of.follows("print", read)


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_the_book_is_as_it_was_when_a_number_was_changed(of: NumbersOf) -> None:
    before, number = of.book().fingerprint, of.numbers[0]
    with book_with(number, number.changed[0]):
        assert of.book().fingerprint != before
    assert of.book().fingerprint == before
