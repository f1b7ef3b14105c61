"""Where games are taken from when somebody asks for them, and where what they have come to is put."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import structlog
from sqlalchemy.exc import DBAPIError

from app.games.game import OpenGame, without_collecting
from app.games.kept_state import restored, stored
from app.games.wire import EventCodec, System
from app.store.chain import Logged
from app.store.log import EventLog, GameRecord, StoredDrafts

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
