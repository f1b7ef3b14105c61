"""The maker's key of a drawn table: a cookie of the device that drew it, and the guard that asks for it."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Path, Request
from starlette.responses import Response

from app.games import problems
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.seats.cookies import is_secure
from app.tabletops.ready import ready_tables

PLAIN: Final = "bzt-"
SECURE: Final = "__Host-bzt-"
GOOD_FOR_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""

TableId = Annotated[
    str, Path(description="the id of a table, as it stands in its address", examples=["mons-1914"], max_length=40)
]


@dataclass(frozen=True, slots=True)
class MadeHere:
    """A route for the device that drew the table in its path, and for nobody else."""

    async def __call__(self, table_id: TableId, request: Request) -> str:
        """The table's id. Raises Problem: 404 where there is none, 403 for another device and for ready tables."""
        if table_id in ready_tables():
            raise Problem(problems.not_yours("a table that lies ready stays as it is: copy it, and change the copy"))
        match await asyncio.to_thread(keeper_of(request).tabletops.opens, table_id, key_of(request, table_id)):
            case None:
                raise Problem(no_such_table(table_id))
            case False:
                raise Problem(
                    problems.not_yours("this table was drawn on another device: copy it, and change the copy")
                )
        return table_id


maker_for: Final = MadeHere()


def key_of(request: Request, table_id: str) -> str:
    """The key this device holds for a table; empty for none."""
    return request.cookies.get(f"{SECURE if is_secure(request) else PLAIN}{table_id}", "")


def give_key(response: Response, request: Request, table_id: str, key: str) -> None:
    """Let the device keep the key of a table it has drawn."""
    secure = is_secure(request)
    name = f"{SECURE if secure else PLAIN}{table_id}"
    response.set_cookie(name, key, GOOD_FOR_SECONDS, path="/", secure=secure, httponly=True, samesite="lax")


def no_such_table(table_id: str) -> problems.Answer:
    """There is no table of this id."""
    return problems.not_found(
        "no-such-table", "No such table", f"there is no table {table_id} here", "look in the list"
    )
