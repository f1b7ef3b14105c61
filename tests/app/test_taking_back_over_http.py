"""A die that was seen decides no other deed: each way that was found to make it do so, tried over HTTP.

Two devices sit at the table, no referee. What a side may not do alone is asked of the other; what it may is done.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.games.command_handler import TO_REREAD_S
from tests.app.described import device, joined, served, sits_down
from tests.torture.seen_dice import ROLLED, VARIANTS, Seat, Two, entered, units


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    with served(tmp_path) as (app, host):
        yield Two(app, host)


@pytest.mark.parametrize("way", VARIANTS)
def test_no_way_leads_to_a_die_of_ones_choice(tmp_path: Path, way: str) -> None:
    tries, wanted = VARIANTS[way]
    with served(tmp_path) as (app, host):
        tries(Two(app, host, **wanted))


def test_what_threw_a_die_is_asked_for_and_the_question_names_the_die(two: Two) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(4))
    asked = two.attacker.says("undo")
    assert asked == [f"Asks to take back {two.attacker.view['deeds'][0]['name']} (die 4)"]
    assert two.attacker.view["turn"]["can_act"], "nothing is taken back before the answer"
    assert two.defender.says("answer", agree=True)[0].startswith("Agreed: take back ")
    wrong = two.attacker.try_("roll_orders", unit=company, die=entered(6))
    assert wrong["because"] == "this die has been thrown already and shows 4"


def test_what_weighs_nothing_is_taken_back_alone(two: Two) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(6))
    two.attacker.do("move_unit", unit=company)
    assert two.attacker.says("undo")[0].startswith("Taken back: ")
    assert two.attacker.view["asked"] is None


def test_an_overrule_needs_a_reason_in_words(two: Two) -> None:
    two.to_the_companies()
    inner = {"kind": "roll_orders", "unit": "a1.2.c1", "die": ROLLED}
    for reason in ("", "   "):
        refused = two.attacker.try_("override", clause="FF-TRN-03", command=inner, reason=reason)
        assert refused["because"] == "overruling needs a reason"


@pytest.mark.parametrize(
    ("of", "what", "value", "alone"),
    [
        ("a1.1.c1.p1", "alive", False, True),
        ("a1.1.c1.p1", "levels", 1, True),
        ("d1.1.c1.p1", "alive", False, False),
        ("d1.1.c1.p1", "levels", 1, False),
        ("a1.1", "fired_on", True, False),
    ],
)
def test_a_side_corrects_alone_only_its_own_and_only_to_its_cost(
    two: Two, of: str, what: str, value: Any, alone: bool
) -> None:
    said = two.attacker.says("correct", of=of, what=what, value=value, reason="as it stands")[0]
    assert said.startswith("Corrected, " if alone else "Asks to correct ")
    if not alone:
        assert two.defender.says("answer", agree=True)[1].startswith("Corrected, ")


def take_away_theirs(two: Two) -> None:
    """The host takes every seat of the other side away."""
    host, at = two.attacker.client, f"/api/v1/games/{two.game}"
    for one in host.get(f"{at}/seats").json():
        if one["role"] == "defender" and not one["revoked_at"]:
            assert host.post(f"{at}/seats/{one['id']}/revoke", json={}).status_code == 204


def test_where_nobody_else_sat_since_the_turn_began_it_goes_alone_and_says_so(two: Two) -> None:
    """Not in the turn in which the other's seat was taken away: he may have looked on until then."""
    company, host = two.to_the_companies(), two.attacker.client
    take_away_theirs(two)
    two.attacker.do("roll_orders", unit=company, die=entered(1))
    assert two.attacker.says("undo")[0].startswith("Asks to take back ")
    two.defender = Seat(joined(two.app, host, two.game, "defender"), two.game)
    two.defender.do("answer", agree=False)
    take_away_theirs(two)
    two.attacker.do("end_turn")
    other = Seat(joined(two.app, host, two.game, "defender"), two.game)
    other.do("start_turn")
    other.do("end_turn")
    take_away_theirs(two)
    two.attacker.do("start_turn")
    for due in two.attacker.view["due"]:
        two.attacker.do("roll_reinforcement", battalion=due["of"], die=entered(1))
    while not (able := [one for one in two.attacker.view["turn"]["can_act"] if ".c" in one]):
        two.attacker.do("next_step")
    two.attacker.do("roll_orders", unit=able[0], die=entered(1))
    assert two.attacker.says("undo")[0].startswith("Taken back after the die: ")


def invited(two: Two, role: str) -> str:
    """The code of an invitation; the defender agrees on its card to another device at its side."""
    host, at = two.attacker.client, f"/api/v1/games/{two.game}"
    answer = host.post(f"{at}/invitations", json={"role": role})
    if answer.status_code == 409:
        two.defender.do("answer", agree=True)
        answer = host.post(f"{at}/invitations", json={"role": role})
    return str(answer.json()["code"])


