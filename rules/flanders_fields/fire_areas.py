"""Areas under fire: place, size, coverage, deviation (FF-ART-16, 23 to 25, FF-DEV, FF-DIC)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import cos, radians, sin
from typing import Any, Final, Protocol

from rules.flanders_fields.applicability import no_indirect_guns
from rules.flanders_fields.ruleset import RuleBook
from rules.kernel.dice import ALL_D6, D6, as_d3, sum_2d6
from rules.kernel.distances import cm, offset_mm
from rules.kernel.explanations import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import Dated, fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.odds import chances
from rules.kernel.polygons import HAIR_MM, Outline, circle, inside, overlapping, rectangle, share_inside
from rules.kernel.tables import BookTable, Cited

# Areas of fire on the table (FF-ART-16, FF-ART-23 to -25)

BATTERY, SOS, PARTLY = "artillery/battery_area", "artillery/sos_area", "FF-ART-25"
MORTARS, MACHINE_GUN = "artillery/mortar_areas", "artillery/machine_gun_area"
_HALF = 0.5
USUAL_COMPANY = 4
"""The machine guns of a company that the rule on indirect fire counts (FF-IMG-03)."""


class Overlap(StrEnum):
    """How much of a base lies in an area, as seen on the table. Touching its border is nothing."""

    NONE = "none"
    UNDER_HALF = "under_half"
    HALF = "half"
    WHOLE = "whole"


class Coverage(StrEnum):
    """How an area attacks a base (FF-ART-24, FF-ART-25)."""

    SPARED = "spared"
    PARTLY = "partly"
    FULLY = "fully"


class FireAreaKind(StrEnum):
    """Whose fire covers the area (FF-ART-T2, FF-MTR-T1, FF-IMG-T1)."""

    BATTERY = "battery"
    SOS = "sos"
    LIGHT_MORTAR = "light_mortar"
    MEDIUM_MORTAR = "medium_mortar"
    HEAVY_MORTAR = "heavy_mortar"
    MACHINE_GUN = "machine_gun"


MORTAR_AREAS = frozenset({FireAreaKind.LIGHT_MORTAR, FireAreaKind.MEDIUM_MORTAR, FireAreaKind.HEAVY_MORTAR})


@dataclass(frozen=True, slots=True, kw_only=True)
class FireAreaFacts:
    """An area by its aiming point, measured from the owner's left corner: along his edge, then up the table."""

    kind: FireAreaKind = fact(
        "whose fire it is",
        default=FireAreaKind.BATTERY,
        dated=Dated(no_indirect_guns, values=frozenset({FireAreaKind.MACHINE_GUN})),
    )
    point_along_cm: float = fact("aiming point, along the owner's edge", unit="cm", least=0, most=1000, example=50.0)
    point_up_cm: float = fact("aiming point, up the table", unit="cm", least=0, most=1000, example=50.0)
    sos_point: bool = fact(
        "a battery fires on a point that an SOS call moved it to",
        default=False,
        only=only("FF-SOS-02", "kind", {FireAreaKind.BATTERY}, "a battery"),
    )
    on_table: bool = fact(
        "the battery stands on the table",
        default=False,
        only=only("FF-ART-T2", "kind", {FireAreaKind.BATTERY, FireAreaKind.SOS}, "a battery"),
    )
    line_of_fire_deg: int = fact(
        "its line of fire, clockwise from straight ahead (machine guns; batteries by house rule)",
        default=0,
        unit="degrees",
        least=-180,
        most=180,
    )
    laid_on_deg: int = fact(
        "how far the base it was laid on is turned clockwise (mortars; 0 for a planned point)",
        default=0,
        unit="degrees",
        least=-180,
        most=180,
        only=only("FF-MTR-T1", "kind", MORTAR_AREAS, "a mortar"),
    )
    position_deg: int = fact(
        "how far the position before it is turned clockwise (SOS, house rule)",
        default=0,
        unit="degrees",
        least=-180,
        most=180,
        only=only("FF-SOS-02", "kind", {FireAreaKind.SOS}, "SOS fire"),
    )
    company_guns: int = fact(
        "machine guns in the company it is of (house rule)",
        default=USUAL_COMPANY,
        least=1,
        most=12,
        only=only("FF-IMG-03", "kind", {FireAreaKind.MACHINE_GUN}, "a machine gun"),
    )
    laid_deg: int = fact(
        "how far the owner turns it clockwise (house rule)", default=0, unit="degrees", least=-180, most=180
    )


