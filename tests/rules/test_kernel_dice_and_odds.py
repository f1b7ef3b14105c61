"""Thrown dice are checked, and odds are exact."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.dice import ALL_D6, D6, BadDie, as_d3, d6s, sum_2d6
from rules.kernel.explanations import Explained, MoreDice, Refusal, Step
from rules.kernel.odds import chances, odds_of, tally


@pytest.mark.parametrize("pips", [0, 7, -1, 100, True, 3.0, "4", None])
def test_no_die_shows_anything_but_1_to_6(pips: object) -> None:
    with pytest.raises(BadDie, match="a die shows 1, 2, 3, 4, 5 or 6, not"):
        D6(pips)  # type: ignore[arg-type]


def test_a_die_shows_its_pips() -> None:
    assert [die.pips for die in d6s([1, 6, 3])] == [1, 6, 3]
    assert D6(2) < D6(5)


def test_a_d3_is_half_a_die() -> None:
    assert [as_d3(die) for die in ALL_D6] == [1, 1, 2, 2, 3, 3]


@given(st.sampled_from(ALL_D6), st.sampled_from(ALL_D6))
def test_two_dice_are_added(first: D6, second: D6) -> None:
    assert 2 <= sum_2d6(first, second) <= 12


def _at_least_five(die: D6) -> Explained[bool]:
    return Explained(die.pips >= 5, die.pips, ())


def test_the_odds_of_one_die_are_exact() -> None:
    odds = odds_of(_at_least_five)
    assert odds.of(True) == Fraction(1, 3)
    assert odds.of(False) == Fraction(2, 3)


def test_what_cannot_happen_has_no_chance() -> None:
    assert odds_of(lambda die: Explained(die.pips, die.pips, ())).of(7) == 0


def test_two_dice_are_counted_together() -> None:
    odds = odds_of(lambda a, b: Explained(a.pips + b.pips, None, ()), dice=2)
    assert odds.of(7) == Fraction(6, 36)
    assert sum(odds.chances.values()) == 1


def test_independent_dice_are_added_by_convolution() -> None:
    kills = tally([odds_of(_at_least_five)] * 3, int, lambda a, b: a + b, 0)
    assert kills.of(0) == Fraction(8, 27)
    assert kills.of(3) == Fraction(1, 27)
    assert sum(kills.chances.values()) == 1


def test_a_further_die_is_followed_down_every_face() -> None:
    """A 1 is thrown once more: 1/6 of 5/6 and 5/6 hold, and 1/36 does not."""

    def again(dice: tuple[D6, ...]) -> Explained[str] | MoreDice:
        if dice[-1].pips > 1:
            return Explained("holds", None, ())
        return MoreDice("FF-X-1", "once more", 1) if len(dice) == 1 else Explained("breaks", None, ())

    assert chances(again, 1) == {"holds": Fraction(35, 36), "breaks": Fraction(1, 36)}


def test_what_is_refused_has_no_odds() -> None:
    refusal = Refusal("FF-X-1", "no", "yes")
    assert chances(lambda _dice: refusal, 1) == refusal


def test_the_clauses_of_an_answer_are_those_of_its_steps() -> None:
    steps = (Step("FF-X-2", "first", 1), Step("FF-X-1", "second"))
    assert Explained(1, 2, steps).clauses == ("FF-X-2", "FF-X-1")
