"""The faces of a block house: what each is called, and how its levels make up those of the whole."""

from dataclasses import replace
from typing import Final

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.block_houses import FACES

FACE_VALUES: Final = tuple(f"{face}_face" for face in FACES)
"""What is corrected of a block house's stand: its faces in their order."""


MOST: Final = 2
"""The levels a living stand can have."""


def mark_all_faces(state: GameState, stand: str) -> None:
    """A level that was set for the whole block house is that of every face."""
    one = state.stands[stand]
    if one.faces and max(one.faces) != one.levels:
        state.stands[stand] = replace(one, faces=tuple(one.levels for _ in one.faces))


def mark_face(state: GameState, stand: str, what: str, levels: int) -> None:
    """One face is set; the stand counts as suppressed as the worst of them."""
    one, place = state.stands[stand], FACE_VALUES.index(what)
    faces = tuple(levels if number == place else level for number, level in enumerate(one.faces))
    state.stands[stand] = replace(one, faces=faces, levels=min(max(faces), MOST))
