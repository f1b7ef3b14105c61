"""Rule tables beside lookups, with the cell that decides: shooting, gas, movement, sight."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.pages.lookups.lookup_layout import (
    CLAUSE,
    Cell,
    Maker,
    Printed,
    Reading,
    TableLine,
    answers_to,
    band_rows,
    cell_at,
    cell_of,
    grid,
    line_of,
    run_words,
)
from app.pages.rendering import clause_short, percent, sentence
from app.systems.flanders_fields.lookups import words
from app.systems.flanders_fields.pages import lookup_command_tables
from app.systems.flanders_fields.pages.lookup_outcomes import hidden, zoned
from rules.flanders_fields.close_combat import FightFacts
from rules.flanders_fields.closing_fire import shot_at_closing
from rules.flanders_fields.fire_eligibility import MACHINE_GUNS, Shot, row_key
from rules.flanders_fields.fire_zones import FireZoneFacts, zone_state
from rules.flanders_fields.gas_effects import GasAttackFacts
from rules.flanders_fields.lookups import RESOLUTIONS
from rules.flanders_fields.machine_guns import BeatenZoneFacts
from rules.flanders_fields.manoeuvres import CommandMoveFacts, MixedMoveFacts, PassThroughFacts, Relation, pass_through
from rules.flanders_fields.order_roll import ROLLS, action_row
from rules.flanders_fields.orders import BattalionOrders, OrderFacts
from rules.flanders_fields.shooting import FireAction, target_column
from rules.flanders_fields.sight import (
    ArmourCoverFacts,
    CoverFacts,
    ObserverFacts,
    SightFacts,
    Viewer,
    cover_of_armour,
    deciding_case,
    observes,
    sight_column,
)
from rules.flanders_fields.target_priority import FREE_CHOICE, Enemies
from rules.flanders_fields.vocabulary import Cover, Firer, Going, Ground, Quality, Side, TargetKind, Work
from rules.flanders_fields.wire import Caught, CaughtFacts, WireCrossingFacts, caught_may
from rules.kernel.dice import ALL_D6
from rules.kernel.distances import cm
from rules.kernel.numerals import signed
from rules.kernel.tables import BookTable

# Firing tables

SHOOTING_KEY: Final = "Suppressed / killed on this total or more."
SHORT: Final = {"assault": "A"}
"""What stands in a cell that is read in assaults alone."""
COVERS: Final = tuple(str(cover) for cover in Cover)
ARMOUR: Final = ("open", "cover")


def firing_table(shot: Shot, reading: Reading) -> Printed:
    """The firing table as it is read for a shot."""
    row, column = row_of(shot, reading, "shooting/rows"), target_column(shot, reading.book)
    return firing_grid(reading, row, column)


def firing_grid(reading: Reading, row: str, column: str) -> Printed:
    """The firing table with a row and a column marked."""
    return grid(
        reading, "Shooting", "shooting/firing_table", COVERS, row=row, column=column, note=SHOOTING_KEY, short=SHORT
    )


def armour_table(reading: Reading, row: str = "", column: str = "") -> Printed:
    """The firing table against armour."""
    return grid(
        reading, "Armour", "shooting/armour_table", ARMOUR, row=row, column=column, note=SHOOTING_KEY, short=SHORT
    )


def row_of(shot: Shot, reading: Reading, rows: str) -> str:
    """The row of a table that a firer is read on, or nothing."""
    table = reading.book.table(rows)
    return word_of(table, row_key(shot, table))


def word_of(table: BookTable, key: str) -> str:
    """A word of a table, or nothing where the date does not know it."""
    return table.word(key).value if table.has(key) else ""


# Tables of artillery

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


ARTILLERY_TABLES: Final[Mapping[str, Maker]] = {
    "shells": _shells,
    "histories": _histories,
    "at_the_zone": _at_the_zone,
    "answers": _answers,
    "strip": _strip,
}


# Tables of gas and wind


def _gas(reading: Reading) -> Printed:
    """The shooting table with the gas row; its cell is marked where all who are caught have the same cover."""
    facts: GasAttackFacts = reading.facts
    covers = {str(stand.cover) for stand in facts.stands}
    column = next(iter(covers)) if len(covers) == 1 else ""
    return replace(firing_grid(reading, Firer.GAS, column), clause="FF-GAS-T2")


def _wind(reading: Reading) -> Printed:
    first = reading.dice[0] if reading.dice else None
    rows = band_rows(reading.book.table("gas/movement").bands("wind"), first, reading.words)
    return Printed("Gas movement", ("The wind",), rows, "FF-GAS-T1", "By the first die.", 0)


def _angles(reading: Reading) -> Printed:
    """Where the second die turns the wind."""
    table = reading.book.table("gas/movement")
    angles = [int(table.read("turn", die.pips).value) for die in ALL_D6]
    cells = tuple(Cell(f"{abs(one)}\u00b0 {'right' if one > 0 else 'left'}") for one in angles)
    turns = bool(reading.dice) and table.read("wind", reading.dice[0]).value == "turns"
    second = reading.dice[1] if turns and len(reading.dice) > 1 else None
    columns = tuple(str(die.pips) for die in ALL_D6)
    key = "The second die, where the wind turns: right and left as seen looking downwind."
    return Printed(
        "Change of direction", columns, (TableLine("Turns", cells, turns),), table.id, key, second and second - 1
    )


def _who_moves_in(reading: Reading) -> Printed:
    return _gas(replace(reading, facts=GasAttackFacts(stands=(reading.facts.stand,))))


def _clouds(owner: Callable[[Any], Side]) -> Maker:
    """How large clouds are, those of the side that is asked about marked."""

    def made(reading: Reading) -> Printed:
        sizes, whose = reading.book.table("gas/clouds"), owner(reading.facts)
        rows = (
            TableLine(words(side), tuple(cell_at(sizes, f"{side}.{way}") for way in ("width", "depth")), side is whose)
            for side in Side
        )
        return Printed("Size of clouds, cm", ("Across", "Deep"), tuple(rows), "FF-GAS-03", "By whose gas it is.")

    return made


GAS_TABLES: Final[Mapping[str, Maker]] = {
    "gas": _gas,
    "wind": _wind,
    "angles": _angles,
    "who_moves_in": _who_moves_in,
    "cloud_sizes": _clouds(lambda facts: facts.cloud.owner),
    "released_cloud_sizes": _clouds(lambda facts: facts.owner),
}


# Tables of arcs, bases, formations and movement

ALLOWANCES: Final = "movement/allowances"


def _arcs(reading: Reading) -> Printed:
    """What each kind of weapon may reach aside of its own base."""
    aside, fans = reading.book.table("shooting/arcs"), reading.book.table("shooting/arc_angles")
    boxes = ((key, aside.number(key)) for key in aside)
    wide = ((key, fans.number(key)) for key in fans)
    rows = (
        *(line_of(words(key), one, f"{cm(one.value)} on each side") for key, one in boxes),
        *(line_of(words(key), one, f"opens by {one.value // 2} degrees on each side") for key, one in wide),
    )
    return Printed("Arcs of fire", ("", CLAUSE), rows, "FF-ARC-T1", "Beside the front edge of the base.", 0)


def _moves(reading: Reading) -> Printed:
    """The movement table with the column of a command stand."""
    facts: CommandMoveFacts = reading.facts
    mover = "mounted_command" if facts.mounted else "command_on_foot"
    column = reading.book.table("movement/columns").word(mover).value
    return grid(
        reading,
        "Movement, cm",
        ALLOWANCES,
        ("infantry", "cavalry"),
        row=str(Going(facts.going)),
        column=column,
        note="One move: a command stand has two.",
    )


def _road(reading: Reading) -> Printed:
    keys = (key for key in reading.book.table(ALLOWANCES) if key.startswith("road."))
    columns = tuple(dict.fromkeys(key.partition(".")[2] for key in keys))
    return grid(reading, "Movement, cm", ALLOWANCES, columns, row="road", note="The road rate is for columns only.")


def _shots(reading: Reading) -> Printed | None:
    facts: FireAction = reading.facts
    return None if facts.shot.target is TargetKind.ARMOUR else firing_table(facts.shot, reading)


GROUND_TABLES: Final[Mapping[str, Maker]] = {
    "arcs": _arcs,
    "moves": _moves,
    "road": _road,
    "shots": _shots,
    "passing": answers_to(
        "Passing through",
        "FF-MOV-16",
        {words(one): PassThroughFacts(through=one) for one in Relation},
        pass_through,
        lambda facts: words(facts.through),
    ),
}


# Wire

WIRE_TABLES: Final[Mapping[str, Maker]] = {
    "on_the_wire": answers_to(
        "On the wire",
        "FF-WIR-06",
        {words(one, "Caught"): CaughtFacts(wants_to=one) for one in Caught},
        caught_may,
        lambda facts: words(facts.wants_to, "Caught"),
    )
}


# Tables of plans, areas, tanks and block houses

TANK_WEAPONS: Final = ("class", "gun", "front", "flank", "rear")


def _types_of_tank(reading: Reading) -> Printed:
    """What every type of tank carries, the type that is asked for marked."""
    table, asked = reading.book.table("tanks/guns"), getattr(reading.facts, "tank", "")
    types = dict.fromkeys(key.partition(".")[0] for key in table)
    rows = (
        TableLine(words(one), tuple(_weapon(table, f"{one}.{at}") for at in TANK_WEAPONS), one == asked)
        for one in types
    )
    return Printed("Guns of tanks", tuple(map(words, TANK_WEAPONS)), tuple(rows), "FF-TNK-T1", "Where each fires.")


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


PLAN_TABLES: Final[Mapping[str, Maker]] = {
    "observers": _observers,
    "machine_gun_strip": _machine_gun_strip,
    "bombarded": _bombarded,
    "changes": _changes,
    "types_of_tank": _types_of_tank,
    "hiding_places": _hiding_places,
    "columns_of_armour": _columns_of_armour,
}


# Whole tables

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
TABLES: Final[Mapping[str, Maker]] = {
    **_MADE_HERE,
    **ARTILLERY_TABLES,
    **lookup_command_tables.CARD_TABLES,
    **lookup_command_tables.COMMAND_TABLES,
    **lookup_command_tables.DICE_TABLES,
    **WIRE_TABLES,
    **lookup_command_tables.TURN_TABLES,
    **lookup_command_tables.FORCE_TABLES,
    **GAS_TABLES,
    **GROUND_TABLES,
    **lookup_command_tables.ORDER_TABLES,
    **PLAN_TABLES,
}
