"""Limits of forces: grades of battalions, force ratio and divisional share (FF-QLM, FF-FOR)."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from rules.flanders_fields.army_lists import organisation
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, Nation, Quality
from rules.kernel.dice import D6
from rules.kernel.distances import offset_mm
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import BookTable, Cited

# How many battalions of a force may be Raw, Experienced or Veteran (FF-QLM)

LIMITS = "quality/limits"
GROUPS: Mapping[str, frozenset[Quality]] = {
    "raw": frozenset({Quality.RAW}),
    "trained": frozenset({Quality.EXPERIENCED, Quality.VETERAN}),
    "veteran": frozenset({Quality.VETERAN}),
}
NAMES = {"raw": "Raw", "trained": "Experienced or Veteran", "veteran": "Veteran"}
SHARE = re.compile(r"^at (?P<end>least|most) (?:(?P<share>\d+/\d+)|(?P<each>\d+) a division)$")
HALF = Fraction(1, 2)
HALF_IS_SAID = "FF-QLM-17"
"""Where the book says half, and not of what (GAP-31)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradesFacts:
    """The battalions that one table of organisation gives to a force."""

    table: ArmyList = fact("their table of organisation", example="british_1915")
    raw: int = fact("Raw battalions", default=0, least=0, most=99, example=8)
    experienced: int = fact("Experienced battalions", default=0, least=0, most=99, example=3)
    veteran: int = fact("Veteran battalions", default=0, least=0, most=99, example=1)
    divisions: int = fact("divisions they are of, whole or in part", default=1, least=1, most=9)
    nation: Nation = fact("whose army they are of: it counts for tanks", default=Nation.BRITISH)

    @property
    def battalions(self) -> int:
        """All of them."""
        return self.raw + self.experienced + self.veteran


@dataclass(frozen=True, slots=True)
class Limit:
    """Between how many `of` so many battalions may have these grades, by which clause."""

    grades: str
    least: int
    most: int
    of: int
    clause: str
    says: str
    house: HouseMark | None = None

    def holds(self, number: int) -> bool:
        """Whether so many are allowed."""
        return self.least <= number <= self.most

    @property
    def is_open(self) -> bool:
        """Whether it leaves every number."""
        return (self.least, self.most) == (0, self.of)

    @property
    def number(self) -> str:
        """The limit as a sentence names it: "at most 4"."""
        if self.is_open:
            return "any number"
        if self.least == self.most:
            return {0: "none", self.of: "all"}.get(self.most, str(self.most))
        return f"at least {self.least}" if self.least else f"at most {self.most}"

    @property
    def in_words(self) -> str:
        """The same with what it limits: "at most 4 Veteran"."""
        return f"{self.number} {NAMES[self.grades]}"


@dataclass(frozen=True, slots=True)
class Grades:
    """Least and most for each group of grades."""

    raw: tuple[int, int]
    trained: tuple[int, int]
    veteran: tuple[int, int]


def limits(facts: GradesFacts, book: RuleBook) -> tuple[Limit, ...]:
    """The limits for so many battalions; those that leave everything open stand there too. None for single units."""
    written = book.table(LIMITS)
    foreign = facts.table is ArmyList.BRITISH_TANKS and facts.nation is not Nation.BRITISH
    if foreign and book.behaviour("GAP-34", {"as_british": False, "experienced": True}):
        return tuple(_always_experienced(facts.battalions, book))
    return tuple(
        _limit(written.word(f"{facts.table}.{group}"), group, facts.battalions, facts.divisions, book)
        for group in GROUPS
        if written.has(f"{facts.table}.{group}")
    )


def _always_experienced(battalions: int, book: RuleBook) -> Iterator[Limit]:
    """French and German tanks where a house rule settles their grade (GAP-34)."""
    for group, number in (("raw", 0), ("trained", battalions), ("veteran", 0)):
        yield Limit(
            group,
            number,
            number,
            battalions,
            "FF-QLM-12",
            "Tanks of other armies than the British",
            book.mark("GAP-34"),
        )


def _limit(written: Cited[str], group: str, battalions: int, divisions: int, book: RuleBook) -> Limit:
    least, most = 0, battalions
    share = SHARE.match(written.value)
    house = written.house
    gap_31 = book.ruling("GAP-31")
    if share:
        house = house or (book.mark("GAP-28") if share["share"] else None)
        if share["each"]:
            bound = int(share["each"]) * divisions
        elif written.clause == HALF_IS_SAID and gap_31.gives({"battalions": False, "divisions": True}):
            bound = _rounded(share, divisions, book) * battalions // divisions
            house = gap_31.mark
        else:
            bound = _rounded(share, battalions, book)
        least, most = (bound, battalions) if share["end"] == "least" else (0, min(bound, battalions))
    elif written.value != "any":
        least = most = battalions if written.value == "all" else 0
    return Limit(group, least, most, battalions, written.clause, written.says, house)


