"""A written plan held against the rules, line by line; every expectation worked from the clauses it names."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from rules.flanders_fields.barrages import BandFacts, band
from rules.flanders_fields.fire_plan import (
    Allowed,
    BarrageLine,
    BombardmentLine,
    Duty,
    GasLine,
    Halt,
    Reference,
    Severity,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenFor,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import MeasuredLine, OwnWeapon, PlanMeans, as_written_for, check, ready
from rules.flanders_fields.fire_plan_document import read_plan, write_plan
from rules.flanders_fields.fire_plan_timetable import BandInTurn, BarrageCourse, Does, course
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Nation, Side, UnitClass, Work
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.rules.test_fire_plan_documents import EXAMPLE, plans

GUN, HEAVY, MORTAR = UnitClass.FIELD_GUN, UnitClass.HEAVY_ARTILLERY, UnitClass.MEDIUM_MORTAR
MIDDLE = Reference(600, 900)
BARRAGE = BarrageLine(id="b", start_mm=600, turns=6)
GAS = GasLine(id="g", kind=GasKind.OFFENSIVE, delivery=Delivery.ARTILLERY, turn=2, at=MIDDLE, wind_deg=0)


def book(month: str = "1917-11", *house: HouseRule) -> RuleBook:
    return RuleBook.for_game(parse_month(month), house)


def attack(**parts: Any) -> WrittenPlan:
    """An attacker's plan that nothing is wrong with, but for what is put into it."""
    whole: dict[str, Any] = {
        "weapons": (WeaponLine(id="w", name="60-pounders", kind=HEAVY, at=MIDDLE),),
        "barrages": (BARRAGE,),
        "gas": (GAS,),
    }
    return WrittenPlan(name="Attack", side=Side.ATTACKER, **(whole | parts))


def defence(**parts: Any) -> WrittenPlan:
    whole: dict[str, Any] = {"weapons": (WeaponLine(id="w", name="77 mm", kind=GUN, at=MIDDLE),), "gas": (GAS,)}
    return WrittenPlan(name="Defence", side=Side.DEFENDER, **(whole | parts))


def told(
    plan: WrittenPlan, force: PlanMeans | None = None, rules: RuleBook | None = None
) -> list[tuple[str, str, str]]:
    """Of every finding its test, its severity and its line."""
    found = check(plan, force or PlanMeans(), rules or book())
    assert all(one.says and one.instead for one in found)
    return [(one.test, one.severity.value, one.line) for one in found]


def test_nothing_is_said_of_a_plan_that_nothing_is_wrong_with() -> None:
    assert told(attack()) == []
    assert told(defence()) == []


def test_the_example_of_the_documentation_stands_up_to_its_own_words() -> None:
    plan = read_plan(json.dumps(EXAMPLE).encode())
    assert check(plan, as_written_for(plan), book(plan.written_for.month)) == ()


@pytest.mark.parametrize("at", [Reference(1210, 900), Reference(600, 1810), Reference(-10, 0), Reference(605, 900)])
def test_every_point_lies_on_the_table_and_is_no_finer_than_centimetres(at: Reference) -> None:
    """FF-FPL-67, FF-FPL-25: 0 to 120 along and 0 to 180 up, whole centimetres, whichever line it stands in."""
    plan = attack(
        weapons=(WeaponLine(id="w", name="60-pounders", kind=HEAVY, at=at),),
        shifts=(ShiftLine(id="s", weapon="w", turn=2, at=at),),
        bombardments=(BombardmentLine(id="f", weapon="w", turn=3, at=at),),
        gas=(replace(GAS, at=at),),
    )
    assert told(plan) == [("FF-FPL-67", "refused", line) for line in ("w", "s", "f", "g")]


def test_a_larger_table_has_more_room() -> None:
    """FF-FPL-67."""
    far = WeaponLine(id="w", name="60-pounders", kind=HEAVY, at=Reference(1210, 2390))
    assert told(attack(weapons=(far,), written_for=WrittenFor(width_mm=1800, depth_mm=2400))) == []


