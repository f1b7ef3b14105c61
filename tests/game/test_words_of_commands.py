"""Every field of every command says what it means in the words of the table; the door takes what it took."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from re import search
from typing import Any, Final, get_args, get_type_hints

import pytest

from rules.flanders_fields.game.actions.orders import RollOrders
from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario
from rules.kernel.dice import Pack, Secret, Throw
from rules.kernel.prompts import AskKind, Asks
from rules.kernel.rulings import HouseRule
from rules.kernel.serialization import build
from rules.tabletop.terrain import LaidTable

DOCUMENTS: Final = {LaidTable, WrittenScenario, HouseRule, Pack, Secret, Throw}
"""What is told as a whole."""


def _with_rows(kind: Any) -> Iterator[type]:
    if isinstance(kind, type) and is_dataclass(kind) and kind not in DOCUMENTS:
        yield kind
        for hint in get_type_hints(kind).values():
            yield from _with_rows(hint)
    for inner in get_args(kind):
        yield from _with_rows(inner)


TOLD: Final = sorted({row for kind in COMMANDS.values() for row in _with_rows(kind)}, key=lambda one: one.__name__)


@pytest.mark.parametrize("told", TOLD, ids=lambda one: one.__name__)
def test_every_field_says_what_it_means(told: type) -> None:
    for one in fields(told):
        says = one.metadata.get("says", "")
        assert says, f"{told.__name__}.{one.name} has no words: declare it by fact(...)"
        assert len(says) <= 72
        assert not search(r"[A-Z]{3}-\d", says), f"no clause stands in words that are read aloud: {says}"
        if one.name.endswith("_cm"):
            assert Asks(told)(one.name).kind is AskKind.CM
        if one.name.endswith("_deg"):
            assert one.metadata["unit"] == "degrees"


def test_a_distance_without_limits_passes_the_door_as_it_did() -> None:
    sent = {"unit": "a", "die": {"pips": 3}, "farthest_platoon_cm": -1.23456}
    assert build(RollOrders, sent).farthest_platoon_cm == -1.23456
