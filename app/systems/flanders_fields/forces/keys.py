"""Who may change a force: the device that made it."""

from typing import Final

from app.documents.makers import MadeHere
from app.forces.keys import no_such_force
from app.systems.flanders_fields.shelves import shelves_in

raiser_for: Final = MadeHere(
    "force_id",
    lambda keeper, force_id, key: shelves_in(keeper).forces.opens(force_id, key),
    no_such_force,
    "this force was made on another device: copy it, and change the copy",
)
