"""Forms of a fire plan: its lines, its turns and the cards of its guns (FF-FPL)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from playsheets.flanders_fields.barrage_map import Aimed, along_and_up, centimetres, kind_of_area, marks, weapon_of
from playsheets.flanders_fields.barrage_map import spelled_out as plan_marks_in_words
from playsheets.forms import (
    Block,
    CutOutCard,
    CutOutCards,
    Fields,
    Form,
    Ledger,
    LedgerCell,
    LedgerColumn,
    NamedField,
    Passage,
    blank_rows,
    ledger,
)
from rules.flanders_fields.fire_areas import FireAreaFacts, area_of
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    Halt,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
    in_words,
)
from rules.flanders_fields.fire_plan_entries import FORMS
from rules.flanders_fields.fire_plan_timetable import Act, Does, timetable
from rules.flanders_fields.ruleset import RuleBook, calendar
from rules.flanders_fields.vocabulary import MORTARS, Side, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.months import parse_month

# What a fire plan does by itself, turn by turn, in the order of the sheet's phases (FF-FPL-24)

TURNS: Final = (
    LedgerColumn("Turn", 2),
    LedgerColumn("What happens by itself, in its order", 16),
    LedgerColumn("Done", 2),
)
DOES: Final = {
    Does.STANDS: "lies",
    Does.ADVANCES: "lifts, and lies",
    Does.HALTS: "halts",
    Does.ROLLS_BACK: "rolls back, and lies",
}


def turn_by_turn(plan: WrittenPlan, book: RuleBook) -> tuple[Ledger, ...]:
    """A row for each thing that happens, with a box to tick; nothing where nothing does."""
    rows = tuple(_rows(plan, book))
    return (Ledger("Turn by turn", TURNS, rows, says="in the side’s own turns"),) if rows else ()


def _rows(plan: WrittenPlan, book: RuleBook) -> Iterator[tuple[LedgerCell, ...]]:
    for turn, acts in groupby(timetable(plan, book), key=lambda act: act.turn):
        for number, act in enumerate(acts):
            yield (LedgerCell("" if number else str(turn)), LedgerCell(said(act, plan)), LedgerCell(boxes=1))


def said(act: Act, plan: WrittenPlan) -> str:
    """One thing that happens, in words."""
    line = plan.line(act.line)
    at = f" at {in_words(act.at)}" if act.at else ""
    match line:
        case BarrageLine():
            does = DOES[act.does] if act.does else "lies"
            return f"{marks(plan)[line.id]} rolling barrage {does} with its rear edge {centimetres(act.rear_mm)} cm up"
        case GasLine():
            return f"{marks(plan)[line.id]} {line.kind or ''} gas comes{at}{_named(line.where)}"
        case ShiftLine():
            return f"{weapon_of(plan, line.weapon)}: its aiming point moves, then lies{at}{_named(line.where)}"
        case BombardmentLine():
            return f"{weapon_of(plan, line.weapon)} fires{at}{_named(line.where)}"
        case WorkLine():
            return f"{marks(plan)[line.id]} {line.name} is bombarded"
        case _:
            return ""


def _named(where: str) -> str:
    return f", {where}" if where else ""


# A side's fire plan on paper (FF-FPL-29 to -44)

REFERENCES: Final = (
    "References are centimetres from the side’s own rear edge: "
    "first along it from its own left corner, then up the table."
)
PLACE: Final = (LedgerColumn("Along, cm", 3), LedgerColumn("Up, cm", 3), LedgerColumn("Where", 6))
NUMBERED: Final = LedgerColumn("No.", 2)
TURN: Final = LedgerColumn("Turn", 2)
WEAPONS: Final = (NUMBERED, LedgerColumn("Weapon", 6), *PLACE, LedgerColumn("At call of", 4), LedgerColumn("Note", 6))
MOVES: Final = (TURN, LedgerColumn("Weapon", 6), *PLACE, LedgerColumn("Note", 6))
GAS: Final = (
    NUMBERED,
    TURN,
    LedgerColumn("Kind", 4),
    LedgerColumn("Brought by", 4),
    *PLACE,
    LedgerColumn("Wind to, °", 3),
    LedgerColumn("Wind, cm", 3),
)
BARRAGE: Final = ("Begins, cm up", "Goes in a turn, cm", "Lasts, turns", "Halts", "Bends", "Rolls back in turns")
WORKS: Final = (NUMBERED, TURN, LedgerColumn("Work", 8), LedgerColumn("What it is", 5), LedgerColumn("Note", 6))
SOS: Final = (NUMBERED, LedgerColumn("Battery", 6), *PLACE, LedgerColumn("Note", 6))
MOST_BOXES: Final = 9
LINES: Final = {
    "superimposed": ("superimposed",),
    "mortars": ("medium_mortars", "heavy_mortars"),
    "divisional": ("divisional",),
    "gas": ("gas_attacks",),
}
"""Of what the printed form has lines, by the part of this one in which they stand."""
MORE: Final = {
    Side.ATTACKER: {"superimposed": 1, "mortars": 1, "regimental": 5, "divisional": 2, "gas": 2},
    Side.DEFENDER: {"mortars": 2, "divisional": 3, "regimental": 4, "gas": 3},
}
"""How many lines a blank form has besides those of the printed one."""
TITLES: Final = {
    "mortars": "Medium and heavy mortars: first aiming points",
    "superimposed": "Superimposed batteries: first aiming points",
    "divisional": "Divisional support batteries: first aiming points",
    "regimental": "Batteries of the force: first aiming points",
}


def blank_plan(side: Side) -> Form:
    """The form of a side with nothing in it (FF-FPL-29 to -44): of no date, so that any book has its lines."""
    book = RuleBook.for_game(calendar().periods[-1].last)
    blocks: list[Block] = [_about(None), Passage("", (REFERENCES,))]
    attacks = side is Side.ATTACKER
    blocks += [_barrage(None)] if attacks else []
    blocks += [_blank(TITLES[key], WEAPONS, _lines_of(key, side, book)) for key in MORE[side] if key in TITLES]
    blocks += [_blank("Gas attacks", GAS, _lines_of("gas", side, book)), _blank("Moves of aiming points", MOVES, 4)]
    blocks += [_blank("Planned bombardments", MOVES, 5)]
    blocks += [_blank("Hurricane bombardment: works", WORKS, 2)] if attacks else []
    blocks += [_blank("SOS points", SOS, 3), _air(0, MOST_BOXES), Passage("Notes", lines=3)]
    return Form(f"plan-{side}", f"Fire plan, {side}", "", tuple(blocks), kept="Secret until it falls")


def _lines_of(key: str, side: Side, book: RuleBook) -> int:
    printed = book.table(FORMS)
    return MORE[side][key] + sum(printed.number(f"{side}.{one}").value for one in LINES.get(key, ()))


def plan_form(plan: WrittenPlan, book: RuleBook | None, kept: str) -> Form:
    """A plan as it is written; `book` of its month for what happens turn by turn, None where it names no month."""
    filled = [one for one in _parts(plan) if one is not None]
    blocks: list[Block] = [_about(plan), Passage("", (REFERENCES,)), *filled]
    blocks += turn_by_turn(plan, book) if book else ()
    if missing := tuple(_missing(plan)):
        blocks.append(Passage("Not in this plan", (f"{', '.join(missing).capitalize()}.",)))
    blocks.append(Passage("Notes", tuple(one for one in plan.notes.split("\n") if one.strip()), 0 if plan.notes else 4))
    if plan.allowed:
        agreed = tuple((one.finding.replace("_", " "), one.because) for one in plan.allowed)
        blocks.append(ledger("Let pass by agreement", (LedgerColumn("What", 2), LedgerColumn("Why", 3)), agreed))
    return Form("plan", f"Fire plan, {plan.side}", plan.name, tuple(blocks), kept)


def _about(plan: WrittenPlan | None) -> Fields:
    names = ("Scenario", "Month", "Army", "Regiments or brigades", "Table, cm", "Artillery commander")
    return Fields(tuple(NamedField(name, value) for name, value in zip(names, _told(plan), strict=True)), across=3)


def _told(plan: WrittenPlan | None) -> Sequence[str]:
    if plan is None:
        return ("",) * 6
    of = plan.written_for
    month = parse_month(of.month).in_words if of.month else ""
    whole = ", an entire division" if of.entire_division else ""
    regiments = f"{of.regiments}{whole}" if of.regiments else ""
    size = f"{centimetres(of.width_mm)} wide, {centimetres(of.depth_mm)} deep"
    return (of.scenario, month, of.nation.capitalize() if of.nation else "", regiments, size, "")


def _parts(plan: WrittenPlan) -> Iterator[Block | None]:
    for barrage in plan.barrages:
        yield _barrage(barrage, marks(plan)[barrage.id])
    for key, weapons in _batteries(plan):
        yield _lines(TITLES[key], WEAPONS, (_weapon(plan, one) for one in weapons))
    yield _lines("Gas attacks", GAS, _gas(plan))
    yield _lines("Moves of aiming points", MOVES, _moves(plan, plan.shifts))
    yield _lines("Planned bombardments", MOVES, _moves(plan, plan.bombardments))
    yield _lines("Hurricane bombardment: works", WORKS, _works(plan))
    yield _lines("SOS points", SOS, _sos(plan))
    yield _air(plan.air_missions, plan.air_missions) if plan.air_missions else None


def _batteries(plan: WrittenPlan) -> Iterator[tuple[str, Sequence[WeaponLine]]]:
    mortars = [one for one in plan.weapons if one.kind in MORTARS or one.kind is UnitClass.MACHINE_GUN]
    guns = [one for one in plan.weapons if one not in mortars]
    yield "mortars", mortars
    for duty in (Duty.SUPERIMPOSED, Duty.DIVISIONAL, Duty.REGIMENTAL):
        yield duty.value, [one for one in guns if one.duty is duty]


def _missing(plan: WrittenPlan) -> Iterator[str]:
    for what, there in (
        ("rolling barrage", plan.barrages),
        ("batteries and mortars", plan.weapons),
        ("gas", plan.gas),
        ("moves of aiming points", plan.shifts),
        ("planned bombardments", plan.bombardments),
        ("hurricane bombardment", plan.works or any(one.hurricane for one in plan.barrages)),
        ("SOS points", plan.sos_points),
        ("air missions", plan.air_missions),
    ):
        if not there:
            yield what


def _blank(title: str, columns: tuple[LedgerColumn, ...], count: int) -> Ledger:
    return Ledger(title, columns, blank_rows(count, columns))


def _lines(title: str, columns: tuple[LedgerColumn, ...], rows: Iterable[tuple[str, ...]]) -> Ledger | None:
    found = tuple(rows)
    return ledger(title, columns, found) if found else None


def _weapon(plan: WrittenPlan, one: WeaponLine) -> tuple[str, ...]:
    return (marks(plan)[one.id], one.name, *along_and_up(one.at), one.where, one.at_call_of, one.note)


def _barrage(line: BarrageLine | None, mark: str = "") -> Block:
    """Its schedule, which nothing changes once it is sealed (FF-FPL-82)."""
    columns = tuple(LedgerColumn(name, 4) for name in BARRAGE)
    if line is None:
        row: tuple[str, ...] = ("",) * len(BARRAGE)
    else:
        row = (
            centimetres(line.start_mm),
            centimetres(line.speed_mm) or "as the book recommends",
            str(line.turns or "as rolled"),
            "; ".join(_halt(one) for one in line.halts) or "none",
            "; ".join(_bends(line.leads_mm)) or "straight",
            ", ".join(str(turn) for turn in line.back) or "none",
        )
    named = ", ".join(filter(None, (line.name, line.note, "hurricane" if line.hurricane else ""))) if line else ""
    title = f"Rolling barrage {mark}".strip()
    return Ledger(title, columns, (tuple(LedgerCell(text) for text in row),), says=named)


def _halt(halt: Halt) -> str:
    return f"at {centimetres(halt.up_mm)} for {halt.turns} turn{'s' if halt.turns > 1 else ''}"


def _bends(leads_mm: Sequence[int]) -> Iterator[str]:
    for piece, lead in enumerate(leads_mm, 1):
        if lead:
            yield f"piece {piece} {'leads' if lead > 0 else 'lags'} {centimetres(abs(lead))}"


def _gas(plan: WrittenPlan) -> Iterator[tuple[str, ...]]:
    for one in plan.gas:
        turn = str(one.turn or "")
        where = ", ".join(filter(None, (one.where, one.note)))
        wind = "" if one.wind_deg is None else str(one.wind_deg)
        kinds = (plan_marks_in_words(one.kind), plan_marks_in_words(one.delivery))
        yield (marks(plan)[one.id], turn, *kinds, *along_and_up(one.at), where, wind, centimetres(one.speed_mm))


def _moves(plan: WrittenPlan, lines: Sequence[Aimed]) -> Iterator[tuple[str, ...]]:
    for one in sorted(lines, key=lambda line: line.turn or 0):
        yield (str(one.turn or ""), weapon_of(plan, one.weapon), *along_and_up(one.at), one.where, one.note)


def _works(plan: WrittenPlan) -> Iterator[tuple[str, ...]]:
    for one in plan.works:
        yield (marks(plan)[one.id], str(one.turn or ""), one.name, plan_marks_in_words(one.work), one.note)


def _sos(plan: WrittenPlan) -> Iterator[tuple[str, ...]]:
    for one in plan.sos_points:
        yield (marks(plan)[one.id], weapon_of(plan, one.weapon) or "any", *along_and_up(one.at), one.where, one.note)


def _air(planned: int, boxes: int) -> Ledger:
    """One box to tick for each mission as it arrives (FF-FPL-40, FF-FPL-85)."""
    columns = (LedgerColumn("Missions", 3), LedgerColumn("Ticked as each arrives", 8))
    return Ledger("Ground attack missions", columns, ((LedgerCell(str(planned or "")), LedgerCell(boxes=boxes)),))


# Gun cards (FF-FPL-78)

CARD_TURNS: Final = 8
"""How many turns a card has where its plan does not reach further."""
MOST_TURNS: Final = 14
COLUMNS: Final = (
    LedgerColumn("Turn", 3),
    LedgerColumn("By the plan", 8),
    LedgerColumn("Along", 4),
    LedgerColumn("Up", 4),
    LedgerColumn("Ordered to", 7),
    LedgerColumn("Fired", 3),
)


def gun_cards(plan: WrittenPlan, book: RuleBook | None, kept: str) -> Form:
    """A card for every weapon of the plan, to cut out; `book` of its month for how large its fire is."""
    if not plan.weapons:
        none = Passage("", ("This plan names no battery and no mortar.",))
        return Form("guns", "Gun cards", plan.name, (none,), kept)
    cards = tuple(_card(plan, one, book) for one in plan.weapons)
    return Form("guns", "Gun cards", plan.name, (CutOutCards(cards),), kept)


def blank_cards(count: int = 4) -> Form:
    """Cards with nothing on them yet."""
    heads = Fields((NamedField("Point, cm along"), NamedField("Point, cm up"), NamedField("Falls on")), across=3)
    rows = tuple(
        (LedgerCell(str(turn)), *(LedgerCell(),) * 4, LedgerCell(boxes=1)) for turn in range(1, CARD_TURNS + 1)
    )
    card = CutOutCard("Battery", "", (Fields((NamedField("Name"),), across=1), heads, Ledger("", COLUMNS, rows)))
    return Form("guns-blank", "Gun cards", "", (CutOutCards((card,) * count),))


def _card(plan: WrittenPlan, line: WeaponLine, book: RuleBook | None) -> CutOutCard:
    about = [plan_marks_in_words(line.kind)]
    about += [line.duty.value] if line.duty is not Duty.REGIMENTAL else []
    about += [f"at call of {line.at_call_of}"] if line.at_call_of else []
    first = in_words(line.at) if line.at else ""
    fields = [
        NamedField("First point", ", ".join(filter(None, (first, line.where)))),
        NamedField("Falls on", _falls_on(line, book)),
    ]
    said = tuple(filter(None, (line.note, _answers(plan, line))))
    blocks: list[Fields | Ledger | Passage] = [Fields(tuple(fields), across=2)]
    blocks.append(Ledger("", COLUMNS, tuple(_turns(plan, line))))
    blocks += [Passage("", said)] if said else []
    return CutOutCard(f"No. {marks(plan)[line.id]}, {line.name}", ", ".join(about), tuple(blocks))


def _falls_on(line: WeaponLine, book: RuleBook | None) -> str:
    if book is None:
        return ""
    at = line.at or Reference(0, 0)
    asked = FireAreaFacts(kind=kind_of_area(line.kind), point_along_cm=at.along_mm / 10, point_up_cm=at.up_mm / 10)
    found = area_of(asked, book)
    return "" if isinstance(found, Refusal) else f"{found.value.width_cm:g} × {found.value.depth_cm:g} cm"


def _answers(plan: WrittenPlan, line: WeaponLine) -> str:
    mine = [one for one in plan.sos_points if one.weapon in (line.id, "") and one.at]
    points = (f"{marks(plan)[one.id]} {_at(one)}" for one in mine)
    return f"SOS points: {'; '.join(points)}" if mine else ""


def _at(one: SosLine) -> str:
    return in_words(one.at) if one.at else ""


def _turns(plan: WrittenPlan, line: WeaponLine) -> Iterator[tuple[LedgerCell, ...]]:
    """Every turn: where it lies, and what it does without an order."""
    aimed: tuple[Aimed, ...] = (*plan.shifts, *plan.bombardments)
    mine = [one for one in aimed if one.weapon == line.id and one.turn]
    last = max((one.turn or 0 for one in mine), default=0)
    lies = line.at
    for turn in range(1, min(max(CARD_TURNS, last), MOST_TURNS) + 1):
        now = [one for one in mine if one.turn == turn]
        lies = next((one.at for one in reversed(now) if isinstance(one, ShiftLine) and one.at), lies)
        fires = next((one for one in now if isinstance(one, BombardmentLine)), None)
        does = ", ".join("fires" if one is fires else "point moves" for one in now)
        at = fires.at if fires and fires.at else lies
        yield (
            LedgerCell(str(turn)),
            LedgerCell(does),
            *(LedgerCell(one) for one in along_and_up(at)),
            LedgerCell(),
            LedgerCell(boxes=1),
        )
