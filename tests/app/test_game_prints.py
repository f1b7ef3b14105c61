"""What of a game is printed: for every seat what it may know, on the screen and on paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.app.test_printing_pages import joined, read_out
from tests.app.two_tables import Device, served_from
from tests.print.forms import on_paper

RESERVE = "III / 1st Regt"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with served_from(Path(tmp_path_factory.mktemp("prints")) / "g.db") as made:
        yield made


def a_game(app: FastAPI, scenario: str, **command: Any) -> dict[str, Device]:
    """A game of a scenario with somebody on every seat."""
    host = Device(app, "referee")
    wanted: dict[str, Any] = {
        "system": "flanders-fields",
        "title": "Evening",
        "command": {"kind": "create_game", **command},
    }
    wanted["command"]["scenario"] = scenario
    answer = host.client.post("/api/v1/games", json=wanted)
    assert answer.status_code == 201, answer.text
    host.game = answer.json()["game_id"]
    return {"referee": host} | {one: host.invited(app, one) for one in ("attacker", "defender", "spectator")}


@pytest.fixture(scope="module")
def mons(app: FastAPI) -> dict[str, Device]:
    return a_game(app, "mons-1914")


def page(seat: Device, *forms: str) -> str:
    asked = "&".join(f"form={one}" for one in forms)
    answer = seat.client.get(f"/games/{seat.game}/print?{asked}")
    assert answer.status_code == 200, answer.text
    return answer.text


def paper(seat: Device, *forms: str) -> str:
    asked = "&".join(f"form={one}" for one in forms)
    answer = seat.client.get(f"/games/{seat.game}/print/file?{asked}")
    assert answer.headers["content-type"] == "application/pdf", answer.text[:300]
    return on_paper(answer.content)


def test_the_ways_lead_to_the_forms(mons: dict[str, Device]) -> None:
    for seat in mons.values():
        assert f'"/games/{seat.game}/print"' in seat.client.get(f"/games/{seat.game}").text


def test_reserves_stand_on_the_rosters_of_those_who_know_them(mons: dict[str, Device]) -> None:
    """The Germans of Mons keep battalions off the table; nobody else hears of them (FF-SCN-21)."""
    for role in ("attacker", "referee"):
        assert RESERVE in read_out(page(mons[role], "roster-attacker"))
        assert RESERVE in paper(mons[role], "roster-attacker")
    for role in ("defender", "spectator"):
        assert RESERVE not in page(mons[role], "roster-attacker")
        assert RESERVE not in paper(mons[role], "roster-attacker")


def test_a_roster_says_who_may_read_it(mons: dict[str, Device]) -> None:
    secret = "Secret: for the German side and the referee only"
    assert secret in paper(mons["attacker"], "roster-attacker")
    assert secret not in paper(mons["defender"], "roster-attacker")


def test_levels_and_losses_of_the_game_are_ticked(app: FastAPI) -> None:
    seats = a_game(app, "mons-1914")
    referee = seats["referee"]
    for what, value in (("levels", 2), ("alive", False)):
        stand = {"levels": "a1.1.c1.p1", "alive": "a1.1.c1.p2"}[what]
        referee.send("correct", of=stand, what=what, value=value, reason="as it stands")
    shown = page(referee, "roster-attacker")
    assert shown.count('aria-label="2 of 3 ticked"') == 1
    assert shown.count('aria-label="3 of 3 ticked"') == 1
    assert re.search(r"<s>2nd Platoon</s>", shown)
    assert 'aria-label="1 of 12 ticked"' in shown


def test_the_screen_says_what_the_paper_says(mons: dict[str, Device]) -> None:
    for form in re.findall(r'name="form" value="([^"]+)"', page(mons["referee"])):
        said = joined(paper(mons["referee"], form)).replace("\u200b", "")
        shown = page(mons["referee"], form)
        inside = shown[shown.index('<section class="papers') : shown.index("</section>\n</main>")]
        for words in re.findall(r">([^<>]+)<", inside):
            assert joined(words).replace("&amp;", "&") in said, (form, words)


@pytest.mark.parametrize("address", ["print?form=nonsense", "print/file?form=nonsense"])
def test_a_form_there_is_not_is_told_as_one_that_is_not_for_this_seat(mons: dict[str, Device], address: str) -> None:
    answer = mons["defender"].client.get(f"/games/{mons['defender'].game}/{address}")
    assert answer.status_code == 404
    assert "no such form is printed here" in answer.text


def test_what_cannot_be_printed_is_said_on_the_page(mons: dict[str, Device]) -> None:
    here = f"/games/{mons['attacker'].game}/print/file"
    nothing, wide = (
        mons["attacker"].client.get(f"{here}?{asked}") for asked in ("asked=1", "form=roster-attacker&across=40")
    )
    assert nothing.status_code == wide.status_code == 422
    assert "Choose at least one thing" in read_out(nothing.text)
    assert "enter 95 to 105" in read_out(wide.text)


@pytest.fixture(scope="module")
def michael(app: FastAPI) -> dict[str, Device]:
    return a_game(app, "michael-1918")


PLANNED = ("plan", "map", "guns")


def test_a_plan_is_printed_for_its_own_side_and_the_referee(michael: dict[str, Device]) -> None:
    for role in ("attacker", "referee"):
        for form in PLANNED:
            assert "Secret: for the German side and the referee only" in page(michael[role], f"{form}-attacker")
        assert "rolling barrage" in paper(michael[role], "plan-attacker")


@pytest.mark.parametrize("role", ["defender", "spectator"])
@pytest.mark.parametrize("form", PLANNED)
def test_nobody_else_is_told_that_there_is_a_plan(michael: dict[str, Device], role: str, form: str) -> None:
    seat = michael[role]
    assert f"{form}-attacker" not in page(seat)
    for address in ("print", "print/file"):
        planned, nonsense = (
            seat.client.get(f"/games/{seat.game}/{address}?form={one}") for one in (f"{form}-attacker", "nonsense")
        )
        assert planned.status_code == nonsense.status_code == 404
        assert planned.text == nonsense.text


DRAFT: dict[str, Any] = {
    "format": "beaten-zone-fire-plan",
    "version": 1,
    "name": "ZULEIKA <b>",
    "side": "attacker",
    "written_for": {
        "scenario": "cambrai-1917",
        "month": "1917-11",
        "nation": "british",
        "width_mm": 1200,
        "depth_mm": 1800,
    },
    "weapons": [{"id": "w", "name": "YGGDRASIL", "kind": "field_gun", "at": [640, 1200]}],
    "notes": "XANTHIPPE 🎺",
}


def test_a_draft_is_printed_for_the_device_that_holds_it(app: FastAPI) -> None:
    mine, other = Device(app, "attacker"), Device(app, "defender")
    made = mine.client.post("/api/v1/fire-plans/import", json=DRAFT)
    here = f"/plans/{made.json()['id']}/print"
    shown = mine.client.get(f"{here}?form=plan&form=map&form=guns").text
    assert "ZULEIKA &lt;b&gt;" in shown
    assert shown.count("YGGDRASIL") >= 3
    answer = mine.client.get(f"{here}/file?form=plan&form=map&form=guns")
    said = on_paper(answer.content)
    assert "XANTHIPPE □" in said
    assert "Secret until it falls: for the attacker and the referee only" in said
    for address in (here, f"{here}/file", f"{here}/file?form=plan"):
        assert other.client.get(address).status_code == 404


def test_a_draft_of_a_game_is_its_own_sides(app: FastAPI) -> None:
    seats = a_game(app, "michael-1918")
    made = seats["attacker"].client.post(f"{seats['attacker'].service}/fire-plans", json={"name": "ZULEIKA"})
    here = f"/plans/{made.json()['id']}/print"
    for role, status in (("attacker", 200), ("referee", 200), ("defender", 404), ("spectator", 404)):
        assert seats[role].client.get(here).status_code == status
        assert seats[role].client.get(f"{here}/file?form=plan").status_code == status
        assert (here in page(seats[role])) is (status == 200)
        assert ("ZULEIKA" in page(seats[role])) is (status == 200)


def test_the_ground_of_the_ready_table_lies_under_the_map(app: FastAPI) -> None:
    """Cambrai's table is as large as the plan says: its woods are drawn, and none on a table of another size."""
    mine = Device(app, "attacker")
    other_size = {**DRAFT, "written_for": {**DRAFT["written_for"], "width_mm": 1500}}
    drawn = []
    for document in (DRAFT, other_size):
        made = mine.client.post("/api/v1/fire-plans/import", json=document).json()["id"]
        drawn.append(mine.client.get(f"/plans/{made}/print?form=map").text.count('class="fill-rings solid"'))
    assert drawn[0] > 0, "no wood is drawn"
    assert drawn[1] == 0


