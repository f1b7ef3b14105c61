"""Bounds worked by hand from the rulebook: what is written unseen, shots, injuries, assaults, guns, clouds."""

from collections.abc import Sequence
from typing import Any

from app.systems.earth_1418.stage import board
from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.game.chapters import CHAPTERS
from rules.earth_1418.game.system import SYSTEM
from rules.earth_1418.turn.game.commands import BeginEarth
from rules.earth_1418.vocabulary import ArmingSide, Plan, Terrain
from rules.kernel.explain import Refusal
from rules.kernel.plain import build, plain
from rules.kernel.play import Actor, Recorded, Role
from tests.earth_1418.playing import Played, base_ids, forces, to_recover, unit


def duel(**more: object) -> Played:
    """A Line company of three bases a side, in the open."""
    return Played([unit("Red")], [unit("Blue")], **more)


def planned(red: str, blue: str, commands: tuple[str, str] = ("advance", "hold"), **more: object) -> Played:
    """The duel, both shooting at each other."""
    game = duel(**more)
    game.command(*commands)
    game.until("planning", 4)
    game.plan("Red", red, "Blue")
    game.plan("Blue", blue, "Red")
    game.ready()
    return game


def stage_kinds(game: Played, side: str) -> tuple[list[str], list[str]]:
    stage = SYSTEM.stage(game.state, Actor(Role(side)))
    return [one.kind for one in stage.owed], [one.kind for one in stage.waiting]


def test_commands_are_unseen_until_both_are_ready() -> None:
    game = duel()
    before = SYSTEM.view(game.state, Role("defender")), stage_kinds(game, "defender")
    formation = next(one.id for one in game.state.formations.values() if one.side == "attacker")
    game.do("attacker", "command_formation", formation=formation, command="retreat")
    assert (SYSTEM.view(game.state, Role("defender")), stage_kinds(game, "defender")) == before
    game.do("attacker", "ready", side="attacker")
    assert SYSTEM.view(game.state, Role("defender"))["ready"] == ["attacker"]
    assert "retreat" not in str(SYSTEM.view(game.state, Role("defender")))
    # Ready is taken back, and said again with another command.
    game.do("attacker", "take_back")
    assert game.state.ready == ()
    game.do("attacker", "command_formation", formation=formation, command="advance")
    game.command()
    assert {one.value for one in game.state.commands.values()} == {"advance", "hold"}


def test_who_wrote_a_command_reads_it_beside_the_formation_and_the_other_side_does_not() -> None:
    game = Played([unit("Red")], [unit("Blue")])
    formation = next(one.id for one in game.state.formations.values() if one.side == "attacker")
    game.do("attacker", "command_formation", formation=formation, command="advance")
    read = {}
    for side in ("attacker", "defender"):
        view = plain(SYSTEM.view(game.state, Role(side)))
        (force,) = (one for one in board.faces(view, [side]) if one.side == "attacker")
        read[side] = [block.strength for block in force.blocks]
    assert read == {"attacker": ["ADVANCE 3 of 3"], "defender": ["3 of 3"]}


def test_a_plan_that_the_command_does_not_leave_is_refused() -> None:
    # HOLD, not dug in, safe: stay put or dig in (BE-CMD-08).
    game = duel()
    game.command("hold", "hold")
    game.until("planning", 4)
    red = {"unit": game.id("Red"), "target": ""}
    assert game.refused("attacker", "plan_unit", plan="move", **red) == "BE-CMD-08"
    game.plan("Blue", "stay_put", "Red")
    game.do("attacker", "plan_unit", plan="dig_in", **red)
    game.do("attacker", "plan_unit", plan="stay_put", target=game.id("Blue"), unit=game.id("Red"))
    assert not game.unit("Red").open_plan
    game.ready()
    # What is written later of the same sub-unit counts.
    assert (game.unit("Red").plan, game.unit("Blue").plan) == (Plan.STAY_PUT, Plan.STAY_PUT)
    assert game.unit("Red").open_plan


