"""Answers of the lookups to random facts, asked as a program would ask them over HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from tests.client import TestClient
from tests.safety_net.canonical import Json, canonical

SYSTEMS: Final = ("flanders-fields", "earth-1418")
DATES: Final = ("1914-08", "1915-05", "1916-07", "1917-11", "1918-03", "1918-08")
CASES: Final = 40
"""Requests per lookup."""
MORE_CASES: Final = 100
"""Requests per lookup that reads dice."""
HOUSE_RULES: Final = 0.3
"""The share of requests with a house rule."""
LEFT_OUT: Final = 0.3
"""The share of optional facts that a request leaves out."""
USUAL: Final = 0.6
"""The share of facts with their default or example: facts at random mostly contradict each other."""
MOST_DICE: Final = 24
NAMES: Final = "abcdef"
"""Names of stands, in the order of their list."""
LEAST, MOST = 0, 60
"""Limits of a number that has none."""


def requests(client: TestClient) -> Iterator[tuple[str, Json]]:
    """Yield the path and body of random requests to every lookup, with the dice that it asks for."""
    for system in SYSTEMS:
        path = f"/api/v1/{system}"
        rulings = client.get(f"{path}/rulings").json()
        for entry in client.get(f"{path}/questions").json():
            lookup = client.get(f"{path}/questions/{entry['key']}").json()
            chance = Random(f"{system} {entry['key']}")
            for _ in range(MORE_CASES if lookup["a_die_decides"] else CASES):
                body = {"facts": random_facts(chance, lookup["facts"]), "date": random_date(chance, lookup)}
                if chance.random() < HOUSE_RULES:
                    body["house_rules"] = [random_rule(chance, rulings, lookup["clauses"])]
                address = f"{path}/questions/{entry['key']}"
                yield from with_dice(client, address, body, chance)


def with_dice(client: TestClient, address: str, body: dict[str, Any], chance: Random) -> Iterator[tuple[str, Json]]:
    """Yield a request without dice, then the same with as many dice as it asks for."""
    yield address, body
    dice: list[int] = []
    answer = client.post(address, json=body).json()
    while answer.get("more_dice") and len(dice) < MOST_DICE:
        dice = [*dice, *(chance.randint(1, 6) for _ in range(answer["more_dice"]))]
        answer = client.post(address, json=body | {"dice": dice}).json()
    if dice:
        yield address, body | {"dice": dice}


def answered(client: TestClient, address: str, body: Json) -> Json:
    """Return the answer to a request, without texts."""
    answer = client.post(address, json=body)
    return [answer.status_code, canonical(answer.json())]


def random_date(chance: Random, lookup: Mapping[str, Any]) -> str:
    """Return the date of a lookup's example, or any other."""
    return str(lookup["example_date"]) if chance.random() < 0.4 else chance.choice(DATES)


def random_rule(chance: Random, rulings: Sequence[Any], clauses: Sequence[str]) -> Json:
    """Return an option of a ruling, if possible of one about a clause of the lookup."""
    near = [ruling for ruling in rulings if set(ruling["clauses"]) & set(clauses)] or rulings
    ruling = chance.choice(near)
    keys = [option["key"] for option in ruling["options"] if not option["why_not"]]
    return {"ruling": ruling["id"], "option": chance.choice(keys)}


def random_facts(chance: Random, facts: Sequence[Mapping[str, Any]]) -> dict[str, Json]:
    """Return values for the required facts and most of the others."""
    return {
        fact["name"]: random_fact(chance, fact) for fact in facts if fact["required"] or chance.random() >= LEFT_OUT
    }


def random_fact(chance: Random, fact: Mapping[str, Any]) -> Json:
    """Return a value for one fact, or several if it is a list."""
    if not fact["listed"]:
        return random_value(chance, fact)
    values = [random_value(chance, fact) for _ in range(max(int(fact["fewest"]), chance.randint(0, 3)))]
    for name, value in zip(NAMES, values, strict=False):
        if isinstance(value, dict) and "name" in value:
            value["name"] = name
    return values


def random_value(chance: Random, fact: Mapping[str, Any]) -> Json:
    """Return one value of a fact: often the usual one, otherwise one of its words or within its limits."""
    if fact["kind"] == "text":
        return chance.choice(NAMES)
    if fact["facts"]:
        return random_facts(chance, fact["facts"])
    usual = fact["example"] if fact["default"] is None else fact["default"]
    if chance.random() < USUAL and usual is not None and not isinstance(usual, list):
        return usual
    if fact["words"]:
        return chance.choice(fact["words"])
    if fact["kind"] == "yes or no":
        return chance.random() < 0.5
    least = LEAST if fact["least"] is None else fact["least"]
    most = min(MOST if fact["most"] is None else fact["most"], least + MOST)
    if fact["kind"] == "whole number":
        return chance.randint(int(least), int(most))
    if fact["kind"] == "number":
        return round(chance.uniform(least, most), 1)
    return fact["example"] if fact["example"] is not None else fact["default"]
