"""The fire plan as a document: file, faults, seal, masks and differences."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import Enum
from hashlib import sha256
from hmac import digest
from typing import Any, Final

from rules.flanders_fields.fire_plan import (
    PLANNED_KINDS,
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
    in_words,
)
from rules.kernel.distances import cm
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.sealing import SealOpening, fingerprint, open_piece, proves_whole
from rules.kernel.serialization import (
    Misfit,
    NoDocument,
    NotFitting,
    NotPlain,
    build,
    canonical_bytes,
    read_object,
    refuse,
    schema_of_file,
    take_kind,
    without_defaults,
    written,
)

# What cannot stand in the file of a fire plan, in words that say what would be right. Whether the rules allow what

_LINE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


Found = Iterator[tuple[str, str]]


def faults(plan: WrittenPlan) -> tuple[Misfit, ...]:
    """Everything that cannot stand in a file, line by line; nothing where it can be written and read again."""
    uses = Counter(line.id for line in plan.lines())
    return (
        *(Misfit("", *found) for found in _about_the_plan(plan)),
        *(Misfit(line.id[:40], *found) for line in plan.lines() for found in _about(line, uses[line.id], plan)),
    )


def _about_the_plan(plan: WrittenPlan) -> Found:
    if not plan.name.strip():
        yield "the plan has no name", "name it, so that it can be told from others"
    yield from _in_one_line(plan)
    yield from _in_one_line(plan.written_for)
    if plan.written_for.month:
        try:
            parse_month(plan.written_for.month)
        except BadMonth as wrong:
            because, _, right = str(wrong).partition("; ")
            yield because, right
    if not all(line.isprintable() for line in plan.notes.split("\n")):
        yield "there are signs in the notes that cannot be shown", "letters, digits, signs and ends of lines"
    for one in plan.allowed:
        yield from _in_one_line(one)


def _about(line: PlanLine, uses: int, plan: WrittenPlan) -> Found:
    if not _LINE_ID.fullmatch(line.id):
        yield "its id is no short word", "give an id of 1 to 40 letters, digits, hyphens, dots and underscores"
    elif uses > 1:
        yield f"{uses} lines have the id {line.id}", "give each an id of its own"
    yield from _in_one_line(line)
    if isinstance(line, WeaponLine):
        if not line.name.strip():
            yield "the weapon has no name", "name it as the force does"
        if line.kind not in PLANNED_KINDS:
            yield f"a fire plan has no line for a {line.kind.replace('_', ' ')}", _kinds()
    elif isinstance(line, ShiftLine | BombardmentLine | SosLine) and line.weapon and plan.weapon(line.weapon) is None:
        yield f"no weapon of the plan has the line {line.weapon!r:.45}", "name the line of one of its weapons"


def _kinds() -> str:
    words = sorted(kind.replace("_", " ") for kind in PLANNED_KINDS)
    return f"name one of: {', '.join(words)}"


def _in_one_line(value: Any) -> Found:
    """What a text field of one line cannot hold."""
    for one in fields(value):
        text = getattr(value, one.name)
        if one.name not in ("id", "notes") and isinstance(text, str) and not text.isprintable():
            yield f"there are signs in its {one.name.replace('_', ' ')} that cannot be shown", "text of one line"


# A fire plan as one open JSON file, and the bytes it is sealed by

FORMAT: Final = "beaten-zone-fire-plan"
VERSION: Final = 1
MOST_BYTES: Final = 1_000_000
"""The longest file that is read; one with the most lines and texts takes three quarters of it."""
USUAL: Final = "a plan that was saved here"
_LISTED: Final = re.compile(r"(\w+)\.(\d+)\.?(.*)")


def read_plan(data: bytes) -> WrittenPlan:
    """The plan in a file. Raises NotFitting, and then nothing of it has been taken in."""
    try:
        told = read_object(data, MOST_BYTES, USUAL)
        take_kind(told, (FORMAT, VERSION), USUAL)
    except NoDocument as wrong:
        raise NotFitting(Misfit("", wrong.because, wrong.instead)) from None
    return _plan(told)


def _plan(told: Mapping[str, Any]) -> WrittenPlan:
    try:
        plan = build(WrittenPlan, told)
    except NotPlain as bad:
        raise NotFitting(_unfitting(bad, told)) from None
    refuse(faults(plan))
    return plan


def _unfitting(bad: NotPlain, told: Mapping[str, Any]) -> Misfit:
    """What the reader found, said of the line it found it in."""
    listed = _LISTED.fullmatch(bad.field)
    if listed is None:
        return Misfit("", f"{bad.field}: {bad.wrong}" if bad.field else bad.wrong, bad.right)
    entry = told[listed[1]][int(listed[2])]
    called = entry.get("id") if isinstance(entry, Mapping) else None
    line = called[:40] if isinstance(called, str) and called else f"{listed[1]} {int(listed[2]) + 1}"
    return Misfit(line, f"{listed[3]}: {bad.wrong}" if listed[3] else bad.wrong, bad.right)


def write_plan(plan: WrittenPlan) -> bytes:
    """The file of a plan as people may read it, a line for each of its lines, as `read_plan` takes it."""
    return written(_filled_in(plan))


def canonical(plan: WrittenPlan) -> bytes:
    """The bytes of a plan that every program writes alike (RFC 8785): sorted names, no blanks, only what is filled in.

    `read_plan` takes them too.
    """
    return canonical_bytes(_filled_in(plan))


def file_schema(place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file as a JSON schema; `place`: how what stands inside of it is referred to."""
    return schema_of_file(WrittenPlan, {"format": FORMAT, "version": VERSION}, place)


