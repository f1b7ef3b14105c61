"""The table as a seat sees it, ready to be measured, and the facts that the map proposes."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from rules.kernel.distances import read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline, circle
from rules.tabletop.ground import TableGround, ground
from rules.tabletop.stands import Circle, Pose, Spot, StandingBase, bounds, corners, extent
from rules.tabletop.table_coordinates import Edge, facing_from, facing_on, from_edge, laid_from, spot_from
from rules.tabletop.tape_measure import gap_mm
from rules.tabletop.terrain import Piece, Table

# One fact that the map proposes


class Confidence(StrEnum):
    """How sure a proposal is: by where everything stands, or by where something was seen last."""

    EXACT = "exact"
    LAST_KNOWN = "last_known"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A fact as the map has it. `whence` says in the words of the table how it was come by."""

    fact: str
    value: Any
    whence: str
    confidence: Confidence = Confidence.EXACT


Survey = tuple[Proposed, ...]
"""What the map proposes for one question; what it cannot tell is not in it."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the map proposes of one stand among several, such as those in an area."""

    stand: str
    facts: Survey


def values(survey: Iterable[Proposed]) -> dict[str, Any]:
    """The proposed values by their facts, as a chapter's facts take them."""
    return {one.fact: one.value for one in survey}


def told(survey: Iterable[Proposed], fact: str) -> Proposed | None:
    """What is proposed for one fact; None where nothing is."""
    return next((one for one in survey if one.fact == fact), None)


def in_cm(millimetres: float) -> float:
    """Millimetres as centimetres with one decimal, as the chapters take them; read as on a tape."""
    return read_off(millimetres) / 10


# What lies and stands on a table, as plain values

Found = TypeVar("Found")
OF_ONE_STAND: Final = ("where", "place")
"""What is found of a stand by where it and those of its unit stand, and by nothing else."""
TOUCH_MM: Final = 1
"""Places are whole millimetres and half a base may not be: who is no farther off than this touches."""


