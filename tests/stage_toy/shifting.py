"""Single stands of the toy out of their rank: as far as the ground that they touch lets them (TOY-9)."""

from dataclasses import dataclass
from math import hypot
from typing import Final

from rules.kernel.distances import of_mm
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.polygons import Outline
from rules.tabletop.board_view import in_cm
from rules.tabletop.placement import lies_on
from rules.tabletop.stands import Pose, Spot, StandingBase
from rules.tabletop.terrain import word_of
from tests.stage_toy.meadow import BASE, MEADOW, Meadow, Places

SHIFT_MM: Final = of_mm(120).mm
SLOW_MM: Final = of_mm(60).mm
"""So far a stand is shifted over open ground, and through a thicket."""


@dataclass(frozen=True, kw_only=True)
class Shifted:
    stand: str = fact("the stand")
    x_mm: int = fact("where its middle comes to, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")
    facing_deg: float | None = fact("where it looks; none: as it did", unit="degrees", default=None, least=0, most=360)


@dataclass(frozen=True, kw_only=True)
class Shift:
    """Single stands out of their rank, by taps or by a drag."""

    stands: tuple[Shifted, ...] = fact("each stand that is shifted")


def _shift_mm(field: Meadow, numbers: frozenset[int]) -> float:
    """How far a stand is shifted that touches pieces of the ground (TOY-9)."""
    slow = any(word_of(field.ground.pieces[number], "steps") == "slow" for number in numbers)
    return SLOW_MM if slow else SHIFT_MM


def shift_reach(field: Meadow, name: str) -> Outline:
    """Where a stand may be shifted to, whichever way."""
    from rules.tabletop.reachable_areas import straight_reach

    start = field.stands[name].stand.pose.spot
    return straight_reach(field.ground, start, SHIFT_MM, lambda numbers: _shift_mm(field, numbers))


def shifted(field: Meadow, name: str, to: Pose) -> Refusal | None:
    """Refuses to shift a single stand too far, off the table, or to look elsewhere (TOY-9)."""
    from rules.tabletop.reachable_areas import touched

    standing = field.stands[name].stand
    start, end = standing.pose.spot, to.spot
    if to.facing_deg != standing.pose.facing_deg:
        return Refusal("TOY-9", f"{name} looks at the other edge", "shift it without a turn")
    if not lies_on(StandingBase(BASE, to), MEADOW):
        return Refusal("TOY-9", f"{name} would stand beyond the edge of the meadow", "shift it on the meadow")
    most = _shift_mm(field, touched(field.ground, [(start, end)]))
    far = hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm)
    if far <= most:
        return None
    return Refusal("TOY-9", f"{name} is shifted {in_cm(round(far)):g} cm", f"{in_cm(round(most)):g} cm at most")


def moved_to(field: Meadow | None, places: Places, command: Shift) -> Places | Refusal:
    """Where stands are after a shift."""
    if field is None or not field.has(*(one.stand for one in command.stands)):
        return Refusal("TOY-1", "this is not its time")
    for one in command.stands:
        looks = field.stands[one.stand].stand.pose.facing_deg if one.facing_deg is None else one.facing_deg
        refused = shifted(field, one.stand, Pose(Spot(one.x_mm, one.y_mm), looks))
        if refused:
            return refused
    return {**places, **{one.stand: (one.x_mm, one.y_mm) for one in command.stands}}
