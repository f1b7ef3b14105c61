"""The page of a game's map: what is listed beside it, and what is no longer there."""

from typing import Any

import msgspec

from app.pages.game_map import shown
from app.systems.flanders_fields.pages.map_tools import GAME_MAP
from app.systems.flanders_fields.plugin import EDGES
from app.systems.flanders_fields.screen_map import LAST_KNOWN, aimed_at
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from tests.game.evening import Evening, die, mons
from tests.game.ground_in_play import at, on_a_field

OURS, THEIRS = "a1.1.c1.p1", "d1.1.c1.p1"


def placed() -> Evening:
    evening = on_a_field()
    evening.do("referee", "place_stands", stands=[at(OURS, 600, 300), at(THEIRS, 600, 1500, 180)])
    return evening


def seen(evening: Evening, role: Role) -> Any:
    view = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(evening.state, role)))
    return shown(GAME_MAP, view, False, EDGES)


def stands_of(page: Any, nation: str) -> set[str]:
    force = next(one for one in page["forces"] if one.nation == nation)
    return {stand.id for formation in force.formations for stand in formation.stands}


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
    assert THEIRS not in stands_of(page, "british")
    assert OURS in stands_of(page, "german")
    assert [one.words.endswith(LAST_KNOWN) for one in page["map"].stands] == [True]


def test_a_point_on_which_nothing_has_fallen_is_a_cross_seen_from_its_own_sides_corner() -> None:
    """FF-ART-18, FF-PLN-02: (60, 70) from the attacker's left corner; (40, 20) from the defender's, opposite."""
    evening = on_a_field()
    field = field_of(evening.state, ATTACKER, evening.state.book())
    assert field is not None
    laid = {"zone": None, "along_cm": 60, "up_cm": 70}
    points = {
        "a1.b1": laid,
        "d1.b1": {"zone": None, "along_cm": 40, "up_cm": 20},
        "a1.b2": {**laid, "zone": "battery"},
        "a1.b3": {"zone": None, "along_cm": None, "up_cm": None},
    }
    near, far = aimed_at(field, evening.state, points)
    assert near.words.startswith("The aiming point of 77 mm, 1st Battery")
    assert [[(x, y) for x, y in line] for line in near.lines] == [[(575, 700), (625, 700)], [(600, 675), (600, 725)]]
    wide, deep = field.table.width_mm, field.table.depth_mm
    across, up = far.lines
    assert {(x, y) for x, y in across} == {(wide - 375, deep - 200), (wide - 425, deep - 200)}
    assert {(x, y) for x, y in up} == {(wide - 400, deep - 175), (wide - 400, deep - 225)}
