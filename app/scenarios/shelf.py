"""Scenarios kept on the server: everybody may look at them and play them, whoever wrote one may change it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine

from app.kept_documents import KeptDocuments, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import ScenarioRow, table_of
from rules.flanders_fields.game.setting_up.written import WrittenScenario
from rules.kernel.values import dataclass

SCENARIOS: Final = table_of(ScenarioRow)


@dataclass(frozen=True, slots=True)
class Listed:
    """A scenario in the list; its `revision` grows with every save."""

    id: str
    title: str
    date: str
    revision: int
    created_at: str
    changed_at: str
    key_hash: bytes

    def is_made_by(self, key: str) -> bool:
        """Whether the key is that of the device that wrote it."""
        return is_of(key, self.key_hash)


@dataclass(frozen=True, slots=True)
class Kept:
    """A scenario of the server: as it is listed, and its document."""

    listed: Listed
    document: bytes


class ScenarioShelf:
    """The scenarios of one database. Every method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._kept = KeptDocuments(engine, SCENARIOS, clock)

    def all(self) -> Sequence[Listed]:
        """All of them, the newest change first."""
        return [Listed(**row) for row in self._kept.listed()]

    def get(self, scenario_id: str) -> Kept | None:
        """A scenario, None where there is none of that id."""
        row = self._kept.row(scenario_id)
        return Kept(Listed(**without_body(row)), row["body"].encode()) if row else None

    def add(self, written: WrittenScenario, key: str) -> Listed:
        """Keep a new scenario, to be changed by the device that holds the key."""
        return Listed(**without_body(self._kept.add(_row(written), hashed(key))))

    def save(self, scenario_id: str, seen: int, written: WrittenScenario) -> Listed | None:
        """Keep a scenario as it is now; None where it is gone. The same save sent again changes nothing more.

        Raises NewerThere if revision `seen` is not the newest.
        """
        row = self._kept.save(scenario_id, seen, _row(written))
        return Listed(**without_body(row)) if row else None

    def delete(self, scenario_id: str) -> None:
        """Throw a scenario away. Games that were begun of it have their own copy."""
        self._kept.delete(scenario_id)

    def opens(self, scenario_id: str, key: str) -> bool | None:
        """Whether the key is that of the scenario's author; None where there is no such scenario."""
        return self._kept.opens(scenario_id, key)


def _row(written: WrittenScenario) -> dict[str, Any]:
    from app.scenarios.document import write_scenario

    return {"title": written.title, "date": written.date, "body": write_scenario(written).decode()}
