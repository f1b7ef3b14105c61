"""A game on a table: stands placed, drawn up, moved, lifted. Every place is worked by hand from the sizes of bases.

An infantry base is 30 by 15 mm, a machine gun's 20 by 20, a battalion commander's 20 across (FF-BAS-01, -02, -05).
"""

from typing import Any

import pytest

from app.games.json_codec import EventCodec
from app.games.open_game import OpenGame, restored, stored
from rules.flanders_fields.base_sizes import STANDS_ON
from rules.flanders_fields.game.actions.morale import MoraleTested
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.setup.creation import GameCreated
from rules.flanders_fields.game.stand_types import standing
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, SEATING, MoraleResult, Threshold, UnitClass
from rules.kernel.consent import NOTHING_THERE
from rules.kernel.dice import Throw
from rules.kernel.play import Recorded
from rules.kernel.prompts import proposed
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain
from rules.tabletop.stands import Circle, Rectangle
from rules.tabletop.terrain import PIECES, LaidTable, NotOfItsSort, Sort, laid, table_of
from tests.app.test_reading_a_game import CODEC, RECORD, rows_of
from tests.game.choosing import asks_of
from tests.game.evening import Evening, die, mons
from tests.game.ground_in_play import EVERY_SORT, LAID, OPEN_FIELD, at, middles, on_a_field

FIRST, SECOND, THIRD = "a1.1.c1.p1", "a1.1.c1.p2", "a1.1.c1.p3"
THEIRS = "d1.1.c1.p1"
WOOD, ROAD = LAID["pieces"][0], LAID["pieces"][4]


def seen(evening: Evening, role: Role = Role.SPECTATOR) -> dict[str, Any]:
    """The places that a role is shown, by stand."""
    return {one["stand"]: one for one in SYSTEM.view(evening.state, role)["map"]["places"]}


def said(evening: Evening) -> str:
    """The newest line of the log."""
    return str(SYSTEM.tell(evening.state, evening.log[-1], Role.REFEREE)["says"])


def placed(*stands: dict[str, Any], **settings: Any) -> Evening:
    """A game on an open field with these of the attacker's stands on it."""
    evening = on_a_field(**settings)
    evening.do("attacker", "place_stands", stands=list(stands))
    return evening


def its_turn(evening: Evening, unit: str = "a1.1.c1") -> Evening:
    """The first turn, at the companies of the first battalion; the company has two actions or three."""
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit=unit, die=die(6))
    return evening


def test_every_sort_of_piece_is_kept_as_it_is() -> None:
    assert {sort.value for sort in Sort} == PIECES.keys()
    assert {type(piece) for piece in EVERY_SORT.pieces} == set(PIECES.values())
    assert table_of(laid("x", EVERY_SORT)) == EVERY_SORT
    assert build(LaidTable, plain(laid("x", EVERY_SORT))) == laid("x", EVERY_SORT)


@pytest.mark.parametrize(("sort", "named"), [("hill", "has no kind"), ("river", "has no kind")])
def test_a_piece_is_what_its_sort_says(sort: str, named: str) -> None:
    wrong = build(LaidTable, LAID | {"pieces": [WOOD | {"sort": sort}]})
    with pytest.raises(NotOfItsSort, match=named):
        table_of(wrong)


def test_every_kind_of_unit_is_on_a_base() -> None:
    assert STANDS_ON.keys() == set(UnitClass)


def test_each_stand_has_the_base_of_its_kind() -> None:
    evening = on_a_field()
    shapes = {"a1.1.c1.p1": (300, 100), "a1.1.mg1": (400, 100), "a1.1.hq": (500, 100), "a1.hq": (600, 100)}
    own = [at(name, *place) for name, place in {**shapes, "a1.b1": (700, 100)}.items()]
    evening.do("attacker", "place_stands", stands=own)
    bases = {name: standing(evening.state, name, evening.state.book()) for name in evening.state.places}
    assert {name: base.footprint for name, base in bases.items() if base} == {
        "a1.1.c1.p1": Rectangle(30, 15),
        "a1.1.mg1": Rectangle(20, 20),
        "a1.1.hq": Circle(20),
        "a1.hq": Circle(25),
        "a1.b1": Rectangle(60, 40),
    }


