"""A fire plan laid over the map in one of its turns: points and their squares, fire with where it may fall, SOS areas,
works. Its barrages and its gas are in `plans/rolling.py`."""

from collections.abc import Iterator, Mapping
from typing import Final

from app.maps.handles import Grip
from app.maps.overlays import Overlay, cut_to
from app.maps.shapes import to_spot
from app.systems.flanders_fields.pages.plans.rolling import barrage_grips, barrages, clouds
from app.systems.flanders_fields.pages.plans.seen import Seen
from rules.flanders_fields.artillery.deviation import DeviationFacts, Unobserved, farthest_cm, why_it_stays
from rules.flanders_fields.fire_plan.differences import called
from rules.flanders_fields.fire_plan.lying import Point, points_in, way_of
from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.written import BombardmentLine, PlanLine, Reference, ShiftLine
from rules.flanders_fields.game.survey.templates import HeldTemplate, Template, lay_held
from rules.flanders_fields.gas.clouds import Delivery
from rules.flanders_fields.vocabulary import ARTILLERY, UnitClass
from rules.kernel.explain import Refusal
from rules.kernel.measure import MM_A_CM
from rules.kernel.shapes import circle
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, Hill, Piece, points

MORTARS: Final[Mapping[UnitClass, Template]] = {
    UnitClass.MEDIUM_MORTAR: Template.MEDIUM_MORTAR,
    UnitClass.HEAVY_MORTAR: Template.HEAVY_MORTAR,
    UnitClass.MACHINE_GUN: Template.MACHINE_GUN,
}


def laid_over(seen: Seen) -> Iterator[Overlay]:
    """Everything of the plan that lies on the table in the turn, what lies lowest first."""
    yield from barrages(seen)
    yield from clouds(seen)
    yield from _works(seen)
    yield from _sos(seen)
    yield from _ways(seen)
    for point in points_in(seen.plan, seen.turn):
        yield from _square(seen, "point", template_of(point.weapon.kind), point.at, point.line, point.weapon.id)
    for line in _shown_fires(seen):
        weapon = seen.plan.weapon(line.weapon)
        if weapon and line.at:
            kind = "fire" if line.turn == seen.turn else "point later"
            yield from _square(seen, kind, template_of(weapon.kind), line.at, line.id)
    yield from _may_fall(seen)


def template_of(kind: UnitClass) -> Template:
    """The area on which a weapon's fire falls."""
    return MORTARS.get(kind, Template.BATTERY)


def _square(seen: Seen, kind: str, template: Template, at: Reference, *lines: str) -> Iterator[Overlay]:
    laid = lay_held(HeldTemplate(template, seen.spot(at)), seen.book)
    if not isinstance(laid, Refusal):
        mark = f"{kind} mine" if seen.is_in_hand(*lines) else kind
        shape = cut_to(seen.table, laid.outline)
        yield Overlay(f"{mark} of-{lines[0]}", _words(seen, lines[0]), shape, is_preview=False)


def _words(seen: Seen, line: str) -> str:
    found = seen.plan.line(line)
    return f"{seen.labels[line]}, {called(found, seen.plan)}" if found else ""


def _shown_fires(seen: Seen) -> Iterator[BombardmentLine | ShiftLine]:
    """Planned fire of the turn; before the first turn what belongs to the line in hand."""
    fires: tuple[BombardmentLine | ShiftLine, ...] = (*seen.plan.bombardments, *seen.plan.shifts)
    for line in fires:
        falls_now = isinstance(line, BombardmentLine) and line.turn == seen.turn and seen.turn
        if falls_now or seen.is_in_hand(line.id) or (not seen.turn and seen.is_in_hand(line.weapon)):
            yield line


def _ways(seen: Seen) -> Iterator[Overlay]:
    """How the plan moves each point, as a line from place to place."""
    for weapon in seen.plan.weapons:
        way = way_of(weapon, seen.plan)
        own = [line.id for line in seen.plan.shifts if line.weapon == weapon.id]
        if len(way) > 1 and (not seen.turn or seen.is_in_hand(weapon.id, *own)):
            yield Overlay("move", _words(seen, weapon.id), lines=(tuple(map(seen.spot, way)),))


