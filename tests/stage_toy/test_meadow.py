"""The toy on its map: ranks, a tape, a circle, a pool of dice, smoke that hides and drifts, squares."""

from dataclasses import replace
from random import Random

import pytest

from rules.kernel.commands import asked, stage
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.prompts import Origin
from rules.kernel.seats import Actor, Role
from rules.tabletop.stands import Spot
from tests.stage_toy.commands import DrawUp, LaySmoke, Lob, Shoot, Shot
from tests.stage_toy.deeds import DEEDS
from tests.stage_toy.meadow import Smoke, drawn_up, drifted, meadow, under, where
from tests.stage_toy.properties import check_evening, check_round_trip
from tests.stage_toy.served import Begin, ServedToy
from tests.stage_toy.shifting import Shift, Shifted, shift_reach
from tests.stage_toy.state import Event, State, Table
from tests.stage_toy.toy import Toy

PLACES = drawn_up(State().stands)
BEGUN = State(places=PLACES)
OPENED = replace(BEGUN, open=True, chosen={"north": "stand", "south": "stand"})


class OnTheMap(Toy):
    """The toy as the properties see it, drawn up on the meadow."""

    def fresh(self) -> State:
        return BEGUN


def event_of(state: State, seat: str, command: object) -> Event:
    """Return the one event of a command that is allowed."""
    events = Toy().decide(state, seat, command)
    assert not isinstance(events, Refusal), events
    (event,) = events
    return event


def refused(state: State, seat: str, command: object) -> str:
    found = Toy().decide(state, seat, command)
    assert isinstance(found, Refusal), found
    return found.clause


@pytest.mark.parametrize("seed", range(12))
def test_evenings_on_the_map_from_the_stage_alone(seed: int) -> None:
    log, _ = check_evening(OnTheMap(), Random(seed))
    check_round_trip(OnTheMap(), log)


def test_a_rank_is_drawn_up_about_its_middle_and_wholly_on_the_table() -> None:
    # Two bases of 30 mm with 10 mm between them: their middles are 20 mm to either side.
    event = event_of(BEGUN, "north", DrawUp(x_mm=200, y_mm=500))
    assert event.after.places["north a"] in ((220, 500), (180, 500))
    assert {event.after.places[one] for one in ("north a", "north b")} == {(220, 500), (180, 500)}
    assert event.after.places["south a"] == PLACES["south a"]
    assert refused(BEGUN, "north", DrawUp(x_mm=30, y_mm=500)) == "TOY-6"
    assert refused(State(), "north", DrawUp(x_mm=200, y_mm=500)) == "TOY-1"


def test_a_single_stand_is_shifted_as_far_as_the_ground_it_touches_lets_it() -> None:
    at = PLACES["north a"]

    def shift(x: int, y: int, facing: float | None = None) -> Shift:
        return Shift(stands=(Shifted(stand="north a", x_mm=x, y_mm=y, facing_deg=facing),))

    check_round_trip(OnTheMap(), [("north", shift(at[0], at[1] - 120))])
    event = event_of(BEGUN, "north", shift(at[0], at[1] - 120))
    assert event.after.places == {**PLACES, "north a": (at[0], 440)}
    assert refused(BEGUN, "north", shift(at[0], at[1] - 121)) == "TOY-9"
    assert refused(BEGUN, "north", shift(at[0], at[1] - 20, 90)) == "TOY-9"
    assert refused(BEGUN, "south", shift(at[0], at[1] - 20)) == "TOY-1"
    assert refused(OPENED, "north", shift(at[0], at[1] - 20)) == "TOY-1"
    # The thicket lies from 430 to 520 across and from 250 to 350 up: a way into it is half as far.
    near = replace(BEGUN, places={**PLACES, "north a": (470, 400)})
    assert refused(near, "north", shift(470, 339)) == "TOY-9"
    assert not isinstance(Toy().decide(near, "north", shift(470, 340)), Refusal)
    field = meadow(near.stands, near.places, ())
    assert field is not None
    up, down = shift_reach(field, "north a")[0], shift_reach(field, "north a")[36]
    assert ([round(one) for one in up], [round(one) for one in down]) == ([470, 520], [470, 340])


