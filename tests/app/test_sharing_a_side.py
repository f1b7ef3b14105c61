"""A host who plays may not see what the other side sees, from its seat or the referee's, unless that side agrees."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.described import OWN, device, joined, served
from tests.client import TestClient
from tests.torture.seen_dice import Seat, Two


@pytest.fixture
def two(tmp_path: Path, url: str) -> Iterator[Two]:
    with served(tmp_path, database_url=url) as (app, host):
        yield Two(app, host)


def invite(two: Two, role: str = "defender") -> Any:
    at = f"/api/v1/games/{two.game}"
    return two.attacker.client.post(f"{at}/invitations", json={"role": role}, headers=OWN)


def join(two: Two, code: str, **more: Any) -> Any:
    """Another device, such as a private window of the host's, joins with a code."""
    return device(two.app).post("/api/v1/join", json={"code": code, **more}, headers=OWN)


def sit_down(two: Two, code: str, name: str, **more: Any) -> TestClient:
    """A device that has taken a seat."""
    client = device(two.app)
    answer = client.post("/api/v1/join", json={"code": code, "name": name, **more}, headers=OWN)
    assert answer.status_code == 201, answer.json()
    return client


def others(refused: Any) -> list[dict[str, Any]]:
    """The devices about which a newcomer is asked."""
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/others-see"), refused.json()
    return sorted(refused.json()["others"], key=lambda one: str(one["name"]))


def begun_alone(two: Two, role: str = "attacker") -> Two:
    """A new game at which the host sits alone."""
    made = two.attacker.client.post("/api/v1/games", json=two.body | {"role": role}, headers=OWN).json()
    other = Two.__new__(Two)
    other.app, other.game, other.body = two.app, made["game_id"], two.body
    other.attacker = Seat(two.attacker.client, other.game)
    return other


def held(two: Two) -> list[str]:
    seats = two.attacker.client.get(f"/api/v1/games/{two.game}/seats").json()
    return sorted(one["role"] for one in seats if not one["revoked_at"])


def test_second_device_of_the_other_side_is_not_invited_until_the_side_agrees(two: Two) -> None:
    refused = invite(two)
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/seat-held")
    assert "try again once it has agreed on its card" in refused.json()["instead"]
    (owed,) = two.defender.client.get(f"{two.defender.at}/available-commands").json()["required"]
    assert owed["kind"] == "answer"
    asked = two.defender.client.get(f"{two.defender.at}/screen").json()["request"]
    assert asked["says"] == "let another device sit down at the British side and see what it sees"
    assert two.attacker.try_("answer", agree=True)["because"] == "the other side answers this"
    assert invite(two).status_code == 409, "what is asked has not been answered"
    two.defender.do("answer", agree=False)
    assert invite(two).status_code == 409, "it is asked again"
    two.defender.do("answer", agree=True)
    code = invite(two).json()["code"]
    (first,) = others(join(two, code))
    assert join(two, code, keep=[first["id"]]).status_code == 201
    assert held(two) == ["attacker", "defender", "defender"]
    assert invite(two).status_code == 409, "the side agreed to one device"


def test_code_made_before_the_side_was_held_waits_for_its_word(two: Two) -> None:
    """The host makes two codes while nobody sits there; the opponent takes the first."""
    other = begun_alone(two)
    first, second = invite(other).json()["code"], invite(other).json()["code"]
    opponent = device(two.app)
    assert opponent.post("/api/v1/join", json={"code": first}, headers=OWN).status_code == 201
    other.defender = Seat(opponent, other.game)
    late = join(other, second)
    assert (late.status_code, late.json()["type"]) == (409, "/problems/seat-held")
    assert held(other) == ["attacker", "defender"]
    other.defender.do("answer", agree=True)
    (holder,) = others(join(other, second))
    assert join(other, second, keep=[holder["id"]]).status_code == 201, "the code is still good"
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
    alone = begun_alone(two, "referee")
    for _ in range(2):
        joined(two.app, two.attacker.client, alone.game, "defender")


def test_referee_does_not_answer_for_the_side_that_is_asked(two: Two) -> None:
    assert invite(two, "referee").status_code == 409
    two.defender.do("answer", agree=True)
    referee = Seat(joined(two.app, two.attacker.client, two.game, "referee"), two.game)
    assert invite(two).status_code == 409
    assert referee.try_("answer", agree=True)["because"] == "the defender's side answers this"
    assert referee.client.get(f"{referee.at}/available-commands").json()["required"] == []
    two.defender.do("answer", agree=True)
    assert invite(two).status_code == 201


