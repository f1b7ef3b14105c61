"""Routes of the core that no start needs. They are loaded with the first request that no other route answers."""

from app.forces import listing as forces
from app.forces.pages import force_pages
from app.forces.routes import force_router
from app.games import deletion_routes
from app.games.report_routes import report_router
from app.lookups.routes import look_up_router
from app.pages import deletion, game_map, game_prints, report, style, style_map, table_editor, tables
from app.pages.lookups.plain import plain_look_ups
from app.pages.printing.basket import basket_of
from app.pages.printing.delivery import router as waiting_prints
from app.pages.printing.index import print_pages
from app.plugins import Plugins, Routes
from app.stage import ground as stage_ground
from app.stage import page as stage_page
from app.stage import plain_page, table_page
from app.stage import routes as stage
from app.tabletops import routes as tabletops


def core_routes(plugins: Plugins) -> Routes:
    """Return the routes of seats, look-ups, tables, forces, prints and the page of styles."""
    services = [plugin.service for plugin in plugins.values()]
    look_ups = plugins.lookups()
    forces_of_systems = [service.forces for service in services if service.forces is not None]
    prints = [service.prints for service in services if service.prints is not None]
    reports = report_router([service.own_report for service in services if service.own_report is not None])
    of_games = (deletion, game_map, game_prints, report, stage_page, stage_ground, table_page, plain_page)
    pages = (
        *(plain_look_ups(offered) for offered in look_ups if not offered.has_pages),
        *map(force_pages, forces_of_systems),
        *(print_pages(offered, prints) for offered in prints),
        *([basket_of(prints), waiting_prints] if prints else []),
        *(module.router for module in (*of_games, tables, table_editor, style, style_map)),
    )
    service = (
        deletion_routes.router,
        stage.router,
        reports,
        *map(look_up_router, look_ups),
        *map(force_router, forces_of_systems),
        tabletops.router,
        forces.router,
    )
    return Routes(service, pages)
