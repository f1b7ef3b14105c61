"""Dice that anyone can check: promised, thrown, revealed, recomputed."""

import hmac
from collections import Counter
from typing import Any

import pytest

from app.randomness import (
    ByTheApp,
    Cup,
    DiceShare,
    ImpossibleDie,
    UnfairDie,
    commitment_of,
    cup_for,
    new_seed,
    throw,
    thrown_by_the_app,
)
from tests.torture.fairness import CHI_SQUARE, NORMAL, chi_square, fair, recomputed, runs

pytestmark = pytest.mark.evening

SEED = bytes(range(32))
CUP = Cup("g", commitment_of(SEED), SEED, (DiceShare(1, "a1"), DiceShare(5, "b2")))


def test_a_die_is_the_documented_hash_of_its_place() -> None:
    for seq in range(1, 200):
        shares = "a1" if seq < 5 else "a1,b2"
        for index in range(3):
            assert CUP.face(seq, index) == recomputed(SEED, f"g|{shares}|{seq}|{index}")


def test_dice_are_even_nobody_foretells_them_and_a_take_back_rerolls_none() -> None:
    report = fair(24_000)
    assert report.lost == []
    assert report.tried["dice recomputed"] == 400
    assert report.tried["dice taken back"] >= 9


def test_a_loaded_die_would_be_noticed() -> None:
    """Else the counts and runs above would be blind: one 6 in fifty is a 1, or each die hangs on the one before."""
    cup = [CUP.face(seq, index) for seq in range(6_000) for index in range(10)]
    loaded = [1 if face == 6 and place % 10 == 0 else face for place, face in enumerate(cup)]
    assert chi_square(cup, 6) < CHI_SQUARE[5] < chi_square(loaded, 6)
    sticky = [cup[place - 1] if place % 20 == 0 else face for place, face in enumerate(cup)]
    assert abs(runs(cup)) < NORMAL < abs(runs(sticky))


def test_seeds_differ_and_the_promise_holds_only_for_the_seed_it_was_made_for() -> None:
    first, second = new_seed(), new_seed()
    assert first != second
    assert len(first) == 32
    assert Cup("g", commitment_of(first), first).keeps_its_word()
    assert not Cup("g", commitment_of(first), second).keeps_its_word()


def test_without_the_seed_no_die_can_be_told() -> None:
    with pytest.raises(LookupError):
        Cup("g", commitment_of(SEED), None).face(1, 0)


def test_only_unthrown_dice_are_thrown_in_their_order() -> None:
    unthrown: dict[str, Any] = {"pips": 0, "source": "rolled"}
    entered: dict[str, Any] = {"pips": 4, "source": "entered"}
    thrown = throw({"kind": "fire", "dice": [unthrown, entered, unthrown], "shot": {"die": unthrown}}, CUP, 9)
    assert thrown_by_the_app(thrown) == ByTheApp(faces=[CUP.face(9, index) for index in range(3)])
    assert thrown["dice"] == [
        {"pips": CUP.face(9, 0), "source": "rolled"},
        entered,
        {"pips": CUP.face(9, 1), "source": "rolled"},
    ]


def test_a_pack_is_shuffled_as_it_is_documented_and_every_card_comes_first_as_often() -> None:
    """docs/export-format.md, with another program than the one under test; chi square with 51 degrees at 0.1 %."""
    order = list(range(52))
    for place in range(51, 0, -1):
        fair = 256 - 256 % (place + 1)
        digest = hmac.digest(SEED, f"g|a1,b2|9|pack 0|{place}".encode(), "sha256")
        other = next(byte for byte in digest if byte < fair) % (place + 1)
        order[place], order[other] = order[other], order[place]
    assert CUP.shuffled(9, 0) == order
    first = Counter(CUP.shuffled(seq, 0)[0] for seq in range(1, 5_201))
    assert sum((first[card] - 100) ** 2 / 100 for card in range(52)) < 87.97


def test_only_unshuffled_packs_are_shuffled_and_each_its_own_way() -> None:
    packs = throw({"kind": "draw_card", "pack": {"shuffled": []}, "more": [{"shuffled": []}]}, CUP, 9)
    assert thrown_by_the_app(packs) == ByTheApp(packs=[[*CUP.shuffled(9, 0)], [*CUP.shuffled(9, 1)]])
    assert sorted(CUP.shuffled(9, 0)) == list(range(52))
    with pytest.raises(UnfairDie, match="pack"):
        throw({"kind": "draw_card", "pack": {"shuffled": [3, 1, 2]}}, CUP, 9)


def test_a_device_cannot_give_the_face_of_a_die_which_the_app_throws() -> None:
    with pytest.raises(UnfairDie, match="die"):
        throw({"die": {"pips": 6, "source": "rolled"}}, CUP, 1)


@pytest.mark.parametrize("face", [0, 7, -1, True, "6", 3.5, None])
def test_no_die_shows_such_a_face(face: object) -> None:
    with pytest.raises(ImpossibleDie, match="1, 2, 3, 4, 5 or 6"):
        throw({"die": {"pips": face, "source": "entered"}}, CUP, 1)  # type: ignore[dict-item]


def test_the_dice_in_use_are_the_last_promised_before_the_event() -> None:
    later = Cup("g", commitment_of(b"later"), b"later", from_seq=7)
    assert cup_for([CUP, later], 6) is CUP
    assert cup_for([CUP, later], 7) is later
    with pytest.raises(LookupError):
        cup_for([later], 6)
