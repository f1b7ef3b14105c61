"""What a seat of the toy asks for."""

from dataclasses import dataclass
from typing import Any, Literal

from rules.kernel.dice import Throw
from rules.kernel.facts import fact


@dataclass(frozen=True, kw_only=True)
class Choose:
    stance: Literal["stand", "lie"] = fact("how its stands await fire")
    written: tuple[dict[str, Any], ...] = fact("where its chest was buried, as it was sent", default=(), longest=9)


@dataclass(frozen=True, kw_only=True)
class Bury:
    stand: str = fact("the stand beside which the chest lies")


@dataclass(frozen=True, kw_only=True)
class Shot:
    firer: str = fact("the stand that shoots")
    targets: tuple[str, ...] = fact("the stands shot at")
    range_cm: float = fact("from the firer to the nearest of them", unit="cm", least=0, most=100)
    dice: tuple[Throw, ...] = fact("its dice", default=())


@dataclass(frozen=True, kw_only=True)
class Shoot:
    shots: tuple[Shot, ...] = fact("each shot")
    steady: bool = fact("nobody hurries", default=True)


@dataclass(frozen=True, kw_only=True)
class DrawUp:
    """Where the rank of a side stands; each side does it before it chooses."""

    x_mm: int = fact("the middle of its rank, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")


@dataclass(frozen=True, kw_only=True)
class LaySmoke:
    x_mm: int = fact("where the smoke is laid, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")


@dataclass(frozen=True, kw_only=True)
class Lob:
    """Grenades on all that lie under a circle: a pool of dice, of which only how many hit is counted."""

    x_mm: int = fact("the middle of the circle, along the near edge", unit="mm", spot="x", mate="y_mm")
    y_mm: int = fact("the same, up the table", unit="mm", spot="y")
    dice: tuple[Throw, ...] = fact("its dice", default=())


@dataclass(frozen=True, kw_only=True)
class PickHit:
    stand: str = fact("the stand that is hit")


@dataclass(frozen=True, kw_only=True)
class Save:
    stand: str = fact("the stand that is hit")
    die: Throw = fact("its die")


@dataclass(frozen=True, kw_only=True)
class HoldFire:
    """Nobody is shot at in this round: asks nothing."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    agree: bool = fact("the round ends here")
