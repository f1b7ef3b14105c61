"""What stands for each role of a game, in a few bytes: enough for a heartbeat, so that no game is opened for one."""

from collections import OrderedDict
from typing import Final

from app.games.game import View
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

MOST_KEPT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Standing:
    """The number of the newest event a role may know of, the hash of its view, and whether the game is over."""

    number: int
    hash: str
    closed: bool = False


class Standings:
    """What stands in games, whether they are open or not; of the newest `most` roles asked for.

    Who holds the writer's pen keeps and forgets; anyone may read.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, Role], Standing] = OrderedDict()

    def of(self, game_id: str, role: Role) -> Standing | None:
        """What stands for a role; None where it has to be asked for."""
        return self._kept.get((game_id, role))

    def keep(self, game_id: str, view: View) -> Standing:
        """Keep what a view shows to stand."""
        standing = Standing(view.number, view.hash, view.closed)
        self._kept[game_id, view.role] = standing
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return standing

    def forget(self, game_id: str) -> None:
        """Something happened in a game."""
        for role in Role.known():
            self._kept.pop((game_id, role), None)
