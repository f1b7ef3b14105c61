"""The whole tables behind the look-ups of plans, areas, tanks and block houses."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.pages.lookups.laid_out.tool import Cell, Printed, Reading, TableLine
from app.systems.flanders_fields.pages.lookups.outcomes.plans import hidden
from app.systems.flanders_fields.pages.lookups.tables.artillery import AREA_MODIFIERS
from app.systems.flanders_fields.pages.lookups.tables.table import (
    CLAUSE,
    SHOOTING_KEY,
    Maker,
    firing_table,
    grid,
    heading,
    line_of,
    lines_of,
)
from app.systems.flanders_fields.words import words
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.sight.cover import ArmourCoverFacts, cover_of_armour
from rules.flanders_fields.sight.visibility import ObserverFacts, Viewer, observes
from rules.flanders_fields.vocabulary import Cover, Firer, Ground, Work
from rules.kernel.measure import cm
from rules.kernel.tables import BookTable

AREAS: Final = (
    lines_of("Fire of a battery", "artillery/battery_area"),
    lines_of("SOS fire", "artillery/sos_area"),
    lines_of("Fire of mortars", "artillery/mortar_areas", "Each a square."),
    lines_of("Indirect machine gun fire", "artillery/machine_gun_area"),
)
WEAPONS: Final = ("class", "gun", "front", "flank", "rear")


def _types_of_tank(reading: Reading) -> Printed:
    """What every type of tank carries, the type that is asked for marked."""
    table, asked = reading.book.table("tanks/guns"), getattr(reading.facts, "tank", "")
    types = dict.fromkeys(key.partition(".")[0] for key in table)
    rows = (
        TableLine(words(one), tuple(_weapon(table, f"{one}.{at}") for at in WEAPONS), one == asked) for one in types
    )
    return Printed("Guns of tanks", tuple(map(heading, WEAPONS)), tuple(rows), "FF-TNK-T1", "Where each fires.")


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
    return grid(
        "Armour", reading.book.table("shooting/armour_table"), ("open", "cover"), "", "", "FF-ARM-T1", SHOOTING_KEY
    )


def _strip(reading: Reading) -> Printed:
    """The row of machine guns at the cover of the first stand in the strip."""
    stands = reading.facts.stands
    cover = stands[0].cover if stands else Cover.OPEN
    return firing_table(Shot(firer=Firer.MACHINE_GUN, range_cm=0.0, cover=cover, indirect=True), reading.book)


def _bombarded(reading: Reading) -> Printed | None:
    """The row the bombardment has for the work, at the cover of the first stand in it."""
    table, facts = reading.book.table("artillery/hurricane"), reading.facts
    if facts.work is Work.NONE or not table.has(facts.work):
        return None
    cover = facts.stands[0].cover if facts.stands else Cover.OPEN
    row = Firer(table.word(facts.work).value)
    return firing_table(Shot(firer=row, range_cm=0.0, cover=cover, on_area=True), reading.book)


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


ACTIONS: Final = lines_of("What an action may be spent on", "orders/kinds")
ORDER_DIE: Final = lines_of("Modifiers of the order die", "orders/master")
SUPERIMPOSED: Final = lines_of("Superimposed batteries", "artillery/superimposed")
TESTS: Final = lines_of("Tests of a plan", "plans/tests")
BARRAGE: Final = lines_of("Rolling barrage", "artillery/barrage_sizes")
BLOCK_HOUSE: Final = lines_of("Suppressions", "suppression/death")
PLAN_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "aiming-point": (ACTIONS,),
    "fire-area": AREAS,
    "coverage": (AREA_MODIFIERS, *AREAS),
    "zone-path": (AREA_MODIFIERS, *AREAS),
    "observed-fire": (_observers,),
    "mortar-spotting": (ORDER_DIE,),
    "indirect-machine-guns": (_strip, lines_of("Its strip", "artillery/machine_gun_area"), AREA_MODIFIERS),
    "planned-fire": (lines_of("Planned bombardments", "artillery/planned_fire"),),
    "hurricane-bombardment": (_bombarded, lines_of("Rows by work", "artillery/hurricane"), AREA_MODIFIERS),
    "barrage-duration": (lines_of("Turns it lasts", "artillery/barrage_plan"), BARRAGE),
    "barrage-band": (BARRAGE,),
    "grid-reference": (lines_of("References", "plans/references"),),
    "planned-point": (TESTS,),
    "planned-barrage": (lines_of("Turns it lasts", "artillery/barrage_plan"), BARRAGE),
    "planned-gas": (lines_of("Gas clouds", "gas/clouds"), TESTS),
    "planned-works": (lines_of("Rows by work", "artillery/hurricane"), TESTS),
    "planned-numbers": (SUPERIMPOSED, lines_of("Defending artillery", "artillery/defending"), TESTS),
    "plan-ready": (TESTS,),
    "plan-change": (_changes,),
    "front-line": (lines_of("Distances", "orders/reach"),),
    "superimposed-batteries": (SUPERIMPOSED,),
    "superimposed-order": (SUPERIMPOSED,),
    "defending-artillery": (lines_of("Defending artillery", "artillery/defending"),),
    "tank-guns": (_types_of_tank,),
    "tank-sector": (_types_of_tank,),
    "tank-fire": (_types_of_tank,),
    "cover-of-armour": (_hiding_places, _columns_of_armour),
    "armour-class": (lines_of("Heavy or light", "assault/armour_classes"),),
    "block-house-fire": (lines_of("Angles of the faces", "shooting/arc_angles"),),
    "block-house-hit": (BLOCK_HOUSE,),
}
