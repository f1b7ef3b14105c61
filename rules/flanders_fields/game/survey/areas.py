"""Where areas of fire lie on the map, and how much of a base they cover (FF-ART-23 to -25, AMB-302)."""

from dataclasses import replace
from typing import NamedTuple

from rules.flanders_fields.artillery.areas import Coverage as Attacked
from rules.flanders_fields.artillery.areas import FireAreaFacts, FireAreaKind, Overlap, attacked_as, lay
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.survey.cover import protection
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.shapes import HAIR_MM, Outline
from rules.tabletop.outlines import OutlineCoverage, coverage, share_covered, touches
from rules.tabletop.proposed import Proposed, Survey, Surveyed, in_cm, values
from rules.tabletop.stands import Circle, Spot, StandingBase, bearing_deg, extent

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
    from rules.tabletop.bodies import share_of_base

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
    return Proposed("partly_covered", how is Attacked.PARTLY, found[0].whence, found[0].confidence)


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
