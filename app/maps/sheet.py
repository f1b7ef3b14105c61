"""A sheet of the map: where a place of the table lies on it, in centimetres, with the reader's own edge below."""

from collections.abc import Iterable

from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The table as one side sees it: `across`, from its far edge. Sheet places are cm, y downwards."""

    width_mm: int
    depth_mm: int
    across: bool = False

    @property
    def width(self) -> float:
        """Width in cm."""
        return self.width_mm / MM_A_CM

    @property
    def depth(self) -> float:
        """Depth in cm."""
        return self.depth_mm / MM_A_CM

    def at(self, spot: Spot) -> Point:
        """Where a place of the table lies on the sheet, in cm."""
        x, y = self.own(spot)
        return x, round(self.depth - y, 1)

    def along(self, line: Iterable[Spot]) -> list[Point]:
        """A line of the table on the sheet."""
        return [self.at(spot) for spot in line]

    def own(self, spot: Spot) -> Point:
        """A place as the reader counts it: cm along the own edge from its left corner, cm up the table."""
        if self.across:
            return (self.width_mm - spot.x_mm) / MM_A_CM, (self.depth_mm - spot.y_mm) / MM_A_CM
        return spot.x_mm / MM_A_CM, spot.y_mm / MM_A_CM

    def turn(self, facing_deg: float) -> float:
        """How far a symbol that looks up the sheet is turned, clockwise, for a facing on the table."""
        return (facing_deg + (180 if self.across else 0)) % 360


def number(value: float) -> str:
    """A coordinate as short as it can be written: 12, 12.5, 0.25."""
    # Adding nothing makes a nought of the minus nought that rounding leaves.
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
