"""What Flanders Fields says of a way that is drawn over the map: what it leads over, and how far a move carries."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from app.maps.overlays import Overlay
from app.maps.shapes import last_known
from app.maps.way import DrawnWay, along
from app.systems.flanders_fields.pages.map.known import OnMap
from rules.flanders_fields.game.survey.marches import transport_of
from rules.flanders_fields.game.survey.movement import goes, passed, spelled, steps
from rules.flanders_fields.game.survey.wire import on_way
from rules.kernel.explain import Refusal
from rules.kernel.measure import cm
from rules.tabletop.stands import Circle, Pose, Spot, StandingBase, bearing_deg

TAPE: Final = Circle(2)
"""What is carried along a way that nobody in particular goes."""


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
        ends = along(way, far.value.goes_mm)
        said = f"{own.name}: one move action carries it {cm(far.value.goes_mm)} of it{last_known(on, goer)}"
        ring = tuple(Spot(ends.x_mm + x, ends.y_mm + y) for x, y in ((-12, 0), (0, 12), (12, 0), (0, -12)))
        yield Overlay("march", said, (ring,), labels=((ends, "one action"),))
    met = (passed(on.field, goer, poses), *(one for one in on_way(on.field, goer, poses, on.book) if one.value))
    told = [one.whence.removesuffix(", map") for one in met if one]
    if told:
        yield Overlay("march", f"{own.name}: {'; '.join(dict.fromkeys(told))}")


PATH: Final[DrawnWay[OnMap]] = DrawnWay(_over, _carried)
