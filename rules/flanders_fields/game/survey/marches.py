"""A unit's move on the map: the ground that counts for it, wire and trenches, and the fire that its stands go through.

A way is the poses of a stand after where it stands; between them it goes straight.
"""

from collections.abc import Iterator, Mapping
from math import inf

from rules.flanders_fields.artillery.areas import Overlap
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.models import TRAVELS_AS
from rules.flanders_fields.game.survey import wire
from rules.flanders_fields.game.survey.areas import as_told
from rules.flanders_fields.game.survey.field import Field, FieldStand
from rules.flanders_fields.game.survey.movement import (
    WayStep,
    all_road,
    most,
    spelled,
    steps,
    through,
    trenches_crossed,
)
from rules.flanders_fields.movement.moves import MoveFacts, move_allowance
from rules.flanders_fields.vocabulary import Carriage, Crossing, Going, Transport
from rules.kernel.cells import Way
from rules.kernel.explain import Refusal
from rules.tabletop.proposed import Proposed, Survey, Surveyed, told
from rules.tabletop.stands import Pose

Ways = Mapping[str, tuple[Pose, ...]]
"""The way of each stand of a unit."""


def transport_of(own: FieldStand) -> Transport:
    """How it gets along: on its own, or a weapon as it travels or by hand (FF-MOV-11, FF-MOV-12)."""
    travels = TRAVELS_AS.get(own.unit_class) if own.unit_class else None
    if travels is None:
        return Transport.ON_ITS_OWN
    packed = Transport.PACKED if travels is Carriage.PACKED else Transport.LIMBERED
    return packed if own.packed else Transport.MANHANDLED


def march(field: Field, ways: Ways, book: RuleBook, in_column: bool = False) -> Survey:
    """What one move of a unit leads over; the stand that goes farthest tells the ground, who meets most the rest."""
    placed = {name: way for name, way in ways.items() if way and field.has(name)}
    led = {
        name: steps(field, field.stands[name].stand, tuple(pose.spot for pose in way)) for name, way in placed.items()
    }
    if not led:
        return ()
    farthest = max(led, key=lambda name: sum(step.length_mm for step in led[name]))
    sure, found = field.sure(*led), led[farthest]
    on_road = in_column and all(map(all_road, led.values()))
    column = ("wholly on a road, map" if on_road else "not wholly on a road, map") if in_column else "not in column"
    crossed = max(map(trenches_crossed, led.values()))
    belts = [one for name, way in placed.items() if (one := told(wire.on_way(field, name, way, book), "belts"))]
    return (
        Proposed("going", _counts(field.stands[farthest], found, book), spelled(field, found), sure),
        Proposed("in_column", on_road, column, sure),
        Proposed("trenches_crossed", crossed, f"{crossed} on its way, map", sure),
        *([max(belts, key=lambda one: int(one.value))] if belts else []),
    )


def _counts(own: FieldStand, found: tuple[WayStep, ...], book: RuleBook) -> Going:
    """The ground that a move is told by: that of most of its way, by house rule the slowest on it (AMB-49)."""
    slowest = min(
        (one.going for one in found if one.length_mm), key=lambda going: _pace(own, going, book), default=most(found)
    )
    return book.behaviour("AMB-49", {"in_proportion": most(found), "slowest": slowest})


def _pace(own: FieldStand, going: Going, book: RuleBook) -> float:
    """How far a move carries it there, in mm: 0 where that takes actions or cannot be, endless where it is free."""
    asked = MoveFacts(mover=own.mover, going=going, quality=own.quality, transport=transport_of(own))
    answer = move_allowance(asked, book)
    if isinstance(answer, Refusal):
        return 0
    return {Way.DISTANCE: float(answer.value.mm), Way.FREE: inf}.get(answer.value.way, 0.0)


def fire_met(field: Field, name: str, way: tuple[Pose, ...], book: RuleBook) -> tuple[Surveyed, ...]:
    """The areas under fire that a stand goes through, each by the unit whose fire it is (FF-MVZ-02).

    Who fires there now, and whom, the rules say.
    """
    return as_told(tuple(_met(field, name, way, book)), book)


def _met(field: Field, name: str, way: tuple[Pose, ...], book: RuleBook) -> Iterator[Surveyed]:
    for fire in field.under_fire:
        if fire.kind is Crossing.ARTILLERY_AREA and fire.unit:
            found = through(field, name, way, fire.outline, book)
            if found and found[0].value is not Overlap.NONE:
                yield Surveyed(fire.unit, found)
