"""The look-ups of one rule system as the service offers them, and how its description names what is asked there."""

from collections.abc import Callable
from typing import Any

from rules.kernel.questions import Questions
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class Samples:
    """One of each, as the description of the service and the terminal show how it is written."""

    question: str
    table: str
    clause: str
    ruling: str
    option: str


@dataclass(frozen=True, slots=True, eq=False)
class LookUpsOffered:
    """The questions of a system, with samples for its description; `operations` is how its operations begin there.

    `prints` are what the system prints, in words and with its address. `has_pages` where it lays out its look-ups
    itself; else their pages are drawn from their facts. `words` writes a word of the rules for people, given the class
    it is chosen from, where the system has ways of its own.
    """

    of: Questions[Any]
    samples: Samples
    operations: str = ""
    has_pages: bool = False
    prints: tuple[tuple[str, str], ...] = ()
    words: Callable[[str, str], str] | None = None
