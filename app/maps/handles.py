"""What a piece in hand is held by on the map: its points, the places between them, the whole of it, its direction."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from app.maps.pen import middle_of
from app.maps.sheet import MapSheet, Point, number
from rules.kernel.values import dataclass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, Hill, Piece, points


@dataclass(frozen=True, slots=True)
class Handle:
    """Something to take hold of. `part` names it to the page: p3 a point, b3 the place after it, all the piece.

    `mark` is how it is drawn: point, between, whole, or grip, which is a tool's; counter, which has a `label`; clash, a
    sign with the label of what it is about. By what does not move a thing is only chosen.
    """

    id: str
    part: str
    mark: str
    words: str
    x: str
    y: str
    x_mm: int
    y_mm: int
    turn: str = ""
    facing_deg: str = ""
    label: str = ""
    moves: bool = True


CLASH: Final = "clash"
TOOL: Final = "tool"
"""The id of the tool in hand among the things that can be held."""


@dataclass(frozen=True, slots=True)
class Grip:
    """What a tool is held by: `part` names it to the page, with a facing on the table where it may be turned.

    A page with many things to hold says `of` which each is, and what stands on its counter (`label`); `mark` draws it
    otherwise than such a thing is drawn.
    """

    part: str
    words: str
    spot: Spot
    facing_deg: float | None = None
    of: str = TOOL
    label: str = ""
    moves: bool = True
    mark: str = ""


def grip_handle(grip: Grip, sheet: MapSheet) -> Handle:
    """A grip of the tool in hand as it is drawn."""
    x, y = (number(one) for one in sheet.at(grip.spot))
    turn, facing = (
        ("", "") if grip.facing_deg is None else (number(sheet.turn(grip.facing_deg)), number(grip.facing_deg))
    )
    mark = grip.mark or ("counter" if grip.label else "grip")
    place = (x, y, grip.spot.x_mm, grip.spot.y_mm)
    return Handle(grip.of, grip.part, mark, grip.words, *place, turn, facing, grip.label, grip.moves)


def handles(piece: Piece, sheet: MapSheet) -> list[Handle]:
    """The handles of a piece, those on top last."""
    return [*_between(piece, sheet), _whole(piece, sheet), *_points(piece, sheet)]


def _points(piece: Piece, sheet: MapSheet) -> Iterator[Handle]:
    word = "Corner" if isinstance(piece, Area | Hill) else "Bend"
    for place, spot in enumerate(points(piece)):
        yield _handle(piece, f"p{place}", "point", f"{word} {place + 1}", spot, sheet)


def _between(piece: Piece, sheet: MapSheet) -> Iterator[Handle]:
    spots = points(piece)
    closed = (*spots, spots[0]) if isinstance(piece, Area | Hill) else spots
    for place, (one, other) in enumerate(pairwise(closed)):
        middle = Spot((one.x_mm + other.x_mm) // 2, (one.y_mm + other.y_mm) // 2)
        yield _handle(piece, f"b{place}", "between", f"A new point after {place + 1}", middle, sheet)


def _whole(piece: Piece, sheet: MapSheet) -> Handle:
    spot = Spot(*(round(one) for one in _grip(piece)))
    facing = piece.facing_deg if isinstance(piece, Area) else None
    if facing is None:
        return _handle(piece, "all", "whole", f"The whole of {piece.name}", spot, sheet)
    turn = (number(sheet.turn(facing)), number(facing))
    return _handle(piece, "all", "whole", f"The whole of {piece.name}", spot, sheet, *turn)


def _grip(piece: Piece) -> Point:
    """Where the whole is held: the middle of an outline, beside the middle bend of a path."""
    spots: Sequence[Spot] = points(piece)
    if isinstance(piece, Area | Hill):
        return middle_of([(float(one.x_mm), float(one.y_mm)) for one in spots])
    place = (len(spots) - 1) // 2
    one, other = spots[place], spots[place + 1]
    return one.x_mm + (other.x_mm - one.x_mm) * 0.25, one.y_mm + (other.y_mm - one.y_mm) * 0.25


def _handle(
    piece: Piece, part: str, mark: str, words: str, spot: Spot, sheet: MapSheet, turn: str = "", facing: str = ""
) -> Handle:
    x, y = sheet.at(spot)
    return Handle(piece.id, part, mark, words, number(x), number(y), spot.x_mm, spot.y_mm, turn, facing)
