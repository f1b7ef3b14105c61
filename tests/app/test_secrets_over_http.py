"""What a side writes down, holds or hides is in no answer to anybody else before it falls, is played or comes up."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.app.two_tables import HTML, Tables, drafted, two_tables
from tests.game.ground_in_play import OPEN_FIELD, at
from tests.share import sample

pytestmark = pytest.mark.evening

Created = dict[str, Any]
Change = Callable[[Created], None]
ALONG, UP = "83.7", "91.3"
AT: Final = {"along_cm": float(ALONG), "up_cm": float(UP)}
SIDES: Final = ("attacker", "defender")
AIR, CARD, BELOW, RESERVE = "Call the aircraft", "hearts_king", "d1.1.c1.p1", "d1.4"


@pytest.fixture(scope="module")
def march(tmp_path_factory: pytest.TempPathFactory) -> Created:
    return drafted(tmp_path_factory.mktemp("march"), scenario="michael-1918")


def as_it_is(_created: Created) -> None:
    """The scenario's own game."""


def own_turn(tables: Tables, side: str, upto: str = "") -> None:
    """A side's turn, at each table as its plan wants it, looked at in every step before those of the battalions.

    Then it is ended; with `upto` it is left in the step of that title.
    """
    tables.send(side, "start_turn")
    while "." not in tables.seats[0][side].view["turn"]["of"]:
        tables.look_alike()
        tables.settle(side)
        tables.send(side, "next_step")
        if upto and tables.seats[0][side].view["turn"]["step"] == upto:
            return
    tables.look_alike()
    tables.send(side, "end_turn")


def planned(side: str, shifts_in: int, missions: int = 0, gas: Any = (), **more: Any) -> Change:
    """Of all plans only this: a shift of a point of the side's, its missions, its gas, `more` of fire."""
    shift = _line(side, "shift1", shifts_in) | {"unit": f"{side[0]}1.b2", "shift": True}
    fires = [*more.pop("fires", ()), shift]

    def change(created: Created) -> None:
        created["gas"], created["missions"] = list(gas), [{"side": side, "left": missions}]
        created["plan"] |= {"barrages": [], "works": [], "points": [], "fires": fires, **more}

    return change


def _line(side: str, name: str, turn: int) -> dict[str, Any]:
    return {"id": f"{side}.{name}", "side": side, "unit": f"{side[0]}1.b1", "turn": turn, "where": "ZULEIKA", **AT}


def everything(side: str, turn: int = 2) -> Change:
    """All that a side can plan, to fall in this turn of its own."""
    gas = {"side": side, "kind": "offensive", "delivery": "projector", "turn": turn, **AT}
    work = {"id": f"{side}.work1", "side": side, "name": "XANTHIPPE", "work": "trench", "turn": turn}
    point = {"unit": f"{side[0]}1.b3", "where": "YGGDRASIL", **AT}
    return planned(side, turn, 7, [gas], fires=[_line(side, "fire1", turn)], works=[work], points=[point])


@pytest.mark.parametrize("side", sample(SIDES, 1))
def test_a_fire_plan_is_its_own_sides_until_it_falls(tmp_path: Path, march: Created, side: str) -> None:
    """Beside a game in which the side has planned nothing but a shift in its sixth turn, and has no aircraft."""
    secret = ("ZULEIKA", "XANTHIPPE", "YGGDRASIL", ALONG, UP)
    with two_tables(tmp_path, march, (everything(side), planned(side, 6)), side, secret) as tables:
        tables.is_known_to_its_own()
        for turn in (*SIDES, *SIDES[: side == "defender"]):
            own_turn(tables, turn)
        lines = [f"{side}.{name}" for name in ("fire1", "shift1", "work1")]
        for line in lines:
            tables.asked_by_others("correct", of=line, what="done", value=True, reason="seen on his map")
            tables.asked_by_others("fire_by_plan", line=line)
            tables.asked_by_others("bombard_work", work=line)
        tables.asked_by_others("correct", of=f"missions/{side}", what="left", value=0, reason="shot down")
        tables.send(side, "start_turn")
        tables.cannot_be_told_apart([*lines, f"missions/{side}"])


