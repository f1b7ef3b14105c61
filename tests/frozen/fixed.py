"""The service with a clock that stands still and chance that is always the same, so that its answers are too."""

import datetime as clock
import hashlib
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from rules.flanders_fields.ruleset import RuleBook

NOON: Final = clock.datetime(2026, 1, 1, 12, tzinfo=clock.UTC)
REAL: Final = clock.datetime


class Still(clock.datetime):
    """A time of day that does not go on."""

    @classmethod
    def now(cls, tz: clock.tzinfo | None = None) -> clock.datetime:  # type: ignore[override]  # noon is a plain datetime
        """Noon, always."""
        return NOON.astimezone(tz) if tz else NOON.replace(tzinfo=None)


class Chance:
    """What the operating system's chance would give, by kind and size, in order."""

    def __init__(self) -> None:
        self._drawn: Counter[str] = Counter()

    def token_bytes(self, size: int | None = None) -> bytes:
        """So many bytes."""
        wanted = size or 32
        return self._next(f"bytes {wanted}", wanted)

    def token_hex(self, size: int | None = None) -> str:
        """So many bytes in hexadecimal."""
        wanted = size or 32
        return self._next(f"hex {wanted}", wanted).hex()

    def token_urlsafe(self, size: int | None = None) -> str:
        """Letters that may stand in an address."""
        wanted = size or 32
        return self._next(f"letters {wanted}", wanted).hex()

    def randbelow(self, most: int) -> int:
        """A number from 0 to one less."""
        return int.from_bytes(self._next(f"below {most}", 8)) % most

    def choice(self, among: Sequence[Any]) -> Any:
        """One of several."""
        return among[self.randbelow(len(among))]

    def _next(self, of: str, size: int) -> bytes:
        self._drawn[of] += 1
        return hashlib.shake_256(f"{of} {self._drawn[of]}".encode()).digest(size)


@contextmanager
def fixed() -> Iterator[None]:
    """Clock and chance stand still for everything that is read or done meanwhile."""
    chance, kept = Chance(), list[Callable[[], object]]()
    names = ("token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice")
    stills = [(clock, "datetime"), *((module, "datetime") for module in _knowing_the_time())]
    for name in names:
        kept.append(_patched(secrets, name, getattr(chance, name)))
    kept.extend(_patched(module, name, Still) for module, name in stills)
    try:
        yield
    finally:
        for undo in reversed(kept):
            undo()


def _patched(module: Any, name: str, value: object) -> Callable[[], object]:
    patched = patch.object(module, name, value)
    patched.start()
    return patched.stop


def _knowing_the_time() -> list[Any]:
    """The modules of the service that name the clock."""
    loaded = [module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] == "app"]
    return [module for module in loaded if getattr(module, "datetime", None) is REAL]


@contextmanager
def same_book() -> Iterator[None]:
    """The digest of a book's data is no answer: it differs with the name of a table, and every game begins with it."""
    with patch.object(RuleBook, "fingerprint", "f" * 16):
        yield
