"""A move that is tried out on the map: what the way of each stand takes, and what it meets (FF-MOV).

A way leads straight from where a stand is to where it is put.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import dist

from rules.flanders_fields.artillery.areas import Coverage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey import wire
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.gas import entering
from rules.flanders_fields.game.survey.marches import Ways, fire_met, transport_of
from rules.flanders_fields.game.survey.movement import move, passed, travelled
from rules.flanders_fields.movement.manoeuvre import MixedMoveFacts, MovePart, Relation, move_through
from rules.flanders_fields.movement.moves import by_farthest_point
from rules.flanders_fields.vocabulary import Going, UnitClass
from rules.kernel.asking import Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.measure import cm, read_off
from rules.kernel.values import dataclass
from rules.tabletop.measure import travel_mm
from rules.tabletop.proposed import in_cm, told, values
from rules.tabletop.stands import Pose, Spot


@dataclass(frozen=True, slots=True)
class Leg:
    """The way of one stand: how far its middle and its farthest point come, over what, whether one action carries it.

    `carries_cm` is as far as one action would carry it, None where such ground is not gone over with a move at all.
    """

    stand: str
    straight_cm: float
    travel_cm: float
    over: str
    carried: str
    carries_cm: float | None
    reaches: bool


def ways_told(answers: Told) -> Ways:
    """Return the way of each stand that is told where it goes: straight there."""
    return {
        one["stand"]: (Pose(Spot(one["x_mm"], one["y_mm"]), one.get("facing_deg", 0.0)),)
        for one in answers.get("places", ())
    }


def leg(field: Field, name: str, to: Pose, book: RuleBook, in_column: bool = False) -> Leg | None:
    """What the way of a stand to a pose takes; None for one that is not on the map."""
    far = travelled(field, name, to)
    if far is None:
        return None
    over = told(move(field, name, (to,), in_column), "parts")
    says = over.whence.removesuffix(", map") if over else ""
    straight = in_cm(dist(field.stands[name].stand.spot, to.spot))
    return Leg(name, straight, float(far.value), says, *_carried(field, name, to, book, in_column))


def _carried(field: Field, name: str, to: Pose, book: RuleBook, in_column: bool) -> tuple[str, float | None, bool]:
    """How far one move action carries it; what is wheeled farther than its middle goes counts with its last ground.

    By house rule what it turns counts instead (AMB-48).
    """
    own = field.stands[name]
    found = values(move(field, name, (to,), in_column))
    parts: tuple[MovePart, ...] = found["parts"]
    wheeled = travel_mm(own.stand, to) - read_off(dist(own.stand.spot, to.spot))
    if wheeled > 0 and not found["about_turns"] and by_farthest_point(book):
        last = parts[-1] if parts else MovePart(going=Going.CROSS_COUNTRY, distance_cm=0)
        parts = (*parts[:-1], replace(last, distance_cm=round(last.distance_cm + wheeled / 10, 1)))
    if not parts:
        return "it stays where it is", 0.0, True
    asked = MixedMoveFacts(
        mover=own.mover,
        parts=parts,
        quality=own.quality,
        transport=transport_of(own),
        in_column=in_column,
        about_turns=found["about_turns"],
        turned_deg=found["turned_deg"],
    )
    answer = move_through(asked, book)
    if isinstance(answer, Refusal):
        return f"{answer.because}; {answer.instead}", None, False
    goes = answer.value.goes_mm
    if answer.value.reaches:
        return "one move action carries it there", goes / 10, True
    return f"one move action carries it {cm(goes)} of it", goes / 10, False


def on_the_ways(field: Field, ways: Mapping[str, Pose], book: RuleBook, in_column: bool = False) -> Iterator[Step]:
    """What the ways of stands take, those that take the same together, then what they meet besides (FF-MOV-01)."""
    alike: dict[str, list[str]] = {}
    there = [name for name in field.stands if name in ways]
    for name in there:
        found = leg(field, name, ways[name], book, in_column)
        if found and ways[name] != field.stands[name].stand.pose:
            alike.setdefault(_takes(found), []).append(field.stands[name].name.partition(",")[0])
    for said, names in alike.items():
        yield Step("FF-MOV-01", f"{', '.join(names)}: {said}")
    for name in there:
        yield from meets(field, name, ways[name], book)


def _takes(one: Leg) -> str:
    wheeled = "" if one.travel_cm == one.straight_cm else f"{one.travel_cm:g} cm by its farthest point; "
    return f"{wheeled}{one.over}; {one.carried}"


def meets(field: Field, name: str, to: Pose, book: RuleBook) -> Iterator[Step]:
    """What a stand on the map meets on its way that is no matter of distance: stands, wire, fire, gas, suppression."""
    own = field.stands[name]
    if to == own.stand.pose:
        return
    for clause, says in _met(field, own, name, to, book):
        yield Step(clause, f"{own.name.partition(',')[0]}: {says}")


def _met(field: Field, own: FieldStand, name: str, to: Pose, book: RuleBook) -> Iterator[tuple[str, str]]:
    over = passed(field, name, (to,))
    if over and over.value is not Relation.SAME_BATTALION:
        whose = "an enemy stand" if over.value is Relation.ENEMY else "a stand of another battalion"
        yield "FF-MOV-16", f"{over.whence.removesuffix(', map')}, {whose}"
    belts = told(wire.on_way(field, name, (to,), book), "belts")
    if belts and belts.value and own.unit_class is not UnitClass.TANK:
        yield "FF-WIR-02", f"{belts.whence.removesuffix(', map')}: getting over it takes an action of its own"
    for met in fire_met(field, name, (to,), book):
        name_of = next(one.name for one in field.under_fire if one.unit == met.stand)
        yield "FF-MVZ-02", f"its way leads through {name_of}: it may be attacked there"
    for cloud in field.clouds:
        touched = told(entering(field, name, (to,), cloud), "coverage")
        if touched and touched.value is not Coverage.SPARED:
            yield "FF-GAS-20", f"its way leads through {cloud.name}"
    if own.levels:
        yield "FF-ORD-12", "it is suppressed: that is taken off before it moves"