def test_what_has_fallen_everybody_knows(tmp_path: Path, march: Created) -> None:
    """Otherwise a table that tells nobody anything would pass too."""
    with two_tables(tmp_path, march, (everything("attacker", 1),) * 2, "attacker", ()) as tables:
        tables.send("attacker", "start_turn")
        tables.send("attacker", "next_step")
        tables.settle("attacker")
        tables.send("attacker", "next_step")
        tables.send("attacker", "throw_for_gas", what="release", dice=[{"pips": 3}, {"pips": 4}])
        tables.send("attacker", "gas_attacks", cloud="cloud1")
        tables.send("attacker", "next_step")
        tables.send("attacker", "bombard_work", work="attacker.work1")
        for role in ("defender", "spectator"):
            one = tables.seats[0][role]
            assert "XANTHIPPE" in one.client.get(f"{one.service}/log").text
            assert [cloud["along_cm"] for cloud in one.view["gas"]["clouds"]] == [float(ALONG)]


def test_nobody_sees_a_point_shift(tmp_path: Path, march: Created) -> None:
    """FF-PLN-10: the turn stops at the same steps, whether a point shifts in it or not."""
    with two_tables(tmp_path, march, (planned("attacker", 1), planned("attacker", 6)), "attacker", [ALONG]) as tables:
        own_turn(tables, "attacker")
        assert tables.seats[0]["attacker"].view["bombard"]["plan"][0]["done"]
        tables.cannot_be_told_apart()


def barrage(name: str = "The fire waltz", **more: Any) -> Change:
    """The rolling barrage of March 1918 with something else in its plan, and nothing else planned."""

    def change(created: Created) -> None:
        waltz = created["plan"]["barrages"][0] | {"name": name, **more}
        created["gas"], created["missions"] = [], []
        created["plan"] |= {"works": [], "barrages": [waltz]}

    return change


def test_a_barrage_has_no_name_and_no_place_before_it_is_laid(tmp_path: Path, march: Created) -> None:
    secret = barrage("ZULEIKA", start_cm=83, turns=0, leads=[7, -3])
    with two_tables(tmp_path, march, (secret, barrage()), "attacker", ["ZULEIKA"]) as tables:
        tables.is_known_to_its_own()
        tables.send("attacker", "start_turn")
        tables.cannot_be_told_apart(["attacker.barrage1"])
        for _ in range(2):
            tables.look_alike()
            tables.seats[0]["attacker"].try_("roll_deep_suppression", dice=[{"pips": 1}] * 2)
            tables.settle("attacker")


def test_how_a_barrage_goes_on_is_its_own_sides(tmp_path: Path, march: Created) -> None:
    """FF-BAR-09: how long it lasts is thrown for unseen; that it halts is seen when it halts."""
    with two_tables(tmp_path, march, (barrage(turns=0, halts=[2]), barrage(turns=7)), "attacker", ()) as tables:
        for side in SIDES:
            own_turn(tables, side)
        tables.asked_by_others("correct", of="attacker.barrage1", what="turns", value=6, reason="counted")
        tables.cannot_be_told_apart(["attacker.barrage1"])


def test_how_many_missions_are_left_is_not_told_by_a_call(tmp_path: Path, march: Created) -> None:
    with two_tables(tmp_path, march, (planned("attacker", 6, 7), planned("attacker", 6, 1)), "attacker", ()) as tables:
        own_turn(tables, "attacker", upto=AIR)
        tables.send("attacker", "call_aircraft", regiment="a1", die={"pips": 6})
        tables.cannot_be_told_apart()
        tables.send("attacker", "end_air_attack")
        tables.send("attacker", "end_turn")
        assert [seats["attacker"].view["air"]["left"] for seats in tables.seats] == [{"attacker": 6}, {"attacker": 0}]
        own_turn(tables, "defender")
        own_turn(tables, "attacker")


