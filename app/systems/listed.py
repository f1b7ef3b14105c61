"""The one list of the rule systems of this service; each is a folder beside it, and one in `rules`."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from app.first_use import MadeAtFirstUse
from app.games.game import without_collecting
from app.games.wire import System
from app.registered import Registered
from app.systems.earth_1418.registered import EARTH_1418
from app.systems.flanders_fields.registered import FLANDERS_FIELDS

LISTED: Final[tuple[Registered, ...]] = (
    FLANDERS_FIELDS,
    EARTH_1418,
)


def known_systems() -> Mapping[str, System]:
    """Every system that can be played, by its key; its rules are read when it is first asked for."""
    return MadeAtFirstUse({one.key: partial(_read, one.system) for one in LISTED if one.system is not None})


def _read(system: Callable[[], System]) -> System:
    with without_collecting():
        return system()


def system_of_unnamed() -> str:
    """The system that documents and addresses are of which name none; empty where it is not here."""
    return next((one.key for one in LISTED if one.is_of_unnamed), "")


def registered(systems: Mapping[str, System]) -> Mapping[str, Registered]:
    """What is shown of every listed system, by its key, and of others that are played: nothing of their own."""
    shown = {one.key: one for one in LISTED}
    return shown | {key: Registered(key, partial(systems.__getitem__, key)) for key in systems if key not in shown}
