"""Battle for 2mm Earth 1418 as the service shows it."""

from typing import Final

from app.forces.offered import kind_of
from app.plugins import Routes
from app.system_service import SystemService
from app.systems.earth_1418.forces import FORCES
from app.systems.earth_1418.forms import seen_and_offered
from app.systems.earth_1418.piece_words import PIECE_WORDS, TERRAIN
from app.systems.earth_1418.prints import PRINTS, router
from app.systems.earth_1418.ready import ready_tables, ready_to_open
from app.systems.earth_1418.report import REPORTS
from app.systems.earth_1418.stage.scenery import SCENERY

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
