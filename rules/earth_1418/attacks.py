"""Attacks: dice, hits, overwatch and melee (BE-ARM, BE-LOS, BE-OVW, BE-VEH, BE-MEL)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.artillery import not_yet_or_no_more
from rules.earth_1418.resilience import TargetUnit, effective_resilience, spread
from rules.earth_1418.ruleset import EarthBook, in_words
from rules.earth_1418.troop_chart import (
    MOST_BASES,
    MOST_DICE,
    NOTHING_TYPED,
    TypedValues,
    arm_of,
    arming_of,
    bonus_of,
    is_vehicle,
    range_of,
)
from rules.earth_1418.vocabulary import GUNS, ArmingSide, CloudKind, TroopType
from rules.kernel.dice import D6, FACES
from rules.kernel.distances import beyond
from rules.kernel.explanations import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.numerals import counted, spelt
from rules.kernel.odds import Odds, tally

# Arming (BE-ARM)

ARMING_CHAPTER: Final = "Arming"
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


# A pool of dice against Resilience (BE-ARM)

ONE: Final = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice against one target. The first die thrown is the one that was named for the bonus."""

    dice: int = fact("how many dice", least=0, most=MOST_DICE, example=3)
    bonus: int = fact("added to the die that was named, thrown first", default=0, least=0, most=20, example=1)
    resilience: int = fact("the target's Resilience as it stands", least=-20, most=40, example=4)
    thrown_again: bool = fact("small arms at a vehicle, or shots at a base mostly outside the circle", default=False)
    target_bases: int | None = fact(
        "bases of the target; none: only hits are told", default=None, least=1, most=MOST_BASES, example=3
    )
    injured_bases: int = fact("those of them with an injury, fresh or old", default=0, least=0, most=MOST_BASES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolAsked(Volley):
    """A pool of dice, and why some of them are thrown again."""

    outside_circle: bool = fact("shots of a bombardment at a base mostly outside the circle", default=False)


@dataclass(frozen=True, slots=True)
class VolleyResult:
    """Hits, and how many of them injure a base, remove one, or find nobody left."""

    hits: int
    injured: int = 0
    killed: int = 0
    left_over: int = 0


def volley(
    facts: Volley, dice: tuple[D6, ...], book: EarthBook, outside: bool = False
) -> Explained[VolleyResult] | Refusal | MoreDice:
    """What a pool of dice does (BE-ARM-05 to BE-ARM-07, BE-INJ-02, BE-INJ-08, BE-VEH-02, BE-ART-10; G-11, G-23, G-27).

    `outside`: shots of a bombardment at a base mostly outside the circle. Refuses more injured bases than there are.
    Asks for further dice where some are thrown again.
    """
    refused = faults(facts)
    if refused is not None:
        return refused
    first = tuple(die.pips for die in dice[: facts.dice])
    hit = hitting(first, facts.bonus, facts.resilience, book)
    steps = [Step("BE-ARM-05", f"{len(hit)} of {facts.dice} reach Resilience {facts.resilience}")]
    if facts.bonus and facts.dice:
        g_27 = book.ruling("G-27")
        steps.insert(0, Step("BE-ARM-06", f"One die has +{facts.bonus}", None, g_27.mark))
    again = thrown_again(facts, hit, book, outside)
    clause, mark = ("BE-ART-10", None) if outside else ("BE-VEH-02", book.mark("G-23"))
    if again:
        second = tuple(die.pips for die in dice[facts.dice :])
        if len(second) < len(again):
            says = f"{len(again) - len(second)} to throw again"
            return MoreDice(clause, says, len(again) - len(second))
        hit = second_hits(facts, again, second, book)
        # Where every die is thrown again no earlier hit is left that could stand.
        only_hits = outside or again_only_hits(book)
        steps.append(
            Step(clause, f"{len(again)} thrown again: {len(hit)} {'stand' if only_hits else 'hit'}", None, mark)
        )
    return Explained(fired(facts, len(hit)), None, (*steps, *_taken(facts, len(hit))))


def faults(facts: Volley) -> Refusal | None:
    """What cannot be so."""
    if facts.target_bases is not None and facts.injured_bases > facts.target_bases:
        return Refusal("BE-INJ-08", f"It has only {facts.target_bases} bases", "count its own bases")
    return None


def hitting(faces: tuple[int, ...], bonus: int, resilience: int, book: EarthBook) -> tuple[int, ...]:
    """The places of the dice that hit (BE-ARM-05, BE-ARM-06; G-27)."""
    plain = tuple(n for n, face in enumerate(faces) if face >= resilience)
    return book.behaviour("G-27", {"named_before": _named, "after_rolling": _chosen})(faces, bonus, resilience, plain)


def _named(faces: tuple[int, ...], bonus: int, resilience: int, plain: tuple[int, ...]) -> tuple[int, ...]:
    first = bool(faces) and 0 not in plain and faces[0] + bonus >= resilience
    return (0, *plain) if first else plain


def _chosen(faces: tuple[int, ...], bonus: int, resilience: int, plain: tuple[int, ...]) -> tuple[int, ...]:
    near = (n for n, face in enumerate(faces) if n not in plain and face + bonus >= resilience)
    helped = next(near, None)
    return plain if helped is None else tuple(sorted((*plain, helped)))


def thrown_again(facts: Volley, hit: tuple[int, ...], book: EarthBook, outside: bool) -> tuple[int, ...]:
    """The places of the dice that are thrown again (BE-VEH-02, BE-ART-10; G-23).

    Of shots outside the circle the book itself says that it is the successes.
    """
    if outside or not facts.thrown_again:
        return hit if outside else ()
    return book.behaviour("G-23", {"successes": hit, "every_die": tuple(range(facts.dice))})


def again_only_hits(book: EarthBook) -> bool:
    """Return whether of dice at a vehicle only the hits are thrown again (G-23)."""
    return book.behaviour("G-23", {"successes": True, "every_die": False})


def again_in_words(book: EarthBook) -> str:
    """Say which dice at a vehicle are thrown again (BE-VEH-02; G-23)."""
    words = {"successes": "successes are thrown again", "every_die": "every die is thrown again"}
    return book.behaviour("G-23", words)


def second_hits(facts: Volley, again: tuple[int, ...], faces: tuple[int, ...], book: EarthBook) -> tuple[int, ...]:
    """The hits that stand after the second throw; a named die that is thrown again keeps its bonus (G-23)."""
    keeps = book.behaviour("G-27", {"named_before": 0 in again, "after_rolling": True})
    return hitting(faces[: len(again)], facts.bonus if keeps else 0, facts.resilience, book)


def fired(facts: Volley, hits: int) -> VolleyResult:
    """What so many hits do to the target (BE-INJ-02, BE-INJ-08)."""
    if facts.target_bases is None:
        return VolleyResult(hits)
    injured, killed = spread(facts.target_bases, facts.injured_bases, hits)
    return VolleyResult(hits, injured, killed, hits - injured - killed)


def _taken(facts: Volley, hits: int) -> tuple[Step, ...]:
    if facts.target_bases is None or not hits:
        return ()
    found = fired(facts, hits)
    lines = [Step("BE-INJ-02", f"{found.injured} injured, {found.killed} removed")]
    if found.killed:
        lines.append(Step("BE-INJ-08", "Every base has an injury before one is removed"))
    return tuple(lines)


def chances(facts: Volley, book: EarthBook, outside: bool = False) -> Mapping[str, Fraction] | Refusal:
    """The exact chance of each result."""
    refused = faults(facts)
    if refused is not None:
        return refused
    found: dict[str, Fraction] = {}
    for hits, chance in hit_chances(facts, book, outside).items():
        name = result_words(fired(facts, hits), facts.target_bases is not None)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


def hit_chances(facts: Volley, book: EarthBook, outside: bool = False) -> Mapping[int, Fraction]:
    """The exact chance of each number of hits, fewest first; those that cannot come are left out."""
    g_27 = book.behaviour("G-27", {"named_before": _named_chances, "after_rolling": _chosen_chances})
    at_armour = facts.thrown_again and again_only_hits(book)
    found = g_27(facts, outside or at_armour)
    return {hits: found[hits] for hits in sorted(found) if found[hits]}


def _reaches(resilience: int, bonus: int) -> Fraction:
    return Fraction(sum(face + bonus >= resilience for face in FACES), len(FACES))


def _named_chances(facts: Volley, twice: bool) -> Mapping[int, Fraction]:
    singles = [_reaches(facts.resilience, facts.bonus if n == 0 else 0) for n in range(facts.dice)]
    dice = (Odds({1: p * p if twice else p, 0: ONE - (p * p if twice else p)}) for p in singles)
    return tally(dice, int, lambda one, other: one + other, 0).chances


def _chosen_chances(facts: Volley, twice: bool) -> Mapping[int, Fraction]:
    first = _best_of(facts.dice, facts)
    if not twice:
        return first
    found: dict[int, Fraction] = {}
    for thrown, chance in first.items():
        for hits, then in _best_of(thrown, facts).items():
            found[hits] = found.get(hits, Fraction(0)) + chance * then
    return found


def _best_of(dice: int, facts: Volley) -> Mapping[int, Fraction]:
    """Hits of so many dice where the bonus is given after the throw: one near miss becomes a hit."""
    hit, near = _reaches(facts.resilience, 0), _reaches(facts.resilience, facts.bonus)
    state: dict[tuple[int, bool], Fraction] = {(0, False): ONE}
    for _ in range(dice):
        after: dict[tuple[int, bool], Fraction] = {}
        for (hits, helped), chance in state.items():
            for key, p in (((hits + 1, helped), hit), ((hits, True), near - hit), ((hits, helped), ONE - near)):
                after[key] = after.get(key, Fraction(0)) + chance * p
        state = after
    found: dict[int, Fraction] = {}
    for (hits, helped), chance in state.items():
        found[hits + helped] = found.get(hits + helped, Fraction(0)) + chance
    return found


def result_words(found: VolleyResult, of_target: bool) -> str:
    """A result in words: "2 hits: 1 injured, 1 removed"."""
    hits = f"{found.hits} hit{'' if found.hits == 1 else 's'}"
    return f"{hits}: {found.injured} injured, {found.killed} removed" if of_target and found.hits else hits


def _pool_dice(facts: PoolAsked, _book: EarthBook) -> int:
    return facts.dice


def _pool(facts: PoolAsked, dice: tuple[D6, ...], book: EarthBook) -> Explained[VolleyResult] | Refusal | MoreDice:
    return volley(facts, dice, book, facts.outside_circle)


def _pool_chances(facts: PoolAsked, book: EarthBook) -> Mapping[str, Fraction] | Refusal:
    return chances(facts, book, facts.outside_circle)


# A whole attack (BE-LOS, BE-ARM, BE-VEH, BE-MEL, BE-ART)

OVERWATCH_CHAPTER: Final = "Overwatch and sight"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackFacts:
    """One sub-unit against one other: by shooting, in melee, or by shots of a bombardment laid on it."""

    shooter: Shooter = fact("who shoots or fights")
    target: TargetUnit = fact("at whom")
    target_bases: int | None = fact(
        "bases of the target; none: only hits are told", default=None, least=1, most=MOST_BASES, example=3
    )
    distance_cm: float | None = fact(
        "between the nearest bases; none: not measured", unit="cm", default=None, least=0, most=1000, example=28
    )
    free_line: bool = fact("at least one base can draw a free line to it", default=True)
    mounted: bool = fact("it shoots from the saddle", default=False)
    bombardment_shots: int | None = fact(
        "shots of a bombardment laid on it; none: it is no bombardment", default=None, least=0, most=MOST_DICE
    )
    mostly_outside_circle: bool = fact("the base lies more than half outside the circle", default=False)
    with_bonus_die: bool = fact("the die named for the bonus is among these", default=True)


@dataclass(frozen=True, slots=True)
class AttackReady:
    """An attack before its dice: the volley, and why it is what it is, what makes the number of its dice apart.

    `outside`: shots of a bombardment at a base mostly outside the circle.
    """

    volley: Volley
    of_dice: tuple[Step, ...]
    of_target: tuple[Step, ...]
    considered: tuple[Considered, ...]
    outside: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        """All of it, the dice first."""
        return (*self.of_dice, *self.of_target)


def made_ready(facts: AttackFacts, book: EarthBook) -> AttackReady | Refusal:
    """How many dice against which Resilience, and what is thrown again.

    Refuses what is out of range or sight, and whatever pool and Resilience refuse.
    """
    pool = _dice_of(facts, book)
    if isinstance(pool, Refusal):
        return pool
    dice, bonus, steps, considered = pool
    refused = _out_of_reach(facts, book)
    if refused is not None:
        return refused
    found = effective_resilience(facts.target, book)
    if isinstance(found, Refusal):
        return found
    outside = facts.bombardment_shots is not None and facts.mostly_outside_circle
    again, why = (True, _outside(book)) if outside else _again(facts, book)
    volley = Volley(
        dice=dice,
        bonus=bonus,
        resilience=found.value.resilience,
        thrown_again=again,
        target_bases=facts.target_bases,
        injured_bases=facts.target.injured_bases,
    )
    wrong = faults(volley)
    return wrong or AttackReady(volley, steps, (*found.steps, *why), (*considered, *found.considered), outside)


def _dice_of(
    facts: AttackFacts, book: EarthBook
) -> tuple[int, int, tuple[Step, ...], tuple[Considered, ...]] | Refusal:
    shots = facts.bombardment_shots
    if shots is None:
        pool = dice_pool(facts.shooter, book)
        if isinstance(pool, Refusal):
            return pool
        bonus = pool.value.bonus if facts.with_bonus_die else 0
        return pool.value.dice, bonus, pool.steps, pool.considered
    if arm_of(facts.shooter.unit, book).value not in GUNS:
        return Refusal("BE-ART-01", "Only artillery bombards", "let it shoot directly")
    added = bonus_of(facts.shooter.unit, ArmingSide.SHOOTING, facts.shooter.typed, book)
    says = f"{counted(shots, 'shot')} of the bombardment, each rolled as an attack"
    steps = [Step("BE-ART-09", says, shots)]
    bonus = (added.value or 0) if facts.with_bonus_die else 0
    if bonus:
        mark = book.mark("G-27")
        steps.append(Step("BE-ARM-06", f"One die of the bombardment has +{bonus}", None, mark or added.house))
    return shots, bonus, tuple(steps), ()


def _out_of_reach(facts: AttackFacts, book: EarthBook) -> Refusal | None:
    """Why the target cannot be shot at: range, and line of sight unless shells fall (BE-CHR, BE-LOS-01, BE-LOS-02)."""
    bombarded = facts.bombardment_shots is not None
    if facts.shooter.fight is ArmingSide.MELEE and not bombarded:
        return None
    if not facts.free_line and not bombarded:
        return Refusal("BE-LOS-02", "Ground or terrain stands in the way", "watch over the target instead")
    if facts.distance_cm is None:
        return None
    clause, reach = range_of(facts.shooter.unit, facts.mounted, facts.shooter.typed, book)
    if reach is not None and beyond(facts.distance_cm, reach):
        because = f"It reaches {reach} m ({reach / 10:g} cm), the target is {facts.distance_cm:g} cm away"
        return Refusal(clause, because, "lay it nearer" if bombarded else "name a nearer target, or watch over it")
    return None


def _outside(book: EarthBook) -> tuple[Step, ...]:
    share = in_words(book.table("artillery/shares").number("outside").value)
    return (Step("BE-ART-10", f"More than {share} outside the circle: successes are thrown again"),)


def _again(facts: AttackFacts, book: EarthBook) -> tuple[bool, tuple[Step, ...]]:
    """Whether dice are thrown again since the target is armoured, with the clause (BE-VEH-02; G-23)."""
    if not is_vehicle(facts.target.unit, book):
        return False, ()
    if arm_of(facts.shooter.unit, book).value in GUNS:
        return False, (Step("BE-VEH-02", "Guns against a vehicle: nothing is thrown again"),)
    says = f"Against a vehicle: {again_in_words(book)}"
    return True, (Step("BE-VEH-02", says, None, book.mark("G-23")),)


def attack(facts: AttackFacts, dice: tuple[D6, ...], book: EarthBook) -> Explained[VolleyResult] | Refusal | MoreDice:
    """What an attack does (BE-ARM-05, BE-MEL-01, BE-ART-02, BE-ART-09, BE-VEH-02). Refuses what cannot be attacked."""
    ready = made_ready(facts, book)
    if isinstance(ready, Refusal):
        return ready
    found = volley(ready.volley, dice, book, ready.outside)
    if not isinstance(found, Explained):
        return found
    return replace(found, steps=(*ready.steps, *found.steps), considered=(*ready.considered, *found.considered))


def _attack_dice(facts: AttackFacts, book: EarthBook) -> int:
    ready = made_ready(facts, book)
    return 0 if isinstance(ready, Refusal) else ready.volley.dice


def _chances(facts: AttackFacts, book: EarthBook) -> Mapping[str, Fraction] | Refusal:
    ready = made_ready(facts, book)
    return ready if isinstance(ready, Refusal) else chances(ready.volley, book, ready.outside)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watching:
    """A sub-unit that watches over a target, and what can be seen and hurt now."""

    stationary: bool = fact("it has stayed where it is", default=True)
    digging_in: bool = fact("it is digging in", default=False)
    in_sight: bool = fact("one of its bases can draw a free line to the target now", example=True)
    own_step: bool = fact("it is its own shooting step", default=False)
    best_bonus: int = fact("the bonus of one of its dice", default=0, least=0, most=20)
    resilience: int = fact("the target's Resilience as it stands", default=4, least=-20, most=40)
    in_range: bool = fact("one of its bases is within range now", default=True)
    dice: int = fact("how many dice it throws", default=1, least=0, most=MOST_DICE)


@dataclass(frozen=True, slots=True)
class OverwatchKept:
    """Whether it may watch, whether its dice can hurt the target, and whether the shot is worked out now."""

    may_watch: bool
    can_hurt: bool
    resolved_now: bool


def overwatch(facts: Watching, book: EarthBook) -> Explained[OverwatchKept] | Refusal:
    """Whether a sub-unit may watch over a target, and shoots now (BE-OVW-01, BE-OVW-02, BE-LOS-02; G-08).

    Refuses sub-units that moved or dig in.
    """
    if not facts.stationary:
        return Refusal("BE-OVW-01", "Only who stayed where he is watches over a target", "let it stay put")
    if facts.digging_in:
        return Refusal("BE-OVW-01", "Who digs in watches over nobody", "let it stay put without digging")
    hurts = facts.dice > 0 and can_hurt(facts.best_bonus, facts.resilience)
    g_08 = book.ruling("G-08")
    in_time = g_08.gives({"at_once": True, "own_step": facts.own_step})
    now = facts.in_sight and facts.in_range and hurts and in_time
    says = "It is worked out now" if now else "Nothing is worked out yet"
    steps = [Step("BE-OVW-02", says, None, g_08.mark)]
    if not facts.in_sight:
        steps.append(Step("BE-LOS-02", "The line is not free"))
    if not facts.in_range:
        steps.append(Step("BE-OVW-02", "The target is out of its range"))
    if not hurts:
        steps.append(Step("BE-ARM-07", "No die of its can reach that Resilience" if facts.dice else "It throws no die"))
    return Explained(OverwatchKept(True, hurts, now), None, tuple(steps))


def can_hurt(bonus: int, resilience: int) -> bool:
    """Whether the best die can reach a Resilience (BE-ARM-07)."""
    return FACES[-1] + bonus >= resilience


@dataclass(frozen=True, slots=True, kw_only=True)
class InContact:
    """Two sub-units in contact, and who of them assaulted."""

    first_assaulted: bool = fact("the first one made the contact by assault", default=True)
    second_assaulted: bool = fact("the second one assaulted too", default=False)


@dataclass(frozen=True, slots=True)
class Striking:
    """Who strikes first, and whether the other strikes with its survivors only."""

    first: str
    survivors_strike_back: bool


def melee_order(facts: InContact, book: EarthBook) -> Explained[Striking]:
    """Who strikes first in melee (BE-MEL-03, BE-MEL-04, BE-BND-04; G-20, G-21)."""
    g_20 = book.ruling("G-20")
    one_only = facts.first_assaulted is not facts.second_assaulted
    in_turn = one_only and g_20.gives({"assaulter_first": True, "together": False})
    after = Step("BE-MEL-04", "Melee comes after all ten steps, and goes on each bound while in contact")
    places = Step("BE-MEL-03", "Each side places the hits it makes")
    if not in_turn:
        step = Step("BE-BND-04", "Both strike together", None, g_20.mark if one_only else None)
        return Explained(Striking("both", False), None, (step, places, after))
    first = "first" if facts.first_assaulted else "second"
    step = Step("BE-BND-04", "Who assaulted strikes first, losses come off, then the survivors in contact strike")
    return Explained(Striking(first, True), None, (step, places, after))


def _watch(facts: Watching, _dice: tuple[D6, ...], book: EarthBook) -> Explained[OverwatchKept] | Refusal:
    return overwatch(facts, book)


def _melee(facts: InContact, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Striking]:
    return melee_order(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("dice", "Dice of a sub-unit", ARMING_CHAPTER, Shooter, no_dice, _dice, None, "1915-04"),
    Resolution("pool", "A pool of dice against Resilience", "Arming", PoolAsked, _pool_dice, _pool, _pool_chances),
    Resolution("attack", "A whole attack", "Arming", AttackFacts, _attack_dice, attack, _chances, "1915-04"),
    Resolution("overwatch", "Overwatch", OVERWATCH_CHAPTER, Watching, no_dice, _watch),
    Resolution("melee_order", "Who strikes first in melee", "Assault and melee", InContact, no_dice, _melee),
)
