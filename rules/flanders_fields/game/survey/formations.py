"""How the stands of a unit stand to one another: gaps, closing up, columns on a road (FF-FRM)."""

from itertools import combinations, pairwise

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.movement.formations import GAPS, FormationFacts, Gap, check_formation
from rules.kernel.explain import Explained
from rules.kernel.measure import cm
from rules.tabletop.arcs import BaseEdge, TargetPart, corridor, in_arc
from rules.tabletop.field import named, touch
from rules.tabletop.ground import held_by
from rules.tabletop.measure import gap_mm
from rules.tabletop.paths import way
from rules.tabletop.proposed import Proposed, Survey, in_cm, values
from rules.tabletop.terrain import Bridge, River, Road, Wire


def gaps(field: Field, stands: tuple[str, ...]) -> Survey:
    """The distances between the stands of a company; nothing where one of them is not placed."""
    if not stands or not field.has(*stands):
        return ()
    found = tuple(
        Gap(first=one, second=other, gap_cm=in_cm(gap_mm(field.stands[one].stand, field.stands[other].stand)))
        for one, other in combinations(stands, 2)
    )
    widest = max((gap.gap_cm for gap in found), default=0.0)
    says = f"the widest gap is {widest:g} cm base to base, map"
    sure = field.sure(*stands)
    return Proposed("stands", stands, "its stands on the map", sure), Proposed("gaps", found, says, sure)


def closing(field: Field, stands: tuple[str, ...], book: RuleBook) -> Survey:
    """How far the stand farthest out of the formation must go to be within its gap, and over what (FF-FRM-06)."""
    found = values(gaps(field, stands))
    quality = field.stands[stands[0]].quality if found else None
    answer = check_formation(FormationFacts(quality=quality, **found), book) if quality else None
    if not isinstance(answer, Explained):
        return ()
    limit, sure = book.table(GAPS).number(quality or "").value, field.sure(*stands)
    ways = [_to_the_rest(field, name, answer.value.apart, stands) for name in answer.value.apart]
    far, one, other = max(ways, default=(0, "", ""))
    needed = max(0, far - limit)
    if not needed:
        return (Proposed("needed_cm", 0.0, "the formation holds, map", sure),)
    over = _over(field, one, other)
    where = f"{over} lies on the way, map" if over else "no wire and no river on the way, map"
    says = f"{field.stands[one].name}: {cm(needed)} to be within {cm(limit)} of {field.stands[other].name}, map"
    return (
        Proposed("needed_cm", in_cm(needed), says, sure),
        Proposed("over_wire_or_river", bool(over), where, sure),
    )


def _to_the_rest(field: Field, name: str, apart: tuple[str, ...], stands: tuple[str, ...]) -> tuple[int, str, str]:
    """How far a stand is from the nearest of those that hold together, its own id and that one's."""
    rest = [other for other in stands if other not in apart] or [other for other in stands if other != name]
    own = field.stands[name].stand
    far, other = min((gap_mm(own, field.stands[other].stand), other) for other in rest)
    return far, name, other


def _over(field: Field, name: str, other: str) -> str:
    led = way(field.ground, (field.stands[name].stand.spot, field.stands[other].stand.spot))
    return next((named(one.piece) for one in led.met if isinstance(one.piece, Wire | River)), "")


def column(field: Field, stands: tuple[str, ...]) -> Survey:
    """Whether the stands of a unit, in the order given, form a column on a road (FF-FRM-08)."""
    if not stands or not field.has(*stands):
        return ()
    placed, sure = [field.stands[name].stand for name in stands], field.sure(*stands)
    touching = all(touch(one, other) for one, other in pairwise(placed))
    behind = all(
        in_arc(corridor(one, 0, BaseEdge.REAR), other, TargetPart.MIDDLE)
        or in_arc(corridor(one, 0), other, TargetPart.MIDDLE)
        for one, other in pairwise(placed)
    )
    on = [
        next(
            (named(at.piece) for at in held_by(field.ground, one) if isinstance(at.piece, Road | Bridge) and at.wholly),
            "",
        )
        for one in placed
    ]
    road = all(on)
    return (
        Proposed("one_behind_another", behind, "one behind another, map" if behind else "not in file, map", sure),
        Proposed("touching", touching, "each touches the next, map" if touching else "they do not touch, map", sure),
        Proposed("wholly_on_road", road, f"wholly on {on[0]}, map" if road else "not wholly on a road, map", sure),
    )
