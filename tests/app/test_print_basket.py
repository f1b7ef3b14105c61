"""The basket: what was chosen on several pages in one file, each asked for anew as the device may have it."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from httpx import Response

from app.systems.flanders_fields.scenarios import RAID
from tests.app.test_game_prints import DRAFT, RESERVE, a_game
from tests.app.test_printing_pages import read_out
from tests.app.two_tables import Device, served_from
from tests.print.forms import on_paper
from tests.print.on_paper import opened, words_on


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with served_from(Path(tmp_path_factory.mktemp("basket")) / "g.db") as made:
        yield made


@pytest.fixture(scope="module")
def mons(app: FastAPI) -> dict[str, Device]:
    return a_game(app, "mons-1914")


def printed(device: Device, *items: str, **more: str) -> Response:
    asked = urlencode([*(("item", item) for item in items), *more.items()])
    answer: Response = device.client.get(f"/print/basket?{asked}")
    return answer


def test_things_of_every_page_come_in_one_file_in_their_order(app: FastAPI, mons: dict[str, Device]) -> None:
    mine = mons["attacker"]
    draft = mine.client.post("/api/v1/fire-plans/import", json=DRAFT).json()["id"]
    force = mine.client.post(
        "/api/v1/forces", json={"name": "ZULEIKA", "table": "british_1915", "date": "1916-07"}
    ).json()["id"]
    answer = printed(
        mine,
        f"/forces/{force}/print?form=roster",
        f"/games/{mine.game}/sheets?asked=1&thing=cards",
        f"/games/{mine.game}/print?form=roster-attacker",
        f"/plans/{draft}/print?form=plan",
        "/print?thing=trial&period=late",
        "/print/scenarios/mons-1914?form=scenario",
        paper="letter",
        across="99",
    )
    assert answer.headers["content-type"] == "application/pdf", answer.text[:300]
    pages = words_on(answer.content)
    order = ["ZULEIKA", "Command cards", "German roster", "Fire plan", "Is this printer true?", "Mons 1914"]
    begins = [next(n for n, page in enumerate(pages) if page.startswith(title)) for title in order]
    assert begins == sorted(begins), [page[:40] for page in pages]
    assert begins[0] == 0
    assert "draws 99 mm across" in " ".join(pages)
    assert {round(float(page.mediabox.width)) for page in opened(answer.content).pages} == {612}


@pytest.mark.parametrize(
    ("items", "measured", "tests"),
    [
        (("/print?thing=playsheet", "/print?thing=markers"), {}, 1),
        (("/print?thing=markers", "/print?thing=trial"), {}, 1),
        (("/print?thing=markers",), {"along": "100"}, 0),
        (("/print?thing=playsheet",), {}, 0),
    ],
)
def test_until_a_printer_is_measured_the_test_page_is_in_the_basket_once(
    mons: dict[str, Device], items: tuple[str, ...], measured: dict[str, str], tests: int
) -> None:
    pages = words_on(printed(mons["spectator"], *items, **measured).content)
    assert sum(page.startswith("Is this printer true?") for page in pages) == tests


def test_what_is_in_a_basket_is_what_the_seat_that_prints_may_have(mons: dict[str, Device]) -> None:
    """The same basket: the side's own reserve is on its paper, and on nobody else's."""
    roster = f"/games/{mons['attacker'].game}/print?form=roster-attacker"
    for role, seat in mons.items():
        assert (RESERVE in on_paper(printed(seat, roster).content)) is (role in ("attacker", "referee"))


@pytest.mark.parametrize("role", ["defender", "spectator"])
def test_a_basket_filled_at_another_seat_gives_nothing_away(app: FastAPI, mons: dict[str, Device], role: str) -> None:
    """A plan, a draft and the referee's sheet: refused as things that are not there at all."""
    draft = mons["attacker"].client.post("/api/v1/fire-plans/import", json=DRAFT).json()["id"]
    here = f"/games/{mons['attacker'].game}"
    told = set()
    for item in (f"{here}/print?form=plan-attacker", f"{here}/print?form=referee", f"/plans/{draft}/print?form=plan"):
        for one in (item, "/plans/nowhere/print?form=plan"):
            answer = printed(mons[role], "/print?thing=trial", one)
            assert answer.status_code == 422
            told.add(read_out(answer.text))
    assert len(told) == 1
    assert "Number 2 in the basket is not there any more, or not for this device" in told.pop()


def test_a_stranger_gets_nothing_of_a_game(app: FastAPI, mons: dict[str, Device]) -> None:
    stranger = Device(app, "spectator", mons["referee"].game)
    for item in ("sheets?asked=1&thing=playsheet", "print?form=scenario"):
        answer = printed(stranger, f"/games/{stranger.game}/{item}")
        assert answer.status_code == 422
        assert "not for this device" in read_out(answer.text)


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ((), "Choose at least one thing"),
        (("/print/basket?item=/print",), "Something in the basket is no print"),
        (("http://elsewhere.test/print?thing=trial",), "is no print"),
        (("//elsewhere.test/print?thing=trial",), "is no print"),
        (("/games/../print",), "is no print"),
        (("/api/v1/games",), "is no print"),
        (("/print?thing=broadsheet",), "Choose from trial, playsheet"),
        (("/print?thing=playsheet&AMB-13=never",), "Choose it anew"),
        (("/print?thing=trial",) * 41, "There are 41 things in the basket"),
    ],
)
def test_what_cannot_be_printed_is_said_with_what_can(
    mons: dict[str, Device], items: tuple[str, ...], says: str
) -> None:
    answer = printed(mons["attacker"], *items)
    assert answer.status_code == 422
    assert says in read_out(answer.text)


def test_a_scenario_is_read_and_printed_from_the_list_on_the_page(app: FastAPI) -> None:
    device = Device(app, "attacker")
    own = device.client.post("/api/v1/scenarios/import", json=RAID).json()
    shown = device.client.get("/print").text
    for here, title in (("/print/scenarios/mons-1914", "Mons"), (f"/print/scenarios/{own['id']}", own["title"])):
        assert f'href="{here}"' in shown
        page = device.client.get(f"{here}?form=scenario&form=roster-attacker")
        assert page.status_code == 200, page.text[:300]
        assert title in read_out(page.text)
        assert "plan-attacker" not in page.text
        pdf = device.client.get(f"{here}/file?form=scenario&form=referee")
        assert title in on_paper(pdf.content)
    assert device.client.get("/print/scenarios/nowhere").status_code == 404
