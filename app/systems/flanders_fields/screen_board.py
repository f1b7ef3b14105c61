"""Units on the play screen: names, states, and counters of the stands of both sides."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from app.pages.log_page import flags_of
from app.play.play_screen import BlockShown, CounterShown, FaceShown, MarkShown, RowShown, UnitShown
from rules.flanders_fields.vocabulary import ARTILLERY, MORTARS, Carriage, UnitClass
from rules.kernel.numerals import counted

# States and companies

JsonObject = dict[str, Any]

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


def owed_in(view: JsonObject) -> dict[str, str]:
    """What each formation of a view owes, in a word, by its id."""
    return {one["of"]: DUE[one["kind"]].format(lost=LOST.get(one["threshold"], "")) for one in view["due"]}


def as_counted(view: JsonObject, uncounted: Collection[str]) -> JsonObject:
    """The view with the platoons `in_sight` of each battalion of these sides, in place of how many it began with.

    The seat cannot count what sits below unseen: out of those in sight alone it would be told "9 of 9", and when
    morale is tested wrongly.
    """
    for side in view["sides"]:
        if side["side"] in uncounted:
            for one in (one for regiment in side["regiments"] for one in regiment["battalions"]):
                one |= {"started": 0, "in_sight": one["left"]}
    return view


def latest(
    view: JsonObject, told: Sequence[JsonObject], gone: frozenset[int], hours: Sequence[str]
) -> list[JsonObject]:
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


def standing(battalion: JsonObject) -> str:
    """How a battalion stands, in a word."""
    if battalion["fate"] == "routed":
        return "routed"
    if not battalion["on_table"]:
        return "off the table"
    if battalion["tests"]:
        return f"holds, tested at {LOST.get(battalion['tests'][-1], '')}"
    return "fired on" if battalion["fired_on"] else "not yet fired on"


def rows(units: Sequence[JsonObject]) -> Iterator[JsonObject]:
    """The stands of a battalion as its rows: what is ordered singly together by its kind, each company for itself."""
    for kind, word in TOGETHER.items():
        guns = [unit for unit in units if unit["kind"] == kind]
        if guns:
            yield {"name": word, "unit": "", "stands": [_wall_cell(gun, str(n)) for n, gun in enumerate(guns, 1)]}
    for unit in units:
        if unit["kind"] not in TOGETHER:
            cells = [_wall_cell(unit, str(n), one) for n, one in enumerate(unit["stands"], 1)]
            yield {"name": unit["name"].split(" ")[0], "unit": unit["id"], "title": unit["name"], "stands": cells}


def _wall_cell(unit: JsonObject, no: str, stand: JsonObject | None = None) -> JsonObject:
    """One stand as the component draws it; a machine gun is its own stand."""
    one = stand or unit["stands"][0]
    name = unit["name"] if one["name"] == unit["name"] else f"{unit['name']}, {one['name']}"
    return {"no": no, "name": name, "level": one["levels"], "lost": not one["alive"], "id": one["id"]}


# Names


def names_in(view: Mapping[str, Any]) -> dict[str, str]:
    """What every commander, unit and stand in a view is called."""
    return dict(_names(view["sides"]))


def units_in(view: Mapping[str, Any]) -> list[JsonObject]:
    """Every unit in a view, those of regiments before those of their battalions."""
    return [
        unit
        for side in view["sides"]
        for regiment in side["regiments"]
        for holder in (regiment, *regiment["battalions"])
        for unit in holder["units"]
    ]


def _names(sides: Iterable[JsonObject]) -> Iterator[tuple[str, str]]:
    """With its battalion, for three of them have an A Company."""
    for holder in _holders(sides):
        yield holder["commander"]["id"], holder["commander"]["name"]
        for unit in holder["units"]:
            yield unit["id"], f"{unit['name']}, {holder['name']}"
            for stand in unit["stands"]:
                named = stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"
                yield stand["id"], f"{named}, {holder['name']}"


def _holders(sides: Iterable[JsonObject]) -> Iterator[JsonObject]:
    for side in sides:
        for regiment in side["regiments"]:
            yield from (*regiment["battalions"], regiment)


# The stands of both sides as counters

Shown = Mapping[str, Any]
COMPANIES: Final = frozenset({"rifle_company", "smg_company", "cavalry_squadron", "lmg_platoon", "storm_platoon"})
"""Kinds of units whose stands are a row of their own."""
SINGLE: Final = {
    "machine_gun": "MG",
    "tank": "Tk",
    "armoured_car": "Car",
    "light_mortar": "Mor",
    "field_gun": "Gun",
    "field_howitzer": "How",
    "heavy_artillery": "Hvy",
    "anti_tank_rifle": "AT",
    "block_house": "BH",
    "engineer": "Eng",
}
"""What stands on the counter of a unit that is one stand; numbered where there are several."""
LAST_COLUMN: Final = 1
NAMES_KEPT: Final = 4096
"""What so many names come to on a counter is kept: a board is drawn anew with each deed, and nobody is renamed."""
LEFT_AT_A_TEST: Final = (2, 4)
"""A half, and a quarter, is left where half and three quarters are lost (FF-MOR-01, FF-MOR-02)."""
MARKS: Final = (
    ("on_wire", "wire", "on the wire"),
    ("in_gas", "gas", "in gas"),
    ("below", "below", "in a deep shelter"),
    ("has_fired", "fired", "has fired"),
)


CALLED: Final[Mapping[UnitClass, str]] = {
    **dict.fromkeys(ARTILLERY, "gun"),
    **dict.fromkeys(MORTARS, "mortar"),
    UnitClass.LMG_PLATOON: "LMG platoon",
    UnitClass.ANTI_TANK_RIFLE: "anti-tank rifle",
    UnitClass.ENGINEERS: "engineer stand",
    UnitClass.CAVALRY: "cavalry stand",
}
"""What the weapons of a regiment are counted as; the others as their class is called. A gun is one of the artillery."""


def faces(view: Shown, sides: Sequence[str]) -> list[FaceShown]:
    """Both sides, the seat's own first."""
    can_act = set(view["turn"]["can_act"])
    owed = owed_in(dict(view))
    found = [_face(side, side["side"] in sides, can_act, owed) for side in view["sides"]]
    return sorted(found, key=lambda one: not one.own) if len(sides) == 1 else found


