"""Rolling barrages: duration, band, effect and danger strip (FF-BAR)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from rules.flanders_fields.applicability import (
    BELOW_GROUND,
    HURRICANE,
    OF_A_STAND,
    OF_ARMOUR,
    SHELTER,
    no_rolling_barrages,
)
from rules.flanders_fields.fire_areas import Overlap
from rules.flanders_fields.fire_eligibility import Shot
from rules.flanders_fields.ruleset import RuleBook, tables
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import Cover, Firer, FireResult, TargetKind
from rules.kernel.dice import D6, as_d3
from rules.kernel.distances import beyond, cm, mm, offset_mm
from rules.kernel.explanations import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown

# The rolling barrage as a plan (FF-BAR)

TURNS, SIZES, HOME_MADE = "artillery/barrage_plan", "artillery/barrage_sizes", "modelling/sizes"


def piece_mm() -> int:
    """How long a piece of a bent band is, counted from the left of its own side (FF-BAR-19, FF-MOD-02)."""
    return tables()[HOME_MADE].always("barrage_piece").value


@dataclass(frozen=True, slots=True, kw_only=True)
class DurationFacts:
    """A side that plans a rolling barrage."""

    attacker: bool = fact("the side attacks", default=True)


def duration(facts: DurationFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """How many turns a rolling barrage lasts, rolled when the plan is written (FF-BAR-09).

    Refuses dates before there are any, and defenders.
    """
    refused = no_barrage(facts.attacker, book)
    if refused:
        return refused
    turns = book.table(TURNS).number("turns_beside_d3")
    lasts = turns.value + as_d3(dice[0])
    says = f"{dice[0].pips} is a {as_d3(dice[0])}: it acts in {lasts} of the attacker's turns"
    return Explained(lasts, None, (Step(turns.clause, says, None, turns.house or _whose(facts.attacker, book)),))


def no_barrage(attacker: bool, book: RuleBook) -> Refusal | None:
    """Why a side has no rolling barrage at this date, or None if it may (FF-BAR-01, FF-BAR-03, AMB-345, AMB-346)."""
    too_early = no_rolling_barrages(book)
    if too_early:
        return too_early
    if not attacker and book.behaviour("AMB-05", {"attacker": True, "both": False}):
        return Refusal("FF-BAR-03", "Only the attacker has a rolling barrage", "use the defender's batteries")
    return None


def _whose(attacker: bool, book: RuleBook) -> HouseMark | None:
    return None if attacker else book.mark("AMB-05")


@dataclass(frozen=True, slots=True, kw_only=True)
class BandFacts:
    """A rolling barrage as planned, and the moment it is asked for; distances up the table from the attacker's edge."""

    start_up_cm: float = fact("rear edge of the band on its start line", unit="cm", least=0, most=1000, example=40.0)
    duration: int = fact("turns it lasts, as rolled", default=6, least=4, most=7)
    turn: int = fact("which of the attacker's turns it is", default=2, least=1, most=99)
    enemy_turn: bool = fact("it is the defender's turn after that one", default=False)
    speed_cm: float = fact("its planned advance in a turn", default=20.0, unit="cm", least=0, most=100)
    halts: tuple[int, ...] = fact("turns in which the plan lets it halt", default=(), least=1, most=99)
    unplanned_halt: int | None = fact("a turn in which it is to halt unplanned", default=None, least=1, most=99)
    back: tuple[int, ...] = fact("turns in which the plan rolls it back (hurricane)", default=(), least=1, most=99)
    hurricane: bool = fact("it covers a hurricane bombardment", default=False, dated=HURRICANE)
    lead_cm: float = fact(
        "lead of this piece of it, a lag is less than 0", default=0.0, unit="cm", least=-100, most=100
    )
    attacker: bool = fact("it is the attacker's", default=True)
    stand_near_cm: float | None = fact(
        "nearest edge of a stand, up the table", default=None, unit="cm", least=0, most=1000
    )
    stand_far_cm: float | None = fact(
        "farthest edge of that stand, up the table", default=None, unit="cm", least=0, most=1000
    )


