"""Each number of the tables changed in turn: what is listed follows it, and something always does."""

from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from rules.kernel.ruleset import tables_of
from tests.numbers.changes import book_with
from tests.numbers.followers import readers
from tests.numbers.listed import AT_SOME_DATE, Listed
from tests.numbers.of_earth_1418 import EARTH_1418
from tests.numbers.of_flanders_fields import FLANDERS_FIELDS
from tests.numbers.systems import NumbersOf

SYSTEMS: Final = (FLANDERS_FIELDS, EARTH_1418)
EVERY_USE: Final = [pytest.param(of, use, id=f"{of.key}, {use}") for of in SYSTEMS for use in of.uses]
IN_CODE: Final = [pytest.param(of, *place, id=" ".join(place)) for of in SYSTEMS for place in of.in_code]


def _left_out(of: NumbersOf, table: str, use: str) -> set[str]:
    return set(of.of_table(table).left_out(use, of.keys[table]))


def _with_reason(of: NumbersOf, table: str, use: str) -> list[str]:
    return [key for _, keys in of.of_table(table).reasons(use, of.keys[table]) for key in keys]


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_every_number_is_listed_with_something_that_follows_it(of: NumbersOf) -> None:
    listed = {number for use in of.uses for number in (*of.expected(use), *of.expected(use + AT_SOME_DATE))}
    forgotten = [str(number) for number in of.numbers if number not in listed | set(of.told_otherwise())]
    assert not forgotten, f"nothing follows {forgotten}"


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_the_list_names_tables_keys_and_uses_that_there_are(of: NumbersOf) -> None:
    keys = {number.table: {one.key for one in of.numbers if one.table == number.table} for number in of.numbers}
    assert set(of.listed) <= set(keys)
    for table, one in of.listed.items():
        assert {column.removesuffix(AT_SOME_DATE) for column in one.columns} <= set(of.uses), table
        assert set(one.why_not) <= set(of.uses), table
        assert all(set(column) <= keys[table] for column in one.columns.values() if column != "all"), table


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_what_a_use_leaves_out_has_a_reason(of: NumbersOf) -> None:
    unexplained = [
        f"{table} {key}: {use}"
        for table, use in product(of.keys, of.uses)
        for key in _left_out(of, table, use) - set(_with_reason(of, table, use))
    ]
    assert not unexplained, f"neither followed nor with a reason: {unexplained}"


@pytest.mark.parametrize("of", SYSTEMS, ids=lambda of: of.key)
def test_a_reason_is_for_what_a_use_leaves_out_and_for_nothing_else(of: NumbersOf) -> None:
    for table, use in product(of.keys, of.uses):
        with_reason, one = _with_reason(of, table, use), of.of_table(table)
        assert set(with_reason) <= _left_out(of, table, use), f"{table}: {use} has more reasons than it leaves out"
        assert len(set(with_reason)) == len(with_reason), f"{table}: {use} gives two reasons for one key"
        assert all(keys for _, keys in one.reasons(use, of.keys[table])), f"{table}: {use} gives a reason for nothing"


@pytest.mark.parametrize(("of", "use"), EVERY_USE)
def test_what_a_use_is_said_not_to_follow_it_does_not(of: NumbersOf, use: str) -> None:
    one_more = (replace(number, changed=number.changed[:1]) for number in of.excused(use))
    followed = [str(number) for number in one_more if of.follows(use, number)]
    assert not followed, f"{use} does follow {followed}"


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


def test_what_helps_an_order_die_or_a_morale_roll_adds_the_same_to_both() -> None:
    """FF-SPR-03, FF-SCN-22, FF-CRD-12: one number of the book, which each of the two tables has for its own die."""
    orders, morale = (tables_of(FLANDERS_FIELDS.edition)[name] for name in ("orders/bonuses", "morale/modifiers"))
    ruled = [{one.key: one.cited.value for one in table.entries if one.cited} for table in (orders, morale)]
    both = ruled[0].keys() & ruled[1].keys()
    assert both == {"pals", "prussian_discipline", "hearts_10"}
    assert {key: ruled[0][key] for key in both} == {key: ruled[1][key] for key in both}


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


def test_a_reason_is_for_the_keys_that_it_names_or_for_the_rest() -> None:
    keys = ("followed", "at_times", "named", "other", "another")
    columns = {"game": ["followed"], "game" + AT_SOME_DATE: ["at_times"]}
    some = Listed(columns, {"game": {"a reason": ["named"], "for what remains": "the rest"}})
    assert list(some.reasons("game", keys)) == [("a reason", ["named"]), ("for what remains", ["other", "another"])]
    assert list(Listed({}, {"map": "one for all"}).reasons("map", keys)) == [("one for all", [*keys])]
    assert list(Listed(columns).reasons("game", keys)) == []


@pytest.mark.parametrize(
    ("of", "name", "words"),
    [
        pytest.param(EARTH_1418, "movement/limits assault", "within 300 m", id="BE-ASL-01"),
        pytest.param(EARTH_1418, "arming/dice free_bases", "bases: 1 beyond two", id="BE-ARM-02"),
        pytest.param(FLANDERS_FIELDS, "shooting/ranges field_gun", "it hits to 200 cm", id="FF-GUN-07"),
    ],
)
def test_no_answer_and_no_sheet_says_a_number_again_in_words(of: NumbersOf, name: str, words: str) -> None:
    """A limit in metres of ground and a spelt count are the number too."""
    number = next(number for number in of.numbers if str(number) == name)
    reading = [
        each for use in ("look-up", "print") for each in readers(of.uses[use]).get((number.table, number.key), [])
    ]
    assert any(words in said for _, said in reading)
    with book_with(number, number.changed[0]):
        assert not [one.name for one, _ in reading if words in one.says()]
