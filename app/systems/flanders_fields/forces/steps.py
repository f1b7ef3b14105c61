"""What was done to the records of battalions: every game that came in or went out, and what a battalion was before it.

So a game can be taken back from any device at any time, and nobody takes one back unseen.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import pairwise
from typing import Final

import msgspec
from sqlalchemy import Engine, Executable, RowMapping, insert, select

from app.seats.book import now, stamp
from app.store.tables import BattalionStepRow, table_of
from app.systems.flanders_fields.forces.document import ElementFile, FoughtFile, element_of, file_of
from rules.flanders_fields.forces.force import Element, Force, Fought, NotThere
from rules.kernel.values import dataclass

STEPS: Final = table_of(BattalionStepRow)
CARRIED_ON, TAKEN_BACK, LEFT = "carried_on", "taken_back", "left"


@dataclass(frozen=True, slots=True)
class RecordStep:
    """A game that a battalion was carried on from, that was taken back, or that left with it; when (ISO 8601, UTC)."""

    what: str
    fought: Fought
    at: str


class StepBook:
    """The steps of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._engine, self._clock = engine, clock

    def made(self, force_id: str, stages: Sequence[Force]) -> Sequence[Executable]:
        """What is to be written down where a force was the first of these, then the next, and is the last now."""
        at = stamp(self._clock())
        return [
            insert(STEPS).values(
                force_id=force_id, of=one.of, what=what, fought=_written(one), before=before, done_at=at
            )
            for was, force in pairwise(stages)
            for what, one, before in _steps(was, force)
        ]

    def of_battalion(self, force_id: str, of: str) -> Sequence[RecordStep]:
        """What was done to the record of a battalion, the first step first."""
        return [RecordStep(row["what"], _fought(row), row["done_at"]) for row in self._rows(force_id, of)]

    def before(self, force_id: str, fought: Fought) -> Element | None:
        """What a battalion was before a game in its record; None where that is not kept here."""
        wanted = _written(fought)
        came_in = (row for row in self._rows(force_id, fought.of) if row["what"] == CARRIED_ON)
        found = [row["before"] for row in came_in if row["fought"] == wanted and row["before"]]
        return element_of(msgspec.json.decode(found[-1], type=ElementFile)) if found else None

    def copy(self, force_id: str, to: str) -> None:
        """A copy of a force can take back what the one it was copied from can."""
        columns = [column for column in STEPS.columns if column.name != "id"]
        wanted = select(*columns).where(STEPS.c.force_id == force_id).order_by(STEPS.c.id)
        with self._engine.begin() as connection:
            rows = [{**row, "force_id": to} for row in connection.execute(wanted).mappings()]
            if rows:
                connection.execute(insert(STEPS), rows)

    def _rows(self, force_id: str, of: str) -> Sequence[RowMapping]:
        wanted = select(STEPS).where(STEPS.c.force_id == force_id, STEPS.c.of == of).order_by(STEPS.c.id)
        with self._engine.connect() as connection:
            return connection.execute(wanted).mappings().all()


def _steps(was: Force, force: Force) -> Iterator[tuple[str, Fought, str]]:
    there = {one.id for one in force.all()}
    for one in (Counter(was.fought) - Counter(force.fought)).elements():
        yield (TAKEN_BACK if one.of in there else LEFT), one, ""
    fresh = tuple((Counter(force.fought) - Counter(was.fought)).elements())
    games = Counter(one.of for one in fresh)
    for one in fresh:
        # Of several at once, which only a document brings that was written by hand, nobody knows what was before each.
        yield CARRIED_ON, one, _element(was, one.of) if games[one.of] == 1 else ""


def _element(force: Force, of: str) -> str:
    try:
        return msgspec.json.encode(file_of(force.element(of))).decode()
    except NotThere:
        return ""


def _written(fought: Fought) -> str:
    return msgspec.json.encode(FoughtFile(**asdict(fought))).decode()


def _fought(row: RowMapping) -> Fought:
    return Fought(**msgspec.structs.asdict(msgspec.json.decode(row["fought"], type=FoughtFile)))
