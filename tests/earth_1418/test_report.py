"""The report of a game of 1418 that is over: of the core, by what the system says of its bounds and bases."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from typer.testing import CliRunner

from app.games.reports import GameReport, report
from app.systems.earth_1418.features import ready_to_open
from app.systems.earth_1418.screen import REPORTS
from rules.earth_1418.game.engine import SYSTEM
from tests.app.described import OWN, joined, served
from tests.earth_1418.playing import Played, to_recover, unit
from tests.systems import cli


def told(game: Played) -> GameReport:
    record: Any = SimpleNamespace(title="Two companies", closed_at="2026-11-25T10:00:00Z", closed_by=None)
    return report(record, game.log, SYSTEM, REPORTS)


def test_bounds_dice_and_who_is_left() -> None:
    """Blue threw two dice in the first bound and Green two in the second, all of them 1; nobody of Red's is dead."""
    found = told(to_recover())
    assert (found.title, found.closed_by) == ("Two companies", "the host")
    assert [one.name for one in found.spans] == ["Bound 1", "Bound 2"]
    assert (found.dice["defender"].faces, found.dice["defender"].mean) == ({1: 4}, 1.0)
    assert round(found.dice["defender"].expected, 2) == 0.67
    assert "attacker" not in found.dice
    assert [(one.side, one.name, one.began, one.left) for one in found.strengths] == [
        ("attacker", "Red", 3, 3),
        ("defender", "Blue", 3, 3),
        ("defender", "Green", 3, 3),
    ]
    assert found.given[0].startswith("Month: ")


def test_dice_of_a_side_are_judged_by_their_distribution() -> None:
    """Four ones: 6 of 1296 throws of four dice are all alike."""
    dice = told(to_recover()).dice["defender"]
    assert round(dice.as_uneven, 6) == round(6 / 1296, 6)
    assert "unusually unevenly: 1 of 220 throws" in dice.says


def test_verdict_says_that_no_condition_was_set_and_what_is_left() -> None:
    """Neither the rule book nor the command that begins a battle has a condition of victory."""
    game = Played([unit("Red")], [unit("Blue")], bounds=2)
    left = (
        "The scenario sets no condition of victory: the attacker has 3 of 3 bases left, the defender has 3 of 3 bases"
    )
    assert told(game).verdict == f"{left} left. The game was closed before its last bound."
    for _ in range(2):
        game.command()
        game.until("commands")
    assert told(game).verdict == f"{left} left."


def test_losses_stand_in_their_bound_and_whoever_is_gone_is_named() -> None:
    game = to_recover()
    for number in (1, 2, 3):
        what = {"of": game.id("Red"), "what": f"base {number}", "value": "killed", "reason": "as it stands"}
        game.do("referee", "correct", **what)
    found = told(game)
    assert [dict(one.lost).get("attacker", 0) for one in found.spans] == [0, 3]
    (moment,) = found.spans[1].moments
    assert moment.endswith("; Red is gone")
    assert next(one.left for one in found.strengths if one.name == "Red") == 0


def test_what_comes_after_the_last_bound_is_of_it_until_somebody_plays_on() -> None:
    game = Played([unit("Red")], [unit("Blue")], bounds=2)
    for _ in range(2):
        game.command()
        game.until("commands")
    assert [one.name for one in told(game).spans] == ["Bound 1", "Bound 2"]
    game.command()
    assert [one.name for one in told(game).spans] == ["Bound 1", "Bound 2", "Bound 3"]


def test_what_was_taken_back_counts_for_nothing() -> None:
    game = to_recover()
    what = {"of": game.id("Red"), "what": "base 1", "value": "killed", "reason": "as it stands"}
    game.do("referee", "correct", **what)
    game.do("referee", "undo", command_id=game.log[-1].command_id)
    assert [dict(one.lost).get("attacker", 0) for one in told(game).spans] == [0, 0]


def test_its_page_is_there_once_the_game_is_closed_and_not_before(tmp_path: Path) -> None:
    ready, *_ = ready_to_open()
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        player = joined(app, host, game, "attacker")
        early = player.get(f"/games/{game}/report", headers={"Accept": "text/html"})
        assert early.status_code == 409
        assert host.post(f"/api/v1/games/{game}/close", json={}, headers=OWN).status_code == 204
        page = player.get(f"/games/{game}/report").text
        assert "Bound 1" in page
        assert "It threw no dice." in page
        assert "The scenario sets no condition of victory" in page
        assert "Attacker losses" in page
        assert "0 bases" in page
        assert f'href="/games/{game}/report"' in player.get(f"/games/{game}").text


def test_service_and_terminal_tell_the_same_of_it_as_json(tmp_path: Path) -> None:
    (ready, *_) = ready_to_open()
    with served(tmp_path) as (app, host):
        game = host.post("/api/v1/games", json=ready["body"], headers=OWN).json()["game_id"]
        player = joined(app, host, game, "attacker")
        at = f"/api/v1/games/{game}/report"
        early = player.get(at)
        assert (early.status_code, early.json()["type"]) == (409, "/problems/still-played")
        assert host.post(f"/api/v1/games/{game}/close", json={}, headers=OWN).status_code == 204
        told = player.get(at).json()
        assert (told["system"], told["counted"], told["dice"]) == ("earth-1418", "bases", {})
        assert [(one["name"], sum(one["lost"].values())) for one in told["spans"]] == [("Bound 1", 0)]
        assert all(one["began"] == one["left"] > 0 for one in told["strengths"])
        assert told["given"][0].startswith("Month: ")
        file = tmp_path / "game.json"
        file.write_bytes(host.get(f"/api/v1/games/{game}/export").content)
        told_there = CliRunner().invoke(cli, ["report", str(file)])
        assert (told_there.exit_code, json.loads(told_there.stdout)) == (0, told)