FORCE = PlanMeans(
    nation=Nation.BRITISH,
    regiments=2,
    weapons=(
        OwnWeapon(unit="a1.b1", name="60-pounders", kind=HEAVY),
        OwnWeapon(unit="a1.b2", name="18-pounders", kind=GUN, superimposed=True),
    ),
)


@pytest.mark.parametrize(
    ("line", "findings"),
    [
        (WeaponLine(id="w", name="60-pounders", kind=HEAVY, unit="a1.b1", at=MIDDLE), 0),
        (WeaponLine(id="w", name="18-pounders", kind=GUN, unit="a1.b2", duty=Duty.SUPERIMPOSED, at=MIDDLE), 0),
        (WeaponLine(id="w", name="60-pounders", kind=HEAVY, unit="a9.b1", at=MIDDLE), 1),
        (WeaponLine(id="w", name="60-pounders", kind=HEAVY, at=MIDDLE), 1),
        (WeaponLine(id="w", name="60-pounders", kind=GUN, unit="a1.b1", at=MIDDLE), 1),
        (WeaponLine(id="w", name="18-pounders", kind=GUN, unit="a1.b2", at=MIDDLE), 1),
        (WeaponLine(id="w", name="60-pounders", kind=HEAVY, unit="a1.b1", duty=Duty.SUPERIMPOSED, at=MIDDLE), 1),
    ],
)
def test_every_weapon_is_one_of_the_force(line: WeaponLine, findings: int) -> None:
    """FF-FPL-68: it is there, it is what the line says, and over the barrage only if the force has it so."""
    assert told(attack(weapons=(line,)), FORCE) == [("FF-FPL-68", "refused", "w")] * findings


def test_a_weapon_stands_in_one_line_and_has_one_order_a_turn() -> None:
    """FF-FPL-68."""
    one = WeaponLine(id="w", name="60-pounders", kind=HEAVY, unit="a1.b1", at=MIDDLE)
    assert told(attack(weapons=(one, replace(one, id="v"))), FORCE) == [
        ("FF-FPL-68", "refused", "w"),
        ("FF-FPL-68", "refused", "v"),
    ]
    fires = tuple(BombardmentLine(id=f"f{n}", weapon="w", turn=turn, at=MIDDLE) for n, turn in enumerate((2, 2, 3)))
    assert told(attack(bombardments=fires)) == [("FF-FPL-68", "refused", "f0"), ("FF-FPL-68", "refused", "f1")]


def test_two_regiments_superimpose_two_field_batteries_and_a_heavy_one() -> None:
    """FF-FPL-54, FF-FPL-69."""
    lines = [
        WeaponLine(id=f"w{n}", name=f"{n}", kind=kind, duty=Duty.SUPERIMPOSED, at=MIDDLE)
        for n, kind in enumerate((GUN, UnitClass.FIELD_HOWITZER, HEAVY, GUN))
    ]
    force = PlanMeans(nation=Nation.BRITISH, regiments=2)
    assert told(attack(weapons=tuple(lines[:3])), force) == []
    assert told(attack(weapons=tuple(lines)), force) == [("FF-FPL-69", "refused", "")]
    assert told(attack(weapons=tuple(lines[:3])), force, book("1917-06")) == [("FF-FPL-69", "refused", "")]
    mortar = WeaponLine(id="w", name="2 inch", kind=MORTAR, duty=Duty.SUPERIMPOSED, at=MIDDLE)
    assert told(attack(weapons=(mortar,)), force) == [("FF-FPL-69", "refused", "w")]
    defending = replace(defence(), weapons=tuple(lines[:1]))
    assert ("FF-FPL-69", "refused", "") in told(defending, force)


def test_more_guns_than_usual_behind_a_defence_are_pointed_out() -> None:
    """FF-FPL-57, FF-FPL-70: three batteries of a German regiment are usual, a fourth and a heavy one are not."""
    lines = [WeaponLine(id=f"w{n}", name=f"{n}", kind=kind, at=MIDDLE) for n, kind in enumerate((GUN,) * 4 + (HEAVY,))]
    force = PlanMeans(nation=Nation.GERMAN, regiments=1)
    assert told(defence(weapons=tuple(lines[:3])), force) == []
    assert told(defence(weapons=tuple(lines)), force) == [("FF-FPL-70", "warning", "")] * 2
    assert told(defence(weapons=tuple(lines))) == []


