"""What a sealed plan carries beside fire, gas and barrages: noted SOS points, targets, notes, shared batteries."""

import json
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Reference,
    SosLine,
    WeaponLine,
    WrittenPlan,
)
from rules.flanders_fields.fire_plan_document import mask, write_plan
from rules.flanders_fields.game.actions.fire_plan import PlanPiecesShown
from rules.flanders_fields.game.plan_drafts import TableSize, draft_of
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import ARTILLERY, ATTACKER, DEFENDER, Side, UnitClass
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Role
from tests.game.evening import Evening, die, entered, played
from tests.game.guns_in_play import GERMAN_GUNS

SECRET: Final = {"drawn": "5a" * 32, "about": "evening"}
STEP: Final = "late_regimental_artillery"
NOTED: Final = SosLine(id="p", weapon=GERMAN_GUNS, at=Reference(600, 1060), where="before the left", note="on a rocket")


def seal(evening: Evening, side: Side, **parts: Any) -> WrittenPlan:
    """A side's weapons without points, and nothing planned but these parts; sealed."""
    plan = draft_of(evening.state, side, TableSize(1200, 1800))
    weapons = parts.pop("weapons", tuple(replace(one, at=None, where="") for one in plan.weapons))
    bare = {"shifts": (), "bombardments": (), "barrages": (), "gas": (), "works": (), "air_missions": 0}
    plan = replace(plan, weapons=weapons, **{**bare, **parts})
    evening.do(side.value, "seal_plan", plan=json.loads(write_plan(plan)), secret=SECRET)
    return plan


def house(ruling: str, option: str) -> dict[str, Any]:
    return {"house_rules": [{"ruling": ruling, "option": option}]}


def called(evening: Evening, **where: Any) -> Any:
    """The defender's turn, and a call onto a reference that is answered."""
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", STEP, "d1")
    fields = {"unit": GERMAN_GUNS, "from_position_cm": 4.0, "die": die(6), "where": "somewhere", **where}
    return evening.try_("defender", "call_sos", **fields)


def shown(evening: Evening) -> set[str]:
    """The sorts of the pieces that have fallen."""
    pieces = [one.event.pieces for one in evening.log if isinstance(one.event, PlanPiecesShown)]
    return {piece.name.partition("/")[0] for some in pieces for piece in some}


def test_a_noted_sos_point_is_its_own_sides_until_a_call_is_answered_there() -> None:
    """FF-FPL-21. The piece of a line is called by its mask."""
    evening = played("cambrai-1917")
    seal(evening, Side.DEFENDER, sos_points=(NOTED,))
    own, others = (SYSTEM.view(evening.state, role)["guns"]["noted_sos"] for role in (DEFENDER, ATTACKER))
    assert [(one["where"], one["unit"], one["along_cm"], one["up_cm"]) for one in own] == [
        ("before the left", GERMAN_GUNS, 60.0, 106.0)
    ]
    assert others == []
    called(evening, along_cm=60.0, up_cm=106.0)
    (event,) = [one.event for one in evening.log if isinstance(one.event, PlanPiecesShown)]
    assert [piece.name for piece in event.pieces] == [f"sos/{mask('p', bytes.fromhex(SECRET['drawn']))}"]
    assert json.loads(event.pieces[0].content)["where"] == "before the left"


def test_a_call_elsewhere_shows_nothing_of_the_plan() -> None:
    evening = played("cambrai-1917")
    seal(evening, Side.DEFENDER, sos_points=(NOTED,))
    called(evening, along_cm=60.0, up_cm=107.0)
    assert shown(evening) == set()


def test_by_house_rule_only_noted_points_are_called_on() -> None:
    """GAP-76."""
    evening = played("cambrai-1917", **house("GAP-76", "listed"))
    seal(evening, Side.DEFENDER, sos_points=(NOTED,))
    refused = called(evening, along_cm=60.0, up_cm=107.0)
    assert (refused.clause, refused.instead) == ("FF-FPL-21", "call onto a noted point")
    on_it = {"unit": GERMAN_GUNS, "from_position_cm": 4.0, "die": die(6), "along_cm": 60.0, "up_cm": 106.0}
    assert evening.do("defender", "call_sos", **on_it).answered


