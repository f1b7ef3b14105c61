"""Orders: high commands and the plans that they allow (BE-CMD)."""

from typing import Any, Final

from rules.earth_1418.resilience import may_dig_in, never_digs_in
from rules.earth_1418.ruleset import EarthBook, in_metres
from rules.earth_1418.troop_chart import arm_of, is_vehicle
from rules.earth_1418.vocabulary import GUNS, HighCommand, Plan, Stance, Terrain, TroopType
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice

CHART: Final = "commands/chart"
CHAPTER: Final = "High commands"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A sub-unit as its formation's command reaches it (BE-CMD-04)."""

    command: HighCommand = fact("what its formation was told", example="advance")
    dug_in: bool = fact("it is dug in", default=False)
    under_fire: bool = fact("it was under fire in the last bound", default=False)
    enemy_within_300_m: bool = fact("an enemy to assault lies within 300 m (30 cm)", default=True)
    unit: TroopType = fact("what it is", default=TroopType.LINE_INFANTRY)


@dataclass(frozen=True, slots=True)
class PlansLeft:
    """The plans that a sub-unit may choose, and whether one of them is digging in, with what that costs if attacked."""

    plans: tuple[Plan, ...]
    may_dig_in: bool
    dig_in_changes_resilience: int


def plans_allowed(facts: Situation, book: EarthBook) -> Explained[PlansLeft]:
    """The plans that command and situation leave a sub-unit (BE-CMD-03, BE-CMD-08, BE-DIG-05; G-01, G-02, G-36)."""
    key = f"{facts.command}.{situation(facts)}"
    cited = book.table(CHART).word(key)
    listed = tuple(Plan(word) for word in cited.value.split())
    steps = [cited.cites(f"{cited.says}: {_named(listed)}")]
    plans, steps = _within_reach(facts, listed, steps, book)
    digs, why_not = _digs(facts, plans, book)
    opened = _opened(facts, plans, book)
    if opened is not None:
        plans = (*plans, Plan.STAY_PUT)
        steps.append(opened)
    g_02 = book.ruling("G-02")
    if digs:
        plans = (*plans, Plan.DIG_IN)
        steps.append(
            Step("BE-DIG-05", "It may dig in, which is a way of staying put", None, _digging_mark(facts, book))
        )
    elif g_02.option.key == "literal":
        steps.append(Step("BE-CMD-08", "Only what the chart lists", None, g_02.mark))
    if facts.dug_in and arm_of(facts.unit, book).value in GUNS and (g_07 := book.mark("G-07")):
        steps.append(Step("BE-ART-04", "Artillery digs in here", None, g_07))
    changes = book.table("cover/changes").number("digging_in").value if digs else 0
    if facts.command is HighCommand.ADVANCE and Plan.MOVE in plans:
        steps.append(Step("BE-CMD-07", "A Move goes the way the formation was ordered to advance"))
    considered = () if why_not is None else (Considered(why_not.clause, why_not.because),)
    return Explained(PlansLeft(plans, digs, changes), None, tuple(steps), considered)


def situation(facts: Situation) -> str:
    """The row of the commands chart (BE-CMD-04)."""
    return f"{'dug_in' if facts.dug_in else 'not_dug_in'}_{'under_fire' if facts.under_fire else 'safe'}"


def _named(plans: tuple[Plan, ...]) -> str:
    return " or ".join(plan.replace("_", " ") for plan in plans)


def _within_reach(
    facts: Situation, plans: tuple[Plan, ...], steps: list[Step], book: EarthBook
) -> tuple[tuple[Plan, ...], list[Step]]:
    """Without an enemy in reach there is no assault (BE-ASL-01): what stands in its place (G-36)."""
    if Plan.ASSAULT not in plans or facts.enemy_within_300_m:
        return plans, steps
    g_36 = book.ruling("G-36")
    instead: Plan = g_36.gives({"stay_put": Plan.STAY_PUT, "move_towards": Plan.MOVE})
    limit = in_metres(book.table("movement/limits").number("assault").value)
    says = f"No enemy within {limit}: {instead.replace('_', ' ')} in place of the assault"
    made = tuple(instead if plan is Plan.ASSAULT else plan for plan in plans)
    return made, [*steps, Step("BE-ASL-01", says, None, g_36.mark)]


def _opened(facts: Situation, plans: tuple[Plan, ...], book: EarthBook) -> Step | None:
    """Where a sub-unit may stay put although the chart does not list it (G-02)."""
    if Plan.STAY_PUT in plans:
        return None
    g_02 = book.ruling("G-02")
    safe = not facts.under_fire
    advancing = facts.command is HighCommand.ADVANCE and safe
    waiting = facts.command is HighCommand.ASSAULT and facts.dug_in and not safe
    opens = {"opened": advancing or waiting, "wide": facts.dug_in or safe, "literal": False}
    if not g_02.gives(opens):
        return None
    clause = "BE-CMD-09" if advancing else "BE-CMD-10" if waiting else "BE-CMD-08"
    return Step(clause, "It may stay put as well", None, g_02.mark)


