"""Sticks to measure with, cut from paper: how far movers go and weapons reach (FF-MOV-T3, FF-RNG-T1).

Weapons of one reach with the same marks share a stick, which is named after all of them: a house rule that gives one of
them another reach gives it a stick of its own.
"""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

from playsheets.flanders_fields.fire_side import on_this_sheet
from playsheets.flanders_fields.values import Values, centimetres
from playsheets.shapes import PaperEdge, PaperTemplate, Shape, Stroke, Words, fitting
from rules.flanders_fields.movement.moves import MoveFacts, move_allowance
from rules.flanders_fields.vocabulary import Going, Mover, Quality, Transport
from rules.kernel.cells import Way
from rules.kernel.explain import Refusal
from rules.kernel.values import dataclass

DEPTH: Final = 16.0
SECTION: Final = 200.0
TAB: Final = 10.0
SHORTEST_NAMED: Final = 45
REACH, LIMITS, TURNS = "shooting/ranges", "shooting/range_limits", "movement/turns"
# The rows of the printed sheets by which a period has a weapon or has it not.
TANKS, FLAMES, HEAVIEST, WORKS = "FF-PSH-51", "FF-PSH-55", "FF-PSH-50", "FF-PSH-58"
Marks = Mapping[float, str]


@dataclass(frozen=True, slots=True)
class Traveller:
    """Who is measured with a stick, and how he gets along."""

    key: str
    name: str
    mover: Mover
    transport: Transport = Transport.ON_ITS_OWN
    quality: Quality = Quality.EXPERIENCED
    row: str = ""


TRAVELLERS: Final = (
    Traveller("infantry", "infantry; machine guns, light mortars on animals", Mover.INFANTRY),
    Traveller("veterans", "Veteran infantry", Mover.INFANTRY, quality=Quality.VETERAN),
    Traveller("by_hand", "machine guns and light mortars by hand", Mover.MACHINE_GUN, Transport.MANHANDLED),
    Traveller("cavalry", "cavalry, mounted commanders", Mover.CAVALRY),
    Traveller("field_artillery", "limbered guns", Mover.FIELD_ARTILLERY, Transport.LIMBERED),
    Traveller("tanks", "heavy tanks", Mover.HEAVY_TANK, row=TANKS),
    Traveller("light_tanks", "light tanks", Mover.LIGHT_TANK, row=TANKS),
    Traveller("motors", "motors", Mover.MOTORS),
)
GROUND: Final = (
    (Going.CROSS_COUNTRY, "cross country"),
    (Going.ROAD, "road"),
    (Going.CLOSE_TERRAIN, "close"),
    (Going.ALONG_TRENCH, "trench"),
    (Going.SHELL_TORN, "shell-torn"),
    (Going.SHATTERED, "shattered"),
)


@dataclass(frozen=True, slots=True)
class StickWeapon:
    """What fires along a stick: its row among the ranges, and the limits on its way, each with what stands there.

    A `lane` is as wide as its field of fire. What is fired at stands has the steps of the order of targets.
    """

    key: str
    name: str
    limits: tuple[tuple[str, str], ...] = ()
    row: str = ""
    lane: bool = False
    at_stands: bool = True


SHORT_GUN: Final = (("short.machine_gun", "short, under"),)
SHORT_RIFLE: Final = (("short.infantry", "short, under"),)
SHORT_LMG: Final = (("short.lmg", "short, under"),)
SHORT_TANK: Final = (("short.tank", "short, under"),)
LEAST: Final = (("least.mortar", "least"),)
SIGHTS: Final = (
    ("armour.field_artillery", "field guns at armour, to"),
    ("open_sights.from", "field guns, open sights, from"),
    ("open_sights.far", "field guns, far, beyond"),
)
ORDER: Final = (("priority.near", "second choice, to"), ("priority.ahead", "third, straight ahead, to"))
WEAPONS: Final = (
    StickWeapon("machine_gun", "machine gun", SHORT_GUN, lane=True),
    StickWeapon("block_house", "block house", SHORT_GUN, WORKS, lane=True),
    StickWeapon("infantry", "infantry", SHORT_RIFLE),
    StickWeapon("lmg", "light MG", SHORT_LMG),
    StickWeapon("cavalry", "dismounted cavalry", SHORT_RIFLE),
    StickWeapon("anti_tank_rifle", "anti-tank rifle", SHORT_RIFLE, TANKS),
    StickWeapon("infantry_long_range", "BEF rifles", SHORT_RIFLE),
    StickWeapon("tank_gun", "tank", SHORT_TANK, TANKS),
    StickWeapon("light_tank_gun", "light tank", SHORT_TANK, TANKS),
    StickWeapon("tank_lmg", "light MG of a tank", SHORT_TANK, TANKS),
    StickWeapon("tank_lmg", "armoured car", SHORT_TANK),
    StickWeapon("flamethrower", "flamethrower", (), FLAMES),
    StickWeapon("light_mortar", "light mortar", LEAST, at_stands=False),
    StickWeapon("medium_mortar", "medium mortar", LEAST, at_stands=False),
    StickWeapon("heavy_mortar", "heavy mortar", LEAST, at_stands=False),
    StickWeapon("field_gun", "field gun", SIGHTS, at_stands=False),
    StickWeapon("field_howitzer", "howitzer", SIGHTS, at_stands=False),
    StickWeapon("heavy_artillery", "heavy artillery", SIGHTS, at_stands=False),
    StickWeapon("super_heavy_artillery", "super heavy artillery", SIGHTS, HEAVIEST, at_stands=False),
)


def sticks_of(values: Values) -> tuple[PaperTemplate, ...]:
    """Every stick of the sheet's period; those longer than a page come in sections that are glued tab under edge."""
    return (*_movement(values), *_ranges(values))


