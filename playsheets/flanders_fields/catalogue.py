"""The catalogue of prints, and the request for one from what a seat may see of a game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from playsheets.flanders_fields.counters import (
    aiming_counters,
    aiming_points,
    own_aiming_points,
    stand_counters,
    status_markers,
    suppression_chips,
    turn_strips,
)
from playsheets.flanders_fields.game_forms import BLANK
from playsheets.flanders_fields.game_sheets import command_cards, game_sheet
from playsheets.flanders_fields.period_sheets import difference, period_sheet
from playsheets.flanders_fields.print_context import Command, Level, Muster, Troop, Values, values_of
from playsheets.flanders_fields.templates import needs_template, sticks_of, templates_of
from playsheets.press import (
    BadJob,
    CardsPart,
    CountersPart,
    FormPart,
    Part,
    SheetPart,
    TemplatesPart,
    Thing,
    catalogue_of,
)
from playsheets.shapes import Counter, PaperTemplate
from playsheets.sheets import Sheet
from rules.flanders_fields.ruleset import calendar
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

# What Flanders Fields prints, by name


@dataclass(frozen=True, slots=True)
class SheetWanted:
    """For which period, or which month of it, and under which house rules something is printed, and whether large.
    With a muster it is for a game, and leaves out what nobody there needs."""

    period: str
    house_rules: tuple[HouseRule, ...] = ()
    large: bool = False
    backs: bool = True
    month: Month | None = None
    muster: Muster | None = None

    @property
    def title(self) -> str:
        """The game, the period or the month in words."""
        return self.muster.title if self.muster else self.when

    @property
    def when(self) -> str:
        """The period or the month in words."""
        return self.month.in_words if self.month else PERIODS[self.period]

    @property
    def values(self) -> Values:
        """What the rule book says then."""
        return values_of(self.period, self.house_rules, self.month)

    @property
    def sheet(self) -> Sheet:
        """The playsheet of the game or of the period."""
        if self.muster:
            return game_sheet(self.muster, self.values, self.when)
        return period_sheet(self.period, self.house_rules, self.month)

    @property
    def changes(self) -> Sheet:
        """What changed with the period; for the first, what changes after it."""
        keys = list(PERIODS)
        later = max(keys.index(self.period), 1)
        before, after = (period_sheet(key, self.house_rules) for key in keys[later - 1 : later + 1])
        return difference(before, after)


PERIODS: Final[Mapping[str, str]] = {one.key: one.title for one in calendar().periods}


def _sheet(wanted: SheetWanted) -> Part:
    return SheetPart(wanted.sheet, wanted.large)


def _changes(wanted: SheetWanted) -> Part:
    return SheetPart(wanted.changes, wanted.large)


def _strip(wanted: SheetWanted) -> Part:
    return TemplatesPart("Turn sequence", wanted.title, turn_strips(wanted.sheet.sides[0].wide, wanted.title))


def _templates(wanted: SheetWanted) -> Part:
    return TemplatesPart("Templates", wanted.title, _needed(templates_of(wanted.values), wanted))


def _sticks(wanted: SheetWanted) -> Part:
    return TemplatesPart("Measuring sticks", wanted.title, _needed(sticks_of(wanted.values), wanted))


def _needed(templates: tuple[PaperTemplate, ...], wanted: SheetWanted) -> tuple[PaperTemplate, ...]:
    muster = wanted.muster
    return tuple(one for one in templates if needs_template(muster, one.key)) if muster else templates


def _aiming(wanted: SheetWanted) -> Part:
    points = own_aiming_points(wanted.muster) if wanted.muster else aiming_points(wanted.values)
    return _counters("Aiming points", wanted, aiming_counters(points), "guns or mortars")


def _stands(wanted: SheetWanted) -> Part:
    return _counters("Stands", wanted, stand_counters(_muster(wanted)), "stands")


def _counters(title: str, wanted: SheetWanted, counters: tuple[Counter, ...], what: str) -> Part:
    if not counters:
        raise BadJob(f"there are no {what} in this force to print counters of; choose something else")
    return CountersPart(title, wanted.title, counters, wanted.backs)


def _cards(wanted: SheetWanted) -> Part:
    cards = command_cards(_muster(wanted), wanted.values)
    if not cards:
        raise BadJob("this seat commands nobody, so it has no cards; print them from a player’s seat or the referee’s")
    return CardsPart("Command cards", f"{wanted.title}, {wanted.when}", cards)


def _muster(wanted: SheetWanted) -> Muster:
    if wanted.muster is None:
        raise BadJob("this is made from the forces of a game; print it from the page of the game, or name its file")
    return wanted.muster


def _chips(wanted: SheetWanted) -> Part:
    chips = suppression_chips(wanted.values)
    return CountersPart("Suppression chips", wanted.title, chips, wanted.backs)


def _markers(wanted: SheetWanted) -> Part:
    markers = status_markers(wanted.values)
    return CountersPart("Markers", wanted.title, markers, wanted.backs)


def _blank(form: str) -> Callable[[SheetWanted], Part]:
    def part(_wanted: SheetWanted) -> Part:
        return FormPart(BLANK[form]())

    return part


# Blank forms: what each is called, and what it is for.
FORMS: Final = (
    ("plan-attacker", "Fire plan, attacker", "a form to write the attacker’s plan on, with every line of the book"),
    ("plan-defender", "Fire plan, defender", "the same for the defender"),
    ("gun-cards", "Gun cards", "four cards for batteries and mortars, with a line for each turn"),
    ("scenario", "Scenario sheet", "a sheet to write a scenario of one’s own on"),
    ("report", "After-action report", "a form to remember a game by"),
    ("referee", "Referee’s sheet", "hidden units, arrivals, what falls when, and a line for each turn"),
)


def check_period(wanted: SheetWanted) -> None:
    """Raises BadJob for a period there is not."""
    if wanted.period not in PERIODS:
        raise BadJob(f"{wanted.period!r} is no period; choose from {', '.join(PERIODS)}")


CATALOGUE: Final = catalogue_of(
    (
        Thing("playsheet", "Playsheet", "orders, movement, shooting and morale of a period on two sides", _sheet),
        Thing("cards", "Command cards", "for each commander his orders, modifiers and tests", _cards, of_game=True),
        Thing("changes", "What changes", "what the sheet of a period has otherwise than the one before", _changes),
        Thing("strip", "Turn sequence", "a strip with the steps of a turn, to lay a marker on", _strip),
        Thing(
            "templates",
            "Templates",
            "areas, beaten zones, arcs, wire and gaps at one to one",
            _templates,
            measures=True,
        ),
        Thing("sticks", "Measuring sticks", "moves of each arm and ranges of each weapon", _sticks, measures=True),
        Thing(
            "aiming-points",
            "Aiming points",
            "a counter for each gun and mortar, with its number or letter",
            _aiming,
            measures=True,
        ),
        Thing(
            "stands", "Stands", "a counter for each stand, to play without models", _stands, of_game=True, measures=True
        ),
        Thing("suppression", "Suppression chips", "one level on the front, two on the back", _chips, measures=True),
        Thing("markers", "Markers", "orders, states, staff and barrage turns", _markers, measures=True),
        *(Thing(key, title, says, _blank(key)) for key, title, says in FORMS),
    ),
    check_period,
)


# From a game, as a seat may see it, to what its prints are made from

Shown = Mapping[str, Any]
REFEREE: Final = Role.REFEREE.value


def wanted_for(view: Shown, large: bool = False, backs: bool = True) -> SheetWanted:
    """What a seat may print of its game: its month, its sheet, its house rules, and whom it knows of."""
    rules = tuple(HouseRule(one["ruling"], one["option"]) for one in view["house_rules"])
    return SheetWanted(view["period"], rules, large, backs, parse_month(view["date"]), muster_of(view))


def muster_of(view: Shown) -> Muster:
    """Everybody whom a view shows."""
    return Muster(view["title"], tuple(_commands(view)), bool(view["gas"]["possible"]))


def _commands(view: Shown) -> Iterator[Command]:
    for side in view["sides"]:
        own = view["you"] in (REFEREE, side["side"])
        for regiment in side["regiments"]:
            level: Level = "division" if regiment["division"] else "regiment"
            yield _command(regiment, side["nation"], level, own)
            for battalion in regiment["battalions"]:
                yield _command(battalion, side["nation"], "battalion", own)


def _command(shown: Shown, nation: str, level: Level, own: bool) -> Command:
    return Command(
        name=shown["name"],
        nation=nation,
        level=level,
        commander=shown["commander"]["name"],
        troops=tuple(_troop(unit) for unit in shown["units"]),
        quality=shown.get("quality", ""),
        storm=shown.get("storm", False),
        platoons=shown.get("started", 0),
        own=own,
    )


def _troop(unit: Shown) -> Troop:
    return Troop(unit["name"], unit["kind"], tuple(stand["name"] for stand in unit["stands"]), unit["type"])
