"""Counters to cut out, and the strip of a turn's steps (FF-AIM, FF-TRN-03)."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from playsheets.flanders_fields.print_context import ARTILLERY, MORTARS, Command, Muster, Troop, Values, signed
from playsheets.shapes import (
    HEAVY,
    MIDDLE,
    SIDE,
    Counter,
    Disc,
    PaperEdge,
    PaperTemplate,
    Ring,
    Shape,
    Stroke,
    Words,
    cross,
    edge,
    fitting,
    in_lines,
    shortened,
)
from playsheets.sheets import Block, SheetStep
from rules.kernel.frozen_dataclasses import dataclass

# Counters to cut out (FF-AIM)


@dataclass(frozen=True, slots=True)
class PointCounter:
    """One battery's or mortar's counter: its nation, weapon and class, and the reference that its model carries too."""

    nation: str
    weapon: str
    unit_class: str
    reference: str


def aiming_points(values: Values) -> tuple[PointCounter, ...]:
    """The counters that the book prints (FF-AIM-04), guns by number and mortars by letter."""
    references, classes = (
        values.book.table("modelling/aiming_point_references"),
        values.book.table("modelling/aiming_point_classes"),
    )
    return tuple(
        PointCounter(key.partition("_")[0], references.word(key).says, classes.word(key).value, reference)
        for key in references
        for reference in references.word(key).value.split(", ")
    )


def aiming_counters(points: tuple[PointCounter, ...]) -> tuple[Counter, ...]:
    """A counter for each aiming point; its back, with a heavy edge, says that the battery has fired this turn."""
    return tuple(
        Counter(
            f"aim_{point.nation}_{point.reference}",
            f"{point.nation.capitalize()} {point.weapon} {point.reference}",
            tuple(_aiming_face(point, False)),
            tuple(_aiming_face(point, True)),
        )
        for point in points
    )


def _aiming_face(point: PointCounter, fired: bool) -> Iterator[Shape]:
    """British counters are square, German ones round, as on the map; the edge is heavy where the battery has fired."""
    yield edge(point.nation == "german", HEAVY if fired else 0.6)
    yield Words(MIDDLE, 5, point.nation.capitalize(), 6)
    yield Words(MIDDLE, 11, point.reference, 24, bold=True)
    if fired:
        yield Words(MIDDLE, 18, "fired", 8, bold=True)
        return
    lines = in_lines(point.weapon)
    for number, line in enumerate(lines):
        yield Words(MIDDLE, 17.4 + (number - (len(lines) - 1) / 2) * 2.5, line, fitting(line, 19, 6.5))
    yield from cross(MIDDLE, 22, 1.3)


def suppression_chips(values: Values, count: int = 24) -> tuple[Counter, ...]:
    """One level on the front, two on the back; the next is a kill (FF-SUP-08)."""
    kills = values.cited("suppression/death", "kills").value
    faces = [tuple(_levels(level, kills)) for level in range(1, kills)]
    one = Counter("suppression", "Suppression", faces[0], faces[-1])
    return (one,) * count


def _levels(level: int, kills: int) -> Iterator[Shape]:
    """As many lozenges as levels kill, those reached filled, and the number."""
    yield PaperEdge(0, 0, SIDE, SIDE, 0.4)
    apart = SIDE / (kills + 1)
    for place in range(1, kills + 1):
        yield Disc(place * apart, 17, 2) if place <= level else Ring(place * apart, 17, 2, 0.3)
    yield Words(MIDDLE, 8.6, str(level), 26, bold=True)
    yield Words(MIDDLE, 22.4, "suppressed", 6)


# What stands on the front and the back of a marker, and how many are wanted for an evening.
MARKERS: Final = (
    ("ordered", "Ordered", "Order failed", 12),
    ("actions", "1 action left", "2 actions left", 12),
    ("fired_on", "Raw, fired on", "Raw, fired on", 4),
    ("promotion", "Field promotion", "Field promotion", 4),
    ("gas", "In gas", "In gas", 6),
    ("wire", "On the wire", "On the wire", 6),
    ("packed", "Packed", "Deployed", 6),
    ("limbered", "Limbered", "Unlimbered", 4),
    ("morale", "50% test taken", "75% test taken", 4),
    ("retreat", "Retreating", "Retreating", 4),
)


def status_markers(values: Values) -> tuple[Counter, ...]:
    """Markers of orders and states, staff markers with what they add, and barrage turns."""
    plain = tuple(_marker(key, front, back) for key, front, back, count in MARKERS for _ in range(count))
    return (*plain, *_staff_markers(values), *_barrage_turns(values))


def _marker(key: str, front: str, back: str) -> Counter:
    return Counter(key, front, tuple(_named(front)), tuple(_named(back)))


def _named(text: str) -> Iterator[Shape]:
    yield PaperEdge(0, 0, SIDE, SIDE, 0.4)
    lines = text.split(" ") if len(text) > 9 else [text]
    for number, line in enumerate(lines):
        yield Words(MIDDLE, MIDDLE + (number - (len(lines) - 1) / 2) * 5, line, fitting(line, 21, 11), bold=True)


def _staff_markers(values: Values) -> tuple[Counter, ...]:
    adds = values.book.behaviour(
        "AMB-13",
        {"plus": signed(values.cited("orders/master", "staff_bonus").value), "reroll": "again"},
    )
    front = (edge(True, 0.6), Words(MIDDLE, 10.6, adds, 20, bold=True), Words(MIDDLE, 18, "staff", 8))
    back = (edge(True, HEAVY), Words(MIDDLE, MIDDLE, "staff used", 8, bold=True))
    return (Counter("staff", "Staff", front, back),) * 4


def _barrage_turns(values: Values) -> Iterator[Counter]:
    """A marker for every turn that the longest barrage can last: the fixed turns and the highest D3."""
    if not values.has("artillery/barrage_plan", "turns_beside_d3"):
        return
    for turn in range(1, values.cited("artillery/barrage_plan", "turns_beside_d3").value + 4):
        faces = tuple(
            (
                PaperEdge(0, 0, SIDE, SIDE, 0.6),
                Words(MIDDLE, 5, "barrage", 7),
                Words(MIDDLE, 13, str(turn), 24, bold=True),
                Words(MIDDLE, 21, says, 7),
            )
            for says in ("moves", "halts")
        )
        yield Counter(f"barrage_{turn}", f"Barrage turn {turn}", *faces)


# Counters of a game's own forces (FF-AIM)

LETTERS: Final = "ABCDEFGHIKLMNOPQRSTUVWXYZ"
# More letters cannot be read on a counter; the card of the command has the whole name.
LONGEST: Final = 26


def own_aiming_points(muster: Muster) -> tuple[PointCounter, ...]:
    """An aiming point for every gun and mortar in hand, by army: guns by number, mortars by letter (FF-AIM-02)."""
    return tuple(point for nation in muster.nations for point in _of_army(nation, muster))


def _of_army(nation: str, muster: Muster) -> Iterator[PointCounter]:
    numbers, letters = map(str, count(1)), _letters()
    for command in _in_hand(muster, nation):
        for troop in command.troops:
            if troop.kind in ARTILLERY or troop.kind in MORTARS:
                reference = next(letters if troop.kind in MORTARS else numbers)
                yield PointCounter(nation, _short(troop.name.partition(",")[0]), troop.kind, reference)


def _letters() -> Iterator[str]:
    """A to Z without J, which is read as I; then AA, BB and so on."""
    return (letter * times for times in count(1) for letter in LETTERS)


def stand_counters(muster: Muster) -> tuple[Counter, ...]:
    """A counter for every stand in hand and every commander, with its battalion; a heavy edge on the back means
    suppressed."""
    return tuple(counter for command in _in_hand(muster) for counter in _of_command(command))


def _in_hand(muster: Muster, nation: str = "") -> Iterable[Command]:
    return (one for one in muster.commands if one.own and nation in ("", one.nation))


def _of_command(command: Command) -> Iterator[Counter]:
    yield _counter(command.commander, command, "commander")
    for troop in command.troops:
        for number, stand in enumerate(troop.stands, 1):
            yield _counter(stand, command, _which(troop, stand, number))


def _which(troop: Troop, stand: str, number: int) -> str:
    """What stands below the name of a stand: its company, or its place in the unit."""
    if troop.name == stand:
        return troop.kind.replace("_", " ")
    return _short(troop.name) if troop.name not in stand else f"{number} of {len(troop.stands)}"


def _counter(name: str, command: Command, below: str) -> Counter:
    faces = [tuple(_face(name, command, below, suppressed)) for suppressed in (False, True)]
    return Counter("stand", name, *faces)


def _face(name: str, command: Command, below: str, suppressed: bool) -> Iterator[Shape]:
    yield edge(command.nation == "german", HEAVY if suppressed else 0.5)
    lines = in_lines(_short(name))
    for number, line in enumerate(lines):
        y = MIDDLE - 1 + (number - (len(lines) - 1) / 2) * 3.8
        yield Words(MIDDLE, y, line, fitting(line, 19, 9), bold=True)
    above = shortened(command.name, 14)
    yield Words(MIDDLE, 5, above, fitting(above, 17, 6))
    last = "suppressed" if suppressed else below
    for number, line in enumerate(in_lines(last)[:2]):
        yield Words(MIDDLE, 19.2 + number * 2.4, line, fitting(line, 17, 6), bold=suppressed)


def _short(name: str) -> str:
    return shortened(name, LONGEST)


# The sequence of a turn on a strip of paper, to lay a marker on as the turn goes on (FF-TRN-03)

WIDTH: Final = 92.0
HEAD: Final = 9.0
PHASE: Final = 9.0
STEP: Final = 7.0
COPIES: Final = 2
LONGEST_STEP: Final = 70


def turn_strips(blocks: Iterable[Block], title: str) -> tuple[PaperTemplate, ...]:
    """A strip for each player, with the steps of a sheet."""
    steps = [block for block in blocks if isinstance(block, SheetStep)]
    deep = HEAD + sum(PHASE + STEP * len(step.steps) for step in steps)
    shapes = (PaperEdge(0, 0, WIDTH, deep), *_head(title), *_rows(steps))
    return (PaperTemplate("turn_strip", "Turn sequence", "FF-TRN-03", WIDTH, deep, shapes),) * COPIES


def _head(title: str) -> Iterator[Shape]:
    yield Words(3, 3.2, "Turn sequence", 8, bold=True, anchor="start")
    named = shortened(title, LONGEST_STEP)
    yield Words(3, 6.6, named, fitting(named, WIDTH - 6, 6.5), anchor="start")


def _rows(steps: Iterable[SheetStep]) -> Iterator[Shape]:
    y = HEAD
    for step in steps:
        yield Stroke(0, y, WIDTH, y, 0.4)
        yield Words(3, y + PHASE / 2, step.label, 12, bold=True, anchor="start")
        yield from _row(step.title, 9, y, PHASE, 8.5, bold=True)
        y += PHASE
        for under in step.steps:
            yield Words(9, y + STEP / 2, under.label, 7, bold=True, anchor="start")
            yield from _row(under.title, 14, y, STEP, 7.5)
            y += STEP


def _row(title: str, x: float, y: float, deep: float, size: float, bold: bool = False) -> Iterator[Shape]:
    """The name of a step, and the ring in which the marker lies while it is on."""
    room = WIDTH - x - 9
    yield Words(x, y + deep / 2, title, fitting(title, room, size), bold=bold, anchor="start")
    yield Ring(WIDTH - 5, y + deep / 2, 2.4, 0.25)
