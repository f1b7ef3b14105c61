"""S2: two games that differ only in what one side has planned; how long the other side waits for what it may read.

500 pairs, the first of each pair in turn the one game and the other, so that whatever else happens falls on both; each
pair has its own ratio, and the median of them counts.
"""

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

import pytest

from rules.flanders_fields.game.actions import fire_plan as sealing
from tests.app.described import device
from tests.app.test_sealed_plans_over_http import march_in, two_plans_sealed
from tests.app.test_secrets_over_http import as_it_is, own_turn
from tests.app.two_tables import two_tables
from tests.bench.rounds import took
from tests.earth_1418.canaries import begun
from tests.earth_1418.test_secrets import Canaries, Evening, evening

PAIRS: Final = 500
WARM: Final = 20
SIDE: Final = "attacker"


def measure() -> Sequence[float]:
    """How far the median of the ratios is from 1, either way: apart in a sealed plan, in drafts, in drafts sealed."""
    return (_sealed_plans(), *_written_unseen())


def _sealed_plans() -> float:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        # Fingerprints differ anyhow: made the same, all else must be, and is held to be as it is played.
        patched.setattr(sealing, "seal", lambda *_told: "f" * 64)
        here = Path(folder)
        with two_tables(here, march_in(here), (as_it_is, as_it_is), SIDE, ()) as tables:
            two_plans_sealed(tables, SIDE)
            for turn in ("attacker", "defender"):
                own_turn(tables, turn)
            devices = [seats["defender"] for seats in tables.seats]
            return _apart([partial(one.client.get, one.service) for one in devices])


def _written_unseen() -> Sequence[float]:
    """Two games of 1418, in one all batteries of a side have squares, in the other none: before Ready and after."""
    with evening(begun()) as full:
        # At one service: two of them in one process differ by their threads.
        empty = Evening(full.app, device(full.app), begun())
        games = (full, empty)
        Canaries(full).write(SIDE)
        Canaries(empty)
        found = [_asked(games)]
        for game in games:
            game.command(SIDE, "hold")
            game.ready(SIDE)
        return [*found, _asked(games)]


def _asked(games: Sequence[Evening]) -> float:
    """The dearest of what the other side may read and try: its stage, its view, a deed with what may be there."""
    return max(_apart([partial(asks, game) for game in games]) for asks in (_stage, _view, _tries))


def _stage(game: Evening) -> object:
    return game.clients["defender"].get(f"/api/v1/games/{game.game}/available-commands")


def _view(game: Evening) -> object:
    return game.clients["defender"].get(f"/api/v1/games/{game.game}")


def _tries(game: Evening) -> object:
    told = {"kind": "share_shots", "bombardment": f"{game.units['attacker battery 1']}-1", "unit": "u", "shots": 1}
    sent = {"command_id": "tried", "expected_seq": 0, "command": {**told, "bases_under": 1}}
    return game.clients["defender"].post(f"/api/v1/games/{game.game}/commands", json=sent)


def _apart(asked: Sequence[Callable[[], object]]) -> float:
    ratios = list[float]()
    for pair in range(WARM + PAIRS):
        times = [0.0, 0.0]
        for number in (0, 1) if pair % 2 else (1, 0):
            times[number] = took(asked[number])
        ratios.append(times[0] / times[1])
    ratio = median(ratios[WARM:])
    return max(ratio, 1 / ratio) - 1
