"""Forms of a game: scenario sheet, referee’s sheet, reinforcements, blank forms."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from playsheets.flanders_fields.fire_plan_forms import blank_cards, blank_plan, turn_by_turn
from playsheets.flanders_fields.report_form import Played, blank_report
from playsheets.flanders_fields.rosters import RosterFormation, name_of, only_for, roster_of_side
from playsheets.forms import (
    BESIDE,
    GROUND_SAYS,
    Block,
    Chart,
    ChartPiece,
    Fields,
    Form,
    Frame,
    Ledger,
    LedgerCell,
    LedgerColumn,
    Mark,
    NamedField,
    Passage,
    blank_rows,
    edges,
    framed,
    ground,
    ledger,
    names,
)
from rules.flanders_fields.fire_plan import GridPlace, WrittenFor, WrittenPlan, in_words, reference_of
from rules.flanders_fields.national_rules import USES, in_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import NEEDED
from rules.flanders_fields.vocabulary import Nation, Side, Special, UnitClass
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import parse_month

# Who waits off the table, and on what he comes (FF-SCN-34)

SURE: Final = "sure"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A formation off the table. From `first_turn` on it arrives on `needed[0]` or more, the turn after on the next,
    then on the last of them; without `needed` its scenario says nothing of it. `where` it comes on, in words."""

    side: str
    name: str
    first_turn: int = 0
    needed: tuple[int, ...] = ()
    where: str = ""

    def die_in(self, turn: int) -> str:
        """What its die must show in a game turn; empty before its first."""
        if not self.needed or turn < self.first_turn:
            return ""
        return shown(self.needed[min(turn - self.first_turn, len(self.needed) - 1)])

    @property
    def says(self) -> str:
        """When and where it comes, in a line; empty where its scenario says nothing of it."""
        rolls = [f"turn {turn}: {shown(face)}" for turn, face in enumerate(self.needed, self.first_turn)]
        told = ", ".join(rolls) + (" and after" if rolls else "")
        return "; ".join(part for part in (told, self.where) if part)


def shown(face: int) -> str:
    """What a die must show."""
    return f"{face}+" if face > 1 else SURE


def of_the_book(turn: int, book: RuleBook) -> str:
    """What a die must show in a turn of the specimen game; empty before its first."""
    table = book.table(NEEDED)
    turns = sorted(int(key.removeprefix("turn_")) for key in table)
    if not turns or turn < turns[0]:
        return ""
    return shown(table.number(f"turn_{min(turn, turns[-1])}").value)


# A scenario on one sheet

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
    blocks: list[Block] = [_scenario_heads(told, book)]
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


def _scenario_heads(told: ScenarioOnSheet, book: RuleBook) -> Fields:
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


# The referee's sheet

HIDDEN: Final = (
    LedgerColumn("Side", 3),
    LedgerColumn("Who", 7),
    LedgerColumn("Where", 7),
    LedgerColumn("Shown in turn", 3),
)
RECORD: Final = (
    LedgerColumn("Turn", 2),
    LedgerColumn("Deep suppression", 4),
    LedgerColumn("Wind", 4),
    LedgerColumn("Cards, arrivals, rulings", 12),
)
FIRST: Final = 2
TURNS: Final = 8
ROWS: Final = 4
ONLY: Final = "For the referee only"


def referee_sheet(
    title: str,
    hidden: Sequence[tuple[str, str, str]],
    waiting: Sequence[Waiting],
    plans: Sequence[tuple[str, WrittenPlan]],
    book: RuleBook,
) -> Form:
    """The sheet of a game: side, name and place of who is hidden, who waits, plans by the names of their sides."""
    blocks: list[Block] = [_referee_heads(book.when.month.in_words), _hidden(hidden)]
    blocks += [_arrivals(waiting, book)] if waiting else []
    for name, plan in plans:
        rows = turn_by_turn(plan, book)
        blocks += [Ledger(f"{name}: what falls by itself", one.columns, one.rows, one.says) for one in rows]
    blocks += [_record(), Passage("Notes", lines=2)]
    return Form("referee", "Referee’s sheet", title, tuple(blocks), ONLY)


def blank_referee() -> Form:
    """A sheet with nothing on it yet."""
    arrivals = Ledger("Arrivals", _turn_columns(None), tuple(_arrival(Waiting("", "")) for _ in range(3)))
    falls = (LedgerColumn("Turn", 2), LedgerColumn("What falls by itself, of whom", 16), LedgerColumn("Done", 2))
    fires = Ledger(
        "What falls", falls, tuple((LedgerCell("", roomy=True), LedgerCell(), LedgerCell(boxes=1)) for _ in range(ROWS))
    )
    blocks = (_referee_heads(""), _hidden(()), arrivals, fires, _record(), Passage("Notes", lines=2))
    return Form("referee-blank", "Referee’s sheet", "", blocks, ONLY)


def _referee_heads(month: str) -> Fields:
    return Fields((NamedField("Month", month), NamedField("Referee"), NamedField("Played on")), across=3)


def _hidden(hidden: Sequence[tuple[str, str, str]]) -> Ledger:
    rows = tuple((*(LedgerCell(text) for text in row), LedgerCell()) for row in hidden)
    return Ledger("Hidden units", HIDDEN, rows or blank_rows(ROWS, HIDDEN))