def test_who_sits_down_and_whose_seat_is_taken_away_stands_in_every_log(two: Two) -> None:
    host, at = two.attacker.client, f"/api/v1/games/{two.game}"
    code = invited(two, "defender")
    second = device(two.app)
    assert sits_down(second, code, name="Cem").status_code == 201
    for seat in (two.attacker, two.defender):
        said = [one["says"] for one in seat.client.get(f"{at}/log").json()["events"]]
        assert said[-1] == "Cem takes a seat of the British side"
    theirs = next(one["id"] for one in host.get(f"{at}/seats").json() if one["name"] == "Cem")
    host.post(f"{at}/seats/{theirs}/revoke", json={})
    told = two.defender.client.get(f"{at}/log").json()["events"][-1]["says"]
    assert told.endswith(" takes a seat of the British side away from Cem")


def test_that_somebody_sat_down_makes_no_command_late(two: Two) -> None:
    number = two.attacker.client.get(two.attacker.at).json()["number"]
    joined(two.app, two.attacker.client, two.game, "spectator")
    note = {"command_id": "n", "expected_seq": number, "command": {"kind": "note", "text": "tea"}}
    assert two.attacker.client.post(f"{two.attacker.at}/commands", json=note).status_code == 200


def test_a_device_holds_one_seat(two: Two) -> None:
    """A host who plays does not sit down at the other side's seat, nor at the referee's; a looker-on may sit down."""
    host, at = two.attacker.client, f"/api/v1/games/{two.game}"
    for role in ("defender", "referee"):
        code = invited(two, role)
        refused = host.post("/api/v1/join", json={"code": code})
        assert (refused.status_code, refused.json()["type"]) == (409, "/problems/seated-already")
        assert sits_down(device(two.app), code).status_code == 201, "the code is still good"
    looker = joined(two.app, host, two.game, "spectator")
    code = invited(two, "defender")
    assert sits_down(looker, code).status_code == 201
    assert looker.get(f"{at}/seat").json()["role"] == "defender"
    held = [one["role"] for one in host.get(f"{at}/seats").json() if not one["revoked_at"]]
    assert sorted(held) == ["attacker", "defender", "defender", "defender", "referee"]


def test_what_was_asked_is_asked_no_longer_when_it_is_withdrawn(two: Two) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(1))
    two.attacker.says("undo")
    assert two.defender.try_("withdraw")["status"] == 409
    assert two.attacker.says("withdraw")[0].startswith("No longer asks to take back ")
    late = two.defender.try_("answer", agree=True)
    assert (late["status"], late["because"]) == (409, "nobody is asking anything")


@pytest.mark.usefixtures("unhurried")
def test_a_mistyped_die_is_read_anew_within_five_seconds(two: Two) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(1))
    deed = two.attacker.newest()
    said = two.attacker.says("correct_die", command_id=deed, die="die", pips=6)
    assert said[0].startswith("Mistyped, ")
    assert said[0].endswith(": a die read as 1 shows 6")
    assert next(one for one in units(two.attacker.view) if one["id"] == company)["left"] == 2
    assert "a die read as 1 shows 6" in two.defender.client.get(f"{two.defender.at}/log").text
    again = two.attacker.try_("roll_orders", unit=company, die=entered(5))
    assert again["clause"] == "FF-TRN-05"


def test_not_after_five_seconds(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=entered(1))
    game = two.app.state.keeper.games
    game.ask(two.game, lambda one: setattr(one, "answered", (one.answered[0], one.answered[1] - TO_REREAD_S - 0.1)))
    late = two.attacker.try_("correct_die", command_id=two.attacker.newest(), die="die", pips=6)
    assert late["because"] == "a die is read anew within five seconds of its result"


def test_nor_a_die_of_the_app_nor_another_seats_nor_once_somebody_acted(two: Two) -> None:
    company = two.to_the_companies()
    two.attacker.do("roll_orders", unit=company, die=ROLLED)
    deed = two.attacker.newest()
    own = two.attacker.try_("correct_die", command_id=deed, die="die", pips=6)
    assert own["because"] == "that is no die of your own in this deed"
    assert two.defender.try_("correct_die", command_id=deed, die="die", pips=6)["status"] == 409
    other = next(one for one in two.attacker.view["turn"]["can_act"] if one != company)
    two.attacker.do("roll_orders", unit=other, die=entered(2))
    deed = two.attacker.newest()
    for path, pips in (("dice", 3), ("die.pips", 3), ("shots.0", 3), ("die", 2), ("die", 7)):
        assert two.attacker.try_("correct_die", command_id=deed, die=path, pips=pips)["status"] == 409
    two.defender.do("note", text="wait a moment")
    assert two.attacker.try_("correct_die", command_id=deed, die="die", pips=3)["status"] == 409