@pytest.mark.parametrize(
    ("change", "force"),
    [
        ({"turns": 4}, PlanMeans()),
        ({"turns": None}, PlanMeans()),
        ({"start_mm": None}, PlanMeans()),
        ({}, PlanMeans(rolled_turns=5)),
        ({}, PlanMeans(measured={"b": MeasuredLine(own_trench_mm=601)})),
        ({"halts": (Halt(up_mm=900),)}, PlanMeans()),
        ({"halts": (Halt(up_mm=1000, turns=4),)}, PlanMeans()),
        ({"back": (3,)}, PlanMeans()),
        ({"leads_mm": (0, 110)}, PlanMeans()),
        ({"start_mm": 605}, PlanMeans()),
        ({"speed_mm": 155}, PlanMeans()),
    ],
)
def test_what_is_wrong_with_a_barrage(change: dict[str, Any], force: PlanMeans) -> None:
    """FF-FPL-71, each thing alone: duration, start, path, what only a hurricane may, bends."""
    assert told(attack(barrages=(replace(BARRAGE, **change),)), force) == [("FF-FPL-71", "refused", "b")]


def test_a_barrage_at_the_wrong_date_or_of_the_wrong_side() -> None:
    """FF-FPL-71, FF-FPL-49."""
    assert told(attack(), rules=book("1916-08")) == [("FF-FPL-71", "refused", "b")]
    assert told(attack(), rules=book("1916-09")) == []
    assert told(defence(barrages=(BARRAGE,))) == [("FF-FPL-71", "refused", "b")]


def test_a_barrage_beyond_the_table_or_over_its_own_trench_is_worth_a_thought() -> None:
    """FF-FPL-14, FF-BAR-22: 100, 120 ... 180 in the fifth of six turns; a trench 5 behind the start line."""
    assert told(attack(barrages=(replace(BARRAGE, start_mm=1000),))) == [("FF-FPL-14", "advice", "b")]
    near = PlanMeans(measured={"b": MeasuredLine(own_trench_mm=550)})
    assert told(attack(), near) == [("FF-BAR-22", "advice", "b")]
    assert told(attack(), PlanMeans(measured={"b": MeasuredLine(own_trench_mm=540)})) == []


@pytest.mark.parametrize("missing", ["kind", "delivery", "turn", "at", "wind_deg"])
def test_a_gas_attack_says_all_that_it_needs(missing: str) -> None:
    """FF-FPL-72."""
    without: dict[str, Any] = {missing: None}
    assert told(attack(gas=(replace(GAS, **without),))) == [("FF-FPL-72", "refused", "g")]


def test_projectors_are_the_attackers_and_stand_in_his_forward_trench() -> None:
    """FF-FPL-72, FF-FPL-10."""
    projector = replace(GAS, delivery=Delivery.PROJECTOR, at=Reference(600, 250))
    at_trench = PlanMeans(measured={"g": MeasuredLine(own_trench_mm=250)})
    assert told(attack(gas=(projector,)), at_trench) == []
    assert told(attack(gas=(projector,)), PlanMeans(measured={"g": MeasuredLine(own_trench_mm=260)})) == [
        ("FF-FPL-72", "refused", "g")
    ]
    assert told(defence(gas=(projector,))) == [("FF-FPL-72", "refused", "g")]


def test_gas_by_date_and_by_number() -> None:
    """FF-FPL-50, FF-FPL-72, GAP-66: from 1915; one attack unless the scenario gives more."""
    early = attack(barrages=())
    assert told(early, rules=book("1914-12")) == [("FF-FPL-72", "refused", "g")]
    assert told(early, rules=book("1915-01")) == []
    two = attack(gas=(GAS, replace(GAS, id="h")))
    assert told(two) == [("FF-FPL-72", "refused", "")]
    assert told(two, PlanMeans(gas_attacks=2)) == []


