"""Movement through fire zones: areas under fire that attack moving stands (FF-MVZ)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rules.flanders_fields.applicability import no_indirect_guns
from rules.flanders_fields.fire_areas import (
    BaseInAreaFacts,
    Coverage,
    FireAreaFacts,
    Overlap,
    attacked_as,
    coverage_step,
    lay,
    outline_of,
)
from rules.flanders_fields.fire_eligibility import ARTILLERY, Shot, may_shoot
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shooting import effect
from rules.flanders_fields.vocabulary import Firer, FireResult
from rules.kernel.dice import D6
from rules.kernel.distances import offset_mm
from rules.kernel.explanations import Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.facts import Dated, fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.polygons import HAIR_MM, Outline, Point, inside, most_covered, moved

# The way of a base past an area (FF-MVZ-02, AMB-323)

_HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Waypoint:
    """Where the middle of the base comes to lie, measured like the base."""

    along_cm: float = fact("along the same edge", unit="cm", least=0, most=1000, example=50.0)
    up_cm: float = fact("up the table", unit="cm", least=0, most=1000, example=50.0)


@dataclass(frozen=True, slots=True)
class MostCovered:
    """How much of a base an area covers at most on its way, and where its middle lies then, in cm to 0.1."""

    overlap: Overlap
    centre_inside: bool
    at_cm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Leg:
    """One straight stretch of the way: the base at its beginning, its middle, and the step it makes."""

    base: Outline
    middle: Point
    step: Point

    def at(self, share: float) -> Point:
        return self.middle[0] + self.step[0] * share, self.middle[1] + self.step[1] * share


def along_the_way(area: Outline, base: Outline, start: BaseInAreaFacts, way: Sequence[Waypoint]) -> MostCovered:
    """Where on its way an area covers most of a base: the first place wholly inside, or else the most covered one."""
    legs = tuple(_legs(base, start, way))
    centre = any(inside(area, (leg.middle,), leg.step) for leg in legs)
    for leg in legs:
        span = inside(area, leg.base, leg.step)
        if span:
            return MostCovered(Overlap.WHOLE, centre, _cm(leg.at(span.first)))
    found = [(leg, *most_covered(area, leg.base, leg.step)) for leg in legs]
    leg, share, covered = max(found, key=lambda one: one[2])
    return MostCovered(_overlap(covered), centre, _cm(leg.at(share)))


def _overlap(covered: float) -> Overlap:
    if covered <= HAIR_MM:
        return Overlap.NONE
    return Overlap.HALF if covered >= _HALF - HAIR_MM else Overlap.UNDER_HALF


def _legs(base: Outline, start: BaseInAreaFacts, way: Sequence[Waypoint]) -> Iterator[_Leg]:
    middle = (float(offset_mm(start.along_cm)), float(offset_mm(start.up_cm)))
    for point in way:
        end = (float(offset_mm(point.along_cm)), float(offset_mm(point.up_cm)))
        step = (end[0] - middle[0], end[1] - middle[1])
        yield _Leg(base, middle, step)
        base, middle = moved(base, step), end


def _cm(point: Point) -> tuple[float, float]:
    return round(point[0] / 10, 1), round(point[1] / 10, 1)


# Moving through fire zones (FF-MVZ)

HEAVIER_MORTARS = frozenset({Firer.MEDIUM_MORTAR, Firer.HEAVY_MORTAR})


class ZoneState(StrEnum):
    """Whether an area attacks those who move through it (FF-MVZ-02, FF-MVZ-03, AMB-320)."""

    LIVE = "live"
    RANGING = "ranging"
    SLEEPS = "sleeps"
    GONE = "gone"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneHistory:
    """What has happened to an area and to the unit that targets it, up to the moment somebody moves."""

    fired_here: bool = fact(
        "an order, an SOS call or the fire plan has brought its fire down here (automatic attacks do not count)",
        example=True,
    )
    point_moved: bool = fact("its point was moved since, or it fired elsewhere", default=False)
    unit_gone: bool = fact("it was killed, limbered, packed or moved since", default=False)
    suppressed: bool = fact("it is suppressed now", default=False)
    fired_last_turn: bool = fact("it fired here in its last own turn", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireZoneFacts(ZoneHistory):
    """An area and the unit that targets it, at the moment somebody moves."""

    firer: Firer = fact(
        "what targets the area",
        example="field_gun",
        dated=Dated(no_indirect_guns, values=frozenset({Firer.MACHINE_GUN})),
    )


def zone_state(facts: FireZoneFacts, book: RuleBook) -> Explained[ZoneState]:
    """Whether an area is a zone now: it is targeted and has had a round of fire (FF-MVZ-01 to -03)."""
    return _state_of(facts.firer, facts, book)


def _state_of(firer: Firer, facts: ZoneHistory, book: RuleBook) -> Explained[ZoneState]:
    found, clause, says, house = next(_states(firer, facts, book))
    return Explained(found, None, (Step(clause, says, None, house),))


def _states(firer: Firer, facts: ZoneHistory, book: RuleBook) -> Iterator[tuple[ZoneState, str, str, HouseMark | None]]:
    """Every reason for a state, the first of them deciding: (state, clause, words, house rule)."""
    sources = ARTILLERY | {Firer.MACHINE_GUN} | (HEAVIER_MORTARS if _settled(book, "mortars_too") else frozenset())
    mark = book.mark("AMB-322") if firer in HEAVIER_MORTARS else None
    if firer not in sources:
        yield ZoneState.NEVER, "FF-MVZ-01", "Only artillery and indirect machine guns leave zones", None
    if not facts.fired_here:
        yield ZoneState.RANGING, "FF-MVZ-03", "Laid but not yet fired: ranging shots hurt nobody", mark
    if facts.point_moved or facts.unit_gone:
        why = "its point was moved" if facts.point_moved else "its unit is gone"
        yield ZoneState.GONE, "FF-MVZ-02", f"The zone is no more: {why}", mark
    if facts.suppressed:
        yield ZoneState.SLEEPS, "FF-SUP-02", "Its unit is suppressed: the zone sleeps", mark
    amb_320 = book.ruling("AMB-320")
    stays = amb_320.gives({"until_moved": True, "last_turn": facts.fired_last_turn})
    if not stays:
        yield ZoneState.GONE, "FF-MVZ-02", "It did not fire in its last own turn", amb_320.mark
    yield ZoneState.LIVE, "FF-MVZ-02", "Targeted and already fired on: a fire zone", mark


def _settled(book: RuleBook, reading: str) -> bool:
    """Whether this game reads AMB-322 so."""
    readings = ("ordered", "each_action", "command_too", "mortars_too")
    return book.behaviour("AMB-322", {one: one == reading for one in readings})


class ZoneMove(StrEnum):
    """How a stand comes to be where it is (FF-MVZ-04, FF-MVZ-05, AMB-322)."""

    MOVE_ACTION = "move_action"
    ASSAULT = "assault"
    WIRE_CROSSING = "wire_crossing"
    STAYS = "stays"
    COMMAND_MOVE = "command_move"
    RETREAT = "retreat"
    FALL_BACK = "fall_back"
    FOLLOW_UP = "follow_up"
    CLOSING_UP = "closing_up"


BY_ORDER = frozenset({ZoneMove.MOVE_ACTION, ZoneMove.ASSAULT, ZoneMove.WIRE_CROSSING})


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneAttackFacts:
    """A stand that moves, the zone on its way, and the shot the zone's unit has at it."""

    zone: ZoneHistory = fact("the zone", example={"fired_here": True})
    shot: Shot = fact("the shot at the moving stand", example={"firer": "field_gun", "range_cm": 0.0, "cover": "soft"})
    move: ZoneMove = fact("how it moves", default=ZoneMove.MOVE_ACTION)
    overlap: Overlap = fact("how much of its base lies in the zone where that is most", default=Overlap.WHOLE)
    centre_inside: bool = fact("the middle of its base comes to lie in it", default=True)
    own_turn: bool = fact("it is the moving side's own turn", default=True)
    straight_out: bool = fact("it began inside and moves straight out", default=False)
    attacked_this_turn: bool = fact("this zone has attacked it this turn", default=False)
    attacked_this_action: bool = fact("this zone has attacked it in this very action", default=False)
    friend: bool = fact("the zone is its own side's", default=False)
    sos: bool = fact("the fire that made the zone was SOS fire", default=False)


