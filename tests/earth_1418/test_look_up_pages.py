"""The pages of look-ups that are drawn from their facts: each answers its example, and what is told in its address."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.lookups.queries import BadAsk, ask
from rules.earth_1418.lookups import QUESTIONS
from tests.client import TestClient, toy_app
from tests.systems import cli

BASE = "http://table.test"
AT = "/lookups/earth-1418"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with TestClient(toy_app(f"sqlite:///{folder / 'games.db'}"), base_url=BASE) as made:
        yield made


def page(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text[:500]
    # As read: without tags, and with one space where there are several.
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def test_the_list_leads_to_every_look_up(client: TestClient) -> None:
    listed = client.get(AT).text
    for told in QUESTIONS.asked.values():
        assert f"{AT}/{told.key.replace('_', '-')}?" in listed
        assert told.title in listed
    assert AT in client.get("/lookups").text
    # What takes the settings is folded away with them.
    folded = re.search(r'<details class="folded" id="settings".*?</details>', listed, re.DOTALL)
    assert folded is not None
    assert "Use these" in folded[0]
    assert listed.count("Use these") == 1


@pytest.mark.parametrize("key", QUESTIONS.asked)
def test_every_look_up_answers_its_example_and_an_empty_form(client: TestClient, key: str) -> None:
    slug = key.replace("_", "-")
    assert QUESTIONS.asked[key].title in page(client, f"{AT}/{slug}")
    page(client, f"{AT}/{slug}?asked=1")
    page(client, f"{AT}/{slug}?asked=1&_rows.guns=2&_rows.under=x&dice=66666&G-02=wide&date=moon")


def test_a_movement_is_told_in_centimetres_and_metres(client: TestClient) -> None:
    # 6 cm less a quarter, doubled for the assault: 9 cm, 90 m (BE-MOV-09, BE-MOV-11).
    shown = page(client, f"{AT}/movement?asked=1&unit=line_infantry&_rows.way=1&way.0.going=rough&assaulting=true")
    assert "9 cm, 90 m" in shown
    assert "BE-MOV-11" in shown


def test_the_circle_is_told_in_inches_too(client: TestClient) -> None:
    assert "7.62 cm, 76.2 m (3 in)" in page(client, f"{AT}/templates")


def test_dice_are_read_and_thrown_again(client: TestClient) -> None:
    # Against a vehicle two of three hit and are thrown again (BE-VEH-02).
    at = f"{AT}/pool?asked=1&dice_=3&bonus=1&resilience=3&thrown_again=true"
    assert 'name="more"' in client.get(f"{at}&dice=423").text
    assert "Hits: 1" in page(client, f"{at}&dice=423&more=14")


def test_chances_stand_there_before_the_dice(client: TestClient) -> None:
    shown = page(
        client, f"{AT}/recovery?asked=1&platoon.unit=line_infantry&platoon.terrain=rough&under_fire=another_shooter"
    )
    assert "recovers 50" in shown


def test_a_house_rule_changes_the_answer_and_says_so(client: TestClient) -> None:
    shown = page(client, f"{AT}/plans?asked=1&command=retreat&dug_in=true&G-02=wide")
    assert "House rule" in shown
    assert "Plans: retreat; stay put" in shown


def test_what_cannot_be_read_is_said_beside_its_field(client: TestClient) -> None:
    shown = page(
        client, f"{AT}/assault-reach?asked=1&assaulter.unit=line_infantry&distance_cm=far&_rows.assaulter.way=1"
    )
    assert "far" in shown


def test_a_further_row_is_one_link_away(client: TestClient) -> None:
    shown = client.get(f"{AT}/movement").text
    (link,) = re.findall(r'href="([^"]*_rows.way=3)"', shown)
    assert client.get(link.replace("&amp;", "&")).text.count('name="way.2.going"') > 0


def test_every_ruling_says_why_and_which_are_ours(client: TestClient) -> None:
    """The last five of the catalogue are rulings of our own, and are marked so where they may be chosen otherwise."""
    shown = page(client, AT)
    assert shown.count("This ruling is ours.") == 5
    for number in range(39, 44):
        after = shown.partition(f"G-{number}: ")[2]
        assert "This ruling is ours." in after[:200], number


def test_the_terminal_shows_a_house_rule_of_this_book() -> None:
    told = CliRunner().invoke(
        cli,
        ["lookup", "plans", "--system", "earth-1418", "--date", "1916-07", "--fact", "command=hold", "--house", "G"],
    )
    assert told.exit_code == 2
    assert "such as G-02=wide" in told.stderr


def test_overwatch_asks_for_the_line_to_its_target() -> None:
    """BE-OVW-02, BE-LOS-02: whether a target is in sight is never taken for granted."""
    with pytest.raises(BadAsk, match="in_sight: it is missing") as missing:
        ask(QUESTIONS, "overwatch", {}, None, "1916-07")
    assert "draw a free line to the target" in str(missing.value)
    hidden: Any = ask(QUESTIONS, "overwatch", {"in_sight": False}, None, "1916-07").value
    seen: Any = ask(QUESTIONS, "overwatch", {"in_sight": True}, None, "1916-07").value
    assert (hidden["resolved_now"], seen["resolved_now"]) == (False, True)
