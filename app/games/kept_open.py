"""The games that are open in one process, up to as much memory as they may take together."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final

from app.games.game import OpenGame

MIB: Final = 1024 * 1024
MOST_BYTES: Final = 256 * MIB
# What is put away costs a commit: so much room is made at once that it need not be done for every game that is opened.
MADE_AT_ONCE: Final = 1 / 32


class OpenGames:
    """The games in memory, the longest quiet first, each as heavy as it was when it was last used.

    Only who holds the writer's pen touches it.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._bytes: dict[str, int] = {}
        self._together = 0

    @property
    def are_too_many(self) -> bool:
        """Whether some have to be put away."""
        return self._together > self.most_bytes and len(self._games) > 1

    def of(self, game_ids: Iterable[str]) -> Sequence[OpenGame]:
        """Those of these games that are open."""
        return [game for game_id in game_ids if (game := self._games.get(game_id))]

    def all(self) -> Sequence[OpenGame]:
        """Every open game."""
        return tuple(self._games.values())

    def get(self, game_id: str) -> OpenGame | None:
        """An open game, as quiet as before."""
        return self._games.get(game_id)

    def use(self, game: OpenGame) -> None:
        """Somebody sends or asks this game something: it is the last to be put away."""
        self._games[game.record.id] = game
        self._games.move_to_end(game.record.id)
        self.weigh(game)

    def weigh(self, game: OpenGame) -> None:
        """Reckon anew what a game takes, if it is open."""
        if game.record.id in self._games:
            self._together += game.in_bytes - self._bytes.get(game.record.id, 0)
            self._bytes[game.record.id] = game.in_bytes

    def drop(self, game_id: str) -> None:
        """Forget a game; it is read again when somebody asks for it."""
        if self._games.pop(game_id, None):
            self._together -= self._bytes.pop(game_id)

    def clear(self) -> None:
        """Forget all of them."""
        for game_id in tuple(self._games):
            self.drop(game_id)

    def put_away(self) -> Sequence[OpenGame]:
        """The longest quiet of too many, out of the way: so many that there is room again. One always stays."""
        away: list[OpenGame] = []
        room = self.most_bytes * (1 - MADE_AT_ONCE)
        while self._together > room and len(self._games) > 1:
            idle = next(iter(self._games.values()))
            self.drop(idle.record.id)
            away.append(idle)
        return away