def test_a_card_in_a_hand_is_nobody_elses(tmp_path: Path) -> None:
    """FF-CRD-05: a red card is kept. What the other side draws itself betrays nothing either."""
    file = drafted(tmp_path, scenario="michael-1918", event_cards="table")
    with two_tables(tmp_path, file, (planned("attacker", 6),) * 2, "attacker", (CARD, "King of Hearts")) as tables:
        tables.send("attacker", "start_turn")
        for seats, card in zip(tables.seats, (CARD, "diamonds_10"), strict=True):
            seats["attacker"].send("draw_card", card=card)
        tables.is_known_to_its_own()
        tables.cannot_be_told_apart([CARD, "hand/attacker"])
        tables.asked_by_others("play_card", card=CARD)
        tables.asked_by_others("put_card_aside", card=CARD)
        tables.asked_by_others("say_what_it_takes", card=CARD)
        tables.asked_by_others("correct", of="hand/attacker", what="take_out", value=CARD, reason="seen")
        for seats, card in zip(tables.seats, ("diamonds_king", "hearts_ace"), strict=True):
            seats["referee"].send("correct", of="hand/attacker", what="put_in", value=card, reason="misread")
        tables.asked_by_others("undo")
        tables.send("attacker", "next_step")
        tables.settle("attacker")
        tables.send("attacker", "end_turn")
        tables.send("defender", "start_turn")
        tables.asked_by_others("draw_card", card="clubs_4")
        tables.look_alike()


def without_the_stand(created: Created) -> None:
    """A game in which that platoon never was."""
    created["stands"] = [one for one in created["stands"] if one["id"] != BELOW]
    for unit in created["units"]:
        unit["stands"] = [one for one in unit["stands"] if one != BELOW]
    for battalion in created["battalions"]:
        battalion["started"] -= battalion["id"] == "d1.1"


def test_a_platoon_in_a_deep_shelter_might_as_well_not_be_there(tmp_path: Path) -> None:
    """FF-DSH-01. It tries to come up and stays below; neither that nor an attack on it says that it is there."""
    file = drafted(tmp_path, scenario="cambrai-1917")
    with two_tables(tmp_path, file, (as_it_is, without_the_stand), "defender", [BELOW]) as tables:
        german = tables.seats[0]["defender"]
        german.send("go_below", stands=[BELOW])
        tables.is_known_to_its_own()
        own_turn(tables, "attacker", upto="Machine guns and block houses")
        tables.send("attacker", "roll_orders", unit="a1.x1", die={"pips": 6})
        tables.cannot_be_told_apart([BELOW])
        aim = {"firer": "a1.x1", "target": BELOW, "range_cm": 20, "cover": "medium", "dice": [{"pips": 6}] * 3}
        tables.asked_by_others("fire", unit="a1.x1", shots=[aim])
        tables.asked_by_others("correct", of=BELOW, what="alive", value=False, reason="seen")
        tables.asked_by_others("try_heroic_action", stand="a1.1.c1.p1", deed="x", die={"pips": 6}, removes=[BELOW])
        tables.send("attacker", "end_turn")
        tables.send("defender", "start_turn")
        german.send("come_up", stand=BELOW, die={"pips": 1})
        german.send("hit_below", stand=BELOW, attack="gas", die={"pips": 3})
        tables.cannot_be_told_apart([BELOW])


def test_nobody_is_missed_who_goes_below_before_play(tmp_path: Path) -> None:
    """FF-DSH-01: at one table it goes below, at the other it stays above; until play begins nothing differs."""
    file = drafted(tmp_path, scenario="cambrai-1917")
    with two_tables(tmp_path, file, (as_it_is, as_it_is), "defender", ()) as tables:
        tables.seats[0]["defender"].send("go_below", stands=[BELOW])
        tables.cannot_be_told_apart([BELOW])
        tables.asked_by_others("correct", of=BELOW, what="levels", value=1, reason="seen")
        tables.asked_by_others("go_below", stands=[BELOW])
        one = tables.seats[0]["spectator"]
        wall = one.client.get(f"/games/{one.game}", headers=HTML).text
        assert '"strength":"0 in sight"' in wall
        assert '"out":true' not in wall
        tables.send("attacker", "start_turn")
        shown = [str(seats["attacker"].view["sides"]) for seats in tables.seats]
        assert [BELOW in one for one in shown] == [False, True]


