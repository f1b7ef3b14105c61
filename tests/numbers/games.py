"""What games that were played would come to: each command of the golden logs judged again, where it was sent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from unittest.mock import patch

import msgspec

from app.games.game import OpenGame
from app.games.past import past_of
from app.games.verify import read_file
from app.games.wire import EventCodec, read_command
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.play import Actor, Past
from tests.frozen.games import golden_games


@dataclass(frozen=True)
class Sent:
    """A command that a seat sent, and the game as it stood."""

    name: str
    state: GameState
    command: object
    actor: Actor
    past: Past

    def judged(self, book: RuleBook) -> object:
        """What the judge says of it by a book."""
        with patch.object(GameState, "book", lambda _: book):
            return SYSTEM.decide(SYSTEM.copy(self.state), self.command, self.actor, self.past)


def every_command() -> Iterator[tuple[str, Callable[[], RuleBook], Callable[[RuleBook], object]]]:
    """Each command of each golden log after the first, which sets a game up: its name, its book, how it is judged."""
    for name, path in golden_games(SYSTEM.key).items():
        file = read_file(path.read_bytes())
        codec, rows = EventCodec(SYSTEM), file.rows()
        game = OpenGame(file.record(), SYSTEM, codec)
        known = {one.command_id: one for one in file.commands}
        past = past_of(game, lambda _game, command_id, known=known: known.get(command_id))
        for command in file.commands:
            body = msgspec.json.decode(command.body)
            if game.state.facts and body["kind"] not in SYSTEM.kept_commands:
                actor = msgspec.json.decode(command.actor, type=Actor)
                state = SYSTEM.copy(game.state)
                sent = Sent(f"{name}, {command.command_id}", state, read_command(SYSTEM, body), actor, past)
                yield sent.name, state.book, sent.judged
            for row in rows[command.first_seq - 1 : command.last_seq]:
                game.fold(codec.read(row.logged))
