"""Bounds played by hand: commands, plans, moves, assaults, melee, digging."""

from typing import Any

from app.systems.earth_1418 import screen
from rules.earth_1418.game.actions.bound import StepBegan
from rules.earth_1418.game.actions.orders import plans_denied
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.vocabulary import Plan, Terrain
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import plain
from tests.earth_1418.playing import Played, base_ids, commanded, duel, stage_kinds, unit


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
    game.do("attacker", "undo")
    assert game.state.ready == ()
    game.do("attacker", "command_formation", formation=formation, **commanded("advance"))
    game.command()
    assert {one.value for one in game.state.commands.values()} == {"advance", "hold"}


def test_who_wrote_a_command_reads_it_beside_the_formation_and_the_other_side_does_not() -> None:
    game = Played([unit("Red")], [unit("Blue")])
    formation = next(one.id for one in game.state.formations.values() if one.side == "attacker")
    game.do("attacker", "command_formation", formation=formation, **commanded("advance"))
    read = {}
    for side in ("attacker", "defender"):
        view = plain(SYSTEM.view(game.state, Role(side)))
        (force,) = (one for one in screen.faces(view, [side]) if one.side == "attacker")
        read[side] = [block.strength for block in force.blocks]
    assert read == {"attacker": ["ADVANCE \u2191 3 of 3"], "defender": ["3 of 3"]}


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


def test_a_sub_unit_that_fell_short_goes_on_only_where_its_orders_allow_it() -> None:
    for command, clause in (("assault", "BE-ASL-03"), ("hold", "BE-CMD-08")):
        game = duel()
        game.command("assault", "hold")
        game.until("planning", 4)
        game.plan("Red", "assault", "Blue")
        game.plan("Blue", "stay_put", "Red")
        game.until("execution", 5)
        game.shoot("Blue", 20, "66")
        game.do(
            "defender", "place_hits", unit=game.id("Blue"), target=game.id("Red"), bases=base_ids(game, "Red", 1, 2)
        )
        game.until("execution", 6)
        game.do("attacker", "move", unit=game.id("Red"), ends_in="open", enemy=game.id("Blue"), enemy_cm=20)
        game.until("commands")
        game.command(command, "hold")
        game.until("planning", 4)
        table, red = EarthTable(game.state, Actor(Role("attacker"))), game.unit("Red")
        (denied,) = plans_denied(table, red, (*table.plans_of(red).plans, Plan.DIG_IN))
        says_so = "BE-ASL-03" in [one.clause for one in table.reading_of(red)]
        # Under HOLD it looks for cover (BE-CMD-08): nothing tells it to go on.
        assert (denied.value, denied.why.clause, says_so) == ("stay_put", clause, command == "assault")


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


def steps_begun(command: str, gun: dict[str, Any], **plan: Any) -> list[int]:
    """The execution steps of a bound in which nobody but a battery could have something to do."""
    game = Played([unit("Battery", "field_gun", 2, **gun)], [unit("Blue")])
    game.command(command, "hold")
    game.until("planning", 2)
    if plan:
        game.plan("Battery", **plan)
    game.until("commands")
    began = (one.event for one in game.log if isinstance(one.event, StepBegan))
    return [one.step for one in began if one.phase == "execution"]


def test_a_step_is_passed_over_where_what_is_known_leaves_nobody_anything() -> None:
    """Unseen plans change nothing of it: a battery that stands ready might shoot in step 2 (BE-EXE-02; G-05)."""
    assert steps_begun("hold", {}) == steps_begun("hold", {}, plan="stay_put", target="Blue") == [2]
    # One that is not packed stays put whatever it was told, so that step 7 brings nothing (BE-ART-03).
    assert steps_begun("advance", {}) == [2]
    # A packed one may move, where its command lists it, and fires at nobody (BE-ART-03, BE-CMD-08).
    packed = {"packed": True}
    assert steps_begun("advance", packed, plan="move") == steps_begun("advance", packed, plan="stay_put") == [7]
    assert steps_begun("hold", packed) == []
