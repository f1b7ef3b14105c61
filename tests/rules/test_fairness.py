"""Dice judged by how unevenly their faces came, against chances worked out by hand."""

from itertools import product

import pytest

from rules.kernel.odds import EXACT_BELOW, chance_of_fall, fall_in_words


@pytest.mark.parametrize(
    ("faces", "chance"),
    [
        # Of two dice 6 of 36 throws are a pair; every other throw is as even as can be.
        ({6: 2}, 6 / 36),
        ({1: 1, 5: 1}, 1),
        # Of three dice 6 of 216 throws are a triple, 90 a pair and another.
        ({3: 3}, 6 / 216),
        ({3: 2, 4: 1}, 96 / 216),
        ({}, 1),
        # Twelve dice, two of each face: nothing is more even.
        (dict.fromkeys(range(1, 7), 2), 1),
    ],
)
def test_chance_of_a_fall_is_exact_for_few_dice(faces: dict[int, int], chance: float) -> None:
    assert chance_of_fall(faces) == pytest.approx(chance)


@pytest.mark.parametrize("thrown", [1, 4, 5])
def test_chance_of_a_fall_is_what_counting_every_throw_gives(thrown: int) -> None:
    every = [sum(throw.count(face) ** 2 for face in range(1, 7)) for throw in product(range(1, 7), repeat=thrown)]
    for throw in ((6,) * thrown, (1, 2, 3, 4, 5)[:thrown], (1, 1, 2, 2, 3)[:thrown]):
        own = sum(throw.count(face) ** 2 for face in range(1, 7))
        faces = {face: throw.count(face) for face in set(throw)}
        assert chance_of_fall(faces) == pytest.approx(sum(one >= own for one in every) / len(every))


@pytest.mark.parametrize(
    ("faces", "chance"),
    [
        # Sixty dice, ten of each expected. Chi-square is (49 + 9 + 0 + 1 + 16 + 25) / 10 = 10.0; tables give 7.5 %.
        ({1: 17, 2: 13, 3: 10, 4: 9, 5: 6, 6: 5}, 0.075),
        # (16 + 9 + 1 + 4 + 1 + 9) / 10 = 4.0; tables give 55 %.
        ({1: 14, 2: 13, 3: 9, 4: 8, 5: 9, 6: 7}, 0.549),
        (dict.fromkeys(range(1, 7), 20), 1.0),
    ],
)
def test_chance_of_a_fall_of_many_dice_is_that_of_chi_square(faces: dict[int, int], chance: float) -> None:
    assert sum(faces.values()) >= EXACT_BELOW
    assert chance_of_fall(faces) == pytest.approx(chance, abs=0.001)


def test_dice_of_a_usual_average_but_of_two_faces_alone_are_called_uneven() -> None:
    """Sixty dice, thirty ones and thirty sixes: their average is 3.5, and no fair dice fall so."""
    said = fall_in_words({1: 30, 6: 30})
    assert said.startswith("Their faces came unusually unevenly: less than 1 of a million throws of as many fair dice")


def test_even_dice_are_called_usual_and_few_dice_say_little() -> None:
    even = fall_in_words(dict.fromkeys(range(1, 7), 20))
    assert even == "Their faces came as those of fair dice do: all throws of as many fair dice are at least as uneven."
    assert fall_in_words({6: 2}) == "So few say nothing."
    # One triple in 36 throws of three dice is unusual, few as they are.
    assert fall_in_words({6: 3}).startswith("Their faces came unusually unevenly: 1 of 36 throws")
    assert fall_in_words({}) == ""
