"""A plan turn by turn."""

from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Reference,
    ShiftLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_timetable import Act, Does, Phase, timetable
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass, Work
from rules.kernel.months import parse_month

HERE, THERE = Reference(500, 900), Reference(600, 1200)
PLAN = WrittenPlan(
    name="Dawn",
    side=Side.ATTACKER,
    weapons=(WeaponLine(id="w", name="60-pounders", kind=UnitClass.HEAVY_ARTILLERY, at=HERE),),
    shifts=(ShiftLine(id="s", weapon="w", turn=2, at=THERE), ShiftLine(id="unfinished", weapon="w")),
    bombardments=(BombardmentLine(id="f", weapon="w", turn=1, at=THERE),),
    barrages=(BarrageLine(id="b", start_mm=600, turns=5),),
    gas=(GasLine(id="g", turn=2, at=HERE),),
    works=(WorkLine(id="k", name="Redan", work=Work.TRENCH),),
)


def book(month: str) -> RuleBook:
    return RuleBook.for_game(parse_month(month))


def test_in_each_turn_the_barrage_acts_first_then_gas_then_planned_fire() -> None:
    """FF-FPL-24: phases 2, 3 and 4 of the sheet; 60 on the start line, then 80."""
    acts = [act for act in timetable(PLAN, book("1917-11")) if act.turn <= 2]
    assert acts == [
        Act(1, Phase.ROLLING_BARRAGE, "b", rear_mm=600, does=Does.STANDS),
        Act(1, Phase.PLANNED_FIRE, "f", THERE),
        Act(1, Phase.PLANNED_FIRE, "k"),
        Act(2, Phase.ROLLING_BARRAGE, "b", rear_mm=800, does=Does.ADVANCES),
        Act(2, Phase.GAS, "g", HERE),
        Act(2, Phase.PLANNED_FIRE, "s", THERE),
    ]


def test_a_barrage_is_in_no_timetable_before_there_are_any() -> None:
    """FF-BAR-01."""
    assert not any(act.phase is Phase.ROLLING_BARRAGE for act in timetable(PLAN, book("1916-08")))
