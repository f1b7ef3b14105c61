"""A move that is tried out on the map: what the way of each stand takes, and the command that would make it (FF-MOV).

A way leads straight from where a stand is to where it is put.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from math import dist

from rules.flanders_fields.artillery.areas import Coverage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.crossing import ZoneCrossing
from rules.flanders_fields.game.ground.state import Place
from rules.flanders_fields.game.survey import wire
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.gas import entering
from rules.flanders_fields.game.survey.marches import fire_met, march, transport_of
from rules.flanders_fields.game.survey.movement import move, passed, travelled
from rules.flanders_fields.movement.game.commands import MoveUnit
from rules.flanders_fields.movement.manoeuvre import MixedMoveFacts, MovePart, Relation, move_through
from rules.flanders_fields.vocabulary import Cover, Going, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm, read_off
from rules.kernel.values import dataclass
from rules.tabletop.measure import travel_mm
from rules.tabletop.proposed import in_cm, told, values
from rules.tabletop.stands import Pose


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
    """How far one move action carries it; what is wheeled farther than its middle goes counts with its last ground."""
    own = field.stands[name]
    found = values(move(field, name, (to,), in_column))
    parts: tuple[MovePart, ...] = found["parts"]
    wheeled = travel_mm(own.stand, to) - read_off(dist(own.stand.spot, to.spot))
    if wheeled > 0 and not found["about_turns"]:
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
    )
    answer = move_through(asked, book)
    if isinstance(answer, Refusal):
        return f"{answer.because}; {answer.instead}", None, False
    goes = answer.value.goes_mm
    if answer.value.reaches:
        return "one move action carries it there", goes / 10, True
    return f"one move action carries it {cm(goes)} of it", goes / 10, False


def meets(field: Field, name: str, to: Pose, book: RuleBook) -> Iterator[str]:
    """What a stand on the map meets on its way that is no matter of distance: stands, wire, fire, gas, suppression."""
    own = field.stands[name]
    over = passed(field, name, (to,))
    if over and over.value is not Relation.SAME_BATTALION:
        whose = "an enemy stand" if over.value is Relation.ENEMY else "a stand of another battalion"
        yield f"{over.whence.removesuffix(', map')}, {whose} (FF-MOV-16)"
    belts = told(wire.on_way(field, name, (to,), book), "belts")
    if belts and belts.value and own.unit_class is not UnitClass.TANK:
        yield f"{belts.whence.removesuffix(', map')}: getting over it takes an action of its own (FF-WIR-02)"
    for met in fire_met(field, name, (to,), book):
        name_of = next(one.name for one in field.under_fire if one.unit == met.stand)
        yield f"its way leads through {name_of}: it may be attacked there (FF-MVZ-02)"
    for cloud in field.clouds:
        touched = told(entering(field, name, (to,), cloud), "coverage")
        if touched and touched.value is not Coverage.SPARED:
            yield f"its way leads through {cloud.name} (FF-GAS-20)"
    if own.levels:
        yield "it is suppressed: that is taken off before it moves (FF-ORD-12)"


def moved_by(
    field: Field, unit: str, poses: Mapping[str, Pose], live: Collection[str], book: RuleBook, in_column: bool = False
) -> MoveUnit:
    """The move of a unit whose stands go to these poses, told as the map has it; the others of it stay where they are.

    `live` names the units whose areas attack who moves there now.
    """
    ways = {name: (pose,) for name, pose in poses.items()}
    tank = any(own.unit_class is UnitClass.TANK for own in field.of_unit(unit).values())
    found = values(march(field, ways, book, in_column))
    facts = found if tank else {name: found[name] for name in ("going", "in_column")}
    # Those that move come last: it is they who would come to lie on a comrade, not he on them.
    stay = [
        Place(name, *own.stand.spot, own.stand.facing_deg)
        for name, own in field.of_unit(unit).items()
        if name not in poses and own.exact
    ]
    go = [Place(name, *pose.spot, pose.facing_deg) for name, pose in poses.items()]
    zones = [one for name in poses for one in _zones_met(field, name, poses[name], live, book)]
    return MoveUnit(unit=unit, places=(*stay, *go), zones=tuple(zones), **facts)


def _zones_met(field: Field, name: str, to: Pose, live: Collection[str], book: RuleBook) -> Iterator[ZoneCrossing]:
    for met in fire_met(field, name, (to,), book):
        if met.stand in live:
            yield ZoneCrossing(**{"zone": met.stand, "stand": name, "cover": Cover.OPEN} | values(met.facts))
