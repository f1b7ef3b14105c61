"""Who may change a table: the device that drew it; what lies ready nobody."""

from typing import Annotated, Final

from fastapi import Path

from app.documents.makers import MadeHere
from app.games import problems
from app.games.keeper import Keeper
from app.games.problems import Problem
from app.tabletops.ready import ready_tables

TableId = Annotated[
    str, Path(description="the id of a table, as it stands in its address", examples=["mons-1914"], max_length=40)
]


def no_such_table(table_id: str) -> problems.Answer:
    """There is no table of this id."""
    return problems.not_found(
        "no-such-table", "No such table", f"there is no table {table_id} here", "look in the list"
    )


def _opens(keeper: Keeper, table_id: str, key: str) -> bool | None:
    if table_id in ready_tables():
        raise Problem(problems.not_yours("a table that lies ready stays as it is: copy it, and change the copy"))
    return keeper.tabletops.opens(table_id, key)


maker_for: Final = MadeHere(
    "table_id", _opens, no_such_table, "this table was drawn on another device: copy it, and change the copy"
)
