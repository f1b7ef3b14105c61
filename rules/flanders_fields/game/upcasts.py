"""Old events made readable: one function for each kind and version step, on plain values."""

from collections.abc import Callable, Mapping
from typing import Any

STEPS: Mapping[tuple[str, int], Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {}
"""(kind, version it was written in) -> the step to the next version. Every event is still at its first version."""


def upcast(kind: str, version: int, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload step by step up to today's version. A version without a step is today's."""
    while (kind, version) in STEPS:
        payload = STEPS[kind, version](payload)
        version += 1
    return payload
