"""The chapters of the game: the one list of them, in the order in which what they owe stands on the stage."""

from typing import Final

from rules.earth_1418.artillery.game.chapter import ARTILLERY
from rules.earth_1418.commanding.game.chapter import COMMANDING
from rules.earth_1418.firing.game.chapter import FIRING
from rules.earth_1418.game.ground.chapter import GROUND
from rules.earth_1418.game.record.chapter import ANSWERS, RECORD
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.chapter import WRITTEN
from rules.earth_1418.moving.game.chapter import MOVING
from rules.earth_1418.turn.game.chapter import TURN
from rules.kernel.chapters import Chapters

CHAPTERS: Final[Chapters[EarthState, EarthTable]] = Chapters(
    (ANSWERS, WRITTEN, COMMANDING, MOVING, FIRING, ARTILLERY, TURN, GROUND, RECORD)
)
