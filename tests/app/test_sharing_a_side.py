"""A host who plays: one more device at the other side needs that side's word while a device holds it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.described import OWN, device, joined, served
from tests.torture.seen_dice import Seat, Two


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with served(tmp_path) as (app, host):
        yield Two(app, host)


def invite(two: Two, role: str = "defender") -> Any:
    at = f"/api/v1/games/{two.game}"
    return two.attacker.client.post(f"{at}/invitations", json={"role": role}, headers=OWN)


def join(two: Two, code: str) -> Any:
    """Another device, such as a private window of the host's, joins with a code."""
    return device(two.app).post("/api/v1/join", json={"code": code}, headers=OWN)


def held(two: Two) -> list[str]:
    seats = two.attacker.client.get(f"/api/v1/games/{two.game}/seats").json()
    return sorted(one["role"] for one in seats if not one["revoked_at"])


def test_second_device_of_the_other_side_is_not_invited_until_the_side_agrees(two: Two) -> None:
    refused = invite(two)
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/seat-held")
    assert "try again once it has agreed on its card" in refused.json()["instead"]
    (owed,) = two.defender.client.get(f"{two.defender.at}/stage").json()["owed"]
    assert owed["kind"] == "answer"
    asked = two.defender.client.get(f"{two.defender.at}/scene").json()["request"]
    assert asked["says"] == "let another device sit down at the other side and see what it sees"
    assert two.attacker.try_("answer", agree=True)["because"] == "the other side answers this"
    assert invite(two).status_code == 409, "what is asked has not been answered"
    two.defender.do("answer", agree=False)
    assert invite(two).status_code == 409, "it is asked again"
    two.defender.do("answer", agree=True)
    code = invite(two).json()["code"]
    assert join(two, code).status_code == 201
    assert held(two) == ["attacker", "defender", "defender"]
    assert invite(two).status_code == 409, "the side agreed to one device"


def test_code_made_before_the_side_was_held_waits_for_its_word(two: Two) -> None:
    """The host makes two codes while nobody sits there; the opponent takes the first."""
    made = two.attacker.client.post("/api/v1/games", json=two.body, headers=OWN).json()
    other = Two.__new__(Two)
    other.app, other.game, other.attacker = two.app, made["game_id"], Seat(two.attacker.client, made["game_id"])
    first, second = invite(other).json()["code"], invite(other).json()["code"]
    opponent = device(two.app)
    assert opponent.post("/api/v1/join", json={"code": first}, headers=OWN).status_code == 201
    other.defender = Seat(opponent, other.game)
    late = join(other, second)
    assert (late.status_code, late.json()["type"]) == (409, "/problems/seat-held")
    assert held(other) == ["attacker", "defender"]
    other.defender.do("answer", agree=True)
    assert join(other, second).status_code == 201, "the code is still good"
    other.attacker.do("note", text="it goes on")


def test_side_is_not_asked_where_nobody_holds_it_or_the_host_is_with_it(two: Two) -> None:
    assert invite(two, "attacker").status_code == 201
    assert invite(two, "spectator").status_code == 201
    at = f"/api/v1/games/{two.game}"
    theirs = next(one["id"] for one in two.attacker.client.get(f"{at}/seats").json() if one["role"] == "defender")
    assert two.attacker.client.post(f"{at}/seats/{theirs}/revoke", json={}, headers=OWN).status_code == 204
    code = invite(two).json()["code"]
    assert join(two, code).status_code == 201


def test_host_who_plays_no_side_invites_as_many_as_he_likes(two: Two) -> None:
    made = two.attacker.client.post("/api/v1/games", json=two.body | {"role": "referee"}, headers=OWN).json()
    for _ in range(2):
        joined(two.app, two.attacker.client, made["game_id"], "defender")


def test_referee_does_not_answer_for_the_side_that_is_asked(two: Two) -> None:
    referee = Seat(joined(two.app, two.attacker.client, two.game, "referee"), two.game)
    assert invite(two).status_code == 409
    assert referee.try_("answer", agree=True)["because"] == "the defender's side answers this"
    assert referee.client.get(f"{referee.at}/stage").json()["owed"] == []
    two.defender.do("answer", agree=True)
    assert invite(two).status_code == 201


def test_agreement_taken_back_before_anybody_sat_down_is_asked_for_again(two: Two) -> None:
    assert invite(two).status_code == 409
    two.defender.do("answer", agree=True)
    two.defender.do("take_back")
    assert invite(two).status_code == 409
