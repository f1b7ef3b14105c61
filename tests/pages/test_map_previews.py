"""Previews on the map of a game of 120 by 180 cm: worked by hand, and silent about what a seat may not know."""

from dataclasses import replace
from typing import Any

import pytest

from app.maps.layers import Overlay
from app.maps.tools import ToolAsked
from app.systems.flanders_fields.pages.map_tools import TOOLS
from app.systems.flanders_fields.screen_map import OnMap
from rules.flanders_fields.game.map_facts.previews import known_plans
from rules.flanders_fields.game.map_facts.seat_board import field_of
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER
from rules.kernel.seats import Role
from tests.game.evening import Evening
from tests.game.ground_in_play import at, on_a_field

OURS, SECOND, THEIRS = "a1.1.c1.p1", "a1.1.c1.p2", "d1.1.c1.p1"
FROM_OURS: dict[str, Any] = {"from": OURS}


def seen_by(evening: Evening, role: Role = ATTACKER) -> OnMap:
    book = evening.state.book()
    field = field_of(evening.state, role, book)
    assert field is not None
    return OnMap(field, book, known_plans(evening.state, role, book))


def asked(tool: str, across: bool = False, **query: Any) -> ToolAsked:
    return ToolAsked(tool, {name: str(value) for name, value in query.items()}, across)


def overlays(on: OnMap, what: ToolAsked) -> list[Overlay]:
    return [one for one in TOOLS.laid_over(on, what) if one.is_preview]


def words(on: OnMap, what: ToolAsked) -> list[str]:
    return [one.words for one in overlays(on, what) if one.words]


def of_kind(found: list[Overlay], kind: str) -> Overlay:
    return next(one for one in found if kind in one.kind.split())


def box(overlay: Overlay) -> tuple[int, int, int, int]:
    spots = [spot for line in (*overlay.areas, *overlay.lines) for spot in line]
    xs, ys = [spot.x_mm for spot in spots], [spot.y_mm for spot in spots]
    return min(xs), min(ys), max(xs), max(ys)


def placed() -> Evening:
    evening = on_a_field("somme-1916")
    evening.do("referee", "place_stands", stands=[at(OURS, 600, 400), at(SECOND, 650, 400)])
    evening.do("referee", "place_stands", stands=[at(THEIRS, 600, 700, 150)])
    return evening


def test_a_template_says_who_is_covered_and_rings_them() -> None:
    """The square of 10 cm about 60, 40 reaches to 65: the one platoon is in it, half of the next one, nobody else."""
    found = overlays(seen_by(placed(), Role.REFEREE), asked("template", template="battery", x=60, y=40))
    assert box(of_kind(found, "square")) == (550, 350, 650, 450)
    told = [one.words for one in found]
    assert told[0] == "Battery, 10 cm by 10 cm, its middle at 60, 40"
    assert told[1] == "Fully covered: British: A Company, 1st Pals (1st Platoon)"
    assert told[2] == "Partly covered: British: A Company, 1st Pals (2nd Platoon)"
    assert told[3] == "Not covered: 1 other stand on the map"
    assert box(of_kind(found, "fully")) == (585, 392, 615, 408)


def test_each_reader_counts_from_his_own_corner() -> None:
    """60, 110 from the defender's corner is 60, 70 from the attacker's."""
    on = seen_by(placed())
    mine = overlays(on, asked("template", template="battery", x=60, y=70))
    theirs = overlays(on, asked("template", across=True, template="battery", x=60, y=110))
    assert [one.areas for one in mine] == [one.areas for one in theirs]
    assert theirs[0].words.endswith("its middle at 60, 110")
    # What was written down from the one edge is read so from the other, too.
    turned = overlays(on, asked("template", across=True, template="battery", x=60, y=70, edge="near"))
    assert [one.areas for one in turned] == [one.areas for one in mine]


def test_a_mortars_square_lies_as_the_base_it_is_laid_on_and_follows_it() -> None:
    evening = placed()
    what = asked("template", template="light_mortar", on=THEIRS, x=1, y=1)
    (grip,) = TOOLS.grips(seen_by(evening, Role.REFEREE), what)
    assert (grip.spot, grip.facing_deg) == ((600, 700), 150)
    evening.do("referee", "place_stands", stands=[at(THEIRS, 620, 710, 90)])
    (grip,) = TOOLS.grips(seen_by(evening, Role.REFEREE), what)
    assert (grip.spot, grip.facing_deg) == ((620, 710), 90)
    assert box(overlays(seen_by(evening, Role.REFEREE), what)[0]) == (605, 695, 635, 725)