def _rounded(share: re.Match[str], number: int, book: RuleBook) -> int:
    """What is allowed is rounded down, what is owed up (GAP-28)."""
    exact = Fraction(share["share"]) * number
    strict = ceil(exact) if share["end"] == "least" else floor(exact)
    return book.behaviour("GAP-28", {"strict": strict, "nearest": floor(exact + HALF)})


def check_grades(facts: GradesFacts, book: RuleBook) -> Explained[Grades] | Refusal:
    """Whether a force may have these grades (FF-QLM-17 to FF-QLM-24). Refuses the first limit that is broken."""
    found = limits(facts, book)
    if not found:
        return _without(facts.table, book.table(LIMITS), book)
    broken = next(broken_limits(facts, found, book), None)
    if broken:
        limit, number = broken
        because = f"{number} of {facts.battalions} battalions are {NAMES[limit.grades]}"
        return Refusal(limit.clause, because, f"have {limit.in_words}")
    steps = tuple(
        Step(one.clause, f"{one.says}: {one.number}", None, one.house) for one in found if one.house or not one.is_open
    )
    steps += _veterans_apart(facts.table, book)
    considered = tuple(Considered(one.clause, f"{one.says}: no limit") for one in found if one.is_open)
    considered += tuple(organisation(facts.table, book).out_of_time(book))
    ends = {one.grades: (one.least, one.most) for one in found}
    return Explained(Grades(**ends), None, steps, considered)


def _veterans_apart(table: ArmyList, book: RuleBook) -> tuple[Step, ...]:
    apart = book.mark("GAP-30") if table is ArmyList.BRITISH_1915 else None
    return (Step("FF-QLM-18", "The Veteran battalion is counted apart", None, apart),) if apart else ()


def broken_limits(facts: GradesFacts, found: tuple[Limit, ...], book: RuleBook) -> Iterator[tuple[Limit, int]]:
    """Every limit that these grades break, with how many battalions do."""
    apart = book.behaviour("GAP-30", {"inside": False, "outside": facts.table is ArmyList.BRITISH_1915})
    numbers = {
        "raw": facts.raw,
        "trained": facts.experienced if apart else facts.experienced + facts.veteran,
        "veteran": facts.veteran,
    }
    for limit in found:
        # A Veteran battalion that is counted apart takes nothing from the share that must be Raw.
        spared = facts.veteran if apart and limit.grades == "raw" else 0
        if not limit.holds(numbers[limit.grades]) and not (spared and limit.holds(numbers["raw"] + spared)):
            yield limit, numbers[limit.grades]


def _without(table: ArmyList, written: BookTable, book: RuleBook) -> Refusal:
    absent = written.absent.get(f"{table}.raw")
    if absent:
        because = f"There are none in {book.when.month.in_words}: {absent}"
        return Refusal("FF-QLM-20", because, "choose a later date")
    return Refusal("FF-QLM-01", "Grades are given to battalions", "choose the table of a battalion or division")


def proposed_grade(table: ArmyList, book: RuleBook) -> Quality:
    """The grade a battalion of a table has until somebody chooses: the middle one the limits leave (GAP-33)."""
    ends = {one.grades: one for one in limits(GradesFacts(table=table, raw=1), book)}
    if not ends or not (ends["veteran"].least or ends["raw"].least or not ends["trained"].most):
        return Quality.EXPERIENCED
    return Quality.VETERAN if ends["veteran"].least else Quality.RAW


def _check(facts: GradesFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Grades] | Refusal:
    return check_grades(facts, book)


# How strong forces are against one another, and which assets of a division a part of it brings (FF-FOR)

