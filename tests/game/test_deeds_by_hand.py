"""What the stage owes and offers, and what a deed asks, in evenings worked by hand."""

from typing import Any

from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.fact_proposals import ALL_DEEDS, DEEDS
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.kernel.commands import OnStage, Stage, stage
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Ask
from rules.kernel.seats import Actor, Role
from tests.game.evening import Evening, played
from tests.game.ground_in_play import OPEN_FIELD
from tests.game.test_setting_up import at_deployment, begun, written
from tests.game.test_zones_under_fire import MOVER, moves, zone_ahead

BY_THE_KEEPER = {"take_seat", "give_up_seat"}
"""What no seat sends: the service itself says who sat down, and whose seat was taken away."""


def on(evening: Evening, seat: str) -> Stage:
    return stage(seated(evening, seat), DEEDS)


def seated(evening: Evening, seat: str) -> SeatDeeds:
    return SeatDeeds(evening.state, Actor(Role(seat), seat))


def of(found: tuple[OnStage, ...], kind: str) -> list[OnStage]:
    return [one for one in found if one.kind == kind]


def asked(evening: Evening, seat: str, kind: str, about: dict[str, Any], **told: Any) -> list[Ask | Refusal]:
    deed = next(one for one in DEEDS if one.kind == kind)
    return list(deed.asks(seated(evening, seat), {**about, **told}))


def names(asks: list[Ask | Refusal]) -> list[str]:
    return [one.name if isinstance(one, Ask) else one.clause for one in asks]


def test_every_command_that_a_seat_sends_is_described_once() -> None:
    kinds = [deed.kind for deed in ALL_DEEDS]
    assert sorted(kinds) == sorted(set(COMMANDS) - BY_THE_KEEPER)
    assert all(COMMANDS[deed.kind] is deed.command for deed in ALL_DEEDS)


def test_the_die_of_a_zone_is_owed_by_those_who_fire_and_waited_for_by_who_moves() -> None:
    """FF-MVZ-02: it is thrown before anything else, by the seat of the guns."""
    evening = zone_ahead()
    moves(evening)
    (owed,) = on(evening, "attacker").owed
    assert (owed.kind, owed.about) == ("fire_on_mover", {"zone": "a1.b1", "stand": MOVER})
    mover = on(evening, "defender")
    assert mover.owed == ()
    assert [(one.side, one.kind) for one in mover.waiting] == [("attacker", "fire_on_mover")]
    assert {one.barred.clause for one in of(mover.offered, "move_unit") if one.barred} == {"FF-MVZ-02"}


def test_a_gun_is_packed_up_or_unpacked_by_the_name_of_what_it_does() -> None:
    """FF-MOV-13: what stands ready packs up, what is limbered unlimbers."""
    evening = played("mons-1914")
    evening.do("attacker", "start_turn")
    while not (guns := [one for one in of(on(evening, "attacker").offered, "roll_orders") if one.barred is None]):
        evening.do("attacker", "next_step")
    gun = guns[0].about["unit"]
    evening.do("attacker", "roll_orders", unit=gun, die={"pips": 6})
    assert [one.says for one in of(on(evening, "attacker").offered, "change_carriage")] == ["Unlimber"]
    evening.do("attacker", "change_carriage", unit=gun, to="ready")
    assert [one.says for one in of(on(evening, "attacker").offered, "change_carriage")] == ["Limber up"]


def test_a_company_is_ordered_once_and_then_has_its_actions() -> None:
    """FF-TRN-05, FF-ORD-01: before its die it is offered orders, after it what an action may be spent on."""
    evening = zone_ahead()
    found = on(evening, "defender")
    assert {"unit": "d1.1.c1"} not in [one.about for one in of(found.offered, "roll_orders")]
    assert {"unit": "d1.1.c1"} in [one.about for one in of(found.offered, "move_unit") if one.barred is None]
    (recover,) = of(found.offered, "remove_suppression")
    assert recover.barred is not None
    assert recover.barred.clause == "FF-SUP-10", "nobody of it is suppressed"
    assert of(on(evening, "attacker").offered, "move_unit") == []


