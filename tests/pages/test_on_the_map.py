"""What the map fills into forms: each stand's own facts, what was typed over, nothing of what a seat may not see."""

from dataclasses import replace
from typing import Any

import pytest
from starlette.datastructures import QueryParams

from app.systems.flanders_fields.pages.forms.fire import FireForm, fire_form
from app.systems.flanders_fields.pages.on_map.assault import going_in
from app.systems.flanders_fields.pages.on_map.filled_in import filled_in
from app.systems.flanders_fields.pages.on_map.fire import with_map
from app.systems.flanders_fields.pages.on_map.proposed import OnMap
from rules.flanders_fields.game.survey.field import Cloud, UnderFire
from rules.flanders_fields.game.survey.from_state import field_of
from rules.flanders_fields.vocabulary import Crossing, Side
from rules.kernel.play import Role
from rules.kernel.shapes import rectangle
from rules.tabletop.stands import Pose, Spot
from rules.tabletop.terrain import AreaKind
from tests.game.ground_in_play import on_a_field
from tests.survey.scenes import area, at, book, commander, enemy, field, gun

COMPANY = {"id": "a1.1.c1", "kind": "rifle_company", "tank": None}
MID_WAR = book("1916-07")


def unit(*stands: str, **more: Any) -> dict[str, Any]:
    return {**COMPANY, "stands": [{"id": name, "alive": True, "levels": 0} for name in stands], **more}


def two_platoons() -> OnMap:
    """Platoons before an enemy: 12.4 cm off, and 40 aside of the first so that 10 mm and 124 mm part them."""
    return OnMap(field(a1=at(30, 30), a2=at(34, 30), d1=enemy(30, 43.9), d2=enemy(80, 43.9)), MID_WAR)


def filled(query: str, on_map: OnMap | None) -> FireForm:
    asked = QueryParams(query)
    return with_map(fire_form(unit("a1", "a2"), asked, ()), asked, on_map)


def test_every_stand_fires_with_its_own_facts_until_something_is_typed() -> None:
    form = filled("target=d2", OnMap(field(a1=at(30, 30), a2=at(70, 30), d2=enemy(80, 43.9)), MID_WAR))
    # From 30: 500 less 30 aside and 124 up: 486.1 mm, not in its arc. From 70: 100 less 30 aside: 142.4.
    assert [shot["range_cm"] for shot in form.shots] == [48.6, 14.2]
    assert [shot["in_arc"] for shot in form.shots] == [False, True]
    key = "a1>d2"
    typed = filled(
        f"target=d2&_map={key}&range_cm=45&cover=soft&firers[]=a1&firers[]=a2&in_arc=false",
        OnMap(field(a1=at(30, 30), a2=at(70, 30), d2=enemy(80, 43.9)), MID_WAR),
    )
    assert [shot["range_cm"] for shot in typed.shots] == [45.0, 45.0]
    assert [shot["in_arc"] for shot in typed.shots] == [False, True]


def test_another_target_is_asked_anew_and_what_was_typed_for_the_last_is_gone() -> None:
    on_map = two_platoons()
    first = filled("target=d1", on_map)
    assert (first.aims[0].range_cm, first.map_key) == ("12.4", "a1>d1")
    other = filled("target=d2&_map=a1>d1&range_cm=11&cover=hard&firers[]=a1&firers[]=a2", on_map)
    assert (other.aims[0].range_cm, other.aims[0].cover) == ("48.6", "soft")


def test_a_target_for_another_stand_leaves_what_was_typed_for_the_first() -> None:
    on_map = two_platoons()
    first = "aims.0.firer=a1&aims.0.target=d1&aims.0.range_cm=11&aims.0.cover=hard"
    typed = f"way=each&{first}&aims.1.firer=a2&aims.1.target=d2&friends_in_line=true"
    form = filled(f"{typed}&_map=a1>d1", on_map)
    # From 34 to 80: 460 less 30 aside and 124 up: 447.7 mm.
    assert [(aim.target, aim.range_cm, aim.cover) for aim in form.aims] == [
        ("d1", "11", "hard"),
        ("d2", "44.8", "soft"),
    ]
    assert form.switches["friends_in_line"]
    assert form.map_key == "a1>d1,a2>d2"
    other = filled(f"{typed}&_map=a1>d2", on_map)
    assert [aim.range_cm for aim in other.aims] == ["12.4", "44.8"]


