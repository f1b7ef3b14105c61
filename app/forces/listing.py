"""The list of saved forces, of the system that is asked for."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from app.documented import documented
from app.documents.makers import key_of
from app.documents.use import of_system, system_asked
from app.forces.shelf import listed_of
from app.forces.shown import ForceShown, listed
from app.games.keeper import keeper_of
from app.seats.guard import anyone

router = APIRouter(prefix="/api/v1/forces", tags=["forces"])
OfSystem = Annotated[str, of_system("forces")]


@router.get(
    "",
    dependencies=[Depends(anyone)],
    response_description="The forces, newest change first",
    responses=documented(422),
)
def every_force(request: Request, system: OfSystem = "") -> list[ForceShown]:
    """Every force that was saved on this server."""
    return forces_of(request, system_asked(request, system))


def forces_of(request: Request, system: str) -> list[ForceShown]:
    """The saved forces of a system, as this device is shown them."""
    key = key_of(request)
    return [listed(one, one.is_made_by(key)) for one in listed_of(keeper_of(request).database.engine, system)]
