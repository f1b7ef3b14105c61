"""What a plan may expect to do, worked by hand from the tables of the book.

Late-war troops find Soft cover in open ground (FF-CVR-08): there a heavy battery suppresses on 3, kills on 4 to 6, at
-2 for a base partly in its area on 5 and on 6 (FF-SHO-T1, FF-ART-25). Under a barrage in a trench 3 to 5 suppress and 6
kills (FF-BAR-13).
"""

from dataclasses import replace
from fractions import Fraction
from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from rules.flanders_fields.fire_plan import (
    BombardmentLine,
    GasLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
)
from rules.flanders_fields.game.map_facts.forecast_targets import area_faces, known_targets
from rules.flanders_fields.game.map_facts.plan_forecast import forecast, heat, if_ordered, salvos_in
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Cover, Side, UnitClass, Work
from rules.tabletop.salvo_odds import endured, expected, sampled, surely
from rules.tabletop.terrain import AreaKind
from tests.survey.scenes import area, at, enemy, gun
from tests.survey.test_plans_on_the_ground import BARRAGE, ENEMY, LATE, OWN, fire, ground, plan


def chances_of_a_strayed_battery() -> tuple[Fraction, Fraction]:
    """Suppression and kill of a platoon in the open on which a battery fires unseen: every throw, by hand."""
    suppressed = killed = Fraction(0)
    lands = [(0.0, 0.0, Fraction(1, 3))]
    for hour in range(1, 13):
        for one in range(1, 7):
            for other in range(1, 7):
                far = one + other
                right, ahead = round(far * sin(radians(30 * hour)), 2), round(far * cos(radians(30 * hour)), 2)
                lands.append((right, ahead, Fraction(2, 3) / (12 * 36)))
    for right, ahead, weight in lands:
        wholly = abs(right) <= 5 - 1.5 and abs(ahead) <= 5 - 0.75
        partly = abs(right) < 5 + 1.5 and abs(ahead) < 5 + 0.75
        suppressed += weight * Fraction(1, 6) * (wholly or partly)
        killed += weight * (Fraction(3, 6) if wholly else Fraction(1, 6) if partly else 0)
    return suppressed, killed


def test_a_battery_that_nobody_observes() -> None:
    on = ground(one=enemy(120, 60, name="The outpost"))
    written = plan(bombardments=(fire(2, 120, 60),))
    (told,) = forecast(written, known_targets(on, Side.ATTACKER, LATE), LATE).turns
    suppressed, killed = chances_of_a_strayed_battery()
    assert (told.position, told.name, told.platoons, told.turn) == ("one", "The outpost", 1, 2)
    assert told.suppressed == pytest.approx(float(suppressed))
    assert told.killed == pytest.approx(float(killed))


def test_a_battery_on_the_table_does_not_stray() -> None:
    weapon = WeaponLine(id="w", name="60-pounders", kind=UnitClass.HEAVY_ARTILLERY, unit="g")
    on = ground(one=enemy(120, 60), own=gun(100, 10, unit="g"))
    written = plan(weapons=(weapon,), bombardments=(fire(1, 120, 60),))
    (told,) = forecast(written, known_targets(on, Side.ATTACKER, LATE), LATE).turns
    assert (told.suppressed, told.killed) == (pytest.approx(1 / 6), pytest.approx(3 / 6))


def test_a_manned_trench_under_a_barrage() -> None:
    """240 cm of it hold 40 platoons, 7.5 mm to either side of 60 cm: under the band in turn 1 (40 to 60) and turn 2."""
    targets = known_targets(ground(OWN, ENEMY), Side.ATTACKER, LATE)
    told = forecast(plan(barrages=(BARRAGE,)), targets, LATE)
    assert [(one.name, one.platoons, one.turn) for one in told.turns] == [("His Trench", 40, 1), ("His Trench", 40, 2)]
    for one in told.turns:
        assert (one.suppressed, one.killed) == (pytest.approx(40 / 2), pytest.approx(40 / 6))
    # Gone is who has met the 6 in either turn: 11/36 of 40. Two suppressions are not enough (FF-SUP-08).
    (end,) = told.end
    assert abs(end.gone - 40 * 11 / 36) < 4 * end.error


def test_the_defender_is_forecast_from_his_own_edge() -> None:
    """He measures 60 cm up from his own edge; own trenches and stands are no targets."""
    on = ground(OWN, ENEMY, own=enemy(120, 90), one=at(180, 60))
    targets = known_targets(on, Side.DEFENDER, LATE)
    assert {one.id for one in targets.positions} == {"own", "one"}
    written = plan(Side.DEFENDER, bombardments=(fire(1, 60, 60),))
    assert [one.position for one in forecast(written, targets, LATE).turns] == ["one"]


