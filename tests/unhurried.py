"""How long a busy machine is waited for: what is about something else does not fail because a clock ran out."""

from typing import Final

import pytest

from app.games import command_handler

PATIENCE_S: Final = 60.0
"""So long something that has to come is waited for, in seconds; it is told of as soon as it comes."""
STOPS_WITHIN_S: Final = 10.0
"""So long a server may take that was told to stop. `make torture` holds it to 2 s; here it only may not be for ever."""
LONG_S: Final = 600.0


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistyped die may be read anew for minutes: on a busy machine five seconds pass between two taps of a test."""
    monkeypatch.setattr(command_handler, "TO_REREAD_S", LONG_S)
