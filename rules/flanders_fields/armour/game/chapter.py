"""Wire and horses as a chapter of the game."""

from typing import Final

from rules.flanders_fields.armour.game import fold
from rules.flanders_fields.armour.game.commands import ClearWire, Dismount
from rules.flanders_fields.armour.game.events import Dismounted
from rules.flanders_fields.armour.game.judge import judge
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening
from rules.kernel.chapters import late

ARMOUR: Final[BookChapter] = BookChapter(
    key="armour",
    events=(Happening(kind="dismounted", made=Dismounted, fold=fold.dismounted),),
    told=late("rules.flanders_fields.armour.game.words", "TOLD"),
    commands={
        "clear_wire": ClearWire,
        "dismount": Dismount,
    },
    judge=judge,
    deeds=late("rules.flanders_fields.armour.game.deeds", "ARMOUR_DEEDS"),
    by_map=late("rules.flanders_fields.armour.game.by_map", "BY_MAP"),
)
