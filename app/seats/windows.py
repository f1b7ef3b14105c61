"""Counting what was done lately, on a clock that nobody sets."""

from collections import deque
from collections.abc import Callable
from typing import Final

MINUTE_S: Final = 60.0


class Window:
    """At most `most` times a minute for each key, in the minute before whenever it is asked, for one process.

    `clock` gives seconds and only goes forward: set back, the time of day would keep a limit for as long.
    """

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self.most = most
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def has_room(self, key: str) -> bool:
        """Whether it may be done once more."""
        return len(self._lately(key)) < self.most

    def note(self, key: str) -> bool:
        """Note that it was done, where it may be; whether it may."""
        if not self.has_room(key):
            return False
        if key not in self._times:
            self._forget_the_old()
        self._times.setdefault(key, deque()).append(self._clock())
        return True

    def _lately(self, key: str) -> deque[float]:
        times, since = self._times.get(key, deque()), self._clock() - MINUTE_S
        while times and times[0] <= since:
            times.popleft()
        return times

    def _forget_the_old(self) -> None:
        # Whoever comes for the first time pays for those who no longer come, so that they are not kept for ever.
        for key in [one for one in self._times if not self._lately(one)]:
            del self._times[key]
