"""Records of forces between games: after-game rolls and earlier versions of parts."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Engine, Executable, RowMapping, insert, or_, select
from sqlalchemy.exc import IntegrityError

from app.seats.seat_repository import now, stamp
from app.storage.schema import AfterGameRow, BattalionStepRow, table_of
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Rolled
from rules.kernel.frozen_dataclasses import dataclass

# The rolls of the parts of forces after their games

AFTER_GAMES: Final = table_of(AfterGameRow)


@dataclass(frozen=True, slots=True)
class AfterGameRoll:
    """Which roll it is: of a battalion in a game (`nth` 0), or of a line of forces after its nth kept nowhere."""

    scope: str
    of: str
    nth: int = 0


@dataclass(frozen=True, slots=True)
class KeptRoll:
    """A roll as it was made: the battalion of the force it was made for, and when (ISO 8601, UTC).

    `brought`: it came with a file, and was not made here.
    """

    roll: AfterGameRoll
    element: str
    game: str
    rolled: Rolled
    rolled_at: str
    brought: bool = False


class RollBook:
    """The rolls of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._engine, self._clock = engine, clock

    def kept(self, roll: AfterGameRoll) -> Rolled | None:
        """How a roll was made; None where nobody has made it."""
        table = AFTER_GAMES.c
        which = (table.scope == roll.scope, table.of == roll.of, table.nth == roll.nth)
        with self._engine.connect() as connection:
            row = connection.execute(select(AFTER_GAMES).where(*which)).mappings().one_or_none()
        return _kept(row).rolled if row else None

    def keep(self, force_id: str, made: KeptRoll) -> Rolled:
        """Keep a roll; where it was made already, that one is given and stays."""
        row = {
            "scope": made.roll.scope,
            "of": made.roll.of,
            "nth": made.roll.nth,
            "force_id": force_id,
            "element": made.element,
            "game": made.game,
            "lost": made.rolled.lost,
            "drafts": made.rolled.drafts,
            "dice": msgspec.json.encode(made.rolled.dice).decode(),
            "rolled_at": stamp(self._clock()),
            "brought": made.brought,
        }
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(AFTER_GAMES).values(row))
        except IntegrityError:
            return self.kept(made.roll) or made.rolled
        return made.rolled

    def of_force(self, force_id: str, line: str) -> Sequence[KeptRoll]:
        """The rolls that were made for the battalions of a force or of its line, the first one first."""
        order = (AFTER_GAMES.c.rolled_at, AFTER_GAMES.c.nth)
        whose = or_(AFTER_GAMES.c.force_id == force_id, AFTER_GAMES.c.scope == line)
        wanted = select(AFTER_GAMES).where(whose).order_by(*order)
        with self._engine.connect() as connection:
            return [_kept(row) for row in connection.execute(wanted).mappings()]

    def copy(self, line: str, to: str, to_line: str) -> None:
        """A copy of a force has made its rolls too: it does not throw again for the same game."""
        wanted = select(AFTER_GAMES).where(AFTER_GAMES.c.scope == line)
        with self._engine.begin() as connection:
            rows = [dict(row) for row in connection.execute(wanted).mappings()]
            if rows:
                connection.execute(insert(AFTER_GAMES), [{**row, "scope": to_line, "force_id": to} for row in rows])


def _kept(row: RowMapping) -> KeptRoll:
    dice = msgspec.json.decode(row["dice"], type=tuple[Throw, ...])
    rolled = Rolled(dice, row["lost"], row["drafts"])
    which = AfterGameRoll(row["scope"], row["of"], row["nth"])
    return KeptRoll(which, row["element"], row["game"], rolled, row["rolled_at"], row["brought"])


# Changes of the records

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
