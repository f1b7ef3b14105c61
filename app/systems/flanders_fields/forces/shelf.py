"""Saved forces of Flanders Fields, with what is done to the records of their battalions."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine, Executable

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument
from app.forces.shelf import FORCES, ListedForce
from app.forces.steps import StepBook
from app.seats.book import now
from app.systems.flanders_fields.forces.document import read_document, write_document
from app.systems.flanders_fields.forces.steps import steps_through
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.forces.totals import totals
from rules.flanders_fields.game.system import SYSTEM

KeptForce = KeptDocument[ListedForce, Force]


class ForceShelf(DocumentShelf[ListedForce, Force]):
    """The saved forces of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, KIND, SYSTEM.key, clock)
        self._engine, self._clock = engine, clock

    @property
    def steps(self) -> StepBook:
        """What was done to the records of their battalions."""
        return StepBook(self._engine, self._clock)

    def save(self, document_id: str, seen: int, document: Force, also: Sequence[Executable] = ()) -> KeptForce | None:
        """Keep a force as it is now; None where it is gone. The same save sent again changes nothing more."""
        return self.save_through(document_id, seen, document, (), also)

    def save_through(
        self, force_id: str, seen: int, force: Force, through: Sequence[Force], also: Sequence[Executable] = ()
    ) -> KeptForce | None:
        """The same; `through` is what it was on the way. What it does to the records of its battalions is written down.

        Raises Overtaken if revision `seen` is not the newest.
        """
        stands = self.get(force_id)
        # Where revision `seen` does not stand there any more nothing is written, and what was read does not matter.
        steps = self.steps.made(force_id, steps_through((stands.document, *through, force))) if stands else ()
        return super().save(force_id, seen, force, (*steps, *also))


def _columns(force: Force) -> Mapping[str, Any]:
    come_to = totals(force, force.book)
    listed = {"name": force.name, "nation": force.nation.value, "date": force.date, "stands": come_to.stands}
    return {**listed, "battalions": come_to.battalions + come_to.pioneers}


KIND: Final = DocumentKind(FORCES, ListedForce, read_document, write_document, _columns)
