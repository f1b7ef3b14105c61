"""An ADVANCE has a direction, and a move that is no assault ends clear of the enemy (BE-CMD-07, BE-ASL-04)."""

from typing import Any

import pytest

from rules.earth_1418.game.engine import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import NEEDED
from rules.kernel.seats import Actor, Role
from tests.earth_1418.mapped import placed, planned, put
from tests.earth_1418.playing import Played, unit


def formation_of(game: Played, name: str) -> str:
    return game.unit(name).formation


def about_to_move(blue_at: tuple[int, int] = (300, 800), direction: str = "straight_ahead") -> Played:
    """Red at (300, 200) has the command to advance and plans a Move; Blue stays put."""
    game = placed(blue_at=blue_at)
    game.command("advance", "hold", direction)
    game.until("planning", 4)
    game.plan("Red", "move")
    game.plan("Blue", "stay_put")
    game.until("execution", 7)
    return game


def move(game: Played, x: int, y: int, cm: float, **more: Any) -> dict[str, Any]:
    return {"unit": game.id("Red"), "ends_in": "open", "x_mm": x, "y_mm": y, "moved_cm": cm, **more}


def test_advance_asks_for_a_direction_and_is_refused_without_one() -> None:
    game = placed()
    about = {"formation": formation_of(game, "Red")}
    asked = SYSTEM.asked(game.state, Actor(Role("attacker")), "command_formation", about, {"command": "advance"})
    direction = asked.questions[-1].ask
    assert (direction.name, direction.usual, len(direction.among or ())) == ("direction", NEEDED, 8)
    assert game.refused("attacker", "command_formation", **about, command="advance") == "BE-CMD-07"
    for word in ("hold", "assault", "retreat"):
        held = SYSTEM.asked(game.state, Actor(Role("attacker")), "command_formation", about, {"command": word})
        assert [one.ask.name for one in held.questions] == ["command"]


def test_direction_of_an_advance_is_secret_until_both_sides_are_ready_and_then_told() -> None:
    game = placed()
    about = {"formation": formation_of(game, "Red"), "command": "advance", "direction": "half_right"}
    game.do("attacker", "command_formation", **about)
    assert "half_right" not in str(SYSTEM.view(game.state, Role("defender")))
    game.command("advance", "hold", "half_right")
    told = [SYSTEM.tell(game.state, one, Role("defender"))["says"] for one in game.log]
    assert "Commands: attacker battalion ADVANCE, half right; defender battalion HOLD" in told
    assert "half_right" in str(SYSTEM.view(game.state, Role("defender")))


@pytest.mark.parametrize(
    ("direction", "x", "y", "cm"),
    [
        ("straight_ahead", 300, 260, 6.0),
        ("straight_ahead", 342, 242, 5.9),  # half right: 45 degrees off
        ("right", 360, 200, 6.0),
        ("left_rear", 258, 158, 5.9),
    ],
)
def test_move_under_advance_may_keep_its_direction(direction: str, x: int, y: int, cm: float) -> None:
    game = about_to_move(direction=direction)
    game.do("attacker", "move", **move(game, x, y, cm))
    assert game.state.ground.places[f"{game.id('Red')}/2"].x_mm == x


@pytest.mark.parametrize(
    ("direction", "x", "y"), [("straight_ahead", 300, 140), ("straight_ahead", 360, 210), ("right", 240, 200)]
)
def test_move_under_advance_is_refused_off_its_direction(direction: str, x: int, y: int) -> None:
    game = about_to_move(direction=direction)
    assert game.refused("attacker", "move", **move(game, x, y, 6)) == "BE-CMD-07"


def test_direction_of_the_defender_is_seen_from_his_own_edge() -> None:
    game = placed(blue_at=(300, 600))
    planned(game, ("stay_put", ""), ("move", ""), ("hold", "advance"))
    game.until("execution", 7)
    told = {"unit": game.id("Blue"), "ends_in": "open", "x_mm": 300, "moved_cm": 6}
    assert game.refused("defender", "move", **told, y_mm=660) == "BE-CMD-07"
    game.do("defender", "move", **told, y_mm=540)


@pytest.mark.parametrize("y", [235, 245, 260])
def test_move_that_touches_an_enemy_is_refused(y: int) -> None:
    # Bases are 15 mm deep: 15 mm apart they touch, and nearer they would stand on him.
    game = about_to_move(blue_at=(300, 250))
    found = game.decided("attacker", "move", move(game, 300, y, (y - 200) / 10))
    assert isinstance(found, Refusal)
    assert (found.clause, found.because) == ("BE-ASL-04", "It would walk into Blue")


def test_move_that_leads_through_an_enemy_is_refused() -> None:
    game = about_to_move(blue_at=(300, 225))
    assert game.refused("attacker", "move", **move(game, 300, 260, 6)) == "BE-ASL-04"


def test_move_may_end_beside_an_enemy_and_leave_one_that_it_touched() -> None:
    game = about_to_move(blue_at=(300, 250))
    game.do("attacker", "move", **move(game, 300, 233, 3.3))
    # Blue stands in touch behind Red, which walks away from him.
    away = about_to_move()
    put(away, "Blue", 300, 185)
    away.do("attacker", "move", **move(away, 300, 260, 6))


def test_move_into_an_enemy_may_be_set_aside_by_both_sides() -> None:
    game = about_to_move(blue_at=(300, 250))
    told = move(game, 300, 240, 4)
    request = {"command": {"kind": "move", **told}, "clause": "BE-ASL-04", "reason": "the model hill is in the way"}
    game.do("attacker", "override", **request)
    game.do("defender", "answer", agree=True)
    assert game.unit("Red").moved


def test_overwatch_waits_for_a_target_that_no_die_can_hurt() -> None:
    fort: dict[str, Any] = {"sort": "area", "id": "fort", "name": "Fort", "kind": "strong_point"}
    fort["line"] = [[200, 350], [200, 450], [400, 450], [400, 350]]
    game = Played([unit("Red")], [unit("Blue", dug_in=True, terrain="fortification")])
    table = {"name": "A table", "width_mm": 1220, "depth_mm": 915, "pieces": [fort]}
    game.do("attacker", "set_table", table=table)
    put(game, "Red", 300, 200)
    put(game, "Blue", 300, 400)
    planned(game, ("stay_put", "Blue"), ("move", ""), ("hold", "advance"))
    game.until("execution", 5)

    def shots() -> list[str | None]:
        offered = SYSTEM.stage(game.state, Actor(Role("attacker"))).offered
        return [one.barred.because if one.barred else None for one in offered if one.kind == "shoot"]

    # Blue is marked as leaving from step 3: 4 + 2 = 6 in the fortification, moving; a six still hits it.
    assert shots() == [None]
    game = Played([unit("Red")], [unit("Blue", dug_in=True, terrain="fortification")])
    game.do("attacker", "set_table", table=table)
    put(game, "Red", 300, 200)
    put(game, "Blue", 300, 400)
    planned(game, ("stay_put", "Blue"), ("stay_put", ""), ("hold", "hold"))
    game.until("execution", 5)
    # Dug in there it has 4 + 3 = 7, and a company that shoots has no bonus (BE-OVW-02, BE-ARM-07).
    assert shots() == ["no die of it can hurt Blue: Resilience 7, and its best die comes to 6"]
