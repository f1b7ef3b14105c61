"""The engine: imports all modules of the game and registers them, in the order of the play screen."""

from typing import Final

from rules.earth_1418.artillery.game.chapter import ARTILLERY
from rules.earth_1418.commanding.game.chapter import COMMANDING
from rules.earth_1418.firing.game.chapter import FIRING
from rules.earth_1418.game.ground.chapter import GROUND
from rules.earth_1418.game.record.chapter import ANSWERS, RECORD
from rules.earth_1418.game.record.commands import CorrectOnTable
from rules.earth_1418.game.record.kept import EarthRecord
from rules.earth_1418.game.registry import chapters, register
from rules.earth_1418.game.written.chapter import WRITTEN
from rules.earth_1418.moving.game.chapter import MOVING
from rules.earth_1418.turn.game.chapter import TURN

MODULES: Final = (ANSWERS, WRITTEN, COMMANDING, MOVING, FIRING, ARTILLERY, TURN, GROUND, RECORD)
register(MODULES, EarthRecord(), CorrectOnTable)
CHAPTERS: Final = chapters()
