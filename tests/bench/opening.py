"""P6: opening a game from its database, and taking back its newest deed.

A game is opened as the service does it: from what it had come to when it was put away. Folding it from its first
event, where no kept state fits, is measured beside it, and that an event costs no more there in a long game than in a
short one. The first event sets up the whole force, so the time of a game of that event alone is taken off.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Final

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame, without_collecting
from app.games.repository import Shelf
from app.games.service import GameService
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.record_events import Note, TakeBack
from rules.kernel.seats import Actor, Role
from tests.bench.kept import keep, service
from tests.bench.rounds import medians, took
from tests.systems import known_systems

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
        shelf = Shelf(games.log, known_systems(), {SYSTEM.key: EventCodec(SYSTEM)})
        folded = medians({str(n): _opening(partial(fold_game, games, ids[n]), n) for n in ids}, ROUNDS)
        early, late = (fold_game(games, ids[events]) for events in (LENGTHS[0], LENGTHS[-1]))
        shelf.keep([late])
        opened = medians({str(n): _opening(partial(shelf.open, ids[n]), n) for n in (1, LENGTHS[-1])}, ROUNDS)
    each = {events: _each(folded, events) for events in LENGTHS}
    print(f"P6: without a kept state {each[LENGTHS[-1]]:.2f} us an event", file=sys.stderr)
    undo = medians({"early": lambda: _undoing(early), "late": lambda: _undoing(late)}, ROUNDS)
    return _each(opened, LENGTHS[-1]), max(each.values()) / min(each.values()), undo["late"] / undo["early"]


def _each(times: Mapping[str, float], events: int) -> float:
    return max(0.0, (times[str(events)] - times["1"]) / (events - 1) * 1e6)


def fold_game(games: GameService, game_id: str) -> OpenGame:
    """A game read from the database and folded from its first event."""
    record = games.log.read_game(game_id)
    assert record is not None
    with without_collecting():
        rows, head = games.log.read_log(game_id)
        return OpenGame(record, SYSTEM, EventCodec(SYSTEM), rows, head)


def _opening(open_game: Callable[[], OpenGame | None], events: int) -> Callable[[], float]:
    times = max(1, min(50, TOGETHER // events))
    return lambda: min(_opened(open_game) for _ in range(times))


def _opened(open_game: Callable[[], OpenGame | None]) -> float:
    """The time of one opening; the game is let go of only afterwards, and taking it apart again is no part of it."""
    opened: list[OpenGame | None] = []
    return took(lambda: opened.append(open_game()))


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
