"""What board and wall share: the state of every battalion in a word, its companies in rows, the newest of the log."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

Shown = dict[str, Any]

LOST: Final = {"half": "50%", "three_quarters": "75%"}
DUE: Final = {
    "morale": "test due, {lost}",
    "reinforcement": "arrival due",
    "field_promotion": "new commander due",
    "support_lost": "test due",
}


def mark_formations(view: Shown) -> None:
    """Give every regiment and battalion of a view its `state` and what is `owed` by it, every battalion its `rows`."""
    owed = {one["of"]: _owed(one) for one in view["due"]}
    for side in view["sides"]:
        for regiment in side["regiments"]:
            regiment["owed"] = owed.get(regiment["id"], "")
            for battalion in regiment["battalions"]:
                battalion["owed"] = owed.get(battalion["id"], "")
                battalion["state"] = _state(battalion)
                battalion["rows"] = list(_rows(battalion["units"]))


def latest(view: Shown, told: Sequence[Shown], gone: frozenset[int], most: int) -> list[Shown]:
    """The newest `most` sentences of the log, newest first, with whose they are and whether they were taken back."""
    nations = nations_of(view)
    return [
        {
            "time": "",
            "says": one["says"],
            "side": nations.get(one["by"], ""),
            "state": "withdrawn" if one["number"] in gone else "",
        }
        for one in reversed(told[-most:])
    ]


def nations_of(view: Mapping[str, Any]) -> dict[str, str]:
    """The nation of each side, by the side's key."""
    return {side["side"]: side["nation"] for side in view.get("sides", ())}


def _owed(due: Shown) -> str:
    return DUE[due["kind"]].format(lost=LOST.get(due["threshold"], ""))


def _state(battalion: Shown) -> str:
    if battalion["fate"] == "routed":
        return "routed"
    if not battalion["on_table"]:
        return "off the table"
    if battalion["tests"]:
        return f"holds, tested at {LOST.get(battalion['tests'][-1], '')}"
    return "fired on" if battalion["fired_on"] else "not yet fired on"


def _rows(units: Sequence[Shown]) -> Iterator[Shown]:
    """Machine guns together, each company for itself."""
    guns = [unit for unit in units if unit["kind"] == "machine_gun"]
    if guns:
        yield {"name": "MG", "unit": "", "stands": [_cell(gun, str(n)) for n, gun in enumerate(guns, 1)]}
    for unit in units:
        if unit["kind"] != "machine_gun":
            cells = [_cell(unit, str(n), one) for n, one in enumerate(unit["stands"], 1)]
            yield {"name": unit["name"].split(" ")[0], "unit": unit["id"], "title": unit["name"], "stands": cells}


def _cell(unit: Shown, no: str, stand: Shown | None = None) -> Shown:
    """One stand as the component draws it; a machine gun is its own stand."""
    one = stand or unit["stands"][0]
    name = unit["name"] if one["name"] == unit["name"] else f"{unit['name']}, {one['name']}"
    return {"no": no, "name": name, "level": one["levels"], "lost": not one["alive"], "id": one["id"]}
