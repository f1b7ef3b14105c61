"""Whether a fact would change a die of the deed in hand, said on request by asking the rules for its other values."""

from typing import Any

from tests.app.described import OWN
from tests.app.test_origins import COMPANY, FIRER, TARGET, Host, host

__all__ = ["host"]


def facts(host: Host, shot: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The asks of one shot, by their names."""
    body = {
        "kind": "fire",
        "about": {"unit": COMPANY},
        "answers": {"shots": [{"firer": FIRER, "target": TARGET, **shot}]},
    }
    answer = host.client.post(f"{host.at}/prompts", json=body | more, headers=OWN)
    assert answer.status_code == 200, answer.text
    (shots,) = [one for one in answer.json()["prompts"] if one["name"] == "shots"]
    return {one["name"]: one["matters"] for one in shots["rows"][0]}


def test_of_what_nobody_asked_nothing_is_said(host: Host) -> None:
    assert set(facts(host, {"range_cm": 25, "cover": "medium"}).values()) == {None}


def test_the_cover_and_the_band_of_a_shot_matter_and_what_only_house_rules_count_does_not(host: Host) -> None:
    """FF-SHO-T1, FF-RNG-11: cover and short range change the scores; SHQ-17, SHQ-62: friends in the line and fire from
    the flank count by house rule alone, and none is chosen."""
    found = facts(host, {"range_cm": 25, "cover": "medium"}, weigh=True)
    assert (found["cover"], found["range_cm"]) == (True, True)
    assert (found["friends_in_line"], found["from_the_flank"]) == (False, False)


def test_what_would_forbid_the_shot_matters(host: Host) -> None:
    """FF-TGT-01: who does not come first may not be fired at; FF-RCB-07: nor who is not in the arc."""
    found = facts(host, {"range_cm": 25, "cover": "medium"}, weigh=True)
    assert (found["passes_over"], found["in_arc"]) == (True, True)


def test_what_was_taken_as_proposed_is_weighed_too(host: Host) -> None:
    assert facts(host, {}, weigh=True, propose=True)["cover"] is True


def test_as_long_as_more_than_dice_are_missing_nothing_is_said(host: Host) -> None:
    assert set(facts(host, {"range_cm": 25}, weigh=True).values()) == {None}
