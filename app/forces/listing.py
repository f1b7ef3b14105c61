"""The list of saved forces, of the system that is asked for."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from app.documented import documented
from app.documents.makers import key_of
from app.forces.shelf import listed_of
from app.forces.shown import ForceShown, listed
from app.games.keeper import keeper_of
from app.games.problems import Problem, unreadable
from app.seats.guard import anyone

router = APIRouter(prefix="/api/v1/forces", tags=["forces"])
OfSystem = Annotated[
    str,
    Query(
        description="the rule system whose forces they are; left out: the one that documents are of which name none",
        examples=["flanders-fields"],
        max_length=40,
    ),
]


@router.get(
    "",
    dependencies=[Depends(anyone)],
    response_description="The forces, newest change first",
    responses=documented(422),
)
def every_force(request: Request, system: OfSystem = "") -> list[ForceShown]:
    """Every force that was saved on this server."""
    known: Mapping[str, Any] = request.app.state.registered
    named = system or next((key for key, one in known.items() if one.is_of_unnamed), "")
    if named not in known:
        raise Problem(unreadable("system", f"there is no system {system!r:.60}", f"one of: {', '.join(known)}"))
    return forces_of(request, named)


def forces_of(request: Request, system: str) -> list[ForceShown]:
    """The saved forces of a system, as this device is shown them."""
    key = key_of(request)
    return [listed(one, one.is_made_by(key)) for one in listed_of(keeper_of(request).database.engine, system)]
