"""What the address of a game's map asks of its tools. Anybody may write an address: what cannot be read is left out."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from math import isfinite
from typing import Final

from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Table

HALF_TURN: Final = 180
FULL_TURN: Final = 360


@dataclass(frozen=True, slots=True)
class ToolAsked:
    """The tool in hand, and what was filled in for it.

    Places and directions are counted from a reader's own edge: `across` tells from which the reader looks now,
    "edge" in the query from which its numbers were written down.
    """

    tool: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    across: bool = False

    def text(self, name: str) -> str:
        """What is written under a name; nothing where nothing is."""
        return self.query.get(name, "").strip()

    def word(self, name: str, words: Collection[str], default: str) -> str:
        """One of these words."""
        said = self.text(name)
        return said if said in words else default

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A number with one decimal, brought within its bounds."""
        found = _read(self.text(name))
        return default if found is None else min(most, max(least, round(found, 1)))

    def wholes(self, name: str, least: float, most: float) -> tuple[int, ...]:
        """Whole numbers, written one after the other."""
        return tuple(round(one) for one in self._listed(name) if least <= one <= most)

    def numbers(self, name: str, least: float, most: float) -> tuple[float, ...]:
        """Numbers with one decimal, written one after the other, each brought within the bounds."""
        return tuple(min(most, max(least, round(one, 1))) for one in self._listed(name))

    def _listed(self, name: str) -> Iterator[float]:
        """What is written one after the other; what cannot be read is left out."""
        parts = self.text(name).replace(",", " ").replace(";", " ").split()
        return (one for one in map(_read, parts) if one is not None)

    def spot(self, table: Table, otherwise: Spot) -> Spot:
        """The place that was named, on the table."""
        own = place_from(table, otherwise, self.written_across)
        along = self.number("x", own.x_mm / MM_A_CM, 0, table.width_mm / MM_A_CM)
        up = self.number("y", own.y_mm / MM_A_CM, 0, table.depth_mm / MM_A_CM)
        return place_from(table, Spot(round(along * MM_A_CM), round(up * MM_A_CM)), self.written_across)

    def facing(self, name: str, otherwise: float = 0) -> int:
        """The direction on the table that was named, 0 to 359."""
        own = facing_from(otherwise, self.written_across)
        return facing_from(self.number(name, own, -FULL_TURN, FULL_TURN), self.written_across) % FULL_TURN

    @property
    def written_across(self) -> bool:
        """Whether the numbers were counted from the far edge."""
        edge = self.text("edge")
        return edge == FAR if edge in EDGES else self.across


FAR: Final = "far"
EDGES: Final = (FAR, "near")


def place_from(table: Table, spot: Spot, across: bool) -> Spot:
    """A place of the table as it is counted from an edge, in mm, and back: the same turn both ways."""
    return Spot(table.width_mm - spot.x_mm, table.depth_mm - spot.y_mm) if across else spot


def facing_from(degrees: float, across: bool) -> int:
    """A direction as it is seen from an edge, -179 to 180, and back."""
    seen = (round(degrees) + (HALF_TURN if across else 0)) % FULL_TURN
    return seen - FULL_TURN if seen > HALF_TURN else seen


def _read(text: str) -> float | None:
    try:
        found = float(text.replace("−", "-").replace(",", "."))
    except ValueError:
        return None
    return found if isfinite(found) else None
