"""What a seat asks for of the table and of places on it. The kinds and fields are stored for ever."""

from rules.earth_1418.bases import USUAL_BASE
from rules.earth_1418.game.ground.state import BasePlace, PieceGround
from rules.kernel.facts import fact
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable


@dataclass(frozen=True, slots=True, kw_only=True)
class LayTerrain:
    """Lay a table, or another one in its place; each piece carries its cover and its going (G-16)."""

    table: LaidTable = fact("the table")
    pieces: tuple[PieceGround, ...] = fact("what pieces are worth, where it is not as usual", default=(), longest=400)
    base_width_mm: int = fact("how wide a base is", unit="mm", default=USUAL_BASE.width_mm, least=5, most=200)
    base_depth_mm: int = fact("how deep a base is", unit="mm", default=USUAL_BASE.depth_mm, least=5, most=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTerrain:
    """Take pieces of terrain off the table."""

    pieces: tuple[str, ...] = fact("the pieces of terrain that are removed", fewest=1, longest=400)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRank:
    """Draw up a sub-unit in one rank, base beside base (BE-STR-02); x, y are the middle of the rank."""

    unit: str = fact("the sub-unit")
    x_mm: int = fact("the middle of its rank, along the attacker's edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the middle of its rank, up the table", unit="mm", spot="y")
    facing_deg: float | None = fact(
        "its facing, clockwise from straight up the table; none: as it faces, else towards the enemy's edge",
        default=None,
        unit="degrees",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBases:
    """Say where single bases stand."""

    bases: tuple[BasePlace, ...] = fact("where each base stands", fewest=1, longest=60)


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftUnit:
    """Take a sub-unit off the map; in the game it stays."""

    unit: str = fact("the sub-unit")
