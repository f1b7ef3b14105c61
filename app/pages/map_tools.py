"""What is laid over the map of a game: fire and gas that lie there, and what a tool measures between two stands.

All of it is worked out from the field as the seat may know it; a stand that is hidden from it cannot be measured to.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from app.maps.overlays import Overlay
from app.pages.on_map import OnMap
from rules.flanders_fields.vocabulary import Crossing
from rules.geometry.stands import Spot
from rules.geometry.terrain import Line
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.kernel.shapes import Outline, Point, common

TOOLS: Final[Mapping[str, str]] = {
    "measure": "Distance, base to base",
    "sight": "Line of sight",
    "arc": "Arc of fire",
    "zone": "Beaten zone",
    "reach": "Reach of a move",
}


NOTHING: Final = (
    "Nothing can be said of these two. Choose two stands on the map, for a beaten zone a machine gun first."
)


def laid_over(on: OnMap, tool: str, one: str, other: str) -> list[Overlay]:
    """What lies on the table, and what the tool says of two different stands the seat knows of, or of the first."""
    made = _TOOLS.get(tool)
    asked = on.field.has(one) if tool == "reach" else one != other and on.field.has(one, other)
    return [*_lying(on), *(made(on, one, other) if made and asked else ())]


def _lying(on: OnMap) -> Iterator[Overlay]:
    for fire in on.field.under_fire:
        kind = "band" if fire.kind is Crossing.BARRAGE else "square"
        said = f"{fire.name[:1].upper()}{fire.name[1:]} lies here"
        yield Overlay(kind, said, _on_the_table(on, fire.outline), is_preview=False)
        if fire.swept:
            yield Overlay("danger", f"{said}: ground it has come over", _on_the_table(on, fire.swept), is_preview=False)
    for cloud in on.field.clouds:
        yield Overlay("gas", f"{cloud.name} lies here", _on_the_table(on, cloud.outline), is_preview=False)


def _on_the_table(on: OnMap, outline: Outline) -> tuple[Line, ...]:
    """The part of a shape that lies on the table; nothing where none does."""
    wide, deep = on.field.table.width_mm, on.field.table.depth_mm
    inside = common(((0, 0), (0, deep), (wide, deep), (wide, 0)), outline)
    return (tuple(map(_spot, inside)),) if inside else ()


def _spot(point: Point) -> Spot:
    return Spot(round(point[0]), round(point[1]))


def _halfway(start: Point, end: Point) -> Spot:
    return _spot(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))


def _named(on: OnMap, one: str, other: str) -> str:
    return f"{on.field.stands[one].name} to {on.field.stands[other].name}"


def _last_known(on: OnMap, *stands: str) -> str:
    return "" if all(on.field.stands[one].exact for one in stands) else " (from a last known place)"


def _measure(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    from rules.geometry.measure import gap_mm, nearest_points

    start, end = (on.field.stands[name].stand for name in (one, other))
    far, tape = cm(gap_mm(start, end)), nearest_points(start, end)
    said = f"{far} base to base, {_named(on, one, other)}{_last_known(on, one, other)}"
    yield Overlay("measure", said, lines=(tuple(map(_spot, tape)),), labels=((_halfway(*tape), far),))


def _sight(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    from rules.flanders_fields.game.survey.sight import line, sees

    seen = line(on.field, on.field.stands[one].stand, on.field.stands[other].stand, on.book)
    told = sees(on.field, one, other, on.book)
    word = "seen" if told and told.value else "not seen"
    why = told.whence.removesuffix(", map") if told else ""
    said = f"{_named(on, one, other)}: {word}; {why}{_last_known(on, one, other)}"
    clear = _spot(seen.clear_to)
    yield Overlay("sight", said, lines=((seen.start, clear),), labels=((_halfway(seen.start, clear), word),))
    if not seen.seen:
        yield Overlay("blocked", "From here on it is hidden", lines=((clear, seen.end),))


def _arc(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    from rules.flanders_fields.game.survey.arcs import arc, sector

    tape = (on.field.stands[one].stand.spot, on.field.stands[other].stand.spot)
    told = arc(on.field, one, other, on.book) or sector(on.field, one, other, on.book)
    if told is None:
        return
    says = told.whence.removesuffix(", map")
    said = f"{_named(on, one, other)}: {says}{_last_known(on, one, other)}"
    yield Overlay("arc", said, lines=(tape,))


def _zone(on: OnMap, one: str, other: str) -> Iterator[Overlay]:
    from rules.flanders_fields.game.survey.zones import behind, zone_of

    zone = zone_of(on.field, one, other, on.book)
    if zone is None:
        return
    names = ", ".join(on.field.stands[found.stand].name for found in behind(on.field, one, other, on.book))
    said = f"Beaten zone of {on.field.stands[one].name} behind {on.field.stands[other].name}: {names or 'nobody'} in it"
    yield Overlay("zone", f"{said}{_last_known(on, one, other)}", _on_the_table(on, zone.outline))


def _reach(on: OnMap, one: str, _other: str) -> Iterator[Overlay]:
    """As far as one move action carries it, round the enemy's stands that the seat knows of."""
    from rules.flanders_fields.game.survey.marches import transport_of
    from rules.flanders_fields.game.survey.reach import reached

    own = on.field.stands[one]
    found = reached(on.field, one, transport_of(own), on.book)
    if isinstance(found, Refusal):
        yield Overlay("reach", f"{own.name}: {found.because}")
    elif found:
        rings = tuple(tuple(map(_spot, (*ring, *ring[:1]))) for area in found.areas for ring in area)
        said = f"{own.name}: as far as one move action carries it{_last_known(on, one)}"
        yield Overlay("reach", said, lines=rings)


_TOOLS: Final[Mapping[str, Callable[[OnMap, str, str], Iterator[Overlay]]]] = {
    "measure": _measure,
    "sight": _sight,
    "arc": _arc,
    "zone": _zone,
    "reach": _reach,
}


def tool_form(on: OnMap | None, tool: str, one: str, other: str, overlays: list[Overlay]) -> dict[str, Any]:
    """What the form of the tools shows: what can be chosen, what is, and what it says."""
    stands = [{"value": "", "word": "Choose a stand"}]
    stands += [{"value": name, "word": standing.name} for name, standing in on.field.stands.items()] if on else []
    asked = bool(tool and one and (other or tool == "reach"))
    said = [overlay.words for overlay in overlays if overlay.is_preview]
    return {
        "tools": [{"value": name, "word": word} for name, word in TOOLS.items()],
        "stands": stands,
        "tool": tool if tool in TOOLS else next(iter(TOOLS)),
        "from": one,
        "to": other,
        "said": said or ([NOTHING] if asked else []),
        "lying": [overlay.words for overlay in overlays if not overlay.is_preview],
    }