def test_a_game_needs_no_table() -> None:
    evening = mons()
    assert evening.state.table is None
    assert SYSTEM.view(evening.state, ATTACKER)["map"] is None
    refused = evening.refused("attacker", "place_stands", stands=[at(FIRST, 600, 300)])
    assert (refused.because, refused.instead) == ("no table is laid in this game", "lay one first")
    its_turn(evening)
    evening.do("attacker", "move_unit", unit="a1.1.c1")


def test_a_game_may_have_its_table_from_the_start() -> None:
    evening = mons(table=LAID)
    created = evening.log[0].event
    assert isinstance(created, GameCreated)
    assert evening.state.table == EVERY_SORT == table_of(created.table or LaidTable("", 0, 0))
    for role in SEATING.roles:
        assert SYSTEM.view(evening.state, role)["map"] == {"table": LAID, "places": []}


def test_the_referee_lays_a_table_later() -> None:
    evening = mons()
    assert evening.refused("attacker", "set_table", table=LAID).because == "the referee lays the table"
    evening.do("referee", "set_table", table=LAID)
    assert evening.state.table == EVERY_SORT
    assert said(evening) == "The table is laid: A table of every sort, 120 cm by 180 cm"


def test_where_there_is_no_referee_a_side_lays_it() -> None:
    evening = mons(referee=False)
    evening.do("defender", "set_table", table=LAID)
    evening.agreed("defender", "undo")
    assert evening.state.table is None


@pytest.mark.parametrize(
    ("changed", "because"),
    [
        ({"width_mm": 5}, "the table is 0.5 cm wide"),
        ({"pieces": [ROAD | {"line": [[0, 0], [1300, 0]]}]}, "Menin road: its bend at 130 cm, 0 cm lies off the table"),
        ({"pieces": [ROAD, ROAD]}, "Menin road: 2 pieces have the id road (and 1 other fault)"),
        ({"pieces": [WOOD | {"kind": None}]}, "High Wood: a piece of the sort area has its kind"),
    ],
)
def test_a_table_that_cannot_be_played_on_is_not_laid(changed: dict[str, Any], because: str) -> None:
    evening = mons()
    assert because in evening.refused("referee", "set_table", table=LAID | changed).because
    fresh = Evening()
    assert because in fresh.refused("referee", "create_game", scenario="mons-1914", table=LAID | changed).because
    assert (evening.state.table, fresh.log) == (None, [])


def test_stands_are_placed_and_everybody_sees_it() -> None:
    evening = placed(at(FIRST, 600, 300, 45), at("a1.1.hq", 100, 100))
    assert middles(evening, FIRST, "a1.1.hq") == [(600, 300, 45), (100, 100, 0)]
    assert said(evening) == "On the map: 1st Platoon, 1 Company, I / 1st Regt; Commander, I / 1st Regt"
    for role in SEATING.roles:
        assert seen(evening, role)[FIRST] == {
            "stand": FIRST,
            "name": seen(evening)[FIRST]["name"],
            "side": "attacker",
            "x_mm": 600,
            "y_mm": 300,
            "facing_deg": 45,
            "round": False,
            "width_mm": 30,
            "depth_mm": 15,
            "below": False,
            "unsure": False,
        }
        assert seen(evening, role)["a1.1.hq"]["round"]


def test_whoever_is_placed_again_stands_there_now() -> None:
    evening = placed(at(FIRST, 600, 300))
    evening.do("attacker", "place_stands", stands=[at(FIRST, 605, 300)])
    assert middles(evening, FIRST) == [(605, 300, 0)]


