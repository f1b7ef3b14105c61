"""Saved forces of Flanders Fields, with what is done to the records of their battalions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine

from app.forces.shelf import KeptForce, SystemForces
from app.seats.book import now
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.game import SYSTEM

if TYPE_CHECKING:
    from app.systems.flanders_fields.forces.steps import StepBook

Kept = KeptForce[Force]


class ForceShelf(SystemForces[Force]):
    """The saved forces of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, SYSTEM.key, _read, _written, clock)
        self._engine, self._clock = engine, clock

    @property
    def steps(self) -> StepBook:
        """What was done to the records of their battalions."""
        # Read when it is first asked for, not with the service, as documents are.
        from app.systems.flanders_fields.forces.steps import StepBook

        return StepBook(self._engine, self._clock)

    def save_through(self, force_id: str, seen: int, force: Force, through: Sequence[Force] = ()) -> Kept | None:
        """Keep a force as it is now; None where it is gone. The same save sent again changes nothing more.

        What it does to the records of its battalions is written down with it, `through` what it was on the way. Raises
        Overtaken if revision `seen` is not the newest.
        """
        stands = self.get(force_id)
        # Where revision `seen` does not stand there any more nothing is written, and what was read does not matter.
        steps = self.steps.made(force_id, (stands.force, *through, force)) if stands else ()
        return self.save(force_id, seen, force, steps)


def _read(document: bytes) -> Force:
    from app.systems.flanders_fields.forces.document import read_document

    return read_document(document)


def _written(force: Force) -> dict[str, Any]:
    from app.systems.flanders_fields.forces.document import write_document
    from rules.flanders_fields.forces.totals import totals

    come_to = totals(force, force.book)
    listed = {"name": force.name, "nation": force.nation.value, "date": force.date, "stands": come_to.stands}
    battalions = come_to.battalions + come_to.pioneers
    return {**listed, "battalions": battalions, "body": write_document(force).decode()}
