"""What the service shows of one rule system beside what it shows of every one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from app.games.examples import GameExamples
from app.games.own_shelves import Opens, nothing_kept
from app.games.wire import System
from app.seats.seat import Seat
from rules.kernel.asking import Proposal
from rules.kernel.play import Actor, Past, Seating
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    import typer

    from app.documents.file_kinds import FileKind
    from app.forces.offered import ForcesOffered
    from app.games.report import Reports
    from app.games.report_shown import OwnReport
    from app.lookups.offered import LookUpsOffered
    from app.pages.game_map import GameMap
    from app.printing.offers import FormsHere
    from app.printing.things import PrintsOffered
    from app.stage.scene import Scenery
    from app.tabletops.document import NamedTable
    from app.tabletops.piece_words import PieceWord
    from app.tabletops.terrain_use import TerrainUse


@dataclass(frozen=True, slots=True)
class Routes:
    """Routes of the service, and pages, which its description does not list."""

    service: tuple[APIRouter, ...] = ()
    pages: tuple[APIRouter, ...] = ()


@dataclass(frozen=True, slots=True)
class LogWords:
    """How the log of a game is parted: by `heads`, the kinds of events with which a stretch of play begins, what comes
    `before` the first of them; and the `marks` that stand before events which correct something.
    """

    heads: frozenset[str] = frozenset()
    before: str = "So far"
    marks: Mapping[str, str] = field(default_factory=dict)


def _usual_terrain() -> TerrainUse:
    from app.tabletops.terrain_use import TerrainUse

    return TerrainUse()


def _nothing() -> Routes:
    return Routes()


def _no_examples() -> GameExamples:
    return GameExamples({}, {})


def _no_look_ups() -> None:
    return None


def _no_forces() -> None:
    return None


def _no_prints() -> None:
    return None


def _no_scenery() -> Scenery | None:
    return None


def _no_reports() -> Reports[Any] | None:
    return None


def _no_own_report() -> OwnReport | None:
    return None


def _no_map() -> GameMap[Any] | None:
    return None


def _nothing_known(_state: Any, _actor: Actor, _unit: str, _past: Past) -> Mapping[str, Mapping[str, Proposal]]:
    return {}


def _no_command(_program: typer.Typer) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Registered:
    """A rule system with what is shown of it alone; all but the words of its seats is only read when it is asked for.

    `later` are its routes. `schemas` are those that its documents add to the description, `ready` the games that one
    tap opens, `show_closed` the page of a closed game of it for whoever played it: without it that is the stage, as
    for whoever only looks on. `look_ups` are its questions; a system may have them before it has a game.
    `add_commands` gives the terminal its commands. `scenery` draws the table on the stage: without it the stage has
    what is owed and offered, and what was told. `game_map` is what its map measures: without it there is no page of
    one. `known` are the facts that a seat knows of each stand with a unit in hand. `show_report` is the page of what a
    game of it came to; without it that is worked out of what it `reports`, and without either there is none.
    `own_report` is the same as JSON, for a system whose form is its own. `opens`
    opens what it keeps in the database beside its games. `examples` are requests that open and begin a game of it, for
    the description. `filters` are those that only its templates use. `grounds` is the folder of its tables that lie
    ready, `ready_tables` are those that it makes of something else. `terrain` is what it reads of a table.
    `is_of_unnamed`: documents and addresses that name no system are of this one. `forces` are those that are
    built and kept by the core. `prints` are what anybody may print, `game_forms` what a seat may print of a game.
    `promised_schemas` are names of the description that stay though the class is called otherwise, by that of the
    class. `edges` are what its players call the near edge of a table and the far one, `piece_words` what they may say
    of a piece on it. `log_words` are what parts the log of a game. `file_kinds` are the files that are saved of it.
    """

    key: str
    system: Callable[[], System] | None = None
    seating: Seating | None = None
    later: Callable[[], Routes] = _nothing
    schemas: Callable[[], Mapping[str, Any]] = dict
    ready: Callable[[], Sequence[dict[str, Any]]] = tuple
    show_closed: Callable[[str, Request, Seat], Awaitable[HTMLResponse]] | None = None
    look_ups: Callable[[], LookUpsOffered | None] = _no_look_ups
    add_commands: Callable[[typer.Typer], None] = _no_command
    scenery: Callable[[], Scenery | None] = _no_scenery
    known: Callable[[Any, Actor, str, Past], Mapping[str, Mapping[str, Proposal]]] = _nothing_known
    opens: Opens = nothing_kept
    examples: Callable[[], GameExamples] = _no_examples
    filters: Callable[[], Mapping[str, Callable[..., Any]]] = dict
    grounds: Path | None = None
    ready_tables: Callable[[], Mapping[str, NamedTable]] = dict
    terrain: Callable[[], TerrainUse] = _usual_terrain
    is_of_unnamed: bool = False
    forces: Callable[[], ForcesOffered | None] = _no_forces
    game_map: Callable[[], GameMap[Any] | None] = _no_map
    game_forms: Callable[[str, Request, Seat], Awaitable[FormsHere]] | None = None
    show_report: Callable[[str, Request, Seat], Awaitable[HTMLResponse]] | None = None
    reports: Callable[[], Reports[Any] | None] = _no_reports
    own_report: Callable[[], OwnReport | None] = _no_own_report
    prints: Callable[[], PrintsOffered | None] = _no_prints
    promised_schemas: Callable[[], Mapping[str, str]] = dict
    edges: tuple[str, str] = ("Near edge", "Far edge")
    piece_words: Callable[[], Sequence[PieceWord]] = tuple
    log_words: LogWords = LogWords()
    file_kinds: Callable[[], Sequence[FileKind]] = tuple

    @property
    def has_report(self) -> bool:
        """Whether a game of it that is over has a report."""
        return self.show_report is not None or self.reports() is not None

    @property
    def book(self) -> str:
        """Its rule book, as it is called; of a system without look-ups its key."""
        offered = self.look_ups()
        return offered.of.title if offered else self.key