def test_a_bound_in_which_nobody_acts_goes_by_and_who_has_no_plan_stays_put() -> None:
    game = duel()
    game.command("hold", "hold")
    game.until("planning", 4)
    game.plan("Red", "dig_in")
    game.ready()
    assert (game.state.bound, game.unit("Red").dug_in, game.unit("Blue").dug_in) == (2, True, False)


def test_both_shoot_before_the_losses_of_the_step_come_off() -> None:
    # Three bases: 1 + 1 = 2 dice. Moving in the open 4 - 3 = 1, stationary 4 - 2 = 2 (BE-ARM-02, BE-COV-01; G-10).
    game = planned("move", "stay_put")
    assert game.state.step == 5
    (fired, *_) = game.shoot("Blue", 20, "11")
    assert (fired.volley.resilience, fired.hits) == (1, 2)
    game.do("defender", "place_hits", unit=game.id("Blue"), target=game.id("Red"), bases=base_ids(game, "Red", 1, 3))
    assert game.marks("Red") == "iui"
    (fired, *_) = game.shoot("Red", 20, "12")
    assert (fired.volley.resilience, fired.hits) == (2, 1)


def test_out_of_range_is_refused_by_the_row_of_the_chart() -> None:
    game = planned("move", "stay_put")
    told = {"unit": game.id("Red"), "target": game.id("Blue"), "terrain": "open", "dice": [{"pips": 6}, {"pips": 6}]}
    assert game.refused("attacker", "shoot", distance_cm=30.1, **told) == "BE-CHR-02"


def test_injuries_halve_the_move_and_are_restored_when_nobody_shoots() -> None:
    game = planned("move", "stay_put")
    game.shoot("Blue", 20, "11")
    game.do("defender", "place_hits", unit=game.id("Blue"), target=game.id("Red"), bases=base_ids(game, "Red", 1, 2))
    game.until("execution", 7)
    # Two of three injured: half of 6 cm (BE-INJ-07).
    red = {"unit": game.id("Red"), "ends_in": "open"}
    assert game.refused("attacker", "move", moved_cm=3.1, **red) == "BE-MOV-02"
    game.do("attacker", "move", **red)
    game.until("commands")
    assert game.state.bound == 2
    assert game.marks("Red") == "iiu"
    game.command("advance", "hold")
    # Not dug in, under fire: Move or Find cover, and digging in (BE-CMD-08; G-01, G-02).
    game.until("planning", 4)
    assert game.refused("attacker", "plan_unit", unit=game.id("Red"), plan="stay_put", target="") == "BE-CMD-08"
    game.plan("Red", "move")
    game.until("execution", 7)
    assert game.marks("Red") == "oou"
    (moved,) = game.do("attacker", "move", **red)
    assert moved.moved_mm == 60


def test_another_shooter_brings_the_recovery_die() -> None:
    game = to_recover()
    owed, _ = stage_kinds(game, "attacker")
    assert owed == ["recover", "recover"]
    first, second = base_ids(game, "Red", 1, 2)
    game.do("attacker", "recover", unit=game.id("Red"), base=first, die={"pips": 2})
    game.do("attacker", "recover", unit=game.id("Red"), base=second, die={"pips": 3})
    assert game.marks("Red") == "oiu"


def test_digging_in_takes_a_whole_bound_and_leaving_makes_rough_ground() -> None:
    game = duel()
    game.command("hold", "hold")
    game.until("planning", 4)
    game.plan("Blue", "dig_in")
    game.plan("Red", "stay_put", "Blue")
    game.until("execution", 5)
    # Stationary in the open and digging in: 4 - 2 - 1 = 1 (BE-DIG-05).
    (fired, *_) = game.shoot("Red", 20, "11")
    assert fired.volley.resilience == 1
    game.do("attacker", "place_hits", unit=game.id("Red"), target=game.id("Blue"), bases=base_ids(game, "Blue", 1, 2))
    game.until("commands")
    assert game.unit("Blue").dug_in
    game.command("hold", "advance")
    game.until("planning", 4)
    # Dug in, under fire, ADVANCE: Stay put only (BE-CMD-09).
    assert game.refused("defender", "plan_unit", unit=game.id("Blue"), plan="move", target="") == "BE-CMD-08"
    game.until("commands")
    game.command("hold", "advance")
    game.until("planning", 4)
    game.plan("Blue", "move")
    game.plan("Red", "stay_put", "Blue")
    game.until("execution", 5)
    # Marked in step 3 as leaving: it counts as moving, 4 - 3 = 1 (BE-EXE-03; G-10).
    (fired, *_) = game.shoot("Red", 20, "66")
    assert fired.volley.resilience == 1
    game.do("attacker", "place_hits", unit=game.id("Red"), target=game.id("Blue"), bases=base_ids(game, "Blue", 3))
    game.until("execution", 8)
    (moved,) = game.do("defender", "move", unit=game.id("Blue"), ends_in="open")
    assert moved.left_terrain is Terrain.ROUGH
    assert not game.unit("Blue").dug_in


