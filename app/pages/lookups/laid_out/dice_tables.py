"""The tables behind look-ups of plain dice, of any rule book that reads them so."""

from typing import Final

from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from rules.kernel.dice import ALL_D6, as_d3, sum_2d6

FACES: Final = tuple(str(die.pips) for die in ALL_D6)


def sums_of(clause: str) -> Maker:
    """Every sum of two dice, the one thrown marked."""

    def made(reading: Reading) -> Printed:
        first, second = reading.dice[:2] if len(reading.dice) > 1 else (0, 0)
        rows = tuple(
            TableLine(f"First die {one.pips}", tuple(Cell(str(sum_2d6(one, two))) for two in ALL_D6), one.pips == first)
            for one in ALL_D6
        )
        across = second - 1 if second else None
        return Printed("Two dice added", FACES, rows, clause, "Across: the second die.", across)

    return made


def thirds_of(clause: str) -> Maker:
    """What each face counts as a D3, the one thrown marked."""

    def made(reading: Reading) -> Printed:
        thrown = reading.dice[0] if reading.dice else 0
        counts = tuple(Cell(str(as_d3(die))) for die in ALL_D6)
        rows = (TableLine("Counts as", counts, bool(thrown)),)
        return Printed("A D3", FACES, rows, clause, "Across: the die.", thrown - 1 if thrown else None)

    return made
