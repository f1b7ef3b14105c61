"""A scenario of one's own: made of two forces, set up step by step, with its zones, reserves and fire plans."""

from dataclasses import replace
from typing import Any

import pytest

from rules.flanders_fields.force_changes import only
from rules.flanders_fields.forces import Force, make_force
from rules.flanders_fields.game.setup.custom_scenarios import (
    Start,
    WrittenAllowance,
    WrittenObjective,
    WrittenReserve,
    WrittenScenario,
    WrittenSide,
    WrittenStart,
    WrittenZone,
)
from rules.flanders_fields.game.state.setup import Preparation
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ATTACKER, ArmyList, Carriage, Side
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain
from rules.tabletop.terrain import LaidTable
from tests.game.evening import Evening, die, played
from tests.game.ground_in_play import OPEN_FIELD

MONTH = "1916-09"
BOOK = RuleBook.for_game(parse_month(MONTH))
ZONE = WrittenZone(0, 0, 1200, 300)
FAR = WrittenZone(0, 700, 1200, 1800)


def first(table: ArmyList, key: str) -> Force:
    force = make_force(table, BOOK)
    return only(force, [next(one.id for one in force.all() if one.part == key)])


BRITISH = first(ArmyList.BRITISH_1915, "infantry_brigade")
GERMAN = first(ArmyList.GERMAN_1916, "infantry_regiment")


def battalions(force: Force) -> list[str]:
    return [one.id for one in force.all() if one.part == "infantry_battalion"]


OPEN = build(LaidTable, OPEN_FIELD)


def written(**more: Any) -> WrittenScenario:
    sides = {"attacker": WrittenSide(BRITISH), "defender": WrittenSide(GERMAN)}
    return WrittenScenario(**{"title": "A raid", "date": MONTH, **sides, **more})


def begun(scenario: WrittenScenario, **more: Any) -> Evening:
    evening = Evening()
    evening.do("referee", "create_game", own=plain(scenario), **more)
    return evening


def at_deployment(scenario: WrittenScenario, **more: Any) -> Evening:
    evening = begun(scenario, **more)
    for _ in (Preparation.TERRAIN, Preparation.WORKS, Preparation.PLANS):
        evening.do("referee", "finish_stage")
    return evening


def told(evening: Evening, role: str) -> Any:
    return SYSTEM.view(evening.state, Role(role))["set_up_by_steps"]


def test_two_forces_make_a_game() -> None:
    """FF-TOE-49 to -56 and -131: four battalions of 16 platoons attack three of 12."""
    evening = begun(written(turns=6), attacker="The 62nd")
    state = evening.state
    assert (state.settled.title, state.settled.scenario, state.settled.date) == ("A raid", "own-forces", MONTH)
    assert [one.name for one in state.settled.sides] == ["The 62nd", "German"]
    sizes = {side: [one.started for one in state.battalions.values() if one.side is side] for side in Side}
    assert sizes == {Side.ATTACKER: [16] * 4, Side.DEFENDER: [12] * 3}
    said = "64 rifle platoons against 36: 1.78 to 1. The rule of thumb is 2 to 1 or more."
    assert said in state.settled.briefing
    assert "The game ends after turn 6." in state.settled.briefing


def test_by_house_rule_no_turn_is_the_last() -> None:
    """FF-TRN-14, AMB-10: it ends when one side gives up, and nobody reads of a last turn."""
    rule = [{"ruling": "AMB-10", "option": "one_side_quits"}]
    own = begun(written(turns=6), house_rules=rule)
    assert (told(own, "referee")["turns"], own.state.set_up.ends_with(6, Side.DEFENDER)) == (0, False)
    assert not any("ends after turn" in line for line in own.state.settled.briefing)
    assert HouseRule("AMB-10", "one_side_quits") in own.state.settled.house_rules
    ready = Evening()
    ready.do("referee", "create_game", scenario="somme-1916", house_rules=rule)
    assert told(ready, "referee")["turns"] == 0
    assert not any("ends after turn" in line for line in ready.state.settled.briefing)


def test_less_than_two_to_one_is_told_and_by_house_rule_refused() -> None:
    """FF-FOR-07, GAP-05."""
    even = written(attacker=WrittenSide(GERMAN), defender=WrittenSide(GERMAN))
    assert any("The rule of thumb is 2 to 1 or more" in line for line in begun(even).state.settled.briefing)
    strict = {"own": plain(even), "house_rules": [{"ruling": "GAP-05", "option": "enforced"}]}
    assert Evening().refused("referee", "create_game", **strict).clause == "FF-FOR-07"


