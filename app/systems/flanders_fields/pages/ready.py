"""The scenarios that are ready to be played: one tap opens a game."""

from collections.abc import Sequence
from typing import Any

from app.systems.flanders_fields.grounds import ready_tables
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.kernel.seats import Role


def ready_games() -> Sequence[dict[str, Any]]:
    """Each with what is sent to open it."""
    return tuple(map(_ready, scenarios().values()))


def _ready(scenario: Scenario) -> dict[str, Any]:
    """A scenario that one tap opens on its own table, with this device as the referee's."""
    opening: dict[str, Any] = {"kind": "create_game", "scenario": scenario.id}
    if scenario.id in ready_tables():
        opening["table"] = {"id": scenario.id}
    body = {"system": SYSTEM.key, "title": scenario.title, "role": Role.REFEREE.value, "command": opening}
    return {"id": scenario.id, "title": scenario.title, "about": scenario.subtitle, "body": body}
