"""Motor transport in the ready game that has it, played by hand: half as far again, and lost with its command."""

from typing import Any

from app.systems.earth_1418 import screen
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.ready_games import ready_games
from rules.earth_1418.game.seat_context import EarthTable
from rules.earth_1418.game.state.game import EarthState
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from tests.earth_1418.playing import Played

READY = "ormeval-crossroads"


def played() -> Played:
    """The ready game on its table, its formations told to advance and planning step 4 reached."""
    game = Played.__new__(Played)
    game.log, game.state = [], EarthState()
    game.do("referee", "begin_battle", scenario=READY, on_table=True)
    game.command("advance", "advance")
    game.until("planning", 4)
    return game


def brings(game: Played, name: str) -> dict[str, str]:
    """What each plan of a sub-unit would mean, as its card says it."""
    about = {"unit": game.id(name)}
    found = SYSTEM.asked(
        game.state, Actor(Role(game.unit(name).side)), "plan_unit", about, {"enemy_within_300_m": False}
    )
    ask = next(one.ask for one in found.questions if one.ask.name == "plan")
    return dict(zip(ask.among or (), ask.brings, strict=True))


def reading(game: Played, name: str) -> set[str]:
    """The clauses by which its plans are read."""
    unit = game.unit(name)
    return {one.clause for one in EarthTable(game.state, Actor(Role(unit.side))).reading_of(unit)}


def block(game: Played, name: str) -> Any:
    view = SYSTEM.view(game.state, Role.REFEREE)
    return next(one for face in screen.faces(view, ()) for one in face.blocks if one.name == name)


def test_a_motorised_formation_says_so_and_goes_half_as_far_again() -> None:
    """BE-TRP-02, BE-TRP-03: 6 cm are 9; on foot they are 6, and cavalry has its transport in its speed (BE-TRP-04)."""
    game = played()
    assert "moves 9 cm in the open in step 7" in brings(game, "A Company")["move"]
    assert "moves 6 cm in the open in step 7" in brings(game, "1st Hill Company")["move"]
    assert {name: "BE-TRP-03" in reading(game, name) for name in ("A Company", "1st Squadron")} == {
        "A Company": True,
        "1st Squadron": False,
    }
    assert block(game, "9th Wheelers").quality == "Line, motorised"
    assert block(game, "34th Hill Battalion").quality == "Line"
    (car,) = [
        (row.name, mark.kind)
        for one in ("9th Wheelers", "Vale Hussars")
        for row in block(game, one).rows
        for counter in row.counters
        for mark in counter.marks
        if mark.kind == "car"
    ]
    assert car == ("Wheelers' command", "car")


def test_on_a_road_it_goes_no_farther_than_its_limit() -> None:
    """BE-TRP-03, BE-MOV-07: 6 x 1.25 x 1.5 = 11.25 cm, below the 12 that transport goes at most."""
    game = played()
    game.plan("A Company", "move")
    game.until("execution", 7)
    there = {"unit": game.id("A Company"), "road": True, "ends_in": "open", "x_mm": 455, "y_mm": 222}
    found = game.decided("attacker", "move", {**there, "moved_cm": 11.3})
    assert isinstance(found, Refusal)
    (moved, *_) = game.do("attacker", "move", **there, moved_cm=11.2)
    assert moved.moved_mm == 112
    assert "BE-TRP-03" in {one.clause for one in moved.steps}


def test_with_its_command_the_transport_is_lost() -> None:
    """BE-TRP-05, BE-TRP-06: two hits take the one command base, and what is left of the battalion goes on foot."""
    game = played()
    game.until("planning", 5)
    game.plan("Hill machine guns", "stay_put", "Wheelers' command")
    game.until("execution", 2)
    # A command base of a Line formation that stands in the open: 4 - 2 = 2.
    # Of its one base nothing is left to choose: the second hit removes it (BE-INJ-02).
    game.shoot("Hill machine guns", 70, "661")
    assert game.unit("Wheelers' command").living == 0
    told = [str(SYSTEM.tell(game.state, one, Role.REFEREE)["says"]) for one in game.log]
    (said,) = [one for one in told if "motor transport" in one]
    assert said.endswith("1 removed; the motor transport of 9th Wheelers is lost with it")
    assert block(game, "9th Wheelers").quality == "Line, on foot: transport lost"
    game.until("commands")
    game.command("advance", "advance")
    game.until("planning", 4)
    assert "BE-TRP-06" in reading(game, "A Company")
    assert "moves 6 cm in the open in step 7" in brings(game, "A Company")["move"]


def test_both_ready_games_say_how_long_they_last() -> None:
    assert {name: one.bounds for name, one in ready_games().items()} == {"brisefer-ridge": 8, READY: 6}
