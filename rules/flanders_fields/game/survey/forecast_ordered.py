"""What a plan's weapons may do where somebody orders or calls their fire: one fire on each of their points (FF-FPL-05).

Whether it is ordered, and when, the players decide; with what chance an order brings it, a die (FF-ORD-T4, FF-SOS-04).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rules.flanders_fields.artillery.areas import USUAL_COMPANY, FireAreaFacts, FireAreaKind, lay
from rules.flanders_fields.artillery.deviation import DeviationFacts, Unobserved, landings
from rules.flanders_fields.artillery.sos import CALL
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.lying import posts_of
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.survey.forecast_faces import BLANK, Faces, area_faces, mortar_faces, strip_faces
from rules.flanders_fields.game.survey.plan_lines import spot_of, stand_of
from rules.flanders_fields.game.survey.targeted import TargetPosition, Targets, on_cells
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.orders.order_roll import roll_orders
from rules.flanders_fields.vocabulary import ARTILLERY, HEAVIER_MORTARS, Cover, Side, UnitClass
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass
from rules.tabletop.chances import Salvo, expected, salvo
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase, bearing_deg

ON_ITS_POINT: Final = "a platoon on its point"
"""Of whom a fire is told that no known target lies under."""


@dataclass(frozen=True, slots=True)
class IfOrdered:
    """One fire on a point of the plan: from which turn until which (0: for good) it may be ordered there, with what
    chance an order brings it if nothing hinders it, and what a position may then expect of it."""

    line: str
    turn: int
    until: int
    comes: float
    position: str
    name: str
    platoons: int
    suppressed: float
    killed: float


def if_ordered(plan: WrittenPlan, targets: Targets, book: RuleBook) -> tuple[IfOrdered, ...]:
    """One fire on every point of every weapon and on every SOS point, on targets that the side knows of."""
    return (*_ordered(plan, targets, book), *_called(plan, targets, book))


def _ordered(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    for weapon in plan.weapons:
        gun, kind = stand_of(targets.field, weapon), weapon.kind
        # Nobody knows how the strip of a machine gun lies that is not placed.
        for post in posts_of(weapon, plan) if gun or kind is not UnitClass.MACHINE_GUN else ():
            spot = spot_of(targets.field, plan.side, post.at)
            turned = bearing_deg(targets.field.stands[gun].stand.spot, spot) if kind is UnitClass.MACHINE_GUN else 0.0
            company = targets.field.stands[gun].company_guns if gun else 0
            shot = _Shot(kind, _kind_of(kind), plan.side, spot, turned, bool(gun), company or USUAL_COMPANY)
            told = (post.line, post.turn, post.until, comes_by_order(kind, book))
            yield from _on_whom(shot, told, targets, book)


def _called(plan: WrittenPlan, targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    if plan.side is not Side.DEFENDER:
        return
    answered = book.table(CALL).number("answered_from").value
    comes = sum(face.pips >= answered for face in ALL_D6) / len(ALL_D6)
    for line in plan.sos_points:
        weapon = plan.weapon(line.weapon)
        kind = weapon.kind if weapon and weapon.kind in ARTILLERY else UnitClass.FIELD_GUN
        if line.at:
            shot = _Shot(kind, FireAreaKind.SOS, plan.side, spot_of(targets.field, plan.side, line.at))
            yield from _on_whom(shot, (line.id, 1, 0, comes), targets, book)


@dataclass(frozen=True, slots=True)
class _Shot:
    """One fire on a point: of what, how its area lies, whether the gun stands on the table."""

    kind: UnitClass
    area: FireAreaKind
    side: Side
    spot: Spot
    turned_deg: float = 0.0
    on_table: bool = False
    company_guns: int = USUAL_COMPANY


def _kind_of(kind: UnitClass) -> FireAreaKind:
    return FireAreaKind.BATTERY if kind in ARTILLERY else FireAreaKind(kind.value)


def _fire(shot: _Shot, targets: Targets, book: RuleBook) -> Salvo:
    """Where it may come down, whom it covers there, what each face then does."""
    ahead, (x, y) = 1 if shot.side is Side.ATTACKER else -1, shot.spot
    fire = Unobserved.SOS if shot.area is FireAreaKind.SOS else _comes_down(shot.kind)
    falls = landings(DeviationFacts(fire=fire, on_table=shot.on_table, registered=True), book)
    base = Rectangle(*_sides(shot.area, shot.company_guns, book))
    places = [
        StandingBase(base, Pose(Spot(round(x + ahead * right), round(y + ahead * up)), shot.turned_deg))
        for right, up in falls
    ]
    faces = [[BLANK] * len(targets.covers)]
    faces.extend([_faces(shot.kind, cover, partly, book) for cover in targets.covers] for partly in (True, False))
    return salvo([float(chance) for chance in falls.values()], places, targets.laid, faces)


def _comes_down(kind: UnitClass) -> Unobserved:
    if kind in HEAVIER_MORTARS:
        return Unobserved.MORTAR
    return Unobserved.MACHINE_GUN if kind is UnitClass.MACHINE_GUN else Unobserved.ARTILLERY


@lru_cache(maxsize=64)
def _sides(area: FireAreaKind, company_guns: int, book: RuleBook) -> tuple[int, int]:
    laid = lay(FireAreaFacts(kind=area, point_along_cm=0.0, point_up_cm=0.0, company_guns=company_guns), book)
    assert not isinstance(laid, Refusal)
    return laid.width_mm, laid.depth_mm


def _faces(kind: UnitClass, cover: Cover, partly: bool, book: RuleBook) -> Faces:
    if kind in HEAVIER_MORTARS:
        return mortar_faces(kind, cover, partly, book)
    return strip_faces(cover, partly, book) if kind is UnitClass.MACHINE_GUN else area_faces(kind, cover, partly, book)


@lru_cache(maxsize=64)
def comes_by_order(kind: UnitClass, book: RuleBook) -> float:
    """With what chance an order to a weapon brings an action for its fire, nothing hindering it (FF-ORD-T4)."""
    answers = [roll_orders(OrderFacts(unit_class=kind), face, book) for face in ALL_D6]
    return sum(isinstance(one, Explained) and one.value > 0 for one in answers) / len(ALL_D6)


def _on_whom(shot: _Shot, told: tuple[str, int, int, float], targets: Targets, book: RuleBook) -> Iterator[IfOrdered]:
    """What the known positions may expect of it; where none lies under it, a platoon on its point."""
    found = list(_met(shot, targets, book))
    for one, suppressed, killed in found:
        yield IfOrdered(*told, one.id, one.name, len(one.places), suppressed, killed)
    if not found:
        there = on_cells(targets.field, shot.side, (shot.spot,), book)
        for _, suppressed, killed in _met(shot, there, book):
            yield IfOrdered(*told, "", ON_ITS_POINT, 1, suppressed, killed)


def _met(shot: _Shot, targets: Targets, book: RuleBook) -> Iterator[tuple[TargetPosition, float, float]]:
    """The positions that may expect anything of it."""
    suppressed, killed = expected([_fire(shot, targets, book)]).tolist() if targets.covers else ((), ())
    for one in targets.positions:
        first, second = (sum(row[place] for place in one.places) for row in (suppressed, killed))
        if first or second:
            yield one, first, second
