"""The report of a game: for every seat once it is closed, and for none before."""

import json
from pathlib import Path

from typer.testing import CliRunner

from tests.app.test_new_game_page import client_of, open_mons
from tests.app.test_setting_up_pages import page, send
from tests.systems import cli


def test_there_is_no_report_while_a_game_is_played_and_one_when_it_is_closed(tmp_path: Path) -> None:
    with client_of(tmp_path) as host:
        game = open_mons(host)
        early = host.get(f"/games/{game}/report", headers={"Accept": "text/html"})
        assert early.status_code == 409
        assert "The report tells what each side kept to itself" in early.text
        assert "The report</a>" not in page(host)
        service = f"/api/v1/games/{game}/report"
        told_early = host.get(service)
        assert (told_early.status_code, told_early.json()["type"]) == (409, "/problems/still-played")
        assert told_early.json()["instead"] == "close the game first"
        assert send(host, "start_turn").status_code == 200
        lost = {"of": "d1.1.c1.p1", "what": "alive", "value": False, "reason": "gone"}
        assert send(host, "correct", **lost).status_code == 200
        assert host.post(f"/api/v1/games/{game}/close", json={}).status_code == 204
        told = page(host, "/report")
        assert "1 base killed" in told
        assert "September 1914. Closed by" in told
        # FF-CMP-01, FF-CMP-02: of fifteen men the half one that is over falls to the badly wounded.
        assert "About 15 men: 5 dead, 2 crippled, 3 badly and 5 lightly wounded." in told
        assert f'href="/games/{game}/report"' in page(host)
        # FF-GAP-96: nobody wins by the book, and nobody was noted to hold a bridge.
        verdict = "The book names no winner (FF-GAP-96): neither side has the better of it, 0 points to 0."
        assert verdict in told
        # The form says the same, and the PDF is made of it; before, it was a form to be finished by hand.
        form = page(host, "/print?form=report")
        assert "About 15 men: 5 dead, 2 crippled, 3 badly and 5 lightly wounded (FF-CMP-01, FF-CMP-02)." in form
        assert "The moment that decided it" not in form
        assert verdict in form
        file = host.get(service)
        assert file.headers["content-disposition"] == 'attachment; filename="mons-report.json"'
        found = file.json()
        assert found["verdict"] == verdict
        assert (found["sides"][0]["dice"]["thrown"], found["sides"][0]["dice"]["as_uneven"]) == (0, 1)
        assert (found["turns"][0]["side"], found["turns"][0]["lost"]) == ("attacker", {"attacker": 0, "defender": 1})
        british = found["sides"][1]
        assert (british["killed"], british["says"]) == ({"rifle_company": 1}, "1 base killed (1 rifle platoon)")
        men = {"all": 15, "dead": 5, "crippled": 2, "badly_wounded": 3, "lightly_wounded": 5}
        assert british["casualties"] == men
        assert [one["lost"] for one in british["battalions"]] == [1, 0, 0, 0]
        # The terminal makes the same of the exported file, and nothing of one that is still played.
        file = tmp_path / "game.json"
        file.write_bytes(host.get(f"/api/v1/games/{game}/export").content)
        told_there = CliRunner().invoke(cli, ["report", str(file)])
        assert (told_there.exit_code, json.loads(told_there.stdout)) == (0, found)
        played = json.loads(file.read_bytes())
        played["game"]["closed_at"] = played["dice"][0]["seed"] = None
        file.write_text(json.dumps(played))
        assert CliRunner().invoke(cli, ["report", str(file)]).exit_code == 1
        pdf = host.get(f"/games/{game}/print/file?form=report")
        assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-")
