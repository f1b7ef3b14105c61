"""Bombardments, smoke and gas played by hand."""

from typing import Any

from app.play.available_commands import StageNow
from app.play.command_responses import stage_shown
from rules.earth_1418.game.actions.artillery import ShareShots
from rules.earth_1418.game.engine import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Filled
from rules.kernel.seats import Actor, Role
from tests.earth_1418.playing import Played, base_ids, laid, smoke_in_step_2, unit


def test_shells_fall_on_a_square_that_nobody_knew() -> None:
    game = Played([unit("Battery", "field_gun", 4)], [unit("Blue")])
    gun, blue = game.id("Battery"), game.id("Blue")
    game.do("attacker", "order_bombardment", unit=gun, square="ZZ9")
    game.command("hold", "hold")
    assert "ZZ9" not in str(SYSTEM.view(game.state, Role("defender")))
    game.until("planning", 2)
    rounds = {"bombardment": f"{gun}-1", "unit": blue}
    # 2 x 4 = 8 shots, half on one target (BE-ART-05, BE-ART-08); none with one base under the circle (BE-ART-07).
    assert game.refused("attacker", "share_shots", bases_under=2, shots=5, **rounds) == "BE-ART-08"
    assert game.refused("attacker", "share_shots", bases_under=1, shots=2, **rounds) == "BE-ART-07"
    game.do("attacker", "share_shots", bases_under=2, shots=4, **rounds)
    assert game.refused("attacker", "plan_unit", unit=gun, plan="stay_put", target=blue) == "BE-ART-02"
    game.until("execution", 2)
    # One of the four dice has the battery's bonus: 1 + 1 = 2 reaches 4 - 2 = 2 (BE-ARM-06).
    dice = [{"pips": face} for face in (1, 1, 1, 2)]
    (fired, *_) = game.do("attacker", "shell", **rounds, terrain="open", dice=dice)
    assert (fired.volley.bonus, fired.hits) == (1, 2)


def test_shots_inside_and_outside_the_circle_are_named_apart() -> None:
    game = Played([unit("Battery", "field_gun", 4)], [unit("Blue")])
    gun, blue = game.id("Battery"), game.id("Blue")
    game.do("attacker", "order_bombardment", unit=gun, square="C3")
    game.command("hold", "hold")
    game.until("planning", 2)
    rounds = {"bombardment": f"{gun}-1", "unit": blue, "bases_under": 2}
    game.do("attacker", "share_shots", shots=2, **rounds)
    game.do("attacker", "share_shots", shots=2, outside=True, **rounds)
    game.until("execution", 2)
    stage = SYSTEM.stage(game.state, Actor(Role("attacker")))
    names = {f"{gun}-1": "the bombardment of Battery", blue: "Blue"}
    shells = [one.of for one in stage_shown(StageNow(1, stage, names)).available if one.kind == "shell"]
    told = "the bombardment of Battery, Blue"
    assert sorted(shells) == [told, f"{told}, bases more than half outside the circle"]


def test_a_single_gun_and_shot_are_told_as_one() -> None:
    game = Played([unit("Gun", "field_gun", 1)], [unit("Blue")])
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "order_bombardment", {"unit": game.id("Gun")}, {})
    said = [step.says for one in asked.questions for step in one.ask.reckoned]
    assert "75 and 77 field guns: Arming 2 in shooting, 1 base" in said
    assert "2 x 1 base: 2 shots" in said


def test_gas_is_laid_drifts_and_weakens() -> None:
    game = Played(
        [unit("Battery", "field_gun", 1), unit("Red")], [unit("Blue")], date="1915-04", wind_towards_deg=0, wind_value=2
    )
    assert game.refused("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="delayed_gas") == (
        "BE-GAS-01"
    )
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("hold", "hold")
    game.until("planning", 4)
    game.plan("Red", "stay_put", "Blue")
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Battery')}-1")
    (cloud,) = game.state.cordons
    game.until("execution", 5)
    # In short-term gas: 4 - 2 - 1 = 1 (BE-GAS-03).
    (fired, *_) = game.shoot("Red", 20, "16", target_cordon=cloud.id)
    assert fired.volley.resilience == 1
    game.do("attacker", "place_hits", unit=game.id("Red"), target=game.id("Blue"), bases=base_ids(game, "Blue", 1, 2))
    game.until("commands")
    assert game.state.cordons[0].bounds == 1


