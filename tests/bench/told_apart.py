"""S2: two games that differ only in the plan one side has sealed; how long the other side waits for what it may read.

500 pairs, the first of each pair in turn the one game and the other, so that whatever else happens falls on both.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from rules.flanders_fields.fire_plan.game import judge as sealing
from tests.app.test_sealed_plans_over_http import march_in, two_plans_sealed
from tests.app.test_secrets_over_http import as_it_is, own_turn
from tests.app.two_tables import Tables, two_tables
from tests.bench.rounds import took

PAIRS: Final = 500
WARM: Final = 20
SIDE: Final = "attacker"


def measure() -> Sequence[float]:
    """How far the ratio of the medians is from 1, either way."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        # Fingerprints differ anyhow: made the same, all else must be, and is held to be as it is played.
        patched.setattr(sealing, "seal", lambda *_told: "f" * 64)
        here = Path(folder)
        with two_tables(here, march_in(here), (as_it_is, as_it_is), SIDE, ()) as tables:
            two_plans_sealed(tables, SIDE)
            for turn in ("attacker", "defender"):
                own_turn(tables, turn)
            return (_apart(tables),)


def _apart(tables: Tables) -> float:
    times: tuple[list[float], list[float]] = ([], [])
    for pair in range(WARM + PAIRS):
        for number in (0, 1) if pair % 2 else (1, 0):
            device = tables.seats[number]["defender"]
            long = took(lambda device=device: device.client.get(device.service))
            if pair >= WARM:
                times[number].append(long)
    ratio = median(times[0]) / median(times[1])
    return max(ratio, 1 / ratio) - 1