def test_until_it_is_laid_somewhere_it_lies_in_the_middle_and_never_off_the_table() -> None:
    on = seen_by(placed())
    queries: tuple[dict[str, Any], ...]
    queries = ({}, {"x": "nonsense", "y": "nan"}, {"x": "", "y": "1e400"}, {"template": "moon", "on": "nobody"})
    for query in queries:
        assert TOOLS.grips(on, asked("template", **query))[0].spot == (600, 900)
    assert TOOLS.grips(on, asked("template", x=-5, y=99999))[0].spot == (0, 1800)
    assert box(overlays(on, asked("template", x=0, y=0))[0]) == (0, 0, 50, 50)


def test_only_what_may_be_turned_has_an_arm() -> None:
    on = seen_by(placed())
    assert TOOLS.grips(on, asked("template", template="battery", facing=30))[0].facing_deg is None
    assert TOOLS.grips(on, asked("template", template="machine_gun", facing=30))[0].facing_deg == 30
    assert TOOLS.grips(on, asked("template", across=True, template="machine_gun", facing=30))[0].facing_deg == 210
    fields = TOOLS.form(on, asked("template", template="machine_gun", facing=30), [])["ahead"]["place"]
    assert [name for name, _, _ in fields] == ["x", "y", "facing"]


def test_a_barrage_that_is_tried_out_turn_by_turn() -> None:
    """FF-BAR-04 to -10: from 30 cm, 15 a turn, halting in turn 3; in turn 4 from 60 to 80, its strip from 54."""
    on = seen_by(placed(), Role.REFEREE)
    query: dict[str, Any] = {"start": 30, "speed": 15, "turns": 5, "halts": "3"}
    found = overlays(on, asked("barrage", turn=4, **query))
    assert box(of_kind(found, "band")) == (0, 600, 1200, 800)
    assert box(of_kind(found, "danger")) == (0, 540, 1200, 600)
    lines = {label: spots for one in found if one.kind == "turn" for (_, label) in one.labels for spots in [one.lines]}
    # Where it lies in turn 4 the band itself shows it.
    assert lines == {
        "turn 1": (((0, 300), (1200, 300)),),
        "turn 2, 3": (((0, 450), (1200, 450)),),
        "turn 4": (),
        "turn 5": (((0, 750), (1200, 750)),),
    }
    said = words(on, asked("barrage", turn=4, **query))
    assert said[0].startswith("A barrage to try out, turn 4: It rolls on by 15 cm")
    assert said[1].startswith("Under it: German: 1 Company, I / Regt (1st Platoon)")
    by_turns = "1: 30 to 50 cm; 2: 45 to 65 cm; 3: 45 to 65 cm; 4: 60 to 80 cm; 5: 75 to 95 cm; 6: lifted"
    assert said[-1] == f"Turn by turn: {by_turns}"
    assert "It halts" in words(on, asked("barrage", turn=3, **query))[0]
    assert "lifted" in words(on, asked("barrage", turn=9, **query))[0]


def test_each_piece_of_a_barrage_is_held_by_its_own_grip() -> None:
    """FF-BAR-19: four pieces of 30 cm; the second 10 cm ahead, and so are those of which nothing is said."""
    grips = TOOLS.grips(seen_by(placed(), Role.REFEREE), asked("barrage", start=30, leads="0, 10"))
    assert [(one.part, one.spot) for one in grips] == [
        ("start", (600, 300)),
        ("lead-0", (200, 300)),
        ("lead-1", (500, 400)),
        ("lead-2", (800, 400)),
        ("lead-3", (1100, 400)),
    ]


def test_a_drawn_way_is_measured_leg_by_leg() -> None:
    """Nobody goes: 30 and 40 cm, round a right angle; from the other edge the same places read otherwise."""
    on, way = seen_by(placed()), "20, 20; 50, 20; 50, 60"
    (tape,) = overlays(on, asked("path", way=way))
    assert tape.words == "70 cm along it, 2 legs: 70 cm cross country"
    assert tape.lines == (((200, 200), (500, 200), (500, 600)),)
    assert tape.labels == (((350, 200), "30 cm"), ((500, 400), "40 cm"))
    assert [one.part for one in TOOLS.grips(on, asked("path", way=way))] == ["way-0", "way-1", "way-2"]
    turned = asked("path", across=True, edge="near", way=way)
    assert TOOLS.form(on, turned, [])["ahead"]["way"] == "100, 160; 70, 160; 70, 120"
    assert overlays(on, turned)[0].lines == tape.lines