def test_gas_weakens_in_melee_as_it_does_under_fire() -> None:
    """Red comes to Blue in its own gas: a blow is worked out as a shot is, on either side (BE-MEL-01, BE-GAS-03)."""
    game = Played(
        [unit("Battery", "field_gun", 1), unit("Red")], [unit("Blue")], date="1915-04", wind_towards_deg=0, wind_value=0
    )
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault")
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Battery')}-1")
    (cloud,) = game.state.cordons
    game.until("execution", 6)
    game.do("attacker", "move", unit=game.id("Red"), ends_in="open", enemy=game.id("Blue"), enemy_cm=8)
    game.until("melee")
    blow = {"unit": game.id("Red"), "target": game.id("Blue"), "bases": 3, "terrain": "open"}
    told = {"bases": 3, "terrain": "open", "own_cordon": cloud.id}
    at = {name: blow[name] for name in ("unit", "target")}
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "fight", at, told).questions
    assert [one.ask.name for one in asked][:4] == ["bases", "terrain", "own_cordon", "target_cordon"]
    # m2 less 1, and a die for the third base: 2 dice (BE-ARM-09). Blue has stayed where it was: 4 - 2 - 1 = 1.
    dice = [{"pips": 1}, {"pips": 1}]
    (struck, *_) = game.do("attacker", "fight", **blow, own_cordon=cloud.id, target_cordon=cloud.id, dice=dice)
    assert (struck.volley.dice, struck.volley.resilience, struck.hits) == (2, 1, 2)


def test_given_after_the_throw_each_target_has_a_bonus_die_of_its_own() -> None:
    """One for each target, whatever of the bombardment fell first (BE-ARM-06; G-27)."""
    house = [{"ruling": "G-27", "option": "after_rolling", "reason": "as the club plays"}]
    for rules, second in ((house, 1), ([], 0)):
        game = Played([unit("Battery", "field_gun", 2)], [unit("Blue"), unit("Green")], house_rules=rules)
        gun = game.id("Battery")
        game.do("attacker", "order_bombardment", unit=gun, square="C3")
        game.command("hold", "hold")
        game.until("planning", 2)
        for name in ("Blue", "Green"):
            game.do("attacker", "share_shots", bombardment=f"{gun}-1", unit=game.id(name), bases_under=3, shots=2)
        game.until("execution", 2)
        bonuses = list[int]()
        for name in ("Blue", "Green"):
            told = {"bombardment": f"{gun}-1", "unit": game.id(name), "terrain": "fortification"}
            (fired, *_) = game.do("attacker", "shell", **told, dice=[{"pips": 1}, {"pips": 1}])
            bonuses.append(fired.volley.bonus)
        assert bonuses == [1, second]


def test_a_gun_that_is_gone_gives_its_bonus_to_nobody() -> None:
    """A 120 has +3, a field gun +1: the one die has that of the guns that fire (BE-ARM-06; G-27)."""
    for gone, bonus in ((False, 3), (True, 1)):
        game = Played([unit("Guns", "field_gun", 2), unit("Howitzer", "howitzer_120", 1)], [unit("Blue")])
        guns, howitzer = game.id("Guns"), game.id("Howitzer")
        game.do("attacker", "order_bombardment", unit=guns, guns_too=[howitzer], square="C3")
        game.command("hold", "hold")
        game.until("planning", 2)
        laid_on = {"bombardment": f"{guns}-1", "unit": game.id("Blue")}
        game.do("attacker", "share_shots", bases_under=3, shots=1, **laid_on)
        if gone:
            game.do("referee", "correct", of=howitzer, what="base 1", value="killed", reason="as it stands")
        game.until("execution", 2)
        (fired, *_) = game.do("attacker", "shell", **laid_on, terrain="fortification", dice=[{"pips": 1}])
        assert fired.volley.bonus == bonus


def test_gas_may_be_laid_before_or_after_ones_own_machine_guns_shoot() -> None:
    """Both are of step 2, for which the source has no order: both stand on the stage (BE-EXE-02, BE-GAS-04)."""
    game = Played(
        [unit("Battery", "field_gun", 1), unit("Guns", "machine_guns", 2)], [unit("Blue")], date="1915-04", wind_value=2
    )
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("hold", "hold")
    game.until("planning", 5)
    game.plan("Guns", "stay_put", "Blue")
    game.until("execution", 2)
    offered = [one for one in SYSTEM.stage(game.state, Actor(Role("attacker"))).offered if one.barred is None]
    assert {one.kind for one in offered} >= {"shoot", "lay_cordon"}
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Battery')}-1", wind_towards_deg=0)
    (fired, *_) = game.shoot("Guns", 20, "111")
    assert fired.volley.dice == 3


