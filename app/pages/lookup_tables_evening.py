"""The whole tables behind the look-ups of setting up, the turn, reinforcements and gas on a stand."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.lookup_table import CLAUSE, Cell, Maker, Printed, Reading, Row, lines_of, steps_of
from app.pages.rendering import clause_short
from rules.flanders_fields.sequence import steps


def _turn(reading: Reading) -> Printed:
    """Every step of a player turn of the date, the phase before it."""
    found = steps(reading.book)
    value = reading.value if isinstance(reading.value, Mapping) else {}
    rows = tuple(
        Row(
            f"{one.phase}{f'.{one.label}' if one.label else ''} {one.title}",
            (Cell("attacker only" if one.side == "attacker" else ""), Cell(clause_short(one.clause))),
            one.key == value.get("step"),
        )
        for one in found
    )
    return Printed("The turn", ("", CLAUSE), rows, "FF-TRN-03", "Read from the top.", 0)


SETTING_UP: Final = steps_of("Setting up", "FF-SET-10")
CLOUDS: Final = lines_of("Size of clouds", "FF-GAS-03")
EVENING_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "turn-sequence": (_turn,),
    "when-ordered": (_turn,),
    "reinforcements": (lines_of("Arrives on", "FF-SCN-34"),),
    "zones": (lines_of("Sizes of table and zones", "FF-SET-07"),),
    "deployment": (SETTING_UP,),
    "before-play": (SETTING_UP,),
    "in-gas": (CLOUDS,),
    "gas-sweep": (CLOUDS,),
}
