"""What dice brought against what was to be expected of them: every mean and spread worked by hand from the tables."""

from itertools import product

import pytest

from rules.flanders_fields.game.dice_luck import Dice, LuckTally, Rolls
from rules.flanders_fields.game.report import report
from rules.flanders_fields.game.report_text import came_words, dice_words, luck_words
from rules.flanders_fields.game.rule_module import ThrownFor
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side
from tests.game.evening import Evening, die, entered, mons
from tests.game.guns_in_play import HEAVY
from tests.game.test_assaults import OURS, THEIRS, closed, go_in, ordered, throw
from tests.game.test_fire_from_behind_the_table import off_table
from tests.game.test_mons import lose


def rolls(evening: Evening, side: Side) -> dict[ThrownFor, Rolls]:
    found = report(evening.log, SYSTEM.fresh(), evening.sent)
    return {one.roll: one for whose in found.sides if whose.side is side for one in whose.rolls}


def tally(evening: Evening, side: Side, roll: ThrownFor, what: str) -> LuckTally:
    return next(one for one in rolls(evening, side)[roll].tallies if one.what == what)


def test_an_order_roll_is_held_against_its_own_line_and_modifiers() -> None:
    """FF-ORD-T5: 0 on 1, 1 on 2 to 4, 2 on 5 and 6: 7/6 actions. Over 25 cm one less (FF-ORD-15): 0, 0, 1, 1, 1, 2."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5), farthest_platoon_cm=25)
    evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(1), farthest_platoon_cm=25.1)
    found = tally(evening, Side.ATTACKER, ThrownFor.ORDERS, "actions")
    assert (found.dice, found.came) == (2, 2)
    assert found.expected == pytest.approx(7 / 6 + 5 / 6)
    # The mean of the squares less the square of the mean: 11/6 - 49/36, and 7/6 - 25/36.
    assert found.variance == pytest.approx(17 / 36 + 17 / 36)


def test_shots_are_counted_as_hits_and_as_kills() -> None:
    """FF-ASL-06: rifles of 1914 at Soft with +1 suppress from 4 on and kill from 5 on; a 4 is a hit and no kill."""
    evening = ordered()
    go_in(evening)
    evening.do("attacker", "all_in", unit="a1.1.c1")
    evening.do("defender", "fire_as_they_close", stand=THEIRS, target=OURS, dice=entered(4))
    hits, kills = (tally(evening, Side.DEFENDER, ThrownFor.SHOOTING, what) for what in ("hits", "kills"))
    assert (hits.came, hits.expected, kills.came, kills.expected) == (1, pytest.approx(3 / 6), 0, pytest.approx(2 / 6))
    assert (hits.variance, kills.variance) == (pytest.approx(1 / 4), pytest.approx(2 / 9))


def test_a_fight_counts_one_die_for_each_side_and_both_chances_to_win() -> None:
    """+1 against 0: of 36 the attacker wins 21 (the other's die is no higher), the defender 10 (it is 2 higher)."""
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    throw(evening, 4, 2)
    ours, theirs = (tally(evening, side, ThrownFor.COMBAT, "won") for side in Side)
    pairs = list(product(range(1, 7), repeat=2))
    assert (sum(mine + 1 > other for mine, other in pairs), sum(mine + 1 < other for mine, other in pairs)) == (21, 10)
    assert (ours.came, ours.expected) == (1, pytest.approx(21 / 36))
    assert (theirs.came, theirs.expected) == (0, pytest.approx(10 / 36))
    dice = [rolls(evening, side)[ThrownFor.COMBAT].dice.faces for side in Side]
    assert dice == [{4: 1}, {2: 1}]


def test_a_fight_in_which_the_referee_throws_for_both_tells_the_dice_apart() -> None:
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    for side, pips in (("defender", 6), ("attacker", 1)):
        evening.do("referee", "throw_in_combat", attacker=OURS, side=side, die=die(pips))
    assert [rolls(evening, side)[ThrownFor.COMBAT].dice.faces for side in Side] == [{1: 1}, {6: 1}]


def test_morale_is_held_against_its_threshold() -> None:
    """FF-MOR-T2: an Experienced battalion holds on 4, 5, 6 at half, and on a 6 alone at three quarters."""
    evening = mons()
    evening.do("attacker", "start_turn")
    lose(evening, "a1.1", 6)
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(6))
    lose(evening, "a1.1", 3)
    evening.do("attacker", "test_morale", battalion="a1.1", die=die(1))
    held = tally(evening, Side.ATTACKER, ThrownFor.MORALE, "held")
    assert (held.dice, held.came, held.expected) == (2, 1, pytest.approx(3 / 6 + 1 / 6))
    found = report(evening.log, SYSTEM.fresh(), evening.sent)
    # The rout weighs the three platoons it took off the table besides.
    (rout,) = [one for one in found.moments if "routs" in one.says]
    # FF-MOR-T1: removed are three platoons, two machine guns and the commander: 6 bases, and a rout counts 8 besides.
    assert (rout.says, rout.weight) == ("I / 1st Regt routs and leaves the table: the German side loses 6 bases", 14)