def _arrivals(waiting: Sequence[Waiting], book: RuleBook) -> Ledger:
    """A box for each turn in which a battalion may come, with what its die must show.

    By its scenario that stands beside the box, by the specimen game above it (FF-SCN-34).
    """
    as_at_mons = any(not one.needed for one in waiting)
    rows = tuple(_arrival(one) for one in waiting)
    says = "a D6 for each battalion at the start of the turn"
    return Ledger("Arrivals", _turn_columns(book if as_at_mons else None), rows, says=says)


def _arrival(one: Waiting) -> tuple[LedgerCell, ...]:
    name = f"{one.name}, {one.where}" if one.where else one.name
    return (LedgerCell(one.side), LedgerCell(name, roomy=True), *(_turn(one, turn) for turn in range(FIRST, TURNS + 1)))


def _turn(one: Waiting, turn: int) -> LedgerCell:
    """A box, with the die of the scenario; a turn in which the scenario lets nobody come has none."""
    die = one.die_in(turn)
    return LedgerCell(die, boxes=1) if die or not one.needed else LedgerCell("\u2013")


def _turn_columns(book: RuleBook | None) -> tuple[LedgerColumn, ...]:
    dice = ((turn, of_the_book(turn, book) if book else "") for turn in range(FIRST, TURNS + 1))
    turns = (LedgerColumn(f"{turn}: {die}" if die else str(turn), 2) for turn, die in dice)
    return (LedgerColumn("Side", 4), LedgerColumn("Battalion", 7), *turns)


def _record() -> Ledger:
    rows = tuple(
        (LedgerCell(str(turn), roomy=True), LedgerCell(), LedgerCell(), LedgerCell()) for turn in range(1, TURNS + 1)
    )
    return Ledger("Turn by turn", RECORD, rows)


# The sheets of a game

Shown = Mapping[str, Any]


def scenario_of(view: Shown, laid: ScenarioGround | None) -> ScenarioOnSheet:
    """A game's scenario with the forces as they are now; reserves are those of whoever reads."""
    return ScenarioOnSheet(
        title=view["title"],
        says=parse_month(view["date"]).in_words,
        briefing=tuple(view["briefing"]),
        sides=tuple(_side(one, view) for one in view["sides"]),
        reserves=tuple(waiting(view)),
        table=laid,
        kept=kept_by(view),
    )


def kept_by(view: Shown) -> str:
    """Who may read what a seat's own view tells; nothing where everybody knows as much."""
    if view["you"] == "referee":
        return "For the referee only"
    own = next((one["name"] for one in view["sides"] if one["side"] == view["you"]), "")
    return only_for(own) if own else ""


def played(view: Shown) -> Played:
    """What the report of a game begins with."""
    names = tuple((one["side"].capitalize(), one["name"]) for one in view["sides"])
    turn = view["turn"]["number"]
    month = parse_month(view["date"]).in_words
    about = (("Scenario", view["title"]), ("Month", month), *names, ("Turns played", str(turn or "")))
    sides = tuple((one["name"], _formations(one, view)) for one in view["sides"])
    return Played(about, sides, turn)


def _formations(side: Shown, view: Shown) -> tuple[RosterFormation, ...]:
    return roster_of_side(view, side["side"], specimen_game=False).formations


def _side(side: Shown, view: Shown) -> SideHere:
    return SideHere(side["name"], Nation(side["nation"]), side["side"], _formations(side, view))


def waiting(view: Shown) -> Iterator[Waiting]:
    """Every battalion off the table that may still come, and what its scenario says of its coming."""
    settled = {one["battalion"]: one for one in view["set_up_by_steps"]["reserves"]}
    for side in view["sides"]:
        for regiment in side["regiments"]:
            for one in regiment["battalions"]:
                if not one["on_table"] and one["fate"] == "stands":
                    own = settled.get(one["id"], {"first_turn": 0, "needed": (), "where": ""})
                    needed = tuple(own["needed"])
                    yield Waiting(side["name"], one["name"], own["first_turn"], needed, own["where"])


def hidden(view: Shown) -> Iterator[tuple[str, str, str]]:
    """Every stand that sits in a deep shelter unknown to the other side, with its place where it has one."""
    unknown = {one["stand"] for one in (view["shelters"] or {}).get("below", ()) if not one["known"]}
    places = {one["stand"]: one for one in view["map"]["places"]} if view["map"] else {}
    for side in view["sides"]:
        for name, stand in _stands(side):
            if stand["id"] in unknown:
                yield (side["name"], name, _where(places.get(stand["id"]), Side(side["side"]), view))


def _stands(side: Shown) -> Iterator[tuple[str, Shown]]:
    for regiment in side["regiments"]:
        for holder in (regiment, *regiment["battalions"]):
            yield f"{holder['commander']['name']}, {holder['name']}", holder["commander"]
            for unit in holder["units"]:
                yield from ((f"{stand['name']}, {unit['name']}, {holder['name']}", stand) for stand in unit["stands"])


def _where(place: Shown | None, side: Side, view: Shown) -> str:
    if place is None:
        return ""
    table = view["map"]["table"]
    size = WrittenFor(width_mm=table["width_mm"], depth_mm=table["depth_mm"])
    return in_words(reference_of(GridPlace(place["x_mm"], place["y_mm"]), side, size))


# Forms with nothing on them yet, by name

BLANK: Final[Mapping[str, Callable[[], Form]]] = {
    "plan-attacker": partial(blank_plan, Side.ATTACKER),
    "plan-defender": partial(blank_plan, Side.DEFENDER),
    "gun-cards": blank_cards,
    "scenario": blank_scenario,
    "report": blank_report,
    "referee": blank_referee,
}
