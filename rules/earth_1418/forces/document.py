"""A force as one open JSON file.

What the file may hold is described in docs/force-format-earth-1418.md, for programs in the schema beside it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.earth_1418.forces.written import EarthForce
from rules.kernel.documents import (
    Misfit,
    NoDocument,
    NotFitting,
    read_object,
    refuse,
    schema_of_file,
    take_kind,
    without_defaults,
    written,
)
from rules.kernel.months import BadMonth
from rules.kernel.plain import NotPlain, build
from rules.kernel.rulings import BadHouseRule

FORMAT: Final = "beaten-zone-force"
VERSION: Final = 1
SYSTEM_NAMED: Final = "earth-1418"
MOST_BYTES: Final = 400_000
"""The longest file that is read: one with the most formations and sub-units, all of them typed, takes a quarter."""
USUAL: Final = "a force of Battle for 2mm Earth 1418 that was saved here"
NO_SIGN: Final = re.compile(r"[\x00-\x1f\x7f]")
_IN_A_UNIT: Final = re.compile(r"formations\.(\d+)\.sub_units\.(\d+)\.?(.*)")
_IN_A_FORMATION: Final = re.compile(r"formations\.(\d+)\.?(.*)")


def read_force(data: bytes) -> EarthForce:
    """The force in a file. Raises NotFitting, and then nothing of it has been taken in."""
    try:
        told = read_object(data, MOST_BYTES, USUAL)
        take_kind(told, (FORMAT, VERSION), USUAL)
    except NoDocument as bad:
        raise NotFitting(Misfit("", bad.because, bad.instead)) from None
    system = told.pop("system", None)
    if system != SYSTEM_NAMED:
        found = f"of {system!r:.60}" if system is not None else "of no system that it names"
        raise NotFitting(Misfit("", f"this is a force {found}", f'one that says "system": "{SYSTEM_NAMED}"'))
    try:
        force = build(EarthForce, told)
    except NotPlain as bad:
        raise NotFitting(_unfitting(bad, told)) from None
    refuse(_faults(force))
    return force


def _unfitting(bad: NotPlain, told: Mapping[str, Any]) -> Misfit:
    """What the reader found, said of the sub-unit or formation it found it in."""
    if within := _IN_A_UNIT.fullmatch(bad.field):
        formation, number, rest = int(within[1]), int(within[2]), within[3]
        entry = told["formations"][formation]["sub_units"][number]
        of = _called(entry, f"sub-unit {number + 1} of formation {formation + 1}")
    elif within := _IN_A_FORMATION.fullmatch(bad.field):
        number, rest = int(within[1]), within[2]
        of = _called(told["formations"][number], f"formation {number + 1}")
    else:
        of, rest = "", bad.field
    return Misfit(of, f"{rest}: {bad.wrong}" if rest else bad.wrong, bad.right)


def _called(entry: object, otherwise: str) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return name[:60] if isinstance(name, str) and name.strip() else otherwise


def _faults(force: EarthForce) -> Iterator[Misfit]:
    """What no page could show and no game begin with, though each field fits by itself."""
    for name in (force.name, *force.names()):
        if not name.strip() or NO_SIGN.search(name):
            yield Misfit("", f"{name!r:.60} is no name", "letters on one line")
    try:
        _ = force.book
    except (BadMonth, BadHouseRule) as bad:
        because, _, instead = str(bad).partition("; ")
        yield Misfit("", because, instead)


def write_force(force: EarthForce) -> bytes:
    """The file of a force as people may read it, a line for each formation, as `read_force` takes it."""
    return written(document_of(force))


def document_of(force: EarthForce) -> dict[str, Any]:
    """The same as plain values, with only what is filled in; month and formations always."""
    told = without_defaults(force)
    given = {"name": told.pop("name"), "date": force.date, "formations": told.pop("formations", [])}
    told.pop("date", None)
    return {"format": FORMAT, "version": VERSION, "system": SYSTEM_NAMED, **given, **told}


def file_schema(place: str = "#/$defs/{name}") -> dict[str, Any]:
    """The file as a JSON schema; `place`: how what stands inside of it is referred to."""
    return schema_of_file(EarthForce, {"format": FORMAT, "version": VERSION, "system": SYSTEM_NAMED}, place)
