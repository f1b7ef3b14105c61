"""Melee counts the bases that touch an enemy base, and both sides of a mutual assault strike at once."""

from typing import Any

import pytest

from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.state.game import BoundPhase
from rules.kernel.seats import Actor, Role
from tests.earth_1418.mapped import asks, laid, put
from tests.earth_1418.playing import Played, base_ids, unit


def in_melee(red: int = 3, blue: int = 3, both: bool = False, **more: Any) -> Played:
    """Red assaults Blue over 10 cm of open ground; if `both`, Blue assaults Red too."""
    game = Played([unit("Red", bases=red)], [unit("Blue", bases=blue)], **more)
    game.do("attacker", "set_table", **laid())
    put(game, "Red", 300, 200)
    put(game, "Blue", 300, 315)
    game.command("assault", "assault" if both else "hold")
    game.until("planning", 4)
    game.plan("Red", "assault")
    game.plan("Blue", "assault" if both else "stay_put")
    game.until("execution", 6)
    moved(game, "Red", "Blue")
    if both:
        moved(game, "Blue", "Red")
    game.until("melee")
    return game


def moved(game: Played, name: str, at: str) -> None:
    one, enemy = game.unit(name), game.id(at)
    proposed = asks(game, one.side, "move", {"unit": one.id}, enemy=enemy)
    game.do(one.side, "move", unit=one.id, enemy=enemy, enemy_cm=proposed["enemy_cm"], ends_in="open")


def melee_bases(game: Played, name: str, at: str) -> int:
    """The bases in contact as they are proposed to the side of a sub-unit."""
    one = game.unit(name)
    return int(asks(game, one.side, "fight", {"unit": one.id, "target": game.id(at)})["bases"])


def strike(game: Played, name: str, at: str, bases: int, faces: str) -> list[Any]:
    one = game.unit(name)
    dice = [{"pips": int(face)} for face in faces]
    values = {"unit": one.id, "target": game.id(at), "bases": bases, "terrain": "open", "dice": dice}
    return game.do(one.side, "fight", **values)


def owed_to(game: Played, side: str) -> list[str]:
    return [one.kind for one in SYSTEM.stage(game.state, Actor(Role(side))).owed]


def standing_at(game: Played, name: str, *places: tuple[int, int]) -> None:
    rows = [
        {"base": base, "x_mm": x, "y_mm": y} for base, (x, y) in zip(base_ids(game, name, 1, 2, 3), places, strict=True)
    ]
    game.do(game.unit(name).side, "place_bases", bases=rows)


def test_melee_proposes_the_bases_that_touch() -> None:
    game = in_melee()
    # Ranks of three, each base 30 mm wide, front to front (BE-MEL-02).
    assert melee_bases(game, "Red", "Blue") == 3
    # Two of Red's bases stand a base's depth and more behind the first.
    y = game.state.ground.places[f"{game.id('Red')}/1"].y_mm
    standing_at(game, "Red", (270, y), (270, y - 20), (270, y - 40))
    assert melee_bases(game, "Red", "Blue") == 1


def test_melee_proposes_no_base_if_none_touches_and_throws_no_die() -> None:
    game = in_melee()
    standing_at(game, "Red", (270, 100), (300, 100), (330, 100))
    assert melee_bases(game, "Red", "Blue") == 0
    (struck,) = strike(game, "Red", "Blue", 0, "")
    assert (struck.volley.dice, struck.hits) == (0, 0)
    assert "No base touches an enemy base: no dice" in [one.says for one in struck.steps]
    # The side has struck: nothing keeps it from going on.
    assert "fight" not in owed_to(game, "attacker")


def test_melee_leaves_out_bases_that_fell_before_the_strike_back() -> None:
    game = in_melee()
    # Moving under no fire Blue stays put in the open: 4 - 2 = 2; m2 with three bases throws three dice.
    strike(game, "Red", "Blue", 3, "222")
    assert game.marks("Blue") == "iii"
    game.do("defender", "correct", of=game.id("Blue"), what="base 1", value="killed", reason="test")
    game.do("attacker", "answer", agree=True)
    # The survivors strike back (BE-BND-04; G-20): two of three.
    assert melee_bases(game, "Blue", "Red") == 2
    blow = {"unit": game.id("Blue"), "target": game.id("Red"), "bases": 3, "terrain": "open"}
    assert game.refused("defender", "fight", **blow, dice=[{"pips": 1}] * 3) == "BE-MEL-02"


@pytest.mark.parametrize("first", ["Red", "Blue"])
def test_mutual_assault_strikes_at_once_whoever_taps_first(first: str) -> None:
    game = in_melee(both=True)
    second = "Blue" if first == "Red" else "Red"
    assert [one.both for one in game.state.contacts] == [True]
    assert [owed_to(game, side) for side in ("attacker", "defender")] == [["fight"], ["fight"]]
    # Assaulting in the open 4 - 3 = 1: three dice hit three times, and three bases are injured (BE-INJ-08).
    strike(game, first, second, 3, "111")
    assert game.marks(second) == "iii"
    assert melee_bases(game, second, first) == 3
    strike(game, second, first, 3, "111")
    assert game.marks(first) == "iii"


@pytest.mark.parametrize("first", ["Red", "Blue"])
def test_mutual_assault_lets_a_destroyed_side_strike(first: str) -> None:
    game = in_melee(red=1, blue=1, both=True)
    second = "Blue" if first == "Red" else "Red"
    assert game.state.phase is BoundPhase.MELEE
    # m2 with one base throws two dice: the first hit injures the base, the second removes it (BE-INJ-02).
    strike(game, first, second, 1, "11")
    assert game.marks(second) == "k"
    # It struck at the same time: its base counts as it stood when the melee began.
    assert melee_bases(game, second, first) == 1
    strike(game, second, first, 1, "11")
    assert (game.marks("Red"), game.marks("Blue")) == ("k", "k")
    game.until("commands")
    assert game.state.contacts == ()


def test_assault_on_a_standing_enemy_lets_only_survivors_strike_back() -> None:
    game = in_melee(red=1, blue=1)
    assert owed_to(game, "defender") == []
    strike(game, "Red", "Blue", 1, "22")
    assert game.marks("Blue") == "k"
    assert owed_to(game, "defender") == []


def test_house_rule_that_both_strike_together_lets_a_destroyed_side_strike() -> None:
    game = in_melee(red=1, blue=1, house_rules=[{"ruling": "G-20", "option": "together"}])
    strike(game, "Red", "Blue", 1, "22")
    assert game.marks("Blue") == "k"
    assert melee_bases(game, "Blue", "Red") == 1
    strike(game, "Blue", "Red", 1, "11")
    assert game.marks("Red") == "k"
