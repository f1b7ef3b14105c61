"""Routes of the core that no start needs. They are loaded with the first request that no other route answers."""

from app.forces.listing import router as forces
from app.forces.pages import force_pages
from app.forces.routes import force_router
from app.games.deletion_routes import router as deletion_routes
from app.games.report_routes import report_router
from app.lookups.routes import look_up_router
from app.pages.deletion import router as deletion
from app.pages.game_map import router as game_map
from app.pages.game_prints import router as game_prints
from app.pages.lookups.plain import plain_look_ups
from app.pages.printing.basket import basket_of
from app.pages.printing.delivery import router as waiting_prints
from app.pages.printing.index import print_pages
from app.pages.report import router as report
from app.pages.style import router as style
from app.pages.style_map import router as style_map
from app.pages.table_editor import router as table_editor
from app.pages.tables import router as tables
from app.plugins import Plugins, Routes
from app.stage.ground import router as stage_ground
from app.stage.page import router as stage_page
from app.stage.plain_page import router as plain_page
from app.stage.routes import router as stage
from app.stage.table_page import router as table_page
from app.tabletops.routes import router as tabletops

GAME_PAGES = (deletion, game_map, game_prints, report, stage_page, stage_ground, table_page, plain_page)


def core_routes(plugins: Plugins) -> Routes:
    """Return the routes of seats, look-ups, tables, forces, prints and the page of styles."""
    services = [plugin.service for plugin in plugins.values()]
    lookups = plugins.lookups()
    forces_of_systems = [service.forces for service in services if service.forces is not None]
    prints = [service.prints for service in services if service.prints is not None]
    reports = report_router([service.own_report for service in services if service.own_report is not None])
    pages = (
        *(plain_look_ups(offered) for offered in lookups if not offered.has_pages),
        *map(force_pages, forces_of_systems),
        *(print_pages(offered, prints) for offered in prints),
        *([basket_of(prints), waiting_prints] if prints else []),
        *(*GAME_PAGES, tables, table_editor, style, style_map),
    )
    service = (
        deletion_routes,
        stage,
        reports,
        *map(look_up_router, lookups),
        *map(force_router, forces_of_systems),
        tabletops,
        forces,
    )
    return Routes(service, pages)
