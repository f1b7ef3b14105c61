"""Reading the conformance cases: one TOML file a chapter, named by the letters of its system, data only.

A case may give `dates` instead of `date` (it holds at each), and `faces` instead of `dice` and `expect` (the six
answers to a single die showing 1 to 6). `sheet` sets a period's sheet by hand, whatever the date. `considered` and
`without` in `expect` name clauses that must, or must not, be among what was looked at in vain; `house` is every house
rule the answer is marked with.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
KNOWN = {
    "clause",
    "clauses",
    "case",
    "ask",
    "date",
    "dates",
    "sheet",
    "house",
    "given",
    "dice",
    "expect",
    "odds",
    "faces",
}


@dataclass(frozen=True)
class Case:
    """One expectation worked by hand from the rulebook."""

    name: str
    clauses: tuple[str, ...]
    ask: str
    date: str
    house: tuple[tuple[str, str], ...]
    given: dict[str, Any]
    dice: tuple[int, ...]
    expect: dict[str, Any]
    odds: dict[str, str] = field(default_factory=dict)
    sheet: str = ""
    system: str = "FF"


def every_case(system: str = "FF") -> tuple[Case, ...]:
    """Every case of a system's files, one for each date and each listed face; the files are read once."""
    return _every_case(system)


@cache
def _every_case(system: str) -> tuple[Case, ...]:
    return tuple(_read(system))


def _read(system: str) -> Iterator[Case]:
    for path in sorted(FOLDER.glob(f"{system}-*.toml")):
        for number, written in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], 1):
            unknown = set(written) - KNOWN
            assert not unknown, f"{path.name}, case {number}: {unknown} are no keys of a case"
            for date in written.get("dates", [written.get("date", "1914-08")]):
                yield from _cases(system, f"{path.stem} {number} {written['case']} [{date}", date, written)


def _cases(system: str, name: str, date: str, written: dict[str, Any]) -> Iterator[Case]:
    clauses = tuple(written.get("clauses", [written[key] for key in ("clause",) if key in written]))
    assert clauses, f"{name}: a case names the clause it proves"
    house = tuple((rule["ruling"], rule["option"]) for rule in written.get("house", []))
    same = (clauses, written["ask"], date, house, written.get("given", {}))
    sheet = written.get("sheet", "")
    if "faces" in written:
        for face, value in enumerate(written["faces"], 1):
            yield Case(f"{name}, die {face}]", *same, (face,), {"value": value}, sheet=sheet, system=system)
    if "expect" in written or "odds" in written:
        dice = tuple(written.get("dice", ()))
        yield Case(f"{name}]", *same, dice, written.get("expect", {}), written.get("odds", {}), sheet, system)
