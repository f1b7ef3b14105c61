"""What has happened on the table. The kinds and fields are stored for ever."""

from rules.earth_1418.game.ground.state import BasePlace, GroundLaid
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class TerrainLaid:
    """A table lies; `lifted` are bases that no longer fit on it."""

    ground: GroundLaid
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BasesPlaced:
    """Where bases stand now."""

    bases: tuple[BasePlace, ...]


@dataclass(frozen=True, slots=True)
class BasesLifted:
    """Bases that are off the map."""

    bases: tuple[str, ...]