def _filled_in(plan: WrittenPlan) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, **without_defaults(plan)}


# Other ids for the lines of a plan. They are shown with what falls: ids that count tell of what has not fallen


def renamed(plan: WrittenPlan, ids: Iterator[str]) -> WrittenPlan:
    """The same plan with its lines called anew, in the order of the sheet; lines of a weapon follow its new id."""
    new = {line.id: next(ids) for line in plan.lines()}
    return replace(
        plan,
        weapons=tuple(replace(one, id=new[one.id]) for one in plan.weapons),
        shifts=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.shifts),
        bombardments=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.bombardments),
        barrages=tuple(replace(one, id=new[one.id]) for one in plan.barrages),
        gas=tuple(replace(one, id=new[one.id]) for one in plan.gas),
        works=tuple(replace(one, id=new[one.id]) for one in plan.works),
        sos_points=tuple(replace(one, id=new[one.id], weapon=new.get(one.weapon, "")) for one in plan.sos_points),
    )


# A fire plan taken apart into the pieces that become known one after the other, each provable against its fingerprint

WHOLE: Final = "whole"
_AIMED: Final = ("weapon", "turn", "at", "where")
_NOTE: Final = {"note": ("note",)}
PARTS: Final[Mapping[type[PlanLine], Mapping[str, tuple[str, ...]]]] = {
    WeaponLine: {
        "weapon": ("name", "kind", "duty", "unit"),
        "point": ("at", "where"),
        "call": ("at_call_of",),
        **_NOTE,
    },
    ShiftLine: {"shift": _AIMED, **_NOTE},
    BombardmentLine: {"bombardment": _AIMED, **_NOTE},
    BarrageLine: {
        "barrage": ("name", "start_mm", "leads_mm", "hurricane"),
        "speed": ("speed_mm",),
        "turns": ("turns",),
        **_NOTE,
    },
    GasLine: {"gas": ("kind", "delivery", "turn", "at", "where", "wind_deg", "speed_mm"), **_NOTE},
    WorkLine: {"work": ("name", "work", "turn"), **_NOTE},
    SosLine: {"sos": ("weapon", "at", "where"), **_NOTE},
}
"""The pieces of each sort of line by their names, and the fields of each. The first is there of every line."""
ONE_BY_ONE: Final[Mapping[str, str]] = {"halts": "halt", "back": "back"}
"""Lists of which each entry is a piece of its own, by the name of such a piece."""
OF_THE_PLAN: Final = ("written_for", "air_missions", "notes", "allowed")


def masked(plan: WrittenPlan, secret: bytes) -> WrittenPlan:
    """The same plan with a mask for the id of each line, also where another line names it."""
    return renamed(plan, (mask(line.id, secret) for line in plan.lines()))


def mask(line: str, secret: bytes) -> str:
    """What a line is called by whoever may not know its id."""
    return digest(secret, f"line {line}".encode(), sha256).hex()[:16]


def pieces(plan: WrittenPlan, secret: bytes) -> dict[str, bytes]:
    """Every piece of a plan that has something in it, by its name; the whole, unmasked, as one of them."""
    told = without_defaults(plan)
    found = {name: {name: told[name]} for name in OF_THE_PLAN if name in told}
    for line in masked(plan, secret).lines():
        found.update(_pieces_of(line))
    return {WHOLE: canonical(plan), **{name: canonical_bytes(piece) for name, piece in found.items()}}


def _pieces_of(line: PlanLine) -> Iterator[tuple[str, dict[str, Any]]]:
    told = without_defaults(line)
    for number, (piece, names) in enumerate(PARTS[type(line)].items()):
        inside = {name: told[name] for name in names if name in told}
        if inside or not number:
            yield f"{piece}/{line.id}", {"id": line.id, **inside}
    for listed, piece in ONE_BY_ONE.items():
        for number, entry in enumerate(told.get(listed, ()), 1):
            yield f"{piece}/{line.id}/{number}", {"id": line.id, piece: entry}


