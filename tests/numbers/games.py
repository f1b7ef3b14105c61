"""What games that were played would come to: each command of the golden logs judged again, where it was sent."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import msgspec

from app.games.command_history import past_of
from app.games.json_codec import EventCodec, System, read_command
from app.games.open_game import OpenGame
from app.games.verification import read_file
from app.storage.event_log import KeptCommand
from rules.kernel.play import Past
from rules.kernel.seats import Actor
from tests.frozen.games import golden_games
from tests.numbers.followers import Follower
from tests.systems import known_systems


@dataclass(frozen=True)
class Sent:
    """A command that a seat sent, and the game as it stood."""

    system: System
    state: Any
    command: object
    actor: Actor
    past: Past

    def judged(self, book: object) -> object:
        """What the judge says of it by a book."""
        with patch.object(self.system.state_type, "book", lambda _: book):
            return self.system.decide(self.system.copy(self.state), self.command, self.actor, self.past)


def _by_id(known: Mapping[str, KeptCommand]) -> Callable[[str, str], KeptCommand | None]:
    """Return a function that finds the command of an id in any game."""
    return lambda _game_id, command_id: known.get(command_id)


def every_command(key: str) -> Iterator[Follower]:
    """Each command of each golden log of a system after the first, which sets a game up."""
    system = known_systems()[key]
    for name, path in golden_games(key).items():
        file = read_file(path.read_bytes())
        codec, rows = EventCodec(system), file.rows()
        game = OpenGame(file.record(), system, codec)
        known = {one.command_id: KeptCommand(one.body, one.actor, one.first_seq) for one in file.commands}
        past = past_of(game, _by_id(known))
        for command in file.commands:
            body = msgspec.json.decode(command.body)
            if game.state.facts and body["kind"] not in system.kept_commands:
                actor = msgspec.json.decode(command.actor, type=Actor)
                state = system.copy(game.state)
                sent = Sent(system, state, read_command(system, body), actor, past)
                yield Follower(f"{name}, {command.command_id}", state.book, sent.judged)
            for row in rows[command.first_seq - 1 : command.last_seq]:
                game.fold(codec.read(row.logged))
