"""Areas of fire and rolling barrages on the map, and the bases they cover (FF-ART, FF-BAR)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.flanders_fields.applicability import no_hurricane
from rules.flanders_fields.barrages import SIZES, BandFacts, piece_mm
from rules.flanders_fields.fire_areas import Coverage, FireAreaFacts, FireAreaKind, Overlap, attacked_as, lay
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.cover_and_sight import protection
from rules.flanders_fields.game.state.barrages import Barrage
from rules.flanders_fields.game.state.fire_plan import PlannedBarrage
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.distances import MM_A_CM
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import HAIR_MM, Outline, rectangle
from rules.tabletop.board_view import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Circle, Spot, StandingBase, bearing_deg, extent
from rules.tabletop.templates import OutlineCoverage, coverage, gap_to_outline_mm, share_covered, touches
from rules.tabletop.terrain_shapes import share_of_base

# A rolling barrage as the rules look at it


def band_facts(book: RuleBook, plan: PlannedBarrage, one: Barrage, turn: int) -> BandFacts:
    """A barrage as its plan stands at this game's date and under its house rules (AMB-343, AMB-370).

    Before there is a hurricane bombardment its band is one like any other: where it was to roll back, it halts.
    """
    rolls_back = plan.hurricane and no_hurricane(book) is None
    halts = plan.halts if rolls_back else (*plan.halts, *plan.back)
    fixed = book.table(SIZES).number("speed").value / 10
    return BandFacts(
        start_up_cm=max(0, plan.start_cm + one.shift_cm),
        duration=one.turns,
        turn=turn,
        speed_cm=book.behaviour("AMB-343", {"planned": float(plan.speed_cm), "fixed": fixed}),
        halts=tuple(halt for halt in halts if halt <= one.turns),
        back=tuple(back for back in plan.back if rolls_back and back <= one.turns),
        unplanned_halt=one.halted,
        hurricane=rolls_back,
        attacker=plan.side is Side.ATTACKER,
    )


# Where areas of fire lie on the map, and how much of a base they cover (FF-ART-23 to -25, AMB-302)

_HALF = 0.5
_HALF_TURN = 180


def area(field: Field, side: Side, facts: FireAreaFacts, book: RuleBook) -> Outline:
    """The ground of an area of fire on the table; no corners where it may not lie so (AMB-301)."""
    found = lay(facts, book)
    return () if isinstance(found, Refusal) else field.laid(side, found.outline)


def point(field: Field, side: Side, spot: Spot, along: str = "point_along_cm", up: str = "point_up_cm") -> Survey:
    """Where a place lies, measured from a side's own left corner."""
    right, ahead = field.from_edge(side, spot)
    return (
        Proposed(along, right, f"{right:g} cm along its own edge, map"),
        Proposed(up, ahead, f"{ahead:g} cm up the table, map"),
    )


def line_of_fire(field: Field, firer: str, spot: Spot) -> Proposed | None:
    """The direction from a weapon to its point, as its side sees it: -180 to 180 degrees clockwise."""
    if not field.has(firer):
        return None
    one = field.stands[firer]
    turned = field.facing_from(one.side, bearing_deg(one.stand.spot, spot))
    said = _as_turn(turned)
    return Proposed("line_of_fire_deg", said, f"{said} degrees from the gun to its point, map", field.sure(firer))


def of_a_company(field: Field, firer: str) -> Proposed:
    """How many machine guns the company of one has (GAP-17)."""
    guns = field.stands[firer].company_guns
    return Proposed("company_guns", guns, f"one of the {guns} guns of its company")


def turned_like(field: Field, side: Side, name: str, fact: str) -> Proposed | None:
    """How far a base is turned clockwise, as a side sees it."""
    if not field.has(name):
        return None
    said = _as_turn(field.facing_from(side, field.stands[name].stand.facing_deg))
    return Proposed(fact, said, f"its base is turned by {said} degrees, map", field.sure(name))


def base(field: Field, side: Side, name: str) -> Survey:
    """A base as the chapters measure it: its middle from a side's left corner, its size, how far it is turned."""
    if not field.has(name):
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    along, up = field.from_edge(side, own.spot)
    wide, deep = (in_cm(length) for length in extent(own.footprint))
    turned = turned_like(field, side, name, "turned_deg")
    return (
        Proposed("along_cm", along, f"its middle, {along:g} cm along, map", sure),
        Proposed("up_cm", up, f"its middle, {up:g} cm up, map", sure),
        Proposed("width_cm", wide, f"its base is {wide:g} cm wide, map", sure),
        Proposed("depth_cm", deep, f"its base is {deep:g} cm deep, map", sure),
        *((turned,) if turned else ()),
        Proposed("is_round", isinstance(own.footprint, Circle), "the shape of its base, map", sure),
    )


