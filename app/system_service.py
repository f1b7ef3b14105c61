"""What the service adds for one rule system: routes, pages, screens, documents and prints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final

from fastapi import Request
from starlette.responses import HTMLResponse

from app.documents.document_files import FileKind
from app.documents.tables import NamedTable, PieceWord, TerrainUse
from app.games.system_extensions import GameExamples, Opens, nothing_kept
from app.plugins import Plugin, Plugins, Routes
from app.seats.seat_repository import Seat
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.play import Past
from rules.kernel.prompts import Proposal
from rules.kernel.seats import Actor

if TYPE_CHECKING:
    # A start needs none of these.
    from app.documents.forces import ForcesOffered
    from app.games.reports import OwnReport, Reports
    from app.maps.game_map import GameMap
    from app.play.play_screen import Scenery
    from app.printing.printables import FormsHere, PrintsOffered


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


def service_of(plugin: Plugin) -> SystemService:
    """Return what the service adds for a rule system. It is loaded when it is first used."""
    service: SystemService | None = plugin.part("service")
    return service or NO_SERVICE


def ready_tables_of(plugins: Plugins) -> Mapping[str, NamedTable]:
    """Return the ready tables of every system by their ids, in the order of years.

    Raises:
        NotFitting: a file of a table is broken.
    """
    tables = {name: table for plugin in plugins.values() for name, table in service_of(plugin).ready_tables().items()}
    return dict(sorted(tables.items(), key=lambda entry: (entry[0].rpartition("-")[2], entry[0])))
