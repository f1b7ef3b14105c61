"""Counters: every reference of the book, both faces registered, 25 mm as printed."""

from collections import Counter as Tally
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from playsheets.flanders_fields.counters import (
    PointCounter,
    aiming_counters,
    aiming_points,
    status_markers,
    suppression_chips,
)
from playsheets.flanders_fields.print_context import values_of
from playsheets.imposition import HEAD, MARGIN, MARK, Edge, on_leaves, room_on
from playsheets.press import PAPERS, CountersPart, Job, Paper, TrialPart, pdf_of
from playsheets.shapes import SIDE, Counter, Words
from rules.kernel.rulings import HouseRule
from tests.conformance.printed_cases import PrintedCase, every_printed_case
from tests.print.archived import complaints
from tests.print.on_paper import DOTS, opened, pictures, root_of, words_on

CASES = [case for case in every_printed_case() if case.references]


@lru_cache
def points() -> tuple[PointCounter, ...]:
    return aiming_points(values_of("late"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_weapon_has_the_references_the_book_prints(case: PrintedCase) -> None:
    found = aiming_points(values_of(case.sheet))
    of_weapon = [point.reference for point in found if f"{point.nation} {point.weapon}" == case.weapon]
    assert of_weapon == list(case.references)


def test_there_are_82_20_and_26_british_and_20_and_16_german() -> None:
    kinds = Tally((point.nation, point.unit_class.endswith("mortar")) for point in points())
    assert kinds == {("british", False): 20, ("british", True): 26, ("german", False): 20, ("german", True): 16}


def test_a_reference_is_one_battery_of_its_nation() -> None:
    assert len({(point.nation, point.reference) for point in points()}) == len(points()) == 82


def test_guns_have_numbers_and_mortars_letters() -> None:
    assert all(point.reference.isdigit() != point.unit_class.endswith("mortar") for point in points())


def texts(counter: Counter, face: str) -> list[str]:
    return [shape.text for shape in getattr(counter, face) if isinstance(shape, Words)]


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_back_lies_behind_its_front_when_the_leaf_is_turned(paper: Paper, edge: Edge) -> None:
    counters, room = aiming_counters(points()), room_on(*PAPERS[paper])
    for leaf in on_leaves(counters, room, edge):
        assert len(leaf.front) == len(leaf.back)
        for front, back in zip(leaf.front, leaf.back, strict=True):
            across, along = (one.x + one.width / 2 for one in (front, back)), (one.y for one in (front, back))
            (x, behind_x), (y, behind_y) = across, along
            turned = (room.width - behind_x, behind_y) if edge == "long" else (behind_x, room.depth - behind_y - SIDE)
            marks = 0 if edge == "long" else 2 * MARK
            assert (x, y) == pytest.approx((turned[0], turned[1] - marks))
            named = [[one.text for one in face.shapes if isinstance(one, Words)][1] for face in (front, back)]
            assert named[0] == named[1]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
def test_faces_are_registered_and_25_mm_on_paper(edge: Edge, paper: Paper) -> None:
    """Held against the light after it was turned over its edge, each face covers the other, to a tenth of a mm."""
    part = CountersPart("Aiming points", "", aiming_counters(points())[:1])
    front, back = (page < 128 for page in pictures(pdf_of(Job("One", (part,), paper, turned_over=edge))))
    turned = back[:, ::-1] if edge == "long" else back[::-1]
    corners = [_face(page) for page in (front, turned)]
    for left, right, top, bottom in corners:
        assert (right - left, bottom - top) == pytest.approx((25, 25), abs=0.1)
    assert corners[0] == pytest.approx(corners[1], abs=0.1)


def _face(page: np.ndarray[Any, Any]) -> tuple[float, ...]:
    """The edges of the one counter on a page: the long lines across and along, in millimetres."""
    head = round((MARGIN + HEAD) * DOTS) - DOTS
    inside = page[head : page.shape[0] - head]
    edges = []
    for axis, begins in ((0, 0), (1, head)):
        long = np.flatnonzero(inside.sum(axis=axis) > 24 * DOTS) + begins
        edges += [long[0] / DOTS, (long[-1] + 1) / DOTS]
    return tuple(edges)


def test_every_reference_is_on_the_paper_front_and_back() -> None:
    pages = words_on(pdf_of(Job("Counters", (CountersPart("Aiming points", "", aiming_counters(points())),))))
    assert len(pages) == 4
    assert sum(page.count("18-pounder") for page in pages) == 9
    assert sum(page.count("fired") for page in pages) == 82


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_fronts_are_on_the_upper_sides_of_leaves_whatever_comes_before(paper: Paper) -> None:
    """After a test page of one side a page stays empty; two parts of counters follow each other without one."""
    part = CountersPart("Aiming points", "", aiming_counters(points())[:1])
    pdf = pdf_of(Job("Evening", (TrialPart(), part, part, TrialPart()), paper))
    told = [page[:12] for page in words_on(pdf)]
    assert told == ["Is this prin", "", *["Aiming point"] * 4, "Is this prin"]
    assert complaints(pdf) == []
    assert len({tuple(page.mediabox) for page in opened(pdf).pages}) == 1
    alone = pdf_of(Job("Evening", (replace(part, backs=False), replace(part, backs=False)), paper))
    assert len(opened(alone).pages) == 2


@pytest.mark.parametrize(("edge", "wish"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_the_file_wishes_for_the_edge_that_was_chosen(edge: Edge, wish: str) -> None:
    part = CountersPart("Aiming points", "", aiming_counters(points())[:1])
    wishes = root_of(pdf_of(Job("One", (part,), turned_over=edge)))["/ViewerPreferences"]
    assert (wishes["/Duplex"], wishes["/PrintScaling"]) == (wish, "/None")
    fronts = root_of(pdf_of(Job("One", (replace(part, backs=False),), turned_over=edge)))
    assert "/Duplex" not in fronts["/ViewerPreferences"]


def test_only_fronts_where_only_one_side_is_printed() -> None:
    part = CountersPart("Aiming points", "", aiming_counters(points()), backs=False)
    assert len(opened(pdf_of(Job("Counters", (part,)))).pages) == 2


def test_a_suppression_chip_shows_one_level_then_two() -> None:
    chip = suppression_chips(values_of("early"))[0]
    assert texts(chip, "front")[0] == "1"
    assert texts(chip, "back")[0] == "2"


@pytest.mark.parametrize(("period", "adds"), [("early", "+1"), ("mid", "+1"), ("late", "+2")])
def test_a_staff_marker_says_what_it_adds(period: str, adds: str) -> None:
    staff = next(one for one in status_markers(values_of(period)) if one.key == "staff")
    assert texts(staff, "front")[0] == adds


def test_under_the_house_rule_it_throws_again() -> None:
    markers = status_markers(values_of("late", [HouseRule("AMB-13", "reroll")]))
    assert texts(next(one for one in markers if one.key == "staff"), "front")[0] == "again"


def test_barrage_turns_go_to_the_longest_barrage_of_4_and_d3() -> None:
    turns = [one.key for one in status_markers(values_of("late")) if one.key.startswith("barrage")]
    assert turns == [f"barrage_{turn}" for turn in range(1, 8)]
    assert not [one for one in status_markers(values_of("early")) if one.key.startswith("barrage")]


def test_a_thousand_counters_are_printed() -> None:
    many = (aiming_counters(points()) * 13)[:1000]
    assert len(opened(pdf_of(Job("Many", (CountersPart("Aiming points", "", many),)))).pages) == 2 * 19
