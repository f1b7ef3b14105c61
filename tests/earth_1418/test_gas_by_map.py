"""Gas counts by default for whoever touches it on the map: shooter, target, shells, melee and recovery (BE-GAS-03)."""

from functools import partial
from typing import Any

from rules.earth_1418.game.actions.attacks.shots import ready_of
from rules.earth_1418.game.engine import DEEDS, SYSTEM
from rules.earth_1418.game.state.game import BombardmentGiven, Ordered, SharePlanned
from rules.kernel.prompts import AsProposed, Origin, proposed
from rules.kernel.seats import Actor, Role
from tests.earth_1418.mapped import bombarded, put, table_of
from tests.earth_1418.playing import Played, base_ids

GAS = "cordon-1"
APRIL_1915: dict[str, Any] = {"date": "1915-04"}


def as_proposed(game: Played, kind: str, about: dict[str, Any], side: str = "attacker", **told: Any) -> AsProposed[Any]:
    return proposed(partial(SYSTEM.asked, game.state, Actor(Role(side)), kind, about), told)


def in_gas(gas_at: tuple[int, int], red: tuple[int, int], blue: tuple[int, int], *plans: tuple[str, str]) -> Played:
    """Red and Blue where they are put, and short-term gas that blows up the table from its place."""
    game = bombarded("immediate_gas", *gas_at, **APRIL_1915)
    put(game, "Red", *red)
    put(game, "Blue", *blue)
    game.command("hold", "hold")
    game.until("planning", 4)
    for name, (plan, target) in zip(("Red", "Blue"), plans, strict=True):
        game.plan(name, plan, target)
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Guns')}-1")
    return game


def pair(game: Played) -> dict[str, str]:
    return {"unit": game.id("Red"), "target": game.id("Blue")}


def test_gas_on_the_target_lowers_its_resilience_by_default() -> None:
    game = in_gas((300, 400), (300, 200), (300, 400), ("stay_put", "Blue"), ("stay_put", ""))
    # The map cannot see through the gas: the players say which gas is transparent (BE-GAS-08).
    game.until("execution", 5)
    found = as_proposed(game, "shoot", pair(game), in_sight=True)
    assert (found.told["target_cordon"], found.origins["target_cordon"]) == (GAS, Origin.MAP)
    assert found.told["own_cordon"] == ""
    command = SYSTEM.commands["shoot"](**{**pair(game), "distance_cm": 18.5, "terrain": "open", "target_cordon": GAS})
    ready = ready_of(table_of(game), command)
    assert ready is not None
    # Line that stays put in the open: 4 - 2, and 1 less in gas (BE-EX-34).
    assert ready.volley.resilience == 1


def test_gas_on_the_shooter_takes_a_die_by_default() -> None:
    game = in_gas((300, 200), (300, 200), (300, 400), ("stay_put", "Blue"), ("stay_put", ""))
    game.until("execution", 5)
    found = as_proposed(game, "shoot", pair(game), in_sight=True)
    assert (found.told["own_cordon"], found.told["target_cordon"]) == (GAS, "")
    # A1 with three bases throws two dice, and one less in gas (BE-GAS-03).
    assert found.filled.questions[-1].ask.most == 1


def test_gas_counts_for_a_recovery_die_by_default() -> None:
    game = in_gas((300, 400), (300, 200), (300, 400), ("stay_put", ""), ("stay_put", ""))
    # No die is due here: what the deed asks is looked at by itself.
    table, about = table_of(game, "defender"), {"unit": game.id("Blue"), "base": base_ids(game, "Blue", 1)[0]}
    recover = next(deed for deed in DEEDS if deed.kind == "recover")
    found = proposed(partial(recover.asked, table, about), {})
    assert (found.told["cordon"], found.origins["cordon"]) == (GAS, Origin.MAP)


def test_gas_counts_for_shells_and_in_melee_by_default() -> None:
    game = in_gas((300, 230), (300, 200), (300, 215), ("stay_put", ""), ("stay_put", ""))
    table = table_of(game)
    table.state.bombardments["x"] = BombardmentGiven("x", "attacker", (game.id("Guns"),), "B3", Ordered.SHELLS, 4)
    table.state.shares = (SharePlanned("x", game.id("Blue"), 3, 2),)
    deeds = {deed.kind: deed for deed in DEEDS}
    shells = proposed(partial(deeds["shell"].asked, table, {"bombardment": "x", "unit": game.id("Blue")}), {})
    assert (shells.told["target_cordon"], shells.origins["target_cordon"]) == (GAS, Origin.MAP)
    melee = proposed(partial(deeds["fight"].asked, table, pair(game)), {})
    assert (melee.told["own_cordon"], melee.told["target_cordon"]) == (GAS, GAS)
    assert melee.told["bases"] == 3


def test_gas_counts_before_smoke_that_lies_there_too() -> None:
    game = bombarded("smoke", 300, 400, **APRIL_1915)
    game.command("hold", "hold")
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Guns')}-1")
    game.until("commands")
    # A bound later the smoke has drifted 3 inches up the table, and the gas is laid where it lies now.
    gas = {"unit": game.id("Guns"), "square": "B3", "lays": "immediate_gas", "x_mm": 300, "y_mm": 476}
    game.do("attacker", "order_bombardment", **gas)
    put(game, "Blue", 300, 476)
    game.command("hold", "hold")
    game.until("planning", 4)
    game.plan("Red", "stay_put", "Blue")
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Guns')}-2")
    game.until("execution", 5)
    assert as_proposed(game, "shoot", pair(game), in_sight=True).told["target_cordon"] == "cordon-2"
