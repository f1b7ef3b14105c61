"""How much memory a game takes while it is open, reckoned from the text that it is read from and written as.

To walk through its objects would keep everybody waiting for some hundredths of a second; how long the text of an event
is costs nothing to know. The factors were measured on an evening at Mons, and a test measures them again.
"""

from collections.abc import Iterable, Sized
from typing import Final

from app.store.chain import Logged
from rules.kernel.values import dataclass

FRESH: Final = 4_000
BEGUN: Final = 2.0
MARKED: Final = 0.17
HAPPENED: Final = 3.2
TOLD: Final = 1_500


@dataclass(slots=True)
class Weight:
    """The letters of text a game in memory stands for: of what it began with, and of all that happened since."""

    begun: int = 0
    happened: int = 0

    def add(self, rows: Iterable[Logged]) -> None:
        """Take in rows that were read; the first of a log holds both forces, which nothing after it does."""
        for seq, _, _, payload, *_ in rows:
            self.add_one(seq, payload)

    def add_one(self, seq: int, payload: str) -> None:
        """Take in one event."""
        if seq == 1:
            self.begun = len(payload)
        else:
            self.happened += len(payload)

    def in_bytes(self, marks: Sized, told: Sized, views: Iterable[bytes]) -> int:
        """What the game takes in bytes, with its `marks`, the events that were `told`, and its finished views."""
        state = self.begun * (BEGUN + MARKED * len(marks)) + self.happened * HAPPENED
        return FRESH + round(state) + TOLD * len(told) + sum(map(len, views))
