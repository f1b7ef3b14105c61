"""The whole tables behind the look-ups of gas and wind."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from app.pages.lookups.laid_out.printed import band_rows, cell_at
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.systems.flanders_fields.pages.lookups.tables.firing import firing_grid
from app.systems.flanders_fields.words import words
from rules.flanders_fields.gas.attack import GasAttackFacts
from rules.flanders_fields.vocabulary import Firer, Side
from rules.kernel.dice import ALL_D6


def _gas(reading: Reading) -> Printed:
    """The shooting table with the gas row; its cell is marked where all who are caught have the same cover."""
    facts: GasAttackFacts = reading.facts
    covers = {str(stand.cover) for stand in facts.stands}
    column = next(iter(covers)) if len(covers) == 1 else ""
    return replace(firing_grid(reading, Firer.GAS, column), clause="FF-GAS-T2")


def _wind(reading: Reading) -> Printed:
    first = reading.dice[0] if reading.dice else None
    rows = band_rows(reading.book.table("gas/movement").bands("wind"), first, reading.words)
    return Printed("Gas movement", ("The wind",), rows, "FF-GAS-T1", "By the first die.", 0)


def _angles(reading: Reading) -> Printed:
    """Where the second die turns the wind."""
    table = reading.book.table("gas/movement")
    angles = [int(table.read("turn", die.pips).value) for die in ALL_D6]
    cells = tuple(Cell(f"{abs(one)}\u00b0 {'right' if one > 0 else 'left'}") for one in angles)
    turns = bool(reading.dice) and table.read("wind", reading.dice[0]).value == "turns"
    second = reading.dice[1] if turns and len(reading.dice) > 1 else None
    columns = tuple(str(die.pips) for die in ALL_D6)
    key = "The second die, where the wind turns: right and left as seen looking downwind."
    return Printed(
        "Change of direction", columns, (TableLine("Turns", cells, turns),), table.id, key, second and second - 1
    )


def _who_moves_in(reading: Reading) -> Printed:
    return _gas(replace(reading, facts=GasAttackFacts(stands=(reading.facts.stand,))))


def _clouds(owner: Callable[[Any], Side]) -> Maker:
    """How large clouds are, those of the side that is asked about marked."""

    def made(reading: Reading) -> Printed:
        sizes, whose = reading.book.table("gas/clouds"), owner(reading.facts)
        rows = (
            TableLine(words(side), tuple(cell_at(sizes, f"{side}.{way}") for way in ("width", "depth")), side is whose)
            for side in Side
        )
        return Printed("Size of clouds, cm", ("Across", "Deep"), tuple(rows), "FF-GAS-03", "By whose gas it is.")

    return made


MADE: Final[Mapping[str, Maker]] = {
    "gas": _gas,
    "wind": _wind,
    "angles": _angles,
    "who_moves_in": _who_moves_in,
    "cloud_sizes": _clouds(lambda facts: facts.cloud.owner),
    "released_cloud_sizes": _clouds(lambda facts: facts.owner),
}
