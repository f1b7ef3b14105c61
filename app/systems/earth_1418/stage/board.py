"""Both sides as blocks a formation, rows a sub-unit, counters a base, and the steps of the bound."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.lookups.words import words
from app.stage.ends import EndNow
from app.stage.scene import (
    BlockShown,
    CounterShown,
    CoverShown,
    FaceShown,
    MarkShown,
    RowShown,
    SheetLineShown,
    SheetShown,
    StepShown,
    TurnNow,
    UnitShown,
)
from rules.earth_1418.chart import TYPED
from rules.earth_1418.game.given import given, typed_of_units
from rules.earth_1418.vocabulary import AdvanceDirection

Shown = Mapping[str, Any]
SIDES: Final = {"attacker": ("Attacker", "A", "british"), "defender": ("Defender", "D", "german")}
"""A side's name and letter, and the colours it is drawn in: the forces are of our own invention and have no nation."""
PLANNING: Final = ("Naval guns", "Artillery", "Reserve", "Line", "Heavy Weapons", "Elite")
EXECUTION: Final = (
    "Dug-in weapons",
    "Weapons",
    "Leaving",
    "Dug in shoot",
    "Others shoot",
    "Assaults",
    "Moves",
    "Leavers move",
    "Assault fire",
    "Naval shells",
)
SHORT: Final = {
    "command": "HQ",
    "machine_guns": "MG",
    "early_mortar": "Mo",
    "grenadier_squads": "Gr",
    "mother_tank": "Tk",
    "medium_tank": "Tk",
    "field_gun": "FG",
    "howitzer_105": "H",
    "howitzer_120": "H",
    "very_heavy_gun": "HG",
}
HAMPERED: Final = 1
PLANNED: Final = "planned"
ON_THE_WAY: Final = ("move", "assault", "retreat", "find_cover")
"""Plans of those who leave where they stand."""
DIGS: Final = {"dig_in": "digs"}
"""What a plan that stays where it is has as its sign, where it has one."""
NAVAL: Final = ("naval_gun", "railway_gun")
ARROWS: Final = dict(zip(AdvanceDirection, "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196", strict=True))
"""Where an ADVANCE leads, as its side looks up the table. A formation has no room for the words."""
OF_OFF_TABLE: Final = (("planning", 1), ("execution", 10))
"""The steps of naval and railway artillery (BE-PLN-04, BE-EXE-10)."""


def faces(view: Shown, sides: Sequence[str]) -> list[FaceShown]:
    """Both sides, the seat's own first."""
    found = [_face(view, side, side in sides) for side in SIDES]
    return sorted(found, key=lambda one: not one.own) if len(sides) == 1 else found


def _face(view: Shown, side: str, own: bool) -> FaceShown:
    name, letter, nation = SIDES[side]
    blocks = [_block(view, one) for one in view["formations"] if one["side"] == side]
    return FaceShown(side=side, name=name, letter=letter, nation=nation, own=own, blocks=blocks)


def _block(view: Shown, one: Shown) -> BlockShown:
    left = sum(unit["living"] for unit in one["sub_units"])
    began = sum(len(unit["bases"]) for unit in one["sub_units"])
    return BlockShown(
        key=one["id"],
        name=one["name"],
        quality=", ".join(filter(None, (one["grade"].capitalize(), _transport(one)))),
        # Where the room is scarce the class gives way; what a formation was told does not.
        strength=" ".join(filter(None, (_commanded(view, one), f"{left} of {began}"))),
        loose=False,
        away=not left,
        rows=[_row(view, unit, one.get("has_transport", False)) for unit in one["sub_units"]],
    )


def _transport(one: Shown) -> str:
    """Whether a formation rides, or rode until its command bases were lost (BE-TRP-06)."""
    if "has_transport" not in one:
        return ""
    return "motorised" if one["has_transport"] else "on foot: transport lost"


