"""What a plan may expect to do, worked by hand from the tables of the book.

Late-war troops find Soft cover in open ground (FF-CVR-08): there a heavy battery suppresses on 3, kills on 4 to 6, at
-2 for a base partly in its area on 5 and on 6 (FF-SHO-T1, FF-ART-25). Under a barrage in a trench 3 to 5 suppress and 6
kills (FF-BAR-13).
"""

from fractions import Fraction
from math import cos, radians, sin

import numpy as np
import pytest

from rules.flanders_fields.fire_plan.written import (
    BombardmentLine,
    GasLine,
    Reference,
    WeaponLine,
    WorkLine,
)
from rules.flanders_fields.game.survey.forecast import forecast, heat, salvos_in
from rules.flanders_fields.game.survey.targeted import known_targets
from rules.flanders_fields.vocabulary import Side, UnitClass, Work
from rules.geometry.chances import endured, expected, sampled, surely
from rules.geometry.terrain import AreaKind
from tests.survey.scenes import area, at, enemy, gun
from tests.survey.test_plans_on_the_ground import BARRAGE, ENEMY, GUNS, LATE, OWN, fire, ground, plan


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
    assert told.left_out == ("g",)
    elsewhere = (WorkLine(id="k", name="the mill", work=Work.STRONG_POINT, turn=1),)
    assert forecast(plan(works=elsewhere), targets, LATE).turns == ()


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


def later() -> dict[str, object]:
    return {"id": "later", "weapon": "w", "turn": 2, "at": Reference(1200, 600)}


def test_three_suppressions_are_as_good_as_a_kill() -> None:
    """A die that always suppresses, thrice on one target and twice on another."""
    suppresses, nothing = (1,) * 6, (0,) * 6
    faces = [[nothing, nothing], [suppresses, suppresses], [suppresses, suppresses]]
    turns = [[surely((2, 2), faces)], [surely((2, 2), faces)], [surely((2, 0), faces)]]
    assert np.array_equal(endured(turns, 3, 100, 1).gone, [1.0, 0.0])


def test_a_plan_without_anything_expects_nothing() -> None:
    targets = known_targets(ground(), Side.ATTACKER, LATE)
    told = forecast(plan(weapons=(GUNS,)), targets, LATE)
    assert (told.turns, told.end, told.left_out) == ((), (), ())
    assert heat(plan(), targets, LATE) == ()
