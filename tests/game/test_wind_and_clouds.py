"""The wind, and clouds that drift, sink and go, worked by hand from the rulebook."""

from typing import Any

import pytest

from rules.flanders_fields.game.actions.gas.gas_module import LIES
from rules.flanders_fields.game.rule_module import SeenBySeat
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.gas_effects import CloudFate
from rules.flanders_fields.vocabulary import FireResult
from rules.kernel.seats import Role
from tests.game.evening import Evening, entered
from tests.game.gas_in_play import (
    OURS,
    THEIRS,
    at_gas,
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


def test_the_wind_turns_and_the_cloud_goes_with_it() -> None:
    """FF-GAS-X7: 5 and 2 turn it 90 degrees right, 2 and 3 with 5 make 10 cm: from (60, 77) to (70, 77)."""
    evening = next_round(released(game()))
    assert "angle" in throw(evening, "wind", 5).says
    changed = throw(evening, "wind", 2, 2, 3)
    assert (changed.wind.direction_deg, changed.wind.speed_cm) == (90, 10.0)
    british = throw(evening, "release", 6)
    assert british.cloud.id == "cloud2"
    went(evening, "cloud1")
    assert place(evening) == (70.0, 77.0, 2)
    # The denying cloud drifts once with the same wind and sinks (FF-GAS-X12, AMB-445).
    assert went(evening, "cloud2").fate is CloudFate.SINKS
    assert place(evening, "cloud2") == (100.0, 110.0, 1)
    replays(evening)


@pytest.mark.parametrize(
    ("dice", "speed"),
    [(((1,),), 17.0), (((2,),), 17.0), (((3,), (6,)), 23.0), (((4,), (6,)), 11.0)],  # FF-GAS-X8
)
def test_the_wind_blows_on_faster_or_slower(dice: tuple[tuple[int, ...], ...], speed: float) -> None:
    evening = next_round(released(game()))
    for pips in dice:
        throw(evening, "wind", *pips)
    assert evening.state.gas.wind is not None
    assert evening.state.gas.wind.speed_cm == speed


def test_a_six_for_the_wind_removes_every_cloud_and_the_wind_stays() -> None:
    """FF-GAS-X9, AMB-446."""
    evening = next_round(released(game()))
    throw(evening, "wind", 6)
    assert evening.state.gas.clouds == ()
    assert evening.state.gas.wind is not None
    assert evening.state.gas.wind.speed_cm == 17.0
    # The denying attack of this turn still comes, on the wind that blows.
    throw(evening, "release", 6)
    clouds: Any = evening.state.gas.clouds
    assert clouds[0].kind == "denying"


def test_offensive_gas_drifts_six_times_and_is_gone() -> None:
    """FF-GAS-15, FF-GAS-X14: released in turn 1, it drifts in turns 1 to 6 and is removed in turn 7."""
    evening = released(game())
    evening.do("referee", "correct", of="cloud1", what="phases", value=6, reason="a long evening")
    evening = next_round(evening)
    outcome = evening.try_("attacker", "throw_for_gas", what="wind", dice=entered(1))
    assert [type(event).__name__ for event in outcome] == ["WindChanged", "CloudGone"]  # type: ignore[union-attr]
    assert evening.state.gas.cloud("cloud1") is None


@pytest.mark.parametrize(
    ("house", "told"),
    # Six drifts in all, or six after the turn of its release, in which it lies (AMB-442).
    [({}, "1 of 6 turns"), (rule("AMB-442", "next_turn"), "1 of 7 turns")],
)
def test_how_long_a_cloud_lasts_is_told_by_the_rules_of_the_game(house: dict[str, Any], told: str) -> None:
    view = SYSTEM.view(released(game(**house)).state, Role.REFEREE)
    (lies,) = LIES.values()
    found = lies(SeenBySeat(view, {}))
    assert found is not None
    (lasts,) = (line.says for line in found.lines if line.clause == "FF-GAS-25")
    assert f"offensive, {told}. Its middle" in lasts


def test_the_defenders_gas_moves_in_the_attackers_turn() -> None:
    """AMB-453: released in its owner's turn; seen from the British edge the wind blows back at them."""
    evening = next_round(released(game()))
    throw(evening, "wind", 1)
    throw(evening, "release", 6)
    went(evening, "cloud1")
    went(evening, "cloud2")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_gas")
    throw(evening, "release", 6, side="defender")
    # 17 cm straight ahead of the Germans is 17 cm towards the British edge: from 90 to 73.
    went(evening, "cloud3")
    assert place(evening, "cloud3") == (60.0, 73.0, 1)
    evening.do("defender", "next_step")
    evening.do("defender", "end_turn")
    at_gas(evening)
    throw(evening, "wind", 1)
    for cloud in ("cloud1", "cloud2", "cloud3"):
        went(evening, cloud)
    assert place(evening, "cloud3") == (60.0, 56.0, 2)
    assert place(evening, "cloud2") == (90.0, 127.0, 2)
    replays(evening)


def sunk(evening: Evening) -> Evening:
    """Turn 2 after the gas step: cloud 1 drifts, cloud 2 has sunk at (90, 127)."""
    next_round(released(evening))
    throw(evening, "wind", 1)
    throw(evening, "release", 6)
    went(evening, "cloud1")
    went(evening, "cloud2")
    return evening


def test_who_enters_sunk_gas_is_attacked_at_once_and_once_a_turn() -> None:
    """FF-GAS-20, FF-GAS-X13: late, wholly covered, 4: suppressed; not again in this player turn."""
    evening = sunk(game())
    entered_it = {"cloud": "cloud2", "caught": touched(OURS, "soft", ends="whole")}
    assert "attacked at once" in evening.refused("attacker", "enter_gas", **entered_it).because
    event = evening.do("attacker", "enter_gas", dice=entered(4), **entered_it)
    assert (event.attacked, event.hit.results) == (True, (FireResult.SUPPRESSED,))
    assert evening.state.stands[OURS].in_gas
    assert not evening.do("attacker", "enter_gas", **entered_it).attacked
    replays(evening)


def test_the_record_of_clouds_and_wind_can_be_corrected() -> None:
    evening = released(game())
    for of, what, value in (
        ("cloud1", "along_cm", 62.5),
        ("cloud1", "up_cm", 80),
        ("wind", "direction_deg", 45),
        ("wind", "speed_cm", 12),
        (OURS, "in_gas", True),
    ):
        evening.agreed("attacker", "correct", of=of, what=what, value=value, reason="as it lies")
    assert place(evening) == (62.5, 80.0, 1)
    assert evening.state.gas.wind is not None
    assert (evening.state.gas.wind.direction_deg, evening.state.gas.wind.speed_cm) == (45, 12.0)
    assert evening.state.stands[OURS].in_gas
    assert evening.refused("attacker", "correct", of="wind", what="direction_deg", value=400, reason="no").because
    evening.agreed("attacker", "correct", of="cloud1", what="on_table", value=False, reason="it was taken away")
    assert evening.state.gas.clouds == ()
    assert not evening.state.stands[OURS].in_gas
    replays(evening)


def test_a_cloud_that_leaves_the_table_has_attacked_on_its_way() -> None:
    """AMB-451."""
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    event = went(evening, "cloud1", touched(), pips=(6,), off_table=True)
    assert event.fate is CloudFate.LEAVES_TABLE
    assert evening.state.gas.clouds == ()
    assert not evening.state.stands[THEIRS].alive
