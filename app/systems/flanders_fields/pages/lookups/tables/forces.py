"""The whole tables behind the look-ups of forces: a table of organisation, the pieces of an army, the limits."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.pages.rendering import clause_short
from app.systems.flanders_fields.words import words
from rules.flanders_fields.forces.grades import GradesFacts, limits
from rules.flanders_fields.forces.guns import GunFacts, guns, guns_of
from rules.flanders_fields.forces.listed import ListedFacts
from rules.flanders_fields.forces.organisation import Amount, FormationPart, Organisation
from rules.flanders_fields.forces.reading import organisation
from rules.flanders_fields.forces.strength import DivisionShareFacts, share
from rules.kernel.explain import Explained

NOT_PRINTED: Final = "\u2013"
INDENT: Final = "\u00b7\u00a0"
"""A dot for each level: a name that is broken over two lines still shows how deep it stands."""


def _organised(reading: Reading) -> Printed:
    """The whole table, each part under the one it is in, the one that is asked for marked."""
    facts: ListedFacts = reading.facts
    table = organisation(facts.table, reading.book)
    rows = tuple(_row(table, part, facts) for part in _in_order(table, ""))
    key = "Each number is for one of what it is in. A range is the player's choice."
    return Printed(table.title, ("Each has", "Stands", "On each", CLAUSE), rows, "FF-TOE-01", key)


def _in_order(table: Organisation, within: str) -> Sequence[FormationPart]:
    return [inner for part in table.inside(within) for inner in (part, *_in_order(table, part.key))]


def _row(table: Organisation, part: FormationPart, facts: ListedFacts) -> TableLine:
    deep = len(tuple(table.above(part.key)))
    count = str(part.count_of[facts.quality]) if facts.quality in part.count_of else _span(part.count)
    cells = (Cell(count, part.house), Cell(_span(part.stands)), Cell(_span(part.on_stand)))
    current = part.key == facts.part
    return TableLine(f"{INDENT * deep}{part.title}", (*cells, Cell(clause_short(part.clause))), current)


def _span(amount: Amount) -> str:
    if not amount.most:
        return NOT_PRINTED
    return amount.in_words


def _pieces(reading: Reading) -> Printed:
    """Every piece of the army whose piece is asked about."""
    facts: GunFacts = reading.facts
    rows = tuple(
        TableLine(
            gun.title,
            (
                Cell(_printed(gun.range_m)),
                Cell(_printed(gun.shell_kg)),
                Cell(_printed(gun.weight_t)),
                Cell(words(gun.unit_class), gun.house),
            ),
            gun.key is facts.gun,
        )
        for gun in guns_of(reading.book, guns()[facts.gun].nation)
    )
    columns = ("Range, m", "Shell, kg", "Weight, t", "Class")
    return Printed("Pieces of this army", columns, rows, guns()[facts.gun].clause, "A dash: not printed.")


def _printed(value: float | None) -> str:
    return NOT_PRINTED if value is None else f"{value:,g}"


def _limits(reading: Reading) -> Printed | None:
    facts: GradesFacts = reading.facts
    found = limits(facts, reading.book)
    rows = tuple(
        TableLine(one.says, (Cell(f"{one.least} to {one.most}", one.house), Cell(clause_short(one.clause))))
        for one in found
    )
    return Printed(f"Of {facts.battalions} battalions", ("", CLAUSE), rows, "FF-QLM-17", "", 0) if rows else None


def _shares(reading: Reading) -> Printed:
    facts: DivisionShareFacts = reading.facts
    rows = []
    for fielded in range(1, facts.regiments + 1):
        said = share(DivisionShareFacts(assets=facts.assets, regiments=facts.regiments, fielded=fielded), reading.book)
        most = said.value.assets if isinstance(said, Explained) else 0
        rows.append(TableLine(f"{fielded} of {facts.regiments}", (Cell(str(most)),), fielded == facts.fielded))
    return Printed("Regiments and assets", ("At most",), tuple(rows), "FF-FOR-08", "", 0)


MADE: Final[Mapping[str, Maker]] = {
    "organised": _organised,
    "limits": _limits,
    "pieces": _pieces,
    "shares": _shares,
}