def test_without_a_map_a_form_is_what_it_was() -> None:
    assert filled("target=d1", None) == filled("target=d1", OnMap(field(a1=at(30, 30)), MID_WAR))


def test_a_gun_is_given_its_beaten_zone() -> None:
    on_map = OnMap(field(g=gun(30, 30), d1=enemy(30, 50), d2=enemy(30, 55), d3=enemy(36, 55)), MID_WAR)
    asked = QueryParams("target=d1")
    form = with_map(fire_form(unit("g", kind="machine_gun"), asked, ()), asked, on_map)
    assert [(aim.target, aim.behind_cm) for aim in form.behind] == [("d2", "3.5")]
    fewer = QueryParams("target=d1&_map=g>d1&range_cm=18.3&zone=0&firers[]=g")
    assert with_map(fire_form(unit("g", kind="machine_gun"), fewer, ()), fewer, on_map).behind == ()


def test_who_goes_in_may_be_told_otherwise() -> None:
    on_map = OnMap(field(area(AreaKind.WOOD, 20, 43, 40, 46), a1=at(30, 30), d1=enemy(30, 44.5)), MID_WAR)
    assert going_in(QueryParams(""), NOTHING_ELSE, "a1", "d1", on_map)["filled"]["began_cm"] == 13.0
    typed = going_in(QueryParams("_map=a1>d1&began_cm=9&cover=hard"), NOTHING_ELSE, "a1", "d1", on_map)
    assert (typed["filled"]["began_cm"], typed["filled"]["cover"]) == ("9", "hard")
    assert typed["told"]["cover"].value == "soft"


NOTHING_ELSE: dict[str, Any] = {
    "guns": {"points": {}, "zones": []},
    "deep": {"roll": None},
    "bombard": {"fires": []},
    "shelters": None,
    "air": {"strike": None},
    "assault": None,
}


def address(asked: QueryParams, view: dict[str, Any], on_map: OnMap) -> QueryParams:
    """The address with what the map proposes in it."""
    return filled_in(asked, view, on_map)[0]


def gas_view(**cloud: Any) -> dict[str, Any]:
    due = {"what": "attack", "side": "attacker", "cloud": "c", "from": [30.0, 50.0], "to": [30.0, 67.0]}
    return {
        "you": "attacker",
        "gas": {"next": due, "clouds": [{"id": "c", "owner": "attacker"}]},
        "barrages": [],
        **NOTHING_ELSE,
    }


def test_a_cloud_and_a_barrage_name_whom_they_touch() -> None:
    cloud = Cloud("c", "the cloud", rectangle(300, 300, 0, (300, 500)))
    on = replace(field(a1=at(30, 80), d1=enemy(30, 90)), clouds=(cloud,))
    told = address(QueryParams(""), gas_view(), OnMap(on, MID_WAR))
    # The cloud ends from 52 to 82: the first stand is wholly in it, the second never.
    assert told.getlist("_stands[]") == ["a1"]
    assert (told["caught.0.coverage"], told["caught.0.ends"], told["gas"]) == ("fully", "whole", "c")
    assert address(QueryParams("gas=c"), gas_view(), OnMap(on, MID_WAR)) == QueryParams("gas=c")
    band = UnderFire("it", Crossing.BARRAGE, Side.ATTACKER, rectangle(2400, 100, 0, (1200, 900)))
    rolling = {"id": "b", "side": "attacker", "to_do": "roll", "rolled": [], "lies": True}
    view = {"you": "attacker", "gas": {"next": None, "clouds": []}, "barrages": [rolling], **NOTHING_ELSE}
    under = address(QueryParams(""), view, OnMap(replace(on, under_fire=(band,)), MID_WAR))
    assert (under.getlist("stands[]"), under["cover"], under["planned"]) == (["d1"], "soft", "under")


