"""A written fire plan comes into the game as what the sequence of the turn already plays (FF-FPL-24)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from rules.flanders_fields.fire_plan import (
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
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_checks import check
from rules.flanders_fields.fire_plan_document import read_plan, write_plan
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of, force_of
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.artillery import FiresBy
from rules.flanders_fields.game.state.fire_plan import (
    FirePlan,
    Missions,
    NotCarriedOut,
    PlannedBarrage,
    PlannedFire,
    PlannedGas,
    PlannedPoint,
    PlannedWork,
    in_play,
)
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass, Work
from rules.kernel.months import parse_month
from tests.game.evening import Evening, entered, somme, with_plan
from tests.rules.test_fire_plan_documents import plans

BOOK = RuleBook.for_game(parse_month("1917-11"))
TABLE = TableSize(1200, 1800)
GUNS = WeaponLine(
    id="w", name="60-pounders", kind=UnitClass.HEAVY_ARTILLERY, unit="a1.b4", at=Reference(500, 950), where="the mill"
)
WRITTEN = WrittenPlan(
    name="Dawn",
    side=Side.ATTACKER,
    weapons=(GUNS,),
    shifts=(ShiftLine(id="s", weapon="w", turn=3, at=Reference(400, 1200)),),
    bombardments=(BombardmentLine(id="f", weapon="w", turn=2, at=Reference(510, 1100), where="the ford"),),
    barrages=(BarrageLine(id="b", start_mm=600, turns=6, halts=(Halt(up_mm=800, turns=2),), leads_mm=(0, 100, -50)),),
    gas=(
        GasLine(
            id="g", kind=GasKind.DENYING, delivery=Delivery.ARTILLERY, turn=4, at=Reference(600, 900), wind_deg=225
        ),
        GasLine(
            id="h", kind=GasKind.OFFENSIVE, delivery=Delivery.PROJECTOR, turn=2, at=Reference(600, 250), wind_deg=90
        ),
    ),
    works=(WorkLine(id="k", name="Redan", work=Work.STRONG_POINT),),
    air_missions=2,
)
OWN = frozenset({"a1.b4"})


def test_every_line_becomes_what_the_game_plays() -> None:
    """Centimetres from the side's own corner; the halt on 80 is turns 3 and 4; 225 degrees are 135 to the left."""
    side, played = Side.ATTACKER, in_play(WRITTEN, OWN, BOOK)
    assert played.fires == FirePlan(
        barrages=(
            PlannedBarrage("attacker.barrage.b", "Rolling barrage", side, 60, 20, 6, halts=(3, 4), leads=(0, 10, -5)),
        ),
        fires=(
            PlannedFire("attacker.fire.f", side, "a1.b4", 2, "the ford", 51.0, 110.0),
            PlannedFire("attacker.shift.s", side, "a1.b4", 3, "40 cm along, 120 cm up", 40.0, 120.0, shift=True),
        ),
        works=(PlannedWork("attacker.work.k", side, "Redan", Work.STRONG_POINT, 1),),
        points=(PlannedPoint("a1.b4", "the mill", 50.0, 95.0),),
    )
    assert played.gas == (
        PlannedGas(side, GasKind.OFFENSIVE, Delivery.PROJECTOR, 2, 60.0, 25.0, 90),
        PlannedGas(side, GasKind.DENYING, Delivery.ARTILLERY, 4, 60.0, 90.0, -135),
    )
    assert played.missions == (Missions(side, 2),)
    assert played.left_out == ()


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        ({"weapons": (replace(GUNS, unit=""),)}, "w", "no unit of this game"),
        ({"shifts": (ShiftLine(id="s", weapon="w", turn=3),)}, "s", "not finished"),
        ({"bombardments": (BombardmentLine(id="f", turn=3, at=Reference(1, 1)),)}, "f", "not finished"),
        ({"barrages": (BarrageLine(id="b"),)}, "b", "not finished"),
        ({"barrages": (BarrageLine(id="b", start_mm=605),)}, "b", "rounded"),
        ({"gas": (GasLine(id="g", turn=2),)}, "g", "not finished"),
        ({"works": (WorkLine(id="k", name="Redan"),)}, "k", "not finished"),
        ({"sos_points": (SosLine(id="p", at=Reference(1, 1)),)}, "p", "Only the defender"),
    ],
)
def test_what_the_game_does_not_carry_out_is_told_with_its_line(change: dict[str, Any], line: str, says: str) -> None:
    told = [one for one in in_play(replace(WRITTEN, **change), OWN, BOOK).left_out if one.line == line]
    assert told
    assert says in told[0].because


