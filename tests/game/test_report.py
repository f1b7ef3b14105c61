"""What a game came to: worked by hand for a short one."""

import pytest

from rules.flanders_fields.game.dice_luck import Dice, throws_in
from rules.flanders_fields.game.report import Report, report
from rules.flanders_fields.game.report_text import (
    lost_words,
    men_words,
    nothing_words,
    objective_words,
    points_words,
    verdict_words,
)
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.dice import Throw
from tests.game.evening import Evening, die, mons, played
from tests.game.ground_in_play import at, on_a_field


def reported(evening: Evening) -> Report:
    return report(evening.log, SYSTEM.fresh())


def fallen(evening: Evening, *stands: str) -> None:
    for one in stands:
        evening.do("referee", "correct", of=one, what="alive", value=False, reason="on the table it is gone")


def test_losses_dice_and_turns_of_a_short_game() -> None:
    """Two order dice of the attacker, 5 and 2, and four platoons of a British company lost in his turn.

    FF-CMP-01: four bases, about 60 men; FF-CMP-02: 20 dead, 10 crippled, 10 badly and 20 lightly wounded.
    """
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5), farthest_platoon_cm=10)
    evening.do("attacker", "roll_orders", unit="a1.1.c2", die=die(2), farthest_platoon_cm=10)
    fallen(evening, *(f"d1.1.c1.p{number}" for number in (1, 2, 3, 4)))
    found = reported(evening)
    attacker, defender = found.sides
    assert (attacker.dice.faces, defender.dice.faces) == ({5: 1, 2: 1}, {})
    assert (attacker.cost.facts.killed, defender.cost.facts.killed) == (0, 4)
    assert defender.cost.killed == {UnitClass.RIFLE_COMPANY: 4}
    men = defender.casualties
    assert (men.all, men.dead, men.crippled, men.badly_wounded, men.lightly_wounded) == (60, 20, 10, 10, 20)
    assert (lost_words(attacker.cost), men_words(attacker.casualties)) == ("No base killed", "No casualties")
    assert lost_words(defender.cost) == "4 bases killed (4 rifle platoons)"
    (turn,) = found.turns
    assert (turn.number, turn.side, turn.lost) == (1, Side.ATTACKER, {Side.DEFENDER: 4})
    hit = next(one for one in defender.battalions if one.id == "d1.1")
    assert (hit.started, hit.lost, hit.fate) == (16, 4, "stands")


def test_what_was_taken_back_is_no_part_of_it() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6), farthest_platoon_cm=10)
    evening.agreed("attacker", "undo")
    assert reported(evening).sides[0].dice.thrown == 0


def test_the_commander_who_falls_is_a_moment_and_a_platoon_is_none() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    fallen(evening, "d1.1.hq")
    fallen(evening, *(f"d1.2.c1.p{number}" for number in (1, 2)))
    assert [(one.turn, "Commander" in one.says or "commander" in one.says) for one in reported(evening).moments] == [
        (1, True)
    ]
    assert reported(evening).sides[1].cost.commanders == 1


def test_what_happened_stands_beside_its_turn() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    fallen(evening, "d1.1.hq")
    (turn,) = reported(evening).turns
    assert [said for said in turn.moments if "commander" in said.lower()] == list(turn.moments) != []


def test_whose_an_objective_is_was_noted_else_who_stands_nearest_is_told() -> None:
    """Two bridges (GAP-97); by hand 200 mm up from the attacker, 300 across and 400 up from the defender."""
    evening = on_a_field()
    own, theirs = "a1.1.c1.p1", "d1.1.c1.p1"
    evening.do("referee", "place_stands", stands=[at(own, 400, 1000), at(theirs, 700, 1600)])
    evening.do("attacker", "start_turn")
    evening.do("attacker", "hold_objective", objective=2, holder="attacker")
    found = reported(evening)
    west, east = found.objectives
    assert [(one.side, one.mm) for one in west.near] == [(Side.ATTACKER, 200), (Side.DEFENDER, 500)]
    said = objective_words(found, west)
    assert said.startswith("West bridge, 1 point: nobody was noted to have it; nearest stand German, ")
    assert said.endswith(", 20 cm away; British 50 cm")
    assert objective_words(found, east) == "East bridge, 1 point: the German side has it"
    assert points_words(found) == "Points: German 1, British 0"
    assert [one.says for one in found.moments] == ["East bridge is the German side's"]
    # Who has fallen stands nowhere.
    fallen(evening, own, theirs)
    found = reported(evening)
    assert objective_words(found, found.objectives[0]) == "West bridge, 1 point: nobody has it"


def verdict_of(scenario: str, *holders: str) -> str:
    """Return the verdict of a ready scenario whose objectives are held so, closed before its first turn."""
    evening = played(scenario)
    now = [one.holder.value if one.holder else "" for one in evening.state.set_up.objectives]
    for number, (holder, before) in enumerate(zip(holders, now, strict=True), 1):
        if holder != before:
            evening.do("referee", "hold_objective", objective=number, holder=holder or None)
    return verdict_words(reported(evening))


