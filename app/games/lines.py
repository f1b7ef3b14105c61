"""The lines of a log as people read it: what is told with another line of the same command is no line of its own."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def lines_of(told: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The events of a log that are a line, oldest first, without those that say nothing, or only beside another."""
    before: object = None
    for one in told:
        beside = one.get("beside", False) and one.get("command_id") == before
        if one.get("says") and not beside:
            yield one
        before = one.get("command_id")
