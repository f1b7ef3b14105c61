"""The dice of the hurricane bombardment by the name of their roll; planned fire throws those of any fire on an area."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.bombard.events import WorkBombarded
from rules.flanders_fields.game.dice import Dice
from rules.flanders_fields.game.state import GameState


def work_key(work: str) -> str:
    """The name of the roll for a work."""
    return f"hurricane/{work}"


def _work_throws(_state: GameState, event: WorkBombarded) -> Dice:
    return {work_key(event.work): tuple(hit.die for hit in event.hits)} if event.hits else {}


BOMBARD_THROWS: dict[type, Callable[[GameState, Any], Dice]] = {WorkBombarded: _work_throws}
