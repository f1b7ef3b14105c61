"""Plans held against a table: what is measured of their lines, and where they would meet their own side.

Chances are worked by hand: a rifle company earns no action on 1, one on 2 to 4, two on 5 and 6 (FF-ORD-T5) and goes
20 cm with each in the open (FF-MOV-T3); late in the war a platoon crosses wire on 3 to 6 (FF-WIR-04).
"""

from dataclasses import replace
from fractions import Fraction
from math import cos, radians, sin
from typing import Any, Final

import pytest

from rules.flanders_fields.fire_areas import DeviationFacts, landings
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    PlanFinding,
    Reference,
    Severity,
    ShiftLine,
    SosLine,
    WeaponLine,
    WrittenFor,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import MeasuredLine, as_written_for
from rules.flanders_fields.game.map_facts.board import Field, FieldStand
from rules.flanders_fields.game.map_facts.friendly_fire import clashes
from rules.flanders_fields.game.map_facts.infantry_advance import advance, beyond, course_of, measured
from rules.flanders_fields.game.plan_drafts import Against, findings
from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Firer, Quality, Side, UnitClass
from rules.tabletop.stands import Spot
from rules.tabletop.terrain import Area, AreaKind, Piece, Table, Trench, Wire
from tests.survey.scenes import at, book, gun, path

LATE: Final = book("1917-11")
NATIONS: Final = {Side.ATTACKER: "british", Side.DEFENDER: "german"}
GUNS: Final = WeaponLine(id="w", name="60-pounders", kind=UnitClass.HEAVY_ARTILLERY)
OWN: Final = Trench("own", "Own Trench", path((0, 20), (240, 20)), 20, "british")
ENEMY: Final = Trench("his", "His Trench", path((0, 60), (240, 60)), 20, "german")
BELT: Final = Wire("belt", "The belt", path((0, 50), (240, 50)), 20)
BARRAGE: Final = BarrageLine(id="b", start_mm=400, turns=6)


def ground(*pieces: Piece, **stands: FieldStand) -> Field:
    """A table of 240 by 120 cm."""
    return Field(Table(2400, 1200, pieces), stands, nations=NATIONS)


def plan(side: Side = Side.ATTACKER, **lines: Any) -> WrittenPlan:
    size = WrittenFor(width_mm=2400, depth_mm=1200)
    return WrittenPlan(name="Plan", side=side, written_for=size, weapons=lines.pop("weapons", (GUNS,)), **lines)


def found(written: WrittenPlan, on: Field) -> list[tuple[str, Severity, str]]:
    return [(one.line, one.severity, one.clause) for one in told(written, on)]


def told(written: WrittenPlan, on: Field) -> tuple[PlanFinding, ...]:
    return clashes(written, on, Quality.EXPERIENCED, LATE)


def fire(turn: int, along_cm: int, up_cm: int) -> BombardmentLine:
    return BombardmentLine(id="f", weapon="w", turn=turn, at=Reference(along_cm * 10, up_cm * 10))


def gas(wind_deg: int, kind: GasKind = GasKind.OFFENSIVE, turn: int = 1, up_cm: int = 60) -> GasLine:
    where = Reference(1200, 10 * up_cm)
    return GasLine(id="g", kind=kind, delivery=Delivery.ARTILLERY, turn=turn, at=where, wind_deg=wind_deg, speed_mm=200)