def test_another_stand_close_behind_a_barrage_is_measured_anew() -> None:
    band = UnderFire("it", Crossing.BARRAGE, Side.ATTACKER, rectangle(2400, 100, 0, (1200, 650)))
    on_map = OnMap(replace(field(a1=at(30, 55.2), a2=at(80, 56)), under_fire=(band,)), MID_WAR)
    lies = {"id": "b", "side": "attacker", "to_do": "", "rolled": [], "lies": True}
    view = {"you": "attacker", "gas": {"next": None, "clouds": []}, "barrages": [lies], **NOTHING_ELSE}
    # The band begins at 60; the front edges are at 55.95 and 56.75.
    first = address(QueryParams("planned=behind&stand=a1&distance_cm=5&cover=hard"), view, on_map)
    assert (first["distance_cm"], first["cover"], first["_map"]) == ("4.1", "soft", "a1")
    typed = QueryParams("planned=behind&stand=a1&distance_cm=3&cover=soft&_map=a1")
    assert address(typed, view, on_map) == typed
    assert address(QueryParams("planned=behind&stand=a2&distance_cm=3&_map=a1"), view, on_map)["distance_cm"] == "3.3"


def test_fire_that_somebody_placed_observes_is_not_rolled_for() -> None:
    point = {"unit": "a1.b1", "along_cm": 30.0, "up_cm": 70.0, "laid_on": ""}
    view = gas_view() | {"guns": {"points": {"a1.b1": point}}}
    view["gas"]["next"] = None
    seen = OnMap(field(post=commander(30, 30)), MID_WAR)
    assert address(QueryParams("unit=a1.b1&do=area"), view, seen)["observed"] == "true"
    assert address(QueryParams("unit=a1.b1&do=area&observed=false"), view, seen)["observed"] == "false"
    assert "observed" not in address(QueryParams("unit=a1.b1&do=area"), view, OnMap(field(), MID_WAR))


@pytest.mark.parametrize(("role", "told"), [(Role.ATTACKER, True), (Role.REFEREE, True), (Role.DEFENDER, False)])
def test_no_form_tells_of_a_stand_that_a_seat_may_not_see(role: Role, told: bool) -> None:
    """A battalion that waits off the table is its own side's affair, wherever its stands were put on the map."""
    evening = on_a_field()
    hidden = next(name for name in evening.state.stands if name.startswith("a1.3.c1"))
    evening.state.places |= {hidden: Pose(Spot(300, 300)), "d1.1.c1.p1": Pose(Spot(300, 439), 180.0)}
    rules = evening.state.book()
    found = field_of(evening.state, role, rules)
    assert found is not None
    on_map = OnMap(found, rules)
    assert bool(on_map.shot("d1.1.c1.p1", hidden)) is told
    assert (hidden in {one.stand for one in on_map.enemies("d1.1.c1.p1")}) is told
    square = {"along_cm": 30.0, "up_cm": 30.0, "laid_on": ""}
    battery = {"id": "a1.b1", "kind": "field_gun", "on_table": False, "stands": [{"id": "a1.b1"}]}
    caught = on_map.area(battery, square, "order")
    assert caught is not None
    assert (hidden in caught[1]) is told


def test_another_enemy_may_come_first_for_one_platoon_alone() -> None:
    """FF-TGT-03, FF-TGT-01: both see the far one; the near one lies in the arc of the second alone.

    FF-ARC-02, 10 cm to each side: their arcs reach from 18.5 to 41.5 and from 38.5 to 61.5; the far base from 38.5 to
    41.5, the near one from 53.5 on.
    """
    on = OnMap(field(a1=at(30, 30), a2=at(50, 30), far=enemy(40, 50), near=enemy(55, 40)), MID_WAR)
    form = filled("target=far", on)
    assert [(shot["firer"], shot["passes_over"]) for shot in form.shots] == [("a1", False), ("a2", True)]
    assert {pair: told.value for pair, told in form.first_told.items()} == {"a1>far": False, "a2>far": True}
    freely = filled("target=far&range_cm=20&firers[]=a1&firers[]=a2&_map=a1>far&_asked[]=a1>far&_asked[]=a2>far", on)
    assert [shot["passes_over"] for shot in freely.shots] == [False, False]
    joined = filled("target=far&range_cm=20&firers[]=a1&firers[]=a2&_map=a1>far&_asked[]=a1>far", on)
    assert [shot["passes_over"] for shot in joined.shots] == [False, True]
    each = filled("way=each&aims.0.firer=a1&aims.0.target=far&aims.1.firer=a2&aims.1.target=near", on)
    assert [shot["passes_over"] for shot in each.shots] == [False, False]
    bare = filled("target=far&passes[]=a2>far", None)
    assert [shot["passes_over"] for shot in bare.shots] == [False, True]
