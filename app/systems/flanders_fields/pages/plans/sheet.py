"""A fire plan in words: the timetable turn by turn, and every line of the sheet by its sort."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.systems.flanders_fields.pages.plans.rolling import drifts_of
from app.systems.flanders_fields.pages.plans.seen import Seen, cm
from app.systems.flanders_fields.words import words
from rules.flanders_fields.barrages.rolling import SIZES
from rules.flanders_fields.fire_plan.barrages import Does
from rules.flanders_fields.fire_plan.findings import PlanFinding, Severity
from rules.flanders_fields.fire_plan.written import (
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
from rules.flanders_fields.game.survey.drifting import GONE
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass

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
    return f"{cm(at.rear_mm)} to {cm(at.rear_mm + depth)}{does}"


def _fires(seen: Seen, turn: int) -> str:
    fire = [f"{_whose(seen, one)} fires on {_at(one.at)}" for one in seen.plan.bombardments if one.turn == turn]
    moves = [f"{_whose(seen, one)} moves to {_at(one.at)}" for one in seen.plan.shifts if one.turn == turn]
    works = [one.name or NOT_YET for one in seen.plan.works if one.turn == turn]
    return "; ".join((*fire, *moves, *((f"hurricane on {', '.join(works)}",) if works else ())))


def _whose(seen: Seen, line: ShiftLine | BombardmentLine) -> str:
    return seen.labels.get(line.weapon, "?")


def _at(at: Reference | None) -> str:
    return f"{cm(at.along_mm)}, {cm(at.up_mm)}" if at else NOT_YET


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
            yield f"start {cm(line.start_mm)}" if line.start_mm is not None else f"start {NOT_YET}"
            yield f"{line.turns} turns" if line.turns else "turns not rolled"
            yield from (f"halt at {cm(one.up_mm)} for {one.turns}" for one in line.halts)
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
