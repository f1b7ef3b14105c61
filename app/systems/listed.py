"""The one list of the rule systems of this service; each is a folder beside it, and one in `rules`."""

from collections.abc import Mapping
from typing import Final

from app.games.wire import System
from app.registered import Registered
from app.systems.earth_1418.registered import EARTH_1418
from app.systems.flanders_fields.registered import FLANDERS_FIELDS

LISTED: Final[tuple[Registered, ...]] = (
    FLANDERS_FIELDS,
    EARTH_1418,
)


def known_systems() -> Mapping[str, System]:
    """Every system that can be played, by its key."""
    return {one.key: one.system for one in LISTED if one.system is not None}


def system_of_unnamed() -> str:
    """The system that documents and addresses are of which name none; empty where it is not here."""
    return next((one.key for one in LISTED if one.is_of_unnamed), "")


def registered(systems: Mapping[str, System]) -> Mapping[str, Registered]:
    """What is shown of every listed system, by its key, and of others that are played: nothing of their own."""
    shown = {one.key: one for one in LISTED}
    return shown | {key: Registered(key, system) for key, system in systems.items() if key not in shown}