def lying(outline: Outline, stand: StandingBase) -> tuple[Overlap, bool]:
    """How much of a base lies in an outline, and whether its middle does."""
    how = coverage(outline, stand)
    centre = touches(outline, stand.spot)
    if how is OutlineCoverage.NOT:
        return Overlap.NONE, centre
    if how is OutlineCoverage.FULLY:
        return Overlap.WHOLE, centre
    half = share_covered(outline, stand) >= _HALF - HAIR_MM
    return (Overlap.HALF if half else Overlap.UNDER_HALF), centre


def lying_in(outlines: tuple[Outline, ...], stand: StandingBase) -> Overlap:
    """How much of a base lies in several outlines together."""
    share = share_of_base(outlines, stand)
    if share >= 1 - HAIR_MM:
        return Overlap.WHOLE
    if share >= _HALF - HAIR_MM:
        return Overlap.HALF
    return Overlap.UNDER_HALF if share > HAIR_MM else Overlap.NONE


SHARES = {
    Overlap.NONE: "no part of its base lies in it, map",
    Overlap.UNDER_HALF: "less than half its base lies in it, map",
    Overlap.HALF: "at least half its base lies in it, map",
    Overlap.WHOLE: "its whole base lies in it, map",
}


def overlap(field: Field, name: str, outline: Outline) -> Survey:
    """How much of a placed stand's base lies in an area, and whether its middle does."""
    if not field.has(name):
        return ()
    how, centre = lying(outline, field.stands[name].stand)
    middle = "its middle lies in it, map" if centre else "its middle does not lie in it, map"
    sure = field.sure(name)
    return Proposed("overlap", how, SHARES[how], sure), Proposed("centre_inside", centre, middle, sure)


def caught(field: Field, outline: Outline, book: RuleBook) -> tuple[Surveyed, ...]:
    """Every placed stand of either side above ground with some of its base in an area: overlap and cover; by id."""
    found = list[Surveyed]()
    for name in sorted(field.stands):
        facts = overlap(field, name, outline) if outline and not field.stands[name].below else ()
        if facts and facts[0].value is not Overlap.NONE:
            found.append(Surveyed(name, (*facts, *protection(field, name, book))))
    return tuple(found)


def partly(field: Field, name: str, outline: Outline, book: RuleBook) -> Proposed | None:
    """Whether an area attacks a stand only partly (FF-ART-25, AMB-302); None where it spares it."""
    found = overlap(field, name, outline)
    if not found or found[0].value is Overlap.NONE:
        return None
    how = attacked_as(Lies(found[0].value, found[1].value), book)
    return Proposed("partly_covered", how is Coverage.PARTLY, found[0].whence, found[0].confidence)


def partly_under_fire(field: Field, name: str, book: RuleBook) -> Proposed | None:
    """The same of the enemy's fire that lies on a stand, the worst of it; None where none does."""
    own = field.stands[name] if field.has(name) else None
    lies = [fire.outline for fire in field.under_fire if own and fire.side is not own.side]
    found = [one for outline in lies if (one := partly(field, name, outline, book))]
    return min(found, key=lambda one: bool(one.value), default=None)


class Lies(NamedTuple):
    """What is seen of a base in an area."""

    overlap: Overlap
    centre_inside: bool


def as_told(caught: tuple[Surveyed, ...], book: RuleBook) -> tuple[Surveyed, ...]:
    """The same as a game tells it: less than half is told apart only where half makes a difference (AMB-302)."""
    if book.behaviour("AMB-302", {"literal": False, "centre": False, "half": True}):
        return caught
    return tuple(Surveyed(one.stand, tuple(map(_partly, one.facts))) for one in caught)


def _partly(told: Proposed) -> Proposed:
    under = told.fact == "overlap" and told.value is Overlap.UNDER_HALF
    return replace(told, value=Overlap.HALF) if under else told


def area_of_point(
    field: Field,
    side: Side,
    kind: FireAreaKind,
    spot: Spot,
    book: RuleBook,
    turned: Survey,
) -> Outline:
    """The ground of one weapon's fire about a point on the table; `turned` are the angles that count for it."""
    where = values((*point(field, side, spot), *turned))
    return area(field, side, FireAreaFacts(kind=kind, **where), book)


