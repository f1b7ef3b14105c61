"""What a side has written unseen. The kinds and fields are stored for ever."""

from collections.abc import Collection
from typing import Any

from rules.earth_1418.game.state import BombardmentGiven, CommandGiven, PlanGiven, SharePlanned
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ChoiceWritten:
    """A side has written down its commands or plans, or a part of them; only it knows them."""

    side: str
    commands: tuple[CommandGiven, ...]
    bombardments: tuple[BombardmentGiven, ...]
    plans: tuple[PlanGiven, ...]
    shares: tuple[SharePlanned, ...]


@dataclass(frozen=True, slots=True)
class BombardmentAimed:
    """Where in its square the circle of a bombardment is laid; only its own side knows before it falls."""

    side: str
    bombardment: str
    x_mm: int
    y_mm: int


def written_about(event: Any) -> Collection[str]:
    """What a side has written about in an event: said anew, it takes the place of what was said before."""
    match event:
        case ChoiceWritten():
            told = [f"command {one.formation}" for one in event.commands]
            told += [f"bombardment {one.id}" for one in event.bombardments]
            told += [f"plan {one.unit}" for one in event.plans]
            return [*told, *(f"shots {one.bombardment} {one.unit} {one.outside}" for one in event.shares)]
        case BombardmentAimed():
            return [f"aim {event.bombardment}"]
    return ()
