"""Who is told that a game has changed."""

from collections.abc import Sequence
from typing import Protocol

from rules.kernel.seats import Role
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class SeenChange:
    """What a role has to see: up to its number `number`, by what was `said`; `closed` where the game is over."""

    number: int
    said: Sequence[str] = ()
    closed: bool = False


class Listener(Protocol):
    """Whoever tells the pages that something changed."""

    def roles(self, game_id: str) -> Sequence[Role]:
        """The roles that have a page open on this game."""
        ...

    def changed(self, game_id: str, role: Role, change: SeenChange) -> None:
        """A role has something new to see. From whatever thread has written; must not wait.

        What the role sees now is made when somebody looks.
        """
        ...


class NobodyListens:
    """A service without pages."""

    def roles(self, game_id: str) -> Sequence[Role]:
        """None."""
        return ()

    def changed(self, game_id: str, role: Role, change: SeenChange) -> None:
        """Nobody hears it."""