@dataclass(frozen=True, slots=True)
class BarrageBand:
    """Where the band lies and what it has just swept, in cm up the table; `touched`: the stand asked for rolls."""

    on_table: bool
    rear_cm: float = 0.0
    front_cm: float = 0.0
    swept_from_cm: float = 0.0
    swept_to_cm: float = 0.0
    touched: bool = False


def band(facts: BandFacts, book: RuleBook) -> Explained[BarrageBand] | Refusal:
    """Where the band of a rolling barrage lies, and the ground on which stands roll (FF-BAR-04 to -10, FF-BAR-18).

    Refuses plans that the book does not let players write, and halts that are not in the plan.
    """
    refused = no_barrage(facts.attacker, book) or next(unplannable(facts, book), None)
    if refused:
        return refused
    gone = _lifted(facts, book)
    if gone:
        return Explained(BarrageBand(False), None, (gone,))
    depth = book.table(SIZES).number("depth")
    before, rear = (_rear(facts, turn, book) for turn in (facts.turn - 1, facts.turn))
    swept = _swept(before, rear, depth.value)
    found = BarrageBand(
        True, rear / 10, (rear + depth.value) / 10, swept[0] / 10, swept[1] / 10, _touched(facts, swept)
    )
    where = f"It lies from {cm(rear)} to {cm(rear + depth.value)} up the table"
    steps = (*_advance(facts, rear - before, book), depth.cites(where), *_stand(found, facts))
    return Explained(found, None, steps)


def _rear(facts: BandFacts, turn: int, book: RuleBook) -> int:
    """The rear edge in mm after the second phase of a turn: on the start line in the first (AMB-345)."""
    first = book.table(TURNS).number("first_advance").value
    moving = [one for one in range(first, turn + 1) if one not in facts.halts and one != facts.unplanned_halt]
    steps = len(moving) - 2 * sum(one in facts.back for one in moving)
    return offset_mm(facts.start_up_cm) + offset_mm(facts.lead_cm) + steps * offset_mm(facts.speed_cm)


def _swept(before: int, rear: int, depth: int) -> tuple[int, int]:
    """The ground newly swept together with the band's new place (FF-BAR-T3)."""
    if rear >= before:
        return min(before + depth, rear), rear + depth
    return rear, max(before, rear + depth)


def _touched(facts: BandFacts, swept: tuple[int, int]) -> bool:
    if facts.stand_near_cm is None or facts.stand_far_cm is None:
        return False
    return offset_mm(facts.stand_near_cm) < swept[1] and offset_mm(facts.stand_far_cm) > swept[0]


def _advance(facts: BandFacts, moved_mm: int, book: RuleBook) -> Iterator[Step]:
    """What the band did in this turn's second phase."""
    first = book.table(TURNS).number("first_advance").house or (book.mark("AMB-345") if facts.turn == 1 else None)
    if facts.turn == facts.unplanned_halt:
        yield Step("FF-BAR-07", "It halts for this turn, unplanned", None, book.mark("AMB-344"))
    elif moved_mm == 0:
        says = "It stands on its start line" if facts.turn == 1 else "It halts for this turn, as planned"
        yield Step("FF-BAR-06" if facts.turn == 1 else "FF-BAR-08", says, None, first)
    else:
        way = "back" if moved_mm < 0 else "on"
        yield Step("FF-BAR-04", f"It rolls {way} by {cm(abs(moved_mm))}", None, first or _whose(facts.attacker, book))
    if facts.lead_cm:
        word = "leads" if facts.lead_cm > 0 else "lags"
        yield Step("FF-BAR-19", f"This piece {word} by {abs(facts.lead_cm):g} cm", None, book.mark("AMB-356"))