@pytest.mark.parametrize(
    ("scenario", "says", "right"),
    [
        (written(title="A\nB"), "title", "on one line"),
        (written(date="1913-01"), "1913", "create the game again"),
        (written(date="1914-09"), "attacker", "it is for"),
        (written(turns=-1), "turns", "0 for no limit"),
        (written(attacker=WrittenSide(replace(BRITISH, name=""))), "attacker", "a name of 1 to"),
        (written(attacker=WrittenSide(BRITISH, zones=(WrittenZone(5, 0, 5, 9),))), "attacker", "left before its right"),
        (
            written(attacker=WrittenSide(BRITISH, zones=(WrittenZone(0, 1800, 1200, 1900),)), table=OPEN),
            "attacker, zone 1: none of it lies on the table",
            "120 cm along and 180 cm up",
        ),
        (written(objectives=(WrittenObjective("Mill", x_mm=1300, y_mm=3),), table=OPEN), "objective 1", "120 cm along"),
        (
            written(defender=WrittenSide(GERMAN, reserves=(WrittenReserve(battalions(GERMAN)[0], 7),)), turns=6),
            "it first rolls in turn 7, and the game ends after turn 6",
            "an earlier turn",
        ),
        (written(defender=WrittenSide(GERMAN, reserves=(WrittenReserve("nobody"),))), "defender, nobody", "battalion"),
        (
            written(defender=WrittenSide(GERMAN, reserves=(WrittenReserve(battalions(GERMAN)[0], 1, (7,)),))),
            "arrival",
            "faces from 1 to 6",
        ),
        (written(defender=WrittenSide(GERMAN, behind_the_table=(battalions(GERMAN)[0],))), "battery", "a battery"),
        (written(attacker=WrittenSide(BRITISH, plan=WrittenAllowance(gas=-1))), "fire plan", "of each sort"),
        (written(objectives=(WrittenObjective("The mill", x_mm=3),)), "objective 1", "or neither"),
        (written(objectives=(WrittenObjective("", points=2),)), "objective 1", "on one line"),
    ],
)
def test_what_cannot_be_played_is_refused_whole(scenario: WrittenScenario, says: str, right: str) -> None:
    evening = Evening()
    refusal = evening.refused("referee", "create_game", own=plain(scenario))
    assert says in refusal.because
    assert right in refusal.instead
    assert evening.log == []


def test_a_game_is_of_one_scenario() -> None:
    refusal = Evening().refused("referee", "create_game", scenario="mons-1914", own=plain(written()))
    assert "two are named" in refusal.because


def test_the_steps_of_the_book_come_one_after_the_other() -> None:
    """FF-FOR-15, FF-SET-10: terrain, works, fire plans (of each side), deployment, and only then a turn."""
    evening = begun(written(table=None))
    assert told(evening, "defender")["stage"] == "terrain"
    assert evening.refused("attacker", "start_turn").clause == "FF-SET-10"
    evening.do("attacker", "finish_stage")
    evening.do("defender", "finish_stage")
    assert told(evening, "attacker")["stage"] == "plans"
    evening.do("attacker", "finish_stage")
    assert told(evening, "defender")["said"] == ["attacker"]
    assert "has said so" in evening.refused("attacker", "finish_stage").because
    evening.do("defender", "finish_stage")
    assert [one["state"] for one in told(evening, "attacker")["steps"]] == ["was", "was", "was", "now", "next"]
    assert evening.refused("referee", "finish_stage").clause == "FF-SET-10"


def test_battalions_are_deployed_in_turn_the_defender_first_and_commanders_last() -> None:
    """FF-SET-10, AMB-99 with three German and four British battalions: d a d a d a a, then d, a."""
    evening = at_deployment(written())
    order = []
    while (now := told(evening, "attacker"))["under_way"]:
        other = "attacker" if now["side"] == "defender" else "defender"
        choice = now["choices"][-1]["id"]
        assert evening.refused(other, "deploy_formation", formation=choice).clause == "FF-TRN-01"
        evening.do(now["side"], "deploy_formation", formation=choice)
        order.append(choice)
    assert [one[0] for one in order] == [*"dadadaa", "d", "a"]
    assert order[:2] == ["d1.3", "a1.4"]
    assert order[-2:] == ["d1", "a1"]
    assert "the game has begun" not in evening.refused("attacker", "begin_set_up").because
    evening.do("attacker", "start_turn")
    assert evening.refused("attacker", "finish_stage").because == "the game has begun"