def test_an_assault_falls_short_goes_on_and_is_fought_by_who_assaulted_first() -> None:
    game = duel()
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault", "Blue")
    game.until("execution", 6)
    red = {"unit": game.id("Red"), "ends_in": "open", "enemy": game.id("Blue")}
    assert game.refused("attacker", "move", enemy_cm=31, **red) == "BE-ASL-01"
    (moved,) = game.do("attacker", "move", enemy_cm=20, **red)
    assert (moved.moved_mm, moved.contact, moved.short_of) == (120, None, game.id("Blue"))
    game.until("execution", 9)
    # Shooting while assaulting: 1 + 1 - 1 = 1 die (BE-ARM-08).
    (fired, *_) = game.shoot("Red", 8, "1")
    assert fired.volley.dice == 1
    game.until("commands")
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault")
    game.until("execution", 6)
    (moved,) = game.do("attacker", "move", enemy_cm=8, **red)
    assert moved.contact is not None
    game.until("melee")
    blow = {"bases": 3, "terrain": "open"}
    three = [{"pips": 2}, {"pips": 2}, {"pips": 1}]
    # The defender strikes with the survivors, after the assaulter (G-20).
    back = {"unit": game.id("Blue"), "target": game.id("Red"), **blow}
    assert game.refused("defender", "fight", **back, dice=three) == ""
    # m2 with three bases in contact: 3 dice (BE-MEL-02). Blue was shot at and looks for cover: moving, 4 - 3 = 1.
    assert game.unit("Blue").plan is Plan.FIND_COVER
    (struck, _) = game.do("attacker", "fight", unit=game.id("Red"), target=game.id("Blue"), **blow, dice=three)
    assert (struck.volley.dice, struck.volley.resilience, struck.hits) == (3, 1, 3)
    assert game.marks("Blue") == "iii"
    # Moving in the open 4 - 3 = 1: all three hit, each base is injured.
    (struck, placed) = game.do("defender", "fight", **back, dice=three)
    assert (struck.volley.resilience, placed.injured, placed.killed) == (1, 3, 0)
    game.until("commands")
    assert game.state.contacts


def test_who_fell_short_goes_on_assaulting() -> None:
    game = duel()
    game.command("assault", "hold")
    game.until("planning", 4)
    game.plan("Red", "assault")
    game.until("execution", 6)
    game.do("attacker", "move", unit=game.id("Red"), ends_in="open", enemy=game.id("Blue"), enemy_cm=25)
    game.until("commands")
    game.command("assault", "hold")
    game.until("planning", 4)
    red = {"unit": game.id("Red"), "target": ""}
    assert game.refused("attacker", "plan_unit", plan="find_cover", **red) == "BE-ASL-03"


def test_shots_against_a_tank_are_thrown_again() -> None:
    game = Played([unit("Tank", "mother_tank", 1)], [unit("Blue", "machine_guns", 2, dug_in=True)])
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Tank", "move")
    game.until("planning", 5)
    game.plan("Blue", "stay_put", "Tank")
    # Dug in for a bound: step 1 (BE-EXE-01). A Mother tank moving in the open: 6 - 3 = 3.
    game.until("execution", 1)
    (fired,) = game.shoot("Blue", 20, "423")
    assert (fired.volley.resilience, fired.again) == (3, 2)
    guns, tank = game.id("Blue"), game.id("Tank")
    assert stage_kinds(game, "defender")[0] == ["throw_again"]
    (again, placed) = game.do("defender", "throw_again", unit=guns, target=tank, dice=[{"pips": 1}, {"pips": 4}])
    assert (again.hits, placed.injured) == (1, 1)


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


