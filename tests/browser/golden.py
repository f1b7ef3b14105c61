"""Golden logs in the database of a test's service, as far as they were played: games of any system at any moment."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from app.games.app_services import Keeper
from app.games.command_history import past_of
from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame
from app.games.verification import read_file, staged
from app.randomness import new_id
from app.storage.event_log import KeptCommand
from rules.kernel.play import Past
from tests.frozen.games import golden_games
from tests.frozen.kept_game import KeptGame
from tests.systems import known_systems


def laid(keeper: Keeper, name: str, many: int) -> str:
    """A game as it was after so many events, open, under an id of its own."""
    file = read_file(golden_games()[name].read_bytes())
    change = msgspec.structs.replace
    game = change(file.game, id=new_id(), closed_at=None, closed_by=None)
    commands = [one for one in file.commands if one.last_seq <= many]
    dice = [one for one in file.dice if one.from_seq <= many]
    keeper.games.log.append(staged(change(file, game=game, commands=commands, events=file.events[:many], dice=dice)))
    return game.id


def laid_as_kept(keeper: Keeper, kept: KeptGame) -> str:
    """A kept evening as it was played so far, under an id of its own."""
    game = new_id()
    keeper.games.log.append(kept.staged(game))
    return game


def played(name: str) -> Iterator[tuple[OpenGame, Past]]:
    """A golden log command by command, open again."""
    file = read_file(golden_games()[name].read_bytes())
    system = known_systems()[file.game.system]
    codec, rows = EventCodec(system), file.rows()
    game, known = OpenGame(replace(file.record(), closed_at=None), system, codec), dict[str, KeptCommand]()
    past = past_of(game, lambda _game_id, command_id: known.get(command_id))
    for command in file.commands:
        for row in rows[command.first_seq - 1 : command.last_seq]:
            game.fold(codec.read(row.logged))
        known[command.command_id] = KeptCommand(command.body, command.actor, command.first_seq)
        yield game, past
