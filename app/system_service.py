"""What the service adds for one rule system: routes, pages, screens, documents and prints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request
from starlette.responses import HTMLResponse

from app.documents.file_kinds import FileKind
from app.games.examples import GameExamples
from app.games.own_shelves import Opens, nothing_kept
from app.games.report import Reports
from app.games.report_shown import OwnReport
from app.plugins import Routes
from app.seats.seat import Seat
from app.tabletops.document import NamedTable
from app.tabletops.piece_words import PieceWord
from app.tabletops.terrain_use import TerrainUse
from rules.kernel.asking import Proposal
from rules.kernel.play import Past
from rules.kernel.seats import Actor
from rules.kernel.values import dataclass

if TYPE_CHECKING:
    from app.forces.offered import ForcesOffered
    from app.maps.game_map import GameMap
    from app.printing.offers import FormsHere
    from app.printing.things import PrintsOffered
    from app.stage.scene import Scenery


def _no_ready_games() -> Sequence[Mapping[str, Any]]:
    return ()


def _no_tables() -> Mapping[str, NamedTable]:
    return {}


def _nothing_known(_state: Any, _actor: Actor, _unit: str, _past: Past) -> Mapping[str, Mapping[str, Proposal]]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemService:
    """What the service adds for one rule system: routes, pages, screens, documents and prints."""

    routes: Routes = Routes()
    schemas: Callable[[], Mapping[str, Any]] = dict
    """Schemas that its documents add to the API description."""
    promised_schemas: Mapping[str, str] = field(default_factory=dict)
    """Names of schemas in the API description, by the name of the class."""
    examples: GameExamples = GameExamples({}, {})
    """Requests of a game for the API description."""
    ready_games: Callable[[], Sequence[Mapping[str, Any]]] = _no_ready_games
    """Games that one tap opens."""
    opens: Opens = nothing_kept
    """Opens what it stores beside its games."""
    file_kinds: tuple[FileKind, ...] = ()
    screen: Scenery | None = None
    """Draws the table on the play screen. Without it the screen has commands and results only."""
    known: Callable[[Any, Actor, str, Past], Mapping[str, Mapping[str, Proposal]]] = _nothing_known
    """Facts that a seat knows of each stand while a unit is selected."""
    game_map: GameMap[Any] | None = None
    forces: ForcesOffered | None = None
    ready_tables: Callable[[], Mapping[str, NamedTable]] = _no_tables
    """Ready tables that are not files."""
    terrain: TerrainUse = TerrainUse()
    """What it reads of a table."""
    piece_words: tuple[PieceWord, ...] = ()
    prints: PrintsOffered | None = None
    """Prints for everybody."""
    game_forms: Callable[[str, Request, Seat], Awaitable[FormsHere]] | None = None
    """Prints of a game for one of its seats."""
    show_closed: Callable[[str, Request, Seat], Awaitable[HTMLResponse]] | None = None
    """The page of a closed game for its players. Without it they see the play screen."""
    reports: Reports[Any] | None = None
    """How the core makes the report of a closed game."""
    own_report: OwnReport | None = None
    """The report as JSON in a form of its own."""
    show_report: Callable[[str, Request, Seat], Awaitable[HTMLResponse]] | None = None
    """The report page of its own."""

    @property
    def has_report(self) -> bool:
        """Whether a closed game has a report."""
        return self.show_report is not None or self.reports is not None


NO_SERVICE: Final = SystemService()