def test_two_winds_for_one_weather_are_worth_a_thought() -> None:
    """FF-FPL-38, AMB-445: the first release sets the wind for all offensive gas."""
    plan = attack(gas=(replace(GAS, turn=3), replace(GAS, id="h", turn=2, wind_deg=45)))
    assert told(plan, PlanMeans(gas_attacks=2)) == [("FF-FPL-38", "advice", "g")]
    assert told(plan, PlanMeans(gas_attacks=2), book("1917-11", HouseRule("AMB-445", "own_wind"))) == []


@pytest.mark.parametrize(
    ("measured", "refused"),
    [((99, True), True), ((100, True), False), ((1000, True), False), ((1001, True), True), ((500, False), True)],
)
def test_a_mortars_points_lie_in_its_range_and_arc(measured: tuple[int, bool], refused: bool) -> None:
    """FF-FPL-73: 10 to 100 cm and inside the arc, its first point and every shift."""
    plan = attack(
        weapons=(WeaponLine(id="w", name="2 inch", kind=MORTAR, at=MIDDLE),),
        shifts=(ShiftLine(id="s", weapon="w", turn=3, at=MIDDLE),),
    )
    there = MeasuredLine(range_mm=measured[0], in_arc=measured[1])
    for line in ("w", "s"):
        assert told(plan, PlanMeans(measured={line: there})) == [("FF-FPL-73", "refused", line)] * refused


def test_a_field_gun_in_its_front_line_has_no_point_at_all() -> None:
    """FF-FPL-74: 25.0 from the defender's own front trench, for its first point and for planned fire alike."""
    plan = defence(bombardments=(BombardmentLine(id="f", weapon="w", turn=1, at=MIDDLE),))
    near = PlanMeans(measured={"w": MeasuredLine(own_trench_mm=250)})
    assert told(plan, near) == [("FF-FPL-74", "refused", "w"), ("FF-FPL-74", "refused", "f")]
    assert told(plan, PlanMeans(measured={"w": MeasuredLine(own_trench_mm=251)})) == []


def test_a_hurricane_bombardment_is_german_late_and_falls_on_each_work_once() -> None:
    """FF-FPL-75."""
    redan = WorkLine(id="k", name="Redan", work=Work.STRONG_POINT)
    plan = attack(works=(redan,), barrages=(replace(BARRAGE, hurricane=True, back=(4,)),))
    german = PlanMeans(nation=Nation.GERMAN)
    assert told(plan, german) == []
    assert told(plan, german, book("1917-08")) == [("FF-FPL-75", "refused", "b"), ("FF-FPL-75", "refused", "k")]
    assert told(plan, PlanMeans(nation=Nation.FRENCH)) == [("FF-FPL-75", "refused", "b"), ("FF-FPL-75", "refused", "k")]
    twice = replace(plan, works=(redan, replace(redan, id="l", name=" redan", turn=2)))
    assert told(twice, german) == [("FF-FPL-75", "refused", "l")]
    unfinished = replace(plan, works=(WorkLine(id="k"),))
    assert told(unfinished, german) == [("FF-FPL-75", "refused", "k")] * 2


def test_air_missions_by_date_and_by_scenario() -> None:
    """FF-FPL-76."""
    plan = attack(air_missions=2)
    assert told(plan) == []
    assert told(plan, PlanMeans(air_missions=1)) == [("FF-FPL-76", "refused", "")]
    assert told(plan, rules=book("1917-06")) == [("FF-FPL-76", "refused", "")]


def test_lines_that_are_not_finished() -> None:
    """FF-FPL-77: without a weapon, a turn or a point nothing can happen by them."""
    plan = attack(shifts=(ShiftLine(id="s"),), bombardments=(BombardmentLine(id="f", weapon="w", at=MIDDLE),))
    assert told(plan) == [("FF-FPL-77", "refused", "s")] * 3 + [("FF-FPL-77", "refused", "f")]
    assert told(defence(sos_points=(SosLine(id="p"),))) == [("FF-FPL-77", "refused", "p")]


