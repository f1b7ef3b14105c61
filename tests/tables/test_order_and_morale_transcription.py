"""Orders, morale and reinforcements, typed a second time in the printed layout and compared cell by cell."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from rules.flanders_fields.morale import MoraleFacts, roll_morale
from rules.flanders_fields.order_roll import action_line, roll_orders
from rules.flanders_fields.orders import OrderFacts, permitted_actions
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Action, Level, MoraleReason, MoraleResult, Quality, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month
from rules.kernel.tables import Span, parse_span

TYPED = Path(__file__).parent / "transcription"
BOOKS = {
    letter: RuleBook.for_game(parse_month(month))
    for letter, month in zip("EML", ("1914-08", "1916-07", "1918-03"), strict=True)
}
ROWS = {"regimental": "regimental", "battalion": "battalion", "with": "with_sight", "firing": "without_sight"}
ONLY_ROW = {"FF-ORD-T3": "tank", "FF-ORD-T4": "light_mortar", "FF-ORD-T5": "rifle_company"}
RESULTS = {
    "Rout": MoraleResult.ROUT,
    "Retreat 40": MoraleResult.RETREAT_40,
    "Retreat 20": MoraleResult.RETREAT_20,
    "OK": MoraleResult.HOLDS,
}


def _rows(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _printed(cell: str) -> Span:
    return parse_span(cell.replace("+", "..") if cell.endswith("+") else cell)


def _row_of(table: str, period: str) -> tuple[str, ...]:
    if table in ONLY_ROW:
        return (ONLY_ROW[table],)
    named = next((row for word, row in ROWS.items() if word in period), None)
    return (named,) if named else ("with_sight", "without_sight")


@pytest.mark.parametrize("table", ["FF-ORD-T1", "FF-ORD-T2", "FF-ORD-T3", "FF-ORD-T4", "FF-ORD-T5"])
def test_the_lines_of_the_sheets_are_as_printed(table: str) -> None:
    for line in _rows(table):
        period = line.pop("period")
        for row in _row_of(table, period):
            for heading, cell in line.items():
                span = _printed(cell)
                for total in range(span.low or 1, (span.high or 6) + 1):
                    assert (
                        BOOKS[period[0]].table(BOOKS[period[0]].table_of_id(table)).read(row, total).value == heading[0]
                    ), (table, period, total)


CLASSES = {
    "rifle company": UnitClass.RIFLE_COMPANY,
    "MG, block house": UnitClass.MACHINE_GUN,
    "tank M": UnitClass.TANK,
    "tank L": UnitClass.TANK,
    "battalion mortar": UnitClass.LIGHT_MORTAR,
    "artillery E, L": UnitClass.FIELD_GUN,
    "artillery M": UnitClass.FIELD_GUN,
}
PERIODS = {"tank M": "M", "tank L": "L", "battalion mortar": "ML", "artillery E, L": "EL", "artillery M": "M"}


def test_every_total_earns_what_the_check_table_says() -> None:
    for line in _rows("FF-ORD-T8"):
        total = int(line.pop("modified total"))
        for heading, actions in line.items():
            for letter in PERIODS.get(heading, "EML"):
                found = action_line(OrderFacts(unit_class=CLASSES[heading]), total, BOOKS[letter])
                assert found.value == actions, (heading, letter, total)


KINDS = {
    "remove a suppression level": Action.REMOVE_SUPPRESSION,
    "move": Action.MOVE,
    "fire": Action.FIRE,
    "redirect aiming point": Action.REDIRECT,
}
WHO = {
    "Regimental/brigade MG": (UnitClass.MACHINE_GUN,),
    "Block house (M, L)": (UnitClass.BLOCK_HOUSE,),
    "Regimental artillery": (UnitClass.FIELD_GUN, UnitClass.FIELD_HOWITZER, UnitClass.HEAVY_ARTILLERY),
    "Medium, heavy mortar (M, L)": (UnitClass.MEDIUM_MORTAR, UnitClass.HEAVY_MORTAR),
    "Tank attached (M, L)": (UnitClass.TANK,),
    "Battalion MG": (UnitClass.MACHINE_GUN,),
    "Battalion mortar (M, L)": (UnitClass.LIGHT_MORTAR,),
    "Rifle company": (UnitClass.RIFLE_COMPANY,),
}
SETTLED = {"yes (AMB-43)": False}  # neither heavier mortar moves during a game


def test_every_class_may_do_what_is_printed() -> None:
    for line in _rows("FF-ORD-T7"):
        named = line.pop("class")
        for unit in WHO[named]:
            for letter in "ML" if "M, L" in named else "EML":
                for heading, cell in line.items():
                    may = SETTLED.get(cell, cell == "yes")
                    assert (KINDS[heading] in permitted_actions(unit, BOOKS[letter])) is may, (unit, heading, letter)


MODIFIERS = {
    "commander or unit in a gas cloud": "gas",
    "a platoon is more than 25 cm from its battalion commander": "distance",
    "tank model that failed last turn": "tank_failed",
    "command stand is a field promotion": "field_promotion",
    "per suppression marker on the command stand": "commander_suppression",
    "Veteran or storm troops": "veteran",
    "Raw, not yet fired on": "raw_fresh",
    "Raw, once fired on": "raw_fired_on",
    "company trying to pass through wire": "crossing_wire",
    "mortar without its own line of sight": "mortar_without_sight",
    "staff bonus": "staff_bonus",
}


@pytest.mark.parametrize(("name", "table"), [("FF-ORD-13", "orders/master"), ("FF-ORD-19", "orders/own_sight")])
def test_the_modifiers_are_as_printed(name: str, table: str) -> None:
    for line in _rows(name):
        first = next(iter(line))
        printed = line.pop(first)
        key = MODIFIERS.get(printed, printed.replace(" ", "_"))
        for letter, cell in line.items():
            in_force = BOOKS[letter].table(table)
            if cell in ("-", "none"):
                assert not in_force.has(key), (printed, letter)
            else:
                assert in_force.number(key).value == int(cell), (printed, letter)


NET = {
    -3: {"in_gas": True, "field_promotion": True, "commander_suppression": 1},
    -2: {"in_gas": True, "field_promotion": True},
    -1: {"in_gas": True},
    0: {},
    1: {"quality": Quality.VETERAN},
    2: {"quality": Quality.VETERAN, "staff_bonus": True},
    3: {"quality": Quality.VETERAN, "staff_bonus": True, "bonuses": ("diamonds_jack",)},
}


def test_a_company_earns_what_the_check_table_says() -> None:
    for line in _rows("FF-ORD-31"):
        die = D6(int(line.pop("natural")))
        for net, actions in line.items():
            facts = OrderFacts(unit_class=UnitClass.RIFLE_COMPANY, level=Level.BATTALION, **NET[int(net)])  # type: ignore[arg-type]
            rolled = roll_orders(facts, die, BOOKS["M"])
            assert isinstance(rolled, Explained)
            assert rolled.value == int(actions), (die, net)


def test_morale_results_are_as_printed() -> None:
    for line in _rows("FF-MOR-T1"):
        written = line["total"].replace("0 or less", "..0")
        span = _printed(written)
        for total in range(-3 if span.low is None else span.low, 8 if span.high is None else span.high + 1):
            for book in BOOKS.values():
                assert book.table("morale/results").read("morale", total).value == RESULTS[line["result"]]


def test_morale_by_die_is_as_worked_out() -> None:
    grades = {"Raw": Quality.RAW, "Exp.": Quality.EXPERIENCED, "Vet.": Quality.VETERAN}
    losses = {"50%": MoraleReason.HALF, "75%": MoraleReason.THREE_QUARTERS}
    for line in _rows("FF-MOR-T2"):
        die = D6(int(line.pop("natural")))
        for heading, result in line.items():
            grade, lost = heading.split(" ")
            for book in BOOKS.values():
                tested = roll_morale(MoraleFacts(reason=losses[lost], quality=grades[grade]), die, book)
                assert isinstance(tested, Explained)
                assert tested.value.result is RESULTS[result], (heading, die)


def test_reinforcements_come_as_worked_out() -> None:
    waiting = Fraction(1)
    for line in _rows("FF-SCN-34"):
        needed = BOOKS["E"].table("scenario/reinforcements").number(f"turn_{line['turn']}").value
        assert f"{needed}" == line["arrives on"].removesuffix("+")
        arrives = waiting * Fraction(7 - needed, 6)
        assert arrives == Fraction(line["chance of arrival in that turn"])
        waiting -= arrives
