"""What has happened on the table. The kinds and fields are stored for ever."""

from dataclasses import field

from rules.earth_1418.game.ground.state import BasePlace, GroundLaid
from rules.kernel.plain import LEFT_OUT
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class TerrainLaid:
    """A table lies.

    `lifted` are bases that no longer fit on it. `removed` names the pieces that were taken off the table before it.
    """

    ground: GroundLaid
    lifted: tuple[str, ...] = ()
    removed: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class BasesPlaced:
    """Where bases stand now."""

    bases: tuple[BasePlace, ...]


@dataclass(frozen=True, slots=True)
class BasesLifted:
    """Bases that are off the map."""

    bases: tuple[str, ...]