def test_two_stands_may_change_places() -> None:
    evening = placed(at(FIRST, 600, 300), at(SECOND, 700, 300))
    evening.do("attacker", "place_stands", stands=[at(FIRST, 700, 300), at(SECOND, 600, 300)])
    assert middles(evening, FIRST, SECOND) == [(700, 300, 0), (600, 300, 0)]


@pytest.mark.parametrize(
    ("stands", "because"),
    [
        ([at(FIRST, 14, 300)], "would stand off the table"),  # half of 30 is 15
        ([at(FIRST, 1186, 300)], "would stand off the table"),
        ([at(FIRST, 600, 6)], "would stand off the table"),  # half of 15 is 7.5
        ([at(FIRST, 10**12, 300)], "would stand off the table"),
        ([at(FIRST, 600, 300, float("inf"))], "faces no direction"),
        ([at(FIRST, 600, 300), at(SECOND, 628, 300)], "would lie on top of 1st Platoon, 1 Company"),
        ([at(FIRST, 900, 900)], "would lie on top of"),
        ([at("nobody", 600, 300)], "there is no such stand on the table"),
        ([at("a1.3.c1.p1", 600, 300)], "III / 1st Regt is off the table"),
        ([at("a1.3.hq", 600, 300)], "III / 1st Regt is off the table"),
        ([at("a1.1.c4.p3", 600, 300)], "has been destroyed"),
        ([at(THEIRS, 600, 300)], "this is for the"),
        ([at("d1.4.c1.p1", 600, 300)], "there is no such stand on the table"),
        ([at(FIRST, 600, 300), at(FIRST, 700, 300)], "a stand is named twice"),
        ([], "no stand is named"),
    ],
)
def test_what_cannot_stand_there_is_refused(stands: list[dict[str, Any]], because: str) -> None:
    evening = on_a_field()
    evening.do("referee", "place_stands", stands=[at(THEIRS, 900, 900, 180)])
    evening.do("referee", "correct", of="a1.1.c4.p3", what="alive", value=False, reason="lost")
    before = dict(evening.state.places)
    assert because in evening.refused("attacker", "place_stands", stands=stands).because
    assert evening.state.places == before


@pytest.mark.parametrize("place", [at(FIRST, 15, 8), at(FIRST, 1185, 1792), at(FIRST, 8, 15, 90)])
def test_along_the_very_edge_is_on_the_table(place: dict[str, Any]) -> None:
    placed(place)


def test_bases_that_touch_are_beside_each_other() -> None:
    evening = placed(at(FIRST, 600, 300), at(SECOND, 630, 300), at(THIRD, 600, 285))
    assert len(evening.state.places) == 3


def test_the_referee_may_have_one_lie_on_another() -> None:
    evening = placed(at(FIRST, 600, 300))
    on_it = {"kind": "place_stands", "stands": [at(SECOND, 600, 305)]}
    evening.do("referee", "override", clause="FF-BAS-16", command=on_it, reason="the models stand so")
    assert middles(evening, SECOND) == [(600, 305, 0)]


def test_a_company_is_drawn_up_in_line_with_the_gap_of_its_grade() -> None:
    """FF-FRM-04: Experienced, 5 cm. Three bases and two gaps: 190 mm, the middles 80 mm apart."""
    evening = on_a_field()
    evening.do("attacker", "place_formation", of="a1.1.c1", layout="line", x_mm=600, y_mm=300)
    assert middles(evening, FIRST, SECOND, THIRD) == [(520, 293, 0), (600, 293, 0), (680, 293, 0)]
    assert said(evening).endswith("is drawn up in line")


def test_a_veteran_company_stands_wider_and_a_defender_looks_down_the_table() -> None:
    """FF-FRM-05: 10 cm. Four bases and three gaps: 420 mm, the middles 130 mm apart, the first on its own left."""
    evening = on_a_field()
    evening.do("defender", "place_formation", of="d1.1.c1", layout="line", x_mm=600, y_mm=1500, facing_deg=180)
    stands = [f"d1.1.c1.p{number}" for number in range(1, 5)]
    assert middles(evening, *stands) == [(795, 1508, 180), (665, 1508, 180), (535, 1508, 180), (405, 1508, 180)]


