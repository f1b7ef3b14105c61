"""The dice of the hurricane bombardment by the name of their roll; planned fire throws those of any fire on an area."""

from rules.flanders_fields.artillery.game.bombard.events import WorkBombarded
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import Dice, apart


def work_key(work: str, stand: str) -> str:
    """The name of the die for a stand in a work."""
    return f"{former_work_key(work)}/{stand}"


def former_work_key(work: str) -> str:
    """What the dice of a work were called together."""
    return f"hurricane/{work}"


def work_throws(_state: GameState, event: WorkBombarded) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([work_key(event.work, hit.stand) for hit in event.hits])
    return {name: (hit.die,) for name, hit in zip(names, event.hits, strict=True)}


def of_work(state: GameState, event: WorkBombarded) -> Side | None:
    """Of the side whose plan it is."""
    planned = state.plan.line(event.work)
    return planned.side if planned else None
