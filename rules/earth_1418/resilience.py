"""Resilience: cover, digging in, injuries and recovery (BE-COV, BE-DIG, BE-INJ)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from rules.earth_1418.artillery import gas_weakens
from rules.earth_1418.ruleset import EarthBook, in_words
from rules.earth_1418.troop_chart import MOST_BASES, NOTHING_TYPED, TypedValues, arm_of, is_vehicle, resilience_of
from rules.earth_1418.vocabulary import (
    GUNS,
    BaseMark,
    CloudKind,
    FireNow,
    FormationClass,
    HighCommand,
    Stance,
    Terrain,
    TroopType,
)
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown

# Digging in (BE-DIG)

DIGGING_CHAPTER: Final = "Digging in"


def never_digs_in(troop: TroopType, book: EarthBook) -> Refusal | None:
    """Vehicles and artillery are never dug in (BE-DIG-07, BE-VEH-01, BE-ART-04; G-07)."""
    if is_vehicle(troop, book):
        return Refusal("BE-VEH-01", "A vehicle never digs in", "choose another plan")
    digs = book.behaviour("G-07", {"never": False, "artillery_digs": True})
    if arm_of(troop, book).value in GUNS and not digs:
        return Refusal("BE-ART-04", "Artillery never digs in", "choose another plan")
    return None


def may_dig_in(command: HighCommand, troop: TroopType, book: EarthBook) -> Refusal | None:
    """Why a sub-unit may not dig in under a command; None where it may (BE-DIG-04, BE-DIG-05, BE-DIG-07)."""
    refused = never_digs_in(troop, book)
    if refused is not None:
        return refused
    cited = book.table("commands/digging_in").word(command)
    if cited.value != "yes":
        says = f"Nobody digs in under {command.upper()}: that is a command of dramatic moves"
        return Refusal(cited.clause, says, "dig in under ADVANCE or HOLD")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class DigIn:
    """A sub-unit that is to dig in."""

    command: HighCommand = fact("what its formation was told", example="hold")
    unit: TroopType = fact("what it is", default=TroopType.LINE_INFANTRY)
    dug_in: bool = fact("it is dug in already", default=False)
    stays_put: bool = fact("it stays put for the whole bound", default=True)


@dataclass(frozen=True, slots=True)
class Digs:
    """How many whole bounds it takes, and what it changes on Resilience if attacked meanwhile."""

    bounds: int
    resilience_if_attacked: int


def dig_in(facts: DigIn, book: EarthBook) -> Explained[Digs] | Refusal:
    """Whether a sub-unit may dig in (BE-DIG-02, BE-DIG-04, BE-DIG-05, BE-DIG-07). Refuses movers and bold commands."""
    refused = may_dig_in(facts.command, facts.unit, book)
    if refused is not None:
        return refused
    if facts.dug_in:
        return Refusal("BE-DIG-01", "It is dug in already", "stay put to remain so")
    if not facts.stays_put:
        return Refusal("BE-DIG-02", "Who digs in stays put for the whole bound", "let it stay put")
    cost = book.table("cover/changes").number("digging_in")
    by_house = book.mark("G-07") if arm_of(facts.unit, book).value in GUNS else None
    steps = (
        Step("BE-DIG-02", "It takes one whole bound of staying put", None, by_house),
        book.table("commands/digging_in").word(facts.command).cites(f"{facts.command.upper()} allows it"),
        cost.because("If it is attacked while it digs"),
    )
    return Explained(Digs(1, cost.value), None, steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """A dug-in sub-unit that moves."""

    terrain: Terrain = fact("the ground it had dug in on", example="open")
    moved_cm: float = fact("how far it moved", unit="cm", default=1.0, least=0, most=1000, example=4)


@dataclass(frozen=True, slots=True)
class PositionLeft:
    """Whether it is still dug in, and what cover its old position is worth now."""

    still_dug_in: bool
    position: Terrain


def leave_position(facts: Leaving, _book: EarthBook) -> Explained[PositionLeft]:
    """What becomes of a sub-unit that moves out, and of its position (BE-DIG-03, BE-DIG-06)."""
    if not facts.moved_cm:
        line = Considered("BE-DIG-06", "Nothing was left behind")
        return Explained(
            PositionLeft(True, facts.terrain), None, (Step("BE-DIG-03", "It has not moved at all"),), (line,)
        )
    in_the_open = facts.terrain is Terrain.OPEN
    position = Terrain.ROUGH if in_the_open else facts.terrain
    says = "Dug in the open: the position is rough ground now" if in_the_open else "The ground stays what it was"
    steps = (Step("BE-DIG-03", "It moved: it is dug in no more"), Step("BE-DIG-06", says))
    return Explained(PositionLeft(False, position), None, steps)


def _dig(facts: DigIn, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Digs] | Refusal:
    return dig_in(facts, book)


def _leave(facts: Leaving, _dice: tuple[D6, ...], book: EarthBook) -> Explained[PositionLeft]:
    return leave_position(facts, book)


# Resilience as it stands (BE-COV, BE-INJ-01)

COVER: Final = "cover/cover"
CHANGES: Final = "cover/changes"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetUnit:
    """A sub-unit that may be shot at: what it is, where it stands, and what weakens it."""

    unit: TroopType = fact("what it is", example="line_infantry")
    grade: FormationClass = fact("the class of its formation", default=FormationClass.LINE)
    terrain: Terrain = fact("the ground it is on", default=Terrain.OPEN, example="rough")
    other_terrain: Terrain | None = fact(
        "the other ground it moves from or into",
        default=None,
        only=only("BE-COV-04", "stance", {Stance.MOVING}, "a sub-unit that moves"),
    )
    stance: Stance = fact("moving, stationary or dug in", default=Stance.STATIONARY)
    digging_in: bool = fact(
        "it is digging in in this bound",
        default=False,
        only=only("BE-DIG-02", "stance", {Stance.STATIONARY}, "a sub-unit that stays where it is"),
    )
    gas: CloudKind | None = fact("the cordon it touches", default=None)
    injured_bases: int = fact("how many of its bases are injured", default=0, least=0, most=20)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True)
class Effective:
    """Resilience as it stands, the built-in one, and the lowest face of a die without bonus that hits (None: none)."""

    resilience: int
    built_in: int
    hit_on: int | None


def effective_resilience(facts: TargetUnit, book: EarthBook) -> Explained[Effective] | Refusal:
    """The Resilience that dice have to reach (BE-INJ-01, BE-COV-01 to BE-COV-07, BE-DIG-05, BE-GAS-03, G-12, G-38).

    Refuses dug-in vehicles and guns, types whose Resilience is not typed, and gas that its date does not know.
    """
    refused = never_digs_in(facts.unit, book) if facts.stance is Stance.DUG_IN or facts.digging_in else None
    if refused is not None:
        return refused
    built_in = resilience_of(facts.unit, facts.grade, facts.typed, book)
    if isinstance(built_in, Refusal):
        return built_in
    cover = cover_of(facts, book)
    steps = [Step(built_in.clause, built_in.says, built_in.value, built_in.house), *cover.steps]
    considered = list(cover.considered)
    if facts.stance is Stance.DUG_IN and arm_of(facts.unit, book).value in GUNS:
        steps.append(Step("BE-ART-04", "Artillery digs in here", None, book.mark("G-07")))
    if facts.digging_in:
        cited = book.table(CHANGES).number("digging_in")
        steps.append(cited.because("Attacked while it digs in, on top of Stationary"))
    weakened = gas_weakens(facts.gas, book)
    if isinstance(weakened, Refusal):
        return weakened
    if isinstance(weakened, Considered):
        considered.append(weakened)
    elif weakened is not None:
        steps.append(weakened)
    injured = book.table(CHANGES).number("injured_base")
    if facts.injured_bases and injured.value:
        says = f"{facts.injured_bases} injured"
        steps.append(Step(injured.clause, says, injured.value * facts.injured_bases, injured.house))
    elif facts.injured_bases:
        considered.append(Considered(injured.clause, "The book gives no number for injuries"))
    total = sum(step.value or 0 for step in steps)
    found = Effective(total, built_in.value or 0, max(1, total) if total <= 6 else None)
    return Explained(found, total, tuple(steps), tuple(considered))


def cover_of(facts: TargetUnit, book: EarthBook) -> Explained[int]:
    """What cover adds and takes, as one number (BE-COV-01 to BE-COV-07; G-38)."""
    g_38 = book.ruling("G-38")
    if (is_vehicle(facts.unit, book) or arm_of(facts.unit, book).value in GUNS) and not g_38.gives(
        {"counts": True, "does_not": False}
    ):
        step = Step("BE-COV-01", "Cover counts for neither vehicles nor guns", None, g_38.mark)
        return Explained(0, None, (step,))
    grounds = [facts.terrain] if facts.other_terrain is None else [facts.terrain, facts.other_terrain]
    cells = [book.table(COVER).number(f"{ground}.{facts.stance}") for ground in grounds]
    weaker = min(cells, key=lambda one: one.value)
    considered = list[Considered]()
    if len(cells) > 1 and facts.terrain is not facts.other_terrain:
        clause = "BE-COV-04"
        other = next((one for one in cells if one is not weaker), weaker)
        considered.append(Considered("BE-COV-04", f"{other.says} ({other.value:+d}) is not the weaker"))
    else:
        clause = weaker.clause
    return Explained(weaker.value, None, (Step(clause, weaker.says, weaker.value, weaker.house),), tuple(considered))


def _resilience(facts: TargetUnit, _dice: tuple[D6, ...], book: EarthBook) -> Explained[Effective] | Refusal:
    return effective_resilience(facts, book)


# Injuries (BE-INJ)

RESILIENCE_CHAPTER: Final = "Resilience and injuries"
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
    Resolution("dig_in", "Whether it may dig in", DIGGING_CHAPTER, DigIn, no_dice, _dig),
    Resolution("position_left", "A position left behind", DIGGING_CHAPTER, Leaving, no_dice, _leave),
    Resolution("resilience", "Resilience as it stands", "Cover", TargetUnit, no_dice, _resilience, None, "1915-04"),
    Resolution("hits", "Where hits fall", RESILIENCE_CHAPTER, HitsTaken, no_dice, _hits),
    Resolution("half_speed", "Whether injuries slow a sub-unit", RESILIENCE_CHAPTER, Hampered, no_dice, _half),
    Resolution(
        "recovery",
        "Recovery of an injured platoon",
        RESILIENCE_CHAPTER,
        Recovering,
        _recovery_dice,
        recovery,
        thrown(recovery, _recovery_dice, _recovered),
    ),
)