def test_what_is_measured_of_a_plans_lines() -> None:
    """The base of the mortar is 2 cm deep: its front is 21 cm up, the point 69 cm from it; the trench ends at 21 cm."""
    mortar: dict[str, Any] = {"unit_class": UnitClass.MEDIUM_MORTAR, "firer": Firer.MEDIUM_MORTAR, "unit": "m1"}
    on = ground(OWN, ENEMY, mortar=gun(100, 20, **mortar))
    line = WeaponLine(id="m", name="Mortar", kind=UnitClass.MEDIUM_MORTAR, unit="m1", at=Reference(1000, 900))
    projected = GasLine(id="p", delivery=Delivery.PROJECTOR, at=Reference(600, 210))
    sos = SosLine(id="s", at=Reference(600, 260))
    written = plan(weapons=(line,), barrages=(BARRAGE,), gas=(projected,), sos_points=(sos,))
    assert measured(written, on, LATE) == {
        "m": MeasuredLine(range_mm=690, in_arc=True, own_trench_mm=0),
        "b": MeasuredLine(own_trench_mm=210),
        "p": MeasuredLine(own_trench_mm=210),
        "s": MeasuredLine(position_mm=50),
    }
    aside = WeaponLine(id="m", name="Mortar", kind=UnitClass.MEDIUM_MORTAR, unit="m1", at=Reference(1500, 300))
    assert not measured(plan(weapons=(aside,)), on, LATE)["m"].in_arc
    assert measured(plan(barrages=(BARRAGE,)), ground(ENEMY), LATE) == {}


def test_the_other_side_measures_from_its_own_edge() -> None:
    """His trench lies from 59 to 61 cm up from the attacker's edge: from his own its front is 120 - 59 = 61 cm up."""
    written = plan(Side.DEFENDER, barrages=(BARRAGE,))
    assert measured(written, ground(OWN, ENEMY), LATE)["b"].own_trench_mm == 610


def test_how_far_a_platoon_comes() -> None:
    """One turn: 20 cm or more on 2 to 6. Two: 40 cm or more unless the dice are 1-1, 1-2 to 4, 2 to 4-1: 29/36."""
    course = course_of(ground(), Spot(1200, 200), Spot(1200, 1200), Quality.EXPERIENCED, LATE)
    one, two = advance(course, (2000, 2000), Quality.EXPERIENCED, LATE)
    assert beyond(one, 200) == pytest.approx(5 / 6)
    assert beyond(one, 400) == pytest.approx(1 / 3)
    assert beyond(two, 400) == pytest.approx(29 / 36)


def test_wire_takes_an_action_and_a_die_of_its_own() -> None:
    """Up to the wire with one action, over it with the second, 3 to 6, and 5 cm on: 1/3 x 2/3."""
    wire = Wire("belt", "The belt", path((0, 41), (240, 41)), 20)
    course = course_of(ground(wire), Spot(1200, 200), Spot(1200, 1200), Quality.EXPERIENCED, LATE)
    (one,) = advance(course, (2000,), Quality.EXPERIENCED, LATE)
    assert beyond(one, 270) == pytest.approx(2 / 9)
    assert beyond(one, 200) == pytest.approx(5 / 6)
    assert beyond(one, 271) == 0


def test_shell_torn_ground_and_streams_slow_it() -> None:
    """15 cm a move there: half of 20 cm in the open uses half the move, 7.5 cm of the torn ground the rest."""
    torn = Area("torn", "Torn", AreaKind.SHELL_TORN, path((0, 30), (0, 120), (240, 120), (240, 30)))
    course = course_of(ground(torn), Spot(1200, 200), Spot(1200, 1200), Quality.EXPERIENCED, LATE)
    (one,) = advance(course, (2000,), Quality.EXPERIENCED, LATE)
    assert beyond(one, 175) == pytest.approx(5 / 6)
    assert beyond(one, 176) == pytest.approx(1 / 3)


def test_a_barrage_that_can_be_followed_is_not_told_of() -> None:
    """It leaves his trench in turn 3 (rear edges 40, 60, 80), and 27 times in 36 they are there by then."""
    assert found(plan(barrages=(BARRAGE,)), ground(OWN, ENEMY)) == []


def test_a_barrage_that_leaves_a_trench_before_the_wire_is_crossed_says_so_and_what_would_be_right() -> None:
    """544/1944 = 28 %; with one halt more 0.545. Its infantry waits 6 cm behind it, 13 cm and then 33 cm on."""
    (one,) = told(plan(barrages=(BARRAGE,)), ground(OWN, ENEMY, BELT))
    assert (one.line, one.severity, one.clause) == ("b", Severity.ADVICE, "FF-FPL-17")
    assert "leaves His Trench in turn 3" in one.says
    assert "in 28 of 100 games" in one.says
    assert one.instead == "halt it 60 cm up for 1 turn more: then they are there in 54 of 100 games"