def _commanded(view: Shown, one: Shown) -> str:
    """What a formation is told; to its own side also what is written and not opened yet."""
    written = view["written"].get(one["side"], {}).get("commands", ())
    told = next((each for each in written if each["formation"] == one["id"]), one)
    direction = f" {ARROWS[told['direction']]}" if told.get("direction") else ""
    return f"{told['command'].upper()}{direction}"


def _row(view: Shown, unit: Shown, rides: bool) -> RowShown:
    planned = list(_plan_marks(view, unit))
    if rides and unit["unit"] == "command":
        # The base of cars is kept with the command platoon, and lost with it.
        planned.insert(0, MarkShown(kind="car", says="its formation’s motor transport stands with it"))
    cells = [_base(unit, base, n, planned) for n, base in enumerate(unit["bases"], 1)]
    return RowShown(
        label=label(unit),
        name=unit["name"],
        unit=unit["id"],
        state=_stands(view, unit),
        levels=max(one.levels for one in cells),
        counters=cells,
        last=[],
    )


def _stands(view: Shown, unit: Shown) -> str:
    """What a sub-unit has to do in this step; of guns that bombard nothing is left to plan."""
    if view["phase"] == "planning" and any(unit["id"] in one["guns"] for one in view["bombardments"]):
        return "bombards"
    acting = str(view["acting"].get(unit["id"], ""))
    return _written(view, unit) if acting == PLANNED else acting


def _written(view: Shown, unit: Shown) -> str:
    """What a side has written of its own sub-unit and not opened yet."""
    plans = view["written"].get(unit["side"], {}).get("plans", ())
    plan = next(one for one in plans if one["unit"] == unit["id"])
    at = f", at {name_of(view, plan['target'])}" if plan["target"] else ""
    return f"{words(plan['plan']).lower()}{at}"


def name_of(view: Shown, unit: str) -> str:
    """A sub-unit by its name."""
    named = (one["name"] for each in view["formations"] for one in each["sub_units"] if one["id"] == unit)
    return str(next(named))


def label(unit: Shown) -> str:
    """The letter or number of a company; of anything else what it is."""
    first = str(unit["name"]).split(" ")[0]
    numbered = re.match(r"(\d+)", first)
    if numbered or len(first) == 1:
        return numbered[1] if numbered else first
    return SHORT.get(unit["unit"], first[:2].upper())


def _base(unit: Shown, base: Shown, number: int, planned: Sequence[MarkShown]) -> CounterShown:
    name = f"{unit['name']}, base {number}"
    return CounterShown(
        id=base["id"],
        short=str(number),
        name=name,
        brief=name,
        unit=unit["id"],
        levels=HAMPERED if base["mark"] == "injured" else 0,
        out=base["mark"] == "killed",
        head=unit["unit"] == "command",
        cover=_cover(unit),
        marks=[*_marks(unit, base), *planned] if base["mark"] != "killed" else [],
    )


def _cover(unit: Shown) -> CoverShown:
    word = words(unit["terrain"])
    return CoverShown(short=word[0], says=word, origin="remembered")


def _marks(unit: Shown, base: Shown) -> Iterator[MarkShown]:
    if base["mark"] == "old_injury":
        yield MarkShown(kind="old", says="injured before: one more hit removes it")
    if unit["dug_in"]:
        yield MarkShown(kind="dug", says="dug in")
    if unit["packed"]:
        yield MarkShown(kind="packed", says="packed")
    if "typed" in unit:
        yield MarkShown(kind="pen", says="its values are typed by you")


def sheets(view: Shown) -> list[SheetShown]:
    """What the scenario gives, or the players typed, each with its mark."""
    known = [SheetLineShown(says=f"{one.name}: {one.marked}", clause=one.clause) for one in given(view)]
    typed = [SheetLineShown(says=f"{name}: {_told(told)}", clause="BE-VEH-05") for name, told in typed_of_units(view)]
    of_units = [SheetShown(title="Values of no row of the chart", lines=typed)] if typed else []
    return [SheetShown(title="Month and wind", lines=known), *of_units]