def test_a_packed_gun_unpacks_for_a_bound() -> None:
    game = Played([unit("Battery", "field_gun", 2, packed=True)], [unit("Blue")])
    gun = game.id("Battery")
    assert game.refused("attacker", "order_bombardment", unit=gun, square="A1") == "BE-ART-01"
    game.command("advance", "hold")
    game.until("planning", 2)
    game.do("attacker", "plan_unit", unit=gun, plan="stay_put", target="", packs=True)
    game.until("commands")
    assert not game.unit("Battery").packed
    # It unpacked in the last bound; as after a move it does not fire in this one (BE-EXE-11).
    assert game.refused("attacker", "order_bombardment", unit=gun, square="A1") == "BE-ART-01"
    game.command("advance", "hold")
    game.until("commands")
    game.do("attacker", "order_bombardment", unit=gun, square="A1")


def test_a_watching_company_shoots_when_its_target_comes_into_view() -> None:
    game = planned("move", "stay_put")
    game.until("execution", 7)
    # Its own step 5 is over, and it stayed where it is (BE-OVW-01, BE-OVW-02; G-08).
    assert stage_offers(game, "defender", "shoot")
    game.shoot("Blue", 10, "12", terrain="rough")
    assert not stage_offers(game, "defender", "shoot")


def stage_offers(game: Played, side: str, kind: str) -> bool:
    stage = SYSTEM.stage(game.state, Actor(Role(side)))
    return any(one.kind == kind and one.barred is None for one in stage.offered)


def test_each_side_takes_back_its_own_newest_deed_of_the_step() -> None:
    game = planned("move", "move", ("advance", "advance"))
    game.until("execution", 7)
    game.do("attacker", "move", unit=game.id("Red"), ends_in="rough")
    game.do("defender", "move", unit=game.id("Blue"), ends_in="rough")
    game.do("attacker", "take_back")
    assert (game.unit("Red").moved, game.unit("Blue").moved) == (False, True)


def test_a_die_that_fell_is_taken_back_by_consent_and_stays_thrown() -> None:
    game = planned("move", "stay_put")
    game.shoot("Red", 20, "11")
    game.do("attacker", "take_back")
    assert game.state.asked is not None
    game.do("defender", "answer", agree=True)
    assert not game.unit("Red").shot
    told = {"unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 20, "terrain": "open"}
    assert game.refused("attacker", "shoot", **told, dice=[{"pips": 6}, {"pips": 6}]) == ""
    game.shoot("Red", 20, "11")


def test_a_request_is_withdrawn_by_the_side_that_asked() -> None:
    game = planned("move", "stay_put")
    game.shoot("Red", 20, "11")
    game.do("attacker", "take_back")
    assert game.refused("defender", "withdraw") == ""
    game.do("attacker", "withdraw")
    assert game.state.asked is None
    assert game.unit("Red").shot


def test_what_stands_on_the_table_is_corrected_and_a_refusal_set_aside_by_the_other_side() -> None:
    game = planned("move", "stay_put")
    game.do("attacker", "correct", of=game.id("Red"), what="base 1", value="injured", reason="we forgot a hit")
    game.do("defender", "answer", agree=True)
    assert game.marks("Red") == "iuu"
    shot = {"kind": "shoot", "unit": game.id("Red"), "target": game.id("Blue"), "distance_cm": 31, "terrain": "open"}
    shot |= {"dice": [{"pips": 1}, {"pips": 1}]}
    game.do("attacker", "overrule", clause="BE-CHR-02", command=shot, reason="the hill is farther back than it looks")
    game.do("defender", "answer", agree=True)
    assert game.unit("Red").shot


def smoke_in_step_2(**more: Any) -> Played:
    """A game in which nobody has said how the wind blows, where smoke or gas is to be laid."""
    lays = more.pop("lays", "smoke")
    game = Played([unit("Battery", "field_gun", 1)], [unit("Blue")], date="1915-04", **more)
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays=lays)
    game.command("hold", "hold")
    game.until("execution", 2)
    return game


