"""What holds for every test."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests.torture.nursery import make_use_of_it

# A busy machine takes its time: speed is measured elsewhere, never by a test.
settings.register_profile("without a clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without a clock")
make_use_of_it()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole evenings first: begun last, one would keep a worker busy when the others have nothing left to do."""
    items.sort(key=lambda item: item.get_closest_marker("evening") is None)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