def test_a_barrage_nobody_can_follow_is_warned_of() -> None:
    """It lies beyond his trench from turn 2 on: 38 cm and a belt of wire in two turns are not to be done."""
    far = BarrageLine(id="b", start_mm=550, turns=6)
    (one,) = told(plan(barrages=(far,)), ground(OWN, ENEMY, BELT, BELT2))
    assert (one.severity, "whatever its dice" in one.says) == (Severity.WARNING, True)
    # Where nothing is known of where its infantry begins, nothing is said.
    assert found(plan(barrages=(far,)), ground(ENEMY, BELT)) == []


def test_infantry_of_a_side_without_a_trench_begins_at_the_front_of_its_deployment_zone() -> None:
    """21 cm up, where the front of the trench was: 28 % as there. Once a stand is placed the zone says nothing."""
    zones = (Zone(Side.ATTACKER, 0, 0, 1200, 210), Zone(Side.DEFENDER, 0, 300, 2400, 1200))
    (one,) = told(plan(barrages=(BARRAGE,)), replace(ground(ENEMY, BELT), deployment=zones))
    there = "infantry that goes straight for it from 21 cm up, the front of its deployment zone, is there by then"
    assert one.says == f"It leaves His Trench in turn 3; {there} in 28 of 100 games"
    back = BarrageLine(id="b", start_mm=400, turns=6, back=(3,), hurricane=True)
    (says,) = (one.says for one in told(plan(barrages=(back,)), replace(ground(), deployment=zones)))
    assert says == "It rolls back over its own infantry from its deployment zone in turn 3 in 83 of 100 games"
    placed = replace(ground(ENEMY, BELT, own=at(15, 3)), deployment=zones)
    assert [one.says for one in told(plan(barrages=(BARRAGE,)), placed) if "zone" in one.says] == []
    anywhere = (Zone(Side.ATTACKER, 0, 0, 2400, 1200),)
    assert told(plan(barrages=(BARRAGE,)), replace(ground(ENEMY, BELT), deployment=anywhere)) == ()


BELT2: Final = Wire("deep", "The deep belt", path((0, 40), (240, 40)), 40)


def test_a_barrage_that_comes_down_on_its_own_side() -> None:
    """The band lies from 40 to 60 cm up; the danger strip is 6 cm deep."""
    on = ground(under=at(120, 45, name="A Company"), close=at(60, 37), clear=at(180, 30))
    assert found(plan(barrages=(BARRAGE,)), on) == [
        ("b", Severity.WARNING, "FF-BAR-11"),
        ("b", Severity.ADVICE, "FF-BAR-22"),
    ]


def test_a_hurricane_that_rolls_back_over_its_own_infantry() -> None:
    """Turn 3 brings the rear edge from 60 back to 40 cm: by turn 2 three in four have come 54 cm up."""
    back = BarrageLine(id="b", start_mm=400, turns=6, back=(3,), hurricane=True)
    says = [one.says for one in told(plan(barrages=(back,)), ground(OWN)) if one.clause == "FF-BAR-11"]
    assert says == ["It rolls back over its own infantry in turn 3 in 83 of 100 games"]


def test_fire_on_its_own_stands_and_trench() -> None:
    own = at(120, 50, name="A Company")
    assert found(plan(bombardments=(fire(1, 120, 50),)), ground(own=own)) == [("f", Severity.WARNING, "FF-ART-28")]
    later = told(plan(bombardments=(fire(3, 120, 50),)), ground(own=own))
    assert any(one.severity is Severity.ADVICE and "unless they have moved by turn 3" in one.says for one in later)
    assert found(plan(bombardments=(fire(1, 120, 22),)), ground(OWN)) == [("f", Severity.WARNING, "FF-ART-28")]
    # The defender stays where he is: in turn 3 as in turn 1. 120 - 60 = 60 cm up for him.
    defends = plan(Side.DEFENDER, bombardments=(fire(3, 120, 60),))
    assert found(defends, ground(ENEMY)) == [("f", Severity.WARNING, "FF-ART-28")]
    assert found(plan(bombardments=(fire(1, 120, 90),)), ground(OWN, own=own)) == []