@dataclass(frozen=True, slots=True)
class FireArea:
    """Where an area lies: its sides, its turn clockwise, its corners (along, up) from the nearest on the left."""

    width_cm: float
    depth_cm: float
    turned_deg: int
    corners_cm: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class _Laid:
    """An area in millimetres, and the lines that say why it lies so."""

    outline: Outline
    width_mm: int
    depth_mm: int
    turned_deg: int
    steps: tuple[Step, ...]


def area_of(facts: FireAreaFacts, book: RuleBook) -> Explained[FireArea] | Refusal:
    """Where an area lies and how large it is (FF-ART-16, FF-ART-23, FF-SOS-02, FF-ART-T2).

    Refuses an area that is turned though it lies along the table's edges in this game.
    """
    laid = lay(facts, book)
    if isinstance(laid, Refusal):
        return laid
    corners = tuple((round(x / 10, 2), round(y / 10, 2)) for x, y in laid.outline)
    return Explained(FireArea(laid.width_mm / 10, laid.depth_mm / 10, laid.turned_deg, corners), None, laid.steps)


def lay(facts: FireAreaFacts, book: RuleBook) -> _Laid | Refusal:
    """The area of a fire action about its aiming point. Refuses what `area_of` refuses."""
    width, depth = _sizes(facts, book)
    turned = _turn(facts, book)
    if isinstance(turned, Refusal):
        return turned
    at = (float(offset_mm(facts.point_along_cm)), float(offset_mm(facts.point_up_cm)))
    steps = (
        width.cites(f"{cm(width.value)} across and {cm(depth.value)} deep"),
        Step("FF-ART-16", "The aiming point is its middle", None, turned[1]),
    )
    outline = rectangle(width.value, depth.value, turned[0], at)
    return _Laid(outline, width.value, depth.value, turned[0], steps)


def _sizes(facts: FireAreaFacts, book: RuleBook) -> tuple[Cited[int], Cited[int]]:
    """Width and depth; the small area of SOS fire goes with the call, by house rule with the point (AMB-316)."""
    if facts.kind in MORTAR_AREAS:
        side = book.table(MORTARS).number(facts.kind)
        return side, side
    if facts.kind is FireAreaKind.MACHINE_GUN:
        return strip_of_a_gun(facts.company_guns, book)
    amb_316 = book.ruling("AMB-316")
    stays = facts.sos_point and amb_316.gives({"goes_with_the_call": False, "stays": True})
    if facts.kind is FireAreaKind.SOS or not stays:
        return _pair(book.table(SOS if facts.kind is FireAreaKind.SOS else BATTERY))
    width, depth = _pair(book.table(SOS))
    return replace(width, house=amb_316.mark), depth


def strip_of_a_gun(company_guns: int, book: RuleBook) -> tuple[Cited[int], Cited[int]]:
    """Width and depth of one gun's strip: by house rule its share of four, however many its company has (GAP-17)."""
    width, depth = _pair(book.table(MACHINE_GUN))
    share = round(width.value * USUAL_COMPANY / company_guns)
    gap_17 = book.ruling("GAP-17")
    wide = gap_17.gives({"of_its_table": width.value, "four_strips": share})
    return replace(width, value=wide, house=width.house or gap_17.mark), depth


def _pair(table: BookTable) -> tuple[Cited[int], Cited[int]]:
    return table.number("width"), table.number("depth")


def _turn(facts: FireAreaFacts, book: RuleBook) -> tuple[int, HouseMark | None] | Refusal:
    """How far an area is turned clockwise, and the house rule that turns it otherwise (AMB-301, AMB-313)."""
    if facts.kind is FireAreaKind.MACHINE_GUN:
        turned, usual, mark = facts.line_of_fire_deg, facts.line_of_fire_deg, None
    elif facts.kind is FireAreaKind.SOS:
        amb_313 = book.ruling("AMB-313")
        turned, usual = amb_313.gives({"table": 0, "trace": facts.position_deg}), 0
        mark = amb_313.mark
    else:
        along = facts.laid_on_deg if facts.kind in MORTAR_AREAS else 0
        line = facts.line_of_fire_deg if facts.on_table and facts.kind not in MORTAR_AREAS else 0
        amb_301 = book.ruling("AMB-301")
        turned = amb_301.gives({"table": along, "line_of_fire": line, "owner": facts.laid_deg})
        usual, mark = along, amb_301.mark
    if facts.laid_deg and turned != facts.laid_deg:
        return Refusal("FF-ART-T2", "The area is not turned as its owner likes", "lay it along the table's edges")
    return turned, mark if turned != usual else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseInAreaFacts:
    """A base on the table, measured like the aiming point of the area."""

    along_cm: float = fact("middle of the base, along the same edge", unit="cm", least=0, most=1000, example=50.0)
    up_cm: float = fact("middle of the base, up the table", unit="cm", least=0, most=1000, example=50.0)
    width_cm: float = fact("width of the base", default=3.0, unit="cm", least=0.1, most=20)
    depth_cm: float = fact("depth of the base", default=1.5, unit="cm", least=0.1, most=20)
    turned_deg: int = fact("how far it is turned clockwise", default=0, unit="degrees", least=-180, most=180)
    is_round: bool = fact("the base is round, as wide as its width", default=False)


