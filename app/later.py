"""The routes of every system that nobody asks for first: read with the first of them, and not at the start."""

from app.lookups import routes as lookups
from app.pages import style, style_map, table_editor, tables
from app.pages.lookups import index as lookup_index
from app.pages.lookups import rulings as lookup_rulings
from app.systems.registered import Routes
from app.tabletops import routes as tabletops


def later() -> Routes:
    """Look-ups, tables to play on, the page of styles."""
    pages = (lookup_rulings, lookup_index, tables, table_editor, style, style_map)
    return Routes((lookups.router, tabletops.router), tuple(one.router for one in pages))
