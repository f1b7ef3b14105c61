"""The routes of every system that nobody asks for first: read with the first of them, and not at the start."""

from app.lookups import routes as lookups
from app.pages import style, style_map, table_editor, tables
from app.pages.lookups import index as lookup_index
from app.pages.lookups import rulings as lookup_rulings
from app.stage import page as stage_page
from app.stage import routes as stage
from app.systems.registered import Routes
from app.tabletops import routes as tabletops


def later() -> Routes:
    """What may be done at a seat, look-ups, tables to play on, the page of styles."""
    pages = (stage_page, lookup_rulings, lookup_index, tables, table_editor, style, style_map)
    return Routes((stage.router, lookups.router, tabletops.router), tuple(one.router for one in pages))