def outline_of(base: BaseInAreaFacts) -> Outline:
    """The outline of a base where it stands, in millimetres."""
    at = (float(offset_mm(base.along_cm)), float(offset_mm(base.up_cm)))
    width = offset_mm(base.width_cm)
    return circle(width, at) if base.is_round else rectangle(width, offset_mm(base.depth_cm), base.turned_deg, at)


class BaseLying(Protocol):
    """What is seen of a base in an area."""

    @property
    def overlap(self) -> Overlap:
        """How much of it lies there."""

    @property
    def centre_inside(self) -> bool:
        """Whether its middle does, the border included."""


@dataclass(frozen=True, slots=True)
class Covered:
    """How an area attacks a base, how much of it lies inside, and whether its middle does."""

    coverage: Coverage
    overlap: Overlap
    centre_inside: bool


def overlap_of(area: Outline, base: Outline) -> Overlap:
    """How much of a base lies in an area: touching along a line is nothing (FF-ART-T2)."""
    if inside(area, base):
        return Overlap.WHOLE
    if not overlapping(area, base):
        return Overlap.NONE
    return Overlap.HALF if share_inside(area, base) >= _HALF - HAIR_MM else Overlap.UNDER_HALF


def attacked_as(lying: BaseLying, book: RuleBook) -> Coverage:
    """Whether a base is attacked, and whether at full effect (FF-ART-24, FF-ART-25, AMB-302)."""
    if lying.overlap is Overlap.NONE:
        return Coverage.SPARED
    readings: Mapping[str, bool] = {
        "literal": lying.overlap is Overlap.WHOLE,
        "centre": lying.centre_inside,
        "half": lying.overlap is not Overlap.UNDER_HALF,
    }
    return Coverage.FULLY if book.behaviour("AMB-302", readings) else Coverage.PARTLY


def coverage_step(coverage: Coverage, who: str, book: RuleBook) -> Step:
    """The line that says how a base is attacked."""
    clauses = {Coverage.SPARED: "FF-ART-T2", Coverage.PARTLY: PARTLY, Coverage.FULLY: "FF-ART-24"}
    words = {
        Coverage.SPARED: "not in the area, it is spared",
        Coverage.PARTLY: "only partly in the area",
        Coverage.FULLY: "in the area at full effect",
    }
    house = None if coverage is Coverage.SPARED else book.mark("AMB-302")
    return Step(clauses[coverage], f"{who}: {words[coverage]}", None, house)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageFacts:
    """An area and a base, both measured on the table."""

    area: FireAreaFacts = fact("the area", example={"point_along_cm": 50.0, "point_up_cm": 50.0})
    base: BaseInAreaFacts = fact("the base", example={"along_cm": 53.5, "up_cm": 50.0})


def coverage(facts: CoverageFacts, book: RuleBook) -> Explained[Covered] | Refusal:
    """How much of a base an area covers, and how it is attacked (FF-ART-24, FF-ART-25). Refuses what `area_of` does."""
    laid = lay(facts.area, book)
    if isinstance(laid, Refusal):
        return laid
    base = outline_of(facts.base)
    middle = (float(offset_mm(facts.base.along_cm)), float(offset_mm(facts.base.up_cm)))
    lying = Covered(Coverage.SPARED, overlap_of(laid.outline, base), inside(laid.outline, (middle,)) is not None)
    judged = attacked_as(lying, book)
    found = Covered(judged, lying.overlap, lying.centre_inside)
    return Explained(found, None, (*laid.steps, coverage_step(judged, "The base", book)))


def _area(facts: FireAreaFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[FireArea] | Refusal:
    return area_of(facts, book)


def _coverage(facts: CoverageFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Covered] | Refusal:
    return coverage(facts, book)


# Dice that are read otherwise than by their pips (FF-DIC)

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
    Resolution("fire_area", "Where an area of fire lies", "Artillery", FireAreaFacts, no_dice, _area),
    Resolution("coverage", "How much of a base it covers", "Artillery", CoverageFacts, no_dice, _coverage),
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