def _stand(found: BarrageBand, facts: BandFacts) -> Iterator[Step]:
    if facts.stand_near_cm is not None and facts.stand_far_cm is not None:
        says = "The stand is touched: it rolls" if found.touched else "The stand is not touched: no roll"
        yield Step("FF-BAR-11", says)


def _lifted(facts: BandFacts, book: RuleBook) -> Step | None:
    """When it is taken off: in the second phase after its last turn, by house rule at that turn's end (AMB-350)."""
    amb_350 = book.ruling("AMB-350")
    at_once = facts.enemy_turn and amb_350.gives({"next_phase": False, "turn_end": True})
    if facts.turn > facts.duration or (at_once and facts.turn == facts.duration):
        mark = amb_350.mark if facts.turn == facts.duration else None
        return Step("FF-BAR-10", f"Its {facts.duration} turns are used up: it has lifted", None, mark)
    return None


def unplannable(facts: BandFacts, book: RuleBook) -> Iterator[Refusal]:
    """What a plan may not say, and what the players may not do to it (AMB-343, AMB-344, AMB-356, AMB-373)."""
    if (facts.stand_near_cm is None) != (facts.stand_far_cm is None):
        yield Refusal("FF-BAR-11", "One edge of the stand is not told", "measure to its near and its far edge")
    sizes = book.table(SIZES)
    speed, lead = sizes.number("speed"), sizes.number("lead")
    fixed = book.behaviour("AMB-343", {"planned": False, "fixed": offset_mm(facts.speed_cm) != speed.value})
    if fixed:
        yield Refusal("FF-BAR-05", f"Its advance is {cm(speed.value)} (house rule)", "plan it so")
    first = book.table(TURNS).number("first_advance").value
    if any(not first <= turn <= facts.duration for turn in (*facts.halts, *facts.back)):
        because = f"A planned turn lies outside turns {first} to {facts.duration}"
        yield Refusal("FF-BAR-08", because, "name turns in which it moves")
    late = book.when.period == "late"
    if facts.unplanned_halt is not None and not book.behaviour("AMB-344", {"planned": False, "one_unplanned": late}):
        yield Refusal("FF-BAR-08", "Its schedule cannot be changed", "write halts into the fire plan")
    if facts.back and not facts.hurricane:
        yield Refusal("FF-BAR-08", "Only the band of a hurricane bombardment rolls back", "plan a halt")
    bent = book.behaviour(
        "AMB-356",
        {"planned": not beyond(abs(facts.lead_cm), lead.value), "straight": not facts.lead_cm, "free": True},
    )
    if not bent:
        yield Refusal(
            "FF-BAR-19", f"A piece cannot lead or lag by {abs(facts.lead_cm):g} cm", _lead_instead(lead.value, book)
        )


def _lead_instead(lead_mm: int, book: RuleBook) -> str:
    return book.behaviour(
        "AMB-356", {"planned": f"plan {cm(lead_mm)} at the most", "straight": "keep it straight", "free": ""}
    )


def _band(facts: BandFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[BarrageBand] | Refusal:
    return band(facts, book)


# What the rolling barrage does to stands under its band, and to attackers too close behind it (FF-BAR)

EFFECT, COVER = "artillery/barrage_effect", "artillery/barrage_cover"
_ALWAYS_FAILS = D6(1)


class Under(StrEnum):
    """How a stand is under the band (FF-BAR-11, FF-BAR-12, AMB-351)."""

    SWEPT = "swept"
    BAND_STAYS = "band_stays"
    MOVED_INTO_IT = "moved_into_it"
    ENEMY_TURN = "enemy_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageFacts:
    """One stand and the band of a rolling barrage."""

    cover: Cover = fact("what protects it", example="medium")
    under: Under = fact("how it comes to be under the band", default=Under.SWEPT)
    overlap: Overlap = fact("how much of its base is touched", default=Overlap.WHOLE)
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)
    in_shelter: bool = fact("it sits in a deep shelter", default=False, only=BELOW_GROUND, dated=SHELTER)
    friend: bool = fact("it is on the barrage's side", default=False)
    rolled_this_turn: bool = fact(
        "it has rolled for moving into the band this turn",
        default=False,
        only=only("FF-BAR-12", "under", {Under.MOVED_INTO_IT}, "a stand that moves into the band"),
    )


