"""What a seat can ask for about the table and the places of stands. Nothing of it is ever required."""

from rules.flanders_fields.game.ground.laid import LaidTable
from rules.flanders_fields.game.ground.state import Layout, Place
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTable:
    """Lay a table, or another one in its place; stands stay where they are if they still fit."""

    table: LaidTable


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceStands:
    """Say where stands are: on the map they go, or to another place of it. It is no move and costs none."""

    stands: tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFormation:
    """Draw up a unit or a battalion in line or in column; x, y are the middle of its front.

    `gap_cm` lies between its stands; without it that of the battalion's grade (FF-FRM-T1), none in a company's column.
    """

    of: str
    layout: Layout
    x_mm: int
    y_mm: int
    facing_deg: float = 0.0
    gap_cm: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftStands:
    """Take stands off the map; in the game they stay."""

    stands: tuple[str, ...]


GroundCommand = LayTable | PlaceStands | PlaceFormation | LiftStands

GROUND_COMMANDS: dict[str, type[GroundCommand]] = {
    "lay_table": LayTable,
    "place_stands": PlaceStands,
    "place_formation": PlaceFormation,
    "lift_stands": LiftStands,
}