@pytest.mark.parametrize(("role", "battalion", "ahead"), [("attacker", "a1.1", 0), ("defender", "d1.1", 180)])
def test_facing_of_a_formation_and_of_its_stands_is_proposed_towards_the_enemy(
    role: str, battalion: str, ahead: int
) -> None:
    """FF-SET-04: each side has one short edge, and looks across the table. A placed stand keeps its facing."""
    evening, stand = on_a_field(), f"{battalion}.c1.p1"
    for of in (battalion, f"{battalion}.c1"):
        told = {"of": of, "layout": "line", "x_mm": 600, "y_mm": 900}
        assert proposed(asks_of(evening.state, Role(role), "place_formation", {}), told).told["facing_deg"] == ahead
    places = {"stands": [{"stand": stand, "x_mm": 600, "y_mm": 900}]}
    found = proposed(asks_of(evening.state, Role(role), "place_stands", {}), places)
    assert found.told["stands"][0]["facing_deg"] == ahead
    evening.do(role, "place_stands", stands=[at(stand, 600, 900, 45.0)])
    found = proposed(asks_of(evening.state, Role(role), "place_stands", {}), places)
    assert found.told["stands"][0]["facing_deg"] == 45


def test_a_company_in_column_closes_up() -> None:
    """FF-FRM-08: one behind another, touching."""
    evening = on_a_field()
    evening.do("attacker", "place_formation", of="a1.1.c1", layout="column", x_mm=600, y_mm=300)
    assert middles(evening, FIRST, SECOND, THIRD) == [(600, 293, 0), (600, 278, 0), (600, 263, 0)]
    evening.do("attacker", "place_formation", of="a1.1.c1", layout="column", x_mm=600, y_mm=300, gap_cm=2)
    assert middles(evening, FIRST, SECOND, THIRD) == [(600, 293, 0), (600, 258, 0), (600, 223, 0)]


def test_a_battalion_in_column_has_its_companies_one_behind_another() -> None:
    """Each rank 15 deep and 50 behind the one before; the last: gun, commander, gun, 20 deep and 50 apart."""
    evening = on_a_field()
    evening.do("attacker", "place_formation", of="a1.1", layout="column", x_mm=600, y_mm=500)
    lead = [f"a1.1.c{company}.p2" for company in range(1, 5)]
    assert middles(evening, *lead) == [(600, 493, 0), (600, 428, 0), (600, 363, 0), (600, 298, 0)]
    assert middles(evening, "a1.1.mg1", "a1.1.hq", "a1.1.mg2") == [(530, 230, 0), (600, 230, 0), (670, 230, 0)]
    assert len(evening.state.places) == 15
    assert said(evening) == "I / 1st Regt is drawn up in column"


def test_a_battalion_in_line_has_its_companies_side_by_side() -> None:
    """Four columns, 30 wide and 50 apart: 270 mm, the middles 80 mm apart."""
    evening = on_a_field()
    evening.do("attacker", "place_formation", of="a1.1", layout="line", x_mm=600, y_mm=500)
    lead = [f"a1.1.c{company}.p1" for company in range(1, 5)]
    assert middles(evening, *lead) == [(480, 493, 0), (560, 493, 0), (640, 493, 0), (720, 493, 0)]
    assert middles(evening, "a1.1.c4.p3") == [(720, 363, 0)]


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"of": "a1.1.c1", "x_mm": 60}, "1st Platoon, 1 Company, I / 1st Regt would stand off the table"),
        ({"of": "a1.1.c1", "x_mm": 10**9}, "that is no place on the table"),
        ({"of": "a1.1.c1", "gap_cm": -1.0}, "that is no gap between stands"),
        ({"of": "a1.1.c1", "facing_deg": float("inf")}, "that faces no direction"),
        ({"of": "nothing"}, "there is no unit or battalion 'nothing' in this game"),
        ({"of": "d1.4"}, "there is no unit or battalion 'd1.4' in this game"),
        ({"of": "d1.1"}, "this is for the"),
        ({"of": "a1.3"}, "III / 1st Regt is off the table"),
        ({"of": "a1.2.mg1"}, "nothing of it stands on the table"),
    ],
)
def test_what_cannot_be_drawn_up_is_refused(fields: dict[str, Any], because: str) -> None:
    evening = on_a_field()
    evening.do("referee", "correct", of="a1.2.mg1", what="alive", value=False, reason="lost")
    told = {"layout": "line", "x_mm": 600, "y_mm": 300} | fields
    assert because in evening.refused("attacker", "place_formation", **told).because