def laid(game: Played, **told: Any) -> list[Any]:
    return game.do("attacker", "lay_cordon", bombardment=f"{game.id('Battery')}-1", **told)


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
    game.do("attacker", "take_back")
    game.do("defender", "answer", agree=True)
    assert game.state.wind is None
    at = {"bombardment": "f1u1-1"}
    assert game.refused("attacker", "lay_cordon", **at, wind_thrown=True, dice=[{"pips": 6}]) == ""
    assert game.refused("attacker", "lay_cordon", **at, wind_thrown=True) == "BE-GAS-07"
    laid(game, wind_thrown=True, dice=[{"pips": 2}])
    assert game.state.wind == 120


def test_what_a_scenario_does_not_give_of_the_wind_is_asked_once_and_said_to_be_typed() -> None:
    """BE-GAS-06, -07: the wind and its value, both told with the first cordon of gas; then nobody asks again."""
    game = smoke_in_step_2(lays="immediate_gas")
    (event,) = laid(game, wind_towards_deg=90, wind_value=2)
    assert "90 degrees, typed by you" in [one.says for one in event.steps]
    assert any("2 for the wind (typed by you)" in one.says for one in event.steps)
    # 3 inches and 2 for the wind are 127 mm in a bound (BE-GAS-06).
    assert (game.state.wind, game.state.settled.wind_value) == (90, 2)
    assert [each.ask.name for each in asks_of_the_next_cloud(game)] == []


def asks_of_the_next_cloud(game: Played) -> Sequence[Any]:
    """What is asked where gas is laid once more, in the next bound."""
    game.until("commands")
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("hold", "hold")
    game.until("execution", 2)
    at = {"bombardment": f"{game.id('Battery')}-2"}
    return SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", at, {}).questions


def test_nobody_throws_for_the_wind_by_house_rule() -> None:
    game = smoke_in_step_2(house_rules=[{"ruling": "G-42", "option": "entered_only"}])
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", {"bombardment": "f1u1-1"}, {})
    assert [one.ask.name for one in asked.questions] == ["wind_towards_deg"]
    at = {"bombardment": "f1u1-1", "wind_thrown": True, "dice": [{"pips": 2}]}
    assert game.refused("attacker", "lay_cordon", **at) == "BE-GAS-07"


def test_values_that_a_scenario_has_to_give_are_asked_once_and_marked_as_typed() -> None:
    """BE-VEH-05; G-24: an armoured car has no row in the chart; what was typed is said with a shot and on its bases."""
    typed = {"resilience": 6, "shooting": 3, "melee": 0, "bonus": 1, "speed": "fast_cavalry", "range_cm": 40}
    game = Played([unit("Car", "armoured_car", 1, typed=typed)], [unit("Blue")])
    view = plain(SYSTEM.view(game.state, Role("defender")))
    (force,) = (one for one in board.faces(view, ["defender"]) if one.side == "attacker")
    marks = [mark for block in force.blocks for row in block.rows for one in row.counters for mark in one.marks]
    assert [(one.kind, one.says) for one in marks] == [("pen", "its values are typed by you")]
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Blue", "stay_put", "Car")
    game.until("execution", 5)
    (fired, *_) = game.shoot("Blue", 20, "11")
    assert any("typed by you" in one.says for one in fired.steps)


