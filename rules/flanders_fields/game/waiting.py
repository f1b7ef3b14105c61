"""What a command does to the turn and to units, said by the command itself.

Chapters let each other's commands wait by these words alone: none knows the commands of another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


class WaitsForFire:
    """Waits while fire is on its way."""

    __slots__ = ()


class GoesOn(WaitsForFire):
    """Takes a turn further, and waits while something has to be settled first."""

    __slots__ = ()


class LeavesStep(GoesOn):
    """Leaves the step in hand."""

    __slots__ = ()


class EndsTurn(LeavesStep):
    """Ends the player turn."""

    __slots__ = ()


class BeginsTurn:
    """Begins a player turn."""

    __slots__ = ()


class SetsRight:
    """Sets what is kept to what stands on the table, and waits for nothing."""

    __slots__ = ()


class OpensFire(ABC):
    """Lets a unit fire."""

    __slots__ = ()

    @abstractmethod
    def firing(self, state: GameState) -> str:
        """The unit that is about to fire; empty where it holds its fire."""


class MovesUnit:
    """Moves a unit over the table."""

    __slots__ = ()
    may_go_aside: ClassVar[bool] = False
    """Whether it may lead to the side, for all that the command tells."""
    unit: str


class PutsOnMap(ABC):
    """Puts stands on the map."""

    __slots__ = ()

    @abstractmethod
    def placed(self, state: GameState) -> Sequence[str]:
        """The stands that are put there, as far as there are any of that name."""