def test_a_kept_force_has_a_roster_for_everybody(app: FastAPI) -> None:
    mine, other = Device(app, "attacker"), Device(app, "defender")
    wanted = {"name": "ZULEIKA", "table": "british_1915", "date": "1916-07"}
    made = mine.client.post("/api/v1/forces", json=wanted)
    assert made.status_code == 201, made.text
    here = f"/forces/{made.json()['id']}"
    assert f'href="{here}/print"' in other.client.get(here).text
    assert "ZULEIKA" in read_out(other.client.get(f"{here}/print").text)
    assert "ZULEIKA" in on_paper(other.client.get(f"{here}/print/file?form=roster").content)
    assert other.client.get("/forces/nowhere/print").status_code == 404


def test_the_sheets_of_a_game_tell_each_seat_what_it_knows(mons: dict[str, Device]) -> None:
    """The reserves of both sides are the referee's to know, each side's its own, nobody's else."""
    told = {role: read_out(page(seat, "scenario", "report")) for role, seat in mons.items()}
    german, british = ({role for role, text in told.items() if name in text} for name in (RESERVE, "4th Battalion"))
    assert german == {"attacker", "referee"}
    assert british == {"defender", "referee"}
    assert "For the referee only" in told["referee"]
    assert "Secret: for the German side and the referee only" in told["attacker"]


def test_the_referees_sheet_is_the_referees(mons: dict[str, Device]) -> None:
    assert RESERVE in paper(mons["referee"], "referee")
    for role in ("attacker", "defender", "spectator"):
        assert 'value="referee"' not in page(mons[role])
        for address in ("print", "print/file"):
            answer = mons[role].client.get(f"/games/{mons[role].game}/{address}?form=referee")
            assert answer.status_code == 404
