"""A seat's stage and the asks of a deed, worked out beside the game as every other question about it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from app.games.game import OpenGame
from app.games.judging import seated
from app.games.past import past_of
from app.games.service import GameService
from app.seats.seat import Seat
from rules.kernel.asking import Told
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Past
from rules.kernel.stage import NOT_ON_STAGE, Stage

T = TypeVar("T")
NOTHING = Stage((), (), ())


class StageNow(NamedTuple):
    """A stage, and the number in the seat's own numbering at which it stands."""

    number: int
    stage: Stage


class AskedNow(NamedTuple):
    """What a deed asks, and the number at which that stands."""

    number: int
    filled: Filled[Any]


def stage_soon(games: GameService, seat: Seat) -> Future[StageNow]:
    """What a seat owes, is offered and waits for; nothing in a closed game. Raises Problem where there is no game."""

    def look(game: OpenGame, actor: Actor, past: Past) -> StageNow:
        found = NOTHING if game.is_closed else game.system.stage(game.state, actor, past)
        return StageNow(game.numbers[seat.role], found)

    return _soon(games, seat, look)


def asked_soon(games: GameService, seat: Seat, kind: str, about: Told, told: Told) -> Future[AskedNow]:
    """What a deed asks as far as it was told; one that is not on the seat's stage is refused. Raises as above."""

    def look(game: OpenGame, actor: Actor, past: Past) -> AskedNow:
        number = game.numbers[seat.role]
        if game.is_closed:
            return AskedNow(number, Filled((), NOT_ON_STAGE))
        return AskedNow(number, game.system.asked(game.state, actor, kind, about, told, past))

    return _soon(games, seat, look)


def _soon(games: GameService, seat: Seat, look: Callable[[OpenGame, Actor, Past], T]) -> Future[T]:
    def at_its_turn(game: OpenGame) -> T:
        return look(game, seated(game, seat, games.at_table), past_of(game, games.log.command_of))

    return games.ask_soon(seat.game_id, at_its_turn)
