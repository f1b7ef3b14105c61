"""The record of a game in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.game.naming import called
from rules.earth_1418.game.state import EarthState
from rules.kernel.chapters import Telling
from rules.kernel.record_kinds import ConsentAnswered, Corrected, Noted, Overruled, RequestAllowed
from rules.kernel.recording import said

SAID: Final = {
    "dug_in": "dug in",
    "packed": "packed",
    "under_fire": "under fire in the last bound",
    "moved_last": "moved in the last bound",
}
"""A corrected value that is so or is not, in the words of the table."""


def set_right(event: Corrected) -> str:
    """What a correction says, in the words of the table."""
    if event.what in SAID:
        return f"{'' if event.after else 'not '}{SAID[event.what]}"
    return f"{event.what} is {str(event.after).replace('_', ' ')}"


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    right = f"{called(state, event.of)}, {set_right(event)}" if isinstance(event, Corrected) else ""
    return said(event, str.capitalize, right)


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case Corrected():
            return f"{called(state, event.of)}: {set_right(event)}"
        case Noted():
            return "a note"
        case ConsentAnswered() | RequestAllowed():
            return f"what was agreed: {event.words}"
        case Overruled():
            return f"{event.clause} set aside"
    return type(event).__name__


TOLD: Final[Telling[EarthState]] = Telling(says, names)
