"""Tables for tests of the game: one with a piece of every sort, and stands put on it."""

from typing import Any, Final

from rules.kernel.serialization import plain
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    Area,
    AreaKind,
    Bridge,
    Hill,
    Lane,
    LaneMaker,
    River,
    Road,
    Stream,
    Strength,
    Table,
    Trench,
    Wire,
    laid,
)
from tests.game.evening import Evening, played

WIDE, DEEP = 1200, 1800


def line(*places: tuple[int, int]) -> tuple[Spot, ...]:
    """An outline or a path."""
    return tuple(Spot(*place) for place in places)


EVERY_SORT: Final = Table(
    WIDE,
    DEEP,
    (
        Area("wood", "High Wood", AreaKind.WOOD, line((100, 1000), (100, 1200), (300, 1200))),
        Area("pillbox", "Pillbox", AreaKind.BLOCK_HOUSE, line((500, 1000), (500, 1030), (530, 1030)), 180.0),
        Hill("hill", "Hill 62", line((600, 1000), (600, 1200), (800, 1200)), 2),
        Trench("trench", "Kaiser trench", line((0, 1400), (1200, 1400)), 20, "german", Strength.STRONG),
        Road("road", "Menin road", line((50, 0), (50, 1800)), 30),
        Stream("stream", "Steenbeek", line((0, 700), (1200, 700)), 10),
        River("river", "Canal", line((0, 900), (1200, 900)), 50),
        Bridge("bridge", "Bridge 3", line((600, 860), (600, 940)), 30),
        Wire(
            "wire",
            "Belt",
            line((0, 1300), (1200, 1300)),
            40,
            (Lane(line((400, 1270), (400, 1330)), 30, LaneMaker.PLANNED),),
        ),
    ),
)
LAID: Final[dict[str, Any]] = plain(laid("A table of every sort", EVERY_SORT))
OPEN_FIELD: Final[dict[str, Any]] = plain(laid("An open field", Table(WIDE, DEEP)))


def at(stand: str, x_mm: int, y_mm: int, facing_deg: float = 0.0) -> dict[str, Any]:
    """A stand and where it stands."""
    return {"stand": stand, "x_mm": x_mm, "y_mm": y_mm, "facing_deg": facing_deg}


def on_a_field(scenario: str = "mons-1914", **settings: Any) -> Evening:
    """A game on an open field of 120 by 180 cm."""
    return played(scenario, table=OPEN_FIELD, **settings)


def middles(evening: Evening, *stands: str) -> list[tuple[int, int, float]]:
    """Where stands are: x, y and facing."""
    poses = [evening.state.places[one] for one in stands]
    return [(pose.spot.x_mm, pose.spot.y_mm, pose.facing_deg) for pose in poses]
