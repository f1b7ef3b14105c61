"""The table and the places on it as a chapter of the game."""

from typing import Final

from rules.earth_1418.game.ground import fold, judge
from rules.earth_1418.game.ground.commands import LayTerrain, LiftUnit, PlaceBases, PlaceRank, RemoveTerrain
from rules.earth_1418.game.ground.events import BasesLifted, BasesPlaced, TerrainLaid
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.kernel.chapters import Chapter, EventKind, judged_by, late

GROUND: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="ground",
    events=(
        EventKind(kind="table_laid", made=TerrainLaid, fold=fold.laid),
        EventKind(kind="bases_placed", made=BasesPlaced, fold=fold.bases_placed),
        EventKind(kind="bases_lifted", made=BasesLifted, fold=fold.bases_lifted),
    ),
    told=late("rules.earth_1418.game.ground.words", "TOLD"),
    commands={
        "lay_table": LayTerrain,
        "place_rank": PlaceRank,
        "place_bases": PlaceBases,
        "lift_unit": LiftUnit,
        "remove_terrain": RemoveTerrain,
    },
    judge=judged_by(
        {
            LayTerrain: judge.lay_table,
            PlaceRank: judge.place_rank,
            PlaceBases: judge.place_bases,
            LiftUnit: judge.lift_unit,
            RemoveTerrain: judge.remove_terrain,
        }
    ),
    deeds=late("rules.earth_1418.game.ground.deeds", "GROUND_DEEDS"),
)
