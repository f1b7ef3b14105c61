"""The style page: every component in every state, and a sample map."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import segno
from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from app.http.guards import anyone
from app.maps.drawing import draw
from app.maps.layers import Overlay, PlacedStand
from app.pages.rendering import FaceBrings, bars_of, odds_bar, page
from app.plugins import plugins_of
from app.system_service import ready_tables_of
from rules.tabletop.stands import Circle, Footprint, Pose, Rectangle, Spot, StandingBase
from rules.tabletop.terrain import Line

# The style page

router = APIRouter(dependencies=[Depends(anyone)])

NOTHING: Final = FaceBrings("none", "nothing")
SUPPRESSED: Final = FaceBrings("suppressed", "suppressed")
KILLED: Final = FaceBrings("killed", "killed")
NO_ACTION: Final = FaceBrings("none", "none", "0")
ONE: Final = FaceBrings("some", "1 action", "1")
TWO: Final = FaceBrings("more", "2 actions", "2")
THREE: Final = FaceBrings("most", "3 actions", "3")

ORDER: Final = odds_bar((NO_ACTION, ONE, ONE, TWO, TWO, THREE))
SOFT: Final = odds_bar((NOTHING, NOTHING, NOTHING, SUPPRESSED, KILLED, KILLED))
MEDIUM: Final = odds_bar((NOTHING,) * 5 + (SUPPRESSED,))
ROAD: Final = odds_bar((NOTHING,) * 4 + (SUPPRESSED, KILLED))

ONE_DIE: Final = {"name": "die", "count": 1, "one": True, "id": "one-die", "odds": ORDER}

MANY: Final = {
    "name": "dice",
    "count": 3,
    "id": "many-dice",
    "title": "Dice for three targets",
    "slots": (
        {"label": "2nd Pl. 7 Coy", "odds": SOFT},
        {"label": "3rd Pl. 7 Coy", "odds": MEDIUM},
        {"label": "1st Pl. 8 Coy", "odds": ROAD},
    ),
}

WIND: Final = {
    "name": "wind",
    "count": 1,
    "id": "wind-die",
    "title": "Which way the cloud goes",
    "auto": False,
    "face_words": ("left", "right", "straight", "straight", "left", "right"),
}

FIELDS: Final = {
    "distance": {"name": "range_cm", "label": "Distance", "value": 24.5, "hint": "under 5 is +2, up to 45", "max": 45},
    "platoons": {"name": "platoons", "label": "Platoons", "value": 3, "max": 4},
    "mortar": {
        "name": "point_cm",
        "label": "Aiming point Y",
        "value": 128,
        "max": 200,
        "problem": {
            "because": "Heavy mortar Y is 104 cm from its point.",
            "instead": "A mortar fires 10 to 100 cm. From (70, 24) that is 124 or nearer.",
            "clause": "FF-FPL-23",
            "fix": {"word": "Set 124", "name": "point_cm", "value": "124"},
        },
    },
    "cover": {
        "name": "cover",
        "label": "Target’s cover",
        "chosen": "soft",
        "options": tuple(
            {"value": word.lower().rstrip("."), "word": word} for word in ("Open", "Soft", "Medium", "Hard", "Fort.")
        ),
    },
}

ROWS: Final = tuple({"word": word, "chance": Fraction(n, 36)} for word, n in (("12 cm", 1), ("17 cm", 6), ("22 cm", 1)))

NOTES: Final = {
    "refused": {
        "because": "No. 3 Vickers has no action left.",
        "instead": "It had 2 and has fired twice.",
        "clause": "FF-ORD-02",
    },
    "mind": {
        "says": "This shot is longer than any on the table so far. It counts all the same.",
        "clause": "FF-SHO-03",
    },
    "yes": {"says": "Start line before the own trench", "clause": "FF-FPL-14"},
}

SHOOTING: Final = {
    "title": "Shooting, mid 1917 to the end",
    "columns": ("Open", "Soft", "Medium", "Hard", "Fort."),
    "rows": (
        {"name": "Machine gun", "cells": ("3 / 4", "4 / 5", "5 / 7", "6 / 7", "6 / –"), "current": True},
        {"name": "Infantry, LMG", "cells": ("3 / 4", "5 / 6", "6 / 7", "7 / A", "8 / A")},
    ),
    "column": 2,
    "key": "Suppressed / killed on this or more. A: only by assault.",
    "clause": "FF-PSF-T3",
}

LOG: Final = (
    {
        "time": "2026-11-21T14:32:10Z",
        "side": "british",
        "says": "B Company, order: die 4, +1, 2 actions",
        "dice": "entered by the British",
    },
    {
        "time": "2026-11-21T14:28:03Z",
        "side": "british",
        "says": "A Company, order: die 4, ±0, 1 action",
        "state": "withdrawn",
        "why": "Taken back by the British: it is not in gas",
    },
    {"time": "2026-11-21T14:27:41Z", "says": "Corrected by the referee: A Company is not in gas"},
    {
        "time": "2026-11-21T14:05:00Z",
        "side": "german",
        "says": "77 mm No. 1: SOS answered, die 4 −1",
        "dice": "rolled here",
    },
)

OVER: Final = {
    "at": "2026-11-21T17:40:00.000Z",
    "by": "Ada",
    "dice": (
        {"promise": "5afe" * 16, "seed": None, "from": 1},
        {"promise": "b0a7" * 16, "seed": "d1ce" * 16, "from": 212},
    ),
    "file": "#states",
    "log": "#states",
}

STANDS: Final = tuple(
    {"no": str(n + 1), "name": f"Platoon {n + 1}", "level": level, "lost": level > 2}
    for n, level in enumerate((0, 1, 2, 3))
)


def join_panel(address: str, code: str) -> dict[str, object]:
    """The QR panel for an address: its drawing, the code to type, and the address in letters."""
    drawing = segno.make(address, error="m").svg_inline(scale=4, border=2, omitsize=True, svgclass=None, lineclass=None)
    return {"svg": Markup(drawing), "code": code, "url": address}


@router.get("/style", response_class=HTMLResponse, include_in_schema=False)
def style_page(request: Request) -> HTMLResponse:
    """Every component in every state."""
    address = f"{request.url.scheme}://{request.url.netloc}/join?code=K7-QX4"
    return page(
        "style.html",
        {
            "one_pad": ONE_DIE,
            "many_pad": MANY,
            "wind_pad": WIND,
            "fields": FIELDS,
            "notes": NOTES,
            "chance_rows": ROWS,
            "log_entries": LOG,
            "stand_cells": STANDS,
            "bars": [bars_of(bar) for bar in (ORDER, SOFT, MEDIUM)],
            "shooting": SHOOTING,
            "over": OVER,
            "join": join_panel(address, "K7 QX4"),
        },
    )


# The sample map

style_map_router = APIRouter()

PLATOON: Final = Rectangle(30, 15)
GUN: Final = Rectangle(60, 40)
COMMAND: Final = Circle(30)


def _stand(
    id: str, nation: str, label: str, words: str, footprint: Footprint, x_cm: int, y_cm: int, facing_deg: int
) -> PlacedStand:
    placed = StandingBase(footprint, Pose(Spot(10 * x_cm, 10 * y_cm), facing_deg))
    return PlacedStand(id, placed, nation, label, words, moves=nation != "french")


MAP_STANDS: Final[Sequence[PlacedStand]] = (
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


@style_map_router.get("/style/map", dependencies=[Depends(anyone)], include_in_schema=False)
def style_map(request: Request, across: bool = False) -> HTMLResponse:
    """A map with stands and overlays; `across`: from the far edge."""
    table = ready_tables_of(plugins_of(request))["somme-1916"].table
    drawn = draw(table, across=across, stands=MAP_STANDS, overlays=OVERLAYS)
    return page("style_map.html", {"map": drawn, "across": across, "overlays": OVERLAYS})
