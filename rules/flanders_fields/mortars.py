"""Fire of mortars: the square, whom it catches, and the dice (FF-MTR)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

from rules.flanders_fields.applicability import GAS
from rules.flanders_fields.bombardments import (
    AreaFire,
    AreaShot,
    AreaShots,
    AreaStand,
    dice_for,
    odds_for,
    read_dice,
    shot_at,
)
from rules.flanders_fields.fire_areas import Coverage, attacked_as, coverage_step
from rules.flanders_fields.fire_eligibility import Distance, RangeBand, judge_range
from rules.flanders_fields.orders import MortarFire, mortar_may_fire
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import MORTARS, Crossing, Firer, Slope, UnitClass
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm
from rules.kernel.explanations import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution

SQUARES = "artillery/mortar_areas"


class MortarPoint(StrEnum):
    """What the aiming point lies on (AMB-392)."""

    ENEMY_BASE = "enemy_base"
    BARE_GROUND = "bare_ground"
    EARLIER_POINT = "earlier_point"
    REGISTERED = "registered"


@dataclass(frozen=True, slots=True, kw_only=True)
class MortarFireFacts:
    """One fire action of one mortar, and the stands near its point."""

    unit_class: UnitClass = fact("what fires", example="light_mortar")
    stands: tuple[AreaStand, ...] = fact(
        "the stands in its square",
        default=(),
        example=[{"name": "2nd Platoon", "cover": "soft", "aimed_at": True}],
        called="name",
    )
    range_cm: float = fact("from the mortar to its aiming point", unit="cm", least=0, most=1000, example=40.0)
    point: MortarPoint = fact("what the point lies on", default=MortarPoint.ENEMY_BASE)
    sight: MortarFire = fact("who sees the target", default=MortarFire(own_sight=True))
    in_arc: bool = fact("the point lies in its arc", default=True)
    suppressed: bool = fact("it is suppressed", default=False)
    packed: bool = fact("it is packed or limbered", default=False)
    firer_in_gas: bool = fact("it stands in a gas cloud", default=False, dated=GAS)
    line_crosses: Crossing = fact("what the line from the mortar to the point enters", default=Crossing.NOTHING)
    slope: Slope = fact("whether that line goes uphill or downhill", default=Slope.LEVEL)
    battalion_cm: float | None = fact(
        "from the point to the nearest stand of a light mortar's battalion (house rule)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        only=only("FF-MTR-02", "unit_class", {UnitClass.LIGHT_MORTAR}, "a light mortar"),
    )


def mortar_shots(facts: MortarFireFacts, book: RuleBook, overridden: bool = False) -> Explained[AreaShots] | Refusal:
    """Whom one fire action of a mortar attacks, a die for each (FF-MTR-08 to FF-MTR-14).

    Refuses other weapons, fire that neither it nor a spotter sees, and points out of range, out of arc or on no base.
    With `overridden` it refuses other weapons alone.
    """
    refused = next(_objections(facts, book), None)
    if refused and not (overridden and facts.unit_class in MORTARS):
        return refused
    seen = mortar_may_fire(_sight(facts), book)
    if isinstance(seen, Refusal) and not overridden:
        return seen
    side = book.table(SQUARES).number(facts.unit_class)
    square = side.cites(f"{side.says}: a square of {cm(side.value)}")
    caught = [(stand, _caught(stand, facts, book)) for stand in facts.stands]
    shots = tuple(_shot(stand, how, facts, book) for stand, how in caught if how is not Coverage.SPARED)
    spared = tuple(Considered("FF-ART-T2", f"{stand.name}: spared") for stand, how in caught if how is Coverage.SPARED)
    by_sight = () if isinstance(seen, Refusal) else seen.steps[:1]
    steps = (Step(square.clause, square.says, None, _leave(facts, book)), *by_sight, *_sparing(facts, book))
    return Explained(AreaShots(False, shots), None, steps, spared)


def _sight(facts: MortarFireFacts) -> MortarFire:
    return replace(facts.sight, registered=facts.point is MortarPoint.REGISTERED)


def _caught(stand: AreaStand, facts: MortarFireFacts, book: RuleBook) -> Coverage:
    """How the square attacks a base (FF-MTR-08 to -10, AMB-390, AMB-391)."""
    found = attacked_as(stand, book)
    if stand.friend and book.behaviour("AMB-307", {"everyone": False, "enemies_only": True}):
        return Coverage.SPARED
    if stand.aimed_at and book.behaviour("AMB-391", {"literal": False, "aimed_full": True}):
        return Coverage.FULLY
    light = facts.unit_class is UnitClass.LIGHT_MORTAR
    alone = book.behaviour("AMB-390", {"minus_2": False, "aimed_only": light})
    return Coverage.SPARED if alone and not stand.aimed_at else found


def _shot(stand: AreaStand, caught: Coverage, facts: MortarFireFacts, book: RuleBook) -> AreaShot:
    shot = replace(
        shot_at(stand, Firer(facts.unit_class.value), facts.range_cm),
        direct_sight=facts.sight.own_sight and stand.seen,
        firer_in_gas=facts.firer_in_gas,
        line_crosses=facts.line_crosses,
        slope=facts.slope,
        on_area=True,
        partly_in_area=caught is Coverage.PARTLY,
    )
    line = coverage_step(caught, stand.name, book)
    full = book.mark("AMB-391") if stand.aimed_at else None
    return AreaShot(stand.name, caught, replace(line, house=full or line.house), shot)


def _sparing(facts: MortarFireFacts, book: RuleBook) -> Iterator[Step]:
    """The house rules that leave stands out of the square's attack."""
    alone = book.mark("AMB-390") if facts.unit_class is UnitClass.LIGHT_MORTAR else None
    if alone and any(not stand.aimed_at for stand in facts.stands):
        yield Step("FF-MTR-08", "Only the base aimed at is hit", None, alone)
    friends = book.mark("AMB-307")
    if friends and any(stand.friend for stand in facts.stands):
        yield Step("FF-ART-28", "Friends in the area are spared", None, friends)