def test_agreement_taken_back_before_anybody_sat_down_is_asked_for_again(two: Two) -> None:
    assert invite(two).status_code == 409
    two.defender.do("answer", agree=True)
    two.defender.do("undo")
    assert invite(two).status_code == 409


def test_device_at_the_referees_seat_needs_the_word_of_the_side_that_it_sees(two: Two) -> None:
    refused = invite(two, "referee")
    assert (refused.status_code, refused.json()["type"]) == (409, "/problems/seat-held")
    assert refused.json()["detail"].startswith("the referee's seat sees what the British side sees")
    asked = two.defender.client.get(f"{two.defender.at}/screen").json()["request"]
    assert asked["says"] == "let a device sit down at the referee's seat and see what both sides see"
    assert two.attacker.try_("answer", agree=True)["because"] == "the other side answers this"
    assert two.defender.says("answer", agree=True)[-1] == "One more device may take a referee's seat"
    code = invite(two, "referee").json()["code"]
    assert join(two, code).status_code == 201
    assert held(two) == ["attacker", "defender", "referee"]
    assert invite(two, "referee").status_code == 409, "the side agreed to one device"


def test_agreement_to_a_second_device_of_the_side_is_none_to_a_referee(two: Two) -> None:
    assert invite(two).status_code == 409
    two.defender.do("answer", agree=True)
    assert invite(two, "referee").status_code == 409
    assert invite(two).status_code == 201


def test_opponent_decides_whether_devices_that_were_there_before_it_may_stay(two: Two) -> None:
    """The host has sat down at both sides and as the referee before anybody else came."""
    alone = begun_alone(two)
    third = sit_down(alone, invite(alone, "referee").json()["code"], "Third")
    code = invite(alone).json()["code"]
    (of_referee,) = (one["id"] for one in others(join(alone, code)))
    second = sit_down(alone, code, "Second", keep=[of_referee])
    assert Seat(second, alone.game).try_("note", text="alone")["outcome"] == "accepted"
    assert invite(alone).status_code == 409
    Seat(second, alone.game).do("answer", agree=True)
    code = invite(alone).json()["code"]
    asked = others(join(alone, code))
    assert [(one["name"], one["seat"], one["is_host"]) for one in asked] == [
        ("Second", "British", False),
        ("Third", "Referee", False),
    ]
    of_side = asked[0]["id"]
    assert others(join(alone, code, remove=[of_side])) == asked, "each of them is answered for"
    sit_down(alone, code, "Opponent", remove=[of_side], keep=[of_referee])
    assert held(alone) == ["attacker", "defender", "referee"]
    assert [client.get(f"/api/v1/games/{alone.game}").status_code for client in (second, third)] == [401, 200]


def test_dice_seen_while_the_host_held_both_sides_are_dropped_with_the_opponent(two: Two) -> None:
    alone = begun_alone(two)
    second = Seat(sit_down(alone, invite(alone).json()["code"], "Second"), alone.game)
    unit = alone.to_the_companies()
    alone.attacker.do("roll_orders", unit=unit, die={"pips": 0, "source": "rolled"})
    alone.attacker.do("undo")
    second.do("answer", agree=True)
    assert invite(alone).status_code == 409
    second.do("answer", agree=True)
    code = invite(alone).json()["code"]
    (holder,) = others(join(alone, code))
    sit_down(alone, code, "Opponent", remove=[holder["id"]])
    lines = alone.attacker.client.get(f"{alone.attacker.at}/screen").json()["lines"]
    assert any("no longer count" in line["says"] for line in lines[:4])


def test_device_is_told_of_a_host_who_referees_and_plays_the_other_side(two: Two) -> None:
    alone = begun_alone(two, "referee")
    code = invite(alone).json()["code"]
    (host,) = others(join(alone, code, keep=[]))
    assert (host["seat"], host["is_host"]) == ("Referee", True)
    assert others(join(alone, code, keep=[], remove=[host["id"]])), "nobody removes the host"
    assert join(alone, code, keep=[host["id"]]).status_code == 201
    code = invite(alone, "attacker").json()["code"]
    assert join(alone, code, keep=[]).status_code == 201, "the other side is played by its own device"


def test_closed_game_has_no_secrets_that_a_side_has_to_agree_to(two: Two) -> None:
    assert two.attacker.client.post(f"{two.attacker.at}/close", json={}, headers=OWN).status_code == 204
    for role in ("defender", "referee"):
        assert join(two, invite(two, role).json()["code"], keep=[]).status_code == 201
