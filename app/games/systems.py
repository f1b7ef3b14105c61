"""The rule systems that can be played."""

from collections.abc import Mapping

from app.games.wire import System


def known_systems() -> Mapping[str, System]:
    """Every system by its key."""
    return {}