def test_a_barrage_at_a_date_without_any_is_left_out() -> None:
    played = in_play(WRITTEN, OWN, RuleBook.for_game(parse_month("1916-07")))
    assert played.fires.barrages == ()
    assert played.left_out[0].line == "b"
    assert isinstance(played.left_out[0], NotCarriedOut)


@settings(max_examples=60, deadline=None)
@given(plans())
def test_any_plan_comes_into_any_game(plan: WrittenPlan) -> None:
    """Every line is played or told to be left out, whatever it says."""
    for month in ("1914-08", "1918-03"):
        played = in_play(plan, {one.unit for one in plan.weapons}, RuleBook.for_game(parse_month(month)))
        told = {one.line for one in played.left_out}
        assert len(played.gas) + sum(one.id in told for one in plan.gas) == len(plan.gas)
        assert len(played.fires.works) + sum(one.id in told for one in plan.works) == len(plan.works)


def set_up(scenario: str) -> GameState:
    evening = Evening()
    evening.do("referee", "create_game", scenario=scenario)
    return evening.state


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_what_a_scenario_plans_is_a_draft_that_plays_as_the_scenario_does(scenario: str, side: Side) -> None:
    """Written down and brought back, the plan is the scenario's, but for the names of its lines."""
    state = set_up(scenario)
    draft = read_plan(write_plan(draft_of(state, side, TABLE)))
    own = {one.id for one in state.units.values() if one.side is side}
    played = in_play(draft, own, state.book())
    assert played.left_out == ()
    before = state.plan
    assert _unnamed(played.fires.barrages) == _unnamed(one for one in before.barrages if one.side is side)
    assert _unnamed(played.fires.fires) == _unnamed(one for one in before.fires if one.side is side)
    assert _unnamed(played.fires.works) == _unnamed(one for one in before.works if one.side is side)
    assert set(played.fires.points) == {one for one in before.points if one.unit in own}
    assert played.gas == tuple(one for one in state.gas.planned if one.side is side)
    assert played.missions == tuple(one for one in state.air.missions if one.side is side)
    both = played.beside(before, own)
    assert both.heavy_artillery == before.heavy_artillery
    assert _unnamed(both.fires) == _unnamed(before.fires)


def _unnamed(lines: Any) -> set[Any]:
    return {replace(one, id="") for one in lines}


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_the_rules_refuse_nothing_of_what_a_scenario_plans(scenario: str) -> None:
    """But for barrages whose die is still to be thrown (FF-FPL-16)."""
    state = set_up(scenario)
    for side in Side:
        draft = draft_of(state, side, TABLE)
        refused = [one for one in check(draft, force_of(state, side), state.book()) if one.severity is Severity.REFUSED]
        assert [one for one in refused if "not rolled" not in one.says] == []


def test_the_force_of_a_division_is_what_its_scenario_says() -> None:
    """FF-FPL-54: two brigades that are a division; over the barrage lie 18-pounders, 60-pounders, 4.5 and 9.2 inch."""
    state = set_up("menin-road-1917")
    force = force_of(state, Side.ATTACKER)
    assert (force.regiments, force.entire_division) == (2, True)
    over = {one.name for one in force.weapons or () if one.superimposed}
    assert over == {"18-pounder, 2nd Battery", "60-pounders", "4.5 inch howitzers", "9.2 inch howitzers"}
    duties = {one.name: one.duty for one in draft_of(state, Side.ATTACKER, TABLE).weapons}
    assert duties["9.2 inch howitzers"] is Duty.SUPERIMPOSED
    assert duties["18-pounder, 1st Battery"] is Duty.REGIMENTAL


def test_a_written_bombardment_falls_in_its_turn() -> None:
    """FF-FPL-24, FF-BOM-05: the game's own phase plays a line that was written, without an order."""
    evening = somme()
    state = evening.state
    own = {one.id for one in state.units.values() if one.side is Side.ATTACKER}
    draft = draft_of(state, Side.ATTACKER, TABLE)
    written = replace(
        draft, bombardments=(BombardmentLine(id="f", weapon="a1.b4", turn=1, at=Reference(500, 950), where="the mill"),)
    )
    evening = with_plan(evening, in_play(written, own, state.book()).beside(state.plan, own), gas=False)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "mid_bombardment")
    fired = evening.do("attacker", "fire_by_plan", line="attacker.fire.f")
    assert fired.deviates
    assert evening.state.guns.arriving is not None
    assert evening.state.guns.arriving.by is FiresBy.PLAN
    evening.do("attacker", "roll_deviation", unit="a1.b4", dice=entered(6))
    point = evening.state.guns.point_of("a1.b4")
    assert point is not None
    assert (point.along_cm, point.up_cm) == (50.0, 95.0)
