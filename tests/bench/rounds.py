"""Contestants in turn, so that whatever else the machine does falls on all of them alike."""

import gc
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter_ns


def took(do: Callable[[], object]) -> float:
    """How long it takes, in seconds."""
    began = perf_counter_ns()
    do()
    return (perf_counter_ns() - began) / 1e9


def interleaved(contestants: Mapping[str, Callable[[], float]], rounds: int) -> Mapping[str, Sequence[float]]:
    """A B C A B C ...: each contestant's own measurements. The first round only warms up."""
    found: dict[str, list[float]] = {name: [] for name in contestants}
    leave_alone_what_was_set_up()
    for number in range(rounds + 1):
        for name, contestant in contestants.items():
            measured = contestant()
            if number:
                found[name].append(measured)
    return found


def leave_alone_what_was_set_up() -> None:
    """Let this process not look through it for garbage: that would fall on whoever is measured just then."""
    gc.collect()
    gc.freeze()


def medians(contestants: Mapping[str, Callable[[], float]], rounds: int) -> Mapping[str, float]:
    """The median of each contestant."""
    return {name: median(all_of_it) for name, all_of_it in interleaved(contestants, rounds).items()}
