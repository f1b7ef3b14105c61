"""A whole attack: who shoots or fights, at whom, and what the dice do (BE-LOS, BE-ARM, BE-VEH, BE-MEL, BE-ART)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.chart import arm_of, bonus_of, is_vehicle, range_of
from rules.earth_1418.facts import MOST_BASES, MOST_DICE
from rules.earth_1418.firing import volleys
from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.firing.resilience import TargetUnit, effective_resilience
from rules.earth_1418.firing.volleys import Volley, VolleyResult, again_in_words
from rules.earth_1418.lengths import in_words
from rules.earth_1418.vocabulary import GUNS, ArmingSide
from rules.kernel.dice import D6, FACES
from rules.kernel.explain import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import beyond
from rules.kernel.numerals import counted
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

CHAPTER: Final = "Overwatch and sight"


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
    wrong = volleys.faults(volley)
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
    found = volleys.volley(ready.volley, dice, book, ready.outside)
    if not isinstance(found, Explained):
        return found
    return replace(found, steps=(*ready.steps, *found.steps), considered=(*ready.considered, *found.considered))


def _attack_dice(facts: AttackFacts, book: EarthBook) -> int:
    ready = made_ready(facts, book)
    return 0 if isinstance(ready, Refusal) else ready.volley.dice


def _chances(facts: AttackFacts, book: EarthBook) -> Mapping[str, Fraction] | Refusal:
    ready = made_ready(facts, book)
    return ready if isinstance(ready, Refusal) else volleys.chances(ready.volley, book, ready.outside)


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
    Resolution("attack", "A whole attack", "Arming", AttackFacts, _attack_dice, attack, _chances, "1915-04"),
    Resolution("overwatch", "Overwatch", CHAPTER, Watching, no_dice, _watch),
    Resolution("melee_order", "Who strikes first in melee", "Assault and melee", InContact, no_dice, _melee),
)
