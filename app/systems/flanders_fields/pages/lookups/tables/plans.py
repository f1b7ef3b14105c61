"""The whole tables behind the look-ups of plans, areas, tanks and block houses."""

from collections.abc import Mapping
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, line_of
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.systems.flanders_fields.pages.lookups.outcomes.plans import hidden
from app.systems.flanders_fields.pages.lookups.tables.firing import armour_table, firing_table
from app.systems.flanders_fields.words import words
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.sight.cover import ArmourCoverFacts, cover_of_armour
from rules.flanders_fields.sight.visibility import ObserverFacts, Viewer, observes
from rules.flanders_fields.vocabulary import Cover, Firer, Ground, Work
from rules.kernel.measure import cm
from rules.kernel.tables import BookTable

WEAPONS: Final = ("class", "gun", "front", "flank", "rear")


def _types_of_tank(reading: Reading) -> Printed:
    """What every type of tank carries, the type that is asked for marked."""
    table, asked = reading.book.table("tanks/guns"), getattr(reading.facts, "tank", "")
    types = dict.fromkeys(key.partition(".")[0] for key in table)
    rows = (
        TableLine(words(one), tuple(_weapon(table, f"{one}.{at}") for at in WEAPONS), one == asked) for one in types
    )
    return Printed("Guns of tanks", tuple(map(words, WEAPONS)), tuple(rows), "FF-TNK-T1", "Where each fires.")


def _weapon(table: BookTable, key: str) -> Cell:
    if not table.has(key):
        return Cell("\u2013")
    cited = table.word(key)
    return Cell("\u2013" if cited.value == "none" else words(cited.value), cited.house)


def _hiding_places(reading: Reading) -> Printed:
    """What hides half a tank and what does not, each as this game answers it."""
    places = {words(ground, "Ground"): ArmourCoverFacts(ground=ground) for ground in Ground}
    places |= {words(work): ArmourCoverFacts(work=work) for work in Work if work is not Work.NONE}
    places["Half behind a building or work"] = ArmourCoverFacts(behind_building=True)
    rows = []
    for name, one in places.items():
        said = cover_of_armour(one, reading.book)
        rows.append(TableLine(name, (Cell(hidden(said.value).word, said.steps[0].house),), one == reading.facts))
    return Printed("With half its base there", ("",), tuple(rows), "FF-ARM-01", "", 0)


def _columns_of_armour(reading: Reading) -> Printed:
    return armour_table(reading)


def _machine_gun_strip(reading: Reading) -> Printed:
    """The row of machine guns at the cover of the first stand in the strip."""
    stands = reading.facts.stands
    cover = stands[0].cover if stands else Cover.OPEN
    return firing_table(Shot(firer=Firer.MACHINE_GUN, range_cm=0.0, cover=cover, indirect=True), reading)


def _bombarded(reading: Reading) -> Printed | None:
    """The row the bombardment has for the work, at the cover of the first stand in it."""
    table, facts = reading.book.table("artillery/hurricane"), reading.facts
    if facts.work is Work.NONE or not table.has(facts.work):
        return None
    cover = facts.stands[0].cover if facts.stands else Cover.OPEN
    row = Firer(table.word(facts.work).value)
    return firing_table(Shot(firer=row, range_cm=0.0, cover=cover, on_area=True), reading)


def _observers(reading: Reading) -> Printed:
    """Who observes fire in this game, and how far he sees ground."""
    book = reading.book
    sight, rows = book.table("visibility/distances"), book.table("visibility/viewers")
    officers = {one: observes(ObserverFacts(viewer=one, range_cm=0.0), book).value for one in Viewer if rows.has(one)}
    lines = (
        TableLine(
            words(one),
            (Cell(f"up to {cm(sight.number(f'{rows.word(one).value}.works').value)}" if may else "does not"),),
            one is reading.facts.viewer,
        )
        for one, may in officers.items()
    )
    return Printed("Who observes fire", ("",), tuple(lines), "FF-DEV-01", "", 0)


def _changes(reading: Reading) -> Printed:
    """What moves each thing of a plan once the game has begun."""
    table = reading.book.table("plans/changes")
    rows = ((key, table.word(key)) for key in table)
    lines = (
        line_of(row.says, row, ", ".join(words(way) for way in row.value.split(", ")), key == reading.facts.item)
        for key, row in rows
    )
    return Printed("Once the game has begun", ("Changed by", CLAUSE), tuple(lines), "FF-FPL-78", "", 0)


MADE: Final[Mapping[str, Maker]] = {
    "observers": _observers,
    "machine_gun_strip": _machine_gun_strip,
    "bombarded": _bombarded,
    "changes": _changes,
    "types_of_tank": _types_of_tank,
    "hiding_places": _hiding_places,
    "columns_of_armour": _columns_of_armour,
}
