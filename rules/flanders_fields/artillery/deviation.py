"""Dice that are read otherwise than by their pips: the D3, and where unobserved fire comes down (FF-DIC)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import cos, radians, sin
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import ALL_D6, D6, as_d3, sum_2d6
from rules.kernel.explain import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.odds import chances
from rules.kernel.resolve import Resolution, one_die, thrown
from rules.kernel.values import dataclass

RULES = "dice/deviation"
ALL_DICE = 5
IN_ORDER: Final = (
    "whether it deviates",
    "the clock, 1 of 2",
    "the clock, 2 of 2",
    "how far, 1 of 2",
    "how far, 2 of 2",
)
"""What each of them is thrown for, in the order in which they are read (FF-DIC-05 to FF-DIC-08)."""


class Unobserved(StrEnum):
    """What comes down (FF-DEV-01, FF-DEV-02, FF-DEV-04)."""

    ARTILLERY = "artillery"
    GAS = "gas"
    PROJECTOR_GAS = "projector_gas"
    MORTAR = "mortar"
    MACHINE_GUN = "machine_gun"
    ROLLING_BARRAGE = "rolling_barrage"
    SOS = "sos"


NEVER = (Unobserved.PROJECTOR_GAS, Unobserved.MORTAR, Unobserved.MACHINE_GUN, Unobserved.ROLLING_BARRAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviationFacts:
    """Fire that arrives from off the table, or gas from guns."""

    fire: Unobserved = fact("what comes down", default=Unobserved.ARTILLERY)
    observed: bool = fact("someone sees where it falls", default=False)
    on_table: bool = fact("the battery stands on the table", default=False)
    point_used: bool = fact("fire has come down on this point since it was placed or moved", default=False)
    registered: bool = fact("the point was registered in the fire plan", default=False)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far off (cm) and where to: hour of the clock, degrees clockwise from straight ahead; None: on the point.

    `right_cm` and `ahead_cm` are the same measured to the roller's right and away from his own edge, to 0.01 cm.
    """

    clock: int | None = None
    bearing_deg: int | None = None
    distance_cm: float = 0.0
    right_cm: float = 0.0
    ahead_cm: float = 0.0


def deviation(facts: DeviationFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Deviation] | MoreDice:
    """Where fire comes down (FF-DIC-05 to FF-DIC-10, FF-TYP-08, FF-DEV-01 to FF-DEV-08).

    The dice in order: whether it deviates; two for the hour of the clock; two for centimetres. Four more are asked for
    only when the first says so. Observed artillery, and artillery on the table, does not deviate.
    """
    on_the_point = why_it_stays(facts, book)
    if on_the_point:
        return Explained(Deviation(), None, (on_the_point,))
    rules = book.table(RULES)
    stays = rules.number("no_deviation_from")
    if dice[0].pips >= stays.value:
        on_it = Step(stays.clause, f"{dice[0].pips}: no deviation", None, _deviates_by_house_rule(facts, book))
        return Explained(Deviation(), None, (on_it,))
    if len(dice) < ALL_DICE:
        return MoreDice(
            "FF-DIC-06", f"{dice[0].pips}: it deviates; two dice for the clock, two for the distance", ALL_DICE - 1
        )
    clock = _hour(dice[1], dice[2], book)
    bearing = _bearing(clock, book)
    distance = sum_2d6(dice[3], dice[4])
    steps = (
        Step(stays.clause, f"{dice[0].pips}: it deviates", None, _deviates_by_house_rule(facts, book)),
        stays.cites(f"{dice[1].pips} and {dice[2].pips}: {clock} o'clock"),
        Step("FF-DIC-10", f"{bearing} degrees clockwise from straight ahead", None, book.mark("AMB-100")),
        Step("FF-DIC-05", f"{distance} cm"),
    )
    right, ahead = (round(distance * part(radians(bearing)), 2) + 0.0 for part in (sin, cos))
    return Explained(Deviation(clock, bearing, float(distance), right, ahead), None, steps)


def why_it_stays(facts: DeviationFacts, book: RuleBook) -> Step | None:
    """Why this fire comes down where it is meant to, or None if it may deviate."""
    if facts.fire in NEVER:
        return Step("FF-DEV-04", f"{facts.fire.replace('_', ' ').capitalize()} does not deviate")
    watched = facts.observed or facts.on_table
    if facts.fire is Unobserved.SOS:
        amb_312 = book.ruling("AMB-312")
        falls_short = amb_312.gives({"never": False, "unseen": not watched})
        return None if falls_short else Step("FF-DEV-04", "SOS fire does not deviate", None, amb_312.mark)
    if facts.fire is Unobserved.GAS:
        return None
    if watched:
        return Step("FF-TYP-08", "Only unobserved fire from off the table deviates")
    amb_310 = book.ruling("AMB-310")
    mark = amb_310.mark
    if facts.registered and amb_310.gives({"first_use": False, "every_time": False, "unregistered": True}):
        return Step("FF-DEV-01", "A registered point does not deviate", None, mark)
    once = amb_310.gives({"first_use": True, "every_time": False, "unregistered": True})
    if facts.point_used and once:
        return Step("FF-DEV-01", "It deviated when the point was first used: fire falls where it lies now", None, mark)
    return None