def _as_turn(degrees: float) -> int:
    """A direction as the chapters take it: -180 to 180 whole degrees."""
    whole = round(degrees) % (2 * _HALF_TURN)
    return whole - 2 * _HALF_TURN if whole > _HALF_TURN else whole


# The band of a rolling barrage on the map (FF-BAR)


@dataclass(frozen=True, slots=True)
class Rolling:
    """A rolling barrage by its plan; `leads` are those of its pieces from the left of its side, none where straight."""

    name: str
    side: Side
    facts: BandFacts
    leads: tuple[float, ...] = ()


def pieces_across(field: Field, leads: Sequence[float]) -> Iterator[tuple[tuple[float, float], float]]:
    """From where to where along its side's edge each piece of a band lies, in mm, and its lead; a straight one has one.

    The last piece reaches to the edge of the table; leads of pieces beyond it are left out.
    """
    wide, long = field.table.width_mm, piece_mm()
    told = (leads or (0.0,))[: max(1, -(-wide // long))]
    for place, lead in enumerate(told):
        left, right = place * long, (place + 1) * long
        yield (left, wide if place == len(told) - 1 else right), lead


def piece_on(field: Field, side: Side, across_mm: tuple[float, float], reach_cm: tuple[float, float]) -> Outline:
    """Ground from so far to so far up the table from a side's edge; none where that is nothing."""
    (left, right), (rear, front) = across_mm, (far * MM_A_CM for far in reach_cm)
    if front <= rear:
        return ()
    return field.laid(side, rectangle(right - left, front - rear, 0, ((left + right) / 2, (rear + front) / 2)))


# A rolling barrage on the map


def grounds(field: Field, side: Side) -> tuple[Outline, ...]:
    """The ground where the barrages of a side lie and that they have swept."""
    bands = [one for one in field.under_fire if one.kind is Crossing.BARRAGE and one.side is side]
    return tuple(ground for one in bands for ground in (one.outline, one.swept) if ground)


def under(field: Field, outlines: Sequence[Outline], side: Side, book: RuleBook) -> tuple[Surveyed, ...]:
    """The placed stands above ground that ground under a barrage touches, by id: how much of each, cover, side."""
    found = list[Surveyed]()
    near = [(one, frozenset(field.near(one))) for one in outlines]
    for name in sorted({name for _, names in near for name in names if not field.stands[name].below}):
        own = field.stands[name]
        touched = [one for one, names in near if name in names and lying(one, own.stand)[0] is not Overlap.NONE]
        if touched:
            most = max(touched, key=lambda one: list(Overlap).index(lying(one, own.stand)[0]))
            facts = (*overlap(field, name, most)[:1], _friend(field, name, side), *protection(field, name, book))
            found.append(Surveyed(name, facts))
    return tuple(found)


def danger(field: Field, name: str, lies: Sequence[Outline], side: Side, strip_mm: int, book: RuleBook) -> Survey:
    """How far behind a band a stand is; nothing where it is not within so much of it on its own side (FF-BAR-23)."""
    if not field.has(name) or not lies:
        return ()
    own, sure = field.stands[name].stand, field.sure(name)
    far = min(gap_to_outline_mm(one, own) for one in lies)
    behind = _up(field, side, own.spot.y_mm) < min(_up(field, side, y) for one in lies for _, y in one)
    if far > strip_mm or not behind:
        return ()
    return (
        Proposed("distance_cm", in_cm(far), f"{in_cm(far):g} cm to the rear edge of the band, map", sure),
        *protection(field, name, book),
    )


def risk(field: Field, name: str, side: Side, book: RuleBook) -> Survey:
    """The same of the bands of a side as they lie (FF-BAR-23)."""
    lies = [one.outline for one in field.under_fire if one.kind is Crossing.BARRAGE and one.side is side]
    return danger(field, name, lies, side, book.table(SIZES).number("strip").value, book)


def _up(field: Field, side: Side, y_mm: float) -> float:
    return y_mm if side is Side.ATTACKER else field.table.depth_mm - y_mm


def _friend(field: Field, name: str, side: Side) -> Proposed:
    friend = field.stands[name].side is side
    return Proposed("friend", friend, "on the barrage's side" if friend else "an enemy of the barrage's side")
