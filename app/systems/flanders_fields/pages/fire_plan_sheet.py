"""A fire plan in words: timetable, lines with their fields, clashes with own troops."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from app.maps.drawing import CLASH, Grip
from app.maps.layers import Overlay, cut_to
from app.maps.tools import to_spot
from app.pages.form_fields import (
    ChoiceField,
    FieldOption,
    FlagField,
    LengthField,
    PlaceField,
    TextField,
    TurnField,
    options,
)
from app.pages.rendering import as_id
from app.systems.flanders_fields.lookups import words
from app.systems.flanders_fields.pages.fire_plan_map import Seen, centimetres, drifts_of
from rules.flanders_fields.barrages import SIZES, piece_mm
from rules.flanders_fields.fire_plan import (
    LONGEST_NAME,
    LONGEST_NOTE,
    PLANNED_KINDS,
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    Happens,
    PlanFinding,
    PlanLine,
    Reference,
    Severity,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
)
from rules.flanders_fields.fire_plan_timetable import Does, shortest_and_longest, speed_of
from rules.flanders_fields.game.map_facts.gas_coverage import GONE
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Side, UnitClass, Work
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.polygons import Outline
from rules.tabletop.stands import Spot

# A fire plan in words

TITLES: Final[Mapping[str, str]] = {
    "weapons": "Batteries and mortars",
    "shifts": "Moves of aiming points",
    "bombardments": "Planned fire",
    "barrages": "Rolling barrage",
    "gas": "Gas attacks",
    "works": "Hurricane bombardment",
    "sos_points": "SOS points",
}
ADDS: Final[Mapping[str, str]] = {
    "weapons": "A battery or mortar",
    "shifts": "A move",
    "bombardments": "Planned fire",
    "barrages": "A barrage",
    "gas": "A gas attack",
    "works": "A work",
    "sos_points": "A point",
}
NOT_YET: Final = "not said yet"


@dataclass(frozen=True, slots=True)
class TurnRow:
    """What the plan does in one turn of its side, by the columns of the timetable."""

    turn: int
    barrage: str
    fire: str
    gas: str

    @property
    def says(self) -> str:
        """The turn read out."""
        told = [f"barrage {self.barrage}" if self.barrage else "", self.fire, f"gas {self.gas}" if self.gas else ""]
        return f"Turn {self.turn}: {'; '.join(one for one in told if one) or 'nothing by the plan'}"


def timetable_rows(seen: Seen) -> list[TurnRow]:
    """Every turn of the plan."""
    return [
        TurnRow(turn, _rolls(seen, turn), _fires(seen, turn), _drifts(seen, turn)) for turn in range(1, seen.last + 1)
    ]


def _rolls(seen: Seen, turn: int) -> str:
    told = (_rolls_so(seen, line, turn) for line in seen.plan.barrages if line.start_mm is not None)
    return "; ".join(one for one in told if one)


def _rolls_so(seen: Seen, line: BarrageLine, turn: int) -> str:
    rolls = seen.courses.get(line.id)
    if rolls is None or turn > len(rolls.turns) + 1:
        return ""
    if turn > len(rolls.turns):
        return "lifts and ends"
    at, depth = rolls.turns[turn - 1], seen.book.table(SIZES).number("depth").value
    if at.rear_mm >= seen.table.depth_mm:
        return "off the table"
    does = {Does.HALTS: ", halt", Does.ROLLS_BACK: ", rolls back"}.get(at.does, "")
    return f"{centimetres(at.rear_mm)} to {centimetres(at.rear_mm + depth)}{does}"


def _fires(seen: Seen, turn: int) -> str:
    fire = [f"{_whose(seen, one)} fires on {_at(one.at)}" for one in seen.plan.bombardments if one.turn == turn]
    moves = [f"{_whose(seen, one)} moves to {_at(one.at)}" for one in seen.plan.shifts if one.turn == turn]
    works = [one.name or NOT_YET for one in seen.plan.works if one.turn == turn]
    return "; ".join((*fire, *moves, *((f"hurricane on {', '.join(works)}",) if works else ())))


def _whose(seen: Seen, line: ShiftLine | BombardmentLine) -> str:
    return seen.labels.get(line.weapon, "?")


def _at(at: Reference | None) -> str:
    return f"{centimetres(at.along_mm)}, {centimetres(at.up_mm)}" if at else NOT_YET


def _drifts(seen: Seen, turn: int) -> str:
    return "; ".join(told for told in (_drifts_so(seen, line, turn) for line in seen.plan.gas) if told)


def _drifts_so(seen: Seen, line: GasLine, turn: int) -> str:
    """From where to where a cloud goes in a turn: "G1 30, 140 to 42, 152"; without a wind only where it comes."""
    after, label = turn - line.turn if line.turn else -1, seen.labels[line.id]
    if after < 0 or (after and line.wind_deg is None):
        return ""
    found = drifts_of(seen, line) if line.wind_deg is not None else ()
    if after >= len(found):
        return "" if after else f"{label} {_at(line.at)}"
    at = found[after]
    if after and at.fate in GONE:
        return f"{label} is gone"
    there = f"{at.middle_cm[0]:.0f}, {at.middle_cm[1]:.0f}"
    if not after:
        return f"{label} {_at(line.at)} to {there}"
    return f"{label} lies {there}" if found[after - 1].middle_cm == at.middle_cm else f"{label} to {there}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the sheet: its number, its name, what it says, and how many findings of each sort it has."""

    id: str
    label: str
    name: str
    says: str
    refused: int = 0
    minded: int = 0


