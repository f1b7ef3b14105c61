"""What a seat asks for of bombardments, smoke and gas. The kinds and fields are stored for ever."""

from rules.earth_1418.game.state import Ordered
from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBombardment:
    """Write which guns bombard a square of the grid (BE-ART-01, BE-BND-02)."""

    unit: str = fact("the guns that fire")
    square: str = fact("the square of the grid", longest=12)
    lays: Ordered = fact("what they lay", default=Ordered.SHELLS)
    guns_too: tuple[str, ...] = fact("further guns that fire with them", default=(), longest=24)
    x_mm: int | None = fact("where its circle is laid", default=None, unit="mm", spot="x", mate="y_mm")
    y_mm: int | None = fact("the same, up the table", default=None, unit="mm", spot="y")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareShots:
    """Write how many shots of a bombardment are laid on one sub-unit under its circle (BE-ART-08)."""

    bombardment: str = fact("the bombardment")
    unit: str = fact("the sub-unit under the circle")
    bases_under: int = fact("how many of its bases lie under the circle", least=0, most=20)
    shots: int = fact("shots laid on it; 0: none", least=0, most=60)
    outside: bool = fact("on bases more than half outside the circle", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayCordon:
    """Lay the smoke or gas that was ordered (BE-GAS-04). What nobody has said of the wind is asked with the first."""

    bombardment: str = fact("the bombardment")
    wind_towards_deg: float | None = fact(
        "where the wind blows to, clockwise from straight up the map", unit="degrees", default=None, least=0, most=360
    )
    wind_thrown: bool = fact("a die says where the wind blows to (G-42)", default=False)
    wind_value: float | None = fact("the scenario's wind value, for gas", default=None, least=0, most=12)
    dice: tuple[Throw, ...] = fact("the die for the wind", default=(), longest=1)
