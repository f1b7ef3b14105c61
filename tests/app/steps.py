"""How much Python does, counted: the same on every machine, however busy it is."""

import ctypes
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

from tests.torture.disks import compiler

SOURCE: Final = Path(__file__).with_suffix(".c")


def steps_of(act: Callable[[], object]) -> int:
    """How many lines are run in all, with every call and return; what a library does in another language is none."""
    quick = counter()
    return counted_slowly(act) if quick is None else counted_by(quick, act)


def counted_slowly(act: Callable[[], object]) -> int:
    """The same where there is no C compiler."""
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


def counted_by(quick: ctypes.CDLL, act: Callable[[], object]) -> int:
    """The same by a function in C."""
    before = sys.gettrace()
    trace = ctypes.pythonapi.PyEval_SetTrace
    trace.argtypes = [ctypes.c_void_p, ctypes.py_object]
    quick.taken.restype = ctypes.c_long
    quick.taken()
    trace(ctypes.cast(quick.step, ctypes.c_void_p), None)
    try:
        act()
    finally:
        sys.settrace(before)
    return int(quick.taken())


@cache
def counter() -> ctypes.CDLL | None:
    """What counts in C, compiled for this run; None without a compiler."""
    if compiler() is None:
        return None
    with tempfile.TemporaryDirectory(prefix="steps") as name:
        made = Path(name) / "steps.so"
        subprocess.run([compiler() or "cc", "-O2", "-shared", "-fPIC", "-o", made, SOURCE], check=True)
        return ctypes.CDLL(str(made))
