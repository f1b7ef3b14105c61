"""The map's page: whose stands a seat may place, what is listed of the others, and what is no longer placed at all."""

from typing import Any

import msgspec
import pytest

from app.systems.flanders_fields.pages.map.page import shown, sides_of
from app.systems.flanders_fields.stage.ground import LAST_KNOWN
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.play import Role
from tests.game.evening import Evening, die, mons
from tests.game.ground_in_play import at, on_a_field

OURS, THEIRS = "a1.1.c1.p1", "d1.1.c1.p1"


def placed() -> Evening:
    evening = on_a_field()
    evening.do("referee", "place_stands", stands=[at(OURS, 600, 300), at(THEIRS, 600, 1500, 180)])
    return evening


def seen(evening: Evening, role: Role, still: bool = False) -> dict[str, Any]:
    view = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(evening.state, role)))
    return shown(view, () if still else sides_of(view, role), False)


def stands_of(page: dict[str, Any], side: str) -> list[dict[str, Any]]:
    force = next(one for one in page["forces"] if one["side"] == side)
    return [stand for holder in force["holders"] for stand in holder["stands"]]


@pytest.mark.parametrize(
    ("role", "moves"),
    [
        (ATTACKER, {OURS}),
        (DEFENDER, {THEIRS}),
        (Role.REFEREE, {OURS, THEIRS}),
        (Role.SPECTATOR, set()),
    ],
)
def test_each_seat_moves_its_own(role: Role, moves: set[str]) -> None:
    page = seen(placed(), role)
    assert {one.id for one in page["map"].stands} == {OURS, THEIRS}
    assert {one.id for one in page["map"].stands if one.moves} == moves
    assert {force["side"][0] for force in page["forces"] if force["moves"]} == {one[0] for one in moves}


def test_in_a_game_that_is_over_nobody_moves() -> None:
    page = seen(placed(), Role.REFEREE, still=True)
    assert not any(one.moves for one in page["map"].stands)


def test_a_game_without_a_table_has_no_map() -> None:
    page = seen(mons(), ATTACKER)
    assert page["map"] is None


def test_the_fallen_are_not_listed_and_movers_are_last_known() -> None:
    evening = placed()
    evening.do("referee", "correct", of=THEIRS, what="alive", value=False, reason="shelled")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    page = seen(evening, ATTACKER)
    assert THEIRS not in {one["id"] for one in stands_of(page, "defender")}
    assert [one.words.endswith(LAST_KNOWN) for one in page["map"].stands] == [True]
