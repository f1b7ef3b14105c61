"""What holds for every test."""

import gc
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.share import cases
from tests.torture.nursery import make_use_of_it

# A busy machine takes its time: speed is measured elsewhere, never by a test.
settings.register_profile(
    "without a clock", deadline=None, max_examples=cases(50), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("without a clock")
make_use_of_it()

NEW_OBJECTS: Final = 50_000
"""After so many the collector looks for garbage; usually after 700. They have some hundred bytes each."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole evenings first: begun last, one would keep a worker busy when the others have nothing left to do.

    What needs a browser comes after the rest: as long as one is open its loop runs in this thread, where a test could
    begin no loop of its own.
    """
    items.sort(key=lambda item: (is_marked(item, "browser"), not is_marked(item, "evening")))


def is_marked(item: pytest.Item, name: str) -> bool:
    """Whether a test, its file or its class has a mark."""
    return item.get_closest_marker(name) is not None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the collector need not look through it again and again.

    What tests make goes with the last that knows of it, most of it: the rest can wait until there is more of it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
