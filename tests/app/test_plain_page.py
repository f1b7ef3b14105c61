"""The page of a game that is played by its stage alone: each deed has a form, drawn from its asks."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.play.command_responses import DeedShown
from app.play.plain_form import address_of
from tests.app.described import OWN, joined, served
from tests.app.test_stage_over_http import Client
from tests.client import TestClient
from tests.torture.served import MONS_GAME

STEPS = 14


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[Any, TestClient, str]]:
    with served(tmp_path) as (app, client):
        game = client.post("/api/v1/games", json=MONS_GAME | {"role": "attacker"}, headers=OWN).json()["game_id"]
        yield app, client, game


def page_of(client: TestClient, game: str, query: str = "") -> str:
    answer = client.get(f"/games/{game}/plain{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_every_deed_of_the_stage_has_a_form(host: tuple[Any, TestClient, str]) -> None:
    _, client, game = host
    seat, chance = Client(client, game), Random(1)
    drawn = set()
    for _ in range(STEPS):
        stage = seat.stage()
        able = [one for one in (*stage["required"], *stage["available"]) if not one["barred"]]
        for deed in {one["kind"]: one for one in able}.values():
            text = page_of(client, game, f"?{address_of(DeedShown(**deed))}")
            assert f'data-command="{deed["kind"]}"' in text
            drawn.add(deed["kind"])
        onward = [one for one in able if one["kind"] in ("start_turn", "next_step", "roll_orders", "move_unit")]
        deed = chance.choice([one for one in onward if one["kind"] != "next_step"] or onward)
        found = seat.told(deed, chance)
        if found:
            number, told = found
            assert seat.send(number, {"kind": deed["kind"], **deed["about"], **told}).status_code == 200
    assert {"roll_orders", "set_aiming_point", "correct", "undo", "note"} <= drawn


def test_answers_in_the_address_are_told_and_what_is_missing_is_named(host: tuple[Any, TestClient, str]) -> None:
    _, client, game = host
    begun = page_of(client, game, "?deed=note&about=%7B%7D")
    assert "Still to tell: what is written into the log" in begun
    told = page_of(client, game, "?deed=note&about=%7B%7D&text=the+mist+lifts")
    assert 'value="the mist lifts"' in told
    assert "Still to tell" not in told
    assert ">Write it down</button>" in told
    refused = page_of(client, game, "?deed=hold_objective&about=%7B%22objective%22%3A1%7D&holder=nobody")
    assert 'data-command="hold_objective"' in refused


def test_a_deed_that_is_not_on_the_stage_has_no_form(host: tuple[Any, TestClient, str]) -> None:
    _, client, game = host
    for query in ("?deed=fly", "?deed=roll_orders&about=%7B%22unit%22%3A%22d1.1.c1%22%7D", "?deed=note&about=x"):
        assert "data-facts" not in page_of(client, game, query)


def test_what_the_rules_refuse_is_set_aside_with_a_reason(host: tuple[Any, TestClient, str]) -> None:
    """FF-ORD-25: the staff bonus outside its step. A link leads there, and the deed asks what it asks else."""
    _, client, game = host
    seat = Client(client, game)
    assert seat.send(seat.stage()["number"], {"kind": "start_turn"}).status_code == 200
    query = "?deed=allot_staff_bonus&about=%7B%7D"
    assert f'href="{query}"' in page_of(client, game).replace("&amp;", "&")
    barred = page_of(client, game, query).replace("&amp;", "&")
    assert "FF-ORD-25" in barred
    assert 'name="battalion"' not in barred
    assert f'href="{query}&_overrule=FF-ORD-25">Ask to allow it</a>' in barred
    aside = page_of(client, game, f"{query}&_overrule=FF-ORD-25&_reason=we+forgot+it")
    assert '<input type="hidden" name="_overrule" value="FF-ORD-25">' in aside
    assert 'name="_reason" value="we forgot it"' in aside
    assert 'name="battalion"' in aside
    assert "Ask to allow it" not in aside


def test_another_clause_or_none_that_refuses_sets_nothing_aside(host: tuple[Any, TestClient, str]) -> None:
    _, client, game = host
    seat = Client(client, game)
    assert seat.send(seat.stage()["number"], {"kind": "start_turn"}).status_code == 200
    other = page_of(client, game, "?deed=allot_staff_bonus&about=%7B%7D&_overrule=FF-ORD-26")
    assert 'name="_overrule"' not in other
    assert 'name="battalion"' not in other
    allowed = page_of(client, game, "?deed=note&about=%7B%7D&_overrule=FF-ORD-26")
    assert 'name="_overrule"' not in allowed


def test_who_looks_on_sees_whom_the_game_waits_for(host: tuple[Any, TestClient, str]) -> None:
    app, client, game = host
    text = page_of(joined(app, client, game, "spectator"), game)
    assert "The attacker" in text
    assert "data-command" not in text
