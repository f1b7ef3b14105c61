"""The whole tables behind the look-ups of setting up, the turn, reinforcements and gas on a stand."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.pages.rendering import clause_short
from rules.flanders_fields.turn.sequence import steps


def _turn(reading: Reading) -> Printed:
    """Every step of a player turn of the date, the phase before it."""
    found = steps(reading.book)
    value = reading.value if isinstance(reading.value, Mapping) else {}
    rows = tuple(
        TableLine(
            f"{one.phase}{f'.{one.label}' if one.label else ''} {one.title}",
            (Cell("attacker only" if one.side == "attacker" else ""), Cell(clause_short(one.clause))),
            one.key == value.get("step"),
        )
        for one in found
    )
    return Printed("The turn", ("", CLAUSE), rows, "FF-TRN-03", "Read from the top.", 0)


def _first(reading: Reading) -> Printed:
    """Who begins: the attacker, or by the die. Where the players agree on it no die is thrown."""
    named, thrown = reading.facts.attacker_named, reading.dice[0] % 2 if reading.dice else None
    rows = [TableLine("The scenario names an attacker", (Cell("the attacker"),), named)]
    if reading.book.behaviour("AMB-02", {"die": True, "agreed": False}):
        odd, even = (not named and thrown == one for one in (1, 0))
        rows += (
            TableLine("Odd die", (Cell("the side named first"),), odd),
            TableLine("Even die", (Cell("the other"),), even),
        )
    return Printed("Who begins", ("",), tuple(rows), "FF-TRN-02", "", 0)


MADE: Final[Mapping[str, Maker]] = {"turn": _turn, "first": _first}
