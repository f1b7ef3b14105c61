"""The engine: imports all modules of the game and registers them, in the order of the play screen."""

from typing import Final

from rules.flanders_fields.air.game.chapter import AIR
from rules.flanders_fields.armour.game.chapter import ARMOUR
from rules.flanders_fields.artillery.game.bombard.chapter import BOMBARD
from rules.flanders_fields.artillery.game.chapter import GUNS
from rules.flanders_fields.artillery.game.deep.chapter import DEEP
from rules.flanders_fields.assault.game.chapter import ASSAULT
from rules.flanders_fields.barrages.game.chapter import BARRAGE
from rules.flanders_fields.cards.game.chapter import CARDS
from rules.flanders_fields.fire_plan.game.chapter import FIRE_PLAN
from rules.flanders_fields.forces.game.chapter import NATIONAL
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.ground.chapter import GROUND
from rules.flanders_fields.game.record.chapter import ANSWERS, RECORD
from rules.flanders_fields.game.registry import chapters, event_specs, register
from rules.flanders_fields.gas.game.chapter import GAS
from rules.flanders_fields.morale.game.chapter import MORALE
from rules.flanders_fields.movement.game.chapter import MOVEMENT
from rules.flanders_fields.orders.game.chapter import ORDERS
from rules.flanders_fields.shelters.game.chapter import SHELTERS
from rules.flanders_fields.shooting.game.chapter import SHOOTING
from rules.flanders_fields.turn.game.chapter import TURN
from rules.flanders_fields.turn.game.setting_up.chapter import SETTING_UP

MODULES: Final[tuple[BookChapter, ...]] = (
    ANSWERS,
    SETTING_UP,
    CARDS,
    GUNS,
    ASSAULT,
    AIR,
    GAS,
    DEEP,
    BARRAGE,
    BOMBARD,
    MORALE,
    TURN,
    ORDERS,
    MOVEMENT,
    SHOOTING,
    ARMOUR,
    NATIONAL,
    SHELTERS,
    GROUND,
    FIRE_PLAN,
    RECORD,
)
register(MODULES)
CHAPTERS: Final = chapters()
COMMANDS: Final = CHAPTERS.commands
HAPPENINGS: Final = event_specs()
