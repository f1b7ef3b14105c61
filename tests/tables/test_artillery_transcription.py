"""The tables of artillery, typed a second time in the printed layout and compared cell by cell."""

import csv
from pathlib import Path

import pytest

from rules.flanders_fields.artillery import (
    DeepFire,
    DefendingFacts,
    SosFacts,
    SuperimposedFacts,
    call_for_fire,
    defending,
    roll_deep_suppression,
    superimposed,
)
from rules.flanders_fields.barrages import BarrageFacts, StripFacts, danger_strip, under_the_barrage
from rules.flanders_fields.fire_areas import FireAreaFacts, FireAreaKind, area_of
from rules.flanders_fields.order_roll import roll_orders
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Nation, UnitClass
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.explanations import Explained
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.tables import Span, parse_span

TYPED = Path(__file__).parent / "transcription"
DATES = {"E": "1914-08", "M": "1916-07", "L": "1918-03"}
MAIN = (HouseRule("AMB-16", "main"),)


def typed(name: str) -> list[dict[str, str]]:
    with (TYPED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def book(period: str, house: tuple[HouseRule, ...] = ()) -> RuleBook:
    return RuleBook.for_game(parse_month(DATES[period]), house)


def printed(cell: str) -> Span:
    return parse_span(cell.replace("+", "..") if cell.endswith("+") else cell)


def holds(span: Span, number: int) -> bool:
    return (span.low is None or number >= span.low) and (span.high is None or number <= span.high)


@pytest.mark.parametrize("line", typed("FF-ART-T1"), ids=lambda line: f"{line['period']} {line['text']}")
def test_each_natural_die_of_a_battery_earns_what_is_printed(line: dict[str, str]) -> None:
    rules = book(line["period"], MAIN if line["text"] == "main" else ())
    for die in ALL_D6:
        answer = roll_orders(OrderFacts(unit_class=UnitClass.FIELD_GUN, on_table=False), die, rules)
        assert isinstance(answer, Explained)
        assert [actions for actions in "012" if holds(printed(line[actions]), die.pips)] == [str(answer.value)]


def test_deep_suppression_on_each_natural_die_of_a_battery() -> None:
    for line in typed("FF-DSU-T2"):
        die = D6(int(line.pop("natural")))
        for heading, actions in line.items():
            period, modifier = heading.split(", ")
            facts = OrderFacts(unit_class=UnitClass.FIELD_GUN, on_table=False, deep_suppression=int(modifier))
            answer = roll_orders(facts, die, book(period))
            assert isinstance(answer, Explained)
            assert answer.value == int(actions), (heading, die)


AREAS = {"Battery, any class": FireAreaKind.BATTERY, "SOS fire of a field battery": FireAreaKind.SOS}


@pytest.mark.parametrize("line", typed("FF-ART-T2"), ids=lambda line: line["area"])
@pytest.mark.parametrize("period", DATES)
def test_each_area_is_as_large_as_printed(line: dict[str, str], period: str) -> None:
    facts = FireAreaFacts(kind=AREAS[line["area"]], point_along_cm=60.0, point_up_cm=60.0)
    answer = area_of(facts, book(period))
    assert isinstance(answer, Explained)
    assert (answer.value.width_cm, answer.value.depth_cm) == (float(line["across"]), float(line["deep"]))


@pytest.mark.parametrize("period", ["M", "L"])
def test_the_die_of_deep_suppression(period: str) -> None:
    for die in ALL_D6:
        answer = roll_deep_suppression(DeepFire(), (die,), book(period))
        assert isinstance(answer, Explained)
        (line,) = [line for line in typed("FF-DSU-T1") if holds(printed(line["die"]), die.pips)]
        assert answer.value.modifier == int(line["modifier"])
        assert answer.value.battery_lost is (line["battery lost"] == "one")


@pytest.mark.parametrize("period", ["M", "L"])
def test_what_an_sos_call_needs(period: str) -> None:
    for line in typed("FF-SOS-T2"):
        deep = line["deep suppression in force"]
        facts = SosFacts(
            unit_class=UnitClass.FIELD_GUN, from_position_cm=4.0, deep_suppression=0 if deep == "none" else int(deep)
        )
        for die in ALL_D6:
            answer = call_for_fire(facts, (die,), book(period))
            assert isinstance(answer, Explained)
            assert answer.value.fires is holds(printed(line["natural die needed"]), die.pips)


def test_how_many_batteries_are_superimposed() -> None:
    for line in typed("FF-SUI-02"):
        regiments, fields, heavies, alone, division = line.values()
        for entire, super_heavies in ((False, alone), (True, division)):
            if not super_heavies:
                continue
            answer = superimposed(SuperimposedFacts(regiments=int(regiments), entire_division=entire), book("L"))
            assert isinstance(answer, Explained)
            found = answer.value
            assert (found.field, found.heavy, found.super_heavy) == (int(fields), int(heavies), int(super_heavies))


@pytest.mark.parametrize("period", DATES)
def test_what_artillery_defends(period: str) -> None:
    for line in typed("FF-DFA-02"):
        regiments, fields, heavies, super_heavies = map(int, line.values())
        found = defending(DefendingFacts(regiments=regiments, nation=Nation.GERMAN), book(period)).value
        assert (found.field_brigades, found.heavy_brigades, found.super_heavy) == (fields, heavies, super_heavies)


@pytest.mark.parametrize("period", DATES)
def test_the_squares_of_mortars_and_the_strip_of_a_gun(period: str) -> None:
    rules = book(period)
    sizes = {f"{line['mortar'].lower()}_mortar": line["square"].split(" x ") for line in typed("FF-MTR-T1")}
    (strip,) = typed("FF-IMG-T1")
    sizes["machine_gun"] = [strip["across"], strip["deep"]]
    for kind, (across, deep) in sizes.items():
        answer = area_of(FireAreaFacts(kind=FireAreaKind(kind), point_along_cm=60.0, point_up_cm=60.0), rules)
        assert isinstance(answer, Explained)
        assert (answer.value.width_cm, answer.value.depth_cm) == (float(across), float(deep)), kind
    assert rules.table("artillery/machine_gun_area").number("range").value == int(strip["range"]) * 10


@pytest.mark.parametrize("period", ["1916-09", "1918-03"])
def test_each_face_under_a_rolling_barrage(period: str) -> None:
    rules = RuleBook.for_game(parse_month(period))
    for line in typed("FF-BAR-T1"):
        die = D6(int(line.pop("natural")))
        for heading, printed_result in line.items():
            cover = Cover(heading.split(" ")[0].lower())
            answer = under_the_barrage(BarrageFacts(cover=cover), (die,), rules)
            assert isinstance(answer, Explained)
            found = answer.value.result.replace("no_effect", "none") if answer.value.rolls else "immune"
            assert found == printed_result, (heading, die)


@pytest.mark.parametrize("line", typed("FF-BAR-T2"), ids=lambda line: line["distance"])
def test_the_safe_faces_behind_a_rolling_barrage(line: dict[str, str]) -> None:
    facts = StripFacts(distance_cm=float(line["distance"]), cover=Cover.SOFT)
    rules = RuleBook.for_game(parse_month("1917-11"))
    if line["safe on"] == "no roll":
        assert isinstance(danger_strip(facts, (), rules), Explained)
        return
    safe = [die.pips for die in ALL_D6 if isinstance(danger_strip(facts, (die,), rules), Explained)]
    assert safe == [n for n in range(1, 7) if line["safe on"] != "never" and holds(printed(line["safe on"]), n)]
