"""`beatenzone lookup`: the same answers in a terminal. Expected values are worked by hand from the rulebook."""

import json

import pytest
from typer.testing import CliRunner, Result

from tests.look_ups import questions
from tests.systems import cli

ORDERS = ("order-roll", "--date", "1916-07", "--fact", "unit-class=rifle-company")


def lookup(*words: str) -> Result:
    return CliRunner().invoke(cli, ["lookup", *words])


def test_without_a_question_it_lists_them_all() -> None:
    listed = [line.split()[0] for line in lookup().stdout.splitlines()]
    assert listed == [told.key.replace("_", "-") for told in questions()]


@pytest.mark.parametrize("key", [told.key for told in questions()])
def test_without_a_date_it_tells_what_the_question_wants(key: str) -> None:
    told = lookup(key)
    assert told.exit_code == 0
    assert "None" not in told.stdout
    assert "_" not in told.stdout


def test_an_answer_names_each_modifier_with_its_clause() -> None:
    # Veteran +1 and a field promotion -1 leave a 4, which earns a rifle company one action (FF-ORD-T5).
    told = lookup(*ORDERS, "--fact", "quality=veteran", "--fact", "field-promotion=yes", "--die", "4")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "Answer: 1 (read with 4)"
    assert any(line.split()[:2] == ["FF-ORD-20", "+1"] for line in lines)
    assert any(line.split()[:2] == ["FF-ORD-17", "-1"] for line in lines)
    assert any(line.split()[0] == "FF-ORD-T5" for line in lines)


def test_the_clauses_are_named_and_no_line_is_wider_than_a_terminal() -> None:
    lines = lookup(*ORDERS, "--fact", "quality=veteran", "--die", "4").stdout.splitlines()
    titles = lines[lines.index("clauses:") + 1 :]
    assert any(line.split()[0] == "FF-ORD-20" and len(line.split()) > 1 for line in titles)
    assert max(map(len, lines)) <= 80


def test_without_a_die_it_tells_the_chances() -> None:
    # Net 0: one face fails, three earn one action, two earn two (FF-ORD-31).
    told = lookup(*ORDERS)
    assert told.exit_code == 0
    assert [line.split() for line in told.stdout.splitlines()[-3:]] == [
        ["0", "16.7", "%", "1/6"],
        ["1", "50.0", "%", "1/2"],
        ["2", "33.3", "%", "1/3"],
    ]


def test_programs_get_the_answer_of_the_service() -> None:
    told = json.loads(lookup(*ORDERS, "--die", "1", "--json").stdout)
    assert (told["outcome"], told["value"]) == ("explained", 0)
    assert "FF-ORD-10" in told["clauses"]


def test_facts_inside_others_and_distances_are_written_with_points_and_centimetres() -> None:
    # Infantry outside a column gets the cross country rate on a road, 20 cm (FF-MOV-03, FF-MOV-06).
    part = ("--fact", "parts.0.going=road", "--fact", "parts.0.distance-cm=10")
    told = lookup("mixed-move", "--date", "1916-07", "--fact", "mover=infantry", *part)
    assert told.stdout.splitlines()[0] == "Answer: reaches yes, goes 10 cm, left 10 cm"


def test_a_house_rule_is_followed() -> None:
    told = lookup(*ORDERS, "--fact", "staff-bonus=yes", "--die", "1", "--house", "AMB-13=reroll")
    assert told.stdout.startswith("Open: ")
    assert "thrown again" in told.stdout


def test_a_refusal_says_its_clause() -> None:
    told = lookup("order-roll", "--date", "1914-08", "--fact", "unit-class=tank", "--die", "4")
    assert told.exit_code == 0
    assert told.stdout.startswith("The rules do not allow it: ")
    assert "FF-TYP-09" in told.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("moon",), "`beatenzone lookup` lists the questions"),
        (("order-roll", "--die", "4"), "--date 1916-07"),
        (("order-roll", "--date", "July"), "--date: "),
        ((*ORDERS, "--die", "7"), "1 to 6"),
        ((*ORDERS, "--die", "2", "--die", "3"), "enter the first 1 alone"),
        ((*ORDERS, "--fact", "quality=blue"), "write one of: raw, experienced, veteran"),
        ((*ORDERS, "--fact", "in-gas=perhaps"), "--fact in-gas: "),
        ((*ORDERS, "--fact", "farthest-platoon-cm=2000"), "enter 0 to 1000 cm"),
        ((*ORDERS, "--fact", "farthest-platoon-cm=nan"), "that is no number"),
        ((*ORDERS, "--fact", "veteran"), "write --fact name=value"),
        ((*ORDERS, "--fact", "moon=full"), "--fact moon: "),
        ((*ORDERS, "--house", "AMB-13"), "such as AMB-13=reroll"),
        ((*ORDERS, "--house", "AMB-13=never"), "choose one of: "),
        (("mixed-move", "--date", "1916-07", "--fact", "parts.2.going=road"), "count them from 0"),
        (("order-roll", "--json"), "only an answer is told as JSON"),
    ],
)
def test_a_bad_question_leaves_with_2_and_says_what_would_be_right(words: tuple[str, ...], says: str) -> None:
    told = lookup(*words)
    assert told.exit_code == 2
    assert told.stdout == ""
    assert says in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_a_question_of_another_system_says_where_it_is_asked() -> None:
    answer = lookup("plans", "--date", "1915-04")
    assert answer.exit_code == 2
    assert "ask it with `--system earth-1418`" in answer.stderr
