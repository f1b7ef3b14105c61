"""Look-ups as JSON: any question of the rules without a game. Expected values are worked by hand from the rulebook."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.lookups.queries import example_of
from tests.client import TestClient, toy_app
from tests.look_ups import questions

BASE = "http://table.test"
BOOK = "/api/v1/flanders-fields"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("lookups")
    app = toy_app(f"sqlite:///{folder / 'games.db'}")
    with TestClient(app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False) as made:
        yield made


def asked(client: TestClient, key: str, **body: Any) -> Any:
    return client.post(f"{BOOK}/questions/{key}", json={"date": "1916-07", **body})


def test_every_question_is_listed_with_facts_that_say_what_they_mean(client: TestClient) -> None:
    listed = client.get(f"{BOOK}/questions").json()
    assert len(listed) >= 45
    for one in listed:
        assert client.get(f"{BOOK}/questions/{one['key']}").json() == one
        assert all(told["says"] and (told["words"] or told["kind"] != "word") for told in one["facts"])


@pytest.mark.parametrize("key", [told.key for told in questions()])
@pytest.mark.parametrize("date", ["1914-08", "1916-07", "1918-03"])
def test_every_question_answers_its_own_example(client: TestClient, key: str, date: str) -> None:
    facts = example_of(next(told for told in questions() if told.key == key).facts)
    answer = asked(client, key, date=date, facts=facts)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["outcome"] in ("explained", "odds", "more_dice", "refused")
    dice: list[int] = []
    while told["more_dice"]:
        dice += [4] * told["more_dice"]
        told = asked(client, key, date=date, facts=facts, dice=dice).json()
    assert told["outcome"] in ("explained", "refused")


def test_an_answer_brings_its_reasons(client: TestClient) -> None:
    # Net -1: a 3 is read as 2, and the sheet gives one action for 2 to 4 (FF-ORD-31, FF-ORD-T5).
    told = asked(client, "order_roll", facts={"unit_class": "rifle_company", "field_promotion": True}, dice=[3]).json()
    assert (told["outcome"], told["value"], told["total"]) == ("explained", 1, 2)
    assert "FF-ORD-T5" in told["clauses"]
    assert -1 in [step["value"] for step in told["steps"]]


def test_the_chances_come_with_what_counts_before_the_die(client: TestClient) -> None:
    # Net -1 over the six faces: 0, 0, 1, 1, 1, 2 (FF-ORD-31).
    told = asked(client, "order_roll", facts={"unit_class": "rifle_company", "field_promotion": True}).json()
    assert told["outcome"] == "odds"
    exact = {name: chance["exact"] for name, chance in told["odds"].items()}
    assert exact == {"0": "1/3", "1": "1/2", "2": "1/6"}
    assert told["odds"]["0"]["percent"] == 33.3
    assert [step["value"] for step in told["steps"]] == [-1]


def test_a_refusal_of_the_rules_is_an_answer_before_any_die(client: TestClient) -> None:
    # There are no tanks at Mons (FF-TYP-09).
    told = asked(client, "order_roll", date="1914-08", facts={"unit_class": "tank"}).json()
    assert (told["outcome"], told["clauses"]) == ("refused", ["FF-TYP-09"])
    assert told["because"]


def test_a_house_rule_is_taken_and_marked(client: TestClient) -> None:
    # AMB-13 as a re-roll: a die that earned nothing asks for a second one (FF-ORD-24).
    body = {"facts": {"unit_class": "rifle_company", "staff_bonus": True}, "dice": [1]}
    told = asked(client, "order_roll", house_rules=[{"ruling": "AMB-13", "option": "reroll"}], **body).json()
    assert (told["outcome"], told["more_dice"], told["clauses"]) == ("more_dice", 1, ["FF-ORD-24"])


COMPANY = {"unit_class": "rifle_company"}


@pytest.mark.parametrize(
    ("key", "body", "field"),
    [
        ("order_roll", {"facts": COMPANY, "dice": [0]}, "dice.0"),
        ("order_roll", {"facts": COMPANY, "dice": [7]}, "dice.0"),
        ("order_roll", {"facts": COMPANY, "dice": [2, 3]}, "dice"),
        ("base", {"facts": {"stand": "infantry"}, "dice": [2]}, "dice"),
        ("order_roll", {"facts": {}}, "facts.unit_class"),
        ("order_roll", {"facts": {"unit_class": "zouaves"}}, "facts.unit_class"),
        ("order_roll", {"facts": {**COMPANY, "farthest_platoon_cm": -1}}, "facts.farthest_platoon_cm"),
        ("order_roll", {"facts": {**COMPANY, "farthest_platoon_cm": 10.25}}, "facts.farthest_platoon_cm"),
        ("order_roll", {"facts": {**COMPANY, "moon": "full"}}, "facts.moon"),
        ("order_roll", {"facts": COMPANY, "date": "1815-06"}, "date"),
        ("order_roll", {"facts": COMPANY, "period": "summer"}, "period"),
        ("order_roll", {"facts": COMPANY, "house_rules": [{"ruling": "AMB-0", "option": "x"}]}, "house_rules"),
        ("formation", {"facts": {"quality": "raw", "stands": ["1st"] * 49}}, "facts.stands"),
        ("formation", {"facts": {"quality": "raw", "stands": "1st"}}, "facts.stands"),
        ("order_roll", {"facts": {**COMPANY, "farthest_platoon_cm": 10**400}}, "facts.farthest_platoon_cm"),
        ("order_roll", {"facts": {**COMPANY, "farthest_platoon_cm": True}}, "facts.farthest_platoon_cm"),
        ("national_rule", {"facts": {"special": "mad_minute", "nation": "british", "used": -(10**400)}}, "facts.used"),
        ("battalion_orders", {"facts": {"companies": [{"unit_class": "zouaves"}]}}, "facts.companies.0.unit_class"),
        ("battalion_orders", {"facts": {"companies": [3]}}, "facts.companies.0"),
    ],
)
def test_a_bad_question_names_its_field_and_what_would_be_right(
    client: TestClient, key: str, body: dict[str, Any], field: str
) -> None:
    answer = asked(client, key, **body)
    told = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert told["field"] == field
    assert told["because"]
    assert told["instead"]


def test_every_question_names_its_chapter_and_the_clauses_of_it(client: TestClient) -> None:
    known = {clause["id"]: clause["chapter"] for clause in client.get(f"{BOOK}/clauses").json()}
    for told in client.get(f"{BOOK}/questions").json():
        assert told["clauses"], told["key"]
        assert {known[clause] for clause in told["clauses"]} == {told["chapter"]}


def test_the_printed_tables_are_told_with_units_and_clauses(client: TestClient) -> None:
    told = {one["id"]: one for one in client.get(f"{BOOK}/tables", params={"date": "1916-07"}).json()}
    cells = {cell["key"]: cell for cell in told["FF-RNG-11"]["cells"]}
    # FF-BZN-03: fifteen centimetres behind the first base.
    assert (cells["zone.machine_gun"]["value"], cells["zone.machine_gun"]["clause"]) == (15, "FF-BZN-03")
    assert told["FF-RNG-11"]["unit"] == "cm"
    score = client.get(f"{BOOK}/tables/FF-WIR-04", params={"date": "1916-07"}).json()
    assert score == told["FF-WIR-04"]
    # FF-WIR-04 in the middle of the war.
    assert score["cells"][0]["value"] == 5
    companies = {cell["key"]: cell["value"] for cell in told["FF-ORD-T5"]["cells"]}
    # FF-ORD-T5: 2 to 4 one action.
    assert {"low": 2, "high": 4, "gives": "1"} in companies["rifle_company"]
    assert client.get(f"{BOOK}/tables/FF-X", params={"date": "1916-07"}).status_code == 404
    assert client.get(f"{BOOK}/tables", params={"date": "1813-10"}).json()["field"] == "date"


def test_an_unknown_word_is_answered_in_the_words_of_the_table_and_of_the_service(client: TestClient) -> None:
    told = asked(client, "shot", facts={"firer": "lmgs", "range_cm": 10, "cover": "open"}).json()
    assert told["instead"].startswith("choose Infantry, Light MG, Cavalry")
    assert {"infantry", "lmg", "cavalry"} < set(told["choices"])


def test_a_house_rule_is_named_on_the_refusal_it_brings(client: TestClient) -> None:
    # GAP-95: bonuses add up unless the game allows one (FF-SPR-11).
    two = {"unit_class": "rifle_company", "staff_bonus": True, "bonuses": ["elan"]}
    rules = [{"ruling": "GAP-95", "option": "one"}, {"ruling": "AMB-68", "option": "hides_too"}]
    told = asked(client, "order_roll", date="1914-08", facts=two, house_rules=rules).json()
    assert (told["outcome"], told["clauses"]) == ("refused", ["FF-SPR-11"])
    assert [mark["ruling"] for mark in told["house"]] == ["GAP-95"]
    assert asked(client, "order_roll", date="1914-08", facts=two).json()["house"] == []


def test_a_question_for_dice_names_itself_and_the_clause_it_is_read_by(client: TestClient) -> None:
    told = asked(client, "d3", facts={}, dice=[]).json()
    assert (told["because"], told["clauses"]) == ("A die read as a D3: throw one die", ["FF-DIC-02"])


def test_the_actions_of_a_battalion_have_chances(client: TestClient) -> None:
    # FF-ORD-T5, each of two companies: 0 on a 1, one action on 2 to 4, two on 5 and 6.
    # Sums over 36 throws: 0: 1; 1: 2x3 = 6; 2: 9 + 2x2 = 13; 3: 2x3x2 = 12; 4: 4.
    two = {"companies": [{"unit_class": "rifle_company"}] * 2}
    odds = asked(client, "battalion_orders", facts=two).json()["odds"]
    assert {name: chance["exact"] for name, chance in odds.items()} == {
        "0": "1/36",
        "1": "1/6",
        "2": "13/36",
        "3": "1/3",
        "4": "1/9",
    }


def test_who_begins_has_chances_where_no_attacker_is_named(client: TestClient) -> None:
    # FF-TRN-02: odd for the side named first.
    odds = asked(client, "first_turn", facts={"attacker_named": False}).json()["odds"]
    assert {name: chance["exact"] for name, chance in odds.items()} == {"first_named": "1/2", "second_named": "1/2"}


def test_what_is_not_there_is_told_as_a_problem(client: TestClient) -> None:
    unknown = asked(client, "moon", facts={})
    assert unknown.json()["instead"].startswith("ask one of: ")
    missing = [client.get(f"{BOOK}/{path}") for path in ("questions/moon", "clauses/FF-X-1", "rulings/AMB-0")]
    for answer in (unknown, *missing):
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_clauses_and_rulings_are_told(client: TestClient) -> None:
    clauses = client.get(f"{BOOK}/clauses").json()
    assert client.get(f"{BOOK}/clauses/FF-ORD-24").json() in clauses
    rulings = client.get(f"{BOOK}/rulings").json()
    ruling = client.get(f"{BOOK}/rulings/AMB-13").json()
    assert ruling in rulings
    assert {"plus", "reroll"} <= {option["key"] for option in ruling["options"]}
    for one in rulings:
        assert one["default"] in [option["key"] for option in one["options"] if not option["why_not"]]
        assert one["reason"]
        assert all(client.get(f"{BOOK}/rulings/{name}").json() == one for name in one["also"])