def _leave(facts: MortarFireFacts, book: RuleBook) -> HouseMark | None:
    """The house rule without which the point could not lie where it does."""
    return book.mark("AMB-392") if facts.point is MortarPoint.BARE_GROUND else None


def _objections(facts: MortarFireFacts, book: RuleBook) -> Iterator[Refusal]:
    if facts.unit_class not in MORTARS:
        yield Refusal("FF-MTR-01", "Only mortars fire by these rules", "choose a light, medium or heavy mortar")
        return
    if facts.suppressed:
        yield Refusal("FF-SUP-02", "The mortar is suppressed", "remove its suppression first")
    if facts.packed:
        yield Refusal("FF-RCB-12", "The mortar is packed", "unpack it first")
    if not facts.in_arc:
        yield Refusal("FF-ARC-04", "The point lies outside its arc", "choose a point in its arc")
    yield from _range(facts, book)
    yield from _point(facts, book)
    yield from _support(facts, book)


def _range(facts: MortarFireFacts, book: RuleBook) -> Iterator[Refusal]:
    answer = judge_range(Distance(firer=Firer(facts.unit_class.value), range_cm=facts.range_cm, indirect=True), book)
    if isinstance(answer, Refusal):
        yield answer
    elif answer.value in (RangeBand.OUT_OF_RANGE, RangeBand.TOO_CLOSE):
        yield Refusal("FF-MTR-06", answer.steps[0].says, "choose a point in range")


def _point(facts: MortarFireFacts, book: RuleBook) -> Iterator[Refusal]:
    """A point ordered in play is the middle of one enemy base, seen or spotted (AMB-392)."""
    anywhere = book.behaviour("AMB-392", {"enemy_base": False, "any_ground": True})
    if facts.point is MortarPoint.BARE_GROUND and not anywhere:
        yield Refusal("FF-MTR-11", "The point must be an enemy base", "lay it on a base that is seen or spotted")
    aimed = [stand for stand in facts.stands if stand.aimed_at]
    if facts.point is MortarPoint.ENEMY_BASE and (len(aimed) != 1 or aimed[0].friend):
        yield Refusal("FF-MTR-11", "The point is not on one enemy base", "say which base it is laid on")


def _support(facts: MortarFireFacts, book: RuleBook) -> Iterator[Refusal]:
    """A light mortar supports its own battalion: by house rule near to it (FF-MTR-02, AMB-394)."""
    near = facts.unit_class is UnitClass.LIGHT_MORTAR and book.behaviour("AMB-394", {"orders": False, "near": True})
    if not near:
        return
    limit = book.table(SQUARES).number("support")
    if facts.battalion_cm is None:
        yield Refusal(
            "FF-MTR-02", "The distance to its battalion is not told", "measure from the point to a stand of it"
        )
    elif beyond(facts.battalion_cm, limit.value):
        because = f"{facts.battalion_cm:g} cm from its battalion, over {cm(limit.value)} (house rule)"
        yield Refusal("FF-MTR-02", because, "choose a target nearer to it")


def fire_mortar(
    facts: MortarFireFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[AreaFire] | Refusal | MoreDice:
    """What each stand in a mortar's square suffers, a die each. Refuses what `mortar_shots` refuses."""
    return read_dice(mortar_shots(facts, book), dice, book)


def _dice(facts: MortarFireFacts, book: RuleBook) -> int:
    return dice_for(mortar_shots(facts, book))


def _odds(facts: MortarFireFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return odds_for(mortar_shots(facts, book), book)


RESOLUTIONS: tuple[Resolution[MortarFireFacts, RuleBook], ...] = (
    Resolution("mortar_fire", "A mortar's fire action", "Mortars", MortarFireFacts, _dice, fire_mortar, _odds),
)
