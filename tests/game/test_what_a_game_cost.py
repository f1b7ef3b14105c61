"""What a game has cost, and the battalions that go on from it (FF-CMP), worked by hand."""

import pytest

from rules.flanders_fields.battalion_records import BattalionRecord, after_losses, casualties, with_drafts
from rules.flanders_fields.game.actions.assault.assault_events import StoodAgainstArmour
from rules.flanders_fields.game.actions.morale import MoraleTested
from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.game.report import cost_of, left_the_table
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import MoraleResult, Quality, Side, Threshold, UnitClass
from rules.kernel.dice import Throw, d6s
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.game.evening import mons
from tests.game.test_mons import lose, routed

BOOK = RuleBook.for_game(parse_month("1914-09"))


def test_a_game_that_cost_nothing() -> None:
    cost = cost_of(mons().state, Side.DEFENDER)
    assert (sum(cost.killed.values()), cost.commanders, cost.routed) == (0, 0, 0)
    assert set(cost.platoons.values()) == {0}


def test_killed_and_routed_bases_are_told_apart() -> None:
    """Nine of twelve platoons are killed, three leave with two Maxims and their commander: 9 x 15 = 135, dead 45."""
    evening = routed()
    left = left_the_table(one.event for one in evening.log)
    cost = cost_of(evening.state, Side.ATTACKER, left)
    assert (cost.killed, cost.commanders, cost.routed) == ({UnitClass.RIFLE_COMPANY: 9}, 0, 6)
    assert (cost.platoons["a1.1"], cost.platoons["a1.2"]) == (9, 0)
    found = casualties(cost.facts, BOOK).value
    assert (found.all, found.dead) == (135, 45)
    everybody = RuleBook.for_game(parse_month("1914-09"), [HouseRule("GAP-77", "routed_too")])
    assert casualties(cost.facts, everybody).value.all == 225


def stood(result: MoraleResult) -> StoodAgainstArmour:
    gone = (StandChange("d1.1.c1.p1", 2, alive=False),)
    return StoodAgainstArmour("d1.1.c1.p1", Throw(1), False, result, 0.0, gone, Reasons())


def test_who_runs_from_armour_has_left_and_is_not_killed() -> None:
    """FF-ASL-25, FF-MOR-T1: a rout removes the stand; by AMB-89 a further level may kill one that only retreats."""
    assert left_the_table([stood(MoraleResult.ROUT)]) == {"d1.1.c1.p1"}
    assert left_the_table([stood(MoraleResult.RETREAT_20)]) == set()


def test_a_level_too_many_kills_and_abandoned_guns_have_left() -> None:
    """AMB-89 settled otherwise: a retreat adds a level to all, and kills who has all but the last; AMB-90: guns go."""
    changes = tuple(StandChange(stand, 2, alive=False) for stand in ("d1.1.c1.p1", "d1.1.mg1"))
    tested = MoraleTested(
        "d1.1", Threshold.HALF, Throw(2), MoraleResult.RETREAT_20, 20.0, changes, ("d1.1.mg1",), "", Reasons()
    )
    assert left_the_table([tested]) == {"d1.1.mg1"}


def test_who_is_put_back_and_falls_then_is_killed() -> None:
    """A platoon that routed by mistake stands again, and is shot: 10 killed and 5 of the 6 left."""
    evening = routed()
    back = next(one for one in left_the_table(one.event for one in evening.log) if ".c" in one)
    for alive in (True, False):
        evening.do("referee", "correct", of=back, what="alive", value=alive, reason="it was the other one")
    cost = cost_of(evening.state, Side.ATTACKER, left_the_table(one.event for one in evening.log))
    assert (cost.facts.killed, cost.routed) == (10, 5)


def test_weapons_and_commanders_are_bases_too() -> None:
    evening = mons()
    lose(evening, "a1.2", 2)
    for stand in ("a1.b1", "a1.2.mg1", "a1.2.hq"):
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="a shell")
    cost = cost_of(evening.state, Side.ATTACKER)
    assert cost.killed == {UnitClass.RIFLE_COMPANY: 2, UnitClass.FIELD_GUN: 1, UnitClass.MACHINE_GUN: 1}
    assert (cost.commanders, cost.facts.killed) == (1, 5)


def test_a_battalion_goes_on_with_its_drafts() -> None:
    """FF-CMP-04: six of twelve lost; a 7 keeps its grade, a 6 makes it Raw, a 12 Veteran."""
    fought = after_losses(BattalionRecord("1st Battalion", Quality.EXPERIENCED, 12, 12), 6)
    assert fought.drafts_wanted == 6
    for dice, grade in (((3, 4), Quality.EXPERIENCED), ((3, 3), Quality.RAW), ((6, 6), Quality.VETERAN)):
        answer = with_drafts(fought, 6, d6s(dice), BOOK)
        assert isinstance(answer, Explained)
        assert (answer.value.quality, answer.value.platoons, answer.value.drafts_wanted) == (grade, 12, 0)


def test_fewer_drafts_than_wanted_leave_it_weak_and_count_less() -> None:
    """GAP-80: with four drafts a 5 keeps the grade."""
    fought = after_losses(BattalionRecord("1st Battalion", Quality.VETERAN, 16, 10), 20)
    assert fought.platoons == 0
    answer = with_drafts(fought, 4, d6s((2, 3)), BOOK)
    assert isinstance(answer, Explained)
    assert (answer.value.quality, answer.value.platoons) == (Quality.VETERAN, 4)


@pytest.mark.parametrize("drafts", [-1, 3])
def test_no_more_drafts_than_platoons_are_missing(drafts: int) -> None:
    record = BattalionRecord("1st Battalion", Quality.RAW, 12, 10)
    answer = with_drafts(record, drafts, d6s((1, 2)), BOOK)
    assert isinstance(answer, Refusal)
    assert (answer.clause, answer.instead) == ("FF-CMP-04", "send 0 to 2")
