"""Which dice of a form are told as one, and what each is called on the pad."""

from app.pages.odds_bar import odds_bar
from app.systems.flanders_fields.pages.forms.before_the_dice import SHOTS, Before, groups, slots
from rules.flanders_fields.vocabulary import FireResult

NO, SUPPRESSED, KILLED = (SHOTS[result] for result in FireResult)
NAMES = {"p1": "1st Platoon, A Company", "p2": "2nd Platoon, A Company"}
FIRERS = {"a": "1st Platoon", "b": "2nd Platoon"}


def shot(by: str, at: str = "p1", throws: int = 1, bar: object = None) -> Before:
    """A shot: nothing to 4, suppressed at 5, killed at 6, unless another bar is given."""
    faces = bar if isinstance(bar, list) else [NO, NO, NO, NO, SUPPRESSED, KILLED]
    return Before(at, by, odds_bar(faces), (), (), 0, throws)


def test_stands_that_fire_alike_are_told_once_and_each_die_by_its_stand() -> None:
    """Three times the same target and the same chances are no news: which die is whose is."""
    dice = (shot("a"), shot("b"))
    assert [len(alike) for alike in groups(dice)] == [2]
    assert slots(dice, NAMES, FIRERS) == [
        {"label": "1st Platoon", "odds": None},
        {"label": "2nd Platoon", "odds": None},
    ]


def test_stands_with_targets_of_their_own_are_told_apart() -> None:
    """Each die is named by its target, and has its own chances in hand."""
    dice = (shot("a"), shot("b", "p2"))
    assert [len(alike) for alike in groups(dice)] == [1, 1]
    assert [one["label"] for one in slots(dice, NAMES, FIRERS)] == list(NAMES.values())
    assert [one["odds"] for one in slots(dice, NAMES, FIRERS)] == [dice[0].odds, dice[1].odds]


def test_other_chances_at_the_same_target_are_another_group() -> None:
    """A stand in gas fires at the same target less surely than its neighbour."""
    less = shot("b", bar=[NO, NO, NO, NO, NO, SUPPRESSED])
    assert [len(alike) for alike in groups((shot("a"), less))] == [1, 1]


def test_a_mad_minute_has_two_dice_a_stand() -> None:
    """FF-SPR-02: each stand fires twice, and both dice bear its name."""
    assert [one["label"] for one in slots((shot("a", throws=2),), NAMES, FIRERS)] == ["1st Platoon", "1st Platoon"]
