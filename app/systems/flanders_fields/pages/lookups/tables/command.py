"""The whole tables behind the look-ups of actions, commanders, grades and cavalry."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.pages.lookups.laid_out.tool import Cell, Printed, Reading, TableLine
from app.pages.rendering import clause_short, signed
from app.systems.flanders_fields.pages.lookups.tables.table import CLAUSE, Maker, grid, line_of, value_words
from app.systems.flanders_fields.words import words
from rules.flanders_fields.orders.actions import KINDS
from rules.flanders_fields.orders.command import Attack, CommanderKilled, UnderFire, field_promotion, raw_bonus_ends
from rules.flanders_fields.vocabulary import Level


def _kinds(reading: Reading) -> Printed:
    """What every class may spend an action on, the class that is asked for marked."""
    table, asked = reading.book.table(KINDS), reading.facts.unit_class
    rows = (line_of(words(one), table.word(one), value_words(table, one), one == asked) for one in table)
    return Printed(
        "What an action may be spent on", ("", CLAUSE), tuple(rows), "FF-ORD-T7", "One kind for each action.", 0
    )


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


def _gaits(reading: Reading) -> Printed:
    """How far it moves as either."""
    book, columns = reading.book, ("cavalry", "infantry")
    key = "Mounted on the cavalry column, as infantry on the other."
    return grid("Movement in one move action, cm", book.table("movement/allowances"), columns, "", "", "FF-MOV-T3", key)


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


COMMAND_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "spending-actions": (_kinds,),
    "field-promotion": (_replacements, _order_die("field_promotion")),
    "fresh-raw-troops": (_attacks, _order_die("raw_fresh")),
    "regiments-grade": (_order_die("veteran", "raw_fresh"),),
    "cavalry": (_gaits,),
}
