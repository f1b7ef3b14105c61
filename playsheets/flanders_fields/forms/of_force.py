"""A force of tables of organisation as a roster: who commands what, whoever it is attached to (FF-TOE)."""

from collections.abc import Iterator
from typing import Final

from playsheets.flanders_fields.forms.roster import Roster, RosterFormation, StandLine, UnitLines
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.basing import on_stand_of
from rules.flanders_fields.forces.force import Element, Force, part_of, serves_with
from rules.flanders_fields.forces.organisation import STANDING, PartSort
from rules.flanders_fields.vocabulary import UnitClass

THE_REST = "Under nobody’s command here"
"""What heads the units of a force that has no formation they serve with."""
NAMED: Final = {UnitClass.RIFLE_COMPANY: "Platoon", UnitClass.CAVALRY: "Troop", UnitClass.ENGINEERS: "Platoon"}


def roster_of_force(force: Force, book: RuleBook) -> Roster:
    """A force before its first game. Raises NotThere for parts that no table has."""
    return Roster(force.name, book.when.month.in_words, force.nation, tuple(_formations(force, book)))


def _formations(force: Force, book: RuleBook) -> Iterator[RosterFormation]:
    above = [one for one in force.all() if part_of(one, book).sort is PartSort.DIVISION]
    in_nobodys_hand = tuple(_units(force, None, book))
    for division in above[:1]:
        yield RosterFormation(division.name, _commander(division, book), says="division", units=in_nobodys_hand)
    if in_nobodys_hand and not above:
        yield RosterFormation(THE_REST, units=in_nobodys_hand)
    regiments = [one for one in force.all() if part_of(one, book).sort is PartSort.REGIMENT]
    for regiment in regiments:
        inside = tuple(_battalion(force, one, book) for one in _battalions(force, regiment, book))
        yield _formation(force, regiment, book, inside)
    for battalion in _battalions(force, None, book):
        yield _battalion(force, battalion, book)


def _battalions(force: Force, regiment: Element | None, book: RuleBook) -> Iterator[Element]:
    every = (one for one in force.all() if part_of(one, book).sort is PartSort.BATTALION)
    return (one for one in every if serves_with(force, one, book) == regiment)


def _formation(force: Force, one: Element, book: RuleBook, inside: tuple[RosterFormation, ...]) -> RosterFormation:
    word = part_of(one, book).title.lower()
    return RosterFormation(
        one.name, _commander(one, book), says=word, units=tuple(_units(force, one, book)), battalions=inside
    )


def _battalion(force: Force, one: Element, book: RuleBook) -> RosterFormation:
    units = tuple(_units(force, one, book))
    rifles = sum(len(unit.stands) for unit in units if unit.kind is UnitClass.RIFLE_COMPANY)
    return RosterFormation(one.name, _commander(one, book), one.grade, started=rifles, left=rifles, units=units)


def _commander(formation: Element, book: RuleBook) -> StandLine | None:
    found = (one for one in formation.inside if part_of(one, book).sort is PartSort.COMMAND)
    return next((StandLine(one.name, figures=on_stand_of(one, book)) for one in found), None)


def _units(force: Force, host: Element | None, book: RuleBook) -> Iterator[UnitLines]:
    for one in force.all():
        part = part_of(one, book)
        stands = part.sort is PartSort.COMPANY or (part.sort in STANDING and part.sort is not PartSort.COMMAND)
        if stands and serves_with(force, one, book) == host:
            kind = part.unit_class or UnitClass.RIFLE_COMPANY
            yield UnitLines(one.name, kind, tuple(_stands(one, kind, part.stand_word)))


def _stands(one: Element, kind: UnitClass, word: str) -> Iterator[StandLine]:
    """A company counts its platoons; of several guns their group bears the name."""
    called = word or NAMED.get(kind, "No.")
    if one.stands == 1:
        yield StandLine(one.name)
        return
    yield from (StandLine(f"{called} {number}") for number in range(1, one.stands + 1))