def _face(side: Shown, own: bool, can_act: set[str], owed: Mapping[str, str]) -> FaceShown:
    blocks = [block for regiment in side["regiments"] for block in _blocks(regiment, can_act, owed)]
    return FaceShown(
        side=side["side"], name=side["name"], letter=side["letter"], nation=side["nation"], own=own, blocks=blocks
    )


def _blocks(regiment: Shown, can_act: set[str], owed: Mapping[str, str]) -> Iterator[BlockShown]:
    for battalion in regiment["battalions"]:
        yield _battalion(battalion, can_act, owed.get(battalion["id"], ""))
    cells = [_commander(regiment["commander"])] if _is_there(regiment["commander"]) else []
    units = [
        _single(unit, short).model_copy(update={"state": gun_state(unit)}) for unit, short in _shorts(regiment["units"])
    ]
    cells += units
    if cells:
        left = (unit["kind"] for unit, cell in zip(regiment["units"], units, strict=True) if not cell.out)
        row = RowShown(label="", name=regiment["name"], unit="", state="", levels=0, counters=cells, last=[])
        yield BlockShown(
            key=regiment["id"],
            name=regiment["name"],
            quality="",
            strength=counted_by_kind(left),
            loose=True,
            away=False,
            rows=[row],
            owes=owed.get(regiment["id"], ""),
        )


def counted_by_kind(kinds: Iterable[str]) -> str:
    """Return how many weapons of a regiment are left, each sort by its own word: "3 guns, 1 tank"."""
    count = Counter(CALLED.get(UnitClass(kind), kind.replace("_", " ")) for kind in kinds)
    return ", ".join(counted(number, word) for word, number in count.items()) or "none left"


