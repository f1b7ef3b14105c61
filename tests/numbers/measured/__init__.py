"""What the map of Flanders Fields proposes or draws: the numbers of the rules are followed there too.

Each module lies here for a chapter and is found by that: its `MEASURES` are asked of the scene of something of
everything (`tests/survey/test_every_fact.py`), or of a field of their own.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rules.flanders_fields.game.survey.field import Field


def every_measure() -> Iterator[tuple[str, Callable[[Field], Any]]]:
    """A name, and what is measured, of each chapter."""
    for module in iter_modules(__path__, f"{__name__}."):
        yield from import_module(module.name).MEASURES.items()