def sections(seen: Seen, findings: Sequence[PlanFinding]) -> list[dict[str, Any]]:
    """The sheet list by list; those that the side cannot use are left out while they are empty."""
    return [
        {
            "list": name,
            "title": title,
            "adds": ADDS[name],
            "lines": [_entry(seen, line, findings) for line in getattr(seen.plan, name)],
        }
        for name, title in TITLES.items()
        if getattr(seen.plan, name) or _is_for(name, seen.plan.side)
    ]


def _is_for(name: str, side: Side) -> bool:
    return side is Side.DEFENDER if name == "sos_points" else side is Side.ATTACKER or name not in ("barrages", "works")


def _entry(seen: Seen, line: PlanLine, findings: Sequence[PlanFinding]) -> Entry:
    own = [one for one in findings if one.line == line.id]
    refused = sum(one.stands for one in own)
    minded = sum(one.severity is not Severity.REFUSED for one in own)
    return Entry(line.id, seen.labels[line.id], name_of(line, seen), "; ".join(_said(line, seen)), refused, minded)


def name_of(line: PlanLine, seen: Seen) -> str:
    """What a line is called on the sheet."""
    match line:
        case WeaponLine() | WorkLine():
            return line.name or "Unnamed"
        case ShiftLine() | BombardmentLine():
            weapon = seen.plan.weapon(line.weapon)
            return f"{seen.labels[weapon.id]} {weapon.name}" if weapon else "No weapon chosen"
        case BarrageLine():
            return line.name or "Rolling barrage"
        case GasLine():
            return f"{words(line.kind)} gas" if line.kind else "Gas"
        case _:
            return line.where or "SOS point"


def _said(line: PlanLine, seen: Seen) -> Iterator[str]:
    """What is filled in of a line, in short."""
    match line:
        case WeaponLine():
            duty = "" if line.duty is Duty.REGIMENTAL else f", {line.duty}"
            yield f"{words(line.kind)}{duty}"
            yield _at(line.at) if line.at else "no point yet"
        case BarrageLine():
            yield f"start {centimetres(line.start_mm)}" if line.start_mm is not None else f"start {NOT_YET}"
            yield f"{line.turns} turns" if line.turns else "turns not rolled"
            yield from (f"halt at {centimetres(one.up_mm)} for {one.turns}" for one in line.halts)
        case GasLine():
            yield f"turn {line.turn or NOT_YET}"
            yield _at(line.at)
            yield f"wind {line.wind_deg}°" if line.wind_deg is not None else f"wind {NOT_YET}"
        case WorkLine():
            yield words(line.work) if line.work else NOT_YET
            yield f"turn {line.turn or NOT_YET}"
        case SosLine():
            weapon = seen.plan.weapon(line.weapon)
            yield _at(line.at)
            yield f"for {weapon.name}" if weapon else "for any battery"
        case _:
            yield f"turn {line.turn or NOT_YET}"
            yield _at(line.at)
            yield from (line.where,) if line.where else ()


# Fields of the selected line

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


# Fire on its own side

Shown = dict[str, Any]
MARK: Final = "clash-"
"""What the id of a mark on the map begins with; the rest is the key of its finding."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A finding with a place: the turn it happens in, what its line is called on its counter, what it says."""

    id: str
    turn: int
    label: str
    about: str
    says: str
    areas: tuple[Outline, ...]


def clashes_of(seen: Seen, findings: Iterable[PlanFinding]) -> tuple[Clash, ...]:
    """Every finding that happens somewhere, turn by turn."""
    found = [_clash(seen, one, one.happens) for one in findings if one.happens]
    return tuple(sorted(found, key=lambda one: one.turn))


def _clash(seen: Seen, one: PlanFinding, happens: Happens) -> Clash:
    line = seen.plan.line(one.line)
    about = name_of(line, seen) if line else "The plan"
    label = seen.labels.get(one.line, "")
    return Clash(f"{MARK}{as_id(one.key)}", happens.turn, label, about, one.says, happens.areas)


def in_turn(clashes: Sequence[Clash], turn: int) -> list[Clash]:
    """Those of a turn; before the first turn those of every turn."""
    return [one for one in clashes if turn in (0, one.turn)]


def clash_ground(seen: Seen, clashes: Sequence[Clash]) -> Iterator[Overlay]:
    """The ground on which each clash of the turn happens."""
    for one in in_turn(clashes, seen.turn):
        shapes = cut_to(seen.table, *one.areas)
        yield Overlay("clash", f"Clash, {one.label} {one.about}: {one.says}", shapes, is_preview=False)


def clash_signs(seen: Seen, clashes: Sequence[Clash]) -> Iterator[Grip]:
    """The sign of each clash of the turn, by which its finding is reached."""
    for one in in_turn(clashes, seen.turn):
        shapes = cut_to(seen.table, *one.areas)
        if shapes:
            words = f"Clash in turn {one.turn}, {one.label} {one.about}: {one.says}"
            yield Grip("", words, _middle(shapes[0]), of=one.id, label=one.label, moves=False, mark=CLASH)


def _middle(corners: Sequence[Spot]) -> Spot:
    many = len(corners)
    return to_spot((sum(spot.x_mm for spot in corners) / many, sum(spot.y_mm for spot in corners) / many))


def clashes_told(seen: Seen, clashes: Sequence[Clash]) -> Shown:
    """The clashes in words: those of the turn that is looked at, and how many there are in each."""
    turns = sorted({one.turn for one in clashes})
    return {
        "now": in_turn(clashes, seen.turn) if seen.turn else [],
        "by_turn": [{"turn": turn, "clashes": in_turn(clashes, turn)} for turn in turns],
        "many": {turn: len(in_turn(clashes, turn)) for turn in turns},
    }
