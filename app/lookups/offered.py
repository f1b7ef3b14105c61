"""The look-ups of one rule system as the service offers them, and how its description names what is asked there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

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


def look_ups_for(path: str, date: str, house_rules: Iterable[tuple[str, str]]) -> str:
    """Return the address of look-ups at the month and under the house rules of a game.

    >>> look_ups_for("/lookups", "1918-08", [("AMB-13", "reroll")])
    '/lookups?date=1918-08&AMB-13=reroll'
    """
    return f"{path}?{urlencode([('date', date), *house_rules])}"


def look_ups_of_view(path: str, view: Mapping[str, Any]) -> str:
    """Return the address of look-ups for a game as one of its seats sees it."""
    chosen = ((rule["ruling"], rule["option"]) for rule in view["house_rules"])
    return look_ups_for(path, view["date"], chosen)
