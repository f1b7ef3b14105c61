"""What can be printed, by name: the terminal and the pages offer the same things."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from playsheets.counters import aiming_counters, aiming_points, status_markers, suppression_chips
from playsheets.period_sheet import period_sheet
from playsheets.press import BadJob, Correction, CountersPart, Job, Paper, Part, SheetPart, TemplatesPart, TrialPart
from playsheets.sticks import sticks_of
from playsheets.templates import templates_of
from playsheets.values import Values, values_of
from rules.flanders_fields.book import calendar
from rules.kernel.months import Month
from rules.kernel.rulings import HouseRule


@dataclass(frozen=True, slots=True)
class Wanted:
    """For which period, or which month of it, and under which house rules something is printed, and whether large."""

    period: str
    house_rules: tuple[HouseRule, ...] = ()
    large: bool = False
    backs: bool = True
    month: Month | None = None

    @property
    def title(self) -> str:
        """The period or the month in words."""
        return self.month.in_words if self.month else PERIODS[self.period]

    @property
    def values(self) -> Values:
        """What the rule book says then."""
        return values_of(self.period, self.house_rules, self.month)


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that can be printed: its name, what it is, and how its part of a job is made."""

    key: str
    title: str
    says: str
    part: Callable[[Wanted], Part]


PERIODS: Final[Mapping[str, str]] = {one.key: one.title for one in calendar().periods}


def _sheet(wanted: Wanted) -> Part:
    return SheetPart(period_sheet(wanted.period, wanted.house_rules, wanted.month), wanted.large)


def _templates(wanted: Wanted) -> Part:
    return TemplatesPart("Templates", wanted.title, templates_of(wanted.values))


def _sticks(wanted: Wanted) -> Part:
    return TemplatesPart("Measuring sticks", wanted.title, sticks_of(wanted.values))


def _aiming(wanted: Wanted) -> Part:
    points = aiming_points(wanted.values)
    return CountersPart("Aiming points", wanted.title, aiming_counters(points), wanted.backs)


def _chips(wanted: Wanted) -> Part:
    chips = suppression_chips(wanted.values)
    return CountersPart("Suppression chips", wanted.title, chips, wanted.backs)


def _markers(wanted: Wanted) -> Part:
    markers = status_markers(wanted.values)
    return CountersPart("Markers", wanted.title, markers, wanted.backs)


def _trial(_wanted: Wanted) -> Part:
    return TrialPart()


THINGS: Final[Mapping[str, Thing]] = {
    thing.key: thing
    for thing in (
        Thing(
            "trial", "Printer test page", "two rulers and a square of 10 cm, to measure what a printer draws", _trial
        ),
        Thing("playsheet", "Playsheet", "orders, movement, shooting and morale of a period on two sides", _sheet),
        Thing("templates", "Templates", "areas, beaten zones, arcs, wire and gaps at one to one", _templates),
        Thing("sticks", "Measuring sticks", "moves of each arm and ranges of each weapon", _sticks),
        Thing(
            "aiming-points", "Aiming points", "a counter for each gun and mortar, with its number or letter", _aiming
        ),
        Thing("suppression", "Suppression chips", "one level on the front, two on the back", _chips),
        Thing("markers", "Markers", "orders, states, staff and barrage turns", _markers),
    )
}


def job_of(things: Sequence[str], wanted: Wanted, paper: Paper = "a4", correction: Correction | None = None) -> Job:
    """A job of several things, in the order given. Raises BadJob for a thing or period there is not."""
    check_period(wanted.period)
    parts = tuple(_thing(key).part(wanted) for key in dict.fromkeys(things))
    titles = ", ".join(THINGS[key].title for key in dict.fromkeys(things))
    return Job(f"{titles}: {wanted.title}", parts, paper, correction or Correction())


def _thing(key: str) -> Thing:
    if key not in THINGS:
        raise BadJob(f"{key!r} cannot be printed; choose from {_listed(THINGS)}")
    return THINGS[key]


def check_period(period: str) -> None:
    """Raises BadJob for a period there is not."""
    if period not in PERIODS:
        raise BadJob(f"{period!r} is no period; choose from {_listed(PERIODS)}")


def _listed(keys: Iterable[str]) -> str:
    return ", ".join(keys)
