"""A scenario on one sheet: situation, date, the table as a picture, forces, deployment, reserves, rules, victory.

What is not said stands as lines to be written on, so that a blank sheet is one of which nothing is known.
"""

from collections.abc import Iterator
from typing import Final

from playsheets.flanders_fields.forms.roster import RosterFormation
from playsheets.flanders_fields.forms.uses import name_of
from playsheets.flanders_fields.forms.waiting import Waiting
from playsheets.forms.content import Block, Fields, Form, Ledger, LedgerColumn, NamedField, Passage, blank_rows, ledger
from playsheets.forms.drawing import Chart, Mark
from playsheets.forms.table_chart import BESIDE, GROUND_SAYS, ChartPiece, Frame, edges, framed, ground, names
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import USES, in_force
from rules.flanders_fields.vocabulary import Nation, Special, UnitClass
from rules.kernel.values import dataclass

FORCES: Final = (
    LedgerColumn("Formation", 6),
    LedgerColumn("Grade", 3),
    LedgerColumn("Platoons", 3),
    LedgerColumn("With it", 10),
)
RESERVES: Final = (
    LedgerColumn("Side", 3),
    LedgerColumn("Who waits off the table", 8),
    LedgerColumn("Where and when it comes", 8),
)
RULES: Final = (LedgerColumn("Army", 3), LedgerColumn("Rule", 5), LedgerColumn("How often", 9))
HOUSE: Final = (LedgerColumn("Ruling", 2), LedgerColumn("In this game", 8), LedgerColumn("The book", 8))
ON_A_PAGE: Final = (150.0, 150.0)
"""How large the picture of the table is at most, in mm: there is more on the page."""
LINES: Final = 3


@dataclass(frozen=True, slots=True)
class SideHere:
    """One side: its name, army and role, and its formations as far as whoever reads knows them."""

    name: str
    nation: Nation
    role: str
    formations: tuple[RosterFormation, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioGround:
    """The table of a scenario, in millimetres from the attacker's left corner."""

    width_mm: int
    depth_mm: int
    pieces: tuple[ChartPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioOnSheet:
    """What a sheet tells of a game. `reserves`: who waits off the table; `kept`: who may read it."""

    title: str
    says: str
    briefing: tuple[str, ...]
    sides: tuple[SideHere, ...]
    reserves: tuple[Waiting, ...] = ()
    table: ScenarioGround | None = None
    kept: str = ""


def scenario_sheet(told: ScenarioOnSheet, book: RuleBook) -> Form:
    """A scenario's sheet, under the rules of its date."""
    blocks: list[Block] = [_heads(told, book)]
    blocks.append(Passage("Situation, table and victory", told.briefing, 0 if told.briefing else LINES))
    if told.table:
        blocks.append(picture(told.table))
        blocks += [Passage("", (GROUND_SAYS,))] if told.table.pieces else []
    blocks += [_forces(side) for side in told.sides if side.formations]
    waiting = tuple((one.side, one.name, one.says) for one in told.reserves)
    blocks.append(ledger("Reserves", RESERVES, waiting) if waiting else _open("Reserves", RESERVES, 2))
    rules = tuple(_rules(told, book))
    blocks += [ledger("Special rules", RULES, rules)] if rules else []
    if book.house_rules:
        house = tuple((one.ruling, one.says, one.original) for one in book.house_rules)
        blocks.append(ledger("House rules", HOUSE, house))
    blocks.append(Passage("What the players have agreed besides", lines=LINES))
    return Form("scenario", told.title, told.says, tuple(blocks), told.kept)


def blank_scenario() -> Form:
    """A sheet to write a scenario of one's own on."""
    about = tuple(NamedField(name) for name in ("Scenario", "Month", "Table, cm", "Attacker", "Defender", "Turns"))
    blocks: list[Block] = [Fields(about, across=3), Passage("Situation", lines=4)]
    blocks.append(picture(ScenarioGround(1200, 1800)))
    blocks += [_open(f"Forces: {side}", FORCES, 6) for side in ("attacker", "defender")]
    blocks += [Passage("Deployment", lines=LINES), _open("Reserves", RESERVES, LINES)]
    blocks += [Passage("Special rules", lines=LINES), Passage("Victory", lines=LINES)]
    return Form("scenario-blank", "Scenario", "", tuple(blocks))


def picture(table: ScenarioGround) -> Chart:
    """The table to scale, from the attacker's edge."""
    frame = framed(table.width_mm, table.depth_mm, *ON_A_PAGE)
    shapes = tuple(_drawn(table, frame))
    called = ", ".join(dict.fromkeys(one.name for one in table.pieces if one.name))
    alt = f"The table from the attacker’s edge. {called}".strip()
    return Chart("The table", frame.says(), BESIDE + frame.width + 4, frame.total_depth, shapes, alt)


def _drawn(table: ScenarioGround, frame: Frame) -> Iterator[Mark]:
    yield from ground(table.pieces, frame)
    yield from edges(frame, "Attacker’s edge", "Defender’s edge")
    yield from names(table.pieces, frame)


def _heads(told: ScenarioOnSheet, book: RuleBook) -> Fields:
    sides = tuple(NamedField(f"{side.role.capitalize()}", side.name) for side in told.sides)
    players = tuple(NamedField(f"{side.name} player") for side in told.sides)
    return Fields((NamedField("Month", book.when.month.in_words), *sides, NamedField("Played on"), *players), across=3)


def _open(title: str, columns: tuple[LedgerColumn, ...], count: int) -> Ledger:
    return Ledger(title, columns, blank_rows(count, columns))


def _forces(side: SideHere) -> Ledger:
    rows = (row for one in side.formations for row in (_row(one), *(_row(inner) for inner in one.battalions)))
    return ledger(f"{side.name} forces", FORCES, tuple(rows), says=side.role)


def _row(one: RosterFormation) -> tuple[str, ...]:
    support: dict[str, int] = {}
    for unit in one.units:
        if unit.kind is not UnitClass.RIFLE_COMPANY:
            support[unit.name] = support.get(unit.name, 0) + len(unit.stands)
    with_it = ", ".join(name if count == 1 else f"{count} × {name}" for name, count in support.items())
    commander = one.commander.name.removesuffix(f", {one.name}") if one.commander and not one.grade else ""
    grade = one.grade.capitalize() if one.grade else ""
    return (one.name, grade, str(one.started or ""), ", ".join(filter(None, (commander, with_it))))


def _rules(told: ScenarioOnSheet, book: RuleBook) -> Iterator[tuple[str, str, str]]:
    """The national rules of both armies that hold at the date, and how often they may be used (FF-SPR-17)."""
    for side in told.sides:
        for special in Special:
            if in_force(special, side.nation, book):
                yield (side.name, name_of(special), book.table(USES).number(special).says)
