"""Saved forces of Flanders Fields, with what is done to the records of their battalions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, Executable

from app.documents.shelf import DocumentKind, DocumentShelf, KeptDocument
from app.forces.shelf import FORCES, ListedForce
from app.seats.book import now
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.game.system import SYSTEM

if TYPE_CHECKING:
    from app.forces.steps import KeptStep, StepBook

KeptForce = KeptDocument[ListedForce, Force]


class ForceShelf(DocumentShelf[ListedForce, Force]):
    """The saved forces of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        super().__init__(engine, KIND, SYSTEM.key, clock)
        self._engine, self._clock = engine, clock

    @property
    def steps(self) -> StepBook:
        """What was done to the records of their battalions."""
        # Read when it is first asked for, not with the service, as documents are.
        from app.forces.steps import StepBook

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
        steps = self.steps.made(force_id, _steps((stands.document, *through, force))) if stands else ()
        return super().save(force_id, seen, force, (*steps, *also))


def _steps(stages: Sequence[Force]) -> Iterable[KeptStep]:
    from app.systems.flanders_fields.forces.steps import steps_through

    return steps_through(stages)


def _read(document: bytes) -> Force:
    from app.systems.flanders_fields.forces.document import read_document

    return read_document(document)


def _write(force: Force) -> bytes:
    from app.systems.flanders_fields.forces.document import write_document

    return write_document(force)


def _columns(force: Force) -> Mapping[str, Any]:
    from rules.flanders_fields.forces.totals import totals

    come_to = totals(force, force.book)
    listed = {"name": force.name, "nation": force.nation.value, "date": force.date, "stands": come_to.stands}
    return {**listed, "battalions": come_to.battalions + come_to.pioneers}


KIND: Final = DocumentKind(FORCES, ListedForce, _read, _write, _columns)
