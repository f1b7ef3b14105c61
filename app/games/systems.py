"""The rule systems that can be played."""

from collections.abc import Mapping

from app.games.wire import System
from rules.flanders_fields import game as flanders_fields


def known_systems() -> Mapping[str, System]:
    """Every system by its key."""
    return {system.key: system for system in (flanders_fields.SYSTEM,)}
