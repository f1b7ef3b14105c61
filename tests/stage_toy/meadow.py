"""The toy's map: a meadow on which stands are drawn up in ranks, grenades fall in a circle, and smoke drifts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from rules.kernel.distances import MM_A_CM, of_inches, of_mm
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.board_view import Proposed, StandsOnTable, in_cm
from rules.tabletop.placement import is_a_place, lies_on
from rules.tabletop.stands import Pose, Rectangle, Spot, StandingBase, abreast
from rules.tabletop.table_coordinates import Edge, Squares
from rules.tabletop.tape_measure import nearest
from rules.tabletop.templates import DriftingCloud, share_under
from rules.tabletop.terrain import AreaKind, GroundWord, LaidPiece, LaidTable, Sort, table_of

MEADOW: Final = LaidTable(
    "The meadow",
    600,
    600,
    (
        LaidPiece(
            Sort.AREA,
            "thicket",
            "The thicket",
            (Spot(430, 250), Spot(520, 250), Spot(520, 350), Spot(430, 350)),
            AreaKind.WOOD,
            words=(GroundWord("steps", "slow"),),
        ),
    ),
)
BASE: Final = Rectangle(30, 20)
GAP_MM: Final = 10
SQUARE_MM: Final = of_inches(4).mm
CIRCLE_MM: Final = 90.0
HALF: Final = 0.5
WIND_DEG: Final = 90.0
WIDE, DEEP, DRIFTS = of_mm(120), of_mm(60), of_mm(50)
LASTS: Final = 3
"""So many rounds smoke lies before it is gone."""
DRAWN_UP: Final = {"north": Spot(300, 560), "south": Spot(300, 40)}


@dataclass(frozen=True)
class Smoke:
    """Where smoke was laid, and how many rounds ago."""

    x_mm: int
    y_mm: int
    rounds: int = 0

    @property
    def cloud(self) -> DriftingCloud:
        """Where it lies now."""
        return DriftingCloud(Spot(self.x_mm, self.y_mm), WIDE, DEEP, WIND_DEG, DRIFTS * self.rounds)


@dataclass(frozen=True)
class StandOnMeadow:
    """A stand where it was drawn up: each is a unit by itself, and nobody moves."""

    name: str
    stand: StandingBase
    side: str
    exact: bool = True
    stays: bool = False

    @property
    def unit(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Meadow(StandsOnTable[StandOnMeadow]):
    """The table with who stands on it and what smoke lies there."""

    edges: ClassVar[Mapping[str, Edge]] = {"north": Edge.FAR, "south": Edge.NEAR}
    smoke: tuple[Smoke, ...] = ()

    @property
    def squares(self) -> Squares:
        return Squares(self.table, SQUARE_MM)


Places = Mapping[str, tuple[int, int]]
"""Where each stand was drawn up, in mm; empty where nobody plays on a map."""


def meadow(stands: Mapping[str, Sequence[str]], places: Places, smoke: tuple[Smoke, ...]) -> Meadow | None:
    """The table as it stands; None where none is laid."""
    if not places:
        return None
    there = {name: StandOnMeadow(name, _stand(side, places[name]), side) for side in stands for name in stands[side]}
    return Meadow(table_of(MEADOW), there, smoke=smoke)


def _stand(side: str, at: tuple[int, int]) -> StandingBase:
    return StandingBase(BASE, Pose(Spot(*at), Meadow.ahead_of(side)))


def in_rank(side: str, stands: Sequence[str], middle: Spot) -> dict[str, tuple[int, int]] | Refusal:
    """A side's stands side by side about a place (TOY-6)."""
    poses = abreast([BASE] * len(stands), Pose(middle, Meadow.ahead_of(side)), GAP_MM)
    if not all(lies_on(StandingBase(BASE, one), MEADOW) for one in poses):
        return Refusal("TOY-6", "they would stand beyond the edge of the meadow", "draw them up wholly on it")
    return {name: (pose.spot.x_mm, pose.spot.y_mm) for name, pose in zip(stands, poses, strict=True)}


def drawn_up(stands: Mapping[str, Sequence[str]]) -> Places:
    """Both sides in one rank, each before its own edge."""
    ranks = (in_rank(side, stands[side], DRAWN_UP[side]) for side in stands)
    return {name: at for rank in ranks if not isinstance(rank, Refusal) for name, at in rank.items()}


def apart(field: Meadow, firer: str, targets: Sequence[str]) -> Proposed | None:
    """How far it is from a stand to the nearest of others."""
    if not field.has(firer, *targets) or not targets:
        return None
    found = nearest({firer: field.stands[firer].stand}, {one: field.stands[one].stand for one in targets})
    return Proposed("range_cm", in_cm(found.apart_mm), "base to base") if found else None


def hidden(field: Meadow, firer: str, targets: Sequence[str]) -> Refusal | None:
    """Refuses a shot at whom smoke or the thicket hides (TOY-7)."""
    # The libraries of the map are loaded with the first question, not with the service.
    from rules.tabletop.lines_of_sight import Looking, Screen, Veil, bases_in_sight

    named = [one for one in targets if field.has(firer, one)]
    if not named:
        return None
    veils = [Veil(one.cloud.outline) for one in field.smoke]
    looking = Looking((Screen(AreaKind.WOOD, None),))
    bodies = [field.stands[one].stand for one in named]
    (sees,) = bases_in_sight(field.ground, [field.stands[firer].stand], bodies, looking, veils).tolist()
    lost = next((one for one, seen in zip(named, sees, strict=True) if not seen), None)
    return Refusal("TOY-7", f"{lost} is not in sight", "shoot at somebody else") if lost else None


def under(field: Meadow, side: str, at: Spot) -> list[str]:
    """The stands of a side that lie at least half under the circle about a place (TOY-8)."""
    across, up = float(at.x_mm), float(at.y_mm)
    own = ((name, one.stand) for name, one in field.stands.items() if one.side == side)
    return [name for name, base in own if share_under((across, up), CIRCLE_MM, base) >= HALF]


def on_meadow(x_mm: int, y_mm: int) -> Refusal | None:
    """Refuses a place that lies beyond the table."""
    if is_a_place(x_mm, y_mm, 0.0, MEADOW):
        return None
    return Refusal("TOY-8", "it does not lie on the meadow", "lay it on the table")


def drifted(smoke: Sequence[Smoke]) -> Iterator[Smoke]:
    """What is left of smoke a round later, farther down the wind."""
    for one in smoke:
        if one.rounds + 1 < LASTS:
            yield Smoke(one.x_mm, one.y_mm, one.rounds + 1)


def where(field: Meadow, one: Smoke) -> str:
    """The square in which smoke began, and how far it has drifted, in words."""
    gone = (DRIFTS * one.rounds).mm / MM_A_CM
    return f"Smoke of {field.squares.reference(Spot(one.x_mm, one.y_mm))}" + (f", {gone:g} cm on" if gone else "")
