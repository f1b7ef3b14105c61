"""What was looked at and did not apply stands beside the chances of a die, before it is thrown."""

from app.play.available_commands import asked_at
from app.systems.flanders_fields.screen import SCENERY
from tests.stage_taps.moments import moments


def test_a_company_near_its_commander_is_told_that_distance_takes_nothing() -> None:
    """FF-ORD-15: at 10 cm it is within the commander's reach, so nothing is taken off its order."""
    game, actor, past, *_ = next(one for one in moments() if one.deed.kind == "come_up")
    near = {"farthest_platoon_cm": 10}
    asked = asked_at(game, actor, past, "roll_orders", {"unit": "d1.1.c1"}, near, True, SCENERY.odds, False)
    (die,) = asked.odds
    assert "FF-ORD-15" in [one.clause for one in die.considered]
    assert "FF-ORD-15" not in [one.clause for one in die.lines]
