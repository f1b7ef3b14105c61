"""How many battalions of a force may be Raw, Experienced or Veteran (FF-QLM)."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.lists import ArmyList
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.vocabulary import Nation, Quality
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import BookTable, Cited
from rules.kernel.values import dataclass

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


RESOLUTIONS: tuple[Resolution[GradesFacts, RuleBook], ...] = (
    Resolution("grades", "Grades of a force", "Limits of quality", GradesFacts, no_dice, _check),
)
