"""Battle for 2mm Earth 1418: what the service knows of it before its rules are loaded."""

from typing import Final

from app.plugins import LogWords, PluginInfo
from rules.earth_1418.vocabulary import KEY, SEATING

INFO: Final = PluginInfo(
    KEY,
    SEATING,
    edges=("Attacker’s edge", "Defender’s edge"),
    log_words=LogWords(frozenset({"bound_ended"}), before="Bound 1"),
)
