"""How long a mistyped die may be read anew after the service has answered its deed."""

import time
from typing import Final

from app.games.game import OpenGame

TO_REREAD_S: Final = 5.0
"""So long after its answer a mistyped die may be read anew, in seconds."""


def clock_s() -> float:
    """The clock by which that is measured, in seconds from some moment: nobody sets it."""
    return time.monotonic()


def answer_now(game: OpenGame) -> None:
    """The newest deed of a game is answered at this moment."""
    newest = game.log[-1].command_id if game.log else ""
    game.answered = (newest, clock_s())


def left_s(game: OpenGame) -> float:
    """How long a die of the deed that was answered last may still be read anew, in seconds; none where too late."""
    return max(0.0, TO_REREAD_S - (clock_s() - game.answered[1]))


def is_in_time(game: OpenGame, command_id: str) -> bool:
    """Whether a deed was answered last, and so short a while ago that a die of it may be read anew."""
    return command_id == game.answered[0] and clock_s() - game.answered[1] <= TO_REREAD_S
