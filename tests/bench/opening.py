"""P6: opening a game from its database, and taking back its newest deed.

The first event sets up the whole force and costs the same however long the game is: a game of that event alone is
opened in the same rounds, and its time is taken off.
"""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Final

from app.games.game import OpenGame, without_collecting
from app.games.service import GameService
from app.games.wire import EventCodec
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.commands import Note, TakeBack
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Recorded, Role
from tests.bench.kept import keep, service
from tests.bench.rounds import medians, took

LENGTHS: Final = (100, 1_000, 10_000, 100_000)
ROUNDS: Final = 5
# Short games are opened several times in a row: one opening would be lost in the noise.
TOGETHER: Final = 10_000
UNDOS: Final = 40
REFEREE: Final = Actor(Role.REFEREE)


def measure() -> Sequence[float]:
    """Microseconds an event at the longest game; the spread over the lengths; a late take-back to an early one."""
    with service() as games:
        ids = {events: keep(games, events).host.game_id for events in (1, *LENGTHS)}
        opened = medians({str(events): _opening(games, ids[events], events) for events in ids}, ROUNDS)
        each = {events: (opened[str(events)] - opened["1"]) / (events - 1) * 1e6 for events in LENGTHS}
        early, late = (open_game(games, ids[events]) for events in (LENGTHS[0], LENGTHS[-1]))
    undo = medians({"early": lambda: _undoing(early), "late": lambda: _undoing(late)}, ROUNDS)
    return each[LENGTHS[-1]], max(each.values()) / min(each.values()), undo["late"] / undo["early"]


def open_game(games: GameService, game_id: str) -> OpenGame:
    """A game read from the database and folded, as the service does it."""
    record = games.log.read_game(game_id)
    assert record is not None
    with without_collecting():
        rows, head = games.log.read_log(game_id)
        return OpenGame(record, SYSTEM, EventCodec(SYSTEM), rows, head)


def _opening(games: GameService, game_id: str, events: int) -> Callable[[], float]:
    times = max(1, min(50, TOGETHER // events))
    return lambda: min(_opened(games, game_id) for _ in range(times))


def _opened(games: GameService, game_id: str) -> float:
    """The time of one opening; the game is let go of only afterwards, and taking it apart again is no part of it."""
    opened: list[OpenGame] = []
    return took(lambda: opened.append(open_game(games, game_id)))


def _undoing(game: OpenGame) -> float:
    """The median time of judging and folding the take-back of a note, written just before and not measured."""
    times = []
    for _ in range(UNDOS):
        _happen(game, Note(text="wrongly measured"))
        times.append(took(lambda: _happen(game, TakeBack())))
    return median(times)


def _happen(game: OpenGame, command: Note | TakeBack) -> None:
    events = SYSTEM.decide(game.state, command, REFEREE)
    assert not isinstance(events, Refusal)
    for event in events:
        game.fold(Recorded(game.next_seq, event, f"late-{game.next_seq}", Role.REFEREE))