def test_orders_ask_for_what_counts_here() -> None:
    """FF-ORD-15 for a company of a battalion; FF-ORD-19 of a battery; no Pals in a German company (FF-SPR-03)."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    assert "own_sight" in names(asked(evening, "attacker", "roll_orders", {"unit": "a1.b1"}))
    assert "farthest_platoon_cm" not in names(asked(evening, "attacker", "roll_orders", {"unit": "a1.b1"}))
    evening = zone_ahead()
    company = next(one.about for one in of(on(evening, "defender").offered, "roll_orders"))
    told = names(asked(evening, "defender", "roll_orders", dict(company)))
    assert "farthest_platoon_cm" in told
    assert not {"pals", "own_sight"} & set(told)
    assert told[-1] == "die"


def test_a_staff_bonus_that_throws_again_asks_for_the_second_die_where_the_first_fails() -> None:
    """AMB-13 by house rule, FF-ORD-24: a 1 fails and is thrown again, a 6 is not."""
    evening = played("mons-1914", house_rules=[{"ruling": "AMB-13", "option": "reroll"}])
    first = next(one for one in ("attacker", "defender") if of(on(evening, one).offered, "start_turn"))
    evening.do(first, "start_turn")
    found = of(on(evening, first).offered, "allot_staff_bonus")
    while not any(one.barred is None for one in found):
        evening.do(first, "next_step")
        found = of(on(evening, first).offered, "allot_staff_bonus")
    (choice,) = (one for one in asked(evening, first, "allot_staff_bonus", {}) if isinstance(one, Ask))
    battalion = (choice.among or ())[0]
    evening.do(first, "allot_staff_bonus", battalion=battalion)
    # FF-CMD-11: a regimental commander gives one, and the next regiment's own step comes later.
    assert of(on(evening, first).offered, "allot_staff_bonus") == []
    ordered: list[OnStage] = []
    while not any(str(one.about["unit"]).startswith(battalion) for one in ordered):
        evening.do(first, "next_step")
        ordered = [one for one in of(on(evening, first).offered, "roll_orders") if one.barred is None]
    unit = next(one.about for one in ordered if str(one.about["unit"]).startswith(battalion))
    fails = names(asked(evening, first, "roll_orders", dict(unit), staff_bonus=True, die={"pips": 1}))
    holds = names(asked(evening, first, "roll_orders", dict(unit), staff_bonus=True, die={"pips": 6}))
    assert (fails[-2:], holds[-1]) == (["die", "again"], "die")


def test_who_only_looks_on_is_offered_nothing() -> None:
    evening = zone_ahead()
    found = on(evening, "spectator")
    assert (found.owed, found.offered) == ((), ())
    assert [one.side for one in found.waiting] == ["defender"]


def test_an_empty_note_is_refused_before_it_is_sent() -> None:
    evening = played("mons-1914")
    assert names(asked(evening, "attacker", "note", {}, text=" ")) == ["text", ""]


def test_terrain_and_works_are_for_anybody_to_finish_a_plan_for_its_own_side() -> None:
    """FF-FOR-15, FF-SET-10; no turn begins meanwhile."""
    evening = begun(written(table=None))
    found = on(evening, "attacker")
    (start,) = of(found.offered, "start_turn")
    assert start.barred is not None
    assert start.barred.clause == "FF-SET-10"
    assert [one.by for one in of(found.offered, "finish_stage")] == [""]
    evening.do("attacker", "finish_stage")
    evening.do("defender", "finish_stage")
    assert [one.by for one in of(on(evening, "attacker").owed, "finish_stage")] == ["attacker"]
    evening.do("attacker", "finish_stage")
    assert of(on(evening, "attacker").owed, "finish_stage") == []
    assert [(one.side, one.kind) for one in on(evening, "attacker").waiting] == [("defender", "finish_stage")]
    assert [one.by for one in of(on(evening, "defender").owed, "finish_stage")] == ["defender"]


def test_formations_are_owed_by_the_side_that_deploys_and_waited_for_by_the_other() -> None:
    """FF-SET-10, AMB-99: the defender first; half a battalion on the map does not stand yet."""
    evening = at_deployment(written(), table=OPEN_FIELD)
    assert {one.by for one in of(on(evening, "defender").owed, "deploy_formation")} == {"defender"}
    other = on(evening, "attacker")
    assert of((*other.owed, *other.offered), "deploy_formation") == []
    assert ("defender", "deploy_formation") in [(one.side, one.kind) for one in other.waiting]
    evening.do("defender", "place_stands", stands=[{"stand": "d1.1.hq", "x_mm": 600, "y_mm": 1000}])
    half = next(
        one for one in of(on(evening, "defender").offered, "deploy_formation") if one.about["formation"] == "d1.1"
    )
    assert half.barred is not None
    assert half.barred.clause == "FF-SET-10"


def test_placing_is_offered_to_the_side_that_deploys_and_of_its_formation_alone() -> None:
    """FF-SET-10: the defender first, one formation at a time; the others read so before they tap any answer."""
    evening = at_deployment(written(), table=OPEN_FIELD)
    for kind in ("place_stands", "place_formation"):
        (waits,) = of(on(evening, "attacker").offered, kind)
        assert waits.barred is not None
        assert waits.barred.clause == "FF-SET-10"
        (able,) = of(on(evening, "defender").offered, kind)
        assert able.barred is None
    battalions = {one for one in _drawn_up(evening) if one in evening.state.battalions}
    assert battalions == {"d1.1", "d1.2", "d1.3"}
    evening.do("defender", "place_stands", stands=[{"stand": "d1.1.hq", "x_mm": 600, "y_mm": 1000}])
    begun_with = _drawn_up(evening)
    assert begun_with[0] == "d1.1"
    assert {evening.state.units[one].of for one in begun_with[1:]} == {"d1.1"}


def _drawn_up(evening: Evening) -> list[str]:
    """What the defender may draw up now."""
    deed = next(one for one in DEEDS if one.kind == "place_formation")
    ask = next(deed.asks(seated(evening, "defender"), {}))
    assert isinstance(ask, Ask)
    return [str(one) for one in ask.among or ()]
