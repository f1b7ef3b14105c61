"""The key of a device that draws tables or makes forces: one cookie for all of them, and the guard that asks for it."""

import asyncio
from typing import Annotated, Final

from fastapi import Path, Request
from starlette.responses import Response

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.seats.cookies import is_secure
from app.seats.tokens import new_token
from app.tabletops.ready import ready_tables
from rules.kernel.values import dataclass

PLAIN: Final = "bzt"
SECURE: Final = "__Host-bzt"
GOOD_FOR_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""

TableId = Annotated[
    str, Path(description="the id of a table, as it stands in its address", examples=["mons-1914"], max_length=40)
]


class MadeHere:
    """A route for the device that made what its path names, a table or a force, and for nobody else."""


@dataclass(frozen=True, slots=True)
class DrawnHere(MadeHere):
    """A route for the device that drew the table in its path, and for nobody else."""

    async def __call__(self, table_id: TableId, request: Request) -> str:
        """The table's id. Raises Problem: 404 where there is none, 403 for another device and for ready tables."""
        if table_id in ready_tables():
            raise Problem(problems.not_yours("a table that lies ready stays as it is: copy it, and change the copy"))
        opens = await asyncio.to_thread(keeper_of(request).tabletops.opens, table_id, key_of(request))
        if opens is None:
            raise Problem(no_such_table(table_id))
        if not opens:
            raise Problem(problems.not_yours("this table was drawn on another device: copy it, and change the copy"))
        return table_id


maker_for: Final = DrawnHere()


def key_of(request: Request) -> str:
    """The key this device holds; empty before it has drawn anything."""
    return request.cookies.get(SECURE if is_secure(request) else PLAIN, "")


def key_for(response: Response, request: Request) -> str:
    """The key this device holds; a new one, which it is given, before it has drawn anything."""
    if held := key_of(request):
        return held
    key, secure = new_token(), is_secure(request)
    name = SECURE if secure else PLAIN
    response.set_cookie(name, key, GOOD_FOR_SECONDS, path="/", secure=secure, httponly=True, samesite="lax")
    return key


def no_such_table(table_id: str) -> problems.Answer:
    """There is no table of this id."""
    return problems.not_found(
        "no-such-table", "No such table", f"there is no table {table_id} here", "look in the list"
    )
