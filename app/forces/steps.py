"""What was done to the records of the parts of forces: every game that came in or went out, and what a part was before.

So a game can be taken back from any device at any time, and nobody takes one back unseen.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Engine, Executable, insert, select

from app.seats.book import now, stamp
from app.store.tables import BattalionStepRow, table_of

STEPS: Final = table_of(BattalionStepRow)


class KeptStep(NamedTuple):
    """A step: of which part, `what` was done, with a game it `fought`, what it was `before`; as its system writes."""

    of: str
    what: str
    fought: str
    before: str
    done_at: str = ""


class StepBook:
    """The steps of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._engine, self._clock = engine, clock

    def made(self, force_id: str, steps: Iterable[KeptStep]) -> Sequence[Executable]:
        """What is to be written down of the steps of a force that were made now."""
        at = stamp(self._clock())
        return [insert(STEPS).values(force_id=force_id, **one._replace(done_at=at)._asdict()) for one in steps]

    def of_part(self, force_id: str, of: str) -> Sequence[KeptStep]:
        """What was done to the record of a part, the first step first."""
        columns = [STEPS.c[name] for name in KeptStep._fields]
        wanted = select(*columns).where(STEPS.c.force_id == force_id, STEPS.c.of == of).order_by(STEPS.c.id)
        with self._engine.connect() as connection:
            return [KeptStep(*row) for row in connection.execute(wanted)]

    def copy(self, force_id: str, to: str) -> None:
        """A copy of a force can take back what the one it was copied from can."""
        columns = [column for column in STEPS.columns if column.name != "id"]
        wanted = select(*columns).where(STEPS.c.force_id == force_id).order_by(STEPS.c.id)
        with self._engine.begin() as connection:
            rows = [{**row, "force_id": to} for row in connection.execute(wanted).mappings()]
            if rows:
                connection.execute(insert(STEPS), rows)
