"""P16: the referee's board drawn after one change, and drawn whole.

Each round corrects another stand, so that the change has never been drawn before; from what the referee may know to the
bytes of the page.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from app.games.game import OpenGame
from app.games.opening import new_game
from app.games.service import utc_now
from app.games.systems import known_systems
from app.games.wire import EventCodec
from app.pages.board import board
from app.pages.force import latest
from app.pages.rendering import forget_drawn, page
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.commands import Correct
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Recorded, Role
from tests.bench.evening import long_log
from tests.bench.rounds import medians, took

EVENTS: Final = 1_000
ROUNDS: Final = 40
REFEREE: Final = Actor(Role.REFEREE)
LINES = 30


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
        return took(lambda: _draw(*shown))

    return once


def _whole(game: OpenGame) -> float:
    shown = _shown(game)
    forget_drawn()
    return took(lambda: _draw(*shown))


def _shown(game: OpenGame) -> tuple[dict[str, Any], list[dict[str, Any]], frozenset[int]]:
    view: dict[str, Any] = msgspec.json.decode(game.view(Role.REFEREE).body)
    for regiment in (regiment for side in view["sides"] for regiment in side["regiments"]):
        regiment["options"] = [{"value": one["id"], "word": one["name"]} for one in regiment["battalions"]]
    return view, game.told(Role.REFEREE, game.numbers[Role.REFEREE] - LINES), game.withdrawn_numbers(Role.REFEREE)


def _draw(view: dict[str, Any], told: list[dict[str, Any]], gone: frozenset[int]) -> None:
    context = {"game_id": "g", "number": len(told), "view": view, "here": "/games/g", "host": True}
    more = {
        "log": latest(view, told, gone, []),
        "query": {},
        "over": None,
        "sealed": False,
        "foreseen": {},
        "closing": {},
    }
    page("board.html", context | more | board(view, ""))
