"""Folding corrections of a block house, its faces one by one or all of them; and horses that are left or mounted."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.armour.events import Dismounted
from rules.flanders_fields.game.changing import spend
from rules.flanders_fields.game.models import ON_FOOT
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.shelters.block_houses import FACES
from rules.flanders_fields.vocabulary import Action

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


def dismounted(state: GameState, event: Dismounted) -> None:
    """An action is spent on it; whoever leaves the horses for good is infantry."""
    spend(state, event.unit, Action.MOVE)
    unit = state.units[event.unit]
    kind = ON_FOOT if event.for_good else unit.type
    state.units[event.unit] = replace(unit, dismounted=not event.mounted and not event.for_good, type=kind)


ARMOUR_FOLDS: Final[Mapping[type, Callable[[GameState, Any], None]]] = {Dismounted: dismounted}
