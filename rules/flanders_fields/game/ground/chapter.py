"""The table and the places on it as a chapter of the game."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.ground import fold
from rules.flanders_fields.game.ground.commands import LayTable, LiftStands, PlaceFormation, PlaceStands
from rules.flanders_fields.game.ground.events import StandsLifted, StandsPlaced, TableLaid
from rules.flanders_fields.game.ground.judge import judge
from rules.flanders_fields.game.ground.record import kept_of_places
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.kernel.chapters import Corrections, late

_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_places(table.state, of, table.book),
    fold=lambda state, event: fold.corrected_place(state, event.of, event.what, event.after),
)


GROUND: Final[BookChapter] = BookChapter(
    key="ground",
    events=(
        Happening(kind="table_laid", made=TableLaid, fold=fold.table_laid),
        Happening(
            kind="stands_placed",
            made=StandsPlaced,
            fold=fold.stands_placed,
            about=fold.first_placed,
            forgets=fold.placed,
        ),
        Happening(
            kind="stands_lifted",
            made=StandsLifted,
            fold=fold.stands_lifted,
            about=fold.first_lifted,
            forgets=fold.lifted,
        ),
    ),
    folds_before={"game_created": fold.game_created, "turn_started": fold.turn_begins},
    told=late("rules.flanders_fields.game.ground.words", "TOLD"),
    commands={
        "lay_table": LayTable,
        "place_stands": PlaceStands,
        "place_formation": PlaceFormation,
        "lift_stands": LiftStands,
    },
    crosses={"place_stands": "stands_placed", "place_formation": "stands_placed"},
    judge=judge,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.game.ground.deeds", "GROUND_DEEDS"),
    views={"map": late("rules.flanders_fields.game.ground.view", "ground_view")},
)
