"""Look-up pages of 1418, whose layout is derived from their facts."""

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
    # Month and house rules are chosen there once, and look-ups are found by their words.
    assert "Use this month" in listed
    assert f'href="{AT}/rulings?date=' in listed
    found = client.get(f"{AT}?find=recovery").text
    assert f"{AT}/recovery?" in found
    assert f"{AT}/movement?" not in found


@pytest.mark.parametrize("key", QUESTIONS.asked)
def test_no_look_up_shows_a_word_of_the_program(client: TestClient, key: str) -> None:
    shown = page(client, f"{AT}/{key.replace('_', '-')}")
    assert not re.search(r"[a-z]_[a-z]|None(?! )|Traceback|null", shown)


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


def test_a_further_row_is_one_step_away(client: TestClient) -> None:
    shown = client.get(f"{AT}/movement").text
    assert re.search(r'<input id="[^"]*" name="way"[^>]* value="2"', shown)
    assert 'name="way.2.going"' not in shown
    assert 'name="way.2.going"' in client.get(f"{AT}/movement?way=3").text
    # So is a row in a row.
    assert 'name="under.0.bases.2.inside_percent"' in client.get(f"{AT}/shots-shared?under.0.bases=3").text


def test_every_ruling_says_why_and_which_are_ours(client: TestClient) -> None:
    """The last five of the catalogue are rulings of our own, and are marked so where they may be chosen otherwise."""
    shown = page(client, f"{AT}/rulings")
    assert shown.count("This ruling is ours.") == 5
    for number in range(39, 44):
        after = shown.partition(f" G-{number} ")[2].partition(f" G-{number + 1} ")[0]
        assert "This ruling is ours." in after, number


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
    hidden = ask(QUESTIONS, "overwatch", {"in_sight": False}, None, "1916-07")
    seen = ask(QUESTIONS, "overwatch", {"in_sight": True}, None, "1916-07")
    values: list[Any] = [hidden.value, seen.value]
    assert [value["resolved_now"] for value in values] == [False, True]


def test_a_table_marks_the_cell_that_is_read(client: TestClient) -> None:
    # BE-COV-01: rough ground, dug in.
    shown = client.get(f"{AT}/resilience?asked=1&unit=line_infantry&terrain=rough&stance=dug_in").text
    row = re.search(r'<tr aria-current="true"><th scope="row">Rough</th>.*?</tr>', shown)
    assert row is not None
    assert row[0].count('<td aria-current="true">') == 1
    # The movement of a look-up is read from its ground and from its speed.
    moved = client.get(f"{AT}/movement").text
    assert re.findall(r'<tr aria-current="true"><th scope="row">([^<]*)', moved).count("Medium infantry") == 1


def test_hits_are_told_by_how_many_bases_there_are_of_each(client: TestClient) -> None:
    by_counts = page(client, f"{AT}/hits?asked=1&bases.unhurt=2&bases.injured=1&hits=2")
    by_words = page(client, f"{AT}/hits?asked=1&bases=unhurt, unhurt, injured&hits=2")
    assert "Injuries: 2" in by_counts
    assert "Injuries: 2" in by_words
