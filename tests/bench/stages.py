"""What a seat owes and is offered, worked out after every command of evenings in the largest ready game.

The evenings are played by what the stage offers alone, bare, with cards, on a table and with house rules. The time is
that of the processor, the best of three, so that whatever else the machine does is not counted.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from time import thread_time
from typing import Final

from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.seats import Actor, Role
from tests.game.test_evenings_from_the_stage import SIDES, AnyEvening

COMMANDS: Final = 250
SEEDS: Final = range(4)
TRIES: Final = 3
MS: Final = 1_000


def measure() -> Sequence[float]:
    """Milliseconds a seat: the median, what 95 of 100 stay under, and the most that any took."""
    found = sorted(_times(largest()))
    return median(found), found[len(found) * 95 // 100], found[-1]


def largest() -> str:
    """The ready game with the most units."""
    return max(sorted(scenarios()), key=lambda name: len(AnyEvening(name, 0).state.units))


def _times(scenario: str) -> Iterator[float]:
    for seed in SEEDS:
        evening = AnyEvening(scenario, seed)
        while sum(evening.done.values()) < COMMANDS:
            done = sum(evening.done.values())
            evening.step()
            if sum(evening.done.values()) > done:
                for role in SIDES:
                    yield min(_took(evening, role) for _ in range(TRIES)) * MS


def _took(evening: AnyEvening, role: Role) -> float:
    began = thread_time()
    SYSTEM.stage(evening.state, Actor(role))
    return thread_time() - began
