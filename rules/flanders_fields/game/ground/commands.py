"""What a seat can ask for about the table and the places of stands. Nothing of it is ever required."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.flanders_fields.game.ground.state import Layout, Place
from rules.flanders_fields.game.waiting import PutsOnMap
from rules.kernel.facts import fact
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTable:
    """Lay a table, or another one in its place; stands stay where they are if they still fit."""

    table: LaidTable = fact("the table")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceStands(PutsOnMap):
    """Say where stands are: on the map they go, or to another place of it. It is no move and costs none."""

    stands: tuple[Place, ...] = fact("where each stand is")

    def placed(self, _state: "GameState") -> Sequence[str]:
        """The stands that are placed."""
        return [one.stand for one in self.stands]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFormation(PutsOnMap):
    """Draw up a unit or a battalion in line or in column; x, y are the middle of its front.

    `gap_cm` lies between its stands; without it that of the battalion's grade (FF-FRM-T1), none in a company's column.
    """

    of: str = fact("the unit or battalion that is drawn up")
    layout: Layout = fact("line or column")
    x_mm: int = fact("the middle of its front, along the attacker's edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the middle of its front, up the table", unit="mm", spot="y")
    facing_deg: float = fact("its facing, clockwise", default=0.0, unit="degrees")
    gap_cm: float | None = fact("between its stands", default=None, unit="cm")

    def placed(self, state: "GameState") -> Sequence[str]:
        """The stands of the unit, or the battalion's commander."""
        unit, battalion = state.units.get(self.of), state.battalions.get(self.of)
        return unit.stands if unit else [battalion.commander] if battalion else []


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftStands:
    """Take stands off the map; in the game they stay."""

    stands: tuple[str, ...] = fact("the stands taken off the map")


GroundCommand = LayTable | PlaceStands | PlaceFormation | LiftStands