def test_fire_on_infantry_that_comes_up() -> None:
    """Column at 135 cm: after one turn it is 41 cm up with 1/2 and 61 cm with 1/3; the area reaches from 56 to 66."""
    (one,) = told(plan(bombardments=(fire(2, 135, 61),)), ground(OWN))
    assert (one.severity, one.clause) == (Severity.WARNING, "FF-ART-28")
    assert "in turn 2 in 33 of 100 games" in one.says
    assert one.instead == "fire there in turn 1 at the latest"


def test_fire_that_may_stray_onto_its_own_stands() -> None:
    """Counted apart from the program: area 10 by 10 cm, base 3 by 1.5 cm, 1 to 4 strays, twelve ways, two dice."""
    own = at(120, 48)
    strays = Fraction(0)
    for hour in range(1, 13):
        for one in range(1, 7):
            for other in range(1, 7):
                right, ahead = (round((one + other) * part(radians(30 * hour)), 2) for part in (sin, cos))
                meets = abs(right) <= 5 + 1.5 and abs(58 + ahead - 48) <= 5 + 0.75
                strays += Fraction(2, 3) * Fraction(meets, 12 * 36)
    (told_of,) = told(plan(bombardments=(fire(1, 120, 58),)), ground(own=own))
    assert (told_of.severity, told_of.clause) == (Severity.ADVICE, "FF-DEV-01")
    assert f"in {round(100 * strays)} of 100 games" in told_of.says


def test_where_fire_that_deviates_comes_down() -> None:
    """FF-DIC-06: on 5 and 6 it stays; each hour is as likely, 7 cm has 6 of 36."""
    falls = landings(DeviationFacts(), LATE)
    assert sum(falls.values()) == 1
    assert falls[0.0, 0.0] == Fraction(1, 3)
    assert falls[0.0, 70.0] == Fraction(2, 3) * Fraction(1, 12) * Fraction(6, 36)


def test_gas_that_drifts_home() -> None:
    """From 60 cm up it goes 20 cm a turn towards its own edge: 40 in its turn 1, over the trench at 20 in turn 2."""
    (one,) = told(plan(gas=(gas(180),)), ground(OWN))
    assert (one.line, one.severity, one.clause) == ("g", Severity.WARNING, "FF-GAS-19")
    assert "over its own front trench in turn 2" in one.says
    assert found(plan(gas=(gas(0, up_cm=100),)), ground(OWN)) == []
    (stand,) = told(plan(gas=(gas(180, turn=2),)), ground(own=at(120, 45, name="A Company")))
    assert "over A Company of its own side in turn 2" in stand.says


def test_gas_that_lies_where_its_own_infantry_comes() -> None:
    """Denying gas stays 40 cm up (35 to 45), where infantry that began at 21 is after one move: 2 to 4 of the die."""
    (one,) = told(plan(gas=(gas(180, GasKind.DENYING),)), ground(OWN))
    assert "meets own infantry that goes straight on in turn 2 in 50 of 100 games" in one.says
    assert turn_of(one) == 2


def turn_of(one: PlanFinding) -> int:
    return one.happens.turn if one.happens else 0


def spans(one: PlanFinding) -> list[tuple[float, float, float, float]]:
    """Where it happens: along from and to, up from and to, in mm of the table."""
    areas = one.happens.areas if one.happens else ()
    return [
        (min(x for x, _ in area), max(x for x, _ in area), min(y for _, y in area), max(y for _, y in area))
        for area in areas
    ]


def test_a_clash_tells_its_turn_and_its_place() -> None:
    """A base is 3 by 1.5, a battery's area 10 by 10; a trench left too early shows where they come for it."""
    own = at(120, 50, name="A Company")
    (stand,) = told(plan(bombardments=(fire(1, 120, 50),)), ground(own=own))
    assert (turn_of(stand), spans(stand)) == (1, [(1185, 1215, 492.5, 507.5)])
    (comes,) = told(plan(bombardments=(fire(2, 135, 61),)), ground(OWN))
    assert (turn_of(comes), spans(comes)) == (2, [(1300, 1400, 560, 660)])
    (left,) = told(plan(barrages=(BARRAGE,)), ground(OWN, ENEMY, BELT))
    assert (turn_of(left), [area[2:] for area in spans(left)]) == (3, [(590, 610)])


