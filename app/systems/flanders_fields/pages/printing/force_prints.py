"""What of a saved force can be printed: its roster, read on the screen or taken along as one PDF."""

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, Response

from app.forces.keys import ForceId
from app.seats.guard import anyone
from app.systems.flanders_fields.forces.routes import found

router = APIRouter(default_response_class=HTMLResponse)


@router.get("/forces/{force_id}/print", dependencies=[Depends(anyone)])
def force_prints(force_id: ForceId, request: Request) -> Response:
    """The forms of a force, those of the address (`form`) to be read."""
    # Forms are loaded with the first that is printed, not with the service.
    from app.pages.prints import reading
    from app.systems.flanders_fields.printing.of_files import offers_of_force

    force = found(request, force_id).document
    return reading(f"/forces/{force_id}", force.name, tuple(offers_of_force(force)), request.query_params)


@router.get("/forces/{force_id}/print/file", dependencies=[Depends(anyone)])
async def force_print_file(force_id: ForceId, request: Request) -> Response:
    """The chosen forms of a force as one PDF."""
    from app.pages.prints import printed
    from app.systems.flanders_fields.printing.of_files import offers_of_force

    force = found(request, force_id).document
    return await printed(f"/forces/{force_id}", force.name, tuple(offers_of_force(force)), request.query_params)
