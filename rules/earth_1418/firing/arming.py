"""Arming: how many dice a sub-unit rolls on either side of m/r, and which bonus one of them has (BE-ARM)."""

from typing import Any, Final

from rules.earth_1418.artillery.clouds import not_yet_or_no_more
from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import arm_of, arming_of, bonus_of
from rules.earth_1418.facts import MOST_BASES, NOTHING_TYPED, TypedValues
from rules.earth_1418.vocabulary import GUNS, ArmingSide, CloudKind, TroopType
from rules.kernel.contradictions import only
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.numerals import spelt
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CHAPTER: Final = "Arming"
COUNTS: Final = "arming/dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shooter:
    """A sub-unit that shoots or fights. In melee only the bases in contact count."""

    unit: TroopType = fact("what it is", example="line_infantry")
    fight: ArmingSide = fact("whether it shoots or fights hand to hand", default=ArmingSide.SHOOTING)
    bases: int = fact("its bases; in melee those that touch an enemy base", least=0, most=MOST_BASES, example=3)
    bases_able: int | None = fact(
        "those within range and with sight; none: all of them",
        default=None,
        least=0,
        most=MOST_BASES,
        only=only("BE-LOS-01", "fight", {ArmingSide.SHOOTING}, "a sub-unit that shoots"),
    )
    assaulting: bool = fact(
        "it shoots while it assaults",
        default=False,
        only=only("BE-ASL-02", "fight", {ArmingSide.SHOOTING}, "a sub-unit that shoots"),
    )
    gas: CloudKind | None = fact("the cordon it touches", default=None)
    begun: int | None = fact(
        "bases it began the game with; none: as many as now", default=None, least=1, most=MOST_BASES
    )
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True)
class Pool:
    """How many dice, and what is added to one of them."""

    dice: int
    bonus: int


def dice_pool(facts: Shooter, book: EarthBook) -> Explained[Pool] | Refusal:
    """The dice of a sub-unit (BE-ARM-01 to BE-ARM-09, BE-MEL-02; G-22, G-30, G-33, G-35, G-37).

    Refuses a sub-unit of which no base can, untyped values, and (house rule) a number of bases that the chart bars.
    """
    refused = _bases_refused(facts, book)
    if refused is not None:
        return refused
    if not facts.bases:
        none = Step("BE-MEL-02", "No base touches an enemy base: no dice")
        return Explained(Pool(0, 0), 0, (none,))
    arming = arming_of(facts.unit, facts.fight, facts.typed, book)
    if isinstance(arming, Refusal):
        return arming
    steps, considered = [arming], list[Considered]()
    gas = _in_gas(facts, book)
    if isinstance(gas, Refusal):
        return gas
    if isinstance(gas, Step):
        steps.append(gas)
    elif gas is not None:
        considered.append(gas)
    g_35 = book.ruling("G-35")
    if not arming.value and not g_35.gives({"none": False, "extra_bases": True}):
        steps.append(Step("BE-ARM-02", "Arming 0: no dice at all on this side"))
        return Explained(Pool(0, 0), 0, tuple(steps), tuple(considered))
    if not arming.value and g_35.mark:
        steps.append(Step("BE-ARM-02", "Further bases give dice although Arming is 0", None, g_35.mark))
    inherent = max(0, sum(step.value or 0 for step in steps))
    more = _more(facts, inherent, book)
    if more.value:
        steps.append(more)
    if facts.assaulting:
        steps.append(book.table(COUNTS).number("assaulting").because("It shoots while assaulting"))
    dice = max(0, inherent + (more.value or 0) + sum(one.value or 0 for one in steps if one.clause == "BE-ARM-08"))
    bonus = bonus_of(facts.unit, facts.fight, facts.typed, book)
    if bonus.value and dice:
        steps.append(Step("BE-ARM-06", f"One die, named before the throw, has +{bonus.value}", None, bonus.house))
    return Explained(Pool(dice, (bonus.value or 0) if dice else 0), dice, tuple(steps), tuple(considered))


def _bases_refused(facts: Shooter, book: EarthBook) -> Refusal | None:
    if facts.bases_able is not None and facts.bases_able > facts.bases:
        return Refusal("BE-LOS-01", f"It has only {facts.bases} bases", "count its own bases")
    if not facts.bases:
        # In melee that is an answer: none of its bases touches an enemy base.
        if facts.fight is ArmingSide.MELEE:
            return None
        return Refusal("BE-ARM-01", "It has no base left", "name a sub-unit that has one")
    if facts.bases_able == 0:
        return Refusal("BE-LOS-01", "None of its bases can draw a free line in range", "watch over the target instead")
    return number_refused(facts.unit, facts.bases if facts.begun is None else facts.begun, book)


def number_refused(unit: TroopType, bases: int, book: EarthBook) -> Refusal | None:
    """Why a sub-unit cannot begin with so many bases, by house rule (G-22); None where it can."""
    limits = book.table("chart/bases")
    if limits.has(unit) and (limit := limits.word(unit)).value != "any":
        least, most = map(int, limit.value.split("-"))
        if not least <= bases <= most:
            span = str(least) if least == most else f"{least} to {most}"
            return Refusal(limit.clause, f"By house rule such a sub-unit has {span} bases (G-22)", f"give {span}")
    return None


def _in_gas(facts: Shooter, book: EarthBook) -> Step | Considered | Refusal | None:
    if facts.gas is None:
        return None
    refused = not_yet_or_no_more(facts.gas, book)
    if refused is not None:
        return refused
    if facts.gas is CloudKind.IMMEDIATE_GAS:
        return book.table(COUNTS).number("immediate_gas").because("It touches short-term gas")
    return Considered("BE-GAS-02", "This cloud takes no dice")


def _more(facts: Shooter, inherent: int, book: EarthBook) -> Step:
    """What further bases add (BE-ARM-02, BE-MEL-02); of guns that fire directly, by ruling (G-30)."""
    free, each = book.table(COUNTS).number("free_bases"), book.table(COUNTS).number("each_base_more")
    g_37, g_30 = book.ruling("G-37"), book.ruling("G-30")
    able = facts.bases if facts.bases_able is None else facts.bases_able
    bases: int = g_37.gives({"one_is_enough": facts.bases, "those_that_can": able})
    marks = g_37.mark if bases != facts.bases else None
    guns = arm_of(facts.unit, book).value in GUNS and facts.fight is ArmingSide.SHOOTING
    if guns and g_30.gives({"as_infantry": False, "times_bases": True}):
        return Step("BE-ART-02", f"{bases} bases, each with all its dice", inherent * (bases - 1), g_30.mark)
    clause = "BE-MEL-02" if facts.fight is ArmingSide.MELEE else free.clause
    beyond = max(0, bases - free.value)
    touching = " in contact" if facts.fight is ArmingSide.MELEE else ""
    says = f"{bases} bases{touching}: {beyond} beyond {spelt(free.value)}"
    return Step(clause, says, each.value * beyond, marks)


def _dice(facts: Shooter, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Pool] | Refusal:
    return dice_pool(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("dice", "Dice of a sub-unit", CHAPTER, Shooter, no_dice, _dice, None, "1915-04"),
)
