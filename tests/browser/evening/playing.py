"""Doing the steps of an evening and holding what comes of them against what the rulebook says."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tests.browser.evening.step import ATTACKER, DEFENDER, GONE, REFEREE, Step
from tests.browser.evening.table import Screens

SEATS = (ATTACKER, DEFENDER, REFEREE)


def play(screens: Screens, steps: Iterable[Step]) -> None:
    """Do every step in order."""
    for one in steps:
        do(screens, one)


def do(screens: Screens, one: Step) -> None:
    """Do a step and check what it says must follow."""
    where = f"{one.by} {one.kind} {dict(one.fields)}: {one.why}"
    before = screens.look(one.by) if "refused" in one.then else None
    answer = screens.send(one.by, {"kind": one.kind, **one.fields}, one.overrule)
    body = answer["body"]
    if before is not None:
        assert (answer["status"], body.get("clause")) == (409, one.then["refused"]), (where, body)
        assert screens.look(one.by) == before, where
        return
    assert answer["status"] == 200, (where, body)
    for name, expected in one.then.items():
        found = CHECKS[name](screens, body["events"], expected)
        assert found == expected, f"{where}\n{name}: {found}, not {expected}"


def _card(name: str) -> Callable[[Screens, list[dict[str, Any]], Any], Any]:
    return lambda _screens, events, _expected: events[0]["card"][name]


def _results(_screens: Screens, events: list[dict[str, Any]], _expected: Any) -> list[list[str]]:
    return [shot["results"] for shot in events[0]["card"]["shots"]]


def _says(_screens: Screens, events: list[dict[str, Any]], expected: str) -> str:
    said = str(events[0]["says"])
    return expected if expected in said else said


def _stands(screens: Screens, _events: list[dict[str, Any]], expected: Mapping[str, int]) -> dict[str, int]:
    seen = {seat: levels(screens.look(seat)) for seat in SEATS}
    differing = [(seat, name) for seat in SEATS for name in expected if seen[seat][name] != seen[REFEREE][name]]
    assert not differing, f"the screens differ over {differing}"
    return {name: seen[REFEREE][name] for name in expected}


def _due(screens: Screens, _events: list[dict[str, Any]], _expected: list[str]) -> list[str]:
    return [f"{due['of']} {due['threshold']}" for due in screens.look(REFEREE)["due"]]


CHECKS: Mapping[str, Callable[[Screens, list[dict[str, Any]], Any], Any]] = {
    "outcome": _card("outcome"),
    "total": _card("total"),
    "results": _results,
    "says": _says,
    "stands": _stands,
    "due": _due,
}


def levels(view: Mapping[str, Any]) -> dict[str, int]:
    """The suppression levels of every stand a view shows; GONE for those that have left the table."""
    return {stand["id"]: stand["levels"] if stand["alive"] else GONE for stand in stands(view)}


def stands(view: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every stand in a view: commanders, and those of the units."""
    for regiment in (one for side in view["sides"] for one in side["regiments"]):
        for formation in (regiment, *regiment["battalions"]):
            yield formation["commander"]
            for unit in formation["units"]:
                yield from unit["stands"]
