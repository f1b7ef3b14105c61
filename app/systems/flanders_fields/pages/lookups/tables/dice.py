"""The whole tables behind the look-ups of plain dice."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from rules.kernel.dice import ALL_D6, as_d3, sum_2d6

FACES: Final = tuple(str(die.pips) for die in ALL_D6)


def _sums(reading: Reading) -> Printed:
    """Every sum of two dice, the one thrown marked."""
    first, second = reading.dice[:2] if len(reading.dice) > 1 else (0, 0)
    rows = tuple(
        TableLine(f"First die {one.pips}", tuple(Cell(str(sum_2d6(one, two))) for two in ALL_D6), one.pips == first)
        for one in ALL_D6
    )
    return Printed(
        "Two dice added", FACES, rows, "FF-DIC-01", "Across: the second die.", second - 1 if second else None
    )


def _thirds(reading: Reading) -> Printed:
    """What each face counts as a D3, the one thrown marked."""
    thrown = reading.dice[0] if reading.dice else 0
    counts = tuple(Cell(str(as_d3(die))) for die in ALL_D6)
    rows = (TableLine("Counts as", counts, bool(thrown)),)
    return Printed("A D3", FACES, rows, "FF-DIC-02", "Across: the die.", thrown - 1 if thrown else None)


MADE: Final[Mapping[str, Maker]] = {"sums": _sums, "thirds": _thirds}
