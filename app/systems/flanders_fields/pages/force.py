"""What board and wall share: the state of every battalion in a word, its companies in rows, the newest of the log."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from app.pages.flags import flags_of

Shown = dict[str, Any]

TOGETHER: Final = {
    "machine_gun": "MG",
    "tank": "Tanks",
    "armoured_car": "Cars",
    "light_mortar": "Mortars",
    "field_gun": "Guns",
    "field_howitzer": "Howitzers",
    "anti_tank_rifle": "AT rifles",
}
"""What a battalion has beside its companies, in the words of the board."""
LOST: Final = {"half": "50%", "three_quarters": "75%"}
DUE: Final = {
    "morale": "test due, {lost}",
    "reinforcement": "arrival due",
    "field_promotion": "new commander due",
    "support_lost": "test due",
}


def owed_in(view: Shown) -> dict[str, str]:
    """What each formation of a view owes, in a word, by its id."""
    return {one["of"]: DUE[one["kind"]].format(lost=LOST.get(one["threshold"], "")) for one in view["due"]}


def as_counted(view: Shown, uncounted: Collection[str]) -> Shown:
    """The view with the platoons `in_sight` of each battalion of these sides, in place of how many it began with.

    The seat cannot count what sits below unseen: out of those in sight alone it would be told "9 of 9", and when
    morale is tested wrongly.
    """
    for side in view["sides"]:
        if side["side"] in uncounted:
            for one in (one for regiment in side["regiments"] for one in regiment["battalions"]):
                one |= {"started": 0, "in_sight": one["left"]}
    return view


def latest(view: Shown, told: Sequence[Shown], gone: frozenset[int], hours: Sequence[str]) -> list[Shown]:
    """The newest sentences of the log, newest first, with whose they are and whether they were taken back.

    `hours`: when the newest of them were written, oldest first; as many are shown.
    """
    flags = flags_of(view)
    return [
        {
            "time": hour,
            "says": one["says"],
            "side": flags.get(one["by"], ""),
            "state": "withdrawn" if one["number"] in gone else "",
        }
        for one, hour in zip(reversed(told), reversed(hours), strict=False)
    ]


def standing(battalion: Shown) -> str:
    """How a battalion stands, in a word."""
    if battalion["fate"] == "routed":
        return "routed"
    if not battalion["on_table"]:
        return "off the table"
    if battalion["tests"]:
        return f"holds, tested at {LOST.get(battalion['tests'][-1], '')}"
    return "fired on" if battalion["fired_on"] else "not yet fired on"


def rows(units: Sequence[Shown]) -> Iterator[Shown]:
    """The stands of a battalion as its rows: what is ordered singly together by its kind, each company for itself."""
    for kind, word in TOGETHER.items():
        guns = [unit for unit in units if unit["kind"] == kind]
        if guns:
            yield {"name": word, "unit": "", "stands": [_cell(gun, str(n)) for n, gun in enumerate(guns, 1)]}
    for unit in units:
        if unit["kind"] not in TOGETHER:
            cells = [_cell(unit, str(n), one) for n, one in enumerate(unit["stands"], 1)]
            yield {"name": unit["name"].split(" ")[0], "unit": unit["id"], "title": unit["name"], "stands": cells}


def _cell(unit: Shown, no: str, stand: Shown | None = None) -> Shown:
    """One stand as the component draws it; a machine gun is its own stand."""
    one = stand or unit["stands"][0]
    name = unit["name"] if one["name"] == unit["name"] else f"{unit['name']}, {one['name']}"
    return {"no": no, "name": name, "level": one["levels"], "lost": not one["alive"], "id": one["id"]}
