"""A gun packs or unpacks for a bound before it moves or fires, and says so before anything else (BE-ART-03)."""

from functools import partial
from typing import Any

from rules.earth_1418.game.actions.orders import PlanSubUnit
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.vocabulary import Plan
from rules.kernel.prompts import AsProposed, proposed
from rules.kernel.seats import Actor, Role
from tests.earth_1418.playing import Played, unit


def planning(**gun: Any) -> Played:
    game = Played([unit("Guns", "field_gun", 2, **gun), unit("Red")], [unit("Blue")])
    game.command("advance", "hold")
    game.until("planning", 2)
    return game


def asked(game: Played, **told: Any) -> AsProposed[Any]:
    about = {"unit": game.id("Guns")}
    return proposed(partial(SYSTEM.asked, game.state, Actor(Role("attacker")), "plan_unit", about), told)


def test_gun_is_asked_first_whether_it_packs() -> None:
    game = planning()
    first, *_ = asked(game).filled.questions
    assert (first.ask.name, first.ask.brief) == ("packs", "Packs up")
    unpacking, *_ = asked(planning(packed=True)).filled.questions
    assert (unpacking.ask.name, unpacking.ask.brief) == ("packs", "Unpacks")


def test_gun_that_packs_has_nothing_else_to_plan() -> None:
    game = planning()
    found = asked(game, packs=True)
    # It stays put for that and aims at nobody: both are proposed, and the plan is whole.
    assert found.filled.found == PlanSubUnit(unit=game.id("Guns"), plan=Plan.STAY_PUT, target="", packs=True)
    assert [one.ask.among for one in found.filled.questions if one.ask.name == "target"] == [("",)]


def test_gun_that_packs_may_not_fire_and_moves_in_the_next_bound() -> None:
    game = planning()
    about = {"unit": game.id("Guns"), "plan": "stay_put", "packs": True}
    assert game.refused("attacker", "plan_unit", **about, target=game.id("Blue")) == "BE-ART-03"
    game.do("attacker", "plan_unit", **about, target="")
    game.until("commands")
    assert game.unit("Guns").packed
    game.command("advance", "hold")
    game.until("planning", 2)
    assert Plan.MOVE in [Plan(one) for one in plans_of(game)]


def test_gun_that_bombards_is_not_asked_whether_it_packs() -> None:
    game = Played([unit("Guns", "field_gun", 2), unit("Red")], [unit("Blue")])
    game.do("attacker", "order_bombardment", unit=game.id("Guns"), square="C3")
    game.command("advance", "hold")
    game.until("planning", 2)
    assert "packs" not in [one.ask.name for one in asked(game).filled.questions]


def plans_of(game: Played) -> tuple[Any, ...]:
    questions = asked(game).filled.questions
    return next(one.ask.among or () for one in questions if one.ask.name == "plan")
