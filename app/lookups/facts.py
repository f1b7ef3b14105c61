"""Facts from a device or a terminal, made into the facts the rules take, or told in table words what is wrong."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import TypeVar

from rules.kernel.plain import NotPlain, build

T = TypeVar("T")
MOST_LISTED = 48
LONGEST_TEXT = 60


class BadAsk(ValueError):
    """A question that cannot be read: in which field, what was wrong, and what would be right.

    `choices` are the words that would fit, None where it was no choice.
    """

    def __init__(self, field: str, wrong: str, right: str, choices: type[Enum] | None = None) -> None:
        super().__init__(f"{field}: {wrong}; {right}")
        self.field = field
        self.wrong = wrong
        self.right = right
        self.choices = choices


def read_facts(kind: type[T], given: object) -> T:
    """The facts of a question from plain values. Raises BadAsk for unknown, missing or unfitting ones."""
    _check_sizes(given, "facts")
    try:
        return build(kind, given, "facts")
    except NotPlain as bad:
        raise BadAsk(bad.field, bad.wrong, bad.right, bad.words) from None


def _check_sizes(given: object, where: str) -> None:
    """Raises BadAsk for a list or a text that is longer than a question can be."""
    if isinstance(given, str) and len(given) > LONGEST_TEXT:
        raise BadAsk(where, f"{len(given)} letters are too long", f"write {LONGEST_TEXT} letters at most")
    if isinstance(given, list | tuple) and len(given) > MOST_LISTED:
        raise BadAsk(where, f"{len(given)} are more than stand in one question", f"give {MOST_LISTED} at most")
    for name, one in _parts(given):
        _check_sizes(one, f"{where}.{name}")


def _parts(given: object) -> Iterable[tuple[object, object]]:
    if isinstance(given, Mapping):
        return given.items()
    return enumerate(given) if isinstance(given, list | tuple) else ()
