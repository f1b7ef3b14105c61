"""Battle for 2mm Earth 1418 as the service has it: its game, its look-ups, the games that one tap opens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from app.games.wire import System
from app.registered import LogWords, Registered, Routes
from rules.earth_1418.vocabulary import KEY, SEATING

if TYPE_CHECKING:
    import typer
    from fastapi import Request

    from app.documents.file_kinds import FileKind
    from app.forces.offered import ForcesOffered
    from app.games.report import Reports
    from app.lookups.offered import LookUpsOffered
    from app.printing.offers import FormsHere
    from app.printing.things import PrintsOffered
    from app.seats.seat import Seat
    from app.stage.scene import Scenery
    from app.tabletops.document import NamedTable
    from app.tabletops.piece_words import PieceWord
    from app.tabletops.terrain_use import TerrainUse


def _system() -> System:
    from rules.earth_1418.game.system import SYSTEM

    return SYSTEM


def _ready() -> Sequence[dict[str, Any]]:
    from app.systems.earth_1418.ready import ready_to_open

    return ready_to_open()


def _look_ups() -> LookUpsOffered:
    from app.systems.earth_1418.questions import LOOK_UPS

    return LOOK_UPS


def _later() -> Routes:
    from app.systems.earth_1418 import prints

    return Routes(pages=(prints.router,))


def _forces() -> ForcesOffered:
    from app.systems.earth_1418.forces import FORCES

    return FORCES


def _file_kinds() -> Sequence[FileKind]:
    from app.forces.offered import kind_of

    return (kind_of(_forces()),)


def _schemas() -> Mapping[str, Any]:
    return _forces().schemas()


def _add_commands(program: typer.Typer) -> None:
    from app.systems.earth_1418 import printing

    printing.register(program)


async def _game_forms(game_id: str, request: Request, seat: Seat) -> FormsHere:
    from app.systems.earth_1418.forms import seen_and_offered

    return await seen_and_offered(game_id, request, seat)


def _prints() -> PrintsOffered:
    from app.systems.earth_1418.prints import PRINTS

    return PRINTS


def _reports() -> Reports[Any]:
    from app.systems.earth_1418.report import REPORTS

    return REPORTS


def _piece_words() -> Sequence[PieceWord]:
    from app.systems.earth_1418.piece_words import PIECE_WORDS

    return PIECE_WORDS


def _ready_tables() -> Mapping[str, NamedTable]:
    from app.systems.earth_1418.ready import ready_tables

    return ready_tables()


def _terrain() -> TerrainUse:
    from app.systems.earth_1418.piece_words import TERRAIN

    return TERRAIN


def _scenery() -> Scenery:
    from app.systems.earth_1418.stage.scenery import SCENERY

    return SCENERY


EARTH_1418: Final = Registered(
    KEY,
    _system,
    SEATING,
    later=_later,
    ready=_ready,
    look_ups=_look_ups,
    add_commands=_add_commands,
    schemas=_schemas,
    scenery=_scenery,
    forces=_forces,
    game_forms=_game_forms,
    prints=_prints,
    reports=_reports,
    edges=("Attacker’s edge", "Defender’s edge"),
    piece_words=_piece_words,
    ready_tables=_ready_tables,
    terrain=_terrain,
    log_words=LogWords(frozenset({"bound_ended"}), before="Bound 1"),
    file_kinds=_file_kinds,
)