def _told(typed: Shown) -> str:
    """What was typed of a sub-unit, each value by its name."""
    told = {name: words(str(value)).lower() for name, value in typed.items() if value is not None}
    if "range_cm" in told:
        told["range"] = f"{typed['range_cm']:g} cm"
        del told["range_cm"]
    return f"{', '.join(f'{name} {value}' for name, value in told.items())}, {TYPED}"


def _plan_marks(view: Shown, unit: Shown) -> Iterator[MarkShown]:
    """What both sides know of what it will do: a plan is marked on the table until it is carried out (BE-PLN-03)."""
    plan, target = unit["plan"], unit["target"]
    if not plan:
        return
    if plan in ON_THE_WAY and not unit["moved"]:
        yield MarkShown(kind="go", says=f"plan: {words(plan).lower()}")
    elif plan not in ON_THE_WAY:
        yield MarkShown(kind=DIGS.get(plan, ""), says=f"plan: {words(plan).lower()}")
    if target and not unit["shot"]:
        yield MarkShown(kind="aim", says=f"shoots at {name_of(view, target)}")


def units(view: Shown, sides: Sequence[str]) -> list[UnitShown]:
    """The seat's own sub-units that have something to do in this step."""
    return [
        _unit(view, unit)
        for one in view["formations"]
        for unit in one["sub_units"]
        if one["side"] in sides and unit["id"] in view["acting"]
    ]


def _unit(view: Shown, unit: Shown) -> UnitShown:
    return UnitShown(
        id=unit["id"],
        name=unit["name"],
        short=label(unit),
        state=_stands(view, unit),
        left=0 if view["acting"][unit["id"]] == PLANNED or _stands(view, unit) == "bombards" else 1,
        levels=sum(base["mark"] == "injured" for base in unit["bases"]),
        stands=[base["id"] for base in unit["bases"] if base["mark"] != "killed"],
    )


def place(view: Shown) -> TurnNow:
    """The bound, and its steps: commands, planning, execution, melee, without those of arms that nobody has."""
    named = [("commands", 0, "Commands"), *(("planning", n, word) for n, word in enumerate(PLANNING, 1))]
    named += [("execution", n, word) for n, word in enumerate(EXECUTION, 1)]
    named = [
        (phase, step, word) for phase, step, word in named if (phase, step) not in OF_OFF_TABLE or _has_naval(view)
    ]
    named.append(("melee", 10, "Melee"))
    at = next((n for n, (phase, step, _) in enumerate(named) if _is_now(view, phase, step)), 0)
    steps = tuple(_step(n, at, *one) for n, one in enumerate(named))
    bounds = view.get("bounds")
    turn = f"Bound {view['bound']}" + (f" of {bounds}" if bounds and view["bound"] <= bounds else "")
    return TurnNow(turn=turn, steps=steps, end=_end(view["bound"], bounds))


def _end(bound: int, bounds: int | None) -> EndNow:
    """How a bound stands to the length that was settled."""
    if bounds is None or bound < bounds:
        return EndNow.NOT_YET
    return EndNow.LAST if bound == bounds else EndNow.OVER


def _has_naval(view: Shown) -> bool:
    """Whether anybody has naval or railway guns: who they are stands on the table from the first bound."""
    return any(unit["unit"] in NAVAL for one in view["formations"] for unit in one["sub_units"])


def _is_now(view: Shown, phase: str, step: int) -> bool:
    return phase == view["phase"] and (step == view["step"] or phase in ("commands", "melee"))


def _step(n: int, at: int, phase: str, step: int, word: str) -> StepShown:
    state = "now" if n == at else "done" if n < at else "next" if n == at + 1 else "todo"
    number = f"P{step}" if phase == "planning" else str(step) if phase == "execution" else ""
    full = {"planning": f"Planning: {word}", "execution": f"Execution: {word}"}.get(phase, word)
    sub = phase in ("planning", "execution")
    return StepShown(number=number, words=word, full=full, small="", state=state, sub=sub)