def test_what_is_only_worth_a_thought() -> None:
    """FF-FPL-04, FF-FPL-05, FF-FPL-21."""
    assert told(WrittenPlan(name="Empty", side=Side.ATTACKER)) == [("FF-FPL-04", "advice", "")] * 3
    assert told(attack(weapons=(WeaponLine(id="w", name="60-pounders", kind=HEAVY),))) == [("FF-FPL-05", "advice", "w")]
    assert told(attack(sos_points=(SosLine(id="p", at=MIDDLE),))) == [("FF-FPL-21", "advice", "p")]
    big = WeaponLine(id="w", name="150 mm", kind=HEAVY, at=MIDDLE)
    plan = defence(weapons=(big,), sos_points=(SosLine(id="p", weapon="w", at=MIDDLE),))
    assert told(plan) == [("FF-FPL-21", "advice", "p")]


def test_an_sos_point_lies_within_5_cm_of_an_own_position() -> None:
    """FF-FPL-21, FF-SOS-03: it is only a note, so that it is only worth a thought."""
    plan = defence(sos_points=(SosLine(id="p", at=MIDDLE),))
    assert told(plan, PlanMeans(measured={"p": MeasuredLine(position_mm=50)})) == []
    assert told(plan, PlanMeans(measured={"p": MeasuredLine(position_mm=51)})) == [("FF-FPL-21", "advice", "p")]


def test_what_is_about_no_line_says_about_which_part_of_the_plan() -> None:
    plan = attack(gas=(GAS, replace(GAS, id="h")), air_missions=3, weapons=(), barrages=())
    found = check(plan, PlanMeans(air_missions=1), book())
    assert [(one.test, one.part) for one in found] == [
        ("FF-FPL-72", "gas"),
        ("FF-FPL-76", "air_missions"),
        ("FF-FPL-04", "weapons"),
        ("FF-FPL-04", "barrages"),
    ]


def test_what_players_let_pass_no_longer_stands_in_the_way_until_it_changes() -> None:
    """FF-FPL-77: by agreement a finding is let pass; it is the same one only as long as nothing about it changes."""
    plan = attack(gas=(GAS, replace(GAS, id="h")))
    (found,) = check(plan, PlanMeans(), book())
    assert isinstance(ready(plan, PlanMeans(), book()), Refusal)
    agreed = replace(plan, allowed=(Allowed(finding=found.key, because="as in 1915"),))
    (still,) = check(agreed, PlanMeans(), book())
    assert (still.severity, still.allowed, still.stands) == (Severity.REFUSED, "as in 1915", False)
    answer = ready(agreed, PlanMeans(), book())
    assert isinstance(answer, Explained)
    assert answer.value is True
    third = replace(agreed, gas=(*agreed.gas, replace(GAS, id="i")))
    assert isinstance(ready(third, PlanMeans(), book()), Refusal)
    assert read_plan(write_plan(agreed)).allowed == agreed.allowed


def test_a_side_without_a_plan_deploys_unless_a_house_rule_wants_one() -> None:
    """FF-FPL-01, GAP-54."""
    answer = ready(None, PlanMeans(), book())
    assert isinstance(answer, Explained)
    assert answer.value is False
    assert isinstance(ready(None, PlanMeans(), book("1917-11", HouseRule("GAP-54", "always"))), Refusal)


def test_an_unfinished_plan_is_not_ready_and_says_so() -> None:
    """FF-FPL-77."""
    answer = ready(attack(shifts=(ShiftLine(id="s"),)), PlanMeans(), book())
    assert isinstance(answer, Refusal)
    assert answer.because == "1 entry is not finished"


def test_the_course_of_a_barrage_turn_by_turn() -> None:
    """FF-FPL-14, FF-FPL-17, FF-FPL-20: 60, 80, two turns on 80, 100, and back to 80 in turn 6."""
    line = BarrageLine(id="b", start_mm=600, turns=6, halts=(Halt(up_mm=800, turns=2),), back=(6,), hurricane=True)
    stands, on, halts, back = Does.STANDS, Does.ADVANCES, Does.HALTS, Does.ROLLS_BACK
    rears = ((600, stands), (800, on), (800, halts), (800, halts), (1000, on), (800, back))
    assert course(line, book()) == BarrageCourse(tuple(BandInTurn(n, *one) for n, one in enumerate(rears, 1)))
    assert course(line, book()).halts == (3, 4)


