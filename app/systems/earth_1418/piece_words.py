"""What 1418 reads of a piece of terrain: its cover, and its going (G-16)."""

from typing import Final

from app.tabletops.piece_words import PieceWord
from rules.earth_1418.game.ground.worth import COVER, GOING
from rules.earth_1418.vocabulary import GroundToCross, Terrain

PIECE_WORDS: Final = (PieceWord(COVER, "Cover", tuple(Terrain)), PieceWord(GOING, "Going", tuple(GroundToCross)))
