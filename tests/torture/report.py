"""What a long test tried and what was lost."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import structlog


@dataclass
class Report:
    """Counts of what was tried, by name, a sentence for each loss, and what was measured, in words."""

    tried: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    measured: str = ""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, what: str, how_often: int = 1) -> None:
        """Add to what was tried."""
        with self._lock:
            self.tried[what] = self.tried.get(what, 0) + how_often

    def expect(self, held: object, otherwise: str) -> None:
        """Note a loss where something did not hold."""
        if not held:
            self.lost.append(otherwise)

    def add(self, other: "Report") -> None:
        """Take in what another part of the same test tried and lost."""
        for what, number in other.tried.items():
            self.count(what, number)
        self.lost.extend(other.lost)

    def says(self) -> str:
        """All of it in one line."""
        tried = ", ".join(f"{number:,} {what}" for what, number in self.tried.items())
        return "; ".join(part for part in (tried, self.measured, f"lost: {len(self.lost):,}") if part)


@contextmanager
def only_errors_logged() -> Iterator[None]:
    """For a service in this process: what was tried is not to be lost among its notes."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    try:
        yield
    finally:
        structlog.configure(**before)