@dataclass(frozen=True, slots=True)
class ZoneAttack:
    """Whether the zone attacks a moving stand, what that does, and whether the stand stops where it was attacked."""

    attacked: bool
    coverage: Coverage = Coverage.SPARED
    result: FireResult = FireResult.NO_EFFECT
    stops: bool = False


def attack_on_the_way(
    facts: ZoneAttackFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[ZoneAttack] | Refusal | MoreDice:
    """What a zone does to a stand that moves through it (FF-MVZ-02 to FF-MVZ-07).

    One die if it is attacked, none if not. Refuses a shot that its unit cannot have at this date.
    """
    spared = _spared(facts, book)
    if spared:
        return Explained(ZoneAttack(False), None, (spared,))
    shot = _shot(facts, book)
    refused = may_shoot(shot, book)
    if refused:
        return refused
    if not dice:
        return MoreDice("FF-MVZ-02", "one die for the stand that moves", 1)
    answer = effect(shot, dice[0], book)
    on_the_way = book.behaviour("AMB-323", {"on_the_way": True, "after_move": False})
    stops = on_the_way and answer.value is not FireResult.NO_EFFECT
    caught = attacked_as(facts, book)
    steps = (*_attack_lines(facts, book), *answer.steps, *_ending(answer.value, stops, book))
    return Explained(ZoneAttack(True, caught, answer.value, stops), answer.total, steps, answer.considered)


def _shot(facts: ZoneAttackFacts, book: RuleBook) -> Shot:
    """The zone's shot: on an area, the machine gun's indirect, and the guns' as they fired there."""
    aimed = replace(facts.shot, on_area=True, moves_through_zone=True)
    indirect = facts.shot.indirect or facts.shot.firer is Firer.MACHINE_GUN
    return replace(aimed, indirect=indirect, partly_in_area=attacked_as(facts, book) is Coverage.PARTLY)


def _attack_lines(facts: ZoneAttackFacts, book: RuleBook) -> Iterator[Step]:
    yield from _state_of(facts.shot.firer, facts.zone, book).steps
    if facts.move not in BY_ORDER or facts.attacked_this_turn:
        yield Step("FF-MVZ-04", "This move is attacked too", None, book.mark("AMB-322"))
    yield coverage_step(attacked_as(facts, book), "Where it is covered most", book)


def _ending(result: FireResult, stops: bool, book: RuleBook) -> Iterator[Step]:
    """What becomes of the move (AMB-323)."""
    if result is FireResult.NO_EFFECT:
        return
    ended = "It ends its move first"
    if stops and result is FireResult.SUPPRESSED:
        ended = "It stops there, and stands suppressed with it that have not moved stay where they are"
    elif stops:
        ended = "It is removed there"
    yield Step("FF-MVZ-02", ended, None, book.mark("AMB-323"))


def _spared(facts: ZoneAttackFacts, book: RuleBook) -> Step | None:
    """Why the zone does not attack, or None if it does."""
    state = _state_of(facts.shot.firer, facts.zone, book)
    if state.value is not ZoneState.LIVE:
        return state.steps[0]
    return next(_exemptions(facts, book), None)


def _exemptions(facts: ZoneAttackFacts, book: RuleBook) -> Iterator[Step]:
    if facts.move is ZoneMove.STAYS:
        yield Step("FF-MVZ-05", "It does not move: no extra attack")
    if not facts.own_turn:
        yield Step("FF-MVZ-04", "Only moves in the mover's own turn are attacked")
    if not attacked_on(facts.move, book):
        yield Step("FF-MVZ-04", f"A {facts.move.replace('_', ' ')} is no move by order")
    if facts.overlap is Overlap.NONE:
        yield Step("FF-ART-T2", "Its way leads past the zone")
    amb_321 = book.ruling("AMB-321")
    if facts.straight_out and amb_321.gives({"attacked": False, "out_free": True}):
        yield Step("FF-MVZ-02", "Moving straight out is free", None, amb_321.mark)
    amb_307 = book.ruling("AMB-307")
    if facts.friend and not facts.sos and amb_307.gives({"everyone": False, "enemies_only": True}):
        yield Step("FF-ART-28", "Friends are spared", None, amb_307.mark)
    if facts.attacked_this_action if _settled(book, "each_action") else facts.attacked_this_turn:
        yield Step("FF-MVZ-02", "This zone has attacked it already")


def attacked_on(move: ZoneMove, book: RuleBook) -> bool:
    """Whether zones attack who moves so: by order, by house rule command stands too (FF-MVZ-04, AMB-322)."""
    return move in BY_ORDER or (move is ZoneMove.COMMAND_MOVE and _settled(book, "command_too"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageFacts:
    """A zone, a base where it starts, and its way, all measured on the table."""

    area: FireAreaFacts = fact("the zone", example={"point_along_cm": 50.0, "point_up_cm": 50.0})
    base: BaseInAreaFacts = fact(
        "the base where it starts; it keeps its facing", example={"along_cm": 50.0, "up_cm": 30.0}
    )
    way: tuple[Waypoint, ...] = fact("where it goes, point by point", example=[{"along_cm": 50.0, "up_cm": 50.0}])


@dataclass(frozen=True, slots=True)
class ZonePassage:
    """How a zone catches a base on its way, and the point of the way where the die is thrown (None: nowhere)."""

    coverage: Coverage
    overlap: Overlap
    centre_inside: bool
    at_cm: tuple[float, float] | None


def passage(facts: PassageFacts, book: RuleBook) -> Explained[ZonePassage] | Refusal:
    """Where on its way a base is covered most by a zone, and how much (AMB-323). Refuses what `area_of` refuses."""
    laid = lay(facts.area, book)
    if isinstance(laid, Refusal):
        return laid
    if not facts.way:
        return Refusal("FF-MVZ-05", "It does not move", "name at least one point of its way")
    found = along_the_way(laid.outline, outline_of(facts.base), facts.base, facts.way)
    caught = attacked_as(found, book)
    at = None if caught is Coverage.SPARED else found.at_cm
    where = f", thrown at {at[0]:g} along and {at[1]:g} up" if at else ""
    line = coverage_step(caught, "On its way", book)
    steps = (*laid.steps, replace(line, says=line.says + where))
    return Explained(ZonePassage(caught, found.overlap, found.centre_inside, at), None, steps)


def _state(facts: FireZoneFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[ZoneState]:
    return zone_state(facts, book)


def _passage(facts: PassageFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[ZonePassage] | Refusal:
    return passage(facts, book)


def _attack_dice(facts: ZoneAttackFacts, book: RuleBook) -> int:
    return int(isinstance(attack_on_the_way(facts, (), book), MoreDice))


def _named(found: ZoneAttack) -> str:
    return found.result.value if found.attacked else "no attack"


def _attack_odds(facts: ZoneAttackFacts, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    return thrown(attack_on_the_way, _attack_dice, _named)(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "fire_zone", "Whether an area is a fire zone", "Moving through fire zones", FireZoneFacts, no_dice, _state
    ),
    Resolution(
        "zone_path",
        "How a zone catches a base on its way",
        "Moving through fire zones",
        PassageFacts,
        no_dice,
        _passage,
    ),
    Resolution(
        "zone_attack",
        "What a zone does to a stand that moves through it",
        "Moving through fire zones",
        ZoneAttackFacts,
        _attack_dice,
        attack_on_the_way,
        _attack_odds,
    ),
)
