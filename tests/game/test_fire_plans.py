"""Fire plans in scenario files: what they say is read strictly, and what no plan may say is refused with its key."""

from typing import Any

import pytest

from rules.flanders_fields.game.setup.scenario_plans import read_plan
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.months import parse_month
from rules.kernel.toml_reader import BadData, Reader

WEAPONS = {"60-pounders": "a1.b4"}
BOOK = RuleBook.for_game(parse_month("1916-09"))


def read(**tables: Any) -> Any:
    return read_plan(Reader("test.toml", "side", tables), Side.ATTACKER, WEAPONS, BOOK)


def barrage(**fields: Any) -> dict[str, Any]:
    return {"rolling_barrage": [{"start_cm": 20} | fields]}


def test_a_side_that_plans_nothing() -> None:
    plan = read()
    assert (plan.heavy_artillery, plan.barrages, plan.fires, plan.works, plan.points) == ((), (), (), (), ())


def test_what_a_barrage_does_not_say_is_usual() -> None:
    """20 cm a turn (FF-BAR-05), straight, without halts, as long as the die says (FF-BAR-09)."""
    one = read(**barrage()).barrages[0]
    assert (one.speed_cm, one.turns, one.halts, one.leads, one.hurricane) == (20, 0, (), (), False)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("start_cm", -1),
        ("start_cm", 1001),
        ("start_cm", "20"),
        ("speed_cm", 101),
        ("turns", 3),
        ("turns", 8),
        ("halts", [1]),
        ("halts", [8]),
        ("halts", 3),
        ("halts", [True]),
        ("back", [3]),
        ("leads", [0, 11]),
        ("hurricane", "perhaps"),
        ("width_cm", 20),
    ],
)
def test_what_no_barrage_may_say(key: str, value: Any) -> None:
    with pytest.raises(BadData, match=key):
        read(**barrage(**{key: value}))


def test_bombardments_points_and_works_are_read() -> None:
    at = {"weapon": "60-pounders", "where": "the mill", "along_cm": 50, "up_cm": 95}
    plan = read(
        bombardment=[at | {"turn": 2}],
        aiming_point=[at],
        shift=[at | {"turn": 3, "where": "the ford"}],
        hurricane=[{"name": "the mill", "work": "strong_point"}],
        heavy_artillery="yes",
    )
    assert plan.heavy_artillery == (Side.ATTACKER,)
    assert (plan.fires[0].unit, plan.fires[0].turn, plan.fires[0].along_cm) == ("a1.b4", 2, 50.0)
    assert [(one.id, one.turn, one.where, one.shift) for one in plan.fires] == [
        ("attacker.fire1", 2, "the mill", False),
        ("attacker.shift1", 3, "the ford", True),
    ]
    assert (plan.points[0].unit, plan.points[0].where) == ("a1.b4", "the mill")
    assert (plan.works[0].work, plan.works[0].turn) == (Work.STRONG_POINT, 1)
    assert plan.hurricane(Side.ATTACKER)


@pytest.mark.parametrize(
    ("table", "entry"),
    [
        ("bombardment", {"weapon": "Big Bertha", "where": "Paris", "along_cm": 1, "up_cm": 1}),
        ("bombardment", {"weapon": "60-pounders", "where": "the mill", "along_cm": 1, "up_cm": 1, "turn": 0}),
        ("aiming_point", {"weapon": "60-pounders", "along_cm": 1, "up_cm": 1}),
        ("hurricane", {"name": "the mill", "work": "none"}),
        ("hurricane", {"work": "trench"}),
    ],
)
def test_what_no_other_line_may_say(table: str, entry: dict[str, Any]) -> None:
    with pytest.raises(BadData):
        read(**{table: [entry]})
