"""Reading the cases of what is printed: what a piece of a sheet says, and in what order its pieces stand.

`says` are parts of its text, one after the other; a clause with no place of its own is looked for on the whole sheet.
`order` names clauses whose pieces follow one another; `absent` says that a sheet has no such piece.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "printed"
KNOWN = {"clause", "case", "sheets", "says", "order", "absent"}


@dataclass(frozen=True)
class PrintedCase:
    """One expectation of a sheet, worked by hand from the rulebook."""

    name: str
    clause: str
    sheet: str
    says: tuple[str, ...]
    order: tuple[str, ...]
    absent: bool


def every_printed_case() -> Iterator[PrintedCase]:
    """Every case of the printed sheets, one for each sheet it holds for."""
    for path in sorted(FOLDER.glob("*.toml")):
        for number, written in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], 1):
            unknown = set(written) - KNOWN
            assert not unknown, f"{path.name}, case {number}: {unknown} are no keys of a case"
            says, order, absent = written.get("says", ()), written.get("order", ()), written.get("absent", False)
            assert bool(says) + bool(order) + absent == 1, f"{path.name}, case {number}: says, order or absent"
            for sheet in written["sheets"]:
                name = f"{written['clause']} {written['case']} [{sheet}]"
                yield PrintedCase(name, written["clause"], sheet, tuple(says), tuple(order), absent)
