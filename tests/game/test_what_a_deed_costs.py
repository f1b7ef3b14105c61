"""A deed takes as many actions as the tables of action costs say, not one whatever they say (FF-ORD-06)."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest

from rules.flanders_fields.ruleset import EDITION
from rules.flanders_fields.vocabulary import Carriage, Side, UnitClass
from tests.game.arms_in_play import unit
from tests.game.evening import Evening, die, entered
from tests.numbers.changes import book_with, every_number
from tests.numbers.judging import with_attached

COMPANY, GUN, ENGINEERS = "a1.1.c1", "a1.1.x1", "a1.1.x2"
PLATOONS = [f"{COMPANY}.p{place}" for place in (1, 2, 3)]
TEST = [{"ruling": "AMB-57", "option": "test"}]
DEEDS: Mapping[str, tuple[str, str, dict[str, Any]]] = {
    "movement/actions carriage_first": (GUN, "change_carriage", {"to": Carriage.READY}),
    "wire/actions attempt": (COMPANY, "cross_wire", {"stands": PLATOONS, "dice": entered(4, 4, 4)}),
    "wire/actions engineers": (ENGINEERS, "clear_wire", {"belts": 1}),
}


@pytest.fixture
def costing() -> Iterator[Any]:
    """Lets a key of a table of action costs say another number of actions from now on."""
    with ExitStack() as kept:

        def let(key: str, actions: int) -> None:
            number = next(one for one in every_number(EDITION) if str(one) == key)
            kept.enter_context(book_with(number, actions))

        yield let


def begun(of: str) -> Evening:
    """The first company, machine gun or engineers of a battalion, before its order die."""
    units = (unit(UnitClass.MACHINE_GUN), unit(UnitClass.ENGINEERS))
    evening = with_attached("mons-1914", {Side.ATTACKER: units}, house_rules=TEST)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_machine_guns" if of == GUN else "early_companies", "a1.1")
    return evening


@pytest.mark.parametrize("key", DEEDS)
def test_a_deed_that_takes_two_actions_spends_both(key: str, costing: Any) -> None:
    costing(key, 2)
    of, kind, fields = DEEDS[key]
    evening = begun(of)
    evening.do("attacker", "roll_orders", unit=of, die=die(6))
    earned = evening.state.orders[of].left
    evening.do("attacker", kind, unit=of, **fields)
    assert (earned - evening.state.orders[of].left, len(evening.state.orders[of].spent)) == (2, 2)


@pytest.mark.parametrize("key", DEEDS)
def test_it_is_refused_with_one_action_left(key: str, costing: Any) -> None:
    costing(key, 2)
    of, kind, fields = DEEDS[key]
    evening = begun(of)
    evening.do("attacker", "roll_orders", unit=of, die=die(6))
    while evening.state.orders[of].left > 1:
        evening.do("attacker", "move_unit", unit=of)
    refused = evening.refused("attacker", kind, unit=of, **fields)
    assert (refused.clause, "1 of the 2 actions that it takes" in refused.because) == ("FF-ORD-02", True)


def test_a_gap_that_takes_no_action_is_made_as_one_moves(costing: Any) -> None:
    costing("wire/actions engineers", 0)
    evening = begun(ENGINEERS)
    evening.do("attacker", "roll_orders", unit=ENGINEERS, die=die(6))
    assert evening.refused("attacker", "clear_wire", unit=ENGINEERS).clause == "FF-WIR-11"