def _battalion(one: Shown, can_act: set[str], owes: str) -> BlockShown:
    companies = [unit for unit in one["units"] if _is_company(unit)]
    beside = [_single(unit, short) for unit, short in _shorts([unit for unit in one["units"] if not _is_company(unit)])]
    last = [*([_commander(one["commander"])] if _is_there(one["commander"]) else []), *beside]
    rows = [_row(unit, can_act, last[n : n + 1]) for n, unit in enumerate(companies)]
    spare = last[len(rows) * LAST_COLUMN :]
    if spare:
        rows.append(RowShown(label="", name="Weapons", unit="", state="", levels=0, counters=spare, last=[]))
    away = not one["on_table"] or one["fate"] == "routed"
    quality = standing(dict(one)) if away else one["quality"].capitalize() + (", fired on" if one["fired_on"] else "")
    return BlockShown(
        key=one["id"],
        name=one["name"],
        quality=quality,
        strength=_strength(one),
        loose=not rows,
        away=away,
        rows=rows,
        left=one["left"],
        begun=one["started"],
        tests_at=[one["started"] // share for share in LEFT_AT_A_TEST],
        owes=owes,
    )


def _strength(one: Shown) -> str:
    """What is left; where the seat cannot count what it began with, those in sight."""
    return f"{one['left']} of {one['started']}" if one["started"] else f"{one['left']} in sight"


def gun_state(unit: Shown) -> str:
    """How a gun stands: gone, off the table, has fired, not ready to fire, or ready."""
    if not unit["alive"]:
        return "lost"
    if not unit["on_table"]:
        return "off the table"
    if any(one["has_fired"] for one in unit["stands"]):
        return "fired"
    return "" if unit["carriage"] == Carriage.NONE else str(unit["carriage"])


def _is_company(unit: Shown) -> bool:
    return unit["kind"] in COMPANIES or len(unit["stands"]) > 1


def _row(unit: Shown, can_act: set[str], last: list[CounterShown]) -> RowShown:
    cells = [_cell(unit, one, short_of(one["name"], n)) for n, one in enumerate(unit["stands"], 1)]
    state = state_of(unit) if unit["id"] in can_act else ""
    return RowShown(
        label=label_of(unit["name"]),
        name=unit["name"],
        unit=unit["id"],
        state=state,
        levels=most(unit),
        counters=cells,
        last=last,
    )


@lru_cache(maxsize=NAMES_KEPT)
def label_of(name: str) -> str:
    """The letter or number of a company; of anything else the first letter of each word."""
    first = name.split(" ")[0]
    if len(first) <= 2:
        return first
    numbered = re.match(r"(\d+)", first)
    if numbered:
        return numbered[1]
    return "".join(word[0] for word in name.split(" ") if word)[:2].upper()


@lru_cache(maxsize=NAMES_KEPT)
def short_of(name: str, n: int) -> str:
    """What stands on the counter of a platoon: its number."""
    numbered = re.match(r"(\d+)(?:st|nd|rd|th)?\b", name)
    return numbered[1] if numbered else str(n)


def _shorts(units: Sequence[Shown]) -> Iterator[tuple[Shown, str]]:
    """Units of one stand, each with what stands on its counter: numbered within its kind where there are several."""
    kinds = [unit["kind"] for unit in units]
    seen = dict[str, int]()
    for unit in units:
        kind = unit["kind"]
        seen[kind] = seen.get(kind, 0) + 1
        short = SINGLE.get(kind, label_of(unit["name"]))
        yield unit, f"{short}{seen[kind]}" if kinds.count(kind) > 1 else short


def _single(unit: Shown, short: str) -> CounterShown:
    return _cell(unit, unit["stands"][0], short)


def _cell(unit: Shown, one: Shown, short: str) -> CounterShown:
    name = unit["name"] if one["name"] == unit["name"] else f"{one['name']}, {unit['name']}"
    return CounterShown(
        id=one["id"],
        short=short,
        name=name,
        brief=name.replace(" Company", " Coy"),
        unit=unit["id"],
        levels=one["levels"],
        out=not one["alive"],
        head=False,
        cover=None,
        marks=_marks(one),
    )


def _is_there(commander: Shown) -> bool:
    return not commander["unseen"]


def _commander(one: Shown) -> CounterShown:
    return CounterShown(
        id=one["id"],
        short="C.O.",
        name=one["name"],
        brief=one["name"],
        unit="",
        levels=one["levels"],
        out=not one["alive"],
        head=True,
        cover=None,
        marks=_marks(one),
    )


def _marks(one: Shown) -> list[MarkShown]:
    return [MarkShown(kind=kind, says=says) for field, kind, says in MARKS if one[field] and kind != "fired"]


def most(unit: Shown) -> int:
    """The most levels on any of a unit's living stands."""
    return max((one["levels"] for one in unit["stands"] if one["alive"]), default=0)


def units(view: Shown, sides: Sequence[str]) -> list[UnitShown]:
    """Own units that are ordered in this step, in their order."""
    by_id = {unit["id"]: unit for unit in _units_of(view, sides)}
    return [_unit(by_id[one]) for one in view["turn"]["can_act"] if one in by_id]


def _units_of(view: Shown, sides: Sequence[str]) -> Iterator[Shown]:
    for side in view["sides"]:
        if side["side"] in sides:
            for regiment in side["regiments"]:
                for holder in (regiment, *regiment["battalions"]):
                    yield from holder["units"]


def _unit(one: Shown) -> UnitShown:
    name = one["name"]
    short = name.removesuffix(" Company") if name.endswith(" Company") else name
    return UnitShown(
        id=one["id"],
        name=name,
        short=short,
        state=state_of(one),
        left=one["left"],
        levels=most(one),
        stands=[stand["id"] for stand in one["stands"]],
    )


def state_of(unit: Shown) -> str:
    """How a unit stands in its step."""
    if not unit["ordered"]:
        # A battery that has fired by the plan is not ordered any more (FF-BOM-05).
        return "fired" if unit["kind"] in ARTILLERY and any(one["has_fired"] for one in unit["stands"]) else "to order"
    left = unit["left"]
    return f"{left} action{'' if left == 1 else 's'} left" if left else "done"