def test_a_work_under_the_hurricane_and_what_is_not_foreseen() -> None:
    """FF-HUR-04: super heavy artillery on a strong point. Its name is looked for in what the line calls it."""
    redan = area(AreaKind.STRONG_POINT, 118, 58, 122, 62, "Redan")
    targets = known_targets(ground(redan), Side.ATTACKER, LATE)
    works = (WorkLine(id="k", name="the Redan", work=Work.STRONG_POINT, turn=1),)
    told = forecast(plan(works=works, gas=(GasLine(id="g"),)), targets, LATE)
    assert [one.position for one in told.turns] == ["Redan"]
    assert dict(told.left_out) == {
        "w": "nobody can order its fire yet: it has no point",
        "g": "it has no point and no turn and no wind yet",
    }
    elsewhere = (WorkLine(id="k", name="the mill", work=Work.STRONG_POINT, turn=1),)
    nowhere = forecast(plan(weapons=(), works=elsewhere), targets, LATE)
    assert (nowhere.turns, [one.line for one in nowhere.left_out]) == ((), ["k"])


def test_the_heat_lies_where_the_batteries_fire() -> None:
    """The hottest cells are the four whose middles are 2.5 cm off the point; nothing is warm a metre away."""
    written = plan(bombardments=(fire(1, 120, 60),), barrages=(BARRAGE,))
    cells = heat(written, known_targets(ground(), Side.ATTACKER, LATE), LATE)
    hottest = max(one.killed for one in cells)
    assert {one.spot for one in cells if one.killed == pytest.approx(hottest)} == {
        (1175, 575),
        (1175, 625),
        (1225, 575),
        (1225, 625),
    }
    assert all(abs(one.spot.x_mm - 1200) < 300 and abs(one.spot.y_mm - 600) < 300 for one in cells)


def test_samples_agree_with_the_exact_mean_and_are_the_same_twice() -> None:
    written = plan(bombardments=(fire(1, 120, 60),))
    targets = known_targets(ground(one=enemy(120, 60), two=enemy(126, 64)), Side.ATTACKER, LATE)
    salvos = list(salvos_in(written, targets, 1, LATE))
    exact, found = expected(salvos), sampled(salvos, 40_000, 3)
    assert (abs(found.mean - exact) < 4 * found.error).all()
    assert (abs(found.whole - exact.sum(axis=1)) < 4 * found.whole_error).all()
    again = sampled(salvos, 40_000, 3)
    assert (again.mean == found.mean).all()


def test_fire_on_a_point_that_was_used_falls_where_it_lies() -> None:
    """AMB-310: the second salvo lands as the first, so that both stray: 1 - (1 - p)^2 would be more."""
    written = plan(bombardments=(fire(1, 120, 60), BombardmentLine(**later())))
    targets = known_targets(ground(one=enemy(120, 60)), Side.ATTACKER, LATE)
    turns = [list(salvos_in(written, targets, turn, LATE)) for turn in (1, 2)]
    assert turns[0][0].same == turns[1][0].same != ""
    gone = endured(turns, 3, 40_000, 3).gone[0]
    killed = float(chances_of_a_strayed_battery()[1])
    assert gone < 1 - (1 - killed) ** 2 - 0.02


def later() -> dict[str, Any]:
    return {"id": "later", "weapon": "w", "turn": 2, "at": Reference(1200, 600)}


def test_three_suppressions_are_as_good_as_a_kill() -> None:
    """A die that always suppresses, thrice on one target and twice on another."""
    suppresses, nothing = (1,) * 6, (0,) * 6
    faces = [[nothing, nothing], [suppresses, suppresses], [suppresses, suppresses]]
    turns = [[surely((2, 2), faces)], [surely((2, 2), faces)], [surely((2, 0), faces)]]
    assert np.array_equal(endured(turns, 3, 100, 1).gone, [1.0, 0.0])


def test_a_plan_without_anything_expects_nothing() -> None:
    targets = known_targets(ground(), Side.ATTACKER, LATE)
    told = forecast(plan(weapons=()), targets, LATE)
    assert (told.turns, told.end, told.left_out) == ((), (), ())
    assert heat(plan(), targets, LATE) == ()
    # Nor does one that meets nobody its side knows of.
    alone = known_targets(ground(OWN), Side.ATTACKER, LATE)
    assert forecast(plan(barrages=(BARRAGE,), bombardments=(fire(1, 120, 60),)), alone, LATE).turns == ()


def projected(speed_mm: int | None) -> GasLine:
    """From projectors 21 cm up: the middle of the cloud is 15 cm before them, its front 41 cm up (FF-GAS-T3)."""
    where = Reference(1200, 210)
    told = {"kind": GasKind.OFFENSIVE, "delivery": Delivery.PROJECTOR, "turn": 2, "wind_deg": 0}
    return GasLine(id="g", at=where, speed_mm=speed_mm, **told)  # type: ignore[arg-type]


