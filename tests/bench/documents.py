"""How long it takes to look a document over, however it is made, and what the ground says of a fire plan at a save.

Half and whole in turn, so that whatever else happens falls on both; the least of several is what the reading itself
takes, since a disturbance only ever adds. That no more steps are gone than that, the unit tests count.
"""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from app.http.server import NEVER, NEW_OBJECTS
from rules.flanders_fields.vocabulary import Side
from tests.app.fullest_plans import MONTHS, checked_at_a_save
from tests.app.worst_documents import MEBI, READERS, Make, cases
from tests.bench.rounds import leave_alone_what_was_set_up, took

TRIES: Final = 5
TRIES_IN_TURN: Final = 12
"""The worst growth is the largest of some fifty pairs: what disturbs one of them would count as growth."""
PLATOONS: Final = 200
# What takes less is not compared with its half: a cache missed would be more than the reading.
WORTH_COMPARING_S: Final = 0.02

Times = tuple[float, float]


def measure() -> Sequence[float]:
    """The worst growth and the worst time of documents; the worst times of plans, bare and manned, and their growth."""
    leave_alone_what_was_set_up()
    # As in the service, which looks for garbage as rarely.
    gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)
    read = [_read(sort, make) for sort, _, make in cases()]
    bare, manned = ([_checked(scenario, side, men) for scenario in MONTHS for side in Side] for men in (0, PLATOONS))
    return (
        _worst_growth(read),
        max(_least(partial(_reading, sort, make, MEBI)) for sort, _, make in cases()),
        max(whole for _, whole in bare),
        max(whole for _, whole in manned),
        _worst_growth([*bare, *manned]),
    )


def _read(sort: str, make: Make) -> Times:
    most = READERS[sort].most
    return _in_turn(partial(_reading, sort, make, most // 2), partial(_reading, sort, make, most))


def _reading(sort: str, make: Make, size: int) -> Callable[[], object]:
    return partial(READERS[sort].read, make(min(size, READERS[sort].most)))


def _checked(scenario: str, side: Side, platoons: int) -> Times:
    return _in_turn(*(partial(checked_at_a_save, scenario, side, platoons, share) for share in (0.5, 1.0)))


def _in_turn(half: Callable[[], Callable[[], object]], whole: Callable[[], Callable[[], object]]) -> Times:
    """The least of each, one after the other: what slows the machine for a while falls on both."""
    took_each = [(took(half()), took(whole())) for _ in range(TRIES_IN_TURN)]
    return min(first for first, _ in took_each), min(second for _, second in took_each)


def _least(make: Callable[[], Callable[[], object]]) -> float:
    """Made anew for each try: nothing is remembered from the one before."""
    return min(took(make()) for _ in range(TRIES))


def _worst_growth(times: Sequence[Times]) -> float:
    return max(whole / half for half, whole in times if whole > WORTH_COMPARING_S)
