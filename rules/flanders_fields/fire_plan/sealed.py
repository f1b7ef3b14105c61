"""A fire plan taken apart into the pieces that become known one after the other, each provable against its fingerprint.

What falls shows itself and nothing more: a weapon is one piece and its first point another; of a rolling barrage the
start, the speed, each halt and the turns it lasts are pieces of their own, and so is every note. A line is called in
its pieces not as in the file, since gas-3 would tell of two others, but by a mask that only the secret gives.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from hmac import digest
from typing import Any, Final

from rules.flanders_fields.fire_plan.document import canonical
from rules.flanders_fields.fire_plan.renaming import renamed
from rules.flanders_fields.fire_plan.written import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanLine,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
)
from rules.kernel.documents import canonical_bytes, without_defaults
from rules.kernel.sealing import SealOpening, fingerprint, open_piece, proves_whole

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
