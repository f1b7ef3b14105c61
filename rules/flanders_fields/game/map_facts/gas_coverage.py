"""Gas clouds on the map: stands in a cloud, its drift, and paths that lead into it (FF-GAS)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.fire_areas import Coverage, Overlap
from rules.flanders_fields.game.map_facts.area_coverage import SHARES, lying, lying_in
from rules.flanders_fields.game.map_facts.board import CloudOnField, Field
from rules.flanders_fields.game.map_facts.cover_and_sight import protection
from rules.flanders_fields.gas_clouds import CloudFacts, WindFacts, lie
from rules.flanders_fields.gas_effects import (
    REMOVED,
    CloudFate,
    CloudPhaseFacts,
    InGasFacts,
    cloud_phase,
    stands_in_gas,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, Point, moved
from rules.tabletop import templates
from rules.tabletop.board_view import Proposed, Survey, Surveyed, moved_to
from rules.tabletop.stands import Pose, Rectangle, StandingBase
from rules.tabletop.templates import DriftMoment, clipped, covered_adrift, each_covered_adrift, swept
from rules.tabletop.terrain_shapes import is_once_inside

# Gas on the map

_HOW = {
    templates.OutlineCoverage.NOT: Coverage.SPARED,
    templates.OutlineCoverage.PARTLY: Coverage.PARTLY,
    templates.OutlineCoverage.FULLY: Coverage.FULLY,
}
_STILL: Point = (0.0, 0.0)
Outlines = tuple[Outline, ...]


def cloud_share(field: Field, name: str, cloud: CloudOnField) -> Proposed | None:
    """How much of a stand's base lies in a cloud."""
    if not field.has(name):
        return None
    how, _ = lying(cloud.outline, field.stands[name].stand)
    return Proposed("overlap", how, f"{cloud.name}: {SHARES[how]}", field.sure(name))


def cloud_over(field: Field, name: str, book: RuleBook) -> CloudOnField | None:
    """The cloud in which a placed stand counts as standing (FF-GAS-25, AMB-450); None for no cloud.

    Clouds side by side hold a stand together; it is then told by the first of them that it lies in.
    """
    some = []
    for cloud in field.clouds:
        share = cloud_share(field, name, cloud)
        overlap = share.value if share else Overlap.NONE
        if _is_gassed(overlap, book):
            return cloud
        some += [cloud] if overlap is not Overlap.NONE else []
    if len(some) > 1 and _is_gassed(lying_in(tuple(one.outline for one in some), field.stands[name].stand), book):
        return some[0]
    return None


def _is_gassed(overlap: Overlap, book: RuleBook) -> bool:
    found = stands_in_gas(InGasFacts(overlap=overlap), book)
    return not isinstance(found, Refusal) and found.value.in_gas


def in_gas(field: Field, name: str, book: RuleBook, fact: str = "in_gas") -> Proposed | None:
    """Whether a stand stands in gas; None for one that is not on the map."""
    if not field.has(name):
        return None
    cloud = cloud_over(field, name, book)
    says = f"in {cloud.name}, map" if cloud else "in no cloud, map"
    return Proposed(fact, cloud is not None, says, field.sure(name))


def unit_in_gas(field: Field, unit: str, book: RuleBook) -> Proposed | None:
    """Whether any stand of a unit stands in gas; None where one that is alive is not on the map, or none is."""
    found = {name: cloud_over(field, name, book) for name in field.of_unit(unit)}
    if not found:
        return None
    inside = next(((name, cloud) for name, cloud in found.items() if cloud), None)
    says = f"{field.stands[inside[0]].name} in {inside[1].name}, map" if inside else "in no cloud, map"
    return Proposed("in_gas", inside is not None, says, field.sure(*found))


def caught_by(
    field: Field, cloud: CloudOnField, step: Point, book: RuleBook, beside: Outlines = ()
) -> tuple[Surveyed, ...]:
    """The placed stands above ground that a cloud touches on its way by a step in mm: how, where it ends, cover.

    A cloud that lies still has no step. Each cloud attacks by itself (FF-GAS-T4). A base that lies across its seam
    with clouds `beside` it, which take the same step, is covered by all of them together (FF-GAS-21).
    """
    met = (name for name, _ in covered_by(field, cloud.outline, step))
    return tuple(
        Surveyed(name, (*touched(field, name, cloud, step, beside), *protection(field, name, book))) for name in met
    )


