"""The look-ups of one rule system as the service offers them, and how its description names what is asked there."""

from collections.abc import Callable
from typing import Any, NamedTuple

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


class PrintBeside(NamedTuple):
    """Something printed beside the look-ups of a system: what it is, what for, and its address."""

    title: str
    says: str
    href: str


@dataclass(frozen=True, slots=True, eq=False)
class LookUpsOffered:
    """The questions of a system, with samples for its description; `operations` is how its operations begin there.

    `prints` stand beside them in their list. `has_pages` where it lays out its look-ups
    itself; else their pages are drawn from their facts. `words` writes a word of the rules for people, given the class
    it is chosen from, where the system has ways of its own.
    """

    of: Questions[Any]
    samples: Samples
    operations: str = ""
    has_pages: bool = False
    prints: tuple[PrintBeside, ...] = ()
    words: Callable[[str, str], str] | None = None