RATIO = "forces/ratio"
HUNDREDTH = 0.01
SCALE = "forces/scale"
MM_IN_A_METRE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioFacts:
    """Two forces, by the platoons of their rifle companies."""

    attacker: int = fact("rifle platoons that attack", least=0, most=999, example=144)
    defender: int = fact("rifle platoons that defend", least=1, most=999, example=72)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many platoons attack for each that defends, and whether they are as many as the rule of thumb wants."""

    to_one: float
    enough: bool


def ratio(facts: RatioFacts, book: RuleBook) -> Explained[Ratio] | Refusal:
    """Attackers to defenders (FF-FOR-07, GAP-05). Refuses too few where a house rule asks for them."""
    wanted = book.table(RATIO).number("attackers_to_one")
    enough = facts.attacker >= wanted.value * facts.defender
    to_one = round(facts.attacker / facts.defender, 2)
    if not enough:
        # A platoon too few never reads as if it were enough: 399 against 200 are less than 2 to 1.
        to_one = min(to_one, wanted.value - HUNDREDTH)
    says = f"{facts.attacker} rifle platoons against {facts.defender}: {to_one:g} to 1"
    gap_05 = book.ruling("GAP-05")
    strict = gap_05.gives({"advice": False, "enforced": True})
    if strict and not enough:
        missing = wanted.value * facts.defender - facts.attacker
        return Refusal("FF-FOR-07", says, f"give the attacker {missing} more, or the defender fewer")
    advice = () if enough else (Considered("FF-FOR-07", f"The rule of thumb is {wanted.value} to 1 or more"),)
    found = Ratio(to_one, enough)
    return Explained(found, None, (Step("FF-FOR-07", says, None, gap_05.mark),), advice)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionShareFacts:
    """Assets of a division of which not all regiments are there."""

    assets: int = fact("what the whole division has of it", least=1, most=99, example=3)
    regiments: int = fact("regiments or brigades of the whole division", least=1, most=4, example=3)
    fielded: int = fact("of them in the force", least=1, most=4, example=2)


@dataclass(frozen=True, slots=True)
class DivisionShare:
    """The most of an asset that a part of a division brings, and whether its commander is there."""

    assets: int
    commander: bool


def share(facts: DivisionShareFacts, _book: RuleBook) -> Explained[DivisionShare] | Refusal:
    """What a part of a division brings, a fraction counting as one (FF-FOR-08). Refuses more than there are."""
    if facts.fielded > facts.regiments:
        because = f"The division has {facts.regiments}, and {facts.fielded} are in the force"
        return Refusal("FF-FOR-08", because, "count those that are in the force")
    whole = facts.fielded == facts.regiments
    most = share_of(facts.assets, facts.fielded, facts.regiments)
    who = "its commander is there" if whole else "its commander is not on the table"
    says = f"{facts.fielded} of {facts.regiments}: at most {most} of {facts.assets}, and {who}"
    return Explained(DivisionShare(most, whole), None, (Step("FF-FOR-08", says),))


def share_of(assets: int, fielded: int, regiments: int) -> int:
    """In proportion to the regiments fielded; what is left over still brings a whole one."""
    return min(assets, ceil(assets * fielded / regiments))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleFacts:
    """What stands on the table, and a distance on it."""

    figures: int = fact("infantry figures", default=0, least=0, most=9999, example=48)
    machine_guns: int = fact("models of machine guns", default=0, least=0, most=999, example=4)
    guns: int = fact("models of guns and howitzers", default=0, least=0, most=999, example=3)
    tanks: int = fact("models of tanks", default=0, least=0, most=999)
    distance_cm: float = fact("a distance on the table", default=0.0, unit="cm", least=0, most=1000, example=180.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """The men, weapons and vehicles they stand for, and the distance on the ground in metres."""

    men: int
    machine_guns: int
    guns: int
    tanks: int
    metres: float


def scale(facts: ScaleFacts, book: RuleBook) -> Explained[Scale]:
    """What figures, models and centimetres stand for, if one wants to know (FF-FOR-02). It decides nothing."""
    table = book.table(SCALE)
    asked = (
        ("men_to_a_figure", facts.figures),
        ("guns_to_a_machine_gun", facts.machine_guns),
        ("guns_to_an_artillery_model", facts.guns),
        ("tanks_to_a_model", facts.tanks),
    )
    told = [(table.number(key), number) for key, number in asked]
    steps = [each.cites(f"{each.says}: {each.value}") for each, number in told if number]
    ground = table.number("ground")
    metres = offset_mm(facts.distance_cm) * ground.value / MM_IN_A_METRE
    if facts.distance_cm:
        steps.append(ground.cites(f"{ground.says}: {ground.value:,}, so {metres:,g} m"))
    men, machine_guns, guns, tanks = (each.value * number for each, number in told)
    found = Scale(men, machine_guns, guns, tanks, metres)
    return Explained(found, None, tuple(steps), (Considered("FF-FOR-02", "No rule asks for it"),))


def _ratio(facts: RatioFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Ratio] | Refusal:
    return ratio(facts, book)


def _share(facts: DivisionShareFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[DivisionShare] | Refusal:
    return share(facts, book)


def _scale(facts: ScaleFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Scale] | Refusal:
    return scale(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("grades", "Grades of a force", "Limits of quality", GradesFacts, no_dice, _check),
    Resolution("force_ratio", "Attackers to defenders", "Forces", RatioFacts, no_dice, _ratio),
    Resolution("divisional_share", "A part of a division", "Forces", DivisionShareFacts, no_dice, _share),
    Resolution("scale", "What figures and models stand for", "Forces", ScaleFacts, no_dice, _scale),
)
