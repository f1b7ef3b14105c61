"""A fight as a table of 36 before its dice are thrown; chances are those of FF-ASL-T2, factors worked by hand.

German companies attack British platoons in 1914.
"""

from collections import Counter
from typing import Any

import pytest

from rules.flanders_fields.close_combat import Winner
from rules.flanders_fields.game.actions.assault.close_quarters import Duel, duel
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import FACES
from tests.game.evening import Evening, die
from tests.game.test_assaults import OURS, THEIRS, closed, go_in, ordered, throw

IN_36 = {-3: (3, 3, 30), -1: (10, 5, 21), 0: (15, 6, 15), 1: (21, 5, 10), 2: (26, 4, 6)}
"""FF-ASL-T2: attacker wins, draw, defender wins, by the attacker's advantage."""


def foreseen(evening: Evening) -> Duel:
    found = duel(evening.state, evening.state.book())
    assert isinstance(found, Duel)
    return found


def chances(found: Duel) -> tuple[int, ...]:
    counted = Counter(found.winners)
    return tuple(counted[one] for one in (Winner.ATTACKER, Winner.DRAW, Winner.DEFENDER))


def winner(found: Duel, ours: int, theirs: int) -> Winner:
    return found.winners[(ours - 1) * len(FACES) + theirs - 1]


@pytest.mark.parametrize(
    ("told", "ours", "net"),
    [
        ({}, [1], 1),  # assaulting infantry +1 against nothing
        ({"supporter": "a1.1.c1.p2"}, [1, 1], 2),  # one platoon behind
        ({"cover": "medium", "supporter": "a1.1.c1.p2"}, [1, 1, -1], 1),  # FF-ASL-X1
        ({"cover": "medium"}, [1, -1], 0),
        ({"cover": "hard"}, [1, -2], -1),
    ],
)
def test_factors_and_chances_of_a_fight(told: dict[str, Any], ours: list[int], net: int) -> None:
    """FF-ASL-12, -15, FF-ASL-T1: what each side adds; FF-ASL-T2: the 36 throws of that difference."""
    evening = ordered()
    go_in(evening, **told)
    closed(evening, THEIRS)
    found = foreseen(evening)
    assert [step.value for step in found.attacker.steps] == ours
    assert (found.attacker.added, found.defender.added) == (net, 0)
    assert chances(found) == IN_36[net]
    assert [(one.stand, one.side) for one in (found.attacker, found.defender)] == [
        (OURS, Side.ATTACKER),
        (THEIRS, Side.DEFENDER),
    ]


def test_suppression_counts_against_whoever_bears_it() -> None:
    """FF-ASL-T1: a suppressed defender takes one off its die: +1 against -1 is two to the good."""
    evening = ordered()
    evening.do("referee", "correct", of=THEIRS, what="levels", value=1, reason="as it stands")
    go_in(evening)
    closed(evening)
    found = foreseen(evening)
    assert (found.attacker.added, found.defender.added) == (1, -1)
    assert chances(found) == IN_36[2]


def test_3_against_4_at_a_trench_with_support_is_a_draw_and_4_against_4_wins() -> None:
    """FF-ASL-X1, pair by pair."""
    evening = ordered()
    go_in(evening, cover="medium", supporter="a1.1.c1.p2")
    closed(evening, THEIRS)
    found = foreseen(evening)
    assert winner(found, 3, 4) is Winner.DRAW
    assert winner(found, 4, 4) is Winner.ATTACKER
    assert winner(found, 2, 4) is Winner.DEFENDER
    assert winner(found, 6, 6) is Winner.ATTACKER


@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (1, 2), (1, 3), (6, 6), (3, 5), (5, 6)])
def test_the_table_says_what_the_fight_comes_to(ours: int, theirs: int) -> None:
    evening = ordered()
    go_in(evening)
    closed(evening, THEIRS)
    said = winner(foreseen(evening), ours, theirs)
    assert throw(evening, ours, theirs).winner is said


def test_by_house_rule_nobody_wins_with_a_1() -> None:
    """AMB-418 at_best_draw: a suppressed defender is beaten by 1 against 1 and 2 otherwise; so these are draws."""
    evening = ordered(house_rules=[{"ruling": "AMB-418", "option": "at_best_draw"}])
    evening.do("referee", "correct", of=THEIRS, what="levels", value=1, reason="as it stands")
    go_in(evening)
    closed(evening)
    found = foreseen(evening)
    assert [winner(found, 1, theirs) for theirs in FACES][:3] == [Winner.DRAW] * 3
    assert winner(found, 2, 1) is Winner.ATTACKER


def test_a_die_that_lies_is_shown_and_none_is_foreseen_without_a_fight() -> None:
    evening = ordered()
    assert duel(evening.state, evening.state.book()) is None
    go_in(evening)
    closed(evening, THEIRS)
    evening.do("attacker", "throw_in_combat", attacker=OURS, side="attacker", die=die(5))
    found = foreseen(evening)
    assert found.attacker.die is not None
    assert (found.attacker.die.pips, found.defender.die) == (5, None)
