"""Forms that the map fills in, with what each then sends; what was typed over stays until another thing is asked.

The field is 120 by 180 cm; an infantry base is 30 by 15 mm. Figures are worked out by hand.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.datastructures import QueryParams

from app.pages.people import unit_in
from app.systems.flanders_fields.pages.forms.assault import assault_drafts, closer
from app.systems.flanders_fields.pages.forms.gas import gas_form
from app.systems.flanders_fields.pages.forms.guns import gun_drafts
from app.systems.flanders_fields.pages.forms.planned import planned_drafts, works_shown
from app.systems.flanders_fields.pages.forms.shelter import shelter_drafts
from app.systems.flanders_fields.pages.on_map.filled_in import MapTold, filled_in
from app.systems.flanders_fields.pages.on_map.moves import going_in_through, march_of
from app.systems.flanders_fields.pages.on_map.proposed import OnMap
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.ground.laid import laid
from rules.flanders_fields.game.plan.state import FirePlan, PlannedFire, PlannedWork
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.plain import plain
from rules.kernel.play import Role
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import Area, AreaKind, Hill, Strength, Table, Trench, Wire
from tests.game.evening import Evening, die, played, somme, with_plan
from tests.game.gas_in_play import at_gas, released, throw
from tests.game.gas_in_play import game as gas_game
from tests.game.ground_in_play import LAID, OPEN_FIELD, at, line
from tests.game.guns_in_play import GERMAN_GUNS, called_for
from tests.game.test_air import STEP
from tests.game.test_planned_bombardments import HEAVY, LINE

OWN, FOE = "a1.1.c1.p1", "d1.1.c1.p1"
BRITISH_LINES: dict[str, Any] = plain(
    laid(
        "Two British trenches",
        Table(
            1200,
            1800,
            (
                Trench("front", "Forward Trench", line((0, 1200), (1200, 1200)), 20, "british"),
                Trench("rear", "Battle Line", line((0, 1400), (1200, 1400)), 20, "british", Strength.STRONG),
                Wire("wire", "Forward wire", line((0, 1100), (1200, 1100)), 40),
                Hill("hill", "Hill 62", line((0, 1300), (0, 1800), (1200, 1800), (1200, 1300)), 1),
            ),
        ),
    )
)


GERMAN_LINE: dict[str, Any] = plain(
    laid(
        "A German trench",
        Table(1200, 1800, (Trench("line", "Großer Graben", line((0, 1400), (1200, 1400)), 20, "german"),)),
    )
)
WOODED: dict[str, Any] = plain(
    laid(
        "A wood across the middle",
        Table(
            1200, 1800, (Area("wood", "Bourlon Wood", AreaKind.WOOD, line((500, 0), (500, 900), (700, 900), (700, 0))),)
        ),
    )
)


def view_of(evening: Evening, role: Role) -> dict[str, Any]:
    """The game as a page has it."""
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(evening.state, role)))
    return view


def map_of(evening: Evening, role: Role) -> OnMap:
    """Its map as a seat may know it."""
    book = evening.state.book()
    field = field_of(evening.state, role, book)
    assert field is not None
    return OnMap(field, book).as_placed


def filled(evening: Evening, role: str, address: str = "") -> tuple[QueryParams, MapTold, dict[str, Any]]:
    """What the address holds once the map has been asked, what the map has, and the game."""
    view = view_of(evening, Role(role))
    query, told = filled_in(QueryParams(address), view, map_of(evening, Role(role)))
    return query, told, view


def held(query: QueryParams, *names: str) -> list[str | None]:
    return [query.get(name) for name in names]


def ordered(evening: Evening) -> Evening:
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    return evening


def test_a_move_is_told_by_where_its_first_stand_goes() -> None:
    """The wood's slope leads from (10, 100) to (30, 120): from 112 to 118 up, at 20 along, all of the way is in it."""
    evening = played("mons-1914", table=LAID)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 1120), at("a1.1.c1.p2", 240, 1100, 90.0)])
    address = "unit=a1.1.c1&do=move&_to_along=20&_to_up=118"
    query, told, view = filled(ordered(evening), "attacker", address)
    assert held(query, "going", "_map") == ["close_terrain", f"{OWN}>20.0,118.0"]
    assert told.hand["going"].says == "6 cm close terrain (High Wood)"
    goes = march_of(query, unit_in(view, "a1.1.c1"), map_of(evening, Role.ATTACKER))
    assert goes is not None
    assert goes.now == (20.0, 112.0)
    assert goes.places == (
        {"stand": OWN, "x_mm": 200, "y_mm": 1180, "facing_deg": 0.0},
        {"stand": "a1.1.c1.p2", "x_mm": 240, "y_mm": 1160, "facing_deg": 90.0},
    )
    assert goes.ways[OWN] == (Pose(Spot(200, 1180), 0.0),)


