"""The rule systems that can be played here, by the key that games are kept under."""

from collections.abc import Mapping
from typing import Final

from app.games.wire import System

SYSTEMS: Final[Mapping[str, System]] = {}
