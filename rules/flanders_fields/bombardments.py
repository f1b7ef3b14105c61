"""Fire of batteries on an area, planned and hurricane bombardments (FF-ART, FF-BOM, FF-HUR)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.flanders_fields.applicability import GAS, OF_A_STAND, OF_ARMOUR, ON_THE_TABLE, no_hurricane
from rules.flanders_fields.artillery import cannot_fire
from rules.flanders_fields.fire_areas import Coverage, DeviationFacts, Overlap, attacked_as, coverage_step, why_it_stays
from rules.flanders_fields.fire_eligibility import Shot, not_at_this_date
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect, volley_odds
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    Cover,
    Crossing,
    Firer,
    FireResult,
    Nation,
    Side,
    Slope,
    TargetKind,
    UnitClass,
    Work,
)
from rules.kernel.dice import D6
from rules.kernel.distances import cm, within
from rules.kernel.explanations import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice
from rules.kernel.tables import Cited

# One fire action of a battery (FF-ART)

BY_POINT = ("sees_enemy", "sees_point", "all_in_range")
"""The readings of AMB-306 that measure a whole fire action to its aiming point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaStand:
    """A stand in the area or near it."""

    name: str = fact("what the stand is called", example="2nd Platoon")
    cover: Cover = fact("what protects it", example="medium")
    overlap: Overlap = fact("how much of its base lies in the area", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base lies in the area", default=True)
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)
    seen: bool = fact("the battery on the table sees it", default=False)
    friend: bool = fact("it is on the battery's side", default=False)
    from_gun_cm: float | None = fact("from the gun to it (house rule)", default=None, unit="cm", least=0, most=1000)
    aimed_at: bool = fact("it is the one aimed at (house rule)", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaFireFacts:
    """One fire action of one battery on its aiming point, and the stands near that point."""

    unit_class: UnitClass = fact("what fires", example="field_gun")
    stands: tuple[AreaStand, ...] = fact(
        "the stands in the area", default=(), example=[{"name": "2nd Platoon", "cover": "medium"}], called="name"
    )
    laid: bool = fact("its aiming point lies on the table", default=True)
    sos: bool = fact("it answers an SOS call", default=False)
    on_table: bool = fact("the battery stands on the table", default=False)
    range_cm: float | None = fact(
        "from the nearest edge of the gun to the aiming point (only on the table)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
    )
    sees_point: bool = fact("it sees the aiming point (only on the table)", default=False, only=ON_THE_TABLE)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    suppressed: bool = fact("it is suppressed (only on the table)", default=False, only=ON_THE_TABLE)
    limbered: bool = fact("it is limbered (only on the table)", default=False, only=ON_THE_TABLE)
    in_front_line: bool = fact("it stands in the front line (only on the table)", default=False, only=ON_THE_TABLE)
    firer_in_gas: bool = fact(
        "it stands in a gas cloud (only on the table)", default=False, only=ON_THE_TABLE, dated=GAS
    )
    line_crosses: Crossing = fact("what the line from the gun to the point enters", default=Crossing.NOTHING)
    slope: Slope = fact("whether that line goes uphill or downhill", default=Slope.LEVEL)


@dataclass(frozen=True, slots=True)
class AreaShot:
    """One die of the fire action: whom it is for, how the area catches him and the line that says so, and his shot."""

    name: str
    coverage: Coverage
    line: Step
    shot: Shot


@dataclass(frozen=True, slots=True)
class AreaResult:
    """What one stand suffered."""

    name: str
    coverage: Coverage
    result: FireResult
    total: int


@dataclass(frozen=True, slots=True)
class AreaFire:
    """What a fire action did: whether it was over open sights, and each stand it attacked in the order told."""

    open_sights: bool
    results: tuple[AreaResult, ...]


@dataclass(frozen=True, slots=True)
class AreaShots:
    """Whom a fire action attacks, before the dice."""

    open_sights: bool
    shots: tuple[AreaShot, ...]


def shots_on_area(facts: AreaFireFacts, book: RuleBook, overridden: bool = False) -> Explained[AreaShots] | Refusal:
    """Whom one fire action of a battery attacks, a die for each (FF-ART-15, FF-ART-24 to -28).

    Refuses other weapons, a battery without an aiming point, and one on the table that cannot fire on it. With
    `overridden` a battery on the table fires all the same.
    """
    caught = tuple(stand for stand in facts.stands if attacked_as(stand, book) is not Coverage.SPARED)
    in_sight = over_open_sights(facts, caught, book)
    refused = next(_objections(facts, caught, in_sight, book, overridden), None)
    if refused:
        return refused
    attacked = tuple(stand for stand in caught if _attacked(stand, facts, in_sight, book))
    shoot = _at_the_stand if _alone(in_sight, book) else _on_the_area
    shots = tuple(shoot(stand, facts, in_sight, book) for stand in attacked)
    steps = (_area_fire_manner(facts, in_sight, book), *_friends(facts, caught, book))
    spared = tuple(_spared(facts, caught, attacked, book))
    return Explained(AreaShots(in_sight, shots), None, steps, spared)


def _alone(in_sight: bool, book: RuleBook) -> bool:
    """Whether the fire is a shot at one stand: over open sights, by house rule (AMB-304)."""
    return book.behaviour("AMB-304", {"area": False, "single_stand": in_sight})


def over_open_sights(facts: AreaFireFacts, caught: tuple[AreaStand, ...], book: RuleBook) -> bool:
    """Whether a fire action is one over open sights: the owner has no choice in it (FF-ART-06, FF-ART-07, AMB-306)."""
    if not facts.on_table or facts.unit_class not in ARTILLERY or facts.range_cm is None:
        return False
    if not within(facts.range_cm, _reach(facts, book).value):
        return False
    sees_an_enemy = any(stand.seen and not stand.friend for stand in caught)
    by_eye = dict.fromkeys((*BY_POINT, "each_stand"), sees_an_enemy)
    return book.behaviour("AMB-306", by_eye | {"sees_point": facts.sees_point})


def _reach(facts: AreaFireFacts, book: RuleBook) -> Cited[int]:
    return book.table("shooting/ranges").number(facts.unit_class)


def _objections(
    facts: AreaFireFacts, caught: tuple[AreaStand, ...], in_sight: bool, book: RuleBook, overridden: bool
) -> Iterator[Refusal]:
    if facts.unit_class not in ARTILLERY:
        yield Refusal("FF-ART-23", "Only batteries fire on an area of this size", "choose a class of artillery")
        return
    unknown = not_at_this_date(facts.unit_class, book.table("shooting/rows"))
    if unknown:
        yield unknown
    if not facts.laid:
        yield Refusal("FF-ART-15", "The battery has no aiming point on the table", "lay one first, with a redirect")
    if facts.on_table:
        yield from _on_the_table(facts, in_sight, book, overridden)
    if _alone(in_sight, book) and sum(stand.aimed_at and stand.seen for stand in caught) != 1:
        yield Refusal("FF-ART-06", "Over open sights this game fires at one stand", "say at which of those it sees")


def _on_the_table(facts: AreaFireFacts, in_sight: bool, book: RuleBook, overridden: bool) -> Iterator[Refusal]:
    yield from () if overridden else cannot_fire(facts, in_sight, book)
    if facts.range_cm is None:
        yield Refusal("FF-ART-07", "The distance to the aiming point is not told", "measure it from the gun's edge")
        return
    reach = _reach(facts, book)
    ends = book.behaviour("AMB-306", {**dict.fromkeys((*BY_POINT, "each_stand"), False), "all_in_range": True})
    if ends and not overridden and not within(facts.range_cm, reach.value):
        because = f"{facts.range_cm:g} cm is beyond {cm(reach.value)} (house rule)"
        yield Refusal(reach.clause, because, "choose a point in range")


def _attacked(stand: AreaStand, facts: AreaFireFacts, in_sight: bool, book: RuleBook) -> bool:
    """Whether a stand in the area takes a die (FF-ART-28, AMB-304, AMB-307)."""
    if _alone(in_sight, book):
        return stand.aimed_at and stand.seen
    return not stand.friend or book.behaviour("AMB-307", {"everyone": True, "enemies_only": facts.sos})


def _on_the_area(stand: AreaStand, facts: AreaFireFacts, in_sight: bool, book: RuleBook) -> AreaShot:
    caught = attacked_as(stand, book)
    own = book.behaviour("AMB-306", {**dict.fromkeys(BY_POINT, False), "each_stand": stand.from_gun_cm is not None})
    shot = replace(_shot(stand, facts, own), indirect=not in_sight, on_area=True)
    line = coverage_step(caught, stand.name, book)
    return AreaShot(stand.name, caught, line, replace(shot, partly_in_area=caught is Coverage.PARTLY))


def _at_the_stand(stand: AreaStand, facts: AreaFireFacts, _in_sight: bool, book: RuleBook) -> AreaShot:
    line = Step("FF-ART-06", f"{stand.name}: aimed at by itself", None, book.mark("AMB-304"))
    return AreaShot(stand.name, Coverage.FULLY, line, _shot(stand, facts, stand.from_gun_cm is not None))


def _shot(stand: AreaStand, facts: AreaFireFacts, own_distance: bool) -> Shot:
    """The shot at a stand, measured to the aiming point or to the stand itself."""
    range_cm = (stand.from_gun_cm if own_distance else facts.range_cm) or 0.0
    return replace(
        shot_at(stand, Firer(facts.unit_class.value), range_cm),
        direct_sight=facts.on_table and stand.seen,
        firer_in_gas=facts.on_table and facts.firer_in_gas,
        line_crosses=facts.line_crosses,
        slope=facts.slope,
    )


def shot_at(stand: AreaStand, firer: Firer, range_cm: float) -> Shot:
    """A shot with what is known of its target, and nothing of what disturbs it."""
    return Shot(
        firer=firer,
        range_cm=range_cm,
        cover=stand.cover,
        target=stand.target,
        target_armour_in_cover=stand.target_armour_in_cover,
        target_is_command=stand.target_is_command,
    )


def _area_fire_manner(facts: AreaFireFacts, in_sight: bool, book: RuleBook) -> Step:
    """How the battery fires: over open sights or indirectly."""
    if in_sight:
        house = book.mark("AMB-304") or book.mark("AMB-306")
        return Step("FF-ART-06", f"Over open sights, {facts.range_cm:g} cm to the aiming point", None, house)
    if not facts.on_table:
        return Step("FF-ART-15", "From off the table, on its aiming point")
    beyond_arc = None if facts.in_arc else book.mark("AMB-305")
    return Step("FF-ART-15", "Indirectly, on its aiming point", None, beyond_arc or book.mark("AMB-306"))


def _friends(facts: AreaFireFacts, caught: tuple[AreaStand, ...], book: RuleBook) -> Iterator[Step]:
    mark = book.mark("AMB-307")
    if mark and not facts.sos and any(stand.friend for stand in caught):
        yield Step("FF-ART-28", "Friends in the area are spared", None, mark)


def _spared(
    facts: AreaFireFacts, caught: tuple[AreaStand, ...], attacked: tuple[AreaStand, ...], book: RuleBook
) -> Iterator[Considered]:
    for stand in facts.stands:
        if stand not in caught:
            yield Considered("FF-ART-T2", coverage_step(Coverage.SPARED, stand.name, book).says)
        elif stand not in attacked:
            yield Considered("FF-ART-28", f"{stand.name}: not attacked in this game")


def fire_on_area(
    facts: AreaFireFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What each stand in the area suffers, a die each in the order told (FF-ART-26, FF-ART-30).

    Refuses what `shots_on_area` refuses; asks for the dice still missing.
    """
    return read_dice(shots_on_area(facts, book), dice, book)


def read_dice(
    found: Explained[AreaShots] | Refusal, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What the dice do to those a fire action attacks, in its order; asks for the dice still missing."""
    if isinstance(found, Refusal):
        return found
    missing = len(found.value.shots) - len(dice)
    if missing > 0:
        return MoreDice("FF-ART-26", "one die for each stand in the area", missing)
    steps, considered, results = list(found.steps), list(found.considered), []
    for one, die in zip(found.value.shots, dice, strict=False):
        answer = effect(one.shot, die, book)
        results.append(AreaResult(one.name, one.coverage, answer.value, answer.total or 0))
        steps.extend((one.line, *answer.steps))
        considered.extend(answer.considered)
    return Explained(AreaFire(found.value.open_sights, tuple(results)), None, tuple(steps), tuple(considered))


def dice_for(found: Explained[AreaShots] | Refusal) -> int:
    """How many dice a fire action wants."""
    return 0 if isinstance(found, Refusal) else len(found.value.shots)


def odds_for(found: Explained[AreaShots] | Refusal, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance of each tally of those a fire action attacks."""
    return found if isinstance(found, Refusal) else volley_odds([one.shot for one in found.value.shots], book)


def _area_fire_dice(facts: AreaFireFacts, book: RuleBook) -> int:
    return dice_for(shots_on_area(facts, book))


def _area_fire_odds(facts: AreaFireFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(shots_on_area(facts, book), book)


# Fire by the plan (FF-BOM, FF-HUR)

PLANNED, HURRICANE = "artillery/planned_fire", "artillery/hurricane"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedFireFacts:
    """One line of a fire plan when its phase has come: a battery, its point, its turn."""

    unit_class: UnitClass = fact("what the plan names", example="field_gun")
    turn: int = fact("which of its side's turns it is", default=1, least=1, most=99)
    planned_turn: int = fact("the turn the plan names", default=1, least=1, most=99)
    own_turn: bool = fact("it is its own side's turn", default=True)
    lost: bool = fact("the battery has been destroyed", default=False)
    observed: bool = fact("someone sees the point", default=False)
    point_used: bool = fact("fire has come down on this point since it was placed or moved", default=False)
    on_table: bool = fact("the battery stands on the table", default=False)
    sees_target: bool = fact("it sees an enemy in the area (only on the table)", default=False, only=ON_THE_TABLE)
    in_arc: bool = fact("the point lies in its arc (only on the table)", default=True)
    suppressed: bool = fact("it is suppressed (only on the table)", default=False, only=ON_THE_TABLE)
    limbered: bool = fact("it is limbered (only on the table)", default=False, only=ON_THE_TABLE)
    in_front_line: bool = fact("it stands in the front line (only on the table)", default=False, only=ON_THE_TABLE)


@dataclass(frozen=True, slots=True)
class PlannedFireNow:
    """Whether the plan brings fire now, whether it may deviate, and whether the battery can still be ordered."""

    fires: bool
    may_deviate: bool
    may_be_ordered: bool


def planned_fire(facts: PlannedFireFacts, book: RuleBook) -> Explained[PlannedFireNow] | Refusal:
    """Whether a line of the fire plan brings its fire in this turn (FF-BOM-05, AMB-341).

    No order and no deep suppression touch it. Refuses dates without the phase, and batteries that cannot fire.
    """
    refused = next(_hindrances(facts, book), None)
    if refused:
        return refused
    phase = book.table(PLANNED).number("phase")
    if not facts.own_turn or facts.turn != facts.planned_turn:
        now = f"turn {facts.turn}" if facts.own_turn else "the enemy's turn"
        steps = (phase.cites(f"The plan names turn {facts.planned_turn}; it is {now}"),)
        return Explained(PlannedFireNow(False, False, True), None, steps)
    stays = why_it_stays(
        DeviationFacts(observed=facts.observed, on_table=facts.on_table, point_used=facts.point_used, registered=True),
        book,
    )
    strays = stays or Step("FF-DEV-01", "Unobserved: it may deviate", None, book.mark("AMB-310"))
    told = (
        phase.cites(f"{_moment(phase.value)}: it fires by the plan, without an order"),
        strays,
        phase.cites("It is not ordered this turn and answers no SOS call"),
    )
    untouched = (Considered("FF-DSU-07", "Nothing is ordered, so deep suppression does not touch it"),)
    return Explained(PlannedFireNow(True, stays is None, False), None, told, untouched)


def _moment(phase: int) -> str:
    return f"Phase {phase}" if phase else "Before the orders"


def _hindrances(facts: PlannedFireFacts, book: RuleBook) -> Iterator[Refusal]:
    table = book.table(PLANNED)
    if not table.has("phase"):
        yield Refusal("FF-BOM-05", f"No fire falls by the plan: {table.absent['phase']}", "order the battery")
    if facts.unit_class not in ARTILLERY:
        yield Refusal("FF-BOM-05", "Only batteries fire by this phase of the plan", "order it in its own step")
    if facts.lost:
        yield Refusal("FF-BOM-05", "The battery is destroyed", "strike the line from the plan")
    if facts.on_table:
        yield from cannot_fire(facts, facts.sees_target, book)


@dataclass(frozen=True, slots=True, kw_only=True)
class HurricaneFacts:
    """One work of the defence under the hurricane bombardment, and the stands in it."""

    work: Work = fact("what is bombarded", example="trench")
    stands: tuple[AreaStand, ...] = fact(
        "the stands in it", default=(), example=[{"name": "2nd Platoon", "cover": "medium"}], called="name"
    )
    nation: Nation = fact("whose bombardment it is", default=Nation.GERMAN)
    side: Side = fact("which side he is", default=Side.ATTACKER)
    turn: int = fact("which of his turns it is", default=1, least=1, most=99)
    planned_turn: int = fact("the turn his plan names for this work", default=1, least=1, most=99)
    attacked_before: bool = fact("this work has been bombarded already", default=False)


def hurricane_shots(facts: HurricaneFacts, book: RuleBook) -> Explained[AreaShots] | Refusal:
    """Whom the hurricane bombardment attacks in one work, on which row (FF-HUR-03, FF-HUR-04, AMB-372).

    Refuses other armies, dates and turns, a second attack on one work, and troops in no work.
    """
    refused = next(hurricane_objections(facts, book), None)
    if refused:
        return refused
    row = book.table(HURRICANE).word(facts.work)
    shots = tuple(_shots(facts.stands, Firer(row.value), book))
    steps = (row.cites(f"{row.says}: the row of {row.value.replace('_', ' ')}"), *_hurricane_manner(facts, book))
    spared = {stand.name for stand in facts.stands} - {one.name for one in shots}
    considered = tuple(Considered("FF-HUR-08", f"{name}: spared") for name in sorted(spared))
    return Explained(AreaShots(False, shots), None, steps, considered)


def _hurricane_manner(facts: HurricaneFacts, book: RuleBook) -> Iterator[Step]:
    squares = book.mark("AMB-372")
    if squares:
        yield Step("FF-HUR-08", "Laid as squares by the plan, each with its own deviation", None, squares)
    if facts.attacked_before:
        yield Step("FF-HUR-07", "The plan brings it back onto the place", None, book.mark("AMB-373"))


def _shots(stands: tuple[AreaStand, ...], firer: Firer, book: RuleBook) -> Iterator[AreaShot]:
    """A shot at each enemy in the work: at full effect, by house rule as a square covers it (AMB-372)."""
    for stand in stands:
        caught = book.behaviour("AMB-372", {"works": Coverage.FULLY, "squares": attacked_as(stand, book)})
        if stand.friend or caught is Coverage.SPARED:
            continue
        shot = replace(shot_at(stand, firer, 0.0), direct_sight=False, indirect=True, on_area=True)
        shot = replace(shot, partly_in_area=caught is Coverage.PARTLY)
        yield AreaShot(stand.name, caught, coverage_step(caught, stand.name, book), shot)


def hurricane_objections(facts: HurricaneFacts, book: RuleBook) -> Iterator[Refusal]:
    """Every reason why no hurricane bombardment falls on a work (FF-HUR-01, FF-HUR-03, FF-HUR-07, AMB-373)."""
    if facts.nation is not Nation.GERMAN or facts.side is not Side.ATTACKER:
        yield Refusal("FF-HUR-01", "Only German attackers have it", "use the artillery of that army")
    if facts.work is Work.NONE:
        yield Refusal("FF-HUR-03", "It falls on works; troops in none are spared", "name a trench or a strong point")
    too_early = no_hurricane(book)
    if too_early:
        yield too_early
    again = book.behaviour("AMB-373", {"band": False, "repeated": True})
    if facts.attacked_before and not again:
        yield Refusal("FF-HUR-03", "Each work is bombarded once", "bombard another work")
    if facts.turn != facts.planned_turn:
        because = f"The plan names turn {facts.planned_turn} for it, and it is turn {facts.turn}"
        yield Refusal("FF-HUR-07", because, "the schedule cannot be changed")


def hurricane_fire(
    facts: HurricaneFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What each stand in a bombarded work suffers, a die each. Refuses what `hurricane_shots` refuses."""
    return read_dice(hurricane_shots(facts, book), dice, book)


def _planned(facts: PlannedFireFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[PlannedFireNow] | Refusal:
    return planned_fire(facts, book)


def _hurricane_dice(facts: HurricaneFacts, book: RuleBook) -> int:
    return dice_for(hurricane_shots(facts, book))


def _hurricane_odds(facts: HurricaneFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(hurricane_shots(facts, book), book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "area_fire",
        "A battery's fire action",
        "Artillery",
        AreaFireFacts,
        _area_fire_dice,
        fire_on_area,
        _area_fire_odds,
    ),
    Resolution("planned_fire", "Whether fire falls by the plan", "Bombardments", PlannedFireFacts, no_dice, _planned),
    Resolution(
        "hurricane",
        "The hurricane bombardment of a work",
        "Bombardments",
        HurricaneFacts,
        _hurricane_dice,
        hurricane_fire,
        _hurricane_odds,
        example_month="1917-11",
    ),
)
