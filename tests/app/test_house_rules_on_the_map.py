"""What only house rules ask for, filled in from the map: fire at command stands that move, a mortar's own battalion.

The field is 120 by 180 cm; a base is 3 by 1.5 cm. Figures are worked out by hand.
"""

from dataclasses import replace

from starlette.datastructures import QueryParams

from app.seats.seat import Seat
from app.systems.flanders_fields.pages.forms.shelter import shelter_drafts
from app.systems.flanders_fields.pages.on_map.moves import chief_in, march_of
from app.systems.flanders_fields.pages.table import work
from rules.flanders_fields.game.plan.state import FirePlan
from rules.flanders_fields.game.survey.areas import partly_under_fire
from rules.flanders_fields.game.survey.field import UnderFire
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.play import Role
from rules.kernel.shapes import rectangle
from tests.app.test_forms_on_the_map import GERMAN_LINE, filled, held, map_of, view_of
from tests.game.evening import Evening, die, played, with_plan
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.survey.scenes import at as standing
from tests.survey.scenes import book, field

CHIEF, MORTAR = "d1.1.hq", "a1.1.x3"
SEAT = Seat("s", "g", Role.ATTACKER)
QUERY = QueryParams(f"unit={MORTAR}&do=area")


def last_phase(option: str = "command_too") -> Evening:
    """The defender's command stands move; British guns have fired on (40, 60) from their corner, 10 by 10 cm."""
    rules = [{"ruling": "AMB-322", "option": option}]
    evening = played("cambrai-1917", table=OPEN_FIELD, house_rules=rules)
    evening.do("defender", "place_stands", stands=[at(CHIEF, 400, 800, 180.0)])
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "lay_point", unit="a1.b1", where="the wire", along_cm=40.0, up_cm=60.0)
    evening.do("attacker", "fire_on_area", unit="a1.b1", range_cm=90)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_command_moves")
    return evening


def test_the_fire_on_the_way_of_a_command_stand_fills_its_rows() -> None:
    """AMB-322, FF-MVZ-02: from 80 to 60 up it ends inside; to 70 up it stops before 65."""
    evening = last_phase()
    query, told, view = filled(evening, "defender", f"_chief={CHIEF}&_to_along=80&_to_up=120")
    assert query.getlist("_zones[]") == [f"a1.b1|{CHIEF}"]
    assert held(query, "zones.0.overlap", "zones.0.cover", "going") == ["whole", "soft", "cross_country"]
    whence = told.says(f"zone/a1.b1|{CHIEF}", "overlap")
    assert whence is not None
    march = march_of(query, chief_in(query, view), map_of(evening, Role.DEFENDER))
    assert march is not None
    assert march.places == ({"stand": CHIEF, "x_mm": 400, "y_mm": 600, "facing_deg": 180.0},)
    short, _, _ = filled(evening, "defender", f"_chief={CHIEF}&_to_along=80&_to_up=110")
    assert short.getlist("_zones[]") == []


def test_no_command_stand_is_asked_for_its_way_where_no_fire_attacks_it() -> None:
    evening = last_phase("each_action")
    _, told, _ = filled(evening, "defender", f"_chief={CHIEF}&_to_along=80&_to_up=120")
    assert told.hand == {}
    seen_by_the_other = filled(last_phase(), "attacker", f"_chief={CHIEF}&_to_along=80&_to_up=120")[1]
    assert seen_by_the_other.hand == {}


def test_a_mortar_is_told_how_near_its_point_is_to_its_battalion() -> None:
    """AMB-394: the nearest platoon's middle 20 cm below the point, of which its base, turned, takes 1.5.

    As long as one platoon is not placed nobody can say which is the nearest.
    """
    evening = played("cambrai-1917", table=OPEN_FIELD, house_rules=[{"ruling": "AMB-394", "option": "near"}])
    battalion = evening.state.battalions["a1.1"]
    platoons = [one.id for one in evening.state.rifle_stands(battalion)]
    placed = [at(name, 100 + 50 * n, 300, 90.0) for n, name in enumerate(platoons[1:])]
    evening.do(
        "referee",
        "place_stands",
        stands=[*placed, at("d1.1.c1.p1", 100, 500, 180.0), at(evening.state.units[MORTAR].stands[0], 600, 200)],
    )
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_mortars", "a1.1")
    evening.do("attacker", "roll_orders", unit=MORTAR, die=die(5), own_sight=True)
    evening.do("attacker", "lay_point", unit=MORTAR, target="d1.1.c1.p1")

    def measured() -> str:
        asked = work(view_of(evening, Role.ATTACKER), (), SEAT, QUERY, map_of(evening, Role.ATTACKER))
        assert asked.area is not None
        return asked.area.measured["battalion_cm"]

    assert measured() == ""
    evening.do("referee", "place_stands", stands=[at(platoons[0], 100, 250)])
    assert measured() == "18.5"


def test_gas_on_a_shelter_is_told_the_cover_of_its_trench() -> None:
    """AMB-361: by house rule gas harms those below as if they stood in their trench, which is Medium (FF-COV-05)."""
    rules = [{"ruling": "AMB-361", "option": "gas_too"}]
    evening = with_plan(played("michael-1918", table=GERMAN_LINE, house_rules=rules), FirePlan(), gas=False)
    below = "a1.1.c1.p1"
    evening.do("attacker", "place_stands", stands=[at(below, 300, 1400)])
    evening.do("attacker", "go_below", stands=[below])
    evening.do("attacker", "start_turn")
    query, told, view = filled(evening, "attacker", f"below={below}&attack=gas&trench=open")
    assert (query["trench"], told.hand["trench"].says) == ("medium", "Medium: Großer Graben")
    assert shelter_drafts(view, query, told)[f"harm/{below}"]["trench"] == "medium"
    shelled, told, view = filled(evening, "attacker", f"below={below}&attack=super_heavy_artillery")
    assert "trench" not in shelter_drafts(view, shelled, told)[f"harm/{below}"]


def test_fire_of_the_enemy_that_lies_on_a_work_says_how_it_covers_a_stand() -> None:
    """FF-ART-25: of a base 3 cm wide about 100 an area from 101 on covers half a cm; the worst of two counts."""
    on = field(own=standing(100, 50))
    partly, wholly = (
        UnderFire("the guns", Crossing.ARTILLERY_AREA, Side.DEFENDER, rectangle(100, 100, 0, (x, 500)))
        for x in (1060, 1000)
    )
    rules = book("1918-03")
    assert partly_under_fire(on, "own", rules) is None
    found = [partly_under_fire(replace(on, under_fire=lies), "own", rules) for lies in ((partly,), (partly, wholly))]
    assert [one and one.value for one in found] == [True, False]
    own = replace(wholly, side=Side.ATTACKER)
    assert partly_under_fire(replace(on, under_fire=(own,)), "own", rules) is None