def test_by_house_rule_the_defender_deploys_everything_first() -> None:
    """AMB-99."""
    evening = at_deployment(written(), house_rules=[{"ruling": "AMB-99", "option": "defender_first"}])
    for battalion in ("d1.1", "d1.2", "d1.3"):
        evening.do("defender", "deploy_formation", formation=battalion)
    assert told(evening, "attacker")["side"] == "attacker"


def test_stands_go_on_the_map_in_their_turn_and_inside_their_zone() -> None:
    """FF-SET-07: the British within 30 cm of their edge, the Germans from 70 cm on."""
    zoned = written(attacker=WrittenSide(BRITISH, zones=(ZONE,)), defender=WrittenSide(GERMAN, zones=(FAR,)))
    evening = begun(zoned, table=OPEN_FIELD)
    column = {"layout": "column", "facing_deg": 180}
    early = evening.refused("defender", "place_formation", of="d1.1", x_mm=600, y_mm=1000, **column)
    assert early.clause == "FF-SET-10"
    for _ in range(3):
        evening.do("referee", "finish_stage")
    out_of_turn = evening.refused("attacker", "place_formation", of="a1.1", x_mm=600, y_mm=250, layout="column")
    assert (out_of_turn.clause, "German" in out_of_turn.because) == ("FF-SET-10", True)
    outside = evening.refused("defender", "place_formation", of="d1.1", x_mm=600, y_mm=600, **column)
    assert outside.clause == "FF-SET-07"
    assert "70 cm to 180 cm up" in outside.instead
    evening.do("defender", "place_formation", of="d1.1", x_mm=600, y_mm=1000, **column)
    second = evening.refused("defender", "place_formation", of="d1.2", x_mm=200, y_mm=1000, **column)
    assert "one formation at a time" in second.instead
    evening.do("defender", "deploy_formation", formation="d1.1")
    moved = evening.refused("defender", "place_formation", of="d1.1", x_mm=600, y_mm=1100, **column)
    assert "has been deployed" in moved.because


def test_a_zone_that_reaches_to_the_edge_says_so() -> None:
    """FF-SET-07: a corridor along the left edge, and everything from 70 cm on."""
    zones = (WrittenZone(0, 0, 400, 10_000), WrittenZone(0, 700, 10_000, 10_000), WrittenZone(200, 0, 10_000, 300))
    evening = begun(written(attacker=WrittenSide(BRITISH, zones=zones)))
    assert [one["says"] for one in told(evening, "spectator")["zones"]] == [
        "from 0 cm up from the attacker's edge to the other edge and 0 cm to 40 cm along it",
        "from 70 cm up from the attacker's edge to the other edge",
        "0 cm to 30 cm up from the attacker's edge and 20 cm to the right edge along it",
    ]
    on_it = begun(written(attacker=WrittenSide(BRITISH, zones=(ZONE,))), table=OPEN_FIELD)
    assert [one["says"] for one in told(on_it, "spectator")["zones"]] == ["0 cm to 30 cm up from the attacker's edge"]


def test_half_a_battalion_on_the_map_does_not_stand_yet() -> None:
    evening = at_deployment(written(), table=OPEN_FIELD)
    evening.do("defender", "place_stands", stands=[{"stand": "d1.1.hq", "x_mm": 600, "y_mm": 1000}])
    assert "1 of" in evening.refused("defender", "deploy_formation", formation="d1.1").because


def test_a_reserve_without_dice_of_its_own_has_those_of_the_specimen_game_from_its_turn_on() -> None:
    """FF-SCN-34: a 6, then 5, 4, 3, 2, then whatever falls; where it comes on is the scenario's."""
    one, other = battalions(GERMAN)[1:]
    reserves = (WrittenReserve(one, 4, (), "by the mill"), WrittenReserve(other))
    evening = begun(written(defender=WrittenSide(GERMAN, reserves=reserves)))
    (arrival,) = evening.state.set_up.arrivals
    assert (arrival.battalion, arrival.first_turn, arrival.where) == ("d1.2", 4, "by the mill")
    assert [arrival.needed_in(turn) for turn in (3, 4, 5, 8, 9, 10)] == [None, 6, 5, 2, 1, 1]
    assert evening.state.set_up.arrival_of("d1.3") is None


