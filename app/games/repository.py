"""Repository of games: loading, games kept open, game status and change listeners."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

import structlog
from sqlalchemy.exc import DBAPIError

from app.games.json_codec import EventCodec, System
from app.games.open_game import OpenGame, View, restored, stored, without_collecting
from app.storage.event_log import EventLog, GameRecord, Logged, StoredDrafts
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Role

# Listeners


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


# Positions of games

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


# The games that are open in one process

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


# The repository

LONG_PLAYED: Final = 512
WORTH_KEEPING: Final = 32

log = structlog.get_logger(__name__)


class Shelf:
    """The games of one database, as they are opened and put away."""

    def __init__(self, log: EventLog, systems: Mapping[str, System], codecs: Mapping[str, EventCodec]) -> None:
        self._log = log
        self._systems = systems
        self._codecs = codecs

    def open(self, game_id: str) -> OpenGame | None:
        """A game as it stands in the database; None where there is no such game, or none that can be played here."""
        record = self._log.read_game(game_id)
        if record is None or record.system not in self._systems:
            return None
        with without_collecting():
            return self._from_kept_state(record) or self._from_first_event(record)

    def keep(self, games: Iterable[OpenGame], after: int = WORTH_KEEPING) -> None:
        """Keep what these games have come to, where `after` events or more have happened since it was last kept."""
        moved_on = [game for game in games if game.not_kept >= after and not game.sealed]
        if not moved_on:
            return
        try:
            self._log.keep_states({game.record.id: stored(game.system, game.kept(), game.head) for game in moved_on})
        except DBAPIError:
            # Nothing is lost: such a game is folded from its first event the next time.
            log.exception("states not kept", games=[game.record.id for game in moved_on])
        for game in moved_on:
            game.kept_seq = game.next_seq - 1

    def _from_kept_state(self, record: GameRecord) -> OpenGame | None:
        system, row = self._systems[record.system], self._log.read_kept_state(record.id)
        kept = restored(system, row) if row else None
        if kept is None:
            return None
        newer, head = self._log.read_log(record.id, after=kept.seq)

        def read(after: int, up_to: int) -> Sequence[Logged]:
            return self._log.read_log(record.id, after, up_to)[0]

        codec, drafts = self._codecs[record.system], self._drafts(record)
        return OpenGame.from_kept(record, system, codec, kept, newer, head, read, drafts)

    def _from_first_event(self, record: GameRecord) -> OpenGame:
        rows, head = self._log.read_log(record.id)
        system, codec = self._systems[record.system], self._codecs[record.system]
        return OpenGame(record, system, codec, rows, head, self._drafts(record))

    def _drafts(self, record: GameRecord) -> Sequence[StoredDrafts]:
        return self._log.read_drafts(record.id) if self._systems[record.system].drafting.kinds else ()
