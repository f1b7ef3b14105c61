"""How many cases a test tries: BEATENZONE_TEST_SHARE is 1 in `make test`, more in `make torture`."""

import os
from collections.abc import Iterable
from typing import Final, TypeVar

Thing = TypeVar("Thing")

SHARE: Final = float(os.environ.get("BEATENZONE_TEST_SHARE", "1"))


def cases(number: int) -> int:
    """Return how many random cases to try where `make test` tries `number`."""
    return max(1, round(number * SHARE))


def sample(things: Iterable[Thing], number: int) -> list[Thing]:
    """Return `number` of the things, spread evenly over them; return all of them in `make torture`."""
    every = list(things)
    if SHARE > 1 or number >= len(every):
        return every
    return [every[place * len(every) // number] for place in range(number)]
