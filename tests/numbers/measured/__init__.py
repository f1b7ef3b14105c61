"""What the map of Flanders Fields proposes or draws: the numbers of the rules are followed there too.

Each module lies here for a chapter and is found by that: its `MEASURES` are asked of the scene of something of
everything (`tests/survey/test_every_fact.py`), or of a field of their own; `BY_HOUSE_RULE` where a house rule holds.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rules.flanders_fields.game.map_facts.board import Field
from rules.kernel.rulings import HouseRule


def every_measure() -> Iterator[tuple[str, tuple[HouseRule, ...], Callable[[Field], Any]]]:
    """A name, the house rules, and what is measured, of each chapter."""
    for found in iter_modules(__path__, f"{__name__}."):
        module = import_module(found.name)
        yield from ((name, (), ask) for name, ask in module.MEASURES.items())
        for rule, (name, ask) in getattr(module, "BY_HOUSE_RULE", {}).items():
            yield name, (rule,), ask
