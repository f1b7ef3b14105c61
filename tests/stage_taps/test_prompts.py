"""Optional prompts of deeds: what they propose can be told."""

from rules.flanders_fields.game.system import SYSTEM
from tests.stage_taps.moments import moments
from tests.stage_taps.prompts import Otherwise


def test_bands_of_a_distance_are_values_that_the_prompt_takes() -> None:
    """A point of an SOS call lies at most 5 cm from the position (FF-SOS-03)."""
    prompts = [ask for moment in moments(SYSTEM, {"call_sos"}) for ask in Otherwise(moment).asked({}).prompts]
    near = [ask for ask in prompts if ask.name == "from_position_cm"]
    assert near
    assert all(band.value <= (ask.maximum or 0) for ask in near for band in ask.bands)
