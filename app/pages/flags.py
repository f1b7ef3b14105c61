"""Whose flag stands before a sentence."""

from collections.abc import Mapping
from typing import Any, Final

REFEREE: Final = "referee"


def flags_of(view: Mapping[str, Any]) -> dict[str, str]:
    """Whose flag stands before a sentence of the log, by who did it: the nation of a side, or the referee."""
    return {side["side"]: side["nation"] for side in view.get("sides", ())} | {REFEREE: REFEREE}