def seal(plan: WrittenPlan, secret: bytes, about: str) -> str:
    """The fingerprint by which a plan is fixed; `secret`: 32 bytes by chance, `about`: the game it is fixed in."""
    return fingerprint(pieces(plan, secret), secret, about)


def reveal(plan: WrittenPlan, secret: bytes, piece: str) -> SealOpening:
    """One piece of a plan with its proof. Raises KeyError where the plan has no such piece."""
    return open_piece(pieces(plan, secret), secret, piece)


def is_as_sealed(plan: WrittenPlan, secret: bytes, sealed: str, about: str) -> bool:
    """Whether a plan is, byte for byte, the one that a fingerprint fixed."""
    return proves_whole(pieces(plan, secret), secret, sealed, about)


# What differs between two fire plans, line by line, in words

_OF_THE_PLAN = ("name", "side", "air_missions", "notes")
_SORTS: dict[type[PlanLine], str] = {
    WeaponLine: "weapon",
    ShiftLine: "move of a point",
    BombardmentLine: "planned fire",
    BarrageLine: "rolling barrage",
    GasLine: "gas attack",
    WorkLine: "work under the hurricane",
    SosLine: "SOS point",
}


@dataclass(frozen=True, slots=True)
class PlanDifference:
    """One thing that differs; `line` is the line of the plan it is about, empty for the plan as a whole."""

    line: str
    says: str


def differences(before: WrittenPlan, after: WrittenPlan) -> tuple[PlanDifference, ...]:
    """What the second plan says otherwise than the first, in the order of the sheet. Lines are told by their ids."""
    return tuple(_differing(before, after))


def _differing(before: WrittenPlan, after: WrittenPlan) -> Iterator[PlanDifference]:
    for name in _OF_THE_PLAN:
        yield from _field("", name.replace("_", " "), getattr(before, name), getattr(after, name))
    for one in fields(WrittenFor):
        was, now = getattr(before.written_for, one.name), getattr(after.written_for, one.name)
        yield from _field("", one.metadata["says"], was, now, one.metadata["unit"])
    for line in before.lines():
        if _same_line(after, line) is None:
            yield PlanDifference(line.id, f"{called(line, before)}: struck out")
    for line in after.lines():
        earlier = _same_line(before, line)
        if earlier is None:
            yield PlanDifference(line.id, f"{called(line, after)}: new")
        else:
            yield from _changed(earlier, line, called(line, after))
    if before.allowed != after.allowed:
        yield PlanDifference(
            "", f"let pass by agreement: {len(before.allowed)} findings before, {len(after.allowed)} now"
        )


def _same_line(plan: WrittenPlan, line: PlanLine) -> PlanLine | None:
    found = plan.line(line.id)
    return found if type(found) is type(line) else None


def called(line: PlanLine, plan: WrittenPlan) -> str:
    """A line as people name it: what sort it is, whose, and of which turn."""
    weapon = plan.weapon(line.weapon) if isinstance(line, ShiftLine | BombardmentLine | SosLine) else None
    name = weapon.name if weapon else getattr(line, "name", "") or getattr(line, "where", "")
    turn = getattr(line, "turn", None)
    told = f"{_SORTS[type(line)].capitalize()} {name}".rstrip()
    return f"{told}, turn {turn}" if turn else told


def _changed(before: PlanLine, after: PlanLine, name: str) -> Iterator[PlanDifference]:
    for one in fields(after):
        was, now = getattr(before, one.name), getattr(after, one.name)
        for found in _field(after.id, one.metadata["says"], was, now, one.metadata["unit"]):
            yield PlanDifference(found.line, f"{name}: {found.says}")


def _field(line: str, says: str, was: Any, now: Any, unit: str = "") -> Iterator[PlanDifference]:
    if was != now:
        yield PlanDifference(line, f"{says}: {_told(was, unit)} before, {_told(now, unit)} now")


def _told(value: Any, unit: str) -> str:
    match value:
        case None | "" | ():
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Reference():
            return in_words(value)
        case Enum():
            return str(value.value).replace("_", " ")
        case int() if unit == "mm":
            return cm(value)
        case tuple():
            return ", ".join(_entry(one, unit) for one in value)
        case _:
            return f"{value} {unit}".rstrip()


def _entry(value: Any, unit: str) -> str:
    if isinstance(value, int):
        return _told(value, unit)
    return f"{cm(value.up_mm)} for {value.turns} {'turn' if value.turns == 1 else 'turns'}"
