"""A fire plan as one open JSON file, and the bytes it is sealed by.

What the file may hold is described in docs/fire-plan-format.md, for programs in docs/fire-plan-format.schema.json.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from rules.flanders_fields.fire_plan.faults import faults
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.kernel.documents import (
    Misfit,
    NoDocument,
    NotFitting,
    canonical_bytes,
    read_object,
    refuse,
    schema_of_file,
    take_kind,
    without_defaults,
    written,
)
from rules.kernel.plain import NotPlain, build

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
