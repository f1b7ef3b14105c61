"""Numbers of the tables that something else has to say too, because it is of no date or of any system: both are one.

A look-up proposes a usual size, a fact names a length in its words, a table to play on is kept in belts for any system.
"""

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import pytest

from app.systems.flanders_fields.fire_plans import ForeseenShown
from rules.flanders_fields.arcs_of_fire import TankOffset
from rules.flanders_fields.barrages import BandFacts
from rules.flanders_fields.base_sizes import SHAPES, BaseKind
from rules.flanders_fields.fire_areas import BaseInAreaFacts
from rules.flanders_fields.fire_plan import BarrageLine
from rules.flanders_fields.fire_plan_timetable import Phase
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import steps
from rules.flanders_fields.wire import ClearWireFacts, WireCrossingFacts
from rules.kernel.distances import mm
from rules.kernel.facts import limits
from rules.kernel.months import parse_month
from rules.tabletop.terrain import BELT_MM

BOOK: Final = RuleBook.for_game(parse_month("1917-11"))
Said = Callable[[], float]


def usual(facts: type, name: str) -> Any:
    """What a fact is taken for where nobody tells it."""
    return next(one.default for one in fields(facts) if one.name == name)


def in_words(facts: type, name: str) -> int:
    """The centimetres that the words of a fact name, in millimetres."""
    return named(next(one.metadata["says"] for one in fields(facts) if one.name == name))


def named(words: str) -> int:
    """The centimetres that a sentence names, in millimetres."""
    found = re.search(r"(\d+) cm", words)
    assert found, words
    return mm(float(found[1]))


AGAIN: Final[dict[tuple[str, str, str], tuple[Said, Callable[[int], float]]]] = {
    ("bases/sizes", "tank.width", "a look-up of sectors"): (lambda: mm(usual(TankOffset, "width_cm")), float),
    ("bases/sizes", "tank.depth", "a look-up of sectors"): (lambda: mm(usual(TankOffset, "length_cm")), float),
    ("bases/sizes", "infantry.width", "a base in an area"): (lambda: mm(usual(BaseInAreaFacts, "width_cm")), float),
    ("bases/sizes", "infantry.depth", "a base in an area"): (lambda: mm(usual(BaseInAreaFacts, "depth_cm")), float),
    # A manned trench has a platoon every two bases.
    ("bases/sizes", "infantry.width", "a forecast"): (
        lambda: named(str(ForeseenShown.model_fields["platoons"].description)),
        lambda width: 2 * width,
    ),
    ("artillery/barrage_sizes", "speed", "a band"): (lambda: mm(usual(BandFacts, "speed_cm")), float),
    ("artillery/barrage_plan", "first_advance", "a band"): (lambda: usual(BandFacts, "turn"), float),
    # Four and a D3: of its faces the middle one is usual; three by the form (AMB-342) give the least.
    ("artillery/barrage_plan", "turns_beside_d3", "a band"): (
        lambda: usual(BandFacts, "duration"),
        lambda beside: beside + 2,
    ),
    ("artillery/barrage_plan", "turns_beside_d3", "the least of a band"): (
        lambda: limits(BandFacts, "duration")[0],
        float,
    ),
    ("artillery/barrage_plan", "turns_beside_d3", "the most of a band"): (
        lambda: limits(BandFacts, "duration")[1],
        lambda beside: beside + 3,
    ),
    ("artillery/planned_fire", "phase", "the sequence of the turn"): (
        lambda: next(one.phase for one in steps(BOOK) if one.needs == "nothing_planned"),
        float,
    ),
    ("artillery/planned_fire", "phase", "the timetable of a plan"): (lambda: Phase.PLANNED_FIRE, float),
    ("modelling/sizes", "barrage_piece", "a plan"): (lambda: in_words(BarrageLine, "leads_mm"), float),
    ("wire/measures", "belt_depth", "a table"): (lambda: BELT_MM, float),
    ("wire/measures", "belt_depth", "a look-up of crossing"): (lambda: in_words(WireCrossingFacts, "belts"), float),
    ("wire/measures", "belt_depth", "a look-up of clearing"): (lambda: in_words(ClearWireFacts, "belts"), float),
    # One limit in two clauses (SHQ-07): as far to each side as its arc opens.
    ("movement/pivot", "machine_gun", "its arc"): (
        lambda: BOOK.table("shooting/arc_angles").number("machine_gun").value / 2,
        float,
    ),
}
"""What is said again, and where: how it says it, and what it makes of the number."""


@pytest.mark.parametrize("place", AGAIN, ids=" ".join)
def test_what_is_said_again_is_the_same(place: tuple[str, str, str]) -> None:
    table, key, _ = place
    said, of = AGAIN[place]
    assert said() == of(BOOK.table(table).number(key).value)


@pytest.mark.parametrize("base", [one for one in BaseKind if BOOK.table(SHAPES).word(one).value == "circle"])
def test_a_round_base_is_as_deep_as_it_is_wide(base: BaseKind) -> None:
    sizes = BOOK.table("bases/sizes")
    assert sizes.number(f"{base}.width").value == sizes.number(f"{base}.depth").value
