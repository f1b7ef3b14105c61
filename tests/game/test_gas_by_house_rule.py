"""Gas in a game by the house rules of its contested places, worked by hand."""

from rules.flanders_fields.gas_effects import CloudFate
from rules.flanders_fields.vocabulary import FireResult
from tests.game.evening import entered
from tests.game.gas_in_play import (
    THEIRS,
    at_gas,
    cloud_of,
    game,
    next_round,
    place,
    released,
    replays,
    rule,
    throw,
    touched,
    went,
)


def test_by_house_rule_a_cloud_first_drifts_a_turn_later() -> None:
    """AMB-442."""
    evening = at_gas(game(**rule("AMB-442", "next_turn")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    assert went(evening, "cloud1").fate is CloudFate.LIES
    assert place(evening) == (60.0, 60.0, 1)


def test_by_house_rule_each_cloud_has_its_own_wind() -> None:
    """AMB-445: the die for it is thrown cloud by cloud."""
    evening = at_gas(game(**rule("AMB-445", "own_wind")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    went(evening, "cloud1")
    next_round(evening)
    throw(evening, "wind/cloud1", 3)
    throw(evening, "wind/cloud1", 2)
    throw(evening, "release", 6)
    throw(evening, "release", 1, 1)
    went(evening, "cloud1")
    went(evening, "cloud2")
    # 17 + 2 = 19 for the first, 12 for the second.
    assert place(evening) == (60.0, 96.0, 2)
    assert place(evening, "cloud2") == (90.0, 122.0, 1)


def test_by_house_rule_each_cloud_throws_its_own_six() -> None:
    """AMB-446."""
    evening = next_round(released(game(**rule("AMB-446", "own_6"))))
    throw(evening, "wind", 6)
    throw(evening, "release", 6)
    assert evening.state.gas.cloud("cloud1") is not None
    throw(evening, "fate/cloud1", 6)
    assert evening.state.gas.cloud("cloud1") is None
    went(evening, "cloud2")
    replays(evening)


def test_by_house_rule_a_cloud_that_throws_no_six_goes_on() -> None:
    """AMB-446: its own 3 is no 6."""
    evening = next_round(released(game(**rule("AMB-446", "own_6"))))
    throw(evening, "wind", 6)
    throw(evening, "release", 6)
    throw(evening, "fate/cloud1", 3)
    went(evening, "cloud1")
    assert evening.state.gas.cloud("cloud1") is not None
    replays(evening)


def test_by_house_rule_a_cloud_attacks_where_it_starts_too() -> None:
    """AMB-447: two dice for a stand that it touches both times."""
    evening = at_gas(game(**rule("AMB-447", "start_and_path")))
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    event = went(evening, "cloud1", touched(at_start="partly"), pips=(6, 4))
    assert event.hits[0].results == (FireResult.SUPPRESSED, FireResult.SUPPRESSED)
    assert evening.state.stands[THEIRS].levels == 2


def test_by_house_rule_the_wind_is_named_on_release_and_written_down() -> None:
    """GAP-62, GAP-67."""
    evening = at_gas(game(**rule("GAP-62", "on_release")))
    assert "not named" in evening.refused("attacker", "throw_for_gas", what="release", dice=entered(5)).because
    throw(evening, "release", 5, wind_deg=90)
    late = {"what": "release", "dice": entered(3, 4), "wind_deg": 180}
    assert evening.refused("attacker", "throw_for_gas", **late).because == "the wind was stated before the first die"
    assert "not named" in evening.refused("attacker", "throw_for_gas", what="release", dice=entered(3, 4)).because
    assert throw(evening, "release", 3, 4, wind_deg=90).common_wind.direction_deg == 90
    written = at_gas(game(**rule("GAP-67", "written")))
    throw(written, "release", 5, written_cm=14)
    assert cloud_of(written).id == "cloud1"
    assert written.state.gas.wind is not None
    assert written.state.gas.wind.speed_cm == 14.0
