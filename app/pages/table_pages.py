"""Pages of the table library, and the table editor."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.table_routes import TableId, found, maker_for, table_shown
from app.documents.tables import KeptTable, PieceWord, write_document
from app.games.app_services import keeper_of
from app.http.guards import anyone
from app.maps.drawing import KINDS, NAMED_EDGES, SORTS, Edges, PieceTold, draw, told
from app.maps.layers import NATIONS
from app.pages.form_fields import ChoiceField, FieldOption, NumberField, options
from app.pages.rendering import page
from app.plugins import plugins_of
from app.system_service import service_of
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop.ground import across
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
from rules.tabletop.terrain_faults import DEEPEST_WIRE_MM, HIGHEST, WIDTHS_MM

# The library of tables

router = APIRouter()


@router.get("/tables", dependencies=[Depends(anyone)])
def tables(request: Request) -> HTMLResponse:
    """Every table of the library, and the ways to a new one."""
    kept = keeper_of(request).tabletops.all()
    books = _books(request)
    listed = [{"table": table_shown(one, request), "book": books.get(one.system, "")} for one in kept]
    systems = [{"value": key, "word": book} for key, book in books.items()]
    return page("tables/index.html", {"tables": listed, "systems": systems})


@router.get("/tables/{table_id}", dependencies=[Depends(anyone)])
def one_table(table_id: TableId, request: Request, across: bool = False) -> HTMLResponse:
    """A table as a map with all of it in words beside; `across`: from the far edge."""
    return page("tables/table.html", _shown(found(request, table_id), request, across))


def _books(request: Request) -> dict[str, str]:
    """The rule books of the systems that tables are drawn for, by their keys; none where there is one alone."""
    plugins = [plugin for plugin in plugins_of(request).values() if plugin.has_game]
    return {plugin.key: plugin.title for plugin in plugins} if len(plugins) > 1 else {}


@dataclass(frozen=True, slots=True)
class CopyFor:
    """Another rule system that a table may be copied for: what does not carry over, and which pieces prevent it."""

    value: str
    word: str
    lost: Sequence[str]
    prevents: Sequence[str]


def _copies(kept: KeptTable, request: Request) -> list[CopyFor]:
    """The other systems that a table may be copied for: what does not carry over, or the pieces that prevent it."""
    table, systems = kept.document.table, plugins_of(request)
    others = [(key, book) for key, book in _books(request).items() if key != kept.listed.system]
    uses = [(key, book, service_of(systems[key]).terrain) for key, book in others]
    return [CopyFor(key, book, list(use.lost(table)), use.unknown(table)) for key, book, use in uses]


def edges_of(system: str, request: Request) -> Edges:
    """What the edges of a table are called in its rule system."""
    plugin = plugins_of(request).get(system)
    return plugin.info.edges if plugin else NAMED_EDGES


def _shown(kept: KeptTable, request: Request, across: bool) -> dict[str, Any]:
    table = kept.document.table
    return {
        "table": table_shown(kept.listed, request),
        "map": draw(table, across=across, edges=edges_of(kept.listed.system, request)),
        "book": _books(request).get(kept.listed.system, ""),
        "copies": _copies(kept, request),
        "told": told(table, across),
        "across": across,
        "here": f"/tables/{kept.listed.id}",
    }


# The editor of a table

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
    return [_word(word, said) for word in service_of(its).piece_words] if its else []


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
