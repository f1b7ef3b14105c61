"""A way drawn over the map of a game, bend by bend: how long it is, and what a rule system says of it."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import dist
from typing import Any, Final, Generic

from app.maps.asked import ToolAsked, place_from
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import SeenOnTable, to_spot
from app.maps.tools import M
from rules.kernel.measure import cm, read_off
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot

MOST_BENDS: Final = 40
PER_BEND: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class DrawnWay(Generic[M]):
    """The tool with which a way is drawn: `over` says what a way leads over, `carried` how far a stand gets on it."""

    over: Callable[[M, tuple[Spot, ...]], str]
    carried: Callable[[M, str, tuple[Spot, ...]], Iterator[Overlay]]

    def laid_over(self, on: M, asked: ToolAsked) -> Iterator[Overlay]:
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
        yield Overlay("measure", f"{cm(sum(long))} along it{legs}: {self.over(on, way)}", lines=(way,), labels=labels)
        if goer:
            yield from self.carried(on, goer, way)

    def grips(self, on: M, asked: ToolAsked) -> tuple[Grip, ...]:
        """Every bend."""
        return tuple(Grip(f"way-{n}", f"Bend {n + 1} of the way", spot) for n, spot in enumerate(bends_of(on, asked)))

    def form(self, on: M, asked: ToolAsked) -> dict[str, Any]:
        """Who goes along it, and its bends as the reader counts them: "30, 40; 50, 60"."""
        seen = (place_from(on.field.table, one, asked.across) for one in bends_of(on, asked))
        told = [f"{one.x_mm / 10:g}, {one.y_mm / 10:g}" for one in seen]
        return {"from": _goer(on, asked), "way": "; ".join(told), "shorter": "; ".join(told[:-1]), "bends": len(told)}


def bends_of(on: SeenOnTable, asked: ToolAsked) -> tuple[Spot, ...]:
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


def _goer(on: SeenOnTable, asked: ToolAsked) -> str:
    return asked.text("from") if on.field.has(asked.text("from")) else ""


def _halfway(one: Spot, other: Spot) -> Spot:
    return Spot((one.x_mm + other.x_mm) // 2, (one.y_mm + other.y_mm) // 2)


def along(way: tuple[Spot, ...], far_mm: float) -> Spot:
    """The place so far along a way."""
    for one, other in pairwise(way):
        leg = dist(one, other)
        if far_mm <= leg and leg:
            share = far_mm / leg
            return to_spot((one.x_mm + (other.x_mm - one.x_mm) * share, one.y_mm + (other.y_mm - one.y_mm) * share))
        far_mm -= leg
    return way[-1]
