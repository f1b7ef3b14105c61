"""How tools of a game's map draw and speak: shapes cut to the table, places as the reader counts them, names.

They know a table and who stands on it as a seat does; what is measured there is each rule system's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

from app.maps.asked import ToolAsked
from app.maps.overlays import Overlay, cut_to
from app.maps.sheet import MapSheet, number
from rules.kernel.shapes import Outline, Point
from rules.tabletop.field import StandsOnTable, rim
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Line

TRY: Final = "try"
"""What is tried out by hand, in place of a plan of the game."""


class SeenOnTable(Protocol):
    """The table of a game as a seat knows it."""

    @property
    def field(self) -> StandsOnTable[Any]:
        """Its terrain, and the stands that the seat knows of."""

    @property
    def whose(self) -> Mapping[str, str]:
        """What each side is called, by its word."""


Told = Mapping[str, str]
NO_WORDS: Final[Told] = {}


def on_the_table(on: SeenOnTable, *outlines: Outline) -> tuple[Line, ...]:
    """The parts of shapes that lie on the table of a game; nothing where none does."""
    return cut_to(on.field.table, *outlines)


def to_spot(point: Point) -> Spot:
    """The nearest whole millimetre."""
    return Spot(round(point[0]), round(point[1]))


def place_words(on: SeenOnTable, asked: ToolAsked, spot: Spot) -> str:
    """A place as the reader counts it: "60, 40"."""
    own = MapSheet(on.field.table.width_mm, on.field.table.depth_mm, asked.across).own(spot)
    return f"{number(own[0])}, {number(own[1])}"


def covered(on: SeenOnTable, kind: str, says: str, names: Iterable[str], told: Told = NO_WORDS) -> Iterator[Overlay]:
    """The stands of which something holds, ringed on the map and named by their sides; nothing where there are none."""
    listed = list(names)
    if listed:
        rims = tuple(tuple(map(to_spot, rim(on.field.stands[name].stand))) for name in listed)
        yield Overlay(kind, f"{says}: {by_sides(on, listed, told)}{last_known(on, *listed)}", rims)


def by_sides(on: SeenOnTable, names: Iterable[str], told: Told = NO_WORDS) -> str:
    """Stands by side and unit: "German: 1 Company, I / 1st Regt (1st Platoon, 2nd Platoon)"; `told`: more of each."""
    sides: dict[str, dict[str, list[str]]] = {}
    for name in names:
        own = on.field.stands[name]
        called, _, unit = own.name.partition(", ")
        side = on.whose.get(own.side, str(own.side)).capitalize()
        said = f"{called}, {told[name]}" if name in told else called
        sides.setdefault(side, {}).setdefault(unit, []).append(said)
    return ". ".join(f"{side}: {'; '.join(map(_of_unit, units, units.values()))}" for side, units in sides.items())


def _of_unit(unit: str, stands: list[str]) -> str:
    named = "; ".join(stands) if any(", " in one for one in stands) else ", ".join(stands)
    return f"{unit} ({named})" if unit else named


def last_known(on: SeenOnTable, *stands: str) -> str:
    """What is said where a place is only the last known one."""
    return "" if all(on.field.stands[one].exact for one in stands) else " (from a last known place)"


def centre_of(field: StandsOnTable[Any]) -> Spot:
    """Where a template lies until somebody says where."""
    return Spot(field.table.width_mm // 2, field.table.depth_mm // 2)


def own_place(own: Spot, facing: int | None) -> list[tuple[str, str, float]]:
    """The fields of a place: their names, words and values."""
    at = [("x", "cm along", own.x_mm / 10), ("y", "cm up", own.y_mm / 10)]
    return at if facing is None else [*at, ("facing", "degrees", facing)]