def test_a_machine_guns_planned_target_lies_registered_and_secret_until_it_fires_there() -> None:
    """GAP-106: a target of the plan; in play it is fired on like any point (FF-IMG)."""
    evening = played("cambrai-1917")
    guns = [
        one for one in evening.state.units.values() if one.side is Side.ATTACKER and one.kind is UnitClass.MACHINE_GUN
    ]
    gun = guns[0]
    line = WeaponLine(
        id="m", name=gun.name, kind=UnitClass.MACHINE_GUN, unit=gun.id, at=Reference(600, 1100), where="the sap"
    )
    seal(evening, Side.ATTACKER, weapons=(line,))
    point = evening.state.guns.point_of(gun.id)
    assert point is not None
    assert (point.where, point.along_cm, point.registered) == ("the sap", 60.0, True)
    assert gun.id not in SYSTEM.view(evening.state, DEFENDER)["guns"]["points"]
    assert gun.id in SYSTEM.view(evening.state, ATTACKER)["guns"]["points"]
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_machine_guns", "a1")
    evening.do("attacker", "roll_orders", unit=gun.id, die=die(6))
    evening.do("attacker", "fire_on_area", unit=gun.id, range_cm=60.0, battalion_cm=40.0)
    assert shown(evening) == {"weapon", "point"}
    assert SYSTEM.view(evening.state, DEFENDER)["guns"]["points"][gun.id]["where"] == "the sap"


def test_its_own_side_reads_its_notes_in_the_turn_they_are_for() -> None:
    evening = played("cambrai-1917")
    fires = tuple(
        BombardmentLine(id=f"f{turn}", weapon="a1.b4", turn=turn, at=Reference(600, 1100), note=f"in turn {turn}")
        for turn in (1, 2)
    )
    seal(evening, Side.ATTACKER, bombardments=fires, notes="Tanks first.")
    assert SYSTEM.view(evening.state, ATTACKER)["plan_today"] is None
    evening.do("attacker", "start_turn")
    today = SYSTEM.view(evening.state, ATTACKER)["plan_today"]
    assert [one["note"] for one in today["lines"]] == ["in turn 1"]
    assert (today["turn"], today["notes"]) == (1, "Tanks first.")
    for role in (DEFENDER, Role.SPECTATOR):
        assert SYSTEM.view(evening.state, role)["plan_today"] is None


def test_the_plan_names_the_regiment_that_orders_a_shared_battery() -> None:
    """AMB-376: the heavy battery of the first brigade, at the call of the second. FF-SUI-04: first point registered."""
    evening = played("menin-road-1917")
    heavy = next(
        one for one in evening.state.units.values() if one.superimposed and one.kind is UnitClass.HEAVY_ARTILLERY
    )
    second = evening.state.regiments["a2"]
    assert heavy.of == "a1"
    weapons = draft_of(evening.state, Side.ATTACKER, TableSize(1200, 1800)).weapons
    named = tuple(replace(one, at_call_of=second.name) if one.unit == heavy.id else one for one in weapons)
    seal(evening, Side.ATTACKER, weapons=named)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", STEP, "a1")
    assert heavy.id not in SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"]
    assert evening.try_("attacker", "roll_orders", unit=heavy.id, die=die(6)).clause  # type: ignore[union-attr]
    evening.go_to("attacker", STEP, "a2")
    assert heavy.id in SYSTEM.view(evening.state, ATTACKER)["turn"]["can_act"]
    # In whose step it is ordered the plan says, so that nobody else is told.
    assert heavy.id not in SYSTEM.view(evening.state, DEFENDER)["turn"]["can_act"]
    assert evening.do("attacker", "roll_orders", unit=heavy.id, die=die(6)).actions


def test_by_house_rule_nobody_deploys_or_begins_without_a_plan() -> None:
    """GAP-54 always. Cambrai plans for neither side."""
    evening = played("cambrai-1917", **house("GAP-54", "always"))
    refused = evening.refused("attacker", "start_turn")
    assert (refused.clause, refused.instead) == ("FF-FPL-01", "let it seal one")
    assert "British" in refused.because
    seal(evening, Side.ATTACKER)
    assert "German" in evening.refused("attacker", "start_turn").because
    seal(evening, Side.DEFENDER)
    evening.do("attacker", "start_turn")
    assert played("cambrai-1917").do("attacker", "start_turn")


