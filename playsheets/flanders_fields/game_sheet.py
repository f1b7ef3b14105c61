"""The playsheet of one game: what its troops, guns and date call for, and nothing else (FF-PSH).

What the enemy may still have in his fire plan is not known to a seat, so the steps of plans stay.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from playsheets.content import (
    Block,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    Row,
    Sheet,
    SheetSide,
    SheetStep,
    SheetTable,
    words_of,
)
from playsheets.flanders_fields.fire_side import fire_side
from playsheets.flanders_fields.muster import ARMOUR, ARTILLERY, FIELD, HEAVY_MORTARS, MORTARS, Muster
from playsheets.flanders_fields.order_side import order_side
from playsheets.flanders_fields.period_sheet import with_footnotes
from playsheets.flanders_fields.special_rules import special_rules
from playsheets.flanders_fields.values import Values

Needed = Callable[[Muster, Values], bool]


def game_sheet(muster: Muster, values: Values, when: str) -> Sheet:
    """The sheet of a game; its special rules stand beside the orders."""
    orders, fire = order_side(values), fire_side(values)
    specials = special_rules(muster, values)
    sides = (
        replace(trimmed(orders, muster, values), below=specials),
        replace(trimmed(fire, muster, values), overleaf=orders.title),
    )
    return with_footnotes(Sheet(muster.title, when, sides), values, all_rules=True)


def trimmed(side: SheetSide, muster: Muster, values: Values) -> SheetSide:
    """A side with what those who take part need."""

    def of(blocks: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(kept for block in blocks if (kept := _block(block, muster, values)))

    return replace(side, wide=of(side.wide), narrow=of(side.narrow), below=of(side.below))


def _block(block: Block, muster: Muster, values: Values) -> Block | None:
    match block:
        case SheetStep():
            return _step(block, muster, values)
        case ModifierLines():
            return replace(block, lines=tuple(line for line in block.lines if _line(line, muster, values)))
        case NoteBlock():
            needed = all(_needed(NOTES, one.clause)(muster, values) for one in block.paragraphs)
            return block if needed else None
        case SheetTable():
            return _table(block, muster, values)
        case _:
            return block


def _step(step: SheetStep, muster: Muster, values: Values) -> SheetStep | None:
    under = tuple(kept for one in step.steps if (kept := _step(one, muster, values)))
    left_empty = step.steps and not under and not step.text
    if left_empty or not _needed(STEPS, step.title if step.clause.startswith("FF-TRN") else step.clause)(
        muster, values
    ):
        return None
    return replace(step, steps=under)


def _line(line: Line, muster: Muster, values: Values) -> bool:
    needed = _needed(LINES, line.clause)(muster, values)
    return needed and not (line.clause == "FF-DFM-T1" and not muster.has("cavalry"))


def _table(table: SheetTable, muster: Muster, values: Values) -> SheetTable | None:
    if table.title == ARMOUR_TABLE and not muster.has(*ARMOUR):
        return None
    rows = tuple(kept for row in table.rows if (kept := _row(row, table.title, muster, values)))
    columns = [n for n, name in enumerate(table.columns) if _needed(COLUMNS, name)(muster, values)]
    return replace(
        table,
        unit=table.unit if muster.has(*ARMOUR) else table.unit.partition(";")[0],
        columns=tuple(table.columns[n] for n in columns),
        rows=tuple(replace(row, cells=tuple(row.cells[n] for n in columns)) for row in rows),
        remarks=tuple(one for one in table.remarks if _remark(one, muster)),
    )


def _row(row: Row, title: str, muster: Muster, values: Values) -> Row | None:
    """A row with the weapons of the game: "Field howitzers, light mortars" without the mortars nobody has."""
    named = words_of(row.name)
    if named in TOGETHER:
        there = [word for word, kinds in TOGETHER[named] if muster.has(*kinds)]
        return replace(row, name=(_begins(", ".join(there)),)) if there else None
    place = named.partition(",")[0] if title in (ARMOUR_TABLE, "Shooting") else row.clause
    return row if _needed(ROWS, place)(muster, values) else None


def _begins(words: str) -> str:
    return words[:1].upper() + words[1:]


def _remark(remark: Paragraph, muster: Muster) -> bool:
    if remark.lead == "Of a block house":
        return muster.has("block_house")
    if remark.lead == "Beaten zone":
        return muster.has("machine_gun", "block_house")
    return not remark.lead.startswith("Light tanks") or muster.has("tank")


def _always(_muster: Muster, _values: Values) -> bool:
    return True


def _needed(table: Mapping[str, Needed], place: str) -> Needed:
    return table.get(place, _always)


def _with(*kinds: str, level: str = "") -> Needed:
    return lambda muster, _values: muster.has(*kinds, level=level)


def _graded(quality: str) -> Needed:
    return lambda muster, _values: muster.graded(quality)


def _gas(muster: Muster, _values: Values) -> bool:
    return muster.gas


def _in_the_book(table: str, key: str) -> Needed:
    return lambda _muster, values: values.has(table, key)


def _regimental(*kinds: str) -> Needed:
    return _with(*kinds, level="regimental")


def _battalion(*kinds: str) -> Needed:
    return _with(*kinds, level="battalion")


ARMOUR_TABLE: Final = "At armour"
_GUNS: Final = ("machine_gun", "block_house")
STEPS: Final[Mapping[str, Needed]] = {
    "FF-PSH-10": _in_the_book("artillery/deep_suppression", "modifier"),
    "FF-PSH-11": _in_the_book("artillery/barrage_plan", "turns_beside_d3"),
    "FF-PSH-12": _gas,
    "FF-PSH-16": _regimental(*_GUNS),
    "FF-PSH-17": _regimental(*ARTILLERY, *HEAVY_MORTARS),
    "FF-PSH-18": _in_the_book("air/line", "reach"),
    "FF-PSH-21": _battalion(*ARMOUR),
    "FF-PSH-22": _battalion("machine_gun", "lmg_platoon"),
    "FF-PSH-23": _battalion("light_mortar"),
    "Armoured cars": _regimental("armoured_car"),
    "Armoured cars and tanks of no battalion": _regimental(*ARMOUR),
    "Guns that serve with the battalion": _battalion(*ARTILLERY),
}
LINES: Final[Mapping[str, Needed]] = {
    "FF-PSH-28": _gas,
    "FF-PSH-32": _with("tank"),
    "FF-PSH-33": _with(*MORTARS),
    "FF-PSH-34": _with(*ARTILLERY),
    "FF-PSH-35": _graded("veteran"),
    "FF-PSH-36": _graded("raw"),
    "FF-PSH-62": _with(*_GUNS),
    "FF-PSH-64": _with("tank"),
    "FF-PSH-65": _with(*FIELD),
    "FF-PSH-66": _in_the_book("artillery/barrage_plan", "turns_beside_d3"),
    "FF-PSH-67": _in_the_book("artillery/barrage_plan", "turns_beside_d3"),
    "FF-PSH-68": _with(*FIELD),
    "FF-PSH-70": _graded("raw"),
    "FF-PSH-71": _gas,
}
NOTES: Final[Mapping[str, Needed]] = {"FF-PSH-39": _with(*FIELD)}
COLUMNS: Final[Mapping[str, Needed]] = {
    "Field guns": _with(*ARTILLERY),
    "Tanks": _with("tank"),
    "Motors": _with("armoured_car"),
}
ROWS: Final[Mapping[str, Needed]] = {
    "Machine guns": _with(*_GUNS),
    "Field guns": _with("field_gun"),
    "Tanks": _with(*ARMOUR),
    "Gas": _gas,
    "Flamethrowers": _with("flamethrower"),
    "Anti-tank rifles": _with("anti_tank_rifle"),
    "Field artillery seeing it": _with(*FIELD),
}
Parts = tuple[tuple[str, tuple[str, ...]], ...]
TOGETHER: Final[Mapping[str, Parts]] = {
    "Field howitzers, light mortars": (
        ("field howitzers", ("field_howitzer",)),
        ("light mortars", ("light_mortar",)),
    ),
    "Heavy artillery, medium mortars": (
        ("heavy artillery", ("heavy_artillery",)),
        ("medium mortars", ("medium_mortar",)),
    ),
    "Super heavy artillery, heavy mortars": (
        ("super heavy artillery", ("super_heavy_artillery",)),
        ("heavy mortars", ("heavy_mortar",)),
    ),
    "Field artillery not seeing it, light mortars": (
        ("field artillery not seeing it", FIELD),
        ("light mortars", ("light_mortar",)),
    ),
}