MORTAR: Final = WeaponLine(id="m", name="2 inch", kind=UnitClass.MEDIUM_MORTAR)


def mortar_on(along_cm: int, up_cm: int, **more: Any) -> WrittenPlan:
    weapon = replace(MORTAR, at=Reference(along_cm * 10, up_cm * 10))
    return plan(more.pop("side", Side.ATTACKER), weapons=(weapon,), **more)


def test_a_mortars_point_on_its_own_side() -> None:
    """FF-MTR-09: 4 by 4 about the point, so that a base whose middle is 2.5 cm up from it is met, at 2.8 cm not."""
    own = {"own": at(120, 50, name="A Company")}
    (one,) = told(mortar_on(120, 52), ground(**own))
    assert (one.line, one.severity, one.clause) == ("m", Severity.WARNING, "FF-ART-28")
    assert "Fire that is ordered there hits A Company" in one.says
    assert told(mortar_on(120, 53), ground(**own)) == ()
    (trench,) = told(mortar_on(120, 22), ground(OWN))
    assert "falls on its own front trench at 120 cm along, 22 cm up" in trench.says


def test_a_mortars_point_where_its_own_infantry_comes() -> None:
    """After a turn the column is at 41 cm with 1/2, and the area reaches from 39 to 43; moved away it is clear."""
    (one,) = told(mortar_on(130, 41), ground(OWN))
    assert (one.severity, turn_of(one)) == (Severity.ADVICE, 2)
    assert "From turn 2 own infantry that goes straight on may be under it, then in 50 of 100 games" in one.says
    assert one.instead == "order fire there until turn 1, and look before it is ordered later"
    away = ShiftLine(id="s", weapon="m", turn=2, at=Reference(1300, 1190))
    assert "m" not in [one.line for one in told(mortar_on(130, 41, shifts=(away,)), ground(OWN))]


def test_a_machine_guns_strip_lies_along_its_fire_and_is_not_guessed() -> None:
    """FF-IMG-02: a strip 2 by 10, here from 55 to 65 cm up; nobody knows how that of a gun off the map lies."""
    line = WeaponLine(id="v", name="Vickers", kind=UnitClass.MACHINE_GUN, unit="v1", at=Reference(1200, 600))
    gun_there = gun(120, 20, unit_class=UnitClass.MACHINE_GUN, firer=Firer.MACHINE_GUN, unit="v1")
    own = at(120, 56, name="A Company")
    (one,) = told(plan(weapons=(line,)), ground(v=gun_there, own=own))
    assert (one.line, one.severity) == ("v", Severity.WARNING)
    assert told(plan(weapons=(line,)), ground(own=own)) == ()


def test_what_is_measured_on_a_table_that_is_not_played_on_is_refused_by_nobody() -> None:
    """FF-FPL-14: a barrage that begins 10 cm up, behind its own trench (21 cm), is refused on the table of the game."""
    behind = plan(barrages=(BarrageLine(id="b", start_mm=100, turns=6),))
    against = Against(as_written_for(behind), ground(OWN, ENEMY))
    told_of = {
        is_laid: {(one.clause, one.severity) for one in findings(behind, replace(against, is_laid=is_laid), LATE)}
        for is_laid in (True, False)
    }
    assert ("FF-FPL-14", Severity.REFUSED) in told_of[True]
    assert ("FF-FPL-14", Severity.WARNING) in told_of[False]
    # What needs no table is taken as ever: nobody has rolled how long this barrage lasts (FF-FPL-16).
    unrolled = plan(barrages=(BarrageLine(id="b", start_mm=400),))
    elsewhere = findings(unrolled, replace(against, is_laid=False), LATE)
    assert Severity.REFUSED in {one.severity for one in elsewhere}
