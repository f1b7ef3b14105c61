"""Shooting as a chapter of the game: fire at stands."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, of
from rules.flanders_fields.shooting.game import fold, throws
from rules.flanders_fields.shooting.game.commands import Fire
from rules.flanders_fields.shooting.game.events import Fired
from rules.flanders_fields.shooting.game.judge import fire
from rules.kernel.chapters import late

SHOOTING: Final[BookChapter] = BookChapter(
    key="shooting",
    events=(
        Happening(
            kind="fired",
            made=Fired,
            fold=fold.fired,
            dice=throws.fire_throws,
            roll=ThrownFor.SHOOTING,
            whose=of("unit"),
            covers=fold.covers_told,
            apart=fold.apart_told,
            with_map=fold.with_map,
            names_unit=True,
        ),
    ),
    told=late("rules.flanders_fields.shooting.game.words", "TOLD"),
    commands={"fire": Fire},
    judge=fire,
    deeds=late("rules.flanders_fields.shooting.game.deeds", "FIRE_DEEDS"),
    foresees=late("rules.flanders_fields.shooting.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.shooting.game.by_map", "BY_MAP"),
)