def test_gas_attacks_whom_its_cloud_covers_on_its_way() -> None:
    """FF-GAS-T2: suppressed on 4, killed on 6, at -2 partly covered. From 31 to 61 cm in turn 2, from 51 in turn 3."""
    on = ground(near=enemy(120, 50, name="Near"), far=enemy(120, 61, name="Far"))
    told = forecast(plan(gas=(projected(200),)), known_targets(on, Side.ATTACKER, LATE), LATE)
    found = {(one.name, one.turn): (one.suppressed, one.killed) for one in told.turns}
    assert found == {
        ("Near", 2): (pytest.approx(2 / 6), pytest.approx(1 / 6)),
        ("Far", 2): (pytest.approx(1 / 6), 0),
        ("Far", 3): (pytest.approx(2 / 6), pytest.approx(1 / 6)),
    }
    assert [one.line for one in told.left_out] == ["w"]


def test_gas_goes_as_far_as_its_two_dice_blow_it() -> None:
    """FF-GAS-13: 10 cm and two dice. A base from 59.25 to 60.75 is touched on 9 or more, wholly in it on 10 or more."""
    on = ground(one=enemy(120, 60))
    (first, *_) = forecast(plan(gas=(projected(None),)), known_targets(on, Side.ATTACKER, LATE), LATE).turns
    wholly, partly = Fraction(6, 36), Fraction(4, 36)
    assert first.turn == 2
    assert first.suppressed == pytest.approx(float(wholly * Fraction(2, 6) + partly * Fraction(1, 6)))
    assert first.killed == pytest.approx(float(wholly * Fraction(1, 6)))


def test_gas_from_guns_strays_and_its_samples_agree_with_the_exact_mean() -> None:
    """FF-GAS-04, FF-DIC-06: in one cloud of three it comes down where it is meant to; the same cloud drifts on."""
    line = replace(projected(None), delivery=Delivery.ARTILLERY, wind_deg=45)
    targets = known_targets(ground(one=enemy(128, 34), two=enemy(132, 40)), Side.ATTACKER, LATE)
    turns = [list(salvos_in(plan(gas=(line,)), targets, turn, LATE)) for turn in (1, 2, 3)]
    assert [len(one) for one in turns] == [0, 1, 1]
    for one in (*turns[1], *turns[2]):
        assert (one.weights.sum(), len(one.weights)) == (pytest.approx(1), 11 * (1 + 12 * 11))
        exact, found = expected([one]), sampled([one], 40_000, 3)
        assert (abs(found.mean - exact) < 4 * found.error + 1e-9).all()
    assert turns[1][0].same == turns[2][0].same != ""


def test_the_heat_of_gas_lies_along_its_way() -> None:
    cells = heat(plan(gas=(projected(200),)), known_targets(ground(), Side.ATTACKER, LATE), LATE)
    now = {one.spot for one in cells if one.turn == 2}
    assert {(1175, 475), (1225, 475)} <= now
    assert all(1100 - 25 <= x <= 1300 + 25 and 310 - 25 <= y <= 610 + 25 for x, y in now)


def test_fire_that_is_ordered_is_told_apart_with_the_chance_of_its_order() -> None:
    """FF-MTR-10: a medium mortar fires on the row of heavy artillery and does not deviate."""
    weapon = WeaponLine(id="m", name="2 inch", kind=UnitClass.MEDIUM_MORTAR, at=Reference(1200, 600))
    moved = ShiftLine(id="s", weapon="m", turn=3, at=Reference(600, 600))
    on = ground(one=enemy(120, 60, name="The outpost"))
    written = plan(weapons=(weapon,), shifts=(moved,))
    targets = known_targets(on, Side.ATTACKER, LATE)
    first, later = if_ordered(written, targets, LATE)
    assert (first.line, first.turn, first.until, first.name) == ("m", 1, 2, "The outpost")
    # FF-ART-T1, late: no action on 1 and 2, and -1 where it does not itself see its target (FF-ORD-23).
    assert first.comes == pytest.approx(3 / 6)
    assert (first.suppressed, first.killed) == (pytest.approx(1 / 6), pytest.approx(3 / 6))
    # Nobody is known there: it is told of a platoon that would be.
    assert (later.line, later.turn, later.until, later.name) == ("s", 3, 0, "a platoon on its point")
    assert (later.suppressed, later.killed) == (pytest.approx(1 / 6), pytest.approx(3 / 6))
    assert forecast(written, targets, LATE).turns == ()


def test_an_sos_point_is_answered_on_2_and_strikes_who_attacks() -> None:
    """FF-SOS-04; a field gun in the open late in the war, Soft by the date: FF-SHO-T1."""
    defends = plan(Side.DEFENDER, weapons=(), sos_points=(SosLine(id="s", at=Reference(1200, 700)),))
    (told,) = if_ordered(defends, known_targets(ground(ENEMY), Side.DEFENDER, LATE), LATE)
    assert (told.line, told.name, told.comes) == ("s", "a platoon on its point", pytest.approx(5 / 6))
    field = [*area_faces(UnitClass.FIELD_GUN, Cover.SOFT, False, LATE)]
    assert (told.suppressed, told.killed) == (pytest.approx(field.count(1) / 6), pytest.approx(field.count(2) / 6))