def test_a_barrage_that_is_not_rolled_yet_is_shown_as_long_as_it_can_last() -> None:
    """FF-FPL-16: 4 and a D3 are 7 at the most."""
    assert len(course(BarrageLine(id="b", start_mm=600), book()).turns) == 7
    assert course(BarrageLine(id="b"), book()).turns == ()


@pytest.mark.parametrize("house", [(), (HouseRule("AMB-345", "first_turn"),)])
@pytest.mark.parametrize(
    "line",
    [
        BARRAGE,
        replace(BARRAGE, speed_mm=300, turns=5),
        replace(BARRAGE, halts=(Halt(up_mm=800, turns=2),)),
        replace(BARRAGE, turns=7, halts=(Halt(up_mm=800), Halt(up_mm=1000)), back=(5,), hurricane=True),
    ],
)
def test_the_course_is_the_one_the_game_will_play(line: BarrageLine, house: tuple[HouseRule, ...]) -> None:
    """The band of FF-BAR-04 to -10, asked turn by turn with the halts as turns, lies where the plan says."""
    rules = book("1917-11", *house)
    planned = course(line, rules)
    assert planned.unmet == planned.cut_short == ()
    for one in planned.turns:
        facts = BandFacts(
            start_up_cm=60.0,
            duration=line.turns or 7,
            turn=one.turn,
            speed_cm=(line.speed_mm or 200) / 10,
            halts=planned.halts,
            back=line.back,
            hurricane=line.hurricane,
        )
        lies = band(facts, rules)
        assert isinstance(lies, Explained)
        assert lies.value.rear_cm == one.rear_mm / 10


@settings(max_examples=60, deadline=None)
@given(plans())
def test_any_plan_can_be_checked_at_any_date(plan: WrittenPlan) -> None:
    """Whatever can stand in a file is answered in words, each finding of a line that is there, each key its own."""
    lines = {line.id for line in plan.lines()} | {""}
    for month in ("1914-08", "1915-03", "1916-07", "1916-10", "1918-03"):
        found = check(plan, as_written_for(plan), book(month))
        assert all(one.line in lines and one.says and one.instead and one.clause for one in found)
        assert len({one.key for one in found}) == len(found)
        ready(plan, as_written_for(plan), book(month))


def test_a_shared_battery_is_left_to_a_regiment_that_is_there() -> None:
    """FF-SUI-04, AMB-376: one of the commanders, named in the plan; FF-SUI-02: field batteries are nobody else's."""
    there = (("a1", "1st Brigade"), ("a2", "2nd Brigade"))
    force = PlanMeans(regiments=2, formations=there)

    def named(whose: str, kind: UnitClass = HEAVY, duty: Duty = Duty.SUPERIMPOSED) -> list[tuple[str, str]]:
        line = WeaponLine(id="w", name="60-pounders", kind=kind, duty=duty, at=MIDDLE, at_call_of=whose)
        found = check(attack(weapons=(line,)), force, book())
        return [(one.severity.value, one.instead) for one in found if one.clause in ("FF-SUI-02", "FF-SUI-04")]

    assert named("3rd Brigade") == [("refused", "write one of 1st Brigade, 2nd Brigade, or nobody")]
    assert [named(whose) for whose in ("", "1st brigade", " A2 ")] == [[], [], []]
    nothing = [("advice", "name nobody, its own commander orders it")]
    assert (named("2nd Brigade", GUN), named("2nd Brigade", duty=Duty.REGIMENTAL)) == (nothing, nothing)
    # Where the side is not known nobody is missed.
    assert (
        check(
            attack(
                weapons=(
                    WeaponLine(
                        id="w", name="60-pounders", kind=HEAVY, duty=Duty.SUPERIMPOSED, at=MIDDLE, at_call_of="Ours"
                    ),
                )
            ),
            PlanMeans(regiments=2),
            book(),
        )
        == ()
    )
