"""A clock of the day that is set, while the seconds that pass are another's to count."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Self
from unittest.mock import patch

BEGUN: Final = datetime(2026, 11, 22, 18, tzinfo=UTC)
JUMPS: Final = (
    timedelta(days=1),
    timedelta(hours=-1),
    timedelta(0),
    timedelta(days=-400),
    timedelta(days=400),
    timedelta(days=-1),
    timedelta(days=29, hours=23),
    timedelta(minutes=-9),
    timedelta(minutes=9, seconds=59),
    timedelta(seconds=1),
)
FARTHEST: Final = timedelta(days=365 * 50)
SET_RIGHT: Final = 0.3


class Jumping:
    """A day on, an hour back, not at all, back by a year and more: whatever comes up, every time it is told to."""

    def __init__(self, chance: random.Random) -> None:
        self.now, self.passed_s = BEGUN, 0.0
        self._chance = random.Random(chance.random())

    def jump(self) -> None:
        """Be set; now and then somebody sets it right, at the latest when it is fifty years off."""
        self.now += self._chance.choice(JUMPS)
        right = BEGUN + timedelta(seconds=self.passed_s)
        if self._chance.random() < SET_RIGHT or abs(self.now - right) > FARTHEST:
            self.now = right

    def wait(self, seconds: float) -> None:
        """Some time passes, on this clock as on all others."""
        self.now += timedelta(seconds=seconds)
        self.passed_s += seconds

    def written(self) -> str:
        """The time on a row."""
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def passed(self) -> float:
        """The seconds that passed, whatever the clock was set to."""
        return self.passed_s


@contextmanager
def everywhere(clock: Jumping) -> Iterator[None]:
    """Whatever of the program asks what time of day it is hears it from this clock."""

    class Asked(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(clock.now.timestamp(), tz)

    readers = [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith("app.") and vars(module).get("datetime") is datetime
    ]
    patches = [patch.object(module, "datetime", Asked) for module in readers]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
