"""The whole tables behind a look-up, as printed, with the row and the cell that decide now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.lookups.words import words
from app.pages.rendering import clause_short, signed
from rules.flanders_fields.beaten_zone import BeatenZoneFacts
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.closing_fire import shot_at_closing
from rules.flanders_fields.cover import CoverFacts, deciding_case
from rules.flanders_fields.gas_attack import GasAttackFacts
from rules.flanders_fields.gas_phase import CloudPhaseFacts
from rules.flanders_fields.may_shoot import row_key
from rules.flanders_fields.order_facts import OrderFacts
from rules.flanders_fields.orders import action_row
from rules.flanders_fields.shooting import target_column
from rules.flanders_fields.shot import MACHINE_GUNS, Shot
from rules.flanders_fields.target_priority import FREE_CHOICE, Enemies
from rules.flanders_fields.visibility import SightFacts, sight_column
from rules.flanders_fields.vocabulary import Cover, Firer, Going, Quality, Side, TargetKind
from rules.flanders_fields.wire import WireFacts
from rules.kernel.cells import Span
from rules.kernel.dice import ALL_D6
from rules.kernel.explain import HouseMark
from rules.kernel.measure import cm
from rules.kernel.tables import Cited, Table

TOTALS: Final = range(9)
ORDER_ROWS: Final = (
    ("FF-ORD-T1", "regimental", "Machine guns, regiment"),
    ("FF-ORD-T1", "battalion", "Machine guns, battalion"),
    ("FF-ORD-T2", "with_sight", "Batteries that see"),
    ("FF-ORD-T2", "without_sight", "Batteries without sight"),
    ("FF-ORD-T3", "tank", "Tanks"),
    ("FF-ORD-T4", "light_mortar", "Light mortars"),
    ("FF-ORD-T5", "rifle_company", "Rifle companies"),
)
MOVERS: Final = ("infantry", "cavalry", "field_artillery", "tanks", "motors")
SIGHT: Final = ("open", "in_cover", "fired", "works")
SHOOTING_KEY: Final = "Suppressed / killed on this total or more."
CLAUSE: Final = "Clause"
ZONES: Final = (Firer.MACHINE_GUN, Firer.BLOCK_HOUSE)


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell, and the house rule that changed it."""

    word: str
    house: HouseMark | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `current` is the one that is read now."""

    name: str
    cells: tuple[Cell, ...]
    current: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """A table as components/matrix.html takes it; `column` is that of the cell in the current row that decides."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    clause: str
    key: str
    column: int | None = None

    @property
    def marks(self) -> list[HouseMark]:
        """The house rules that changed a cell."""
        return list(dict.fromkeys(cell.house for row in self.rows for cell in row.cells if cell.house))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a table is read with: facts, book and dice; the total and the value of the answer if there is one."""

    facts: Any
    book: RuleBook
    dice: tuple[int, ...] = ()
    total: int | None = None
    value: Any = None


def tables_for(slug: str, reading: Reading) -> tuple[Printed, ...]:
    """The tables a look-up is read from, the one that decides first. None where a house rule does away with it."""
    made = (make(reading) for make in MAKERS[slug])
    return tuple(table for table in made if table is not None)


def _orders(reading: Reading) -> Printed:
    facts: OrderFacts = reading.facts
    book, total = reading.book, reading.total
    deciding = action_row(facts, book)
    return Printed(
        "Actions by the total",
        tuple(map(str, TOTALS)),
        tuple(
            Row(name, tuple(_cell(book.table(table).read(row, at)) for at in TOTALS), (table, row) == deciding)
            for table, row, name in ORDER_ROWS
            if book.table(table).has(row)
        ),
        "FF-ORD-10",
        "A natural 1 fails whatever the total.",
        None if total is None else min(max(total, TOTALS[0]), TOTALS[-1]),
    )


def _shooting(reading: Reading) -> Printed:
    return _firing(reading.facts, reading.book)


def _first_shot(reading: Reading) -> Printed:
    facts: BeatenZoneFacts = reading.facts
    return _firing(facts.first, reading.book)


def _firing(shot: Shot, book: RuleBook) -> Printed:
    columns = tuple(str(cover) for cover in Cover)
    row, column = _row_of(shot, book, "FF-SHO-ROWS"), target_column(shot, book)
    return _grid("Shooting", book.table("FF-SHO-T1"), columns, row, column, "FF-SHO-T1", SHOOTING_KEY)


def _armour(reading: Reading) -> Printed:
    book, shot = reading.book, replace(reading.facts, target=TargetKind.ARMOUR)
    row, column = _row_of(shot, book, "FF-ARM-ROWS"), target_column(shot, book)
    return _grid("Armour", book.table("FF-ARM-T1"), ("open", "cover"), row, column, "FF-ARM-T1", SHOOTING_KEY)


def _row_of(shot: Shot, book: RuleBook, rows: str) -> str:
    key = row_key(shot, book.table(rows))
    return _word(book.table(rows), key)


def _word(table: Table, key: str) -> str:
    """A word of a table, or nothing where the date does not know it."""
    return table.word(key).value if table.has(key) else ""


def _movement(reading: Reading) -> Printed:
    facts, book = reading.facts, reading.book
    column = _word(book.table("FF-MOV-COLUMNS"), facts.mover)
    row, title = str(Going(facts.going)), "Movement in one move action, cm"
    return _grid(title, book.table("FF-MOV-T3"), MOVERS, row, column, "FF-MOV-T3", "Before bonuses and deductions.")


def _sight(reading: Reading) -> Printed:
    facts: SightFacts = reading.facts
    book = reading.book
    row, column = _word(book.table("FF-VIS-VIEWERS"), facts.viewer), sight_column(facts, book)
    key = "To what the target is, or has done."
    return _grid("Sight distances, cm", book.table("FF-VIS-T1"), SIGHT, row, column, "FF-VIS-T1", key)


def _grid(title: str, table: Table, columns: tuple[str, ...], row: str, column: str, clause: str, key: str) -> Printed:
    """A table of rows and columns; a cell the date does not have stays a dash."""
    names = dict.fromkeys(key.partition(".")[0] for key in table)
    rows = (Row(words(name), tuple(_at(table, f"{name}.{at}") for at in columns), name == row) for name in names)
    headings = tuple(_heading(name) for name in columns)
    return Printed(title, headings, tuple(rows), clause, key, columns.index(column) if column in columns else None)


def _heading(column: str) -> str:
    return {"fortified": "Fort.", "field_artillery": "Field guns", "in_cover": "In cover"}.get(column) or words(column)


def _at(table: Table, key: str) -> Cell:
    return _cell(table.values[key]) if table.has(key) else Cell("\u2013")


def _cell(cited: Cited[Any]) -> Cell:
    """A cell as printed; whole numbers in these tables are millimetres."""
    value = cited.value
    written = f"{value / 10:g}" if isinstance(value, int) else str(value)
    # A short cell stays on one line; one with words in it may be broken, but only before the second score.
    slash = "\u00a0/ " if "direct" in written else "\u00a0/\u00a0"
    return Cell(written.replace(" direct", "\u00a0direct").replace("/", slash).replace("assault", "A"), cited.house)


def _line(name: str, cited: Cited[Any], written: str, current: bool = False) -> Row:
    """A line of one value, with its own clause."""
    return Row(name, (Cell(written, cited.house), Cell(clause_short(cited.clause))), current)


def _bands(title: str, table: str, row: str) -> "Maker":
    def made(reading: Reading) -> Printed | None:
        if not reading.book.table(table).has(row):
            return None
        rows = _band_rows(reading.book.table(table).bands(row), reading.total)
        return Printed(title, ("Result",), rows, table, "By the total.", 0)

    return made


def _band_rows(bands: Cited[tuple[tuple[Span, str], ...]], total: int | None) -> tuple[Row, ...]:
    return tuple(
        Row(_span(span), (Cell(words(gives), bands.house),), total is not None and span.holds(total))
        for span, gives in bands.value
    )


def _gas(reading: Reading) -> Printed:
    """The shooting table with the gas row; its cell is marked where all who are caught have the same cover."""
    facts: GasAttackFacts = reading.facts
    covers = {str(stand.cover) for stand in facts.stands}
    columns, book = tuple(map(str, Cover)), reading.book
    column = next(iter(covers)) if len(covers) == 1 else ""
    return _grid("Shooting", book.table("FF-SHO-T1"), columns, Firer.GAS, column, "FF-GAS-T2", SHOOTING_KEY)


def _wind(reading: Reading) -> Printed:
    first = reading.dice[0] if reading.dice else None
    rows = _band_rows(reading.book.table("FF-GAS-T1").bands("wind"), first)
    return Printed("Gas movement", ("The wind",), rows, "FF-GAS-T1", "By the first die.", 0)


def _angles(reading: Reading) -> Printed:
    """Where the second die turns the wind."""
    table = reading.book.table("FF-GAS-T1")
    angles = [int(table.read("turn", die.pips).value) for die in ALL_D6]
    cells = tuple(Cell(f"{abs(one)}\u00b0 {'right' if one > 0 else 'left'}") for one in angles)
    turns = bool(reading.dice) and table.read("wind", reading.dice[0]).value == "turns"
    second = reading.dice[1] if turns and len(reading.dice) > 1 else None
    columns = tuple(str(die.pips) for die in ALL_D6)
    key = "The second die, where the wind turns: right and left as seen looking downwind."
    return Printed("Change of direction", columns, (Row("Turns", cells, turns),), table.id, key, second and second - 1)


def _clouds(reading: Reading) -> Printed:
    facts: CloudPhaseFacts = reading.facts
    sizes = reading.book.table("FF-GAS-03")
    rows = (
        Row(words(side), tuple(_at(sizes, f"{side}.{way}") for way in ("width", "depth")), side is facts.cloud.owner)
        for side in Side
    )
    return Printed("Size of clouds, cm", ("Across", "Deep"), tuple(rows), "FF-GAS-03", "By whose gas it is.")


def _span(span: Span) -> str:
    low, high = span.low, span.high
    if low is None:
        return f"{high} or less"
    return f"{low} or more" if high is None else _run(low, high)


def _run(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _crossing(reading: Reading) -> Printed:
    """What a try at a belt needs and costs; on a sheet where the order roll decides, that alone."""
    book = reading.book
    decided = book.table("FF-WIR-02").word("decided_by")
    rows = [_line(decided.says, decided, "")]
    if decided.value == "test":
        score = book.table("FF-WIR-04").number("crosses_on")
        rows.append(_line("A stand is across on", score, f"{score.value} or more", bool(reading.dice)))
        attempt = book.table("FF-WIR-03").number("attempt")
        rows.append(_line(f"{attempt.says}, actions", attempt, str(attempt.value)))
    measures = book.table("FF-WIR-01")
    sizes = (measures.number(key) for key in ("belt_depth", "follow_on"))
    rows += (_line(one.says, one, cm(one.value)) for one in sizes)
    return Printed("Crossing wire", ("", CLAUSE), tuple(rows), "FF-WIR-02", "A die for each stand, where dice decide.")


def _crossers(reading: Reading) -> Printed:
    facts: WireFacts = reading.facts
    return _lines("Who crosses wire, and how", reading.book.table("FF-WIR-13"), facts.mover, "FF-WIR-13")


def _lines(title: str, table: Table, current: str, clause: str) -> Printed:
    rows = ((key, table.word(key)) for key in table)
    lines = (_line(words(key), row, row.says, key == current) for key, row in rows)
    return Printed(title, ("", CLAUSE), tuple(lines), clause, "", 0)


def _cover(reading: Reading) -> Printed:
    facts: CoverFacts = reading.facts
    table, deciding = reading.book.table("FF-COV-T2"), deciding_case(facts, reading.book)
    rows = ((key, table.word(key)) for key in table)
    lines = (_line(row.says, row, words(row.value), key == deciding) for key, row in rows)
    key = "Read from the top: the first line that applies decides."
    return Printed("Class of cover", ("Cover", CLAUSE), tuple(lines), "FF-COV-T2", key, 0)


def _deviates(reading: Reading) -> Printed:
    stays = reading.book.table("FF-DIC-06").number("no_deviation_from")
    first = reading.dice[0] if reading.dice else 0
    falls = ((range(1, stays.value), "deviates"), (range(stays.value, 7), "on the point"))
    rows = (_line(_run(run[0], run[-1]), stays, word, first in run) for run, word in falls)
    return Printed("First die", ("It comes down", CLAUSE), tuple(rows), "FF-DIC-06", "", 0)


def _clock(reading: Reading) -> Printed:
    table = reading.book.table("FF-DIC-06")
    late, add = table.number("late_hours_from"), table.number("late_hours_add")
    second, third = reading.dice[1:3] if len(reading.dice) > 2 else (0, 0)
    halves = ((range(1, late.value), 0), (range(late.value, 7), add.value))
    rows = (
        Row(f"Second die {_run(run[0], run[-1])}", tuple(Cell(str(die.pips + more)) for die in ALL_D6), second in run)
        for run, more in halves
    )
    key = "Across: the third die. The last two dice together are the centimetres."
    columns = tuple(str(die.pips) for die in ALL_D6)
    return Printed("Hour of the clock", columns, tuple(rows), late.clause, key, third - 1 if third else None)


def _zone(reading: Reading) -> Printed:
    facts: BeatenZoneFacts = reading.facts
    limits, modifiers = reading.book.table("FF-RNG-11"), reading.book.table("FF-DFM-T1")
    guns = ((firer, limits.number(f"zone.{firer}")) for firer in ZONES if limits.has(f"zone.{firer}"))
    rows = [
        _line(f"Its length, {words(firer).lower()}", length, cm(length.value), firer is facts.first.firer)
        for firer, length in guns
    ]
    most = reading.book.table("FF-SHO-08").number("zone.targets")
    rows.append(_line("Stands hit behind the first", most, f"{most.value} at most"))
    for place in range(1, most.value + 1):
        if modifiers.has(f"zone_{place}"):
            one = modifiers.number(f"zone_{place}")
            rows.append(_line(f"Stand {place} behind the first, on its die", one, signed(one.value)))
    return Printed("Beaten zone", ("", CLAUSE), tuple(rows), "FF-BZN-03", "Nearest first, a die for each.", 0)


def _priority(reading: Reading) -> Printed | None:
    """The steps that bind this firer; none for weapons of free choice and where a house rule reads them otherwise."""
    facts: Enemies = reading.facts
    book, step = reading.book, reading.value["step"] if reading.value else None
    if step == FREE_CHOICE or any(book.mark(ruling) for ruling in ("SHQ-18", "SHQ-19", "SHQ-76")):
        return None
    limits = book.table("FF-RNG-11")
    near, ahead = limits.number("priority.near"), limits.number("priority.ahead")
    steps = [Row("1. The closest in arc and range", (Cell("must be chosen"),), step == 1)]
    key = "Machine guns and block houses take the closest they see."
    if facts.firer not in MACHINE_GUNS:
        key = "The first step that finds an enemy who can be seen and affected."
        steps += (
            Row("2. Others close by", (Cell(f"within {cm(near.value)}", near.house),), step == 2),
            Row("3. Straight ahead", (Cell(f"within {cm(ahead.value)}", ahead.house),), step == 3),
            Row("4. Any other in arc and range", (Cell("free choice"),), step == 4),
        )
    return Printed("Order of priority", ("",), tuple(steps), "FF-TGT-T1", key, 0)


def _factors(title: str, name: str) -> "Maker":
    def made(reading: Reading) -> Printed | None:
        table = reading.book.table(name)
        rows = (table.number(key) for key in table if table.number(key).value)
        lines = tuple(_line(one.says, one, signed(one.value)) for one in rows)
        key = "Added to the die of the side it is true of."
        return Printed(title, ("", CLAUSE), lines, name, key, 0) if lines else None

    return made


def _at_closing(reading: Reading) -> Printed:
    shot = shot_at_closing(reading.facts, reading.book)
    return (_armour if shot.target is TargetKind.ARMOUR else _shooting)(replace(reading, facts=shot))


def _coming_up(reading: Reading) -> Printed:
    table, facts = reading.book.table("FF-DSH-03"), reading.facts
    needed = table.number("up_from")
    grades = ((grade, table.number(grade)) for grade in Quality)
    lines = [_line(words(grade), one, signed(one.value), grade is facts.quality) for grade, one in grades]
    lines.append(_line(needed.says, needed, f"{needed.value} or more"))
    return Printed("Coming up", ("", CLAUSE), tuple(lines), "FF-DSH-03", "A die for each platoon.", 0)


Maker = Callable[[Reading], Printed | None]
MAKERS: Final[Mapping[str, Sequence[Maker]]] = {
    "order-roll": (_orders,),
    "shooting": (_shooting,),
    "beaten-zone": (_zone, _first_shot),
    "armour": (_armour,),
    "movement": (_movement,),
    "wire": (_crossing, _crossers),
    "visibility": (_sight,),
    "morale": (_bands("Morale", "FF-MOR-T1", "morale"),),
    "heroic-action": (_bands("Heroic action", "FF-HER-04", "heroic_action"),),
    "deviation": (_deviates, _clock),
    "cover": (_cover,),
    "target-priority": (_priority,),
    "close-combat": (_factors("Assault factors", "FF-ASL-T1"),),
    "closing-fire": (_at_closing,),
    "deep-shelter": (_coming_up,),
    "air-mission": (_bands("Air mission", "FF-ORD-T6", "air_mission"),),
    "air-attack": (_factors("Factors in the air", "FF-AIR-12"),),
    "gas": (_gas,),
    "wind": (_wind, _angles),
    "gas-cloud": (_clouds,),
}
