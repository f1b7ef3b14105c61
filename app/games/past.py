"""What a game's keeper knows of a command that was done: on which state it was judged, what it was, by whom."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.games.game import OpenGame
from app.games.wire import Unreadable, read_command
from app.store.log import KeptCommand
from rules.kernel.play import Actor, Done, Past


def past_of(game: OpenGame, kept: Callable[[str, str], KeptCommand | None]) -> Past:
    """The past of an open game; `kept` reads an accepted command by game and id."""

    def done(command_id: str) -> Done | None:
        found = kept(game.record.id, command_id)
        if found is None:
            return None
        body: Mapping[str, Any] = msgspec.json.decode(found.body)
        try:
            command = read_command(game.system, body)
        except Unreadable:
            return None
        return Done(game.state_before(found.first_seq), command, msgspec.json.decode(found.actor, type=Actor))

    return done
