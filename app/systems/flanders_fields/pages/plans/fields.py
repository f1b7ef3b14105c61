"""The fields of the line of a fire plan that is in hand, each with what the checks say of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from app.pages.fields import (
    ChoiceField,
    FieldOption,
    FlagField,
    LengthField,
    PlaceField,
    TextField,
    TurnField,
    options,
)
from app.systems.flanders_fields.pages.plans.seen import Seen
from app.systems.flanders_fields.words import words
from rules.flanders_fields.barrages.rolling import piece_mm
from rules.flanders_fields.fire_plan.barrages import shortest_and_longest, speed_of
from rules.flanders_fields.fire_plan.written import (
    LONGEST_NAME,
    LONGEST_NOTE,
    PLANNED_KINDS,
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
)
from rules.flanders_fields.gas.clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import UnitClass, Work
from rules.kernel.measure import MM_A_CM
from rules.kernel.values import dataclass

OF_CLAUSES: Final[Mapping[str, str]] = {
    "FF-FPL-07": "turn",
    "FF-FPL-08": "kind",
    "FF-FPL-10": "delivery",
    "FF-FPL-14": "start_mm",
    "FF-BAR-22": "start_mm",
    "FF-FPL-15": "speed_mm",
    "FF-BAR-05": "speed_mm",
    "FF-FPL-16": "turns",
    "FF-FPL-17": "halts",
    "FF-BAR-19": "leads_mm",
    "FF-FPL-37": "at",
    "FF-FPL-38": "wind_deg",
    "FF-FPL-39": "speed_mm",
    "FF-FPL-05": "at",
    "FF-FPL-23": "at",
    "FF-FPL-25": "at",
    "FF-FPL-68": "kind",
    "FF-SUI-01": "duty",
    "FF-SUI-02": "at_call_of",
    "FF-SUI-04": "at_call_of",
}
"""The field that a finding of a clause is about, where a line has that field."""
LONGEST_ANGLE: Final = len("359")


@dataclass(frozen=True, slots=True)
class HaltLine:
    """A line on which a barrage comes to lie, and how many turns it halts there; `meets`: whether it ever does."""

    up_mm: int
    up: float
    turns: int
    meets: bool


@dataclass(frozen=True, slots=True)
class HaltsField:
    """The halts of a barrage."""

    form: ClassVar[str] = "halts"
    name: str
    label: str
    lines: Sequence[HaltLine]


@dataclass(frozen=True, slots=True)
class LeadsField:
    """How far each piece of a barrage's line is ahead, cm."""

    form: ClassVar[str] = "leads"
    name: str
    label: str
    pieces: Sequence[float]


PlanField = ChoiceField | FlagField | HaltsField | LeadsField | LengthField | PlaceField | TextField | TurnField


def fields_of(line: PlanLine, seen: Seen) -> list[PlanField]:
    """The fields of a line, in the order in which one fills them in."""
    return list(_fields(line, seen))


def _fields(line: PlanLine, seen: Seen) -> Iterator[PlanField]:
    match line:
        case WeaponLine():
            yield from _of_a_weapon(line, seen)
        case ShiftLine() | BombardmentLine():
            yield _weapon(seen, line.weapon, "Choose one")
            yield TurnField("turn", "In turn", line.turn)
            yield _place("at", "Where to" if isinstance(line, ShiftLine) else "On", line.at)
            yield _text("where", "What the place is called", line.where)
        case BarrageLine():
            yield from _of_a_barrage(line, seen)
        case GasLine():
            yield from _of_gas(line)
        case WorkLine():
            yield _text("name", "Which work", line.name)
            works = [work.value for work in Work if work is not Work.NONE]
            yield ChoiceField("work", "What it is", _words(works, "Choose one"), line.work or "")
            yield TurnField("turn", "In turn", line.turn)
        case SosLine():
            yield _place("at", "Its middle", line.at)
            yield _weapon(seen, line.weapon, "Any battery")
            yield _text("where", "What the place is called", line.where)
    yield _text("note", "Note", line.note, LONGEST_NOTE)


def _of_a_weapon(line: WeaponLine, seen: Seen) -> Iterator[PlanField]:
    yield _text("name", "Name", line.name)
    yield _place("at", "First aiming point", line.at)
    kinds = [kind.value for kind in UnitClass if kind in PLANNED_KINDS]
    yield ChoiceField("kind", "What it is", _words(kinds), line.kind)
    yield ChoiceField("duty", "Whose it is", _words(duty.value for duty in Duty), line.duty)
    yield _text("where", "What the point is called", line.where)
    if line.duty is Duty.SUPERIMPOSED or line.at_call_of:
        yield _at_call_of(line, seen)


