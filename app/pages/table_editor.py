"""The editor of a table: its map with handles, every piece in words, and forms that do the same without a pointer."""

from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.maps.drawing import draw
from app.maps.ground import NATIONS
from app.maps.words import KINDS, SORTS, PieceTold, told
from app.pages.fields import ChoiceField, FieldOption, NumberField, options
from app.pages.rendering import page
from app.pages.tables import edges_of
from app.plugins import plugins_of
from app.tabletops.document import write_document
from app.tabletops.piece_words import PieceWord
from app.tabletops.routes import TableId, found, maker_for, table_shown
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass
from rules.tabletop.faults import DEEPEST_WIRE_MM, HIGHEST, WIDTHS_MM
from rules.tabletop.gaps import across
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import (
    BELT_MM,
    Area,
    AreaKind,
    Hill,
    LaneMaker,
    Piece,
    Strength,
    Table,
    Trench,
    Wire,
    points,
    width,
)

router = APIRouter()
AS_USUAL: Final = "As is usual"
PieceField = ChoiceField | NumberField
MAKERS: Final[Mapping[LaneMaker, str]] = {
    LaneMaker.PLANNED: "Left open",
    LaneMaker.ENGINEERS: "By engineers",
    LaneMaker.GRAPNEL: "By grapnels",
    LaneMaker.TANK: "By tanks",
}


@dataclass(frozen=True, slots=True)
class GapInHand:
    """A gap of the wire in hand, from where to where it leads and how wide it is, cm."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float
    made_by: str


@dataclass(frozen=True, slots=True)
class PieceInHand:
    """The piece in hand: what its forms are filled with, lengths in cm. Only wire has gaps, and where to cut one."""

    id: str
    name: str
    told: PieceTold
    word: str
    fewest: int
    points: Sequence[tuple[float, float]]
    fields: Sequence[PieceField]
    gaps: Sequence[GapInHand] | None
    new_gap: Sequence[tuple[float, float]] | None
    makers: Sequence[FieldOption]


@router.get("/tables/{table_id}/edit", dependencies=[Depends(maker_for)])
def edit_table(table_id: TableId, request: Request, piece: str = "") -> HTMLResponse:
    """A table to be drawn on; `piece`: which of it is in hand. Only the device that drew it."""
    kept = found(request, table_id)
    table = kept.document.table
    in_hand = next((one for one in table.pieces if one.id == piece), None)
    context = {
        "table": table_shown(kept.listed, request),
        "document": write_document(kept.document).decode(),
        "map": draw(table, in_hand=in_hand, edges=edges_of(kept.listed.system, request)),
        "told": told(table),
        "in_hand": _in_hand(in_hand, table) if in_hand else None,
        "words": _words(in_hand, kept.listed.system, request) if in_hand else [],
        "sorts": _sorts(),
        "here": f"/tables/{table_id}",
        "size": (table.width_mm // MM_A_CM, table.depth_mm // MM_A_CM),
    }
    return page("tables/edit.html", context)


def _sorts() -> list[FieldOption]:
    others = {sort.__name__.lower(): word for sort, word in SORTS.items()}
    return options({f"area.{kind}": word for kind, word in KINDS.items()} | others)


def _in_hand(piece: Piece, table: Table) -> PieceInHand:
    is_round = isinstance(piece, Area | Hill)
    return PieceInHand(
        piece.id,
        piece.name,
        told=next(one for one in told(table) if one.id == piece.id),
        word="corner" if is_round else "bend",
        fewest=3 if is_round else 2,
        points=[_cm(spot) for spot in points(piece)],
        fields=_fields(piece),
        gaps=[_gap(piece, place) for place in range(len(piece.gaps))] if isinstance(piece, Wire) else None,
        new_gap=[_cm(spot) for spot in across(piece, table)] if isinstance(piece, Wire) else None,
        makers=options({maker.value: word for maker, word in MAKERS.items()}),
    )


def _words(piece: Piece, system: str, request: Request) -> list[ChoiceField]:
    """The words that the rule system of the table reads of a piece."""
    said = {one.of: one.says for one in piece.words}
    its = plugins_of(request).get(system)
    return [_word(word, said) for word in its.service.piece_words] if its else []


def _word(word: PieceWord, said: Mapping[str, str]) -> ChoiceField:
    may_say = {one: one.replace("_", " ").capitalize() for one in word.may_say}
    return ChoiceField(f"words.{word.of}", word.label, options(may_say, AS_USUAL), said.get(word.of, ""))


def _gap(wire: Wire, place: int) -> GapInHand:
    gap = wire.gaps[place]
    start, end = _cm(gap.path[0]), _cm(gap.path[-1])
    return GapInHand(start, end, gap.width_mm / MM_A_CM, MAKERS[gap.made_by])


def _cm(spot: Spot) -> tuple[float, float]:
    return spot.x_mm / MM_A_CM, spot.y_mm / MM_A_CM


def _fields(piece: Piece) -> list[PieceField]:
    """The fields that only this sort of piece has."""
    match piece:
        case Area():
            kinds = options({kind.value: word for kind, word in KINDS.items()})
            return [ChoiceField("kind", "What it is", kinds, piece.kind), *_facing(piece)]
        case Hill():
            return [NumberField("height", "Height", piece.height, 1, HIGHEST, hint="contours above the plain")]
        case Wire():
            belts, most = piece.depth_mm // BELT_MM, DEEPEST_WIRE_MM // BELT_MM
            return [NumberField("belts", "Belts", belts, 1, most, hint="of 2 cm, one behind the other")]
        case Trench():
            known = dict.fromkeys((*NATIONS, piece.nation))
            nations = options({nation: nation.capitalize() for nation in known})
            strengths = options({one.value: one.value.capitalize() for one in Strength})
            whose = ChoiceField("nation", "Whose it is", nations, piece.nation)
            return [whose, ChoiceField("strength", "How it is built", strengths, piece.strength), _width(piece)]
        case _:
            return [_width(piece)]


def _facing(area: Area) -> list[NumberField]:
    if area.kind is not AreaKind.BLOCK_HOUSE:
        return []
    return [
        NumberField("facing_deg", "Faces", area.facing_deg or 0, 0, 359, 15, hint="degrees clockwise, 0 up the table")
    ]


def _width(piece: Piece) -> NumberField:
    least, most = WIDTHS_MM[type(piece)]
    wide = (width(piece) or 0) / MM_A_CM
    return NumberField("width_cm", "Width", wide, least / MM_A_CM, most / MM_A_CM, 0.5, unit="cm")
