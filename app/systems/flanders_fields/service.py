"""Flanders Fields as the service shows it: its routes, pages, screens, documents and prints."""

from collections.abc import Mapping
from typing import Any, Final

from app.pages.lookups.lookup_pages import laid_out_pages
from app.plugins import Routes
from app.system_service import SystemService
from app.systems.flanders_fields.documents import FILE_KINDS, open_shelves
from app.systems.flanders_fields.fire_plans import components as fire_plan_schemas
from app.systems.flanders_fields.fire_plans import router as fire_plans
from app.systems.flanders_fields.forces import components as force_schemas
from app.systems.flanders_fields.forces import router as forces
from app.systems.flanders_fields.pages.closed_game import after_action
from app.systems.flanders_fields.pages.fire_plan_editor import router as plans
from app.systems.flanders_fields.pages.force_editor import router as force_page
from app.systems.flanders_fields.pages.force_list import gun_router as guns
from app.systems.flanders_fields.pages.force_list import router as force_list
from app.systems.flanders_fields.pages.game_setup import ready_games
from app.systems.flanders_fields.pages.game_setup import router as new_game
from app.systems.flanders_fields.pages.lookups import LAID
from app.systems.flanders_fields.pages.map_tools import GAME_MAP
from app.systems.flanders_fields.pages.playsheets import PRINTS, forms_of_game
from app.systems.flanders_fields.pages.playsheets import force_print_router as force_prints
from app.systems.flanders_fields.pages.playsheets import game_print_router as game_printing
from app.systems.flanders_fields.pages.playsheets import game_sheet_router as game_sheet
from app.systems.flanders_fields.pages.playsheets import plan_print_router as plan_prints
from app.systems.flanders_fields.pages.playsheets import router as playsheets
from app.systems.flanders_fields.pages.playsheets import scenario_print_router as scenario_prints
from app.systems.flanders_fields.report import OWN_REPORT
from app.systems.flanders_fields.scenario_documents import ready_tables
from app.systems.flanders_fields.scenarios import GAME
from app.systems.flanders_fields.scenarios import components as scenario_schemas
from app.systems.flanders_fields.scenarios import router as scenarios
from app.systems.flanders_fields.screen import SCENERY
from rules.flanders_fields.game.map_proposals import known

ROUTES: Final = Routes(
    service=(fire_plans, forces, scenarios),
    pages=(
        laid_out_pages(LAID),
        new_game,
        force_list,
        force_page,
        guns,
        plans,
        plan_prints,
        force_prints,
        playsheets,
        scenario_prints,
        game_printing,
        game_sheet,
    ),
)
PROMISED_SCHEMAS: Final[Mapping[str, str]] = {
    "PlanFindingShown": "app__fire_plans__routes__FindingShown",
    "ForceNamed": "app__forces__routes__NameWanted",
    "ForecastCellShown": "app__fire_plans__forecasts__CellShown",
    "RuleSetAside": "Allowed",
    "ZoneCrossing": "rules.flanders_fields.game.guns.state.Crossing",
    "Crossing": "rules.flanders_fields.vocabulary.Crossing",
}


def _schemas() -> Mapping[str, Any]:
    return {**fire_plan_schemas(), **force_schemas(), **scenario_schemas()}


SERVICE: Final = SystemService(
    routes=ROUTES,
    schemas=_schemas,
    promised_schemas=PROMISED_SCHEMAS,
    examples=GAME,
    ready_games=ready_games,
    opens=open_shelves,
    file_kinds=tuple(FILE_KINDS),
    screen=SCENERY,
    known=known,
    game_map=GAME_MAP,
    ready_tables=ready_tables,
    prints=PRINTS,
    game_forms=forms_of_game,
    own_report=OWN_REPORT,
    show_report=after_action,
)