def _at_call_of(line: WeaponLine, seen: Seen) -> PlanField:
    """Which commander orders a battery that several share: one of the side's, where it is known whom it has."""
    if not seen.formations:
        return _text("at_call_of", "Who may order it", line.at_call_of)
    named = line.at_call_of.strip()
    known = next((name for called in seen.formations for name in called[1:] if named.casefold() in _folded(called)), "")
    others = [named] if named and not known else []
    names = {one: one for one in (*(name for _, name in seen.formations), *others)}
    return ChoiceField("at_call_of", "Who may order it", options(names, "Whose it is"), known or named)


def _folded(called: tuple[str, str]) -> tuple[str, ...]:
    return tuple(one.casefold() for one in called)


def _of_a_barrage(line: BarrageLine, seen: Seen) -> Iterator[PlanField]:
    yield _length("start_mm", "Start line", line.start_mm, "its rear edge, from the own edge")
    if line.id in seen.courses:
        least, most = shortest_and_longest(seen.book)
        lasts = options({str(number): str(number) for number in range(least, most + 1)}, "Not rolled")
        yield ChoiceField("turns", "Turns it lasts", lasts, str(line.turns or ""), "4 + D3", whole=True)
        usual = speed_of(BarrageLine(id=line.id), seen.book)
        yield _length("speed_mm", "Lift", usual if line.speed_mm is None else line.speed_mm, "cm a turn")
        yield HaltsField("halts", "Halts", _halts(line, seen))
    yield LeadsField("leads_mm", "Bends", _leads(line, seen))
    yield FlagField("hurricane", "Covers a hurricane bombardment", line.hurricane)
    if line.hurricane or line.back:
        backs = ", ".join(map(str, line.back))
        yield _text("back", "Turns in which it rolls back", backs, hint="such as 4, 5")
    yield _text("name", "Name", line.name)


def _halts(line: BarrageLine, seen: Seen) -> list[HaltLine]:
    """Every line on which it comes to lie, with the turns it halts there; and halts to which it never comes."""
    rolls, stops = seen.courses[line.id], {one.up_mm: one.turns for one in line.halts}
    lies = dict.fromkeys(one.rear_mm for one in rolls.turns if one.rear_mm < seen.table.depth_mm)
    return [HaltLine(up, up / MM_A_CM, turns=stops.get(up, 0), meets=up in lies) for up in sorted({*lies, *stops})]


def _leads(line: BarrageLine, seen: Seen) -> list[float]:
    many = -(-seen.table.width_mm // piece_mm())
    return [(line.leads_mm[piece] if piece < len(line.leads_mm) else 0) / MM_A_CM for piece in range(many)]


def _of_gas(line: GasLine) -> Iterator[PlanField]:
    kinds = options({kind.value: words(kind) for kind in GasKind})
    yield ChoiceField("kind", "Kind", kinds, line.kind or "", whole=True)
    brings = options({way.value: words(way) for way in Delivery})
    yield ChoiceField("delivery", "Brought by", brings, line.delivery or "", whole=True)
    yield TurnField("turn", "Comes in turn", line.turn)
    front = line.delivery is Delivery.PROJECTOR
    yield _place("at", "Front of the forward trench" if front else "Its middle", line.at)
    wind = "" if line.wind_deg is None else str(line.wind_deg)
    yield _text("wind_deg", "Wind blows to", wind, LONGEST_ANGLE, hint="degrees: 0 ahead, 90 right, 180 back")
    yield _length("speed_mm", "Wind’s speed", line.speed_mm, "only by house rule")
    yield _text("where", "What the place is called", line.where)


def _text(name: str, label: str, value: str, longest: int = LONGEST_NAME, hint: str = "") -> TextField:
    return TextField(name, label, value, longest, hint)


def _place(name: str, label: str, at: Reference | None) -> PlaceField:
    return PlaceField(name, label, (at.along_mm / MM_A_CM, at.up_mm / MM_A_CM) if at else None)


def _length(name: str, label: str, length_mm: int | None, hint: str) -> LengthField:
    return LengthField(name, label, None if length_mm is None else length_mm / MM_A_CM, hint)


def _weapon(seen: Seen, chosen: str, none: str) -> ChoiceField:
    weapons = {one.id: f"{seen.labels[one.id]} {one.name}" for one in seen.plan.weapons}
    return ChoiceField("weapon", "Whose", options(weapons, none), chosen)


def _words(values: Iterable[str], none: str = "") -> list[FieldOption]:
    return options({value: words(value) for value in values}, none)
