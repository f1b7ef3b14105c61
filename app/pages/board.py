"""The referee's board: what stands on the table, and the record about to be corrected."""

from collections.abc import Sequence
from typing import Any, Final

from app.pages.correcting import correction
from app.pages.force import latest, mark_formations
from app.pages.turn_rail import overview

LOG_SHOWN: Final = 30


def board(view: dict[str, Any], told: Sequence[dict[str, Any]], gone: frozenset[int], correct: str) -> dict[str, Any]:
    """What board.html shows beside the game itself; `correct` names what is being corrected, nothing where empty."""
    mark_formations(view)
    return {
        "rail": overview(view),
        "correcting": correction(view, correct) if correct else None,
        "log": latest(view, told, gone, LOG_SHOWN),
    }


def in_the_end(view: dict[str, Any], told: Sequence[dict[str, Any]], gone: frozenset[int]) -> dict[str, Any]:
    """What closed.html shows beside the game: whose seat it is, and the newest of the log."""
    mark_formations(view)
    own = next((side["name"] for side in view["sides"] if side["side"] == view["you"]), view["you"].capitalize())
    return {"seat": own, "log": latest(view, told, gone, LOG_SHOWN)}