def test_a_packed_gun_unpacks_for_a_bound() -> None:
    game = Played([unit("Battery", "field_gun", 2, packed=True)], [unit("Blue")])
    gun = game.id("Battery")
    assert game.refused("attacker", "order_bombardment", unit=gun, square="A1") == "BE-ART-01"
    game.command("advance", "hold")
    game.until("planning", 2)
    game.do("attacker", "plan_unit", unit=gun, plan="stay_put", target="", packs=True)
    game.until("commands")
    assert not game.unit("Battery").packed
    # One bound goes on unpacking (BE-ART-03), and whoever unpacks has neither moved nor dug in (BE-EXE-02).
    game.do("attacker", "order_bombardment", unit=gun, square="A1")


def test_a_die_says_where_the_wind_blows_to_and_it_stays_thrown() -> None:
    """BE-GAS-07; G-42: in sixths of the circle, 6 straight up the map, then clockwise: a 2 is 120 degrees."""
    game = smoke_in_step_2()
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", {"bombardment": "f1u1-1"}, {})
    # Whoever has to tell the wind is asked first whether a die says it.
    assert [one.ask.name for one in asked.questions] == ["wind_thrown"]
    told = SYSTEM.asked(
        game.state, Actor(Role("attacker")), "lay_cordon", {"bombardment": "f1u1-1"}, {"wind_thrown": False}
    )
    assert [one.ask.name for one in told.questions] == ["wind_thrown", "wind_towards_deg"]
    thrown = {"wind_thrown": True}
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", {"bombardment": "f1u1-1"}, thrown)
    assert [one.ask.name for one in asked.questions] == ["wind_thrown", "dice"]
    (event,) = laid(game, wind_thrown=True, dice=[{"pips": 2}])
    assert (event.wind, game.state.wind) == (120, 120)
    assert event.steps[0].clause == "BE-GAS-07"
    game.do("attacker", "undo")
    game.do("defender", "answer", agree=True)
    assert game.state.wind is None
    at = {"bombardment": "f1u1-1"}
    assert game.refused("attacker", "lay_cordon", **at, wind_thrown=True, dice=[{"pips": 6}]) == ""
    assert game.refused("attacker", "lay_cordon", **at, wind_thrown=True) == "BE-GAS-07"
    laid(game, wind_thrown=True, dice=[{"pips": 2}])
    assert game.state.wind == 120


def test_nobody_throws_for_the_wind_by_house_rule() -> None:
    game = smoke_in_step_2(house_rules=[{"ruling": "G-42", "option": "entered_only"}])
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", {"bombardment": "f1u1-1"}, {})
    assert [one.ask.name for one in asked.questions] == ["wind_towards_deg"]
    at = {"bombardment": "f1u1-1", "wind_thrown": True, "dice": [{"pips": 2}]}
    assert game.refused("attacker", "lay_cordon", **at) == "BE-GAS-07"


def test_shots_are_taken_from_a_target_though_none_is_left() -> None:
    game = Played([unit("Battery", "field_gun", 4)], [unit("Blue"), unit("Green"), unit("White")])
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="ZZ9")
    game.command("hold", "hold")
    game.until("planning", 2)
    rounds = {"bombardment": f"{game.id('Battery')}-1", "bases_under": 3}
    # 2 x 4 = 8 shots, half of them at most on one target (BE-ART-05, BE-ART-08): all are laid.
    for name in ("Blue", "Green"):
        game.do("attacker", "share_shots", unit=game.id(name), shots=4, **rounds)

    def asked(name: str, **told: Any) -> Filled[Any]:
        about = {"bombardment": rounds["bombardment"]}
        told = {"unit": game.id(name), "bases_under": 3, "outside": False, **told}
        return SYSTEM.asked(game.state, Actor(Role("attacker")), "share_shots", about, told)

    # What is laid on a target is laid anew, none of it too.
    (shots,) = (one.ask for one in asked("Blue", shots=0).questions if one.ask.name == "shots")
    assert (shots.most, isinstance(asked("Blue", shots=0).found, ShareShots)) == (4, True)
    # For a third target nothing is left, and it is said so.
    refused = asked("White").found
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.because) == ("BE-ART-05", "No shot is left for White")
