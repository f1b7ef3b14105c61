"""Flanders Fields as the service shows it: its routes, pages, screens, documents and prints."""

from collections.abc import Mapping
from typing import Any, Final

from app.pages.lookups.laid_out.index import laid_out_pages
from app.plugins import Routes
from app.system_service import SystemService
from app.systems.flanders_fields.examples import GAME
from app.systems.flanders_fields.file_kinds import FILE_KINDS
from app.systems.flanders_fields.fire_plans.examples import components as fire_plan_schemas
from app.systems.flanders_fields.fire_plans.forecasts import router as forecasts
from app.systems.flanders_fields.fire_plans.routes import router as fire_plans
from app.systems.flanders_fields.fire_plans.sealing import router as sealing
from app.systems.flanders_fields.forces.examples import components as force_schemas
from app.systems.flanders_fields.forces.routes import router as forces
from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.pages.forces.guns import router as guns
from app.systems.flanders_fields.pages.forces.index import router as force_list
from app.systems.flanders_fields.pages.forces.page import router as force_page
from app.systems.flanders_fields.pages.game import show_closed
from app.systems.flanders_fields.pages.lookups.laid import LAID
from app.systems.flanders_fields.pages.map.page import GAME_MAP
from app.systems.flanders_fields.pages.new_game import router as new_game
from app.systems.flanders_fields.pages.plans.forecast import router as plan_forecast
from app.systems.flanders_fields.pages.plans.index import router as plans
from app.systems.flanders_fields.pages.printing.force_prints import router as force_prints
from app.systems.flanders_fields.pages.printing.game_printing import router as game_printing
from app.systems.flanders_fields.pages.printing.game_prints import forms_of_game
from app.systems.flanders_fields.pages.printing.index import PRINTS
from app.systems.flanders_fields.pages.printing.index import router as playsheets
from app.systems.flanders_fields.pages.printing.plan_prints import router as plan_prints
from app.systems.flanders_fields.pages.printing.scenario_prints import router as scenario_prints
from app.systems.flanders_fields.pages.ready import ready_games
from app.systems.flanders_fields.pages.report import after_action
from app.systems.flanders_fields.pages.scenario_form import router as scenario_form
from app.systems.flanders_fields.report_shown import OWN_REPORT
from app.systems.flanders_fields.scenarios.examples import components as scenario_schemas
from app.systems.flanders_fields.scenarios.routes import router as scenarios
from app.systems.flanders_fields.shelves import open_shelves
from app.systems.flanders_fields.stage.scenery import SCENERY
from rules.flanders_fields.game.known_of_stands import known

ROUTES: Final = Routes(
    service=(fire_plans, forecasts, sealing, forces, scenarios),
    pages=(
        laid_out_pages(LAID),
        new_game,
        scenario_form,
        force_list,
        force_page,
        guns,
        plans,
        plan_forecast,
        plan_prints,
        force_prints,
        playsheets,
        scenario_prints,
        game_printing,
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
    show_closed=show_closed,
    own_report=OWN_REPORT,
    show_report=after_action,
)
