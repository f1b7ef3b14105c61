"""Reading the cases of what is printed: what a piece of a sheet says, and in what order its pieces stand.

`says` are parts of its text, one after the other; a clause with no place of its own is looked for on the whole sheet.
`order` names clauses whose pieces follow one another; `absent` says that a sheet has no such piece. `size` is that of a
`template`, across and along, in millimetres; `references` are those of the counters of a `weapon`.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "printed"
KNOWN = {"clause", "case", "sheets", "says", "order", "absent", "template", "size", "weapon", "references"}


@dataclass(frozen=True)
class PrintedCase:
    """One expectation of a sheet, worked by hand from the rulebook."""

    name: str
    clause: str
    sheet: str
    says: tuple[str, ...]
    order: tuple[str, ...]
    absent: bool
    template: str = ""
    size: tuple[float, float] = (0, 0)
    weapon: str = ""
    references: tuple[str, ...] = ()


def every_printed_case() -> Iterator[PrintedCase]:
    """Every case of the printed sheets, one for each sheet it holds for."""
    for path in sorted(FOLDER.glob("*.toml")):
        for number, written in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], 1):
            unknown = set(written) - KNOWN
            assert not unknown, f"{path.name}, case {number}: {unknown} are no keys of a case"
            proofs = sum(bool(written.get(key)) for key in ("says", "order", "absent", "size", "references"))
            assert proofs == 1, f"{path.name}, case {number}: give one of says, order, absent, size, references"
            for sheet in written["sheets"]:
                yield _case(written, sheet)


def _case(written: dict[str, Any], sheet: str) -> PrintedCase:
    across, along = written.get("size", (0, 0))
    return PrintedCase(
        name=f"{written['clause']} {written['case']} [{sheet}]",
        clause=written["clause"],
        sheet=sheet,
        says=tuple(written.get("says", ())),
        order=tuple(written.get("order", ())),
        absent=written.get("absent", False),
        template=written.get("template", ""),
        size=(across, along),
        weapon=written.get("weapon", ""),
        references=tuple(written.get("references", ())),
    )