def covered_by(field: Field, outline: Outline, step: Point) -> Iterator[tuple[str, Coverage]]:
    """The placed stands above ground that a cloud touches on its way, by id, and how it covers them."""
    near = sorted(name for name in field.near(swept(outline, step)) if not field.stands[name].below)
    bases = (field.stands[name].stand for name in near)
    for name, covered in zip(near, each_covered_adrift(outline, step, bases, DriftMoment.ONE), strict=True):
        how = _HOW[covered]
        if how is not Coverage.SPARED:
            yield name, how


def touched(field: Field, name: str, cloud: CloudOnField, step: Point = _STILL, beside: Outlines = ()) -> Survey:
    """How a cloud covers one stand on its way, where it began and where it ends (FF-GAS-18, FF-GAS-21)."""
    if not field.has(name):
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    on_its_way = together(cloud, step, own, beside)
    ends, _ = lying(moved(cloud.outline, step), own)
    if beside and ends not in (Overlap.NONE, Overlap.WHOLE):
        ends = lying_in(tuple(moved(one, step) for one in (cloud.outline, *beside)), own)
    began = together(cloud, _STILL, own, beside)
    return (
        Proposed("coverage", on_its_way, f"{cloud.name}: {on_its_way} covered on its way, map", sure),
        Proposed("ends", ends, f"where the cloud ends: {SHARES[ends]}", sure),
        Proposed("at_start", began, f"where the cloud began: {began} covered, map", sure),
        Proposed("began_inside", began is not Coverage.SPARED, f"{cloud.name}: {began} covered before, map", sure),
    )


def together(cloud: CloudOnField, step: Point, base: StandingBase, beside: Outlines) -> Coverage:
    """How a cloud covers a base on its way by a step: with those beside it, where it touches a part of the base."""
    alone = _HOW[covered_adrift(cloud.outline, step, base, DriftMoment.ONE)]
    if alone is not Coverage.PARTLY or not beside:
        return alone
    return Coverage.FULLY if is_once_inside((cloud.outline, *beside), step, base) else alone


def off_table(field: Field, cloud: CloudOnField, step: Point) -> Proposed:
    """Whether nothing of a cloud lies on the table where it ends (AMB-451)."""
    left = clipped(moved(cloud.outline, step), Rectangle(field.table.width_mm, field.table.depth_mm))
    says = "some of it still lies on the table, map" if left else "it has drifted off the table, map"
    return Proposed("off_table", not left, says)


def entering(field: Field, name: str, way: tuple[Pose, ...], cloud: CloudOnField, beside: Outlines = ()) -> Survey:
    """How a cloud that lies still catches a base that moves through poses: where most of it is covered (FF-GAS-20)."""
    if not field.has(name) or not way:
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    began = templates.coverage(cloud.outline, own)
    most = max((_on_leg(cloud, one, other, beside) for one, other in legs(own, way)), key=list(Coverage).index)
    inside = began is not templates.OutlineCoverage.NOT
    where = "it begins in the cloud, map" if inside else "it begins outside the cloud, map"
    return (
        Proposed("coverage", most, f"{cloud.name}: {most} covered on its way, map", sure),
        Proposed("began_inside", inside, where, sure),
    )


def entered(field: Field, name: str, cloud: CloudOnField, book: RuleBook, beside: Outlines = ()) -> Survey:
    """A stand that has moved into or through a cloud: as on its way, or as it stands where that is not known.

    Nothing where the cloud covers none of it on its way (FF-GAS-20).
    """
    if not field.has(name):
        return ()
    own = field.stands[name]
    way = (own.stand.pose,)
    found = entering(moved_to(field, name, own.came_from or own.stand.pose), name, way, cloud, beside)
    if found[0].value is Coverage.SPARED:
        return ()
    ends, _ = lying(cloud.outline, own.stand)
    if beside and ends not in (Overlap.NONE, Overlap.WHOLE):
        ends = lying_in((cloud.outline, *beside), own.stand)
    known = (
        found
        if own.came_from
        else (replace(found[0], whence=f"{cloud.name}: {found[0].value} covered where it stands, map"),)
    )
    stands = Proposed("ends", ends, f"where it stands: {SHARES[ends]}", field.sure(name))
    return (*known, stands, *protection(field, name, book))


