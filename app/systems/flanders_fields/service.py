"""Flanders Fields as the service shows it: its routes, pages, screens, documents and prints."""

from collections.abc import Mapping
from typing import Any, Final

from app.pages.lookups.laid_out.index import laid_out_pages
from app.plugins import Routes
from app.system_service import SystemService
from app.systems.flanders_fields.examples import GAME
from app.systems.flanders_fields.file_kinds import FILE_KINDS
from app.systems.flanders_fields.fire_plans import examples as fire_plan_examples
from app.systems.flanders_fields.fire_plans import forecasts, sealing
from app.systems.flanders_fields.fire_plans import routes as fire_plans
from app.systems.flanders_fields.forces import examples as force_examples
from app.systems.flanders_fields.forces import routes as forces
from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.pages import new_game, scenario_form
from app.systems.flanders_fields.pages.forces import guns
from app.systems.flanders_fields.pages.forces import index as force_index
from app.systems.flanders_fields.pages.forces import page as force_page
from app.systems.flanders_fields.pages.game import show_closed
from app.systems.flanders_fields.pages.lookups.laid import LAID
from app.systems.flanders_fields.pages.map.page import GAME_MAP
from app.systems.flanders_fields.pages.plans import forecast as plan_forecast
from app.systems.flanders_fields.pages.plans import index as plans
from app.systems.flanders_fields.pages.printing import (
    force_prints,
    game_printing,
    index,
    plan_prints,
    scenario_prints,
)
from app.systems.flanders_fields.pages.printing.game_prints import forms_of_game
from app.systems.flanders_fields.pages.ready import ready_games
from app.systems.flanders_fields.pages.report import after_action
from app.systems.flanders_fields.report_shown import OWN_REPORT
from app.systems.flanders_fields.scenarios import examples as scenario_examples
from app.systems.flanders_fields.scenarios import routes as scenarios
from app.systems.flanders_fields.shelves import open_shelves
from app.systems.flanders_fields.stage.scenery import SCENERY
from rules.flanders_fields.game.known_of_stands import known

ROUTES: Final = Routes(
    service=(fire_plans.router, forecasts.router, sealing.router, forces.router, scenarios.router),
    pages=(
        laid_out_pages(LAID),
        new_game.router,
        scenario_form.router,
        force_index.router,
        force_page.router,
        guns.router,
        plans.router,
        plan_forecast.router,
        plan_prints.router,
        force_prints.router,
        index.router,
        scenario_prints.router,
        game_printing.router,
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
    return {**fire_plan_examples.components(), **force_examples.components(), **scenario_examples.components()}


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
    prints=index.PRINTS,
    game_forms=forms_of_game,
    show_closed=show_closed,
    own_report=OWN_REPORT,
    show_report=after_action,
)
