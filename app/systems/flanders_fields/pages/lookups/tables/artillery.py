"""The whole tables behind the look-ups of artillery."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.pages.lookups.laid_out.tool import Cell, Printed, Reading, TableLine
from app.pages.rendering import clause_short, signed
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import zoned
from app.systems.flanders_fields.pages.lookups.tables.table import CLAUSE, Maker, bands_of, firing_table, line_of
from rules.flanders_fields.movement.fire_zones import FireZoneFacts, zone_state
from rules.flanders_fields.shooting.facts import Shot
from rules.flanders_fields.vocabulary import Cover, Firer
from rules.kernel.measure import cm

WEAPONS: Final = frozenset(one.value for one in Firer)


def _shells(reading: Reading) -> Printed | None:
    """The firing table at the cover of the first stand in the area; none for a class that has no weapon of its own."""
    facts = reading.facts
    if facts.unit_class.value not in WEAPONS:
        return None
    cover = facts.stands[0].cover if facts.stands else Cover.OPEN
    return firing_table(
        Shot(firer=Firer(facts.unit_class.value), range_cm=0.0, cover=cover, on_area=True), reading.book
    )


def _numbers(title: str, table: str, current: Callable[[Any], str] = lambda _facts: "") -> Maker:
    """A table of numbers for the die, a line each."""

    def made(reading: Reading) -> Printed:
        found, now = reading.book.table(table), current(reading.facts)
        rows = ((key, found.number(key)) for key in found)
        lines = tuple(line_of(one.says, one, signed(one.value), key == now) for key, one in rows)
        return Printed(title, ("", CLAUSE), lines, found.id, "On the die.", 0)

    return made


def _histories(reading: Reading) -> Printed:
    """What makes an area a zone and what ends it, each as this game answers it."""
    facts: FireZoneFacts = reading.facts
    fired = FireZoneFacts(firer=facts.firer, fired_here=True)
    told = {
        "Laid, not fired on yet": replace(fired, fired_here=False),
        "Fired on": fired,
        "Its point moved since": replace(fired, point_moved=True),
        "Its unit gone since": replace(fired, unit_gone=True),
        "Its unit suppressed": replace(fired, suppressed=True),
        "Not fired on in its last turn": replace(fired, fired_last_turn=False),
    }
    rows = []
    for name, one in told.items():
        said = zone_state(one, reading.book)
        step = said.steps[0]
        cells = (Cell(zoned(said.value).word, step.house), Cell(clause_short(step.clause)))
        rows.append(TableLine(name, cells, one == facts))
    return Printed("Zone or not", ("", CLAUSE), tuple(rows), "FF-MVZ-02", "", 0)


def _answers(reading: Reading) -> Printed:
    needed = reading.book.table("artillery/sos_call").number("answered_from")
    areas = (reading.book.table("artillery/sos_area").number(key) for key in reading.book.table("artillery/sos_area"))
    lines = [line_of(needed.says, needed, f"{needed.value} or more"), *(line_of(a.says, a, cm(a.value)) for a in areas)]
    return Printed("SOS call", ("", CLAUSE), tuple(lines), "FF-SOS-04", "Deep suppression is its only modifier.", 0)


def _strip(reading: Reading) -> Printed:
    depth = reading.book.table("artillery/barrage_sizes").number("strip")
    line = line_of(depth.says, depth, cm(depth.value))
    return Printed("Danger strip", ("", CLAUSE), (line,), "FF-BAR-23", "Safe on less than the distance in cm.", 0)


AREA_MODIFIERS: Final = _numbers("Fire on an area", "artillery/area_modifiers")
ARTILLERY_TABLES: Final[Mapping[str, Sequence[Maker]]] = {
    "artillery-fire": (_shells, AREA_MODIFIERS),
    "mortar-fire": (_shells, AREA_MODIFIERS),
    "zone-or-not": (_histories,),
    "fire-zone": (lambda reading: firing_table(reading.facts.shot, reading.book), AREA_MODIFIERS),
    "sos-call": (_answers,),
    "deep-suppression": (bands_of("Deep suppression", "artillery/deep_suppression", "modifier"),),
    "rolling-barrage": (
        bands_of("Rolling barrage", "artillery/barrage_effect", "result"),
        _numbers("Cover", "artillery/barrage_cover", lambda facts: facts.cover),
    ),
    "danger-strip": (_strip, AREA_MODIFIERS),
}
