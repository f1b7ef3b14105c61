"""What is measured on the map of a game between two stands, and how far one of them may go."""

from collections.abc import Collection, Iterator

from app.maps.overlays import Overlay
from app.maps.shapes import last_known, on_the_table, to_spot
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.game.survey import arcs
from rules.flanders_fields.game.survey.field import FieldStand
from rules.flanders_fields.game.survey.marches import transport_of
from rules.flanders_fields.game.survey.reach import reached
from rules.flanders_fields.game.survey.sight import line, sees
from rules.flanders_fields.game.survey.tape import apart_mm, measured, tape
from rules.flanders_fields.game.survey.zones import behind, zone_of
from rules.flanders_fields.sight.cover import VEHICLES
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.kernel.shapes import Point
from rules.tabletop.stands import Spot


def _halfway(start: Point, end: Point) -> Spot:
    return to_spot(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))


def _named(on: OnMap, one: str, other: str) -> str:
    return f"{on.field.stands[one].name} to {on.field.stands[other].name}"


def measure(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The distance from base to base, by house rule from middle to middle (AMB-101)."""
    start, end = (on.field.stands[name].stand for name in (one, other))
    far, ends = cm(apart_mm(start, end, on.book)), tape(start, end, on.book)
    said = f"{far} {measured(on.book)}, {_named(on, one, other)}{last_known(on, one, other)}"
    yield Overlay("measure", said, lines=(tuple(map(to_spot, ends)),), labels=((_halfway(*ends), far),))


def sight(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The line of sight, as far as it is clear and from there on."""
    seen = line(on.field, on.field.stands[one].stand, on.field.stands[other].stand, on.book)
    told = sees(on.field, one, other, on.book)
    word = "seen" if told and told.value else "not seen"
    why = told.whence.removesuffix(", map") if told else ""
    said = f"{_named(on, one, other)}: {word}; {why}{last_known(on, one, other)}"
    clear = to_spot(seen.clear_to)
    yield Overlay("sight", said, lines=((seen.start, clear),), labels=((_halfway(seen.start, clear), word),))
    if not seen.seen:
        yield Overlay("blocked", "From here on it is hidden", lines=((clear, seen.end),))


def arc(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The arc of a stand as far as it shoots, of a block house by its faces; whether it has another in it, and why."""
    own, found = on.field.stands[one], arcs.shapes(on.field, one, on.book)
    if isinstance(found, Refusal):
        if not on.field.has(other):
            yield Overlay("arc", f"{own.name}: {found.because}; {found.instead}")
    else:
        said = f"{own.name}: {_arcs(own, found)}, as far as it shoots{last_known(on, one)}"
        yield Overlay("arc", said, on_the_table(on, *found.values()))
    if on.field.has(other) and other != one:
        yield from _in_arc(on, one, other)


def _arcs(own: FieldStand, found: Collection[str]) -> str:
    if len(found) == 1:
        return "its arc"
    if own.mover in VEHICLES:
        return f"the ground on its sides with a gun, {', '.join(found)}"
    return f"its arc out of each of its faces, {', '.join(found)}"


def _in_arc(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    tape = (on.field.stands[one].stand.spot, on.field.stands[other].stand.spot)
    told = arcs.in_any_arc(on.field, one, other, on.book) or arcs.sector(on.field, one, other, on.book)
    if told:
        says = told.whence.removesuffix(", map")
        yield Overlay("arc", f"{_named(on, one, other)}: {says}{last_known(on, one, other)}", lines=(tape,))


def zone(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    """The beaten zone of a machine gun or a block house behind its first target, and who is in it."""
    strip = zone_of(on.field, one, other, on.book)
    if strip is None:
        return
    names = ", ".join(on.field.stands[found.stand].name for found in behind(on.field, one, other, on.book))
    said = f"Beaten zone of {on.field.stands[one].name} behind {on.field.stands[other].name}: {names or 'nobody'} in it"
    yield Overlay("zone", f"{said}{last_known(on, one, other)}", on_the_table(on, strip.outline))


def reach(on: OnMap, one: str, _other: str) -> Iterator[Overlay]:
    """As far as one move action carries it, round the enemy's stands that the seat knows of."""
    own = on.field.stands[one]
    found = reached(on.field, one, transport_of(own), on.book)
    if isinstance(found, Refusal):
        yield Overlay("reach", f"{own.name}: {found.because}")
    elif found:
        rings = tuple(tuple(map(to_spot, (*ring, *ring[:1]))) for area in found.areas for ring in area)
        said = f"{own.name}: as far as one move action carries it{last_known(on, one)}"
        yield Overlay("reach", said, lines=rings)
