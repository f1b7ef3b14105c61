"""The style page: every component in every state, with figures that are true to the rules. Tests look at it."""

from fractions import Fraction
from typing import Final

import segno
from fastapi import APIRouter, Depends, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from app.pages.odds_bar import FaceBrings, odds_bar
from app.pages.rendering import page
from app.seats.guard import anyone

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

STEPS: Final = (
    {"no": "1", "words": "Deep suppression", "state": "done"},
    {"no": "2", "words": "Rolling barrage", "state": "done"},
    {"no": "3", "words": "Gas", "state": "done"},
    {"no": "4", "words": "Bombardments", "state": "skipped", "reason": "none in the plan"},
    {"no": "5", "words": "Brigade orders", "state": "done"},
    {"no": "6", "words": "Battalion orders", "state": "coming", "phase": True},
    {"no": "I", "of": "6", "words": "Tanks", "state": "skipped", "sub": True, "reason": "none attached"},
    {"no": "II", "of": "6", "words": "Machine guns", "state": "skipped", "sub": True, "reason": "with the division"},
    {"no": "III", "of": "6", "words": "Mortars", "state": "skipped", "sub": True, "reason": "with the brigade"},
    {"no": "IV", "of": "6", "words": "Rifle companies", "state": "now", "sub": True},
    {"no": "V", "of": "6", "words": "Commander recovers", "state": "coming", "sub": True, "next": True},
    {"no": "7", "words": "Command stands", "state": "coming"},
)

UNITS: Final = (
    {"name": "A Company", "side": "british", "level": 0, "have": 3, "of": 3, "state": "done", "word": "done"},
    {"name": "B Company", "side": "british", "level": 1, "have": 3, "of": 3, "state": "now", "word": "ordering"},
    {"name": "C Company", "side": "british", "level": 0, "have": 2, "of": 3, "state": "open", "word": "to order"},
    {
        "name": "D Company",
        "side": "british",
        "level": 2,
        "have": 2,
        "of": 3,
        "state": "open",
        "word": "",
        "pending": True,
    },
    {"name": "7 Kompanie", "side": "german", "level": 3, "have": 1, "of": 3, "state": "open", "word": "2 actions"},
    {"name": "2e Compagnie", "side": "french", "level": 0, "have": 4, "of": 4, "state": "open", "word": "to order"},
    {"name": "5 Kompanie", "side": "german", "level": 0, "state": "destroyed", "word": "destroyed"},
)

PROMOTED: Final = {
    "says": "a field promotion costs 1 more",
    "original": "the penalty is the same as for any commander",
}

BEFORE: Final = {
    "label": "Order roll",
    "name": "B Company",
    "level": 1,
    "about": "whole company suppressed once",
    "lines": (
        {"value": 1, "says": "Veteran battalion", "clause": "FF-ORD-20"},
        {"value": -1, "says": "The company stands in gas", "clause": "FF-ORD-14"},
        {"value": -1, "says": "3rd Platoon is 28 cm from Lt-Col Evans", "note": "over 25", "clause": "FF-ORD-15"},
        {
            "value": 2,
            "says": "Staff bonus, once a turn",
            "clause": "FF-ORD-24",
            "choice": {"name": "staff_bonus", "used": True, "what": "Staff bonus"},
        },
        {
            "value": 2,
            "says": "Professionalism, once a game",
            "clause": "FF-SPR-04",
            "off": True,
            "choice": {"name": "professionalism", "used": False, "what": "Professionalism"},
        },
    ),
    "total": {
        "value": 1,
        "signed": True,
        "says": "on the die; a natural 1 fails all the same",
        "clause": "FF-ORD-10",
    },
    "pad": {"name": "die", "count": 1, "one": True, "id": "one-die", "odds": ORDER},
}

AFTER: Final = {
    "label": "B Company",
    "dice": (4,),
    "equation": "4 + 1 = 5",
    "source": "thrown by hand",
    "outcome": {"kind": "more", "word": "actions", "number": 2},
    "lines": (
        {"value": 2, "says": "Staff bonus, now spent", "clause": "FF-ORD-24"},
        {"value": 1, "says": "Veteran battalion", "clause": "FF-ORD-20"},
        {"value": -1, "says": "The company stands in gas", "clause": "FF-ORD-14"},
        {"value": -1, "says": "3rd Platoon 28 cm from Lt-Col Evans", "clause": "FF-ORD-15", "house": PROMOTED},
    ),
    "total": {"value": 5, "says": "Rifle company: 5 or 6 gives 2 actions", "clause": "FF-ORD-T5"},
    "considered": (
        {"says": "Lt-Col Evans is the original commander", "clause": "FF-ORD-17"},
        {"says": "he is not suppressed", "clause": "FF-ORD-18"},
        {"says": "Professionalism kept", "clause": "FF-SPR-04"},
    ),
}

SHOT: Final = {
    "label": "2nd Platoon, 7 Coy",
    "dice": (5,),
    "equation": "5 ±0 = 5",
    "source": "rolled here",
    "outcome": {"kind": "killed", "word": "killed"},
    "lines": ({"value": 0, "says": "Nearest enemy, no modifier", "clause": "FF-BZN-02"},),
    "total": {"value": 5, "says": "Soft: 5 kills", "clause": "FF-SHO-02"},
    "notes": ({"says": "The battalion is down to 6 of 12: morale is tested.", "clause": "FF-MOR-02"},),
}

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
            "steps": STEPS,
            "units": UNITS,
            "before_card": BEFORE,
            "after_card": AFTER,
            "shot_card": SHOT,
            "many_pad": MANY,
            "wind_pad": WIND,
            "fields": FIELDS,
            "chance_rows": ROWS,
            "log_entries": LOG,
            "stand_cells": STANDS,
            "bars": (ORDER, SOFT, MEDIUM),
            "shooting": SHOOTING,
            "over": OVER,
            "join": join_panel(address, "K7 QX4"),
        },
    )


@router.get("/style/table", response_class=HTMLResponse, include_in_schema=False)
def style_table(die: int = 0) -> HTMLResponse:
    """The player's table put together: before the roll, and with a die of 1 to 6 after it."""
    parts = {"steps": STEPS, "units": UNITS[:4], "before_card": BEFORE, "after_card": AFTER}
    return page("style_table.html", {**parts, "rolled": die > 0})