def _movement(values: Values) -> Iterator[PaperTemplate]:
    for one in TRAVELLERS:
        if on_this_sheet(one.row, values):
            marks = _distances(one, values)
            yield from _stick(f"move_{one.key}", f"Move, {one.name}", "FF-MOV-T3", marks)


def _distances(one: Traveller, values: Values) -> Marks:
    """How far one move goes on each ground, what a gun is moved by hand, and what turning about takes of it."""
    marks: dict[float, list[str]] = {}
    for going, word in GROUND:
        if far := _move(one.mover, going, one.transport, one.quality, values):
            marks.setdefault(far, []).append(word)
    if one.transport is Transport.LIMBERED:
        by_hand = _move(one.mover, Going.CROSS_COUNTRY, Transport.MANHANDLED, one.quality, values)
        marks.setdefault(by_hand, []).append("by hand")
    marks.setdefault(float(values.cited(TURNS, "about_turn").value), []).append("turn about")
    return {at: ", ".join(words) for at, words in sorted(marks.items()) if at}


def _move(mover: Mover, going: Going, transport: Transport, quality: Quality, values: Values) -> float:
    """One move action in millimetres; nothing where there is none."""
    facts = MoveFacts(mover=mover, going=going, transport=transport, quality=quality, in_column=going is Going.ROAD)
    allowed = move_allowance(facts, values.book)
    if isinstance(allowed, Refusal) or allowed.value.way is not Way.DISTANCE:
        return 0
    return float(allowed.value.mm)


def _ranges(values: Values) -> Iterator[PaperTemplate]:
    shared: dict[tuple[tuple[float, str], ...], list[StickWeapon]] = {}
    for weapon in WEAPONS:
        if values.has(REACH, weapon.key) and on_this_sheet(weapon.row, values):
            shared.setdefault((*_limits(weapon, values).items(), (0, str(weapon.lane))), []).append(weapon)
    for marks, weapons in shared.items():
        lane = float(values.cited("modelling/sizes", "lane").value) if weapons[0].lane else DEPTH
        names = ", ".join(one.name for one in weapons)
        months = values.months_of(REACH, weapons[0].key)
        title = f"Range{' and lane' if weapons[0].lane else ''}, {names}{f' ({months})' if months else ''}"
        yield from _stick(f"range_{weapons[0].key}", title, "FF-RNG-T1", dict(marks[:-1]), lane)


def _limits(weapon: StickWeapon, values: Values) -> Marks:
    """What stands at which distance: limits of the dice, steps of the order of targets, and the reach itself."""
    reach = float(values.cited(REACH, weapon.key).value)
    wanted = (*weapon.limits, *(ORDER if weapon.at_stands else ()))
    found = {float(values.cited(LIMITS, key).value): says for key, says in wanted if values.has(LIMITS, key)}
    if weapon.key == "infantry_long_range":
        found[float(values.cited(REACH, "infantry").value)] = "others"
    return {**{at: says for at, says in sorted(found.items()) if at < reach}, reach: "reach"}


def _stick(key: str, title: str, clause: str, marks: Marks, depth: float = DEPTH) -> Iterator[PaperTemplate]:
    length = max(marks)
    sections = ceil(length / SECTION)
    for number in range(sections):
        begins = number * SECTION
        part, last = min(SECTION, length - begins), number == sections - 1
        named = f"{title}, {centimetres(round(length))} cm"
        # The last section may be too short for the whole name: whose it is has to do.
        first = title.replace(";", ",").split(", ")[1]
        short = named if part > SHORTEST_NAMED * 2 else f"{first.capitalize()}, {centimetres(round(length))} cm"
        told = named if sections == 1 else f"{short}, part {number + 1} of {sections}"
        here = {mark - begins: word for mark, word in marks.items() if begins < mark <= begins + part}
        shapes = tuple(_section(begins, part, not last, told, here, depth))
        own = key if sections == 1 else f"{key}_{number + 1}"
        yield PaperTemplate(own, title, clause, part + (0 if last else TAB), depth, shapes)


def _section(begins: float, part: float, more: bool, title: str, marks: Marks, depth: float) -> Iterator[Shape]:
    yield PaperEdge(0, 0, part + (TAB if more else 0), depth)
    if more:
        yield Stroke(part, 0, part, depth, 0.15, "dashed")
        yield Words(part + TAB / 2, depth / 2, "glue", 6, turn=90)
    yield from _ticks(begins, part, marks, depth)
    if part >= SHORTEST_NAMED:
        yield Words(2, 2.8, title, fitting(title, part - 4, 7), bold=True, anchor="start")
    before = 0.0
    for at, word in sorted(marks.items()):
        on = min(at, part - 0.15)
        yield Stroke(on, 4.4, on, depth, 0.5)
        lines = _between(f"{word} {centimetres(round(begins + at))}", on - before - 2)
        yield from (Words(on - 1, 6.4 + n * 2.4, line, 6, anchor="end") for n, line in enumerate(lines))
        before = on


def _between(text: str, room: float) -> list[str]:
    """Words before a mark, in lines that end at the mark before it."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and fitting(longer, room, 6) == 6:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _ticks(begins: float, part: float, marks: Marks, depth: float) -> Iterator[Shape]:
    """A tick every centimetre; every fifth longer, with its number."""
    for at in range(10, round(part) + 1, 10):
        fifth = round(begins + at) % 50 == 0
        yield Stroke(at, depth - (5 if fifth else 3), at, depth, 0.2)
        if fifth and at < part and at not in marks:
            yield Words(at, depth - 6.3, centimetres(round(begins + at)), 6)
