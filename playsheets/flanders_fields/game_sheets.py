"""The playsheet of one game and the cards of its commanders (FF-PSH, FF-SPR)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from playsheets.flanders_fields.period_sheets import fire_side, footnotes_on, order_side, with_footnotes
from playsheets.flanders_fields.print_context import (
    ARMOUR,
    ARTILLERY,
    FIELD,
    HEAVY_MORTARS,
    MORTARS,
    Command,
    Muster,
    Values,
    natural_failure,
)
from playsheets.sheets import (
    Block,
    CommandCard,
    Line,
    ModifierLines,
    NoteBlock,
    Paragraph,
    Row,
    Sheet,
    SheetSide,
    SheetStep,
    SheetTable,
    Text,
    Value,
    words_of,
)
from rules.flanders_fields.morale import morale_due
from rules.flanders_fields.national_rules import OWNERS, USES
from rules.flanders_fields.ruleset import clauses
from rules.flanders_fields.vocabulary import Special, Threshold

# The national rules of a game in a few words each, with what they give and how often (FF-SPR)

Effect = Callable[[Values], Text]


def special_rules(muster: Muster, values: Values) -> tuple[Block, ...]:
    """A note with the rules of every army in the field, or nothing."""
    paragraphs = tuple(one for nation in muster.nations for one in _of_army(nation, muster, values))
    return (NoteBlock("Special rules", paragraphs),) if paragraphs else ()


def specials_of(command: Command, values: Values) -> tuple[Paragraph, ...]:
    """The rules that one command may call on."""
    return tuple(
        _paragraph(special, values, values.cited(USES, special).says)
        for special, nation in OWNERS.items()
        if nation == command.nation and values.has(USES, special) and _calls_on(command, special)
    )


def _of_army(nation: str, muster: Muster, values: Values) -> Iterator[Paragraph]:
    for special, owner in OWNERS.items():
        theirs = [one for one in muster.commands if one.nation == nation]
        if owner == nation and values.has(USES, special) and any(_calls_on(one, special) for one in theirs):
            yield _paragraph(special, values, f"{nation.capitalize()}. {values.cited(USES, special).says}")


def _calls_on(command: Command, special: Special) -> bool:
    if special is Special.PALS:
        return command.quality == "raw"
    if special is Special.STORM_BATTALION:
        return command.storm
    return command.level == "battalion"


def _paragraph(special: Special, values: Values, how_often: str) -> Paragraph:
    cited = values.cited(USES, special)
    text: Text = (f"{how_often}: ", *EFFECTS[special](values), ".")
    return Paragraph(cited.clause, text, clauses()[cited.clause].title, values.mark(cited.clause))


def _adds(special: Special, to_what: str, fails: bool = False) -> Effect:
    """What is added to which die; `fails`: a natural 1 fails all the same."""
    return lambda values: (
        values.signed("orders/bonuses", special),
        f" {to_what}",
        *(("; ", *natural_failure(values)) if fails else ()),
    )


EFFECTS: Final[Mapping[Special, Effect]] = {
    Special.LONG_RANGE_MARKSMANSHIP: lambda values: (
        "rifles reach ",
        values.cm("shooting/ranges", "infantry_long_range"),
        " cm",
    ),
    Special.MAD_MINUTE: lambda _values: ("one fire order of a company rolls twice, both at the same target",),
    Special.PRUSSIAN_DISCIPLINE: _adds(
        Special.PRUSSIAN_DISCIPLINE, "on an order die, said before the roll", fails=True
    ),
    Special.PALS: _adds(Special.PALS, "on one order die or morale roll"),
    Special.PROFESSIONALISM: _adds(Special.PROFESSIONALISM, "on an order die", fails=True),
    Special.ELAN: _adds(Special.ELAN, "on the order die of those told to go forward; it buys no shots"),
    Special.STUBBORN_RESISTANCE: lambda _values: ("a defending battalion sets a bad morale result aside",),
    Special.MUTINY: lambda _values: ("the German player names battalions that hold but do not go forward",),
    Special.STORM_BATTALION: lambda _values: ("an extra Veteran battalion, whole or split among others",),
}


# The playsheet of one game (FF-PSH)

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


def _has_kinds(*kinds: str, level: str = "") -> Needed:
    return lambda muster, _values: muster.has(*kinds, level=level)


def _graded(quality: str) -> Needed:
    return lambda muster, _values: muster.graded(quality)


def _gas(muster: Muster, _values: Values) -> bool:
    return muster.gas


def _in_the_book(table: str, key: str) -> Needed:
    return lambda _muster, values: values.has(table, key)


def _regimental(*kinds: str) -> Needed:
    return _has_kinds(*kinds, level="regimental")


def _battalion(*kinds: str) -> Needed:
    return _has_kinds(*kinds, level="battalion")


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
    "FF-PSH-32": _has_kinds("tank"),
    "FF-PSH-33": _has_kinds(*MORTARS),
    "FF-PSH-34": _has_kinds(*ARTILLERY),
    "FF-PSH-35": _graded("veteran"),
    "FF-PSH-36": _graded("raw"),
    "FF-PSH-62": _has_kinds(*_GUNS),
    "FF-PSH-64": _has_kinds("tank"),
    "FF-PSH-65": _has_kinds(*FIELD),
    "FF-PSH-66": _in_the_book("artillery/barrage_plan", "turns_beside_d3"),
    "FF-PSH-67": _in_the_book("artillery/barrage_plan", "turns_beside_d3"),
    "FF-PSH-68": _has_kinds(*FIELD),
    "FF-PSH-70": _graded("raw"),
    "FF-PSH-71": _gas,
}
NOTES: Final[Mapping[str, Needed]] = {"FF-PSH-39": _has_kinds(*FIELD)}
COLUMNS: Final[Mapping[str, Needed]] = {
    "Field guns": _has_kinds(*ARTILLERY),
    "Tanks": _has_kinds("tank"),
    "Motors": _has_kinds("armoured_car"),
}
ROWS: Final[Mapping[str, Needed]] = {
    "Machine guns": _has_kinds(*_GUNS),
    "Field guns": _has_kinds("field_gun"),
    "Tanks": _has_kinds(*ARMOUR),
    "Gas": _gas,
    "Flamethrowers": _has_kinds("flamethrower"),
    "Anti-tank rifles": _has_kinds("anti_tank_rifle"),
    "Field artillery seeing it": _has_kinds(*FIELD),
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


# A card for each commander of a game

# The phase in which a commander orders, by its place on the sheet.
PHASES: Final = {"battalion": "FF-PSH-20", "regiment": "FF-PSH-14", "division": "FF-PSH-14"}
# Which of his units roll in a step, by its place on the sheet or its title.
ROLL_IN: Final = {
    "FF-PSH-16": ("machine_gun", "block_house"),
    "FF-PSH-17": (
        "field_gun",
        "field_howitzer",
        "heavy_artillery",
        "super_heavy_artillery",
        "medium_mortar",
        "heavy_mortar",
    ),
    "FF-PSH-21": ("tank", "armoured_car"),
    "FF-PSH-22": ("machine_gun", "lmg_platoon"),
    "FF-PSH-23": ("light_mortar",),
    "FF-PSH-24": ("rifle_company", "cavalry", "engineers", "flamethrower", "anti_tank_rifle"),
    "Armoured cars": ("armoured_car",),
    "Armoured cars and tanks of no battalion": ("tank", "armoured_car"),
    "Guns that serve with the battalion": ("field_gun", "field_howitzer", "heavy_artillery", "super_heavy_artillery"),
}
TESTS: Final = ((Threshold.HALF, "half"), (Threshold.THREE_QUARTERS, "three_quarters"))


def command_cards(muster: Muster, values: Values) -> tuple[CommandCard, ...]:
    """A card for every command the seat has in hand, in the order of the muster."""
    return tuple(_card(command, muster, values) for command in muster.commands if command.own)


def _card(command: Command, muster: Muster, values: Values) -> CommandCard:
    side = trimmed(order_side(values), replace(muster, commands=(command,)), values)
    phase = next((one for one in side.wide if isinstance(one, SheetStep) and one.clause == PHASES[command.level]), None)
    specials = specials_of(command, values)
    blocks: tuple[Block, ...] = (
        *_orders(phase.steps if phase else (), command),
        *_modifiers(side.narrow, command),
        *_tests(command, values),
        *([NoteBlock("Special rules", specials)] if specials else []),
    )
    return CommandCard(command.name, _subtitle(command), blocks, footnotes_on(blocks, values))


def _subtitle(command: Command) -> str:
    of_its_own = {"battalion": command.quality.capitalize(), "regiment": "Regiment or brigade", "division": "Division"}
    storm = ", storm troops" if command.storm else ""
    return f"{command.nation.capitalize()}. {of_its_own[command.level]}{storm}. {command.commander}"


def _orders(steps: Sequence[SheetStep], command: Command) -> Iterator[SheetStep]:
    """The steps in which his units roll, with their names."""
    for step in steps:
        names = _named(command, ROLL_IN.get(step.title if step.clause.startswith("FF-TRN") else step.clause, ()))
        if names:
            yield replace(step, text=(f"{names}: ", *step.text))
        elif step.clause == "FF-PSH-15":
            yield step


def _named(command: Command, kinds: Sequence[str]) -> str:
    """The names of his units of some classes, with how many stands each has where it is more than one."""
    there = [troop for troop in command.troops if troop.kind in kinds]
    return ", ".join(f"{one.name} ({len(one.stands)})" if len(one.stands) > 1 else one.name for one in there)


def _modifiers(blocks: Sequence[Block], command: Command) -> Iterator[ModifierLines]:
    """How far a platoon may be from its battalion commander is no matter of those above him."""
    for block in blocks:
        if isinstance(block, ModifierLines):
            lines = (one for one in block.lines if one.clause != "FF-PSH-29" or command.level == "battalion")
            yield replace(block, lines=tuple(lines))


def _tests(command: Command, values: Values) -> Iterator[NoteBlock]:
    """How many platoons have to be lost before a battalion tests, at how many of them, and with what."""
    if not command.platoons:
        return
    says: list[Paragraph] = []
    for threshold, key in TESTS:
        lost = _lost_at(command.platoons, threshold, values)
        share = values.number("morale/thresholds", key)
        text: Text = (
            "at ",
            share,
            "% of ",
            str(command.platoons),
            " platoons: ",
            Value(str(lost), share.clause),
            " lost",
        )
        says.append(Paragraph("FF-PSH-74", (*text, *_morale_modifiers(command, key, values), ".")))
    yield NoteBlock("Morale", tuple(says))


def _lost_at(platoons: int, threshold: Threshold, values: Values) -> int:
    lost = range(1, platoons + 1)
    return next((one for one in lost if threshold in morale_due(platoons, platoons - one, (), values.book)), platoons)


def _morale_modifiers(command: Command, threshold: str, values: Values) -> Text:
    keys = [command.quality] if values.has("morale/modifiers", command.quality) else []
    keys += ["three_quarters"] if threshold == "three_quarters" else []
    added: Text = tuple(part for key in keys for part in (", ", values.signed("morale/modifiers", key)))
    return (" (", *added[1:], ")") if added else ()
