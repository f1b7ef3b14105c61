"""The whole tables behind a look-up, as printed, with the row and the cell that decide now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.pages.lookups.laid_out.printed import CLAUSE, cell_of, grid, line_of, run_words
from app.pages.lookups.laid_out.tool import Cell, Maker, Printed, Reading, TableLine
from app.pages.rendering import percent, sentence
from app.systems.flanders_fields.pages.lookups.tables import (
    artillery,
    cards,
    command,
    dice,
    edges,
    evening,
    forces,
    gas,
    ground,
    orders,
    plans,
)
from app.systems.flanders_fields.pages.lookups.tables.firing import armour_table, firing_table, row_of, word_of
from app.systems.flanders_fields.words import words
from rules.flanders_fields.assault.close_combat import FightFacts
from rules.flanders_fields.assault.closing_fire import shot_at_closing
from rules.flanders_fields.movement.manoeuvre import MixedMoveFacts
from rules.flanders_fields.movement.wire import WireCrossingFacts
from rules.flanders_fields.orders.facts import BattalionOrders, OrderFacts
from rules.flanders_fields.orders.order_roll import ROLLS, action_row
from rules.flanders_fields.resolutions import RESOLUTIONS
from rules.flanders_fields.shooting.beaten_zone import BeatenZoneFacts
from rules.flanders_fields.shooting.facts import MACHINE_GUNS
from rules.flanders_fields.shooting.shot import target_column
from rules.flanders_fields.shooting.target_priority import FREE_CHOICE, Enemies
from rules.flanders_fields.sight.cover import CoverFacts, deciding_case
from rules.flanders_fields.sight.visibility import SightFacts, sight_column
from rules.flanders_fields.vocabulary import Firer, Going, Quality, TargetKind
from rules.kernel.dice import ALL_D6
from rules.kernel.measure import cm
from rules.kernel.numerals import signed
from rules.kernel.tables import BookTable

TOTALS: Final = range(9)
ORDER_ROWS: Final = (
    ("orders/machine_guns", "regimental", "Machine guns, regiment"),
    ("orders/machine_guns", "battalion", "Machine guns, battalion"),
    ("orders/artillery", "with_sight", "Batteries that see"),
    ("orders/artillery", "without_sight", "Batteries without sight"),
    ("orders/tanks", "tank", "Tanks"),
    ("orders/light_mortars", "light_mortar", "Light mortars"),
    ("orders/companies", "rifle_company", "Rifle companies"),
)
MOVERS: Final = ("infantry", "cavalry", "field_artillery", "tanks", "motors")
SIGHT: Final = ("open", "in_cover", "fired", "works")
ZONES: Final = (Firer.MACHINE_GUN, Firer.BLOCK_HOUSE)


def _orders(reading: Reading) -> Printed:
    facts: OrderFacts = reading.facts
    book, total = reading.book, reading.total
    # No line of the sheet is read for what is not there at this date.
    deciding = action_row(facts, book) if book.table(ROLLS).has(facts.unit_class) else None
    return Printed(
        "Actions by the total",
        tuple(map(str, TOTALS)),
        tuple(
            TableLine(name, tuple(cell_of(book.table(table).read(row, at)) for at in TOTALS), (table, row) == deciding)
            for table, row, name in ORDER_ROWS
            if book.table(table).has(row)
        ),
        "FF-ORD-10",
        "A natural 1 fails whatever the total.",
        None if total is None else min(max(total, TOTALS[0]), TOTALS[-1]),
    )


def _company_orders(reading: Reading) -> Printed:
    """The line all companies are read by; each has a total of its own."""
    facts: BattalionOrders = reading.facts
    return _orders(replace(reading, facts=facts.companies[0], total=None))


def _shooting(reading: Reading) -> Printed:
    return firing_table(reading.facts, reading)


def _first_shot(reading: Reading) -> Printed:
    facts: BeatenZoneFacts = reading.facts
    return firing_table(facts.first, reading)


def _armour(reading: Reading) -> Printed:
    shot = replace(reading.facts, target=TargetKind.ARMOUR)
    return armour_table(reading, row_of(shot, reading, "shooting/armour_rows"), target_column(shot, reading.book))


def _at_target(reading: Reading) -> Printed:
    return (_armour if reading.facts.target is TargetKind.ARMOUR else _shooting)(reading)


def _movement(reading: Reading) -> Printed:
    return _rates(reading, [reading.facts.going])


def _changing_ground(reading: Reading) -> Printed:
    facts: MixedMoveFacts = reading.facts
    return _rates(reading, [part.going for part in facts.parts])


def _rates(reading: Reading, grounds: Sequence[Going]) -> Printed:
    """The movement table, every ground that is crossed marked."""
    column = word_of(reading.book.table("movement/columns"), reading.facts.mover)
    made = grid(
        reading,
        "Movement in one move action, cm",
        "movement/allowances",
        MOVERS,
        column=column,
        note="Before bonuses and deductions.",
    )
    crossed = {words(ground) for ground in grounds}
    return replace(made, rows=tuple(replace(row, current=row.name in crossed) for row in made.rows))


def _sight(reading: Reading) -> Printed:
    facts: SightFacts = reading.facts
    book = reading.book
    row, column = word_of(book.table("visibility/viewers"), facts.viewer), sight_column(facts, book)
    return grid(
        reading,
        "Sight distances, cm",
        "visibility/distances",
        SIGHT,
        row=row,
        column=column,
        note="To what the target is, or has done.",
    )


def _crossing(reading: Reading) -> Printed:
    """What a try at a belt needs and costs; on a sheet where the order roll decides, that alone."""
    book = reading.book
    decided = book.table("wire/procedure").word("decided_by")
    rows = [line_of(decided.says, decided, "")]
    if decided.value == "test":
        score = book.table("wire/score").number("crosses_on")
        rows.append(line_of("A stand is across on", score, f"{score.value} or more", bool(reading.dice)))
        attempt = book.table("wire/actions").number("attempt")
        rows.append(line_of(f"{attempt.says}, actions", attempt, str(attempt.value)))
    measures = book.table("wire/measures")
    sizes = (measures.number(key) for key in ("belt_depth", "follow_on"))
    rows += (line_of(one.says, one, cm(one.value)) for one in sizes)
    return Printed("Crossing wire", ("", CLAUSE), tuple(rows), "FF-WIR-02", "A die for each stand, where dice decide.")


def _crossers(reading: Reading) -> Printed:
    facts: WireCrossingFacts = reading.facts
    return _lines("Who crosses wire, and how", reading.book.table("wire/crossers"), facts.mover, "FF-WIR-13")


def _lines(title: str, table: BookTable, current: str, clause: str) -> Printed:
    rows = ((key, table.word(key)) for key in table)
    lines = (line_of(words(key), row, row.says, key == current) for key, row in rows)
    return Printed(title, ("", CLAUSE), tuple(lines), clause, "", 0)


def _cover(reading: Reading) -> Printed:
    facts: CoverFacts = reading.facts
    table, deciding = reading.book.table("cover/classes"), deciding_case(facts, reading.book)
    rows = ((key, table.word(key)) for key in table)
    lines = (line_of(row.says, row, words(row.value), key == deciding) for key, row in rows)
    key = "Read from the top: the first line that applies decides."
    return Printed("Class of cover", ("Cover", CLAUSE), tuple(lines), "FF-COV-T2", key, 0)


def _deviates(reading: Reading) -> Printed:
    stays = reading.book.table("dice/deviation").number("no_deviation_from")
    first = reading.dice[0] if reading.dice else 0
    falls = ((range(1, stays.value), "deviates"), (range(stays.value, 7), "on the point"))
    rows = (line_of(run_words(run[0], run[-1]), stays, word, first in run) for run, word in falls)
    return Printed("First die", ("It comes down", CLAUSE), tuple(rows), "FF-DIC-06", "", 0)


def _clock(reading: Reading) -> Printed:
    table = reading.book.table("dice/deviation")
    late, add = table.number("late_hours_from"), table.number("late_hours_add")
    second, third = reading.dice[1:3] if len(reading.dice) > 2 else (0, 0)
    halves = ((range(1, late.value), 0), (range(late.value, 7), add.value))
    rows = (
        TableLine(
            f"Second die {run_words(run[0], run[-1])}",
            tuple(Cell(str(die.pips + more)) for die in ALL_D6),
            second in run,
        )
        for run, more in halves
    )
    key = "Across: the third die. The last two dice together are the centimetres."
    columns = tuple(str(die.pips) for die in ALL_D6)
    return Printed("Hour of the clock", columns, tuple(rows), late.clause, key, third - 1 if third else None)


def _zone(reading: Reading) -> Printed:
    facts: BeatenZoneFacts = reading.facts
    limits, modifiers = reading.book.table("shooting/range_limits"), reading.book.table("shooting/modifiers")
    guns = ((firer, limits.number(f"zone.{firer}")) for firer in ZONES if limits.has(f"zone.{firer}"))
    rows = [
        line_of(f"Its length, {words(firer).lower()}", length, cm(length.value), firer is facts.first.firer)
        for firer, length in guns
    ]
    most = reading.book.table("shooting/counts").number("zone.targets")
    rows.append(line_of("Stands hit behind the first", most, f"{most.value} at most"))
    for place in range(1, most.value + 1):
        if modifiers.has(f"zone_{place}"):
            one = modifiers.number(f"zone_{place}")
            rows.append(line_of(f"Stand {place} behind the first, on its die", one, signed(one.value)))
    return Printed("Beaten zone", ("", CLAUSE), tuple(rows), "FF-BZN-03", "Nearest first, a die for each.", 0)


def _priority(reading: Reading) -> Printed | None:
    """The steps that bind this firer; none for weapons of free choice and where a house rule reads them otherwise."""
    facts: Enemies = reading.facts
    book, step = reading.book, reading.value["step"] if reading.value else None
    if step == FREE_CHOICE or any(book.mark(ruling) for ruling in ("SHQ-18", "SHQ-19", "SHQ-76")):
        return None
    limits = book.table("shooting/range_limits")
    near, ahead = limits.number("priority.near"), limits.number("priority.ahead")
    steps = [TableLine("1. The closest in arc and range", (Cell("must be chosen"),), step == 1)]
    key = "Machine guns and block houses take the closest they see."
    if facts.firer not in MACHINE_GUNS:
        key = "The first step that finds an enemy who can be seen and affected."
        steps += (
            TableLine("2. Others close by", (Cell(f"within {cm(near.value)}", near.house),), step == 2),
            TableLine("3. Straight ahead", (Cell(f"within {cm(ahead.value)}", ahead.house),), step == 3),
            TableLine("4. Any other in arc and range", (Cell("free choice"),), step == 4),
        )
    return Printed("Order of priority", ("",), tuple(steps), "FF-TGT-T1", key, 0)


def _chances(reading: Reading) -> Printed | None:
    """How the fight with these factors ends, before its dice; none for a pair that never fights."""
    odds = RESOLUTIONS["combat"].odds
    found = odds(FightFacts(combat=reading.facts), reading.book) if odds else None
    if not isinstance(found, Mapping):
        return None
    rows = tuple(TableLine(sentence(end)[:-1], (Cell(percent(chance)),)) for end, chance in found.items())
    return Printed("Chances of the fight", ("",), rows, "FF-ASL-T2", "With the dice still to be thrown.", 0)


def _at_closing(reading: Reading) -> Printed:
    shot = shot_at_closing(reading.facts, reading.book)
    return _at_target(replace(reading, facts=shot))


def _coming_up(reading: Reading) -> Printed:
    table, facts = reading.book.table("shelters/leaving"), reading.facts
    needed = table.number("up_from")
    grades = ((grade, table.number(grade)) for grade in Quality)
    lines = [line_of(words(grade), one, signed(one.value), grade is facts.quality) for grade, one in grades]
    lines.append(line_of(needed.says, needed, f"{needed.value} or more"))
    return Printed("Coming up", ("", CLAUSE), tuple(lines), "FF-DSH-03", "A die for each platoon.", 0)


_MADE_HERE: Final[Mapping[str, Maker]] = {
    "orders": _orders,
    "company_orders": _company_orders,
    "shooting": _shooting,
    "at_target": _at_target,
    "zone": _zone,
    "first_shot": _first_shot,
    "armour": _armour,
    "movement": _movement,
    "changing_ground": _changing_ground,
    "crossing": _crossing,
    "crossers": _crossers,
    "sight": _sight,
    "deviates": _deviates,
    "clock": _clock,
    "cover": _cover,
    "priority": _priority,
    "chances": _chances,
    "at_closing": _at_closing,
    "coming_up": _coming_up,
}
MADE: Final[Mapping[str, Maker]] = {
    **_MADE_HERE,
    **artillery.MADE,
    **cards.MADE,
    **command.MADE,
    **dice.MADE,
    **edges.MADE,
    **evening.MADE,
    **forces.MADE,
    **gas.MADE,
    **ground.MADE,
    **orders.MADE,
    **plans.MADE,
}