def test_a_side_with_nobody_on_the_table_deploys_its_commanders_alone() -> None:
    """FF-SET-10, AMB-99: the side that has battalions deploys them all, then what is higher, defender first."""
    reserves = tuple(WrittenReserve(one) for one in battalions(GERMAN))
    evening = at_deployment(written(defender=WrittenSide(GERMAN, reserves=reserves)))
    order: list[str] = []
    while (now := told(evening, "referee"))["under_way"]:
        order.append(now["choices"][0]["id"])
        evening.do(now["side"], "deploy_formation", formation=order[-1])
    assert order == ["a1.1", "a1.2", "a1.3", "a1.4", "d1", "a1"]


def test_a_formation_that_was_said_to_stand_is_taken_back_with_its_turn() -> None:
    """Taken back by its own side, it is that side's to deploy again; its stands lie where they were put."""
    evening = at_deployment(written(), table=OPEN_FIELD)
    column = {"layout": "column", "facing_deg": 180}
    evening.do("defender", "place_formation", of="d1.1", x_mm=600, y_mm=1000, **column)
    evening.do("defender", "deploy_formation", formation="d1.1")
    assert told(evening, "attacker")["side"] == "attacker"
    evening.agreed("defender", "undo")
    assert (told(evening, "attacker")["side"], told(evening, "attacker")["deployed"]) == ("defender", [])
    evening.agreed("defender", "undo")
    assert evening.state.places == {}
    assert evening.refused("attacker", "deploy_formation", formation="a1.1").clause == "FF-SET-10"


def test_reserves_are_their_own_sides_affair_and_arrive_as_the_scenario_says() -> None:
    """From turn 1 on a 5, from the turn after on a 3; the other side hears nothing before they come."""
    waiting = battalions(GERMAN)[2]
    reserve = WrittenReserve(waiting, 1, (5, 3), "by the road")
    evening = at_deployment(written(defender=WrittenSide(GERMAN, reserves=(reserve,))))
    assert told(evening, "attacker")["reserves"] == []
    # Of its 36 platoons 12 wait: what everybody reads counts those that all can see.
    assert "64 rifle platoons against 24: 2.67 to 1." in evening.state.settled.briefing
    (own,) = told(evening, "defender")["reserves"]
    assert (own["battalion"], own["needed"], own["where"], own["waits"]) == ("d1.3", [5, 3], "by the road", True)
    assert evening.log[1].audience is Audience.REFEREE
    while (now := told(evening, "attacker"))["under_way"]:
        assert "d1.3" not in [one["id"] for one in now["choices"]]
        evening.do(now["side"], "deploy_formation", formation=now["choices"][0]["id"])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    assert not evening.do("defender", "roll_reinforcement", battalion="d1.3", die=die(4)).arrived
    for kind in ("end_turn", "start_turn", "end_turn", "start_turn"):
        evening.do("referee", kind)
    arrived = evening.do("defender", "roll_reinforcement", battalion="d1.3", die=die(3))
    assert arrived.arrived
    assert "by the road" in arrived.reasons.steps[0].says


def test_weapons_begin_as_the_scenario_says() -> None:
    evening = begun(written(attacker=WrittenSide(BRITISH, in_action=False)))
    guns = {one.side: one.carriage for one in evening.state.units.values() if one.kind.value == "field_gun"}
    assert guns == {Side.ATTACKER: Carriage.LIMBERED, Side.DEFENDER: Carriage.READY}


def starting(side: str, *starts: tuple[str, str], force: Force = GERMAN, **more: Any) -> WrittenScenario:
    begins = tuple(WrittenStart(of, Start(how)) for of, how in starts)
    return written(**{side: WrittenSide(force, starts=begins, **more)})


def part_of_german(key: str) -> str:
    return next(one.id for one in GERMAN.all() if one.part == key)


