"""What 1418 reads of a piece of terrain: its cover, and its going (G-16)."""

from typing import Final

from app.tabletops.piece_words import PieceWord
from app.tabletops.terrain_use import TerrainUse
from rules.earth_1418.game.ground.worth import COVER, GOING
from rules.earth_1418.vocabulary import GroundToCross, Terrain

TERRAIN: Final = TerrainUse(facts=frozenset({"height"}), words=frozenset({COVER, GOING}))
"""Of a piece 1418 reads its kind, its words, and how high a hill is."""
PIECE_WORDS: Final = (PieceWord(COVER, "Cover", tuple(Terrain)), PieceWord(GOING, "Going", tuple(GroundToCross)))
