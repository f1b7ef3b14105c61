"""The whole tables behind the look-ups of artillery."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, line_of
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.pages.rendering import clause_short
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import zoned
from app.systems.flanders_fields.pages.lookups.tables.firing import firing_table
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
    return firing_table(Shot(firer=Firer(facts.unit_class.value), range_cm=0.0, cover=cover, on_area=True), reading)


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


def _at_the_zone(reading: Reading) -> Printed:
    return firing_table(reading.facts.shot, reading)


MADE: Final[Mapping[str, Maker]] = {
    "shells": _shells,
    "histories": _histories,
    "at_the_zone": _at_the_zone,
    "answers": _answers,
    "strip": _strip,
}