def test_a_battery_behind_the_table_has_no_place_on_it() -> None:
    evening = on_a_field("cambrai-1917")
    refused = evening.refused("attacker", "place_stands", stands=[at("a1.b2", 600, 300)])
    assert refused.because.endswith("fires from behind the table")


def test_stands_are_lifted() -> None:
    evening = placed(at(FIRST, 600, 300), at(SECOND, 700, 300))
    evening.do("attacker", "lift_stands", stands=[FIRST])
    assert list(evening.state.places) == [SECOND]
    assert said(evening).startswith("Off the map: 1st Platoon, 1 Company")
    assert "is not on the map" in evening.refused("attacker", "lift_stands", stands=[FIRST]).because
    assert "this is for the" in evening.refused("defender", "lift_stands", stands=[SECOND]).because


def test_a_move_says_where_its_stands_are_afterwards() -> None:
    evening = its_turn(placed(at(FIRST, 600, 300), at(SECOND, 700, 300)))
    evening.do("attacker", "move_unit", unit="a1.1.c1", places=[at(FIRST, 600, 500), at(SECOND, 700, 500)])
    assert middles(evening, FIRST, SECOND) == [(600, 500, 0), (700, 500, 0)]
    assert not any(one["unsure"] for one in seen(evening).values())
    evening.agreed("attacker", "undo")
    assert middles(evening, FIRST, SECOND) == [(600, 300, 0), (700, 300, 0)]


def test_a_move_that_does_not_say_it_leaves_the_last_known_places() -> None:
    evening = its_turn(placed(at(FIRST, 600, 300), at(SECOND, 700, 300), at("a1.1.c2.p1", 800, 300)))
    evening.do("attacker", "move_unit", unit="a1.1.c1", places=[at(FIRST, 600, 500)])
    assert {name: one["unsure"] for name, one in seen(evening).items()} == {
        FIRST: False,
        SECOND: True,
        "a1.1.c2.p1": False,
    }
    evening.do("attacker", "place_stands", stands=[at(SECOND, 700, 500)])
    assert evening.state.ground.unsure == ()


def test_where_somebody_last_was_others_may_stand() -> None:
    evening = its_turn(placed(at(FIRST, 600, 300)))
    evening.do("attacker", "move_unit", unit="a1.1.c1")
    evening.do("attacker", "place_stands", stands=[at("a1.1.c2.p1", 600, 300)])


@pytest.mark.parametrize(
    ("place", "because"),
    [
        (at(FIRST, 2000, 300), "would stand off the table"),
        (at("a1.1.c2.p1", 700, 300), "a stand is placed that does not move with it"),
        (at(THEIRS, 700, 300), "a stand is placed that does not move with it"),
    ],
)
def test_a_move_to_where_it_cannot_stand_is_not_made(place: dict[str, Any], because: str) -> None:
    evening = its_turn(placed(at(FIRST, 600, 300)))
    before = len(evening.log)
    assert because in evening.refused("attacker", "move_unit", unit="a1.1.c1", places=[place]).because
    assert len(evening.log) == before


