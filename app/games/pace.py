"""How quickly commands have lately been judged and written."""

import sys
import time
from collections.abc import Callable
from typing import Final

# So long any thread may keep the others waiting without being asked.
QUICK_S: Final = sys.getswitchinterval()
UNKNOWN_S: Final = 1.0
ROUNDS: Final = 8


class Pace:
    """How long rounds take, each from its first command to the disk. The last count most; at first it is unknown."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._usual_s = UNKNOWN_S

    def __enter__(self) -> None:
        self._began = self._clock()

    def __exit__(self, *_: object) -> None:
        self._usual_s += (self._clock() - self._began - self._usual_s) / ROUNDS

    @property
    def is_quick(self) -> bool:
        """Whether the next is likely to be quick."""
        return self._usual_s < QUICK_S
