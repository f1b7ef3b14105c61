"""A game's own sheet, cards and counters: for every seat what it may know, on the screen and on paper."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.app.test_game_prints import RESERVE, a_game
from tests.app.test_printing_pages import joined, read_out
from tests.app.two_tables import Device, served_from
from tests.print.on_paper import opened, words_on
from tests.print.waited import printed

HOUSE = [{"ruling": "AMB-39", "option": "main"}]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with served_from(Path(tmp_path_factory.mktemp("sheets")) / "g.db") as made:
        yield made


@pytest.fixture(scope="module")
def mons(app: FastAPI) -> dict[str, Device]:
    return a_game(app, "mons-1914", house_rules=HOUSE)


def screen(seat: Device) -> str:
    return read_out(seat.client.get(f"/games/{seat.game}/playsheet").text)


def paper(seat: Device, *things: str) -> str:
    asked = "&".join(f"thing={one}" for one in things)
    answer = seat.client.get(f"/games/{seat.game}/sheets/file?{asked}")
    assert answer.headers["content-type"] == "application/pdf", read_out(answer.text)
    return " ".join(words_on(answer.content))


def test_the_ways_lead_to_the_sheets(mons: dict[str, Device]) -> None:
    for seat in mons.values():
        shown = seat.client.get(f"/games/{seat.game}").text
        assert f'"/games/{seat.game}/playsheet"' in shown
        assert f'"/games/{seat.game}/sheets"' in shown


def test_the_sheet_has_what_the_game_has(mons: dict[str, Device]) -> None:
    """Mons: riflemen, machine guns, field guns and howitzers; no gas before 1915, no mortars, tanks or raw troops."""
    for said in (screen(mons["attacker"]), paper(mons["attacker"], "playsheet")):
        assert "Field howitzers 3/4" in said
        assert "Prussian Discipline" in said
        assert "(book 10)" in said
        for without in ("Gas", "mortars 3/4", "Tanks", "Raw troops", "Motors"):
            assert without not in said, without


def test_the_screen_says_what_the_paper_says(mons: dict[str, Device]) -> None:
    shown = joined(screen(mons["defender"]))
    for page in paper(mons["defender"], "cards").split("Morale"):
        for words in ("lost(", "1stBattalion"):
            assert (words in joined(page)) <= (words in shown)


def test_a_player_has_the_cards_of_his_own_side_and_the_referee_those_of_both(mons: dict[str, Device]) -> None:
    german, british = "I / 1st Regt", "1st Battalion"
    assert german in paper(mons["attacker"], "cards")
    assert british not in paper(mons["attacker"], "cards")
    assert german not in paper(mons["defender"], "cards")
    assert british in paper(mons["defender"], "cards")
    both = paper(mons["referee"], "cards")
    assert german in both
    assert british in both


def test_whoever_only_watches_has_no_cards_and_is_told(mons: dict[str, Device]) -> None:
    seat = mons["spectator"]
    answer = seat.client.get(f"/games/{seat.game}/sheets/file?thing=cards")
    assert answer.status_code == 422
    assert "this seat commands nobody" in read_out(answer.text).lower()
    assert "Playsheet" in screen(seat)


def test_reserves_are_on_no_paper_of_those_who_do_not_know_them(mons: dict[str, Device]) -> None:
    """The Germans of Mons keep battalions off the table; nobody else hears of them (FF-SCN-21)."""
    things = ("playsheet", "stands", "aiming-points", "strip")
    for role in ("attacker", "referee"):
        assert RESERVE in paper(mons[role], "cards")
        assert RESERVE in screen(mons[role])
    assert RESERVE not in paper(mons["defender"], "cards", *things)
    assert RESERVE not in paper(mons["spectator"], "playsheet", "strip")
    assert RESERVE not in screen(mons["defender"]) + screen(mons["spectator"])


def test_the_pages_are_seen_first(mons: dict[str, Device]) -> None:
    seat = mons["defender"]
    here = f"/games/{seat.game}/sheets"
    shown = seat.client.get(f"{here}?thing=playsheet&thing=cards").text
    assert f'src="{here}/pages/1?thing=playsheet&amp;thing=cards"' in shown
    assert seat.client.get(f"{here}/pages/1?thing=playsheet").content.startswith(b"<svg")
    assert seat.client.get(f"{here}/pages/9?thing=playsheet").status_code == 404


@pytest.mark.parametrize("paper_size", ["a4", "letter"])
def test_everything_of_a_game_comes_in_one_file(app: FastAPI, paper_size: str) -> None:
    seat = a_game(app, "amiens-1918")["referee"]
    shown = seat.client.get(f"/games/{seat.game}/sheets").text
    things = [part.partition('"')[0] for part in shown.split('name="thing" value="')[1:]]
    assert {"playsheet", "cards", "stands", "changes", "strip"} <= set(things)
    asked = "&".join(f"thing={one}" for one in things)
    answer = printed(seat.client, f"/games/{seat.game}/sheets/file?{asked}&paper={paper_size}")
    assert answer.status_code == 200, read_out(answer.text)
    assert len(opened(answer.content).pages) > len(things)


def test_forms_of_the_game_go_into_the_same_file(mons: dict[str, Device]) -> None:
    seat = mons["attacker"]
    here = f"/games/{seat.game}/sheets"
    assert 'name="form" value="roster-attacker"' in seat.client.get(here).text
    pages = words_on(seat.client.get(f"{here}/file?thing=playsheet&form=roster-attacker").content)
    assert pages[0].startswith("Order sequence")
    assert any("German roster" in page for page in pages[2:])
    nobody = seat.client.get(f"{here}/file?thing=playsheet&form=nonsense")
    assert nobody.status_code == 422
    assert "no such form of this game" in read_out(nobody.text)
