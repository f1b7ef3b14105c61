"""Deeds that no golden log came to, each judged where it is done: the numbers of the rules are followed there too.

Each module lies here for a chapter of Flanders Fields and is found by that: its `positions()` are what `judged` makes.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from tests.numbers.followers import Follower


def every_position() -> Iterator[Follower]:
    """Each deed of each chapter, as it is judged by a book."""
    for module in iter_modules(__path__, f"{__name__}."):
        yield from import_module(module.name).positions()
