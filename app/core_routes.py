"""Routes of the core that no start needs. They are loaded with the first request that no other route answers."""

from app.documents.force_routes import force_router
from app.documents.force_routes import listing_router as forces
from app.documents.table_routes import router as tabletops
from app.games.report_routes import report_router
from app.games.report_routes import router as report
from app.games.routes import deletion_router as deletion_routes
from app.lookups.routes import look_up_router
from app.pages.force_pages import force_pages
from app.pages.game_map import board_router as stage_ground
from app.pages.game_map import router as game_map
from app.pages.game_pages import deletion_router as deletion
from app.pages.lookups.generic_lookups import plain_look_ups
from app.pages.printing.delivery import router as waiting_prints
from app.pages.printing.form_pages import router as game_prints
from app.pages.printing.print_pages import basket_of, print_pages
from app.pages.style_page import router as style
from app.pages.style_page import style_map_router as style_map
from app.pages.table_pages import router as tables
from app.play.plain_form import router as plain_page
from app.play.routes import play_router as stage
from app.play.routes import screen_page_router as stage_page
from app.play.routes import table_choice_router as table_page
from app.plugins import Plugins, Routes
from app.system_service import service_of

GAME_PAGES = (deletion, game_map, game_prints, report, stage_page, stage_ground, table_page, plain_page)


def core_routes(plugins: Plugins) -> Routes:
    """Return the routes of seats, look-ups, tables, forces, prints and the page of styles."""
    services = [service_of(plugin) for plugin in plugins.values()]
    lookups = plugins.lookups()
    forces_of_systems = [service.forces for service in services if service.forces is not None]
    prints = [service.prints for service in services if service.prints is not None]
    reports = report_router([service.own_report for service in services if service.own_report is not None])
    pages = (
        *(plain_look_ups(offered) for offered in lookups if not offered.has_pages),
        *map(force_pages, forces_of_systems),
        *(print_pages(offered, prints) for offered in prints),
        *([basket_of(prints), waiting_prints] if prints else []),
        *(*GAME_PAGES, tables, style, style_map),
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