def test_an_order_moves_a_batterys_point_and_nothing_moves_the_barrage() -> None:
    """FF-FPL-78: a redirect takes an order. FF-FPL-82: the army's schedule is not changed, whoever asks."""
    evening = played("cambrai-1917")
    weapon = WeaponLine(id="a1.b1", name="18-pounder", kind=UnitClass.FIELD_GUN, unit="a1.b1", at=Reference(600, 1000))
    barrage = BarrageLine(id="b", start_mm=700, turns=6)
    seal(evening, Side.ATTACKER, weapons=(weapon,), barrages=(barrage,))
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_rolling_barrage")
    (of,) = evening.state.barrages
    for otherwise in ({"halt": True}, {"leads": [10.0]}):
        assert evening.refused("attacker", "advance_barrage", barrage=of, **otherwise).clause.startswith("FF-BAR")
    evening.go_to("attacker", STEP, "a1")
    evening.do("attacker", "roll_orders", unit="a1.b1", die=die(6))
    evening.do("attacker", "set_aiming_point", unit="a1.b1", where="the wood", along_cm=40.0, up_cm=90.0)
    point = evening.state.guns.point_of("a1.b1")
    assert point is not None
    assert (point.where, point.registered) == ("the wood", False)


def test_written_gas_waits_for_its_turn_then_must_come_and_no_card_takes_it_back() -> None:
    """FF-FPL-07, FF-FPL-80, FF-FPL-87: by itself in turn 2, after the Jack of Spades too, in the wind he brought."""
    evening = played("michael-1918", event_cards="table")
    coming = GasLine(
        id="g", kind=GasKind.OFFENSIVE, delivery=Delivery.ARTILLERY, turn=2, at=Reference(600, 900), wind_deg=0
    )
    seal(evening, Side.ATTACKER, gas=(coming,))
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="spades_jack")
    evening.do("attacker", "wind_by_card", dice=entered(3, 4))
    evening.go_to("attacker", STEP, "a1")
    assert isinstance(evening.try_("attacker", "throw_for_gas", what="release", dice=entered(5)), Refusal)
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.do("defender", "draw_card", card="hearts_2")
    evening.do("defender", "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="hearts_3")
    evening.go_to("attacker", "late_gas")
    assert evening.refused("attacker", "next_step")
    evening.do("attacker", "throw_for_gas", what="release", dice=entered(5))
    (cloud,) = evening.state.gas.clouds
    assert (cloud.along_cm, cloud.up_cm) == (60.0, 90.0)
    # Towards the attackers' trenches: 10 + 3 + 4 cm down the table.
    evening.do("attacker", "gas_attacks", cloud=cloud.id, caught=[], dice=entered())
    (cloud,) = evening.state.gas.clouds
    assert (cloud.along_cm, cloud.up_cm) == (60.0, 73.0)


def test_lines_that_are_down_stop_orders_and_not_the_plan() -> None:
    """FF-CRD-14, GAP-86: no battery is ordered this turn; the barrage comes down and planned fire falls as ever."""
    evening = played("cambrai-1917", event_cards="table")
    guns = WeaponLine(id="a1.b1", name="18-pounder", kind=UnitClass.FIELD_GUN, unit="a1.b1", at=Reference(600, 1000))
    fire = BombardmentLine(id="f", weapon="a1.b1", turn=1, at=Reference(600, 1000))
    barrage = BarrageLine(id="b", start_mm=700, turns=6)
    seal(evening, Side.ATTACKER, weapons=(guns,), barrages=(barrage,), bombardments=(fire,))
    evening.do("attacker", "start_turn")
    evening.do("attacker", "draw_card", card="clubs_king")
    evening.go_to("attacker", "late_rolling_barrage")
    (of,) = evening.state.barrages
    evening.do("attacker", "advance_barrage", barrage=of)
    assert [piece.rear_cm for piece in evening.state.barrages[of].pieces] == [70.0]
    evening.do("attacker", "all_under_barrage", barrage=of)
    evening.go_to("attacker", "late_bombardment")
    (line,) = evening.state.plan.fires
    evening.do("attacker", "fire_by_plan", line=line.id, observed=True)
    evening.do("attacker", "fire_on_area", unit="a1.b1", observed=True, range_cm=60.0, own_trench_cm=40.0)
    evening.go_to("attacker", STEP, "a1")
    guns_of_a1 = (one.id for one in evening.state.units.values() if one.of == "a1" and one.kind in ARTILLERY)
    other = next(one for one in guns_of_a1 if one != "a1.b1")
    assert evening.refused("attacker", "roll_orders", unit=other, die=die(6)).clause == "FF-CRD-14"
