"""Printables of a rule system: prints, forms, paper, and the ground of their charts."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Generic, TypeVar

from fastapi import Request
from starlette.datastructures import QueryParams

from app.lookups.queries import BadAsk
from app.pages.rendering import sentence
from playsheets.forms import ChartPiece, Form, GroundPattern
from playsheets.press import PAPERS, TRUE_MM, BadJob, Catalogue, FormPart, Job, Paper, Part, PrinterCorrection, Wanted
from rules.kernel.frozen_dataclasses import dataclass
from rules.tabletop import terrain
from rules.tabletop.terrain import AreaKind, Table

# Paper and printer in addresses

PAPER_NAMES: Final = {"a4": "A4", "letter": "Letter"}


def paper_of(query: QueryParams) -> Paper:
    """The paper of an address, A4 unless it says otherwise."""
    return next((paper for paper in PAPERS if paper == query.get("paper")), "a4")


def correction_of(query: QueryParams) -> PrinterCorrection:
    """The printer's correction of an address. Raises BadJob."""
    return PrinterCorrection(_measured(query, "across"), _measured(query, "along"))


def _measured(query: QueryParams, name: str) -> float:
    """Millimetres as typed, with a point or a comma; nothing typed is a true printer. Raises BadJob."""
    written = query.get(name, "").strip().replace(",", ".")
    try:
        return float(written) if written else TRUE_MM
    except ValueError:
        raise BadJob(f"{written!r} is no length in millimetres; enter what you measure, such as 99.5") from None


def problem_of(bad: BadJob | BadAsk) -> dict[str, str]:
    """What was wrong and what would be right, for a page."""
    if isinstance(bad, BadAsk):
        return {"because": sentence(bad.wrong), "instead": sentence(bad.right)}
    because, _, instead = str(bad).partition("; ")
    return {"because": sentence(because), "instead": sentence(instead)}


# Prints of a rule system

W = TypeVar("W", bound=Wanted)
Shown = Mapping[str, Any]
Parts = Callable[[QueryParams], tuple[Part, ...]]
Way = Callable[[str, QueryParams, Request], Awaitable[tuple[Part, ...]]]
"""What an address prints: of what its pattern caught, under what stands behind it. Raises BadJob, BadAsk, Problem."""


def nothing_more(_query: QueryParams) -> tuple[Part, ...]:
    """Where nothing else can be put into the file."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Choosing(Generic[W]):
    """What can be chosen on a page: things, `usual` before anybody chose, and for what (`wanted` raises BadAsk).

    `of_game`: whether there are forces to make things from. `more` goes into the same file (it raises BadJob).
    `shown` is what the form has besides.
    """

    catalogue: Catalogue[W]
    wanted: Callable[[QueryParams], W]
    shown: Shown
    usual: str = "playsheet"
    of_game: bool = False
    more: Parts = nothing_more


@dataclass(frozen=True, slots=True, eq=False)
class PrintsOffered:
    """The prints of a system: where they are chosen, of which book, what of an address, and how its file is called.

    `ways` are other addresses with prints, as patterns of one group, each with what it prints.
    """

    at: str
    book: str
    catalogue: Catalogue[Any]
    choosing: Callable[[Request], Choosing[Any]]
    named: Callable[[QueryParams], str]
    ways: Mapping[str, Way]


NO_WAYS: Final[Mapping[str, Way]] = {}


# Forms that can be printed somewhere


@dataclass(frozen=True, slots=True)
class Printable:
    """One form: its name in addresses, what it is in a word and a sentence, and how it is made."""

    key: str
    title: str
    says: str
    make: Callable[[], Form]


@dataclass(frozen=True, slots=True)
class FormsHere:
    """The forms that may be printed of something: the page that is gone back to, what the thing is called, the forms.

    `more` is what else stands on the page of printing. `named`: after what a file of them is named where the title is
    secret.
    """

    here: str
    title: str
    offers: tuple[Printable, ...]
    more: Mapping[str, Any] = field(default_factory=dict)
    named: str = ""


class NotOffered(LookupError):
    """A form that is not offered here, whether there is none of that name or it is not for whoever asks."""


def chosen(offers: Sequence[Printable], keys: Sequence[str]) -> tuple[Form, ...]:
    """The forms of these names, in their order, each once. Raises NotOffered."""
    by_key: Mapping[str, Printable] = {one.key: one for one in offers}
    wanted = list(dict.fromkeys(keys))
    if missing := [key for key in wanted if key not in by_key]:
        raise NotOffered(missing[0])
    return tuple(by_key[key].make() for key in wanted)


def job_of_forms(title: str, forms: Sequence[Form], paper: Paper, correction: PrinterCorrection) -> Job:
    """The forms as one job; one without any is refused by the press."""
    return Job(title, tuple(FormPart(one) for one in forms), paper, correction)


# The ground of a table for the charts of forms

AREAS: Final[Mapping[AreaKind, GroundPattern]] = {
    AreaKind.WOOD: GroundPattern.WOOD,
    AreaKind.BUILDINGS: GroundPattern.BUILDINGS,
    AreaKind.MARSH: GroundPattern.BROKEN,
    AreaKind.SHELL_TORN: GroundPattern.BROKEN,
    AreaKind.SHATTERED: GroundPattern.BROKEN,
    AreaKind.STRONG_POINT: GroundPattern.WORK,
    AreaKind.BLOCK_HOUSE: GroundPattern.WORK,
}
WAYS: Final[Mapping[type[terrain.Piece], GroundPattern]] = {
    terrain.Hill: GroundPattern.HILL,
    terrain.Trench: GroundPattern.TRENCH,
    terrain.Road: GroundPattern.ROAD,
    terrain.Bridge: GroundPattern.ROAD,
    terrain.Stream: GroundPattern.WATER,
    terrain.River: GroundPattern.WATER,
    terrain.Wire: GroundPattern.WIRE,
}


def ground_of(table: Table | None, across: bool = False) -> tuple[ChartPiece, ...]:
    """What lies on a table, in mm from the left corner of its near edge, or (`across`) of its far one."""
    return tuple(_piece(one, table, across) for one in table.pieces) if table else ()


def _piece(piece: terrain.Piece, table: Table, across: bool) -> ChartPiece:
    kind = AREAS[piece.kind] if isinstance(piece, terrain.Area) else WAYS[type(piece)]
    line = ((one.x_mm, one.y_mm) for one in terrain.points(piece))
    seen = ((table.width_mm - x, table.depth_mm - y) if across else (x, y) for x, y in line)
    return ChartPiece(kind, tuple((float(x), float(y)) for x, y in seen), piece.name)