@pytest.mark.parametrize(
    ("scenario", "holders", "verdict"),
    [
        # "Whoever has more points when the game ends has won": the first trench counts 2, the second 1.
        (
            "somme-1916",
            ("attacker", "defender"),
            "The British side has won by the points of the objectives, 2 points to 1.",
        ),
        ("somme-1916", ("", "attacker"), "The British side has won by the points of the objectives, 1 point to 0."),
        ("somme-1916", ("", ""), "Nobody has won by the points of the objectives: 0 points to 0."),
        # "The Germans win if both trenches are theirs when the game ends. Otherwise the French have held."
        ("aisne-1918", ("attacker", "attacker"), "The German side has won: it has every objective."),
        (
            "aisne-1918",
            ("attacker", "defender"),
            "The French side has held: the German side does not have Seconde ligne.",
        ),
        # FF-GAP-96: no automatic victory; who holds each bridge is reported.
        (
            "mons-1914",
            ("attacker", ""),
            "The book names no winner (FF-GAP-96): the German side has the better of it, 1 point to 0.",
        ),
        ("mons-1914", ("attacker", "defender"), "neither side has the better of it, 1 point to 1."),
    ],
)
def test_verdict_follows_the_conditions_of_the_scenario(scenario: str, holders: tuple[str, ...], verdict: str) -> None:
    assert verdict_of(scenario, *holders).endswith(verdict)


@pytest.mark.parametrize(
    ("silenced", "verdict"),
    [
        (("d1.x1", "d1.x2"), "The British side has won: it has or has silenced every objective."),
        (("d1.x2",), "The German side has held: the British side does not have West block house, taken or silent."),
    ],
)
def test_verdict_counts_a_silent_block_house_as_taken(silenced: tuple[str, ...], verdict: str) -> None:
    """Cambrai: "The British win if both block houses are theirs, or silent, when the game ends"."""
    evening = played("cambrai-1917")
    fallen(evening, *silenced)
    found = reported(evening)
    assert verdict_words(found).endswith(verdict)
    assert objective_words(found, found.objectives[1]) == "East block house, taken or silent, 1 point: silent"


def test_verdict_needs_every_face_of_a_silent_block_house_suppressed() -> None:
    """FF-ASL-29: one face may be silent while the other two fire."""
    evening = played("cambrai-1917")
    evening.do("referee", "hold_objective", objective=2, holder="attacker")
    for face in ("front_face", "left_face"):
        evening.do("referee", "correct", of="d1.x1", what=face, value=1, reason="on the table")
    assert "does not have West block house" in verdict_words(reported(evening))
    evening.do("referee", "correct", of="d1.x1", what="right_face", value=1, reason="on the table")
    assert "it has or has silenced every objective" in verdict_words(reported(evening))


def test_verdict_says_that_a_game_was_closed_before_its_end() -> None:
    """The Somme is played for six turns; none of them was."""
    assert verdict_of("somme-1916", "", "").startswith(
        "The game was closed 6 turns before its end. As it stood: Nobody"
    )
    # Mons sets no last turn.
    assert not verdict_of("mons-1914", "", "").startswith("The game was closed")


def test_luck_is_told_in_standard_deviations() -> None:
    """Twelve sixes: 30 above 42, and the standard deviation of their sum is the root of 12 x 35/12."""
    dice = Dice({6: 12})
    assert (dice.thrown, dice.mean, dice.expected) == (12, 6.0, 2.0)
    assert dice.luck == pytest.approx(30 / 35**0.5)
    assert Dice({1: 12}).luck == pytest.approx(-30 / 35**0.5)
    assert (Dice({}).thrown, Dice({}).mean, Dice({}).luck) == (0, 3.5, 0.0)


def test_every_die_in_an_event_is_found_however_deep() -> None:
    assert [one.pips for one in throws_in((Throw(1), ((Throw(2),), "x", None), [3]))] == [1, 2]


def test_what_each_side_kept_to_itself_is_told_at_the_end() -> None:
    """Mons (FF-SCN-34): in turn 2 a 6 brings one German battalion up, a 5 not the other; the British one waits."""
    evening = mons()
    for side in ("attacker", "defender"):
        evening.do(side, "start_turn")
        evening.do(side, "end_turn")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "roll_reinforcement", battalion="a1.3", die=die(5))
    evening.do("attacker", "roll_reinforcement", battalion="a2.3", die=die(6))
    kept = reported(evening).revealed
    assert kept[Side.ATTACKER] == (
        "III / 1st Regt, in reserve: never arrived",
        "III / 2nd Regt, in reserve: arrived in turn 2",
    )
    assert kept[Side.DEFENDER] == ("4th Battalion, in reserve: never arrived",)
    evening.do("referee", "correct", of="d1.4", what="on_table", value=True, reason="it stands there")
    assert reported(evening).revealed[Side.DEFENDER] == ("4th Battalion, in reserve: put on the table",)


def test_losses_that_came_one_by_one_make_a_turn_a_moment() -> None:
    """Five bases in one player turn and none of them in one blow; four are no moment."""
    evening = mons()
    evening.do("attacker", "start_turn")
    fallen(evening, *(f"d1.1.c1.p{number}" for number in (1, 2, 3, 4)))
    assert reported(evening).moments == ()
    assert nothing_words(reported(evening)) == "Nothing did: hardly anybody was lost."
    assert nothing_words(reported(mons())) == "Nothing did: no turn was played."
    fallen(evening, "d1.1.c2.p1")
    (turn,) = reported(evening).moments
    assert (turn.says, turn.weight) == ("In the German player turn the British side loses 5 bases in all", 5)


def test_the_last_platoon_of_a_battalion_is_a_moment_once() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    stands = [stand.id for stand in evening.state.rifle_stands(evening.state.battalions["d1.1"])]
    fallen(evening, *stands)
    says = [one.says for one in reported(evening).moments]
    assert says.count("1st Battalion has lost its last platoon") == 1
