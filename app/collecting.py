"""The garbage collector, so that it keeps nobody waiting.

What a game remembers is made to stay, and it is most of what a command makes: the collector would look through all of
it again and again, and find nothing. Looking through twenty thousand objects at once kept a run of neighbours waiting
for a hundredth of a second, every three hundred commands.
"""

import gc
import time
from collections.abc import Callable, Mapping
from typing import Final

# Looked through in half a thousandth of a second.
NEW_OBJECTS: Final = 2_000
LOOKED_THROUGH: Final = 10
NEVER: Final = 1_000_000
QUIET_S: Final = 60.0
SELDOM_S: Final = 3_600.0


class Collector:
    """Looks through what is new alone, in small parts, and puts what lives on out of sight.

    What knows of itself and is let go later than that is found once nobody has asked for anything for a minute: then
    all of it is looked through, once an hour at most, since that takes some tenths of a second.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked = 0
        self._asked_at = self._thorough_at = clock()

    def begin(self) -> None:
        """From now on; what is there already stays, and goes out of sight."""
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, NEVER, NEVER)
        gc.callbacks.append(self._put_out_of_sight)

    def look_round(self, asked: int) -> None:
        """From time to time: `asked` is how many requests there have been."""
        now = self._clock()
        if asked != self._asked:
            self._asked, self._asked_at = asked, now
        elif now - self._asked_at >= QUIET_S and now - self._thorough_at >= SELDOM_S:
            self._thorough_at = now
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def _put_out_of_sight(self, phase: str, told: Mapping[str, int]) -> None:
        if phase == "stop" and told["generation"] == 0 and gc.get_count()[1] >= LOOKED_THROUGH:
            gc.freeze()