def _digging_mark(facts: Situation, book: EarthBook) -> HouseMark | None:
    """The house rule under which it may dig in: that artillery digs, or where staying put is open to it."""
    return book.mark("G-07") if arm_of(facts.unit, book).value in GUNS else book.mark("G-02")


def _digs(facts: Situation, plans: tuple[Plan, ...], book: EarthBook) -> tuple[bool, Refusal | None]:
    """Whether digging in is among the plans (BE-DIG-05, G-02), and if not, by which clause."""
    if facts.dug_in:
        return False, Refusal("BE-DIG-01", "It is dug in already")
    refused = may_dig_in(facts.command, facts.unit, book)
    if refused is not None:
        return False, refused
    literal = book.behaviour("G-02", {"opened": False, "wide": False, "literal": True})
    if literal and Plan.STAY_PUT not in plans:
        return False, Refusal("BE-CMD-08", "The chart does not list staying put here, so it cannot dig in")
    return True, None


@dataclass(frozen=True, slots=True, kw_only=True)
class FireTaken:
    """What was fired at a sub-unit in the last bound."""

    shots_resolved: int = fact("shots at it that were worked out", default=0, least=0, most=999, example=1)
    bombardment_shots: int = fact("shots of a bombardment laid on it", default=0, least=0, most=999)
    hits: int = fact("hits among them", default=0, least=0, most=999)
    overwatch_not_resolved: int = fact("sub-units that only watched over it", default=0, least=0, most=99)


def under_fire(facts: FireTaken, book: EarthBook) -> Explained[bool]:
    """Whether a sub-unit counts as under fire in this bound (BE-CMD-04, G-04)."""
    shots = facts.shots_resolved + facts.bombardment_shots
    g_04 = book.ruling("G-04")
    counts = g_04.gives({"shot_at": shots + facts.hits > 0, "hit": facts.hits > 0})
    says = f"{shots} worked out at it, {facts.hits} hit: {'under fire' if counts else 'safe'}"
    watched = facts.overwatch_not_resolved
    lines = (Considered("BE-OVW-02", "Overwatch that was not worked out is no fire"),) if watched else ()
    return Explained(counts, None, (Step("BE-CMD-04", says, None, g_04.mark),), lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSought:
    """Where a sub-unit that finds cover comes from, and where its move ends."""

    terrain: Terrain = fact("the ground it stands on", example="open")
    ends_in: Terrain = fact("the ground its move ends on", example="rough")
    unit: TroopType = fact("what it is", default=TroopType.LINE_INFANTRY)
    nearer_to_better: bool = fact("it ends nearer to better cover than it was", default=False)
    to_the_nearest: bool = fact("that is the nearest better cover", default=True)


def find_cover(facts: CoverSought, book: EarthBook) -> Explained[bool] | Refusal:
    """Whether a move in search of cover may end there (BE-CMD-05, G-03). Refuses one that betters nothing."""
    chart = book.table("cover/cover")
    was, now = (chart.number(f"{one}.{Stance.STATIONARY}") for one in (facts.terrain, facts.ends_in))
    ends_better = now.value > was.value
    if not ends_better and not facts.nearer_to_better:
        return Refusal("BE-CMD-05", "It ends neither in better cover nor nearer to it", "end in better cover or nearer")
    g_03 = book.ruling("G-03")
    if g_03.gives({"any_better": False, "nearest": not facts.to_the_nearest}):
        return Refusal("BE-CMD-05", "By house rule only the nearest cover may be sought (G-03)", "make for the nearest")
    says = "It ends in better cover" if ends_better else "It ends nearer to better cover"
    vehicle = (Considered("BE-VEH-01", "A vehicle finds cover too, but never digs in"),)
    considered = vehicle if is_vehicle(facts.unit, book) else ()
    return Explained(True, None, (Step("BE-CMD-05", says, None, g_03.mark),), considered)


def _plans(facts: Situation, _dice: tuple[D6, ...], book: EarthBook) -> Explained[PlansLeft] | Refusal:
    refused = never_digs_in(facts.unit, book) if facts.dug_in else None
    return refused or plans_allowed(facts, book)


def _fire(facts: FireTaken, _dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    shots = facts.shots_resolved + facts.bombardment_shots
    if 0 < shots < facts.hits:
        return Refusal("BE-CMD-04", f"{facts.hits} of {shots} shots cannot have hit", "count the shots they came from")
    return under_fire(facts, book)


def _cover(facts: CoverSought, _dice: tuple[D6, ...], book: EarthBook) -> Explained[bool] | Refusal:
    return find_cover(facts, book)


RESOLUTIONS: tuple[Resolution[Any, EarthBook], ...] = (
    Resolution("plans", "Plans a command allows", CHAPTER, Situation, no_dice, _plans),
    Resolution("under_fire", "Whether a sub-unit is under fire", CHAPTER, FireTaken, no_dice, _fire),
    Resolution("find_cover", "Where cover may be sought", CHAPTER, CoverSought, no_dice, _cover),
)
