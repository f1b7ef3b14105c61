"""Dice that are read otherwise than by their pips: the D3, and where unobserved fire comes down (FF-DIC)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6, as_d3, sum_2d6
from rules.kernel.explain import Explained, MoreDice, Step
from rules.kernel.resolve import Resolution, fact, one_die, thrown

RULES = "FF-DIC-06"
ALL_DICE = 5


class Unobserved(StrEnum):
    """What comes down."""

    ARTILLERY = "artillery"
    GAS = "gas"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviationFacts:
    """Fire that arrives from off the table, or gas from guns."""

    fire: Unobserved = fact("what comes down", default=Unobserved.ARTILLERY)
    observed: bool = fact("someone sees where it falls", default=False)
    on_table: bool = fact("the battery stands on the table", default=False)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far off (cm) and where to: hour of the clock, degrees clockwise from straight ahead; None: on the point."""

    clock: int | None = None
    bearing_deg: int | None = None
    distance_cm: float = 0.0


def deviation(facts: DeviationFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Deviation] | MoreDice:
    """Where fire comes down (FF-DIC-05 to FF-DIC-10, FF-TYP-08).

    The dice in order: whether it deviates; two for the hour of the clock; two for centimetres. Four more are asked for
    only when the first says so. Observed artillery, and artillery on the table, does not deviate.
    """
    if facts.fire is Unobserved.ARTILLERY and (facts.observed or facts.on_table):
        return Explained(Deviation(), None, (Step("FF-TYP-08", "Only unobserved fire from off the table deviates"),))
    rules = book.table(RULES)
    stays = rules.number("no_deviation_from")
    if dice[0].pips >= stays.value:
        return Explained(Deviation(), None, (stays.cites(f"{dice[0].pips}: no deviation"),))
    if len(dice) < ALL_DICE:
        return MoreDice(
            RULES, f"{dice[0].pips}: it deviates; two dice for the clock, two for the distance", ALL_DICE - 1
        )
    clock = _hour(dice[1], dice[2], book)
    bearing = _bearing(clock, book)
    distance = sum_2d6(dice[3], dice[4])
    steps = (
        stays.cites(f"{dice[0].pips}: it deviates"),
        stays.cites(f"{dice[1].pips} and {dice[2].pips}: {clock} o'clock"),
        Step("FF-DIC-10", f"{bearing} degrees clockwise from straight ahead", None, book.mark("AMB-100")),
        Step("FF-DIC-05", f"{distance} cm"),
    )
    return Explained(Deviation(clock, bearing, float(distance)), None, steps)


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


def _clock(found: Deviation) -> str:
    return str(found.clock) if found.clock else "none"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "deviation",
        "Where it comes down",
        "Dice",
        DeviationFacts,
        one_die,
        deviation,
        thrown(deviation, one_die, _clock),
    ),
    Resolution("d3", "A die read as a D3", "Dice", NoFacts, one_die, read_d3, thrown(read_d3, one_die)),
)
