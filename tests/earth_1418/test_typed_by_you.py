"""What a scenario has to give and does not is asked once, and marked wherever it stands."""

import json
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, cast

from app.systems.earth_1418 import screen
from app.systems.earth_1418.forces import FORCES, forms_of_force, forms_of_game
from app.systems.earth_1418.screen import ground
from playsheets.forms import Fields
from rules.earth_1418.forces import read_force
from rules.earth_1418.game.engine import SYSTEM
from rules.earth_1418.game.setup import BeginEarth
from rules.earth_1418.game.view import given
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import plain
from rules.tabletop.stands import Spot
from tests.earth_1418.playing import Played, laid, smoke_in_step_2, unit

if TYPE_CHECKING:
    from app.games.open_game import OpenGame

WIND: Final = {"wind_towards_deg": 45, "wind_value": 1.5}
CAR: Final = {"resilience": 6, "shooting": 3, "melee": 0, "bonus": 1, "speed": "fast_cavalry", "range_cm": 40}


def test_what_a_scenario_does_not_give_of_the_wind_is_asked_once_and_said_to_be_typed() -> None:
    """BE-GAS-06, -07: the wind and its value, both told with the first cordon of gas; then nobody asks again."""
    game = smoke_in_step_2(lays="immediate_gas")
    (event,) = laid(game, wind_towards_deg=90, wind_value=2)
    assert "90 degrees, typed by you" in [one.says for one in event.steps]
    assert any("2 for the wind (typed by you)" in one.says for one in event.steps)
    # 3 inches and 2 for the wind are 127 mm in a bound (BE-GAS-06).
    assert (game.state.wind, game.state.settled.wind_value) == (90, 2)
    assert [each.ask.name for each in asks_of_the_next_cloud(game)] == []


def asks_of_the_next_cloud(game: Played) -> Sequence[Any]:
    """What is asked where gas is laid once more, in the next bound."""
    game.until("commands")
    game.do("attacker", "order_bombardment", unit=game.id("Battery"), square="C3", lays="immediate_gas")
    game.command("hold", "hold")
    game.until("execution", 2)
    at = {"bombardment": f"{game.id('Battery')}-2"}
    return SYSTEM.asked(game.state, Actor(Role("attacker")), "lay_cordon", at, {}).questions


def test_values_that_a_scenario_has_to_give_are_asked_once_and_marked_as_typed() -> None:
    """BE-VEH-05; G-24: an armoured car has no row in the chart; what was typed is said with a shot and on its bases."""
    game = Played([unit("Car", "armoured_car", 1, typed=CAR)], [unit("Blue")])
    view = plain(SYSTEM.view(game.state, Role("defender")))
    (force,) = (one for one in screen.faces(view, ["defender"]) if one.side == "attacker")
    marks = [mark for block in force.blocks for row in block.rows for one in row.counters for mark in one.marks]
    assert [(one.kind, one.says) for one in marks] == [("pen", "its values are typed by you")]
    game.command("advance", "hold")
    game.until("planning", 4)
    game.plan("Blue", "stay_put", "Car")
    game.until("execution", 5)
    (fired, *_) = game.shoot("Blue", 20, "11")
    assert any("typed by you" in one.says for one in fired.steps)


def test_what_somebody_types_of_the_wind_is_marked_where_it_stands() -> None:
    """G-24: in the log, in what a seat sees, and in the reckoning; a die's word, or a ready game's, is nobody's."""
    typed, thrown = smoke_in_step_2(lays="immediate_gas"), smoke_in_step_2()
    laid(typed, wind_thrown=False, wind_towards_deg=90, wind_value=2)
    laid(thrown, wind_thrown=True, dice=[{"pips": 2}])
    said = [SYSTEM.tell(game.state, game.log[-1], Role("defender"))["says"] for game in (typed, thrown)]
    assert said[0].endswith("wind towards 90 degrees, typed by you, its value 2, typed by you")
    assert said[1].endswith("wind towards 120 degrees by a 2")
    assert [SYSTEM.view(game.state, Role("defender")).get("wind_typed") for game in (typed, thrown)] == [True, None]
    ready = SYSTEM.fresh()
    begun = SYSTEM.decide(ready, BeginEarth(scenario="brisefer-ridge"), Actor(Role.REFEREE))
    assert not isinstance(begun, Refusal)
    SYSTEM.apply(ready, Recorded(1, begun[0], "c1", Role.REFEREE))
    assert ready.wind is not None
    assert "wind_typed" not in SYSTEM.view(ready, Role("defender"))


