"""What a game remembers of the table: what lies on it, where bases stand, where shells and clouds were aimed."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final

from rules.earth_1418.bases import USUAL_BASE
from rules.earth_1418.vocabulary import GroundToCross, Terrain
from rules.kernel.facts import fact
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable
from rules.tabletop.stands import PlaceTold, Spot


@dataclass(frozen=True, slots=True)
class PieceGround:
    """What a piece of terrain is worth: as cover, and for a move (G-16)."""

    piece: str = fact("the piece of terrain")
    cover: Terrain = fact("what it is worth as cover")
    going: GroundToCross = fact("what it is worth for a move")


@dataclass(frozen=True, slots=True)
class BasePlace(PlaceTold):
    """Where a base stands: its middle in mm from the attacker's left corner, its facing clockwise from his front."""

    base: str = fact("the base")
    x_mm: int = fact("along the attacker's edge from his left corner", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("up the table from the attacker's edge", unit="mm", spot="y")
    facing_deg: float = fact("its facing, clockwise from straight up the table", default=0.0, unit="degrees")


@dataclass(frozen=True, slots=True)
class GroundLaid:
    """A table as it was laid: its terrain, what each piece is worth, and how large a base is."""

    table: LaidTable
    pieces: tuple[PieceGround, ...]
    base_width_mm: int = USUAL_BASE.width_mm
    base_depth_mm: int = USUAL_BASE.depth_mm


@dataclass(frozen=True, slots=True)
class BasesOnTable:
    """The table, where bases stand, whose places are no longer sure, and where shells and clouds were aimed."""

    laid: GroundLaid | None = None
    places: Mapping[str, BasePlace] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()
    aims: Mapping[str, Spot] = field(default_factory=dict)

    def placed(self, places: tuple[BasePlace, ...]) -> "BasesOnTable":
        """The same once bases have been placed: of their sub-units it is known again where they are."""
        sure = {unit_of(one.base) for one in places}
        there = {**self.places, **{one.base: one for one in places}}
        return replace(self, places=there, unsure=tuple(one for one in self.unsure if one not in sure))

    def lifted(self, bases: tuple[str, ...]) -> "BasesOnTable":
        """The same once bases are off the map."""
        left = {name: one for name, one in self.places.items() if name not in bases}
        return replace(self, places=left)

    def moved(self, unit: str) -> "BasesOnTable":
        """The same once a sub-unit has moved and nobody has said where to."""
        stands = any(unit_of(one) == unit for one in self.places)
        return replace(self, unsure=(*self.unsure, unit)) if stands and unit not in self.unsure else self

    def keeping_aims(self, names: frozenset[str]) -> "BasesOnTable":
        """The same with the aims of these alone: what was aimed for one bound is over with it."""
        if not self.aims:
            return self
        return replace(self, aims={name: spot for name, spot in self.aims.items() if name in names})

    def aimed(self, name: str, spot: Spot) -> "BasesOnTable":
        """The same once it is known where a bombardment is to fall, or a cordon lies."""
        return replace(self, aims={**self.aims, name: spot})


NO_GROUND: Final = BasesOnTable()


def unit_of(base: str) -> str:
    """The sub-unit of a base."""
    return base.rpartition("/")[0]