def test_a_move_is_carried_along_a_drawn_way_as_far_as_one_action_does() -> None:
    """FF-MOV-T3: infantry 20 cm across country: 5 to the bend at 60, 45 and 15 of the 20 cm to the right of it."""
    found = overlays(seen_by(placed()), asked("path", way="60, 45; 80, 45", **FROM_OURS))
    assert found[0].words.startswith("25 cm along it, 2 legs")
    assert found[1].words.endswith("one move action carries it 20 cm of it")
    assert found[1].labels == (((750, 450), "one action"),)
    near = overlays(seen_by(placed()), asked("path", way="60, 55", **FROM_OURS))
    assert near[1].words.endswith("one move action carries it to the end")


@pytest.mark.parametrize(
    ("way", "lines"),
    [("", []), ("x; y", []), ("30", []), ("30, 40", []), ("999, 999; -5, 10, 7", [((1200, 1800), (0, 100))])],
)
def test_a_way_that_is_no_way_is_not_drawn(way: str, lines: list[object]) -> None:
    """What lies off the table is brought onto it; half a place is left out."""
    assert [line for one in overlays(seen_by(placed()), asked("path", way=way)) for line in one.lines] == lines


def test_who_is_close_behind_a_barrage_is_told_how_close() -> None:
    """From 45 cm: the front edges of ours at 40.75 are 4.3 cm behind it, as a tape reads 4.25 (FF-BAR-23)."""
    said = words(seen_by(placed()), asked("barrage", start=45, turn=1))
    close = "1st Platoon, 4.3 cm behind it; 2nd Platoon, 4.3 cm behind it"
    assert said[1] == f"In its danger strip of 6 cm: British: A Company, 1st Pals ({close})"


def test_a_plan_that_the_book_does_not_let_one_write_is_refused_in_its_words() -> None:
    (said,) = words(seen_by(placed()), asked("barrage", leads="0, 25"))
    assert "A piece cannot lead or lag by 25 cm" in said


def test_the_barrage_of_the_plan_is_its_own_sides_alone() -> None:
    """The scenario's plan: from 33 cm, 20 a turn, halting in turn 4, for 6 turns (somme-1916.toml)."""
    evening = placed()
    ours = seen_by(evening)
    ((name, plan),) = ours.plans.barrages.items()
    assert plan.name == "The creeping barrage"
    what = asked("barrage", plan=name, turn=4)
    said = words(ours, what)
    assert said[0].startswith(
        "The creeping barrage, turn 4: It halts for this turn, as planned; it lies from 73 to 93 cm"
    )
    assert TOOLS.grips(ours, what) == ()
    for role in (DEFENDER, Role.SPECTATOR):
        theirs = seen_by(evening, role)
        assert not theirs.plans.barrages
        assert not any("creeping" in one for one in words(theirs, what))
        # Naming it brings no more than the one that is tried out.
        assert overlays(theirs, what) == overlays(theirs, asked("barrage", turn=4))
        assert "creeping" not in str(TOOLS.form(theirs, what, []))
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "mid_rolling_barrage")
    evening.do("attacker", "advance_barrage", barrage=name)
    assert not seen_by(evening, DEFENDER).plans.barrages


def test_planned_gas_is_its_own_sides_alone() -> None:
    """Let go from a trench at 25 cm: its rear edge 10 cm before it, its middle 5 farther (FF-GAS-04, AMB-441)."""
    evening = placed()
    ((name, cloud),) = seen_by(evening).plans.clouds.items()
    assert (cloud.cloud.along_cm, cloud.cloud.up_cm) == (60.0, 40.0)
    said = words(seen_by(evening), asked("gas", cloud=name, wind_deg=0, wind_cm=20, phase=2))
    assert said[0].startswith("Offensive gas of turn 1, gas phase 2 from now: Drift 2 of 6: 20 cm at 0 degrees")
    assert said[0].endswith("its middle comes to 60, 80")
    assert seen_by(evening, Role.REFEREE).plans.clouds
    for role in (DEFENDER, Role.SPECTATOR):
        assert not seen_by(evening, role).plans.clouds


