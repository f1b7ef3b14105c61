"""Requests as they can be sent, for the description of the service; each system has its own beside these."""

from collections.abc import Mapping
from typing import Any, Final

from rules.kernel.values import dataclass

Examples = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameExamples:
    """The examples of a system: games that are opened, and the commands that one of them begins with."""

    openings: Examples
    commands: Examples


ASKS: Final[Examples] = {
    "before_an_answer": {
        "summary": "What the newest deed's taking back asks first",
        "value": {"kind": "take_back", "about": {}, "told": {}},
    },
    "a_note_as_far_as_it_was_told": {
        "summary": "A deed that lacks nothing: it may be sent as a command",
        "value": {"kind": "note", "about": {}, "told": {"text": "The mist lifts"}},
    },
}
