"""Battle for 2mm Earth 1418 as the service shows it."""

from typing import Final

from app.documents.forces import kind_of
from app.plugins import Routes
from app.system_service import SystemService
from app.systems.earth_1418.features import PIECE_WORDS, TERRAIN, ready_tables, ready_to_open
from app.systems.earth_1418.forces import FORCES, seen_and_offered
from app.systems.earth_1418.prints import PRINTS, router
from app.systems.earth_1418.screen import REPORTS, SCENERY

SERVICE: Final = SystemService(
    routes=Routes(pages=(router,)),
    schemas=FORCES.schemas,
    ready_games=ready_to_open,
    file_kinds=(kind_of(FORCES),),
    screen=SCENERY,
    forces=FORCES,
    ready_tables=ready_tables,
    terrain=TERRAIN,
    piece_words=tuple(PIECE_WORDS),
    prints=PRINTS,
    game_forms=seen_and_offered,
    reports=REPORTS,
)
