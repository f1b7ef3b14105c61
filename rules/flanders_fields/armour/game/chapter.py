"""Wire and horses as a chapter of the game."""

from collections.abc import Sequence
from typing import Any, Final

from rules.flanders_fields.armour.game import fold
from rules.flanders_fields.armour.game.commands import ClearWire, Dismount
from rules.flanders_fields.armour.game.events import Dismounted
from rules.flanders_fields.armour.game.judge import judge
from rules.flanders_fields.game.book_chapter import BookChapter, MeasuredBy
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling
from rules.kernel.stage import Deed


def _told() -> Telling[GameState]:
    from rules.flanders_fields.armour.game.words import armour_card, armour_says

    return Telling(armour_says, card=armour_card)


def _deeds() -> Sequence[Deed[Any]]:
    from rules.flanders_fields.armour.game.deeds import ARMOUR_DEEDS

    return ARMOUR_DEEDS


def _by_map() -> MeasuredBy:
    from rules.flanders_fields.armour.game.by_map import BY_MAP

    return BY_MAP


ARMOUR: Final[BookChapter] = BookChapter(
    key="armour",
    events=(Happening(kind="dismounted", made=Dismounted, fold=fold.dismounted),),
    told=_told,
    commands={
        "clear_wire": ClearWire,
        "dismount": Dismount,
    },
    judge=judge,
    deeds=_deeds,
    by_map=_by_map,
)
