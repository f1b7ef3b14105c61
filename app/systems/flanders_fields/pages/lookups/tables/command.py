"""The whole tables behind the look-ups of actions, commanders, grades and cavalry."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, line_of
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.pages.rendering import clause_short
from app.systems.flanders_fields.words import words
from rules.flanders_fields.orders.command import Attack, CommanderKilled, UnderFire, field_promotion, raw_bonus_ends
from rules.flanders_fields.vocabulary import Level
from rules.kernel.numerals import signed


def _replacements(reading: Reading) -> Printed:
    """Who replaces whom, as this game answers it."""
    facts: CommanderKilled = reading.facts
    killed = {words(level): replace(facts, level=level, spotter=False) for level in Level}
    killed["Spotter or specialist"] = replace(facts, spotter=True)
    rows = []
    for name, one in killed.items():
        step = field_promotion(one, reading.book).steps[0]
        cells = (Cell(step.says, step.house), Cell(clause_short(step.clause)))
        rows.append(TableLine(name, cells, one == facts))
    return Printed("Who replaces a commander", ("", CLAUSE), tuple(rows), "FF-CMD-09", "", 0)


def _attacks(reading: Reading) -> Printed:
    """What each attack does to the bonus of fresh Raw troops, as this game answers it."""
    facts: UnderFire = reading.facts
    attacks = {
        "Fire, in vain": replace(facts, attack=Attack.FIRE, suffered=False),
        "Fire, with effect": replace(facts, attack=Attack.FIRE, suffered=True),
        "Gas": replace(facts, attack=Attack.GAS),
        "Assault": replace(facts, attack=Attack.ASSAULT),
    }
    rows = []
    for name, one in attacks.items():
        step = raw_bonus_ends(one, reading.book).steps[0]
        cells = (Cell(step.says, step.house), Cell(clause_short(step.clause)))
        rows.append(TableLine(name, cells, one == facts))
    return Printed("Who loses the bonus", ("", CLAUSE), tuple(rows), "FF-ORD-21", "Until the end of the game.", 0)


def _order_die(*keys: str) -> Maker:
    """Some lines of what is added to an order die; what Raw troops lose under fire as this game has it (AMB-14)."""

    def made(reading: Reading) -> Printed:
        table, book = reading.book.table("orders/master"), reading.book
        amb_14 = book.ruling("AMB-14")
        lost = amb_14.gives({"flat": "raw_fired_on", "high_die": "raw_fired_on_high_die"})
        lines = [table.number(key) for key in keys]
        rows = [line_of(one.says, one, signed(one.value)) for one in lines]
        if "raw_fresh" in keys:
            minus = table.number(lost)
            cells = (Cell(signed(minus.value), minus.house or amb_14.mark), Cell(clause_short(minus.clause)))
            rows.append(TableLine(minus.says, cells))
        return Printed("On the order die", ("", CLAUSE), tuple(rows), "FF-ORD-13", "", 0)

    return made


MADE: Final[Mapping[str, Maker]] = {
    "replacements": _replacements,
    "attacks": _attacks,
    "order_die_field_promotion": _order_die("field_promotion"),
    "order_die_raw_fresh": _order_die("raw_fresh"),
    "order_die_veteran_raw_fresh": _order_die("veteran", "raw_fresh"),
}
