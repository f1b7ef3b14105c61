"""A way drawn over the map of a game, bend by bend: how long it is, what it leads over, how far a move carries."""

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from typing import Any, Final

from app.maps.asked import ToolAsked, place_from
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import last_known, to_spot
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.game.survey.marches import transport_of
from rules.flanders_fields.game.survey.movement import goes, passed, spelled, steps
from rules.flanders_fields.game.survey.wire import on_way
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm, read_off
from rules.tabletop.stands import Circle, Pose, Spot, StandingBase, bearing_deg

MOST_BENDS: Final = 40
TAPE: Final = Circle(2)
"""What is carried along a way that nobody in particular goes."""
PER_BEND: Final = 2


def bends_of(on: OnMap, asked: ToolAsked) -> tuple[Spot, ...]:
    """The places a way leads to, as they were drawn or written down; a last number without its fellow is left out."""
    table = on.field.table
    told = asked.numbers("way", 0, max(table.width_mm, table.depth_mm) / 10)[: PER_BEND * MOST_BENDS]
    return tuple(
        place_from(
            table,
            Spot(min(table.width_mm, round(along * 10)), min(table.depth_mm, round(up * 10))),
            asked.written_across,
        )
        for along, up in zip(told[::PER_BEND], told[1::PER_BEND], strict=False)
    )


def _goer(on: OnMap, asked: ToolAsked) -> str:
    return asked.text("from") if on.field.has(asked.text("from")) else ""


def laid_over(on: OnMap, asked: ToolAsked) -> Iterator[Overlay]:
    """The way with its legs, and what is said of it."""
    goer, bends = _goer(on, asked), bends_of(on, asked)
    way = (on.field.stands[goer].stand.spot, *bends) if goer else bends
    if len(way) < PER_BEND:
        start = "Tap the map where it goes" if goer else "Tap the map where the way begins, then at every bend"
        yield Overlay("measure", f"{start}, or write the places down.")
        return
    long = [read_off(dist(one, other)) for one, other in pairwise(way)]
    labels = tuple((_halfway(*leg), cm(far)) for leg, far in zip(pairwise(way), long, strict=True))
    legs = f", {len(long)} legs" if len(long) > 1 else ""
    yield Overlay("measure", f"{cm(sum(long))} along it{legs}: {_over(on, way)}", lines=(way,), labels=labels)
    if goer:
        yield from _carried(on, goer, way)


def _over(on: OnMap, way: tuple[Spot, ...]) -> str:
    found = steps(on.field, StandingBase(TAPE, Pose(way[0], 0.0)), way[1:])
    return spelled(on.field, found).removesuffix(", map")


def _carried(on: OnMap, goer: str, way: tuple[Spot, ...]) -> Iterator[Overlay]:
    """How far one move action carries a stand along its way, and what it meets there."""
    own = on.field.stands[goer]
    poses = tuple(Pose(other, bearing_deg(one, other)) for one, other in pairwise(way))
    far = goes(on.field, goer, poses, transport_of(own), on.book)
    if far is None:
        return
    if isinstance(far, Refusal):
        yield Overlay("march", f"{own.name}: {far.because}; {far.instead}")
    elif far.value.reaches:
        yield Overlay("march", f"{own.name}: one move action carries it to the end{last_known(on, goer)}")
    else:
        ends = _along(way, far.value.goes_mm)
        said = f"{own.name}: one move action carries it {cm(far.value.goes_mm)} of it{last_known(on, goer)}"
        ring = tuple(Spot(ends.x_mm + x, ends.y_mm + y) for x, y in ((-12, 0), (0, 12), (12, 0), (0, -12)))
        yield Overlay("march", said, (ring,), labels=((ends, "one action"),))
    met = (passed(on.field, goer, poses), *(one for one in on_way(on.field, goer, poses, on.book) if one.value))
    told = [one.whence.removesuffix(", map") for one in met if one]
    if told:
        yield Overlay("march", f"{own.name}: {'; '.join(dict.fromkeys(told))}")


def _along(way: tuple[Spot, ...], far_mm: float) -> Spot:
    """The place so far along a way."""
    for one, other in pairwise(way):
        leg = dist(one, other)
        if far_mm <= leg and leg:
            share = far_mm / leg
            return to_spot((one.x_mm + (other.x_mm - one.x_mm) * share, one.y_mm + (other.y_mm - one.y_mm) * share))
        far_mm -= leg
    return way[-1]


def _halfway(one: Spot, other: Spot) -> Spot:
    return Spot((one.x_mm + other.x_mm) // 2, (one.y_mm + other.y_mm) // 2)


def grips(on: OnMap, asked: ToolAsked) -> tuple[Grip, ...]:
    """Every bend."""
    return tuple(Grip(f"way-{n}", f"Bend {n + 1} of the way", spot) for n, spot in enumerate(bends_of(on, asked)))


def form(on: OnMap, asked: ToolAsked) -> dict[str, Any]:
    """Who goes along it, and its bends as the reader counts them: "30, 40; 50, 60"."""
    seen = (place_from(on.field.table, one, asked.across) for one in bends_of(on, asked))
    told = [f"{one.x_mm / 10:g}, {one.y_mm / 10:g}" for one in seen]
    return {"from": _goer(on, asked), "way": "; ".join(told), "shorter": "; ".join(told[:-1]), "bends": len(told)}
