"""Stands on the map: a footprint true to scale, whose it is by line, letter and hatch, which way it faces."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from app.maps.ground import NATIONS
from app.maps.sheet import MapSheet, number
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.stands import Circle, StandingBase, extent


@dataclass(frozen=True, slots=True)
class PlacedStand:
    """A stand that the reader may see: its place, and its words. `label` stands on the map, `words` in the list."""

    id: str
    stand: StandingBase
    nation: str
    label: str
    words: str
    state: str = ""
    moves: bool = False
    """Whether the reader may drag and turn it."""
    letter: str = ""
    """Whose it is, where that is not the initial of its nation."""


@dataclass(frozen=True, slots=True)
class StandDrawn:
    """A stand as it is drawn: about its own middle, looking up, then turned. Lengths in cm, the place also in mm."""

    id: str
    mark: str
    letter: str
    label: str
    words: str
    moves: bool
    x: str
    y: str
    turn: str
    width: str
    depth: str
    round: bool
    x_mm: int
    y_mm: int
    facing_deg: float
    own_x: str
    own_y: str
    rise: str
    """How far above its middle its label stands clear of it, cm."""


FRONT: Final = 0.8
"""How far the mark of its front stands out."""


def stands_on(placed: Iterable[PlacedStand], sheet: MapSheet) -> Iterator[StandDrawn]:
    """Stands as they are drawn on a sheet."""
    return (_drawn(one, sheet) for one in placed)


@lru_cache(maxsize=4096)
def _drawn(one: PlacedStand, sheet: MapSheet) -> StandDrawn:
    """Most stands are where they were: each is worked out once for its place."""
    stand = one.stand
    width, depth = extent(stand.footprint)
    x, y = sheet.at(stand.spot)
    own_x, own_y = sheet.own(stand.spot)
    nation = one.nation if one.nation in NATIONS else "other"
    return StandDrawn(
        one.id,
        " ".join(filter(None, (nation, one.state))),
        one.letter or one.nation[:1].upper(),
        one.label,
        one.words,
        one.moves,
        number(x),
        number(y),
        number(sheet.turn(stand.facing_deg)),
        number(width / MM_A_CM),
        number(depth / MM_A_CM),
        isinstance(stand.footprint, Circle),
        stand.spot.x_mm,
        stand.spot.y_mm,
        stand.facing_deg,
        number(own_x),
        number(own_y),
        number(_rise(width / MM_A_CM, depth / MM_A_CM, radians(sheet.turn(stand.facing_deg)))),
    )


def _rise(width: float, depth: float, turn: float) -> float:
    """Half the height that a turned base takes on the sheet, with the mark of its front where that looks up."""
    return (width * abs(sin(turn)) + depth * abs(cos(turn))) / 2 + FRONT * max(0.0, cos(turn))