@dataclass(frozen=True, slots=True)
class BarrageResult:
    """Whether a stand rolls, what becomes of it, and whether it stops at the band's edge."""

    rolls: bool
    result: FireResult = FireResult.NO_EFFECT
    stops_at_edge: bool = False


def under_the_barrage(
    facts: BarrageFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[BarrageResult] | Refusal | MoreDice:
    """What a rolling barrage does to a stand (FF-BAR-11 to FF-BAR-17). No die where it does not roll.

    Refuses dates before there are rolling barrages.
    """
    refused = no_barrage(True, book)
    if refused:
        return refused
    spared = next(_spared(facts, book), None)
    if spared:
        return Explained(BarrageResult(False), None, (spared,))
    if not dice:
        return MoreDice("FF-BAR-11", "one die for the stand", 1)
    shell = facts.target is TargetKind.ARMOUR and not _as_hard(facts, book)
    result, total, steps = _at_armour(facts, dice[0], book) if shell else _by_table(facts, dice[0], book)
    stops = facts.under is Under.MOVED_INTO_IT and result is FireResult.SUPPRESSED
    edge = (Step("FF-BAR-12", "It stops at the edge of the band"),) if stops else ()
    return Explained(BarrageResult(True, result, stops), total, (*steps, *edge))


def _as_hard(facts: BarrageFacts, book: RuleBook) -> bool:
    """Whether armour is read on the barrage's own table, as in Hard cover: by house rule (AMB-353)."""
    hard = book.behaviour("AMB-353", {"armour_table": False, "armour_immune": False, "armour_hard": True})
    return hard and facts.target is TargetKind.ARMOUR


def _at_armour(facts: BarrageFacts, die: D6, book: RuleBook) -> tuple[FireResult, int | None, tuple[Step, ...]]:
    """Armour takes the indirect fire of field artillery (AMB-353)."""
    shot = Shot(
        firer=Firer.FIELD_GUN,
        range_cm=0.0,
        cover=facts.cover,
        target=facts.target,
        target_armour_in_cover=facts.target_armour_in_cover,
        direct_sight=False,
        indirect=True,
        on_area=True,
        partly_in_area=_partly(facts, book),
    )
    answer = effect(shot, die, book)
    return answer.value, answer.total, answer.steps


def _by_table(facts: BarrageFacts, die: D6, book: RuleBook) -> tuple[FireResult, int | None, tuple[Step, ...]]:
    modifiers = tuple(_modifiers(facts, book))
    total = die.pips + sum(step.value or 0 for step in modifiers)
    amb_354 = book.ruling("AMB-354")
    fails = die == _ALWAYS_FAILS and amb_354.gives({"fails": True, "added": False})
    read = book.table(EFFECT).read("result", total)
    if fails:
        return FireResult.NO_EFFECT, total, (*modifiers, Step("FF-NAT-01", "A natural 1 always fails"))
    result = FireResult(read.value)
    mark = amb_354.mark if die == _ALWAYS_FAILS else None
    line = Step(read.clause, f"{total}: {result.replace('_', ' ')}", None, read.house or mark)
    return result, total, (*modifiers, line)


def _modifiers(facts: BarrageFacts, book: RuleBook) -> Iterator[Step]:
    cover = Cover.HARD if _as_hard(facts, book) else facts.cover
    added = book.table(COVER).number(cover)
    if added.value:
        step = added.because(added.says)
        yield Step(step.clause, step.says, step.value, step.house or _armour_mark(facts, book))
    if facts.target_is_command:
        yield book.table("shooting/modifiers").number("command_stand").because("A command stand")
    if _partly(facts, book):
        partly = book.table("artillery/area_modifiers").number("partly")
        yield Step(partly.clause, "Only partly under the band", partly.value, book.mark("AMB-352"))


def _armour_mark(facts: BarrageFacts, book: RuleBook) -> HouseMark | None:
    return book.mark("AMB-353") if facts.target is TargetKind.ARMOUR else None


def _partly(facts: BarrageFacts, book: RuleBook) -> bool:
    """Whether part cover counts: any overlap is a full roll but by house rule (AMB-352)."""
    counts = book.behaviour("AMB-352", {"full": False, "minus_2": True})
    return counts and facts.overlap is not Overlap.WHOLE


def _spared(facts: BarrageFacts, book: RuleBook) -> Iterator[Step]:
    """Every reason why a stand does not roll."""
    if facts.overlap is Overlap.NONE:
        yield Step("FF-BAR-11", "The band does not touch it")
    if facts.in_shelter:
        yield Step("FF-BAR-17", "In a deep shelter it is safe")
    if facts.under is Under.ENEMY_TURN:
        yield Step("FF-BAR-12", "Staying under it in the defender's turn brings no roll")
    if facts.under is Under.MOVED_INTO_IT and facts.rolled_this_turn:
        yield Step("FF-BAR-12", "It has rolled for moving in this turn")
    amb_351 = book.ruling("AMB-351")
    if facts.friend and amb_351.gives({"everyone": False, "friends_by_strip": True}):
        yield Step("FF-BAR-11", "Friends take only the attack of the danger strip", None, amb_351.mark)
    amb_353 = book.ruling("AMB-353")
    immune = amb_353.gives({"armour_table": False, "armour_immune": True, "armour_hard": False})
    if facts.target is TargetKind.ARMOUR and immune:
        yield Step("FF-BAR-14", "Armour is immune", None, amb_353.mark)
    if facts.target is TargetKind.STAND and not book.table(COVER).has(facts.cover):
        yield Step("FF-BAR-14", book.table(COVER).absent[facts.cover])


@dataclass(frozen=True, slots=True, kw_only=True)
class StripFacts:
    """A stand behind a rolling barrage."""

    distance_cm: float = fact(
        "from the nearest point of its base to the rear edge of the band", unit="cm", least=0, most=1000, example=5.0
    )
    cover: Cover = fact("what protects it", example="soft")
    attacker: bool = fact("it is on the barrage's side", default=True)
    ended_move: bool = fact(
        "a move of its own has just ended there (not: the band moved and left it there)", default=True
    )
    target: TargetKind = fact("a stand, or armour", default=TargetKind.STAND)
    target_armour_in_cover: bool = fact("it is armour in cover", default=False, only=OF_ARMOUR)
    target_is_command: bool = fact("it is a command stand", default=False, only=OF_A_STAND)


@dataclass(frozen=True, slots=True)
class StripResult:
    """Whether a stand was at risk, what its attack did, and whether a suppression is its whole company's."""

    at_risk: bool
    result: FireResult = FireResult.NO_EFFECT
    whole_company: bool = False


def danger_strip(
    facts: StripFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[StripResult] | Refusal | MoreDice:
    """What happens to a stand close behind its own barrage (FF-BAR-22 to FF-BAR-25).

    The first die tells whether it is at risk, a second the attack of field artillery. No die outside the strip.
    Refuses dates before there are rolling barrages, and a stand inside the band.
    """
    refused = no_barrage(True, book)
    if refused:
        return refused
    if not mm(facts.distance_cm):
        return Refusal("FF-BAR-12", "It is under the band itself", "ask what the barrage does to it")
    safe = next(_outside(facts, book), None)
    if safe:
        return Explained(StripResult(False), None, (safe,))
    if not dice:
        return MoreDice("FF-BAR-23", "one die for the risk", 1)
    amb_358 = book.ruling("AMB-358")
    rounded = amb_358.gives({"exact": 1, "rounded_down": 10, "each_phase": 1})
    distance = mm(facts.distance_cm) // rounded * rounded
    at_risk = dice[0].pips * 10 >= distance
    word = "at risk" if at_risk else "safe"
    mark = amb_358.mark or (None if facts.attacker else book.mark("AMB-357"))
    risk = Step("FF-BAR-23", f"{dice[0].pips} against {cm(distance)}: {word}", None, mark)
    if not at_risk:
        return Explained(StripResult(False), None, (risk,))
    if len(dice) < 2:
        return MoreDice("FF-BAR-24", f"{dice[0].pips}: at risk; one die for the attack", 1)
    return _strip_attack(facts, dice[1], risk, book)


def _strip_attack(facts: StripFacts, die: D6, risk: Step, book: RuleBook) -> Explained[StripResult]:
    """The attack of field artillery at -1 on a stand at risk (FF-BAR-24, AMB-359)."""
    guns = {"field_gun": Firer.FIELD_GUN, "howitzer": Firer.FIELD_HOWITZER, "spreads": Firer.FIELD_GUN}
    amb_359 = book.ruling("AMB-359")
    shot = Shot(
        firer=amb_359.gives(guns),
        range_cm=0.0,
        cover=facts.cover,
        target=facts.target,
        target_armour_in_cover=facts.target_armour_in_cover,
        target_is_command=facts.target_is_command,
        direct_sight=False,
        indirect=True,
        on_area=True,
        in_danger_strip=True,
    )
    answer = effect(shot, die, book)
    spreads = amb_359.gives({"field_gun": False, "howitzer": False, "spreads": True})
    company = spreads and answer.value is FireResult.SUPPRESSED
    row = (Step("FF-BAR-24", "Attacked by field artillery", None, amb_359.mark),)
    found = StripResult(True, answer.value, company)
    return Explained(found, answer.total, (risk, *row, *answer.steps), answer.considered)


def _outside(facts: StripFacts, book: RuleBook) -> Iterator[Step]:
    """Why a stand takes no risk."""
    strip = book.table(SIZES).number("strip")
    if beyond(facts.distance_cm, strip.value):
        yield strip.cites(f"{facts.distance_cm:g} cm, over {cm(strip.value)}: no roll")
    if not facts.attacker and book.behaviour("AMB-357", {"attackers": True, "any_stand": False}):
        yield Step("FF-BAR-23", "Only the barrage's own side is at risk there")
    if not facts.ended_move and book.behaviour("AMB-358", {"exact": True, "rounded_down": True, "each_phase": False}):
        yield Step("FF-BAR-23", "Only a move that ends in the strip is rolled for")


def _barrage_dice(facts: BarrageFacts, book: RuleBook) -> int:
    return int(isinstance(under_the_barrage(facts, (), book), MoreDice))


def _strip_dice(facts: StripFacts, book: RuleBook) -> int:
    return int(isinstance(danger_strip(facts, (), book), MoreDice))


def _came_of_it(found: BarrageResult) -> str:
    return found.result.value if found.rolls else "no roll"


def _came_of_risk(found: StripResult) -> str:
    return found.result.value if found.at_risk else "safe"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "barrage_duration",
        "How long a rolling barrage lasts",
        "Rolling barrage",
        DurationFacts,
        one_die,
        duration,
        thrown(duration, one_die),
        example_month="1917-11",
    ),
    Resolution(
        "barrage_band", "Where its band lies", "Rolling barrage", BandFacts, no_dice, _band, example_month="1917-11"
    ),
    Resolution(
        "barrage_effect",
        "What a rolling barrage does to a stand",
        "Rolling barrage",
        BarrageFacts,
        _barrage_dice,
        under_the_barrage,
        thrown(under_the_barrage, _barrage_dice, _came_of_it),
        example_month="1917-11",
    ),
    Resolution(
        "danger_strip",
        "Too close behind the barrage",
        "Rolling barrage",
        StripFacts,
        _strip_dice,
        danger_strip,
        thrown(danger_strip, _strip_dice, _came_of_risk),
        example_month="1917-11",
    ),
)
