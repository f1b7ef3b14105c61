"""The referee's board: what stands on the table, and the record about to be corrected; and how a closed game stood."""

from typing import Any

from app.pages.correcting import correction
from app.pages.force import mark_formations
from app.pages.table import everybody, names_in
from app.pages.turn_rail import overview


def board(view: dict[str, Any], correct: str) -> dict[str, Any]:
    """What board.html shows beside the game itself; `correct` names what is being corrected, nothing where empty."""
    mark_formations(view)
    correcting = correction(view, correct) if correct else None
    house = {rule["ruling"]: rule["option"] for rule in view["house_rules"]}
    shown = {"names": names_in(view), "everybody": everybody(view), "house": house}
    return shown | {"rail": overview(view), "correcting": correcting}


def in_the_end(view: dict[str, Any]) -> dict[str, Any]:
    """What closed.html shows beside the game: whose seat it is."""
    mark_formations(view)
    own = next((side["name"] for side in view["sides"] if side["side"] == view["you"]), view["you"].capitalize())
    return {"seat": own}