def _sos(seen: Seen) -> Iterator[Overlay]:
    for line in seen.plan.sos_points:
        if line.at:
            yield from _square(seen, "sos", Template.SOS, line.at, line.id)


def _works(seen: Seen) -> Iterator[Overlay]:
    """Works under a hurricane bombardment, found on the map by their names."""
    named = {" ".join(one.name.casefold().split()): one for one in seen.table.pieces}
    for line in seen.plan.works:
        piece = named.get(" ".join(line.name.casefold().split()))
        if piece and (not seen.turn or line.turn == seen.turn):
            mark = "work mine" if seen.is_in_hand(line.id) else "work"
            yield Overlay(mark, _words(seen, line.id), *_shape_of(piece), is_preview=False)


def _shape_of(piece: Piece) -> tuple[tuple[tuple[Spot, ...], ...], tuple[tuple[Spot, ...], ...]]:
    line = tuple(points(piece))
    return ((line,), ()) if isinstance(piece, Area | Hill) else ((), (line,))


def _may_fall(seen: Seen) -> Iterator[Overlay]:
    """How far from its aim the middle of what comes down may lie, where it may deviate (FF-DEV-01, FF-DEV-02)."""
    reach = farthest_cm()
    for line, at, fire in _aimed(seen):
        if why_it_stays(DeviationFacts(fire=fire, registered=not isinstance(line, BombardmentLine)), seen.book):
            continue
        ring = tuple(map(to_spot, circle(2 * reach * MM_A_CM, seen.spot(at))))
        says = f"{_words(seen, line.id)}: its middle may fall up to {reach} cm from {in_words(at)}"
        yield Overlay(f"ring of-{line.id}", says, cut_to(seen.table, ring))


def _aimed(seen: Seen) -> Iterator[tuple[PlanLine, Reference, Unobserved]]:
    """What comes down in the turn, and whatever is in hand."""
    for point in points_in(seen.plan, seen.turn):
        if point.weapon.kind in ARTILLERY and seen.is_in_hand(point.weapon.id, point.line):
            yield point.weapon, point.at, Unobserved.ARTILLERY
    for line in seen.plan.bombardments:
        if line.at and (seen.is_in_hand(line.id) or (line.turn == seen.turn and seen.turn)):
            yield line, line.at, Unobserved.ARTILLERY
    for gas in seen.plan.gas:
        if gas.at and gas.delivery is Delivery.ARTILLERY and (seen.is_in_hand(gas.id) or gas.turn == seen.turn):
            yield gas, gas.at, Unobserved.GAS


def grips(seen: Seen) -> Iterator[Grip]:
    """What can be taken hold of on the map: every point that is shown, by its counter; start and bends of a barrage."""
    yield from barrage_grips(seen)
    shown = {line.id: line.at for line in _shown_fires(seen) if line.at}
    shown |= {gas.id: gas.at for gas in seen.plan.gas if gas.at and _is_here(seen, gas.id, gas.turn)}
    shown |= {sos.id: sos.at for sos in seen.plan.sos_points if sos.at}
    shown |= {point.line: point.at for point in points_in(seen.plan, seen.turn)}
    for line, at in shown.items():
        words = f"{_words(seen, line)}, at {in_words(at)}"
        yield Grip("at", words, seen.spot(at), of=line, label=_label(seen, line), moves=seen.writes)


def _is_here(seen: Seen, line: str, turn: int | None) -> bool:
    return not seen.turn or turn == seen.turn or seen.is_in_hand(line)


def _label(seen: Seen, line: str) -> str:
    """A point that the plan has moved is still that of its weapon."""
    moved = next((point for point in points_in(seen.plan, seen.turn) if point.line == line), None)
    return seen.labels[moved.weapon.id if isinstance(moved, Point) else line]