def test_of_a_deviation_only_the_first_die_is_better_high() -> None:
    """FF-DIC-06: on its point on 5 and 6; the clock and the distance of the other four are neither good nor bad."""
    evening = off_table()
    evening.do("attacker", "roll_deviation", unit=HEAVY, dice=entered(2, 3, 5, 4, 3))
    found = rolls(evening, Side.ATTACKER)
    assert (found[ThrownFor.DEVIATION].dice.faces, found[ThrownFor.CHANCE].dice.faces) == ({2: 1}, {3: 2, 5: 1, 4: 1})
    (tally_,) = found[ThrownFor.DEVIATION].tallies
    assert (tally_.came, tally_.expected) == (0, pytest.approx(1 / 3))
    whole = report(evening.log, SYSTEM.fresh(), evening.sent).sides[0]
    # The order roll of 6 and the first die: chance is no luck.
    assert whole.dice.faces == {6: 1, 2: 1}


def test_nobody_knows_what_was_to_be_expected_without_the_commands() -> None:
    evening = ordered()
    found = report(evening.log, SYSTEM.fresh())
    assert [(one.roll, one.tallies) for one in found.sides[0].rolls] == [(ThrownFor.ORDERS, ())]


@pytest.mark.parametrize(
    ("came", "dice", "variance", "says"),
    [
        (20, 19, 4.0, "too few to say"),
        (1, 40, 0.9, "too few to say"),
        (13, 20, 4.0, "better, 1.5 s.d."),
        (8, 20, 4.0, "worse, 1.0 s.d."),
        (11, 20, 4.0, "as expected"),
        (15, 20, 4.0, "far better, 2.5 s.d."),
        (6, 20, 4.0, "far worse, 2.0 s.d."),
    ],
)
def test_luck_is_told_where_dice_were_enough(came: int, dice: int, variance: float, says: str) -> None:
    """Ten expected; a variance of 4 is a standard deviation of 2."""
    assert luck_words(LuckTally("hits", dice, came, 10.0, variance)) == says


def test_dice_are_judged_by_their_average_and_by_their_distribution() -> None:
    few = dice_words(Dice({1: 1, 3: 1, 6: 1}))
    assert few.endswith("So few say nothing.")
    # Nineteen sixes are few dice, and yet no fair ones fall so.
    assert "unusually unevenly: less than 1 of a million" in dice_words(Dice({6: 19}))
    assert "unusually high" in dice_words(Dice({6: 20}))
    # Thirty ones and thirty sixes have the average of fair dice.
    split = dice_words(Dice({1: 30, 6: 30}))
    assert "That is a usual average. Their faces came unusually unevenly" in split


def test_what_so_few_dice_brought_says_nothing() -> None:
    hits = LuckTally("hits", 20, 8, 7.25, 4.0)
    assert (came_words(hits, Dice({6: 20})), came_words(hits, Dice({6: 21}))) == ("Hits: 8", "Hits: 8 of 20 judged")