def test_planned_gas_goes_where_the_plan_has_the_wind_blow() -> None:
    """A quarter to the right of its owner; 10 and twice 3.5 cm until the speed is thrown (FF-GAS-13)."""
    evening = placed()
    gas = evening.state.gas
    evening.state.gas = replace(gas, planned=tuple(replace(one, wind_deg=90) for one in gas.planned))
    (name,) = seen_by(evening).plans.clouds
    said = words(seen_by(evening), asked("gas", cloud=name, phase=1))
    assert said[0].endswith("Drift 1 of 6: 17 cm at 90 degrees, attacking on its way; its middle comes to 77, 40")
    assert TOOLS.form(seen_by(evening), asked("gas", cloud=name), [])["ahead"]["wind"] == (90, 17.0)


def test_a_cloud_that_is_tried_out() -> None:
    """From 60, 40 at 15 cm a phase to the right: after two phases at 90, 40; on its way it comes over ours."""
    on = seen_by(placed())
    found = overlays(on, asked("gas", x=60, y=40, wind_deg=90, wind_cm=15, phase=2))
    assert box(of_kind(found, "held")) == (500, 350, 700, 450)
    assert box(next(one for one in found if one.kind == "gas")) == (800, 350, 1000, 450)
    assert box(of_kind(found, "way")) == (650, 350, 1000, 450)
    said = [one.words for one in found if one.words]
    assert said[0].endswith("its middle comes to 90, 40")
    assert said[1].startswith("Partly covered on its way: British: A Company, 1st Pals (2nd Platoon)")
    # The same as the defender sees it: his right is the attacker's left.
    theirs = asked("gas", across=True, x=60, y=140, wind_deg=-90, wind_cm=15, phase=2)
    assert [one.areas for one in overlays(on, theirs)] == [one.areas for one in found]


def test_a_cloud_that_has_gone_lies_nowhere() -> None:
    on = seen_by(placed())
    gone = overlays(on, asked("gas", x=60, y=170, wind_deg=0, wind_cm=20, phase=5))
    assert next(one for one in gone if one.kind == "gas").areas == ()
    assert "drifts off the table" in words(on, asked("gas", x=60, y=170, wind_cm=20, phase=5))[0]


def test_tools_for_what_there_was_not_are_not_offered() -> None:
    """FF-BAR-01, FF-GAS-01: neither in August 1914."""
    on = seen_by(on_a_field())
    assert not {"barrage", "gas"} & set(TOOLS.of(on))
    assert words(on, asked("barrage")) == []
    assert set(TOOLS.ahead) <= set(TOOLS.of(seen_by(placed())))


HIDING: list[ToolAsked] = [
    *(
        asked("template", template=kind, x=60, y=70)
        for kind in ("battery", "heavy_mortar", "machine_gun", "attacker_gas")
    ),
    asked("template", template="battery", on=THEIRS),
    asked("barrage", start=60, turn=1),
    asked("barrage", start=72, turn=1),
    asked("gas", x=60, y=60, wind_cm=10),
    asked("path", way="60, 60; 60, 90", **FROM_OURS),
]


@pytest.mark.parametrize("what", HIDING, ids=str)
def test_no_preview_is_answered_for_a_stand_that_a_seat_may_not_see(what: ToolAsked) -> None:
    """The same answer to the attacker, whether somebody sits below or nobody is there; the others are told."""
    evening = on_a_field("cambrai-1917")
    evening.do("attacker", "place_stands", stands=[at(OURS, 600, 400)])
    before = seen_by(evening)
    evening.do("defender", "go_below", stands=[THEIRS])
    evening.do("defender", "place_stands", stands=[at(THEIRS, 600, 700, 180)])
    after = seen_by(evening)
    assert TOOLS.laid_over(after, what) == TOOLS.laid_over(before, what)
    assert TOOLS.grips(after, what) == TOOLS.grips(before, what)
    assert TOOLS.form(after, what, TOOLS.laid_over(after, what)) == TOOLS.form(
        before, what, TOOLS.laid_over(before, what)
    )
    own = seen_by(evening, DEFENDER)
    assert THEIRS in [one["value"] for one in TOOLS.form(own, what, [])["stands"]]