def farthest_cm() -> int:
    """How far from its point deviating fire can come down at the most, in cm (FF-DIC-05)."""
    return max(sum_2d6(one, other) for one in ALL_D6 for other in ALL_D6)


def _deviates_by_house_rule(facts: DeviationFacts, book: RuleBook) -> HouseMark | None:
    """The house rule without which this fire would have stayed on its point."""
    if facts.fire is Unobserved.SOS:
        return book.mark("AMB-312")
    return book.mark("AMB-310") if facts.point_used and facts.fire is Unobserved.ARTILLERY else None


def _hour(half: D6, hour: D6, book: RuleBook) -> int:
    rules = book.table(RULES)
    late = half.pips >= rules.number("late_hours_from").value
    return hour.pips + (rules.number("late_hours_add").value if late else 0)


def _bearing(clock: int, book: RuleBook) -> int:
    """Degrees clockwise from straight away from the roller's own edge (FF-DIC-10)."""
    whole = 360
    ahead = book.behaviour("AMB-100", {"away": 0, "towards": whole // 2})
    return (clock * book.table(RULES).number("degrees_an_hour").value + ahead) % whole


@dataclass(frozen=True, slots=True, kw_only=True)
class NoFacts:
    """Nothing but the die."""


def read_d3(_facts: NoFacts, dice: tuple[D6, ...], _book: RuleBook) -> Explained[int]:
    """A D6 read as a D3: 1-2 is 1, 3-4 is 2, 5-6 is 3 (FF-DIC-02)."""
    value = as_d3(dice[0])
    return Explained(value, None, (Step("FF-DIC-02", f"{dice[0].pips} is read as {value}"),))


def add_two(_facts: NoFacts, dice: tuple[D6, ...], _book: RuleBook) -> Explained[int]:
    """Two dice added, 2 to 12 (FF-DIC-01)."""
    value = sum_2d6(*dice[:2])
    return Explained(value, value, (Step("FF-DIC-01", f"{dice[0].pips} and {dice[1].pips} make {value}"),))


def _two_dice(_facts: NoFacts, _book: RuleBook) -> int:
    return 2


def _first_die(facts: DeviationFacts, book: RuleBook) -> int:
    """The die that tells whether it deviates, for fire that may."""
    return 0 if why_it_stays(facts, book) else 1


def _clock(found: Deviation) -> str:
    return str(found.clock) if found.clock else "none"


def clock_odds(facts: DeviationFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance of each hour of the clock, "none" for on the point. The dice for the distance do not change it."""

    def by_the_clock(dice: tuple[D6, ...]) -> Explained[Deviation] | MoreDice:
        any_distance = (ALL_D6[0],) * 2 if len(dice) > 1 else ()
        said = deviation(facts, (*dice, *any_distance), book)
        return replace(said, count=said.count - 2) if isinstance(said, MoreDice) else said

    return chances(by_the_clock, _first_die(facts, book), _clock)


Off = tuple[float, float]
"""How far from its point fire comes down, to the right of its side and ahead, in mm."""


@lru_cache(maxsize=64)
def landings(facts: DeviationFacts, book: RuleBook) -> Mapping[Off, Fraction]:
    """With what chance fire comes down where; exactly, over every throw of its dice (FF-DIC-05 to FF-DIC-10)."""
    if why_it_stays(facts, book):
        return {(0.0, 0.0): Fraction(1)}
    stays = sum(face.pips >= book.table(RULES).number("no_deviation_from").value for face in ALL_D6)
    found = {(0.0, 0.0): Fraction(stays, len(ALL_D6))}
    each = Fraction(len(ALL_D6) - stays, len(ALL_D6) ** ALL_DICE)
    # Every face that lets it stray does so alike: the lowest stands for all of them.
    for rest in product(ALL_D6, repeat=ALL_DICE - 1):
        told = deviation(facts, (ALL_D6[0], *rest), book)
        assert isinstance(told, Explained)
        off = (told.value.right_cm * 10, told.value.ahead_cm * 10)
        found[off] = found.get(off, Fraction(0)) + each
    return found


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "deviation",
        "Where it comes down",
        "Dice",
        DeviationFacts,
        _first_die,
        deviation,
        clock_odds,
    ),
    Resolution("two_dice", "Two dice added", "Dice", NoFacts, _two_dice, add_two, thrown(add_two, _two_dice)),
    Resolution("d3", "A die read as a D3", "Dice", NoFacts, one_die, read_d3, thrown(read_d3, one_die)),
)
