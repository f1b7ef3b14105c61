"""The dice of the hurricane bombardment by the name of their roll; planned fire throws those of any fire on an area."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.bombard.events import WorkBombarded
from rules.flanders_fields.game.state import GameState
from rules.kernel.kept import Dice, apart


def work_key(work: str, stand: str) -> str:
    """The name of the die for a stand in a work."""
    return f"{former_work_key(work)}/{stand}"


def former_work_key(work: str) -> str:
    """What the dice of a work were called together."""
    return f"hurricane/{work}"


def _work_throws(_state: GameState, event: WorkBombarded) -> Dice:
    names = apart([work_key(event.work, hit.stand) for hit in event.hits])
    return {name: (hit.die,) for name, hit in zip(names, event.hits, strict=True)}


BOMBARD_THROWS: dict[type, Callable[[GameState, Any], Dice]] = {WorkBombarded: _work_throws}
