"""The routes of every system that nobody asks for first: read with the first of them, and not at the start."""

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
from app.registered import Routes
from app.stage import ground as stage_ground
from app.stage import page as stage_page
from app.stage import plain_page, table_page
from app.stage import routes as stage
from app.systems.listed import LISTED
from app.tabletops import routes as tabletops


def later() -> Routes:
    """What may be done at a seat, look-ups, tables to play on, the page of styles."""
    of_stage = (stage_page.router, stage_ground.router, table_page.router, plain_page.router)
    of_games = (deletion.router, game_map.router, game_prints.router, report.router, *of_stage)
    pages = (*of_games, tables.router, table_editor.router, style.router, style_map.router)
    offered = [look_ups for one in LISTED if (look_ups := one.look_ups()) is not None]
    plain = [plain_look_ups(one) for one in offered if not one.has_pages]
    built = [kinds for one in LISTED if (kinds := one.forces()) is not None]
    prints = [printed for one in LISTED if (printed := one.prints()) is not None]
    printing = (*(print_pages(one, prints) for one in prints), *([basket_of(prints), waiting_prints] if prints else []))
    own = (*map(look_up_router, offered), *map(force_router, built))
    reports = report_router([own_report for one in LISTED if (own_report := one.own_report()) is not None])
    service = (deletion_routes.router, stage.router, reports, *own, tabletops.router, forces.router)
    return Routes(service, (*plain, *map(force_pages, built), *printing, *pages))
