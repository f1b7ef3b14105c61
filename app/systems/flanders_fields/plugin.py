"""Flanders Fields: what the service knows of it before its rules are loaded."""

from typing import Final

from app.plugins import LogWords, PluginInfo
from rules.flanders_fields.vocabulary import KEY, SEATING

EDGES: Final = ("Attacker’s edge", "Defender’s edge")
"""Names of the near and the far edge of a table."""
INFO: Final = PluginInfo(
    KEY,
    SEATING,
    edges=EDGES,
    log_words=LogWords(frozenset({"turn_started"}), "Before the first turn", {"hand_corrected": "Corrected"}),
    is_default=True,
)
