"""A card for each commander of a game: the order table and the modifiers of his own units, when they test, what he
may call on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from playsheets.content import Block, CommandCard, ModifierLines, NoteBlock, Paragraph, SheetStep, Text, Value
from playsheets.flanders_fields.game_sheet import trimmed
from playsheets.flanders_fields.muster import Command, Muster
from playsheets.flanders_fields.order_side import order_side
from playsheets.flanders_fields.period_sheet import footnotes_on
from playsheets.flanders_fields.special_rules import specials_of
from playsheets.flanders_fields.values import Values
from rules.flanders_fields.morale.nerve import morale_due
from rules.flanders_fields.vocabulary import Threshold

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
        says.append(Paragraph("FF-PSH-74", (*text, *_with(command, key, values), ".")))
    yield NoteBlock("Morale", tuple(says))


def _lost_at(platoons: int, threshold: Threshold, values: Values) -> int:
    lost = range(1, platoons + 1)
    return next((one for one in lost if threshold in morale_due(platoons, platoons - one, (), values.book)), platoons)


def _with(command: Command, threshold: str, values: Values) -> Text:
    keys = [command.quality] if values.has("morale/modifiers", command.quality) else []
    keys += ["three_quarters"] if threshold == "three_quarters" else []
    added: Text = tuple(part for key in keys for part in (", ", values.signed("morale/modifiers", key)))
    return (" (", *added[1:], ")") if added else ()
