"""What can have happened to the table and to the places of stands. As everywhere, each event carries its results."""

from rules.flanders_fields.game.ground.state import Layout, Place
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True)
class TableLaid:
    """A table was laid; `lifted` are the stands that all know of and that it has no room for."""

    table: LaidTable
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandsPlaced:
    """Stands were placed; `of` is the unit or battalion that was drawn up as a whole, and how."""

    places: tuple[Place, ...]
    of: str = ""
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class StandsLifted:
    """Stands were taken off the map."""

    stands: tuple[str, ...]


GroundEvent = TableLaid | StandsPlaced | StandsLifted
