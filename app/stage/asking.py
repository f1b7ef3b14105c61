"""A seat's stage and the asks of a deed, worked out beside the game as every other question about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

from app.games.game import OpenGame
from app.games.judging import seated
from app.games.past import past_of
from app.games.service import GameService
from app.seats.seat import Seat
from rules.kernel.asking import Told
from rules.kernel.filling import Filled, Question
from rules.kernel.play import Actor, Past
from rules.kernel.stage import NOT_ON_STAGE, Stage

T = TypeVar("T")
NOTHING = Stage((), (), ())


class StageNow(NamedTuple):
    """A stage, the number in the seat's own numbering at which it stands, and what each thing on it is called."""

    number: int
    stage: Stage
    names: Mapping[str, str]


class AskedNow(NamedTuple):
    """What a deed asks, the number at which that stands, and what each choice is called."""

    number: int
    filled: Filled[Any]
    names: Mapping[str, str]


def stage_soon(games: GameService, seat: Seat) -> Future[StageNow]:
    """What a seat owes, is offered and waits for; nothing in a closed game. Raises Problem where there is no game."""

    def look(game: OpenGame, actor: Actor, past: Past) -> StageNow:
        found = NOTHING if game.is_closed else game.system.stage(game.state, actor, past)
        things = (value for one in (*found.owed, *found.offered) for value in one.about.values())
        return StageNow(game.numbers[seat.role], found, _names(game, actor, things))

    return _soon(games, seat, look)


def asked_soon(games: GameService, seat: Seat, kind: str, about: Told, told: Told) -> Future[AskedNow]:
    """What a deed asks as far as it was told; one that is not on the seat's stage is refused. Raises as above."""

    def look(game: OpenGame, actor: Actor, past: Past) -> AskedNow:
        number = game.numbers[seat.role]
        if game.is_closed:
            return AskedNow(number, Filled((), NOT_ON_STAGE), {})
        found = game.system.asked(game.state, actor, kind, about, told, past)
        # Only what is offered for choice is named: not whatever a client may ask about.
        return AskedNow(number, found, _names(game, actor, _choices(found.questions)))

    return _soon(games, seat, look)


def _soon(games: GameService, seat: Seat, look: Callable[[OpenGame, Actor, Past], T]) -> Future[T]:
    def at_its_turn(game: OpenGame) -> T:
        return look(game, seated(game, seat, games.at_table), past_of(game, games.log.command_of))

    return games.ask_soon(seat.game_id, at_its_turn)


def _choices(questions: Iterable[Question]) -> Iterator[Any]:
    for one in questions:
        yield from one.ask.among or ()
        for row in (*one.rows, one.next_row):
            yield from _choices(row)


def _names(game: OpenGame, actor: Actor, things: Iterable[Any]) -> Mapping[str, str]:
    return game.system.names(game.state, actor.role, {thing for thing in things if isinstance(thing, str)})
