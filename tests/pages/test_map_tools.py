"""Tools on the map of a game: lengths worked by hand from the bases; nothing is told of whom a seat is not shown."""

from typing import Any

import pytest

from app.maps.layers import Overlay
from app.maps.tools import ToolAsked
from app.systems.flanders_fields.pages.map_tools import TOOLS
from app.systems.flanders_fields.screen_map import OnMap
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.vocabulary import ATTACKER
from rules.kernel.seats import Role
from rules.tabletop.terrain import AreaKind
from tests.game.evening import Evening, played
from tests.game.ground_in_play import OPEN_FIELD, at, on_a_field

OURS, GUN, THEIRS, BEHIND = "a1.1.c1.p1", "a1.1.mg1", "d1.1.c1.p1", "d1.1.c1.p2"
WOOD: dict[str, Any] = {"sort": "area", "id": "wood", "name": "High Wood", "kind": AreaKind.WOOD.value}
WOOD |= {"line": [[500, 500], [500, 600], [700, 600], [700, 500]]}


def tools(evening: Evening, tool: str, one: str, other: str, role: Role = ATTACKER) -> list[Overlay]:
    book = evening.state.book()
    field = field_of(evening.state, role, book)
    assert field is not None
    return TOOLS.laid_over(OnMap(field, book), ToolAsked(tool, {"from": one, "to": other}))


def placed(evening: Evening) -> Evening:
    """Two platoons 300 mm apart, middle to middle, face to face; a gun beside ours, another platoon behind theirs."""
    evening.do("referee", "place_stands", stands=[at(OURS, 600, 400), at(GUN, 650, 400), at(THEIRS, 600, 700, 180)])
    evening.do("referee", "place_stands", stands=[at(BEHIND, 600, 760, 180)])
    return evening


def test_a_tape_is_laid_from_edge_to_edge() -> None:
    """300 mm between the middles, less half of 15 at either end."""
    (tape,) = tools(placed(on_a_field()), "measure", OURS, THEIRS)
    assert tape.words.startswith("28.5 cm base to base, 1st Platoon")
    assert [label for _, label in tape.labels] == ["28.5 cm"]


def test_sight_ends_at_the_wood() -> None:
    evening = played("mons-1914", table=OPEN_FIELD | {"pieces": [WOOD]})
    clear, hidden = tools(placed(evening), "sight", OURS, THEIRS)
    assert "not seen; High Wood lies between" in clear.words
    assert (clear.lines, hidden.lines) == ((((600, 400), (600, 500)),), (((600, 500), (600, 700)),))
    (open_line,) = tools(placed(on_a_field()), "sight", OURS, THEIRS)
    assert "seen; 28.5 cm" in open_line.words


def test_a_beaten_zone_begins_behind_the_first_base_and_names_who_is_in_it() -> None:
    (zone,) = tools(placed(on_a_field()), "zone", GUN, THEIRS)
    assert "2nd Platoon, A Company" in zone.words
    assert min(spot.y_mm for line in zone.areas for spot in line) >= 700
    assert tools(placed(on_a_field()), "zone", OURS, THEIRS) == []


def test_a_move_reaches_as_far_as_the_table_of_moves_says_all_round() -> None:
    """FF-MOV-T3: infantry 20 cm across country in 1914; by its middle, so 200 mm each way on open ground."""
    (reach,) = tools(placed(on_a_field()), "reach", OURS, "")
    xs = [spot.x_mm for ring in reach.lines for spot in ring]
    ys = [spot.y_mm for ring in reach.lines for spot in ring]
    for edge, at_mm in ((min(xs), 400), (max(xs), 800), (min(ys), 200)):
        assert abs(edge - at_mm) <= 15
    assert "one move action" in reach.words
    (packed,) = tools(placed(on_a_field()), "reach", GUN, "")
    assert packed.lines


def test_an_arc_is_drawn_as_far_as_it_shoots_and_says_why() -> None:
    """FF-ARC-02, FF-RNG-04: 10 cm each side of its 3, from its front edge at 407.5 on for 45 cm."""
    shape, line = tools(placed(on_a_field()), "arc", OURS, THEIRS)
    assert [round(spot.x_mm) for spot in shape.areas[0]] == [485, 485, 715, 715]
    assert {spot.y_mm for spot in shape.areas[0]} == {408, 858}
    assert line.words.startswith("1st Platoon, 1 Company, I / 1st Regt to 1st Platoon, A Company, 1st Battalion: ")
    (alone,) = tools(placed(on_a_field()), "arc", OURS, "")
    assert alone == shape


@pytest.mark.parametrize("tool", TOOLS.between)
def test_nothing_is_measured_to_whom_a_seat_is_not_shown(tool: str) -> None:
    evening = on_a_field("cambrai-1917")
    evening.do("defender", "go_below", stands=[THEIRS])
    evening.do("defender", "place_stands", stands=[at(THEIRS, 600, 700, 180)])
    evening.do("attacker", "place_stands", stands=[at(OURS, 600, 400)])
    if TOOLS.between[tool].of_one:
        assert tools(evening, tool, THEIRS, "") == []
        assert tools(evening, tool, OURS, THEIRS) == tools(evening, tool, OURS, "nobody")
    else:
        assert tools(evening, tool, OURS, THEIRS) == tools(evening, tool, OURS, "nobody") == []
    if tool != "zone" and not TOOLS.between[tool].of_one:
        assert tools(evening, tool, OURS, THEIRS, Role.REFEREE) != []


def test_the_form_offers_the_stands_on_the_map_and_says_when_there_is_nothing_to_say() -> None:
    evening = placed(on_a_field())
    book = evening.state.book()
    field = field_of(evening.state, Role.SPECTATOR, book)
    assert field is not None
    form = TOOLS.form(OnMap(field, book), ToolAsked("zone", {"from": OURS, "to": THEIRS}), [])
    assert {one["value"] for one in form["stands"]} == {OURS, GUN, THEIRS, BEHIND}
    assert form["said"] == [TOOLS.nothing]
    assert TOOLS.form(None, ToolAsked("nonsense"), [])["tool"] == "measure"
