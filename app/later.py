"""The routes of every system that nobody asks for first: read with the first of them, and not at the start."""

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
from app.registered import Routes
from app.stage.ground import router as stage_ground
from app.stage.page import router as stage_page
from app.stage.plain_page import router as plain_page
from app.stage.routes import router as stage
from app.stage.table_page import router as table_page
from app.systems.listed import LISTED
from app.tabletops.routes import router as tabletops


def later() -> Routes:
    """What may be done at a seat, look-ups, tables to play on, the page of styles."""
    of_stage = (stage_page, stage_ground, table_page, plain_page)
    of_games = (deletion, game_map, game_prints, report, *of_stage)
    pages = (*of_games, tables, table_editor, style, style_map)
    offered = [look_ups for one in LISTED if (look_ups := one.look_ups()) is not None]
    plain = [plain_look_ups(one) for one in offered if not one.has_pages]
    built = [kinds for one in LISTED if (kinds := one.forces()) is not None]
    prints = [printed for one in LISTED if (printed := one.prints()) is not None]
    printing = (*(print_pages(one, prints) for one in prints), *([basket_of(prints), waiting_prints] if prints else []))
    own = (*map(look_up_router, offered), *map(force_router, built))
    reports = report_router([own_report for one in LISTED if (own_report := one.own_report()) is not None])
    service = (deletion_routes, stage, reports, *own, tabletops, forces)
    return Routes(service, (*plain, *map(force_pages, built), *printing, *pages))