def test_how_many_bases_a_house_rule_gives_is_asked_as_a_game_begins_and_losses_change_nothing() -> None:
    """G-22, as given: tanks have exactly two bases; one that has lost the other still shoots, and fights with one."""
    rules = {"house_rules": [{"ruling": "G-22", "option": "bases_as_given"}]}
    command = {"formations": forces([unit("Tank", "mother_tank", 3)], [unit("Blue")]), **rules}
    found = SYSTEM.decide(SYSTEM.fresh(), build(CHAPTERS.commands["begin_battle"], command), Actor(Role("attacker")))
    assert isinstance(found, Refusal)
    assert found.because == "By house rule such a sub-unit has 2 bases (G-22)"
    game = Played([unit("Tank", "mother_tank", 2)], [unit("Blue")], **rules)
    game.do("attacker", "correct", of=game.id("Tank"), what="base 1", value="killed", reason="it burnt out")
    game.do("defender", "answer", agree=True)
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Tank", "stay_put", "Blue")
    game.until("execution", 5)
    about = {"unit": game.id("Tank"), "target": game.id("Blue")}
    told = {"distance_cm": 10.0, "in_sight": True, "terrain": "open"}
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "shoot", about, told)
    assert "dice" in [one.ask.name for one in asked.questions]
    one_base = Shooter(unit=game.unit("Tank").unit, fight=ArmingSide.MELEE, bases=1, begun=2)
    assert not isinstance(dice_pool(one_base, game.state.book()), Refusal)


def test_which_bases_may_not_be_chosen_is_shown_with_its_clause() -> None:
    """BE-INJ-08: no base is removed before every one has an injury; of three with one injured two may be chosen."""
    game = planned("stay_put", "stay_put")
    game.do("attacker", "correct", of=game.id("Blue"), what="base 2", value="injured", reason="from before")
    game.do("defender", "answer", agree=True)
    game.until("execution", 5)
    # Stationary in the open: 4 - 2 = 2, which one of these dice reaches.
    game.shoot("Red", 20, "15")
    about = {"unit": game.id("Red"), "target": game.id("Blue")}
    (asked,) = SYSTEM.asked(game.state, Actor(Role("attacker")), "place_hits", about, {}).questions
    assert [one.rpartition("/")[2] for one in asked.ask.among or ()] == ["1", "3"]
    assert [(one.clause, one.says) for one in asked.ask.reckoned] == [
        ("BE-INJ-08", "Base 2: injured, and others are not yet")
    ]


def test_what_somebody_types_of_the_wind_is_marked_where_it_stands() -> None:
    """G-24: in the log, in what a seat sees, and in the reckoning; a die's word, or a ready game's, is nobody's."""
    typed, thrown = smoke_in_step_2(lays="immediate_gas"), smoke_in_step_2()
    laid(typed, wind_thrown=False, wind_towards_deg=90, wind_value=2)
    laid(thrown, wind_thrown=True, dice=[{"pips": 2}])
    said = [SYSTEM.tell(game.state, game.log[-1], Role("defender"))["says"] for game in (typed, thrown)]
    assert said[0].endswith("wind towards 90 degrees, typed by you, its value 2, typed by you")
    assert said[1].endswith("wind towards 120 degrees by a 2")
    assert [SYSTEM.view(game.state, Role("defender")).get("wind_typed") for game in (typed, thrown)] == [True, None]
    ready = SYSTEM.fresh()
    begun = SYSTEM.decide(ready, BeginEarth(scenario="brisefer-ridge"), Actor(Role.REFEREE))
    assert not isinstance(begun, Refusal)
    SYSTEM.apply(ready, Recorded(1, begun[0], "c1", Role.REFEREE))
    assert ready.wind is not None
    assert "wind_typed" not in SYSTEM.view(ready, Role("defender"))


def test_a_side_takes_back_its_own_deeds_of_a_step_whatever_the_other_did() -> None:
    """Deeds without a die, one after the other: those of the other side stand."""
    game = Played([unit("Red"), unit("Crimson")], [unit("Blue")])
    game.command("advance", "advance")
    game.until("planning", 4)
    for one in ("Red", "Crimson", "Blue"):
        game.plan(one, "move")
    game.until("execution", 7)
    names = list[str]()
    for one in ("Red", "Blue", "Crimson"):
        game.do(game.unit(one).side, "move", unit=game.id(one), ends_in="open")
        names.append(game.log[-1].command_id)
    game.do("attacker", "take_back", command_id=names[0])
    assert [game.unit(one).moved for one in ("Red", "Blue", "Crimson")] == [False, True, False]
    assert game.state.asked is None
