"""The map put together, with stands that may be moved and everything tools lay over it: for whoever builds on it."""

from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.maps.drawing import draw
from app.maps.overlays import Overlay
from app.maps.stands import PlacedStand
from app.pages.rendering import page
from app.plugins import plugins_of
from app.seats.guard import anyone
from rules.tabletop.stands import Circle, Footprint, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Line

router = APIRouter()

PLATOON: Final = Rectangle(30, 15)
GUN: Final = Rectangle(60, 40)
COMMAND: Final = Circle(30)


def _stand(
    id: str, nation: str, label: str, words: str, footprint: Footprint, x_cm: int, y_cm: int, facing_deg: int
) -> PlacedStand:
    placed = StandingBase(footprint, Pose(Spot(10 * x_cm, 10 * y_cm), facing_deg))
    return PlacedStand(id, placed, nation, label, words, moves=nation != "french")


STANDS: Final[Sequence[PlacedStand]] = (
    _stand("b1", "british", "A/1", "1st Platoon, A Company", PLATOON, 40, 40, 0),
    _stand("b2", "british", "A/2", "2nd Platoon, A Company", PLATOON, 46, 40, 0),
    _stand("bc", "british", "HQ", "Lieutenant-Colonel", COMMAND, 43, 34, 0),
    _stand("bg", "british", "18-pdr", "18-pounder, 1st Battery", GUN, 80, 12, 0),
    _stand("g1", "german", "5/1", "1st Platoon, 5th Company", PLATOON, 44, 66, 180),
    _stand("g2", "german", "5/2", "2nd Platoon, 5th Company", PLATOON, 70, 65, 170),
    _stand("gc", "german", "HQ", "Major", COMMAND, 60, 74, 180),
    _stand("f1", "french", "1/1", "A platoon of our allies, not ours to move", PLATOON, 100, 30, 0),
)


def _box(left: int, low: int, right: int, high: int) -> Line:
    corners = ((left, low), (right, low), (right, high), (left, high))
    return tuple(Spot(10 * x, 10 * y) for x, y in corners)


OVERLAYS: Final[Sequence[Overlay]] = (
    Overlay("sight", "26 cm, seen", lines=((Spot(400, 408), Spot(440, 652)),), labels=((Spot(420, 530), "26 cm"),)),
    Overlay("blocked", "seen as far as the wood", lines=((Spot(800, 140), Spot(960, 1010)),)),
    Overlay("square", "18-pounder, under fire", areas=(_box(65, 60, 75, 70),), is_preview=False),
    Overlay("danger", "danger strip", areas=(_box(0, 84, 120, 90),), labels=((Spot(1000, 870), "danger strip"),)),
    Overlay("gas", "gas, turn 4", areas=(_box(10, 100, 30, 110),), labels=((Spot(200, 1050), "gas"),)),
)


@router.get("/style/map", dependencies=[Depends(anyone)], include_in_schema=False)
def style_map(request: Request, across: bool = False) -> HTMLResponse:
    """A map with stands and overlays; `across`: from the far edge."""
    drawn = draw(plugins_of(request).ready_tables["somme-1916"].table, across=across, stands=STANDS, overlays=OVERLAYS)
    return page("style_map.html", {"map": drawn, "across": across, "overlays": OVERLAYS})
