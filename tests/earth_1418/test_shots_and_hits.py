"""Shots played by hand: in their step and out of it, thrown again, and on whom the hits fall."""

from rules.earth_1418.attacks import Shooter, dice_pool
from rules.earth_1418.game.engine import CHAPTERS, SYSTEM
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build
from tests.earth_1418.playing import Played, base_ids, forces, planned, stage_kinds, to_recover, unit


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


def test_gas_makes_it_harder_to_recover() -> None:
    """Moving in rough ground 4 - 2 = 2, in short-term gas 1: a 2 does not do there (BE-INJ-05, BE-GAS-03; G-14)."""
    guns = unit("Battery", "field_gun", 1)
    game = Played([unit("Red")], [unit("Blue"), unit("Green"), guns], date="1915-04", wind_towards_deg=0, wind_value=0)
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "move")
    game.plan("Blue", "stay_put", "Red")
    game.until("execution", 5)
    game.shoot("Blue", 20, "11")
    red = game.id("Red")
    game.do("defender", "place_hits", unit=game.id("Blue"), target=red, bases=base_ids(game, "Red", 1, 2))
    game.until("commands")
    game.do("defender", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Red", "find_cover")
    game.plan("Green", "stay_put", "Red")
    game.until("execution", 2)
    game.do("defender", "lay_cordon", bombardment=f"{game.id('Battery')}-2")
    game.until("execution", 5)
    game.shoot("Green", 20, "11", terrain="rough")
    game.until("execution", 7)
    (cloud,) = game.state.cordons
    first, second = base_ids(game, "Red", 1, 2)
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "recover", {"unit": red, "base": first}, {}).questions
    assert asked[0].ask.name == "cordon"
    game.do("attacker", "recover", unit=red, base=first, die={"pips": 2}, cordon=cloud.id)
    game.do("attacker", "recover", unit=red, base=second, die={"pips": 2})
    assert game.marks("Red") == "iou"


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


def test_a_watching_company_shoots_when_its_target_comes_into_view() -> None:
    game = planned("move", "stay_put")
    game.until("execution", 7)
    # Its own step 5 is over, and its target has not changed since: nothing became available (BE-OVW-02).
    assert not stage_offers(game, "defender", "shoot")
    game.do("attacker", "move", unit=game.id("Red"), moved_cm=6, ends_in="rough")
    # It stayed where it is, and its target has moved (BE-OVW-01, BE-OVW-02; G-08).
    assert stage_offers(game, "defender", "shoot")
    game.shoot("Blue", 10, "12", terrain="rough")
    assert not stage_offers(game, "defender", "shoot")


def stage_offers(game: Played, side: str, kind: str) -> bool:
    stage = SYSTEM.stage(game.state, Actor(Role(side)))
    return any(one.kind == kind and one.barred is None for one in stage.offered)


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