def test_what_is_typed_as_a_game_begins_is_said_in_its_first_line() -> None:
    """G-24, BE-GAS-01: who brings his own forces says the month, by which there is gas or none, and the wind."""
    game = Played(
        [unit("Car", "armoured_car", 1, typed=CAR)], [unit("Blue")], date="1916-03", wind_towards_deg=45, wind_value=1.5
    )
    begun = SYSTEM.tell(game.state, game.log[0], Role("defender"))["says"]
    typed = "the month, the wind towards 45 degrees, its value 1.5, the values of Car"
    assert begun == f"Battle for 2mm Earth 1418, 1916-03: 2 sub-units on the table; typed by you: {typed}"
    nothing = begun_ready()
    assert "typed" not in SYSTEM.tell(SYSTEM.fresh(), nothing, Role("defender"))["says"]


def begun_ready(**more: Any) -> Recorded[Any]:
    command = BeginEarth(scenario="brisefer-ridge", **more)
    begun = SYSTEM.decide(SYSTEM.fresh(), command, Actor(Role.REFEREE))
    assert not isinstance(begun, Refusal)
    return Recorded(1, begun[0], "c1", Role.REFEREE)


def test_another_wind_than_a_ready_game_has_is_typed_too() -> None:
    recorded = begun_ready(wind_towards_deg=200)
    assert SYSTEM.tell(SYSTEM.fresh(), recorded, Role("attacker"))["says"].endswith(
        "; typed by you: the wind towards 200 degrees"
    )
    view = SYSTEM.view(SYSTEM.apply(SYSTEM.fresh(), recorded), Role("attacker"))
    assert [(one.name, one.value, one.typed) for one in given(view)] == [
        ("Month", "1915-05", False),
        ("Wind", "towards 200 degrees", True),
    ]


def own_month_and_wind() -> Mapping[str, Any]:
    """What a seat sees of a game whose month, wind and armoured car its players have typed."""
    game = Played([unit("Car", "armoured_car", 1, typed=CAR)], [unit("Blue")], date="1916-03", wind_towards_deg=45)
    seen: Mapping[str, Any] = plain(SYSTEM.view(game.state, Role("attacker")))
    return seen


def test_the_stage_has_what_was_typed_among_what_lies_on_the_table() -> None:
    month_and_wind, of_units = screen.sheets(own_month_and_wind())
    assert [(one.says, one.clause) for one in month_and_wind.lines] == [
        ("Month: 1916-03, typed by you", "BE-GAS-01"),
        ("Wind: towards 45 degrees, typed by you", "BE-GAS-07"),
    ]
    says = "Car: speed fast cavalry, melee 0, shooting 3, bonus 1, resilience 6, range 40 cm, typed by you"
    assert [(one.says, one.clause) for one in of_units.lines] == [(says, "BE-VEH-05")]


def test_cards_and_order_sheets_of_a_game_bear_the_mark() -> None:
    for form in (one.make() for one in forms_of_game(own_month_and_wind())):
        fields = {one.name: one.value for block in form.blocks if isinstance(block, Fields) for one in block.fields}
        assert fields["Month"] == "1916-03, typed by you"
        assert fields["Wind"] == "towards 45 degrees, typed by you"
    # Of a force nothing of that is known.
    roster, *_ = (one.make() for one in forms_of_force(read_force(json.dumps(FORCES.sample).encode())))
    assert not any(isinstance(block, Fields) for block in roster.blocks)


def test_the_map_says_of_a_drift_whose_word_the_wind_is() -> None:
    """BE-GAS-05: where smoke goes hangs on the wind alone; on the map it is drawn before it comes."""
    game = smoke_in_step_2()
    game.do("attacker", "set_table", table={"name": "A table", "width_mm": 1220, "depth_mm": 915, "pieces": []})
    game.state.ground = game.state.ground.aimed("cordon-1", Spot(300, 350))
    (laid_now,) = game.decided("attacker", "lay_cordon", {"bombardment": "f1u1-1", "wind_towards_deg": 0})
    for typed in (True, False):
        state = game.state.copy()
        SYSTEM.apply(state, Recorded(99, laid_now, "c99", Role("attacker")))
        state.wind_typed = typed
        seat = SimpleNamespace(
            state_of=lambda _role, at=state: at,
            view=lambda role, at=state: SimpleNamespace(body=json.dumps(plain(SYSTEM.view(at, role)))),
        )
        shown = ground(cast("OpenGame", seat), Role("defender"))
        assert shown is not None
        labels = [text for one in shown.overlays for _, text in one.labels]
        mark = ", wind typed by you" if typed else ""
        assert labels == [f"bound 2{mark}", "bound 3"]
