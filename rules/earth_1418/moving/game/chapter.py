"""Moves, assaults and recovery as a chapter of the game."""

from typing import Final

from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.moving.game import fold
from rules.earth_1418.moving.game.commands import MoveSubUnit, RecoverBase
from rules.earth_1418.moving.game.events import RecoveryRolled, SubUnitMoved
from rules.earth_1418.moving.game.judge import move_unit, recover
from rules.earth_1418.moving.game.throws import of_recovery
from rules.kernel.chapters import Chapter, EventKind, judged_by, late

MOVING: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="moving",
    events=(
        EventKind(kind="recovery_rolled", made=RecoveryRolled, fold=fold.recovered, dice=of_recovery),
        EventKind(kind="moved", made=SubUnitMoved, fold=fold.moved),
    ),
    told=late("rules.earth_1418.moving.game.words", "TOLD"),
    commands={"recover": RecoverBase, "move": MoveSubUnit},
    judge=judged_by({RecoverBase: recover, MoveSubUnit: move_unit}),
    deeds=late("rules.earth_1418.moving.game.deeds", "MOVING_DEEDS"),
)