def test_where_a_stand_sits_below_is_on_nobody_elses_map(tmp_path: Path) -> None:
    """FF-DSH-01. It is placed, corrected and lifted; to others it might be anywhere."""
    file = drafted(tmp_path, scenario="cambrai-1917", table=OPEN_FIELD)
    with two_tables(tmp_path, file, (as_it_is, as_it_is), "defender", [BELOW]) as tables:
        tables.send("defender", "go_below", stands=[BELOW])
        for seats, (x_mm, y_mm) in zip(tables.seats, ((437, 1513), (888, 1700)), strict=True):
            own = [at(BELOW, x_mm, y_mm, 180), at("d1.1.c1.p2", 100, 1500, 180)]
            seats["defender"].send("place_stands", stands=own)
            assert {one["stand"]: one["x_mm"] for one in seats["defender"].view["map"]["places"]}[BELOW] == x_mm
            assert seats["attacker"].view["map"]["places"] == []
        tables.is_known_to_its_own()
        tables.cannot_be_told_apart([BELOW])
        tables.asked_by_others("place_stands", stands=[at(BELOW, 300, 300)])
        tables.asked_by_others("lift_stands", stands=[BELOW])
        tables.asked_by_others("correct", of=BELOW, what="up_cm", value=30, reason="seen")
        tables.send("attacker", "place_stands", stands=[at("a1.1.c1.p1", 437, 1513), at("a1.1.c1.p2", 888, 1700)])
        for seats, up_cm in zip(tables.seats, (150, 160), strict=True):
            seats["defender"].send("correct", of=BELOW, what="up_cm", value=up_cm, reason="measured again")
        tables.cannot_be_told_apart([BELOW])
        tables.send("referee", "set_table", table=OPEN_FIELD | {"depth_mm": 1550, "name": "Shelled"})
        tables.cannot_be_told_apart([BELOW])
        for seats, x_mm in zip(tables.seats, (300, 400), strict=True):
            seats["defender"].send("place_stands", stands=[at(BELOW, x_mm, 300)])
            seats["defender"].send("lift_stands", stands=[BELOW])
        tables.asked_by_others("undo")
        tables.send("attacker", "start_turn")
        tables.cannot_be_told_apart([BELOW])
        shown = {one["stand"] for one in tables.seats[0]["attacker"].view["map"]["places"]}
        assert shown == {"a1.1.c1.p1", "d1.1.c1.p2"}


def test_a_battalion_off_the_table_has_no_name_and_no_losses(tmp_path: Path) -> None:
    """FF-SCN-10: its die is thrown for it at the start of its side's second turn, and it does not come."""

    def another(created: Created) -> None:
        for battalion in created["battalions"]:
            if battalion["id"] == RESERVE:
                battalion |= {"name": "ZULEIKA", "quality": "raw"}

    file = drafted(tmp_path, scenario="mons-1914")
    with two_tables(tmp_path, file, (another, as_it_is), "defender", ["ZULEIKA"]) as tables:
        tables.is_known_to_its_own()
        tables.seats[0]["referee"].send("correct", of=f"{RESERVE}.c1.p1", what="alive", value=False, reason="lost")
        tables.cannot_be_told_apart([RESERVE])
        for side in (*SIDES, "attacker"):
            tables.send(side, "start_turn")
            for due in tables.seats[0][side].view["due"]:
                tables.send(side, "roll_reinforcement", battalion=due["of"], die={"pips": 1})
            tables.look_alike()
            tables.send(side, "end_turn")
        tables.send("defender", "start_turn")
        tables.send("defender", "roll_reinforcement", battalion=RESERVE, die={"pips": 1})
        tables.asked_by_others("roll_reinforcement", battalion=RESERVE, die={"pips": 6})
        tables.cannot_be_told_apart([RESERVE])