def legs(own: StandingBase, way: tuple[Pose, ...]) -> tuple[tuple[StandingBase, Pose], ...]:
    """The straight stretches of a way, each as the base at its beginning and where it leads."""
    poses = (own.pose, *way)
    return tuple((StandingBase(own.footprint, start), end) for start, end in zip(poses, way, strict=False))


def _on_leg(cloud: CloudOnField, one: StandingBase, to: Pose, beside: Outlines) -> Coverage:
    """A base that moves past a cloud is covered as by a cloud that moves past the base the other way."""
    back = (float(one.spot.x_mm - to.spot.x_mm), float(one.spot.y_mm - to.spot.y_mm))
    return together(cloud, back, one, beside)


# A cloud of gas turn by turn, as its wind would carry it (FF-GAS)

GONE = (*REMOVED, CloudFate.LEAVES_TABLE)


@dataclass(frozen=True, slots=True)
class Drift:
    """A cloud in one of its gas phases: where it began, how it ends, what of it lies on the table then, its way there.

    `middle_cm` is counted from its owner's corner; a cloud that is removed lies nowhere.
    """

    phase: int
    fate: CloudFate
    says: str
    middle_cm: tuple[float, float]
    began: Outline
    lies: Outline = ()
    way: Outline = ()
    fully: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()


def drifts(
    field: Field, cloud: CloudFacts, wind: WindFacts, phases: int, book: RuleBook
) -> tuple[Drift, ...] | Refusal:
    """The next so many gas phases of a cloud, or as many as it lasts, in a wind that stays as it is.

    Cloud and wind are seen from the cloud owner's edge. No 6 for the wind is thrown. Refuses what the chapter refuses.
    """
    found = list[Drift]()
    while len(found) < phases and not (found and found[-1].fate in GONE):
        drift = _phase(field, cloud, wind, book)
        if isinstance(drift, Refusal):
            return drift
        found.append(drift)
        along, up = drift.middle_cm
        cloud = replace(cloud, along_cm=along, up_cm=up, phases=drift.phase)
    return tuple(found)


def _phase(field: Field, cloud: CloudFacts, wind: WindFacts, book: RuleBook) -> Drift | Refusal:
    lying = lie(cloud, book)
    if isinstance(lying, Refusal):
        return lying
    later = book.behaviour("AMB-453", {"attacker": Side.ATTACKER, "own_turn": cloud.owner})
    asked = CloudPhaseFacts(
        cloud=cloud,
        wind=wind,
        phase_of=later if cloud.phases else cloud.owner,
        table_across_cm=field.table.width_mm / 10,
        table_up_cm=field.table.depth_mm / 10,
    )
    answer = cloud_phase(asked, (), book)
    if isinstance(answer, Refusal):
        return answer
    end = answer.value
    table = Rectangle(field.table.width_mm, field.table.depth_mm)
    on_table = field.laid(cloud.owner, lying.outline)
    told = (end.phases, end.fate, answer.steps[-1].says, (end.along_cm, end.up_cm), clipped(on_table, table))
    if end.fate in REMOVED:
        return Drift(*told)
    step = (end.along_cm * 10 - lying.middle[0], end.up_cm * 10 - lying.middle[1])
    drift = step if cloud.owner is Side.ATTACKER else (-step[0], -step[1])
    lies, way = (clipped(one, table) for one in (moved(on_table, drift), swept(on_table, drift)))
    met = tuple(covered_by(field, on_table, drift))
    fully, partly = (tuple(name for name, how in met if how is wanted) for wanted in (Coverage.FULLY, Coverage.PARTLY))
    return Drift(*told, lies, way, fully, partly)
