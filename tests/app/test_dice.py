"""Dice that anyone can check: promised, thrown, revealed, recomputed."""

import hashlib
import hmac
from collections import Counter

import pytest

from app.dice import Cup, ImpossibleDie, Share, UnfairDie, commitment_of, cup_for, new_seed, rolled_faces, throw

SEED = bytes(range(32))
CUP = Cup("g", commitment_of(SEED), SEED, (Share(1, "a1"), Share(5, "b2")))


def recomputed(seed: bytes, label: str) -> int:
    """The die as the documentation says it, written again from the documentation."""
    digest = hmac.new(seed, label.encode(), hashlib.sha256).digest()
    return next(byte for byte in digest if byte < 252) % 6 + 1


def test_a_die_is_the_documented_hash_of_its_place() -> None:
    for seq in range(1, 200):
        shares = "a1" if seq < 5 else "a1,b2"
        for index in range(3):
            assert CUP.face(seq, index) == recomputed(SEED, f"g|{shares}|{seq}|{index}")


def test_sixty_thousand_dice_are_fair_and_do_not_hang_together() -> None:
    faces = [CUP.face(seq, index) for seq in range(6_000) for index in range(10)]
    expected = len(faces) / 6
    spread = sum((count - expected) ** 2 / expected for count in Counter(faces).values())
    assert spread < 20.515  # chi-square, 5 degrees of freedom, 99.9 %
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    expected = len(faces) / 72
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.62  # 35 degrees


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
    unthrown, entered = {"pips": 0, "source": "rolled"}, {"pips": 4, "source": "entered"}
    thrown = throw({"kind": "fire", "dice": [unthrown, entered, unthrown], "shot": {"die": unthrown}}, CUP, 9)
    assert list(rolled_faces(thrown)) == [CUP.face(9, index) for index in range(3)]
    assert thrown["dice"] == [
        {"pips": CUP.face(9, 0), "source": "rolled"},
        entered,
        {"pips": CUP.face(9, 1), "source": "rolled"},
    ]


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
