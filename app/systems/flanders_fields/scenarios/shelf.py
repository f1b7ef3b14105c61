"""Scenarios of the server: those written here, in the database, and those that lie ready beside the rules."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Engine

from app.documents.rows import KeptDocuments, is_of, without_body
from app.seats.book import now
from app.seats.tokens import hashed
from app.store.tables import ScenarioRow, table_of
from rules.flanders_fields.game.muster import Scenario, scenarios
from rules.flanders_fields.game.setting_up.written import WrittenScenario
from rules.kernel.values import dataclass

SCENARIOS: Final = table_of(ScenarioRow)


@dataclass(frozen=True, slots=True)
class Listed:
    """A scenario in the list. Ready ones have no times and are never changed; a written one's `revision` grows."""

    id: str
    title: str
    date: str
    revision: int = 0
    created_at: str = ""
    changed_at: str = ""
    key_hash: bytes = b""

    def is_made_by(self, key: str) -> bool:
        """Whether the key is that of the device that wrote it."""
        return is_of(key, self.key_hash)

    @property
    def is_ready(self) -> bool:
        """Whether it lies ready, and nobody here has written it."""
        return not self.revision


@dataclass(frozen=True, slots=True)
class Kept:
    """A scenario of the server: as it is listed, and its document."""

    listed: Listed
    document: bytes


class ScenarioShelf:
    """Written scenarios in the database, the ready ones beside them. Each method is one transaction; for any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime] = now) -> None:
        self._kept = KeptDocuments(engine, SCENARIOS, clock)

    def all(self) -> Sequence[Listed]:
        """The written ones, the newest change first, then the ready ones."""
        written = (Listed(**row) for row in self._kept.listed())
        return [*written, *map(_ready, scenarios().values())]

    def get(self, scenario_id: str) -> Kept | None:
        """A scenario, None where there is none of that id."""
        if ready := scenarios().get(scenario_id):
            # What writes scenarios is loaded with the first one that is asked for, not with the service.
            from app.systems.flanders_fields.scenarios.ready import ready_document

            return Kept(_ready(ready), ready_document(scenario_id))
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


def _ready(scenario: Scenario) -> Listed:
    return Listed(scenario.id, scenario.title, scenario.date)


def _row(written: WrittenScenario) -> dict[str, Any]:
    from app.systems.flanders_fields.scenarios.document import write_scenario

    return {"title": written.title, "date": written.date, "body": write_scenario(written).decode()}
