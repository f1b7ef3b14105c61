"""What fire, gas, cards and the record owe, offer and ask, in evenings worked by hand from the rulebook."""

from rules.flanders_fields.game.fact_proposals import DEEDS
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.kernel.explanations import Refusal
from rules.kernel.prompts import Ask
from rules.kernel.seats import Actor, Role
from tests.game.cards_in_play import begun, drawn, half_gone
from tests.game.evening import Evening, mons
from tests.game.gas_in_play import at_gas, game, rule, throw
from tests.game.guns_in_play import BATTERY, GERMAN_GUNS, called_for
from tests.game.test_deeds_by_hand import asked, names, of, on, seated
from tests.game.test_guns import ordered
from tests.game.test_mons import ready_gun

COMPANY, GUN = "a1.1.c1", "a1.1.mg1"


def company_ordered() -> Evening:
    """The first German company has rolled a 6 for its orders."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit=COMPANY, die={"pips": 6})
    return evening


def test_each_stand_of_a_company_fires_once_and_its_dice_come_last() -> None:
    """FF-RCB-04: a stand that has a target is no choice of the next shot; FF-RCB-10: Germans throw one die a stand."""
    evening = company_ordered()
    about = {"unit": COMPANY}
    (shots,) = [ask for ask in asked(evening, "attacker", "fire", about, shots=[]) if not isinstance(ask, Refusal)][-1:]
    assert (shots.name, shots.least, shots.most) == ("shots", 1, 3)
    assert shots.row is not None
    firer = next(iter(shots.row({})))
    assert not isinstance(firer, Refusal)
    assert firer.among == tuple(f"{COMPANY}.p{number}" for number in (1, 2, 3))
    shot = {"firer": f"{COMPANY}.p1", "target": "d1.3.c1.p1", "range_cm": 10.0, "cover": "soft"}
    *_, dice = asked(evening, "attacker", "fire", about, shots=[shot, {**shot, "firer": f"{COMPANY}.p2"}])
    assert not isinstance(dice, Refusal)
    assert (dice.name, dice.per, dice.counts) == ("dice", "shots", (1, 1))


def test_what_is_out_of_range_is_refused_before_the_dice() -> None:
    """FF-RCB-06: rifles do not reach 200 cm."""
    shot = {"firer": f"{COMPANY}.p1", "target": "d1.3.c1.p1", "range_cm": 200.0, "cover": "soft"}
    last = asked(company_ordered(), "attacker", "fire", {"unit": COMPANY}, shots=[shot])[-1]
    assert isinstance(last, Refusal)


def test_stand_behind_the_zone_is_attacked_when_its_rule_is_overridden() -> None:
    """FF-BZN-04, FF-BZN-07: one die a stand attacked; overridden, the one that lies behind the zone is attacked too."""
    evening = ready_gun()
    evening.do("attacker", "change_carriage", unit=GUN, to="ready")
    first = {"firer": GUN, "target": "d1.1.c1.p1", "range_cm": 31.0, "cover": "soft"}
    inside = {**first, "target": "d1.1.c1.p2", "behind_cm": 3.0}
    beyond = {**first, "target": "d1.1.c1.p3", "behind_cm": 60.0}
    told = {"unit": GUN, "shots": [first, inside, beyond]}
    (fire,) = [one for one in DEEDS if one.kind == "fire"]
    refused = list(fire.asks(seated(evening, "attacker"), told))[-1]
    assert isinstance(refused, Refusal)
    assert refused.clause == "FF-BZN-04"
    *_, dice = fire.asks(SeatDeeds(evening.state, Actor(Role("attacker"), "attacker"), overruled=True), told)
    assert isinstance(dice, Ask)
    assert (dice.name, dice.counts) == ("dice", (1, 1, 1))


def test_a_battery_without_a_point_is_told_so_and_lays_one() -> None:
    """FF-ART-15, FF-ART-20."""
    evening = ordered()
    (fire,) = of(on(evening, "attacker").offered, "fire_on_area")
    assert fire.barred is not None
    assert (fire.about, fire.barred.clause) == ({"unit": BATTERY}, "FF-ART-15")
    (lay,) = of(on(evening, "attacker").offered, "set_aiming_point")
    assert lay.barred is None
    evening.do("attacker", "set_aiming_point", unit=BATTERY, where="the bridge")
    (fire,) = of(on(evening, "attacker").offered, "fire_on_area")
    assert fire.barred is None
    first = names(asked(evening, "attacker", "fire_on_area", {**fire.about}, range_cm=90.0, stands=[]))
    assert first[0] == "range_cm"


def test_a_call_is_for_the_defenders_field_batteries_once_a_turn_within_reach_of_his_position() -> None:
    """FF-SOS-01, FF-SOS-03: within 5 cm; FF-SOS-05: once, and only field artillery."""
    evening = called_for()
    found = of(on(evening, "defender").offered, "call_sos")
    assert GERMAN_GUNS in [one.about["unit"] for one in found if one.barred is None]
    assert of(on(evening, "attacker").offered, "call_sos") == []
    asks = asked(evening, "defender", "call_sos", {"unit": GERMAN_GUNS}, from_position_cm=3.0)
    assert [ask.most for ask in asks if isinstance(ask, Ask) and ask.name == "from_position_cm"] == [5]
    evening.do("defender", "call_sos", unit=GERMAN_GUNS, from_position_cm=3, die={"pips": 1})
    (again,) = [one for one in of(on(evening, "defender").offered, "call_sos") if one.about["unit"] == GERMAN_GUNS]
    assert again.barred is not None
    assert again.barred.clause == "FF-SOS-05"


def test_planned_gas_is_owed_by_its_side_and_nobody_waits_for_it_by_name() -> None:
    """FF-GAS-07, FF-PLN-01: until it comes down only its side knows of it; then two dice for the wind are owed."""
    evening = at_gas(game())
    (owed,) = on(evening, "attacker").owed
    assert (owed.kind, owed.about) == ("throw_for_gas", {"what": "release"})
    assert [(one.side, one.kind) for one in on(evening, "defender").waiting] == [("attacker", "")]
    assert names(asked(evening, "attacker", "throw_for_gas", {**owed.about})) == ["dice"]
    throw(evening, "release", 5)
    assert [(one.side, one.kind) for one in on(evening, "defender").waiting] == [("attacker", "throw_for_gas")]
    (dice,) = asked(evening, "attacker", "throw_for_gas", {"what": "release"})
    assert not isinstance(dice, Refusal)
    assert (dice.least, dice.most) == (2, 2)


def test_by_house_rule_the_wind_is_named_before_the_first_die() -> None:
    """GAP-62."""
    evening = at_gas(game(**rule("GAP-62", "on_release")))
    found = names(asked(evening, "attacker", "throw_for_gas", {"what": "release"}, wind_deg=0))
    assert found == ["wind_deg", "dice"]
    assert names(asked(evening, "attacker", "throw_for_gas", {"what": "release"})) == ["wind_deg", "FF-GAS-12"]


def test_a_turn_begins_with_a_card_that_its_side_owes_and_the_other_does_not_hear_of() -> None:
    """FF-CRD-02; how often he drew only he knows."""
    evening = begun()
    (owed,) = on(evening, "attacker").owed
    assert owed.kind == "draw_card"
    assert [(one.side, one.kind) for one in on(evening, "defender").waiting] == [("attacker", "")]
    evening.do("attacker", "draw_card", card="hearts_2")
    assert of(on(evening, "attacker").owed, "draw_card") == []


def test_a_card_for_a_morale_roll_waits_until_one_is_owed() -> None:
    """FF-CRD-12, FF-CRD-15: the Ten of Hearts is for an order of one's own, or for a morale roll that is owed now."""
    evening = drawn("hearts_10")
    (held,) = of(on(evening, "attacker").offered, "play_card")
    assert held.about == {"card": "hearts_10"}
    asks = asked(evening, "attacker", "play_card", {**held.about}, roll="order", on=COMPANY)
    assert names(asks) == ["roll", "on"]
    assert not isinstance(asks[0], Refusal)
    assert asks[0].among == ("order",)
    assert of(on(evening, "defender").offered, "play_card") == [], "of a hand only its own side knows"


def test_a_question_is_answered_by_the_side_that_is_asked() -> None:
    """The other side answers, before all else; with a referee at the table he may."""
    evening = Evening(referee=False)
    evening.do("attacker", "create_game", scenario="mons-1914")
    evening.do("attacker", "correct", of="d1.3.c1.p1", what="alive", value=False, reason="seen")
    (owed,) = on(evening, "defender").owed
    assert owed.kind == "answer"
    assert [(one.side, one.kind) for one in on(evening, "attacker").waiting] == [("defender", "answer")]
    assert names(asked(evening, "defender", "answer", {}, agree=True)) == ["agree"]


def test_a_test_of_morale_bars_nothing_but_stands_first() -> None:
    """FF-MOR-01: half its platoons are gone, its owner owes the roll in either turn."""
    evening = begun()
    evening.do("attacker", "draw_card", card="hearts_2")
    half_gone(evening)
    assert [one.kind for one in on(evening, "defender").owed] == ["test_morale"]
    assert ("defender", "test_morale") in [(one.side, one.kind) for one in on(evening, "attacker").waiting]
