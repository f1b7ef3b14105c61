"""P16: the referee's board drawn after one change, and drawn whole.

Each round corrects another stand, so that the change has never been drawn before; from what the referee may know to the
bytes of the page.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from starlette.datastructures import QueryParams

from app.games.game import OpenGame
from app.games.opening import new_game
from app.games.service import utc_now
from app.games.wire import EventCodec
from app.pages.rendering import forget_drawn, page
from app.systems.flanders_fields.pages.board import board
from app.systems.flanders_fields.pages.force import latest
from app.systems.listed import known_systems
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.commands import Correct
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Recorded, Role
from tests.bench.evening import long_log
from tests.bench.rounds import medians, took

EVENTS: Final = 1_000
ROUNDS: Final = 40
REFEREE: Final = Actor(Role.REFEREE)
NOTHING_ASKED: Final = QueryParams()
HOUR: Final = "1914-08-23T09:00:00Z"
LINES = 30


class Shown(NamedTuple):
    """What the board is drawn from: the view, the newest of the log, and what of it was taken back."""

    view: dict[str, Any]
    told: list[dict[str, Any]]
    gone: frozenset[int]


def measure() -> Sequence[float]:
    """The time after one change to the time of the whole page."""
    record = new_game(SYSTEM.key, "Mons", ("Host", Role.REFEREE), utc_now()).opening.record
    game = OpenGame(record, known_systems()[SYSTEM.key], EventCodec(SYSTEM))
    for recorded in long_log(EVENTS):
        game.fold(recorded)
    found = medians({"changed": _after(_changes(game)), "whole": lambda: _whole(game)}, ROUNDS)
    return (found["changed"] / found["whole"],)


def _changes(game: OpenGame) -> Iterator[OpenGame]:
    """The game after each of many corrections, one a stand."""
    for stand in [one for one in game.state.stands.values() if one.alive]:
        correction = Correct(of=stand.id, what="levels", value=2 - stand.levels, reason="as it stands")
        decided = SYSTEM.decide(game.state, correction, REFEREE)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            game.fold(Recorded(game.next_seq, event, f"change-{game.next_seq}", Role.REFEREE))
        yield game


def _after(changes: Iterator[OpenGame]) -> Callable[[], float]:
    def once() -> float:
        shown = _shown(next(changes))
        return took(lambda: _draw(shown))

    return once


def _whole(game: OpenGame) -> float:
    shown = _shown(game)
    forget_drawn()
    return took(lambda: _draw(shown))


def _shown(game: OpenGame) -> Shown:
    view: dict[str, Any] = msgspec.json.decode(game.view(Role.REFEREE).body)
    told = game.told(Role.REFEREE, game.numbers[Role.REFEREE] - LINES)
    return Shown(view, told, game.withdrawn_numbers(Role.REFEREE))


def _draw(shown: Shown) -> None:
    view, told, gone = shown
    context = {
        "game_id": "g",
        "number": len(told),
        "hash": "",
        "view": view,
        "here": "/games/g",
        "host": True,
        "sealed": False,
    }
    context |= {"log": latest(view, told, gone, [HOUR] * LINES), "query": NOTHING_ASKED}
    page("board.html", context | board(view, told, NOTHING_ASKED, {}))
