"""The ground and gas that the map knows count before the shot too: in plans, shares of shots, cover and recovery."""

from dataclasses import replace

from rules.earth_1418.game.actions.artillery import share_brings
from rules.earth_1418.game.actions.movement import recovering
from rules.earth_1418.game.actions.orders import plan_brings
from rules.earth_1418.game.state.game import BombardmentGiven, Ordered
from rules.earth_1418.vocabulary import Plan, Terrain
from tests.earth_1418.mapped import area, bombarded, placed, planned, table_of
from tests.earth_1418.playing import Played

VILLAGE = area("village", "buildings", 200, 420, 400, 580)


def in_gas() -> Played:
    """Blue touches short-term gas."""
    game = bombarded("immediate_gas", 300, 500, date="1915-04")
    game.command("hold", "hold")
    game.until("execution", 2)
    game.do("attacker", "lay_cordon", bombardment=f"{game.id('Guns')}-1")
    return game


def shares(game: Played, shots: int = 2) -> list[str]:
    given = BombardmentGiven("x", "attacker", (game.id("Guns"),), "B3", Ordered.SHELLS, 4)
    return [one.says for one in share_brings(table_of(game), given, game.unit("Blue"), shots, False)]


def test_shots_laid_on_a_target_count_the_ground_that_the_map_knows() -> None:
    # Blue began on open ground and is drawn up in a village: Line that stays put there is 4 + 1 (BE-COV-01).
    assert "2 shots at Resilience 5: 0.8 hits on the mean" in shares(placed(VILLAGE))
    assert "2 shots at Resilience 2: 1.8 hits on the mean" in shares(placed())


def test_shots_laid_on_a_target_count_the_gas_that_it_touches() -> None:
    game = in_gas()
    assert "2 shots at Resilience 1: 2.0 hits on the mean" in shares(game)


def test_one_shot_is_told_as_one() -> None:
    assert "1 shot at Resilience 2: 1.0 hits on the mean" in shares(placed(), shots=1)


def plans(game: Played, name: str, *wanted: Plan) -> tuple[str, ...]:
    return plan_brings(table_of(game), game.unit(name), wanted)


def test_a_plan_counts_the_ground_that_the_map_knows() -> None:
    assert plans(placed(VILLAGE), "Blue", Plan.STAY_PUT) == ("shoots 2 dice in step 5, Resilience 5",)
    assert plans(placed(), "Blue", Plan.STAY_PUT) == ("shoots 2 dice in step 5, Resilience 2",)


def test_a_plan_counts_the_gas_that_the_sub_unit_touches() -> None:
    game = in_gas()
    # One die and one of Resilience less (BE-EX-34).
    assert plans(game, "Blue", Plan.STAY_PUT) == ("shoots 1 die in step 5, Resilience 1",)


def test_cover_is_sought_from_the_ground_that_the_map_knows() -> None:
    game = placed(VILLAGE)
    planned(game, ("stay_put", ""), ("retreat", ""), ("hold", "retreat"))
    game.until("execution", 7)
    game.state.units[game.id("Blue")] = replace(game.unit("Blue"), plan=Plan.FIND_COVER)
    # A wood is worse than the village that it stands in (BE-CMD-05), though it began on open ground.
    there = {"unit": game.id("Blue"), "ends_in": "rough", "rough": True, "moved_cm": 4.5}
    assert game.refused("defender", "move", **there) == "BE-CMD-05"


def test_a_recovery_die_counts_the_ground_that_the_map_knows() -> None:
    game = placed(VILLAGE)
    asked = recovering(table_of(game, "defender"), game.unit("Blue"), "")
    assert asked.platoon.terrain is Terrain.DEFENSIBLE
    assert recovering(table_of(placed(), "defender"), placed().unit("Blue"), "").platoon.terrain is Terrain.OPEN