def test_who_goes_in_says_where_it_stands_then() -> None:
    evening = its_turn(placed(at(FIRST, 600, 300), at(SECOND, 700, 300)))
    evening.do("defender", "place_stands", stands=[at(THEIRS, 600, 400, 180)])
    into = {"unit": "a1.1.c1", "target": THEIRS, "cover": "soft"}
    evening.do("attacker", "go_in", stand=FIRST, places=[at(FIRST, 600, 385)], **into)
    assert middles(evening, FIRST) == [(600, 385, 0)]
    evening.do("attacker", "go_in", stand=SECOND, **into)
    assert evening.state.ground.unsure == (SECOND,)


def test_whoever_is_lost_is_off_the_map_and_comes_back_with_what_killed_it() -> None:
    evening = placed(at(FIRST, 600, 300))
    evening.do("referee", "correct", of=FIRST, what="alive", value=False, reason="shelled")
    assert seen(evening) == {}
    evening.do("referee", "undo")
    assert middles(evening, FIRST) == [(600, 300, 0)]


def test_a_battalion_that_retreats_is_no_longer_where_it_was() -> None:
    evening = placed(at(FIRST, 600, 300), at("a1.1.hq", 700, 300), at("a1.2.c1.p1", 800, 300))
    for result, back in ((MoraleResult.HOLDS, 0.0), (MoraleResult.RETREAT_20, 20.0)):
        test = MoraleTested("a1.1", Threshold.HALF, Throw(3), result, back, (), (), "", Reasons())
        SYSTEM.apply(evening.state, Recorded(len(evening.log) + 1, test, "c", ATTACKER, Audience.ALL))
        assert set(evening.state.ground.unsure) == ({FIRST, "a1.1.hq"} if back else set())


def test_a_place_is_corrected_with_a_reason() -> None:
    evening = placed(at(FIRST, 600, 300))
    for what, value in (("along_cm", 61.5), ("up_cm", 29), ("facing_deg", 350)):
        evening.do("referee", "correct", of=FIRST, what=what, value=value, reason="measured again")
    assert middles(evening, FIRST) == [(615, 290, 350)]
    assert said(evening).endswith("it faces 350 degrees clockwise from straight up the table (measured again)")
    off = evening.refused("referee", "correct", of=FIRST, what="along_cm", value=120, reason="over the edge")
    assert off.because == "120 cannot stand there"
    bare = evening.refused("referee", "correct", of=SECOND, what="up_cm", value=1, reason="it is not on the map")
    assert bare == NOTHING_THERE


def test_on_another_table_stands_stay_where_they_still_fit() -> None:
    evening = placed(at(FIRST, 600, 300), at(SECOND, 600, 900))
    evening.do("referee", "set_table", table=OPEN_FIELD | {"name": "Half of it", "depth_mm": 900})
    assert list(evening.state.places) == [FIRST]
    evening.do("referee", "undo")
    assert middles(evening, SECOND) == [(600, 900, 0)]


def test_table_and_places_are_written_and_read_again() -> None:
    evening = its_turn(placed(at(FIRST, 600, 300, 12.5), at(SECOND, 700, 300)))
    evening.do("referee", "set_table", table=LAID)
    evening.do("attacker", "move_unit", unit="a1.1.c1", places=[at(FIRST, 600, 500)])
    evening.do("attacker", "lift_stands", stands=[FIRST])
    codec = EventCodec(SYSTEM)
    log = list(codec.read_all(rows_of(evening.log)))
    assert log == evening.log
    assert SYSTEM.replay(log) == evening.state
    game = OpenGame(RECORD, SYSTEM, CODEC, list(rows_of(evening.log)), b"head")
    kept = restored(SYSTEM, stored(SYSTEM, game.kept(), game.head))
    assert kept is not None
    assert (kept.state.ground, kept.state.places, kept.state.table) == (
        evening.state.ground,
        evening.state.places,
        EVERY_SORT,
    )
