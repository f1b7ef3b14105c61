"""Fire by the plan: bombardments that fall without an order, and the hurricane bombardment (FF-BOM, FF-HUR)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules.flanders_fields.artillery.area_fire import (
    AreaFire,
    AreaShot,
    AreaShots,
    AreaStand,
    dice_for,
    odds_for,
    read_dice,
    shot_at,
)
from rules.flanders_fields.artillery.areas import Coverage, attacked_as, coverage_step
from rules.flanders_fields.artillery.batteries import cannot_fire
from rules.flanders_fields.artillery.deviation import DeviationFacts, why_it_stays
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import no_hurricane
from rules.flanders_fields.only_where import ON_THE_TABLE
from rules.flanders_fields.vocabulary import ARTILLERY, Firer, Nation, Side, UnitClass, Work
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

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
    steps = (row.cites(f"{row.says}: the row of {row.value.replace('_', ' ')}"), *_manner(facts, book))
    spared = {stand.name for stand in facts.stands} - {one.name for one in shots}
    considered = tuple(Considered("FF-HUR-08", f"{name}: spared") for name in sorted(spared))
    return Explained(AreaShots(False, shots), None, steps, considered)


def _manner(facts: HurricaneFacts, book: RuleBook) -> Iterator[Step]:
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


def _dice(facts: HurricaneFacts, book: RuleBook) -> int:
    return dice_for(hurricane_shots(facts, book))


def _odds(facts: HurricaneFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(hurricane_shots(facts, book), book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("planned_fire", "Whether fire falls by the plan", "Bombardments", PlannedFireFacts, no_dice, _planned),
    Resolution(
        "hurricane",
        "The hurricane bombardment of a work",
        "Bombardments",
        HurricaneFacts,
        _dice,
        hurricane_fire,
        _odds,
        example_month="1917-11",
    ),
)