class StandThere(Protocol):
    """A base on the table: its words, its side and unit (empty: of none), whether it is `exact`ly where it is shown.

    `stays` says whether it is measured from although it moved: a system says when a place holds nevertheless.
    """

    @property
    def name(self) -> str: ...
    @property
    def stand(self) -> StandingBase: ...
    @property
    def side(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def exact(self) -> bool: ...
    @property
    def stays(self) -> bool: ...


S = TypeVar("S", bound=StandThere)
F = TypeVar("F", bound="StandsOnTable[Any]")


@dataclass(frozen=True, slots=True)
class StandsOnTable(Generic[S]):
    """A table with its terrain, and the stands that are placed on it by their ids.

    A system whose sides have edges of the table says whose is which; places are else counted from the near left corner.
    """

    edges: ClassVar[Mapping[str, Edge]] = {}

    table: Table
    stands: Mapping[str, S] = field(default_factory=dict)
    _found: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def ground(self) -> TableGround:
        """The terrain, ready for questions."""
        return self.once("ground", lambda: ground(self.table))

    def once(self, asked: Hashable, find: Callable[[], Found]) -> Found:
        """What is asked of one field for many pairs of stands, worked out the first time: nothing moves on it."""
        if asked not in self._found:
            self._found[asked] = find()
        found: Found = self._found[asked]
        return found

    def taking_over(self, before: Self) -> Self:
        """The same with what was found on an earlier field of single stands that still stand so, their unit too."""
        if before.table is not self.table:
            return self
        names = {*before.stands, *self.stands}
        changed = {name for name in names if before.stands.get(name) != self.stands.get(name)}
        units = {one.unit for field in (before, self) for name, one in field.stands.items() if name in changed}
        for key, found in before._found.items():
            of = key[1] if isinstance(key, tuple) and key[0] in OF_ONE_STAND else ""
            if of and of not in changed and self.stands[of].unit not in units - {""}:
                self._found[key] = found
        return self

    @property
    def as_placed(self) -> Self:
        """The same without stands that have moved off their places: nothing is known of them but where they were."""
        known = {name: one for name, one in self.stands.items() if one.exact or one.stays}
        if len(known) == len(self.stands):
            return self
        return self.once("as placed", lambda: replace(self, stands=known))

    def has(self, *ids: str) -> bool:
        """Whether all of these stands are placed."""
        return all(name in self.stands for name in ids)

    def sure(self, *ids: str) -> Confidence:
        """How sure what is measured between these stands is."""
        exact = all(self.stands[name].exact for name in ids)
        return Confidence.EXACT if exact else Confidence.LAST_KNOWN

    def of_unit(self, unit: str) -> dict[str, S]:
        """The placed stands of a unit."""
        return {**self.once("units", self._by_unit).get(unit, {})}

    def _by_unit(self) -> dict[str, dict[str, S]]:
        found: dict[str, dict[str, S]] = {}
        for name, one in self.stands.items():
            found.setdefault(one.unit, {})[name] = one
        return found

    def near(self, outline: Outline, within_mm: int = 0) -> list[str]:
        """The placed stands, in their order, that may touch an outline, or be so near it: no other does.

        Their boxes tell. Of the many outlines that a plan has, nearly all lie far from nearly all stands.
        """
        boxes = self.once("boxes", lambda: [(name, *bounds(one.stand)) for name, one in self.stands.items()])
        across, up = zip(*outline, strict=True)
        # A millimetre more is much more than what reckoning with turned bases loses.
        beside = within_mm + 1
        left, near, right, far = min(across) - beside, min(up) - beside, max(across) + beside, max(up) + beside
        return [name for name, x, y, to_x, to_y in boxes if x <= right and to_x >= left and y <= far and to_y >= near]

    def enemies_of(self, name: str) -> Iterator[tuple[str, S]]:
        """The placed stands of other sides."""
        side = self.stands[name].side
        return ((other, one) for other, one in self.stands.items() if one.side != side)

    def friends_of(self, name: str) -> Iterator[tuple[str, S]]:
        """The other placed stands of its own side."""
        side = self.stands[name].side
        return ((other, one) for other, one in self.stands.items() if one.side == side and other != name)

    def edge_of(self, side: str) -> Edge:
        """The edge of the table that is a side's."""
        return self.edges.get(side, Edge.NEAR)

    @classmethod
    def ahead_of(cls, side: str) -> float:
        """The direction straight up the table from a side's edge."""
        return facing_on(cls.edges.get(side, Edge.NEAR), 0.0)

    def spot(self, side: str, along_cm: float, up_cm: float) -> Spot:
        """The place that a side measures from its own left corner: along its edge, then up the table."""
        return spot_from(self.edge_of(side), self.table, round(along_cm * 10), round(up_cm * 10))

    def from_edge(self, side: str, spot: Spot) -> tuple[float, float]:
        """How far along a side's own edge and up the table from its left corner a place is, in cm."""
        along, up = from_edge(self.edge_of(side), self.table, spot)
        return along / 10, up / 10

    def laid(self, side: str, outline: Outline) -> Outline:
        """A shape that was measured from a side's own left corner, as it lies on the table."""
        return laid_from(self.edge_of(side), self.table, outline)

    def facing_from(self, side: str, facing_deg: float) -> float:
        """A direction on the table as a side sees it from its own edge, clockwise from straight ahead, 0 to 360."""
        return facing_from(self.edge_of(side), facing_deg)


def moved_to(field: F, name: str, to: Pose) -> F:
    """The field with one stand at another place."""
    own = field.stands[name]
    there = replace(own, stand=StandingBase(own.stand.footprint, to))
    return replace(field, stands={**field.stands, name: there})


def touch(one: StandingBase, other: StandingBase) -> bool:
    """Whether two bases touch."""
    return gap_mm(one, other) <= TOUCH_MM


def beside_mm(own: StandingBase) -> float:
    """How far a base reaches to either side on its way: a road or lane exactly as wide as the base is wide enough."""
    return extent(own.footprint)[0] / 2 - TOUCH_MM


def rim(own: StandingBase) -> Outline:
    """The edge of a base where it stands, clockwise; of a round one true to a thousandth of its radius."""
    if isinstance(own.footprint, Circle):
        return circle(own.footprint.diameter_mm, own.spot)
    return corners(own)


def rims(field: StandsOnTable[Any], stands: Iterable[str]) -> tuple[Outline, ...]:
    """The edges of placed stands."""
    return tuple(rim(field.stands[name].stand) for name in stands)


def named(piece: Piece) -> str:
    """What the words of a survey call a piece of terrain."""
    return piece.name or piece.id
