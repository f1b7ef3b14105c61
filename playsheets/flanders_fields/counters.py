"""Counters to cut out: aiming points, suppression, orders, staff, barrage turns (FF-AIM)."""

from collections.abc import Iterator
from typing import Final

from playsheets.counters import HEAVY, MIDDLE, SIDE, Counter, edge
from playsheets.flanders_fields.values import Values, signed
from playsheets.shapes import Disc, PaperEdge, Ring, Shape, Words, cross, fitting, in_lines
from rules.kernel.values import dataclass


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
