"""The scenarios that lie ready: every one can be set up and seen, and every unit in it comes to its orders."""

import tomllib

import pytest

from rules.flanders_fields.game.log_text import says
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup.scenario import arrivals_of, objectives_of, zones_of
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.turn import steps
from rules.flanders_fields.vocabulary import Level, Side, UnitClass
from rules.kernel.seats import Role
from rules.kernel.serialization import plain
from rules.kernel.toml_reader import BadData, Reader
from rules.tabletop.terrain import laid
from tests.game.evening import Evening, played
from tests.systems import ready_tables

READY = tuple(scenarios())


def opened(scenario: str) -> GameState:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario)
    return evening.state


def test_the_specimen_game_of_the_book_comes_first_and_there_is_one_for_every_period() -> None:
    assert READY[0] == "mons-1914"
    assert {opened(scenario).settled.period for scenario in READY} == {"early", "mid", "late"}


@pytest.mark.parametrize("scenario", READY)
def test_every_unit_is_ordered_in_some_step_of_the_turn(scenario: str) -> None:
    state = opened(scenario)
    at = {
        (kind, "battalion" if step.level == "battalion" else "regiment")
        for step in steps(state.book())
        for kind in step.units
    }
    levels = {Level.BATTALION: "battalion", Level.REGIMENTAL: "regiment"}
    never = [unit.name for unit in state.units.values() if (unit.kind, levels[unit.level]) not in at]
    assert never == []


def test_every_class_of_unit_and_every_line_of_a_plan_is_in_some_ready_game() -> None:
    """So that each can be tried at a table without writing a scenario first."""
    states = [opened(scenario) for scenario in READY]
    kinds = {unit.kind for state in states for unit in state.units.values()}
    assert kinds == set(UnitClass)
    plans = [state.plan for state in states]
    assert all(any(getattr(plan, part) for plan in plans) for part in ("barrages", "fires", "works"))
    assert any(fire.shift for plan in plans for fire in plan.fires)
    assert any(unit.storm for state in states for unit in state.units.values())


@pytest.mark.parametrize("scenario", READY)
@pytest.mark.parametrize("role", Role)
def test_every_seat_sees_it(scenario: str, role: Role) -> None:
    view = SYSTEM.view(opened(scenario), role)
    assert view["title"] == scenarios()[scenario].title
    assert [side["side"] for side in view["sides"]] == ["attacker", "defender"]


@pytest.mark.parametrize(
    ("text", "key", "right"),
    [
        ("[[zone]]\nleft_cm = 0\nnear_cm = 30\nright_cm = 120\nfar_cm = 30", "far_cm", "near before far"),
        ('[[reserve]]\nbattalion = "d1.1"\nfirst_turn = 2\nneeded = [5]', "battalion", "off_table"),
        ('[[reserve]]\nbattalion = "d1.3"\nfirst_turn = 2\nneeded = [7]', "needed", "faces from 1 to 6"),
        ('[[reserve]]\nbattalion = "d1.3"\nfirst_turn = 0\nneeded = [5]', "needed", "a turn from 1 on"),
        ('[[objective]]\nname = "A mill"\npoints = 1\nholder = "neither"', "holder", "nobody"),
    ],
)
def test_what_cannot_be_settled_is_no_scenario(text: str, key: str, right: str) -> None:
    file = Reader("test.toml", "file", tomllib.loads(text))
    with pytest.raises(BadData) as wrong:
        _ = [
            *zones_of(file, Side.DEFENDER),
            *arrivals_of(file, Side.DEFENDER, frozenset({"d1.3"})),
            *objectives_of(file),
        ]
    assert wrong.value.key == key
    assert right in wrong.value.right


def test_a_ready_game_keeps_to_its_zones_only_where_it_is_set_up_by_steps() -> None:
    """FF-SCN-08: within 15 cm at Mons; whoever does without the steps stands where the players put him."""
    ground = ready_tables()["mons-1914"]
    at = {"stands": [{"stand": "d1.1.hq", "x_mm": 600, "y_mm": 1300}]}
    evening = played("mons-1914", table=plain(laid(ground.name, ground.table)))
    evening.do("defender", "place_stands", **at)
    evening = played("mons-1914", table=plain(laid(ground.name, ground.table)))
    evening.do("referee", "begin_set_up")
    for _ in range(3):
        evening.do("referee", "finish_stage")
    assert evening.refused("defender", "place_stands", **at).clause == "FF-SET-07"


def test_an_objective_is_whose_the_table_says() -> None:
    evening = played("somme-1916")
    assert evening.refused("attacker", "hold_objective", objective=3, holder="attacker").instead == "one of 1 to 2"
    assert "noted already" in evening.refused("attacker", "hold_objective", objective=1, holder="defender").because
    taken = evening.do("attacker", "hold_objective", objective=1, holder="attacker")
    assert says(evening.state, taken) == "Adler Trench, the first line is the British side's"
    freed = evening.do("referee", "hold_objective", objective=1)
    assert says(evening.state, freed) == "Adler Trench, the first line is nobody's"
    assert {side: evening.state.set_up.points_of(side) for side in Side} == {Side.ATTACKER: 0, Side.DEFENDER: 1}
    evening.do("referee", "undo")
    assert evening.state.set_up.points_of(Side.ATTACKER) == 2
