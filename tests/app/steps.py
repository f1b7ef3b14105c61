"""How much Python does, counted: the same on every machine, however busy it is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps_of(act: Callable[[], object]) -> int:
    """How many lines are run in all, with every call and return; what a library does in another language is none."""
    steps = 0

    def step(_frame: FrameType, _event: str, _told: Any) -> Any:
        nonlocal steps
        steps += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        act()
    finally:
        sys.settrace(before)
    return steps
