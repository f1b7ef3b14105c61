"""The file of a force: what is written is read again, and what is no force is refused in words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.systems.flanders_fields.force_documents import MOST_BYTES, ForceFile, read_document, write_document
from rules.flanders_fields.armour import TankType
from rules.flanders_fields.force_changes import (
    added,
    allowing,
    graded,
    of_type,
    only,
    renamed,
    resized,
    serving,
    without,
)
from rules.flanders_fields.force_checks import check, faults
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Force, NotThere, make_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, PartKey, Quality
from rules.kernel.months import parse_month
from rules.kernel.serialization import NotFitting

DOCS = Path(__file__).parents[2] / "docs"
MONTHS = ("1914-08", "1915-11", "1916-07", "1917-11", "1918-03")
TABLES = tuple(one for one in ArmyList if one is not ArmyList.ATTACHED)
BOOK = RuleBook.for_game(parse_month("1918-03"))


@st.composite
def forces(draw: st.DrawFn) -> Force:
    """Any force somebody could make: a table of any month, then changes of every kind; what cannot be is left."""
    book = RuleBook.for_game(parse_month(draw(st.sampled_from(MONTHS))))
    force = make_force(draw(st.sampled_from(TABLES)), book)
    for _ in range(draw(st.integers(0, 8))):
        try:
            force = _change(draw, force, book)
        except NotThere:
            continue
    return force


def _change(draw: st.DrawFn, force: Force, book: RuleBook) -> Force:
    ids = [one.id for one in force.all()] or ["none"]
    one, other = draw(st.sampled_from(ids)), draw(st.sampled_from(ids))
    changes: list[Callable[[], Force]] = [
        lambda: renamed(force, one, draw(st.text(max_size=70))),
        lambda: graded(force, one, draw(st.sampled_from(Quality)), book),
        lambda: resized(force, one, draw(st.integers(-1, 26))),
        lambda: without(force, one),
        lambda: only(force, [one, other]),
        lambda: serving(force, one, draw(st.sampled_from(["", other])), book),
        lambda: added(force, draw(st.sampled_from(ArmyList)), draw(st.sampled_from(PartKey)), other, book),
        lambda: of_type(force, one, draw(st.sampled_from(TankType)), book),
        lambda: allowing(force, draw(st.sampled_from(["FF-QLM-18", "FF-FOR-08"])), draw(st.sampled_from(["", one]))),
    ]
    return draw(st.sampled_from(changes))()


@settings(max_examples=150, deadline=None)
@given(forces())
def test_any_force_is_read_as_it_was_written(force: Force) -> None:
    assert list(faults(force)) == []
    book = RuleBook.for_game(parse_month(force.date))
    assert totals(force, book).stands == sum(one.stands for one in force.all())
    assert all(finding.says and finding.instead for finding in check(force, book))
    written = write_document(force)
    assert read_document(written) == force
    assert write_document(read_document(written)) == written


def plain(table: ArmyList = ArmyList.GERMAN_STORM) -> dict[str, Any]:
    """A sound document to be spoilt: a storm battalion, by default."""
    made: dict[str, Any] = json.loads(write_document(make_force(table, BOOK)))
    return made


def spoilt(change: Callable[[dict[str, Any]], object], table: ArmyList = ArmyList.GERMAN_STORM) -> NotFitting:
    document = plain(table)
    change(document)
    with pytest.raises(NotFitting) as refused:
        read_document(json.dumps(document).encode())
    return refused.value


def battalion(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["elements"][0]
    return found


@pytest.mark.parametrize(
    ("change", "of", "says"),
    [
        (lambda one: one.update(version=2), "", "only beaten-zone-force 1 can be read"),
        (lambda one: one.update(format="beaten-zone-table"), "", "this is beaten-zone-table 1"),
        (lambda one: one.pop("format"), "", "this is no document that names its format"),
        (lambda one: one.update(points=1500), "", "points"),
        (lambda one: one.update(date="1939-09"), "", "lies outside the war"),
        (lambda one: one.update(date="1916-13"), "", "is no month"),
        (lambda one: one.update(nation="belgian"), "", "nation"),
        (lambda one: one.update(name=" "), "", "no name that can be shown"),
        (lambda one: battalion(one).update(table="belgian_1914"), "1", "table"),
        (lambda one: battalion(one).update(part="tank_section"), "1", "has no 'tank_section' that stands by itself"),
        (lambda one: battalion(one).update(part="infantry_platoon"), "1", "that stands by itself"),
        (lambda one: battalion(one).pop("grade"), "1", "it has no grade"),
        (lambda one: battalion(one).update(grade="guards"), "1", "grade"),
        (lambda one: battalion(one).update(stands=3), "1", "Storm battalion: 3 stands"),
        (lambda one: battalion(one).update(serves="7"), "1", "it serves with '7', which is not there"),
        (lambda one: battalion(one).update(serves="1"), "1", "cannot serve with"),
        (lambda one: battalion(one).update(serves="1.1"), "1", "cannot serve with"),
        (lambda one: battalion(one)["inside"][0].update(id="1"), "1", "it stands there twice"),
        (lambda one: battalion(one)["inside"][0].update(inside=[battalion(one)["inside"][1]]), "1.1", "in it"),
        (lambda one: battalion(one)["inside"][1].update(stands=25), "1.2", "stands"),
        (lambda one: battalion(one)["inside"][1].update(stands=-1), "1.2", "stands"),
        (lambda one: battalion(one)["inside"][1].update(stands=2.5), "1.2", "stands"),
        (lambda one: battalion(one)["inside"][1].pop("stands"), "1.2", "Infantry company: 0 stands"),
        (lambda one: battalion(one)["inside"][1].update(type="whippet"), "1.2", "Infantry company is no tank"),
        (lambda one: battalion(one)["inside"][5].update(grade="raw"), "1.6", "has no grade of its own"),
        (lambda one: battalion(one)["inside"][1].update(table="german_1916"), "1.2", "is not part of Storm Battalion"),
        (lambda one: one.update(allowed=[{"clause": "FF-XYZ-99"}]), "", "is allowed for nothing that is there"),
        (lambda one: one.update(allowed=[{"clause": "FF-QLM-23", "of": "9"}]), "9", "is allowed for nothing"),
    ],
)
def test_what_is_no_force_is_refused_in_words(change: Callable[[dict[str, Any]], object], of: str, says: str) -> None:
    wrong = spoilt(change).wrong
    assert (wrong[0].of, says in wrong[0].because) == (of, True), wrong
    assert all(one.instead for one in wrong)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", ""),
        (b"[]", ""),
        (b"\xff\xfe", ""),
        (b'{"format": "beaten-zone-force", "version": 1' + b"[" * 5000, ""),
        (b" " * (MOST_BYTES + 1), "kB long"),
        (
            b'{"format":"beaten-zone-force","version":1,"name":"a","name":"b","nation":"french","date":"1916-07",'
            b'"elements":[]}',
            "name stands twice",
        ),
    ],
)
def test_what_is_no_document_at_all_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(NotFitting) as refused:
        read_document(data)
    assert says in refused.value.wrong[0].because


def test_more_parts_than_any_division_has_are_refused() -> None:
    def swell(document: dict[str, Any]) -> None:
        tank = {"table": "attached", "part": "tank", "name": "Tank", "stands": 1, "grade": "raw"}
        document["elements"] += [{**tank, "id": f"x{n}"} for n in range(600)]

    wrong = spoilt(swell).wrong
    assert (wrong[0].because, wrong[0].instead) == ("it has 611 parts", "at most 600")


@pytest.mark.parametrize("depth", [9, 200, 2000])
def test_what_lies_deeper_than_any_formation_is_refused(depth: int) -> None:
    group = '{"id":"%s","table":"british_tanks","part":"tank_company","name":"a","inside":['
    head = '{"format":"beaten-zone-force","version":1,"name":"a","nation":"british","date":"1916-10","elements":['
    with pytest.raises(NotFitting):
        read_document((head + "".join(group % n for n in range(depth)) + "]}" * depth + "]}").encode())


def test_all_that_is_wrong_is_told_at_once() -> None:
    def spoil(document: dict[str, Any]) -> None:
        battalion(document)["inside"][1].pop("stands")
        battalion(document)["inside"][2]["name"] = "  "

    assert [one.of for one in spoilt(spoil).wrong] == ["1.2", "1.3"]


def test_the_schema_in_the_documentation_is_that_of_the_document() -> None:
    written = json.loads((DOCS / "force-format.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(msgspec.json.encode(msgspec.json.schema(ForceFile)))