def test_parts_of_a_force_begin_otherwise_than_the_rest() -> None:
    """A battalion that was under fire, a company of it suppressed twice, a battery limbered, the rest in action."""
    company, battery, third = part_of_german("infantry_company"), part_of_german("field_battery"), battalions(GERMAN)[2]
    starts = (
        (battalions(GERMAN)[0], "under_fire"),
        (company, "twice_suppressed"),
        (battery, "on_the_move"),
        (third, "suppressed"),
        (third, "promoted"),
    )
    state = begun(starting("defender", *starts)).state
    first, last = state.battalions["d1.1"], state.battalions["d1.3"]
    assert (first.fired_on, first.field_promotion, last.fired_on, last.field_promotion) == (True, False, False, True)
    assert [state.stands[one].levels for one in state.units["d1.1.c1"].stands] == [2, 2, 2]
    assert {state.stands[one].levels for unit in last.units for one in state.units[unit].stands} == {1}
    assert state.stands[last.commander].levels == 1
    assert {one.levels for one in state.stands.values() if one.id.startswith("d1.2.")} == {0}
    guns = [one.carriage for one in state.units.values() if one.id.startswith("d1.b")]
    assert guns == [Carriage.LIMBERED, *[Carriage.READY] * (len(guns) - 1)]


def test_who_begins_below_is_his_own_sides_affair() -> None:
    """FF-DSH-01: the platoons of a company sit below before play; the attacker's device hears of nothing."""
    company = part_of_german("infantry_company")
    evening = begun(starting("defender", (company, "below")))
    below = set(evening.state.units["d1.1.c1"].stands)
    assert set(evening.state.shelters.below) == below
    assert evening.log[-1].audience is Audience("defender")
    assert not any(stand in str(SYSTEM.view(evening.state, ATTACKER)) for stand in below)


def test_stand_that_is_removed_unseen_changes_no_number_that_others_read() -> None:
    """FF-DSH-01: it might be in a deep shelter, so the other side does not see that it is gone."""
    evening = played("aisne-1918")
    evening.do("referee", "begin_set_up")
    for _ in range(3):
        evening.do("referee", "finish_stage")
    while (there := told(evening, "referee"))["side"] != "attacker":
        evening.do(there["side"], "deploy_formation", formation=there["choices"][0]["id"])
    before = {role: told(evening, role)["choices"] for role in ("attacker", "defender", "spectator")}
    evening.do("attacker", "correct", of="a1.1.c4.p1", what="alive", value=False, reason="not set up")
    after = {role: told(evening, role)["choices"] for role in before}
    assert after["defender"] == before["defender"]
    assert after["spectator"] == before["spectator"]
    own = [one["stands"] - other["stands"] for one, other in zip(before["attacker"], after["attacker"], strict=True)]
    assert sum(own) == 1


@pytest.mark.parametrize(
    ("side", "force", "key", "how", "says"),
    [
        ("attacker", "british", "infantry_company", "below", "British troops have no deep shelters"),
        ("defender", "german", "infantry_company", "under_fire", "that is said of battalions"),
        ("defender", "german", "infantry_company", "on_the_move", "no weapon that travels"),
        ("defender", "german", "regimental_hq", "suppressed", "no battalion, company, weapon or battery"),
    ],
)
def test_a_beginning_that_cannot_be_is_refused_whole(side: str, force: str, key: str, how: str, says: str) -> None:
    own = {"british": BRITISH, "german": GERMAN}[force]
    of = next(one.id for one in own.all() if one.part == key)
    evening = Evening()
    refusal = evening.refused("referee", "create_game", own=plain(starting(side, (of, how), force=own)))
    assert says in refusal.because
    assert evening.log == []


def test_a_plan_has_no_more_than_its_scenario_allows() -> None:
    """FF-SET-12: one bombardment is allowed, and a plan with a rolling barrage is not."""
    allowed = WrittenSide(BRITISH, plan=WrittenAllowance(bombardments=1))
    evening = begun(written(attacker=allowed, limits_plans=True))
    barrage = {"id": "1", "name": "Creeping", "start_mm": 200, "turns": 3}
    plan = {"format": "beaten-zone-fire-plan", "version": 1, "name": "Too much", "side": "attacker"}
    plan |= {"barrages": [barrage]}
    refusal = evening.refused("attacker", "seal_plan", plan=plan, secret={"drawn": "ab" * 32, "about": "x"})
    assert refusal.clause == "FF-SET-12", refusal
    assert "1 rolling barrage" in refusal.because


def test_a_ready_game_may_be_set_up_by_steps_too_and_an_older_one_never_is() -> None:
    evening = Evening()
    evening.do("referee", "create_game", scenario="mons-1914")
    assert told(evening, "referee")["stage"] == ""
    evening.do("attacker", "begin_set_up")
    assert evening.refused("attacker", "start_turn").clause == "FF-SET-10"
    evening.do("referee", "override", clause="FF-SET-10", command={"kind": "start_turn"}, reason="we know our places")
    assert evening.state.turn.running
