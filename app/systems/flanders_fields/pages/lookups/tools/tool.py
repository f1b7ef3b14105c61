"""What a look-up is made of: its question, its groups of facts, its rows, what its answer is called."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from app.systems.flanders_fields.pages.lookups.outcomes.outcome import Outcome
from rules.flanders_fields.book import RuleBook
from rules.kernel.values import dataclass

Labels = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that stand together: (name of the fact, its label). A folded group is opened by whoever needs it."""

    title: str
    facts: Labels
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """A fact that is a list: a counter of its rows, at most `most`, and the facts of each row, some of them folded.

    What is the same in all rows is asked for in a group, "companies.each.quality".
    """

    name: str
    label: str
    row: str
    facts: Labels
    most: int
    start: int
    more: Group | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """One look-up.

    `start` are the facts it opens with where the rules name no default, `opens` those that hang on the month, `fixed`
    those never asked; `only` are the words offered where not all fit, `empty` what a choice left open is called where
    that is not "As usual"; `tallied` are lists of words that are entered as how many there are of each, with the most
    of one; `dice` names the dice where each has an owner of its own; `further` is what a face does that asks for more
    dice.
    """

    slug: str
    title: str
    about: str
    key: str
    groups: tuple[Group, ...]
    outcome: Callable[[Any], Outcome]
    start: dict[str, object] = field(default_factory=dict)
    opens: Callable[[RuleBook], Mapping[str, object]] | None = None
    fixed: dict[str, object] = field(default_factory=dict)
    rows: Rows | None = None
    only: dict[str, tuple[str, ...]] = field(default_factory=dict)
    empty: dict[str, str] = field(default_factory=dict)
    tallied: dict[str, int] = field(default_factory=dict)
    dice: tuple[str, ...] = ()
    further: str = "deviates"


def inside(prefix: str, labels: Labels) -> Labels:
    """The labels of facts that lie inside another one."""
    return tuple((f"{prefix}.{name}", label) for name, label in labels)
