"""Injuries: where hits fall, who is slowed by them, and who recovers (BE-INJ)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.facts import MOST_BASES
from rules.earth_1418.firing.resilience import Effective, TargetUnit, effective_resilience
from rules.earth_1418.lengths import in_words
from rules.earth_1418.vocabulary import BaseMark, FireNow
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.values import dataclass

CHAPTER: Final = "Resilience and injuries"
WHOLE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class HitsTaken:
    """Hits on a sub-unit whose bases lie in one rank, and the bases that the aggressor names for them."""

    bases: tuple[BaseMark, ...] = fact(
        "each of its bases as it is", fewest=1, longest=MOST_BASES, example=("unhurt", "injured", "unhurt")
    )
    hits: int = fact("hits on it", least=0, most=999, example=2)
    placed_on: tuple[int, ...] = fact(
        "the base that takes each hit, in order, counted from 1; none: as the rules allow",
        default=(),
        least=1,
        most=MOST_BASES,
    )


@dataclass(frozen=True, slots=True)
class Suffered:
    """Its bases afterwards, how many hits injured and killed, and hits left over with nobody to take them."""

    bases: tuple[BaseMark, ...]
    injuries: int
    kills: int
    left_over: int


def place_hits(facts: HitsTaken, _book: EarthBook) -> Explained[Suffered] | Refusal:
    """Where hits fall (BE-INJ-02, BE-INJ-06, BE-INJ-08 to BE-INJ-10, BE-MEL-03).

    Refuses a base that is not there, and a kill before every base has an injury.
    """
    named = facts.placed_on
    if len(named) > facts.hits:
        return Refusal("BE-INJ-06", f"{len(named)} bases are named for {facts.hits} hits", "name one base for each hit")
    marks, injuries, kills, left = list(facts.bases), 0, 0, 0
    for n in range(facts.hits):
        able = can_take(marks)
        if not able:
            left += 1
            continue
        base = named[n] - 1 if n < len(named) else able[0]
        refused = _refused(marks, base, able)
        if refused is not None:
            return refused
        kills += marks[base] is not BaseMark.UNHURT
        injuries += marks[base] is BaseMark.UNHURT
        marks[base] = BaseMark.INJURED if marks[base] is BaseMark.UNHURT else BaseMark.KILLED
    steps = [Step("BE-INJ-02", f"{_count(injuries, 'base')} injured, {_count(kills, 'base')} removed")]
    if facts.hits:
        steps.append(Step("BE-INJ-09", "The aggressor chooses which bases take the hits"))
    if kills:
        steps.append(Step("BE-INJ-08", "Every base had an injury before one was removed"))
    if any(one is BaseMark.OLD_INJURY for one in facts.bases):
        steps.append(Step("BE-INJ-10", "An old injury does not hamper, but counts for the next hit"))
    return Explained(Suffered(tuple(marks), injuries, kills, left), None, tuple(steps))


def can_take(marks: Sequence[BaseMark]) -> tuple[int, ...]:
    """The places of the bases on which the next hit may fall (BE-INJ-08)."""
    unhurt = tuple(n for n, one in enumerate(marks) if one is BaseMark.UNHURT)
    return unhurt or tuple(n for n, one in enumerate(marks) if one is not BaseMark.KILLED)


def _refused(marks: Sequence[BaseMark], base: int, able: Sequence[int]) -> Refusal | None:
    if base >= len(marks) or marks[base] is BaseMark.KILLED:
        return Refusal("BE-INJ-06", f"There is no base {base + 1}", "name a base that is there")
    if base not in able:
        right = f"name a base that has none: {', '.join(str(one + 1) for one in able)}"
        return Refusal("BE-INJ-08", f"Base {base + 1} is injured, others are not yet", right)
    return None


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def spread(bases: int, injured: int, hits: int) -> tuple[int, int]:
    """How many of the hits injure and how many kill, on a sub-unit with so many bases, so many of them injured."""
    injuries = min(hits, bases - injured)
    return injuries, min(hits - injuries, bases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hampered:
    """A sub-unit with fresh injuries that still hamper it."""

    bases: int = fact("its bases", least=1, most=MOST_BASES, example=4)
    hampered: int = fact("those with an injury that still hampers", default=0, least=0, most=MOST_BASES, example=2)


def half_speed(facts: Hampered, book: EarthBook) -> Explained[bool] | Refusal:
    """Whether a sub-unit moves at half speed (BE-INJ-03, BE-INJ-07, BE-INJ-10; G-13).

    Refuses more hampered bases than it has.
    """
    if facts.hampered > facts.bases:
        return Refusal("BE-INJ-07", f"It has only {_count(facts.bases, 'base')}", "count its own bases")
    share = book.table("bound/recovery").number("slow_share_percent")
    percent = Fraction(facts.hampered * WHOLE, facts.bases)
    g_13 = book.ruling("G-13")
    slow = g_13.gives({"half": percent >= share.value, "more_than_half": percent > share.value})
    clause = "BE-INJ-03" if facts.bases == 1 else "BE-INJ-07"
    left = in_words(book.table("bound/recovery").number("slow_speed_percent").value)
    says = f"{facts.hampered} of {_count(facts.bases, 'base')} hampered: {left if slow else 'full'} speed"
    return Explained(slow and facts.hampered > 0, None, (Step(clause, says, None, g_13.mark),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovering:
    """An injured platoon, and who shoots at it now."""

    platoon: TargetUnit = fact("the platoon as it stands")
    under_fire: FireNow = fact("who shoots at it now", example="another_shooter")


def recovery(facts: Recovering, dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    """Whether an injured platoon moves normally again (BE-INJ-03 to BE-INJ-05, BE-INJ-10; G-14)."""
    if facts.under_fire is FireNow.NOBODY:
        step = Step("BE-INJ-04", "Nobody shoots at it: its movement is restored")
        return Explained(True, None, (step,))
    if facts.under_fire is FireNow.SAME_SHOOTER:
        return Explained(False, None, (Step("BE-INJ-04", "The same shooter keeps it under fire: it stays slow"),))
    found = effective_resilience(facts.platoon, book)
    if isinstance(found, Refusal):
        return found
    needed, g_14 = _needed(found.value, book)
    fails = book.table("bound/recovery").number("always_fails")
    recovers = dice[0].pips <= needed and dice[0].pips != fails.value
    says = f"{dice[0].pips} against Resilience {needed}: {'it recovers' if recovers else 'it does not recover'}"
    lines = [Step("BE-INJ-05", says, None, g_14)]
    if dice[0].pips == fails.value:
        lines.append(fails.cites(f"A {fails.value} always fails"))
    looked = (Considered("BE-INJ-10", "An old injury still counts for the next hit"),) if recovers else ()
    return Explained(recovers, dice[0].pips, tuple(lines), looked)


def _needed(found: Effective, book: EarthBook) -> tuple[int, HouseMark | None]:
    """The Resilience that a recovery die may not exceed, and the mark of what was assumed (BE-INJ-05; G-14)."""
    g_14 = book.ruling("G-14")
    needed: int = g_14.gives({"effective": found.resilience, "built_in": found.built_in})
    return needed, g_14.mark


def recovery_wants(facts: Recovering, book: EarthBook) -> tuple[Step, ...]:
    """What a recovery die must show, and the Resilience it is held against (BE-INJ-05; G-14)."""
    found = effective_resilience(facts.platoon, book)
    if isinstance(found, Refusal):
        return ()
    needed, mark = _needed(found.value, book)
    fails = book.table("bound/recovery").number("always_fails")
    most = min(needed, fails.value - 1)
    faces = f"1 to {most}" if most > 1 else "a 1" if most else "no face"
    return (
        Step("BE-INJ-05", f"It recovers on {faces}: Resilience {needed}", None, mark),
        fails.cites(f"A {fails.value} always fails"),
        *found.steps,
    )


def _recovery_dice(facts: Recovering, _book: EarthBook) -> int:
    return int(facts.under_fire is FireNow.ANOTHER_SHOOTER)


def _recovered(value: bool) -> str:
    return "recovers" if value else "does not recover"


def _hits(facts: HitsTaken, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Suffered] | Refusal:
    return place_hits(facts, book)


def _half(facts: Hampered, _dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    return half_speed(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("hits", "Where hits fall", CHAPTER, HitsTaken, no_dice, _hits),
    Resolution("half_speed", "Whether injuries slow a sub-unit", CHAPTER, Hampered, no_dice, _half),
    Resolution(
        "recovery",
        "Recovery of an injured platoon",
        CHAPTER,
        Recovering,
        _recovery_dice,
        recovery,
        thrown(recovery, _recovery_dice, _recovered),
    ),
)
