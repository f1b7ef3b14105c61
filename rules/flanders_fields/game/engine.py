"""The engine: imports all modules of the game and registers them, in the order of the play screen."""

from typing import Final

from rules.flanders_fields.game.actions.air.air_module import AIR
from rules.flanders_fields.game.actions.armour import ARMOUR
from rules.flanders_fields.game.actions.artillery.artillery_module import GUNS
from rules.flanders_fields.game.actions.artillery.deep_suppression import DEEP
from rules.flanders_fields.game.actions.artillery.planned_bombardments import BOMBARD
from rules.flanders_fields.game.actions.assault.assault_module import ASSAULT
from rules.flanders_fields.game.actions.barrages.barrage_module import BARRAGE
from rules.flanders_fields.game.actions.cards.card_module import CARDS
from rules.flanders_fields.game.actions.corrections import ANSWERS, RECORD
from rules.flanders_fields.game.actions.fire_plan import FIRE_PLAN
from rules.flanders_fields.game.actions.gas.gas_module import GAS
from rules.flanders_fields.game.actions.morale import MORALE
from rules.flanders_fields.game.actions.movement import MOVEMENT
from rules.flanders_fields.game.actions.national_rules import NATIONAL
from rules.flanders_fields.game.actions.orders import ORDERS
from rules.flanders_fields.game.actions.placement import GROUND
from rules.flanders_fields.game.actions.setup import SETTING_UP
from rules.flanders_fields.game.actions.shelters import SHELTERS
from rules.flanders_fields.game.actions.shooting.fire_module import SHOOTING
from rules.flanders_fields.game.actions.turn import TURN
from rules.flanders_fields.game.registry import chapters, event_specs, register
from rules.flanders_fields.game.rule_module import BookChapter

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
