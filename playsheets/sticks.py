"""Sticks to measure with, cut from paper: how far movers go and weapons reach (FF-MOV-T3, FF-RNG-T1)."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

from playsheets.shapes import Outline, Shape, Stroke, Template, Words, fitting
from playsheets.values import Values, centimetres
from rules.kernel.cells import Allowance, Way

DEPTH: Final = 16.0
SECTION: Final = 200.0
TAB: Final = 10.0
SHORTEST_NAMED: Final = 45
MOVERS: Final = (
    ("infantry", "infantry"),
    ("cavalry", "cavalry"),
    ("field_artillery", "limbered guns"),
    ("tanks", "tanks"),
    ("motors", "motors"),
)
GROUND: Final = (
    ("cross_country", "cross country"),
    ("road", "road"),
    ("close_terrain", "close"),
    ("along_trench", "trench"),
    ("shell_torn", "shell-torn"),
    ("shattered", "shattered"),
)
# The limits within a range that change the die, with what stands at the mark.
RANGES: Final = (
    ("machine_gun", "machine gun", (("FF-RNG-11", "short.machine_gun", "short"),)),
    ("infantry", "infantry, light MG, block house", (("FF-RNG-11", "short.infantry", "short"),)),
    ("infantry_long_range", "BEF rifles", (("FF-RNG-T1", "infantry", "others"),)),
    ("tank_gun", "tank", (("FF-RNG-11", "short.tank", "short"),)),
    ("flamethrower", "flamethrower", ()),
    ("light_mortar", "mortar", (("FF-RNG-11", "least.mortar", "least"),)),
    ("field_gun", "artillery", (("FF-RNG-11", "open_sights.from", "sights"), ("FF-RNG-11", "open_sights.far", "far"))),
)


def sticks_of(values: Values) -> tuple[Template, ...]:
    """Every stick of the sheet's period; those longer than a page come in sections that are glued tab under edge."""
    return (*_movement(values), *_ranges(values))


def _movement(values: Values) -> Iterator[Template]:
    for mover, name in MOVERS:
        marks: dict[float, str] = {}
        for ground, word in GROUND:
            allowed: Allowance = values.cited("FF-MOV-T3", f"{ground}.{mover}").value
            if allowed.way is Way.DISTANCE:
                marks[allowed.mm] = f"{marks[allowed.mm]}, {word}" if allowed.mm in marks else word
        yield from _stick(f"move_{mover}", f"Move, {name}", "FF-MOV-T3", max(marks), marks)


def _ranges(values: Values) -> Iterator[Template]:
    for weapon, name, limits in RANGES:
        if not values.has("FF-RNG-T1", weapon):
            continue
        length = float(values.cited("FF-RNG-T1", weapon).value)
        marks = {float(values.cited(table, key).value): word for table, key, word in limits}
        yield from _stick(f"range_{weapon}", f"Range, {name}", "FF-RNG-T1", length, {**marks, length: "reach"})


def _stick(key: str, title: str, clause: str, length: float, marks: Mapping[float, str]) -> Iterator[Template]:
    sections = ceil(length / SECTION)
    for number in range(sections):
        begins = number * SECTION
        part, last = min(SECTION, length - begins), number == sections - 1
        named = f"{title}, {centimetres(round(length))} cm"
        # The last section may be too short for the whole name.
        short = named if part > SHORTEST_NAMED * 2 else f"{centimetres(round(length))} cm"
        told = named if sections == 1 else f"{short}, part {number + 1} of {sections}"
        here = {mark - begins: word for mark, word in marks.items() if begins < mark <= begins + part}
        shapes = tuple(_section(begins, part, not last, told, here))
        own = key if sections == 1 else f"{key}_{number + 1}"
        yield Template(own, title, clause, part + (0 if last else TAB), DEPTH, shapes)


def _section(begins: float, part: float, more: bool, title: str, marks: Mapping[float, str]) -> Iterator[Shape]:
    yield Outline(0, 0, part + (TAB if more else 0), DEPTH)
    if more:
        yield Stroke(part, 0, part, DEPTH, 0.15, "dashed")
        yield Words(part + TAB / 2, DEPTH / 2, "glue", 6, turn=90)
    yield from _ticks(begins, part, marks)
    if part >= SHORTEST_NAMED:
        yield Words(2, 2.8, title, fitting(title, part - 4, 7), bold=True, anchor="start")
    for at, word in marks.items():
        on = min(at, part - 0.15)
        yield Stroke(on, 4.4, on, DEPTH, 0.5)
        yield Words(on - 1, 6.4, f"{word} {centimetres(round(begins + at))}", 6, anchor="end")


def _ticks(begins: float, part: float, marks: Mapping[float, str]) -> Iterator[Shape]:
    """A tick every centimetre; every fifth longer, with its number."""
    for at in range(10, round(part) + 1, 10):
        fifth = round(begins + at) % 50 == 0
        yield Stroke(at, DEPTH - (5 if fifth else 3), at, DEPTH, 0.2)
        if fifth and at < part and at not in marks:
            yield Words(at, DEPTH - 6.3, centimetres(round(begins + at)), 6)