def test_what_was_typed_over_stays_until_it_goes_elsewhere() -> None:
    evening = played("mons-1914", table=LAID)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 1120)])
    ordered(evening)
    typed = f"unit=a1.1.c1&do=move&_to_along=20&_to_up=118&going=cross_country&_map={OWN}>20.0,118.0"
    query, told, _ = filled(evening, "attacker", typed)
    assert query["going"] == "cross_country"
    assert told.hand["going"].value == "close_terrain"
    elsewhere, _, _ = filled(evening, "attacker", typed.replace("_to_up=118", "_to_up=116"))
    assert elsewhere["going"] == "close_terrain"


def test_the_other_side_measures_from_its_own_corner() -> None:
    evening = played("mons-1914", table=OPEN_FIELD)
    evening.do("defender", "place_stands", stands=[at(FOE, 300, 1500, 180.0)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "early_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    query, _, view = filled(evening, "defender", "unit=d1.1.c1&do=move&_to_along=90&_to_up=40")
    goes = march_of(query, unit_in(view, "d1.1.c1"), map_of(evening, Role.DEFENDER))
    assert goes is not None
    assert goes.now == (90.0, 30.0)
    assert [(one["x_mm"], one["y_mm"]) for one in goes.places] == [(300, 1400)]


def test_a_move_without_a_place_is_as_it_was() -> None:
    evening = played("mons-1914", table=LAID)
    evening.do("attacker", "place_stands", stands=[at(OWN, 200, 1120)])
    query, told, _ = filled(ordered(evening), "attacker", "unit=a1.1.c1&do=move")
    assert "_map" not in query
    assert told.hand == {}


def test_the_fire_on_the_way_fills_its_rows() -> None:
    """FF-MVZ-02: British guns have fired on 40, 60 from their corner, 10 by 10 cm; a platoon comes through from 80."""
    evening = played("cambrai-1917", table=OPEN_FIELD)
    evening.do("defender", "place_stands", stands=[at(FOE, 400, 800, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "lay_point", unit="a1.b1", where="the wire", along_cm=40.0, up_cm=60.0)
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    query, told, _ = filled(evening, "defender", "unit=d1.1.c1&do=move&_to_along=80&_to_up=135")
    # To (40, 45): through all of it, and out on the near side.
    assert query.getlist("_zones[]") == [f"a1.b1|{FOE}"]
    assert held(query, "zones.0.zone", "zones.0.stand", "zones.0.overlap", "zones.0.cover") == [
        "a1.b1",
        FOE,
        "whole",
        "soft",
    ]
    says = told.says(f"zone/a1.b1|{FOE}", "overlap")
    assert says is not None
    assert says.says == "where it is covered most: its whole base lies in it"
    clear, _, _ = filled(evening, "defender", f"{query}&_to_along=80&_to_up=110".replace("_to_up=135", "_to_up=110"))
    assert clear.getlist("_zones[]") == []


def test_the_fire_on_the_way_of_a_stand_that_goes_in() -> None:
    """FF-MVZ-02: from 80 up straight at a platoon at 40 it goes through all of 55 to 65; from 53 through none of it."""
    evening = played("cambrai-1917", table=OPEN_FIELD)
    evening.do("defender", "place_stands", stands=[at(FOE, 400, 800, 180.0), at("d1.1.c1.p2", 500, 530, 180.0)])
    evening.do("attacker", "place_stands", stands=[at(OWN, 400, 400)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "lay_point", unit="a1.b1", where="the wire", along_cm=40.0, up_cm=60.0)
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    view, on = view_of(evening, Role.DEFENDER), map_of(evening, Role.DEFENDER)
    met = going_in_through(view, on, FOE, OWN)
    assert {name: one.value for name, one in met["a1.b1"].items() if name in ("overlap", "cover")} == {
        "overlap": "whole",
        "cover": "soft",
    }
    assert going_in_through(view, on, "d1.1.c1.p2", OWN) == {}


def test_who_spots_for_a_mortar_is_looked_at_when_he_is_chosen() -> None:
    """FF-MTR-14: behind a wood the spotter sees neither the target nor the mortar; what is typed for him stays."""
    evening = gas_game(table=WOODED)
    post = evening.state.battalions["a1.3"].commander
    mortar = next(unit for unit in evening.state.units.values() if unit.of == "a1.3" and unit.kind == "light_mortar")
    evening.do("referee", "place_stands", stands=[at(mortar.stands[0], 900, 300), at(post, 300, 300)])
    evening.do("referee", "place_stands", stands=[at(FOE, 900, 700, 180.0)])
    on = map_of(evening, Role.ATTACKER)
    seen = on.spotted({"stands": [{"id": mortar.stands[0]}]}, post, FOE)
    assert {name: one.value for name, one in seen.items()} == {
        "spotter_sees_target": False,
        "spotter_sees_mortar": False,
    }


def test_an_sos_call_is_filled_in_for_its_point() -> None:
    """FF-SOS-03: 44.9 up from the German edge is 135.1 up; the German trench begins at 139."""
    evening = called_for(table=LAID)
    query, told, view = filled(evening, "defender", f"do=sos&_battery={GERMAN_GUNS}&along_cm=60&up_cm=44.9")
    assert held(query, "position", "from_position_cm") == ["front_trench", "3.9"]
    assert told.hand["from_position_cm"].says == "3.9 cm to Kaiser trench"
    draft = gun_drafts(view, None, "sos", query)["sos"]
    assert (draft["from_position_cm"], draft["along_cm"], draft["up_cm"]) == (3.9, 60.0, 44.9)


def test_a_point_behind_a_gun_is_out_of_its_arc() -> None:
    evening = played("mons-1914", table=OPEN_FIELD)
    gun = evening.state.units["a1.b1"].stands[0]
    evening.do("attacker", "place_stands", stands=[at(gun, 600, 600)])
    query, told, _ = filled(evening, "attacker", "unit=a1.b1&do=lay&along_cm=60&up_cm=20")
    assert query["in_arc"] == "false"
    assert told.hand["in_arc"].value is False
    ahead, _, _ = filled(evening, "attacker", "unit=a1.b1&do=lay&along_cm=60&up_cm=120")
    assert ahead["in_arc"] == "true"


def test_the_plan_is_told_who_observes_and_may_be_told_otherwise() -> None:
    """FF-BOM-05: a commander sees the point over open ground."""
    evening = somme(FirePlan(fires=(LINE,)), table=OPEN_FIELD)
    post = evening.state.battalions["a1.1"].commander
    evening.do("attacker", "place_stands", stands=[at(post, 500, 300)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    query, told, view = filled(evening, "attacker")
    assert planned_drafts(view, query, told)[f"fire/{LINE.id}"]["observed"] is True
    says = told.says(f"fire/{LINE.id}", "observed")
    assert says is not None
    assert says.value is True
    typed, told, view = filled(evening, "attacker", f"line={LINE.id}&observed=false")
    assert planned_drafts(view, typed, told)[f"fire/{LINE.id}"]["observed"] is False
    assert HEAVY in evening.state.units


def test_the_hurricane_finds_who_stands_in_the_nearest_trench() -> None:
    """FF-HUR-03: of the two the one nearer to the German edge, unless the other is chosen; that is Hard."""
    work = PlannedWork("attacker.work1", Side.ATTACKER, "the first trench", Work.TRENCH, 1)
    evening = with_plan(played("michael-1918", table=BRITISH_LINES), FirePlan(works=(work,)), gas=False)
    second = "d1.1.c1.p2"
    evening.do("referee", "place_stands", stands=[at(FOE, 300, 1200, 180.0), at(second, 400, 1400, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_bombardment")
    view, on = view_of(evening, Role.ATTACKER), map_of(evening, Role.ATTACKER)
    form = works_shown(view, QueryParams(), on)[work.id]
    assert form.pieces == [("front", "Forward Trench"), ("rear", "Battle Line")]
    assert (form.piece, form.within, form.cover) == ("front", (FOE,), "medium")
    other = works_shown(view, QueryParams(f"work={work.id}&piece=rear&_map=front"), on)[work.id]
    assert (other.within, other.cover) == ((second,), "hard")
    draft = planned_drafts(view, QueryParams(), works={work.id: form})[f"work/{work.id}"]
    assert (draft["piece"], draft["stands"]) == ("front", [{"stand": FOE, "cover": "medium"}])
    typed = works_shown(view, QueryParams(f"work={work.id}&piece=front&_map=front&_cover=soft"), on)[work.id]
    assert (typed.within, typed.cover) == ((), "soft")
    bare = works_shown(view, QueryParams(), None)[work.id]
    assert (bare.pieces, bare.within, bare.cover) == ((), (), "medium")


def test_the_line_of_aircraft_fills_in_whom_it_meets() -> None:
    """FF-AIR-07: from (40, 99) straight up, near edges at 99.25 and 102.25; turned about it meets nobody."""
    evening = with_plan(played("michael-1918", table=OPEN_FIELD), FirePlan(), gas=False)
    stands = {FOE: 1000, "d1.1.c1.p2": 1030}
    evening.do("referee", "place_stands", stands=[at(name, 400, up, 180.0) for name, up in stands.items()])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", STEP)
    evening.do("attacker", "call_aircraft", regiment="a1", die=die(5))
    query, told, _ = filled(evening, "attacker", "air=1&along_cm=40&up_cm=99&direction_deg=0")
    assert query.getlist("_line[]") == list(stands)
    assert held(query, "targets.0.distance_cm", "targets.1.distance_cm") == ["0.3", "3.3"]
    whence = told.says(f"air/{FOE}", "distance_cm")
    assert whence is not None
    assert whence.says == "0.3 cm from the point along the line"
    away, _, _ = filled(evening, "attacker", f"{query}".replace("direction_deg=0", "direction_deg=180"))
    assert away.getlist("_line[]") == []


def test_closing_fire_goes_uphill_to_who_stands_higher() -> None:
    """FF-DFM-08: the hill begins at 130 up; the attacker stands on it, the assaulted before it."""
    evening = played("mons-1914", table=BRITISH_LINES)
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 1400, 180.0)])
    evening.do("defender", "place_stands", stands=[at(FOE, 300, 1250)])
    ordered(evening)
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OWN, target=FOE, cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    query, told, view = filled(evening, "defender")
    assert assault_drafts(view, query, told)[f"closing/{FOE}"]["slope"] == "uphill"
    firing = view["assault"]["firing"][0]
    typed = closer(firing, QueryParams(f"closing={FOE}&target={OWN}&slope=level&_map={OWN}"), told)
    assert (typed["slope"], typed["told"].value) == ("level", "uphill")


def test_closing_fire_is_not_measured_to_where_a_stand_moved_from_before_it_went_in() -> None:
    evening = played("mons-1914", table=BRITISH_LINES)
    evening.do("attacker", "place_stands", stands=[at(OWN, 300, 1400, 180.0)])
    evening.do("defender", "place_stands", stands=[at(FOE, 300, 1250)])
    ordered(evening)
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OWN, target=FOE, cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    _, told, _ = filled(evening, "defender")
    assert [name for name in told.of if name.startswith("closing/")] == []


def test_who_walked_into_gas_is_filled_in_by_its_way() -> None:
    """The cloud reaches from 72 to 82 up; the platoon has come from 100 to 80, wholly into it."""
    evening = released(gas_game(table=OPEN_FIELD))
    evening.do("attacker", "end_turn")
    evening.do("referee", "place_stands", stands=[at(FOE, 600, 1000, 180.0)])
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    evening.do("defender", "move_unit", unit="d1.1.c1", places=[at(FOE, 600, 800, 180.0)])
    query, told, view = filled(evening, "defender", f"entering=1&caught.stand={FOE}")
    assert told.caught["coverage"].value == "fully"
    entering = gas_form(view, query).entering
    assert entering is not None
    caught: Mapping[str, Any] = entering["caught"]
    assert (caught["coverage"], caught["ends"], caught["cover"]) == ("fully", "whole", "soft")


def test_a_cloud_that_leaves_the_table_says_so_and_keeps_who_stood_in_it() -> None:
    """AMB-451: from (60, 60) it goes 17 cm up the table; of a table 65 cm deep nothing of it is left on."""
    small: dict[str, Any] = plain(laid("A small field", Table(1200, 650)))
    evening = at_gas(gas_game(table=small))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    query, told, _ = filled(evening, "attacker")
    off = told.says("drifts", "off_table")
    assert off is not None
    assert (off.value, query["off_table"]) == (True, "true")


def test_batteries_near_the_trench_are_out_of_deep_suppression() -> None:
    """FF-DSU-05: the British battery's base ends at 103 up, 16 cm before its foremost trench; 25 cm count."""
    evening = with_plan(
        played("michael-1918", table=BRITISH_LINES), FirePlan(heavy_artillery=(Side.ATTACKER,)), gas=False
    )
    gun = evening.state.units["d1.b1"].stands[0]
    evening.do("referee", "place_stands", stands=[at(gun, 300, 1000, 180.0)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    query, told, view = filled(evening, "attacker")
    listed = {one["id"] for one in view["deep"]["roll"]["batteries"]}
    assert "d1.b1" in listed
    assert query.getlist("in_front_line[]") == ["d1.b1"]
    assert planned_drafts(view, query, told)["deep"]["in_front_line"] == ["d1.b1"]


def test_a_gun_on_the_table_fires_by_the_plan_as_it_sees() -> None:
    line_of = PlannedFire("attacker.fire1", Side.ATTACKER, "a1.b1", 1, "the wire", 50.0, 60.0)
    evening = somme(FirePlan(fires=(line_of,)), table=OPEN_FIELD)
    gun = evening.state.units["a1.b1"].stands[0]
    evening.do("attacker", "place_stands", stands=[at(gun, 500, 200, 180.0)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    query, told, view = filled(evening, "attacker")
    draft = planned_drafts(view, query, told)[f"fire/{line_of.id}"]
    assert (draft["in_arc"], draft["sees_target"]) == (False, False)


def test_without_a_map_nothing_is_filled_in() -> None:
    evening = played("mons-1914")
    evening.do("attacker", "start_turn")
    view = view_of(evening, Role.ATTACKER)
    query, told = filled_in(QueryParams("unit=a1.1.c1&do=move"), view, None)
    assert (str(query), told) == ("unit=a1.1.c1&do=move", MapTold())


def test_who_is_below_is_told_whether_an_enemy_is_in_his_trench() -> None:
    """FF-DSH-03: the German trench lies at 140 up; he sits below it, and a British platoon stands in it."""
    evening = with_plan(played("michael-1918", table=GERMAN_LINE), FirePlan(), gas=False)
    below = "a1.1.c1.p1"
    evening.do("attacker", "place_stands", stands=[at(below, 300, 1400)])
    evening.do("attacker", "go_below", stands=[below])
    evening.do("referee", "place_stands", stands=[at(FOE, 500, 1400, 180.0)])
    evening.do("attacker", "start_turn")
    query, told, view = filled(evening, "attacker")
    draft = shelter_drafts(view, query, told)[f"up/{below}"]
    assert draft["enemy_above"] is True
    says = told.says(f"below/{below}", "enemy_above")
    assert says is not None
    assert says.says.endswith("in Großer Graben")
    typed, told, view = filled(evening, "attacker", f"up={below}&enemy_above=false")
    assert shelter_drafts(view, typed, told)[f"up/{below}"]["enemy_above"] is False
