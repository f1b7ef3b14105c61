"""What of a saved force can be printed: its roster, read on the screen or taken along as one PDF."""

from typing import Any, Final

from fastapi import Request

from app.forces.keys import ForceId
from app.pages.form_pages import pages_of_forms
from app.seats.guard import anyone
from app.systems.flanders_fields.forces.routes import found


def forms_of_force(force_id: ForceId, request: Request) -> Any:
    """The forms of a force."""
    # Forms are loaded with the first that is printed, not with the service.
    from app.printing.offers import FormsHere
    from app.systems.flanders_fields.printing.of_files import offers_of_force

    force = found(request, force_id).document
    return FormsHere(f"/forces/{force_id}", force.name, tuple(offers_of_force(force)))


router: Final = pages_of_forms("/forces/{force_id}/print", forms_of_force, anyone)