def test_the_map_proposes_how_far_it_is_from_base_to_base() -> None:
    # From y 560 to 40, half a base of 20 mm deep off at either end: 500 mm.
    told = {"shots": [{"firer": "north a", "targets": ["south a", "south b"]}]}
    (row,) = asked(Table(OPENED, ("north",)), DEEDS, "shoot", {}, told).questions[0].rows
    (proposal,) = next(one.ask for one in row if one.ask.name == "range_cm").proposals
    assert (proposal.value, proposal.origin, proposal.why) == (50.0, Origin.MAP, "base to base")


def test_smoke_hides_whoever_lies_behind_it_and_drifts_away() -> None:
    shot = Shot(firer="north a", targets=("south a",), range_cm=8.0, dice=(Throw(4), Throw(1)))
    event = event_of(OPENED, "north", LaySmoke(x_mm=300, y_mm=300))
    smoky = replace(event.after, reply_due=False)
    assert refused(smoky, "north", Shoot(shots=(shot,))) == "TOY-7"
    assert not isinstance(Toy().decide(OPENED, "north", Shoot(shots=(shot,))), Refusal)
    # 120 mm wide across a wind that blows to the right, 60 deep: a round later it lies from 320 to 380 mm.
    (later,) = drifted(smoky.smoke)
    assert later.cloud.middle == (350.0, 300.0)
    assert not isinstance(Toy().decide(replace(smoky, smoke=(later,)), "north", Shoot(shots=(shot,))), Refusal)
    assert [*drifted(tuple(drifted((later,))))] == []


def test_grenades_have_a_die_for_each_that_lies_half_under_the_circle() -> None:
    field = meadow(BEGUN.stands, PLACES, ())
    assert field is not None
    # Middles at 280 and 320: a circle of 90 mm about 300 covers both, one about 335 the nearer.
    assert set(under(field, "south", Spot(300, 40))) == {"south a", "south b"}
    assert len(under(field, "south", Spot(345, 40))) == 1
    lob = Lob(x_mm=300, y_mm=40, dice=(Throw(4), Throw(1)))
    event = event_of(OPENED, "north", lob)
    assert set(event.after.hittable) == {"south a", "south b"}
    assert refused(OPENED, "north", replace(lob, dice=(Throw(4),))) == "TOY-3"
    assert refused(OPENED, "north", replace(lob, y_mm=300)) == "TOY-8"
    found = asked(Table(OPENED, ("north",)), DEEDS, "lob", {}, {"x_mm": 300, "y_mm": 40}).questions
    asks = {one.ask.name: one.ask for one in found}
    assert (asks["x_mm"].circle_mm, asks["x_mm"].mate, asks["dice"].most) == (90.0, "y_mm", 2)


def test_what_is_of_the_map_is_not_offered_without_one() -> None:
    kinds = {one.kind for one in stage(Table(replace(OPENED, places={}), ("north",)), DEEDS).offered}
    assert kinds.isdisjoint({"smoke", "lob", "draw_up"})
    assert {"smoke", "lob"} <= {one.kind for one in stage(Table(OPENED, ("north",)), DEEDS).offered}


def test_smoke_is_called_by_its_square() -> None:
    field = meadow(BEGUN.stands, PLACES, ())
    assert field is not None
    # Four inches are 101.6 mm: five squares of 120 mm either way.
    assert where(field, Smoke(300, 300)) == "Smoke of C3"
    assert where(field, Smoke(300, 300, 1)) == "Smoke of C3, 5 cm on"


def test_what_lies_on_the_map_is_seen_and_folded_from_the_log() -> None:
    toy, north = ServedToy(), Actor(Role("north"))
    state, log = toy.fresh(), list[Recorded[object]]()
    commands = (Begin(on_map=True), DrawUp(x_mm=200, y_mm=500))
    for command in commands:
        events = toy.decide(state, command, north)
        assert not isinstance(events, Refusal), events
        log += [Recorded(len(log) + n, one, f"c{len(log)}", north.role) for n, one in enumerate(events, 1)]
        state = toy.replay(log)
    assert {state.places["north a"], state.places["north b"]} == {(180, 500), (220, 500)}
    seen = toy.view(state, Role.SPECTATOR)
    assert (seen["places"], seen["smoke"]) == (state.places, [])
    assert "places" not in toy.view(toy.fresh(), Role.SPECTATOR)
