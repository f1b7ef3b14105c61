"""The chapters of the game: the one list of them, in the order in which what they owe stands on the stage."""

from collections.abc import Mapping
from typing import Final

from rules.flanders_fields.game.air.chapter import AIR
from rules.flanders_fields.game.armour.chapter import ARMOUR
from rules.flanders_fields.game.assault.chapter import ASSAULT
from rules.flanders_fields.game.barrage.chapter import BARRAGE
from rules.flanders_fields.game.bombard.chapter import BOMBARD
from rules.flanders_fields.game.cards.chapter import CARDS
from rules.flanders_fields.game.deep.chapter import DEEP
from rules.flanders_fields.game.gas.chapter import GAS
from rules.flanders_fields.game.ground.chapter import GROUND
from rules.flanders_fields.game.guns.chapter import GUNS
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.morale.chapter import MORALE
from rules.flanders_fields.game.movement.chapter import MOVEMENT
from rules.flanders_fields.game.national.chapter import NATIONAL
from rules.flanders_fields.game.orders.chapter import ORDERS
from rules.flanders_fields.game.plan.chapter import PLAN
from rules.flanders_fields.game.record.chapter import ANSWERS, RECORD
from rules.flanders_fields.game.sealing.chapter import SEALING
from rules.flanders_fields.game.setting_up.chapter import SETTING_UP
from rules.flanders_fields.game.shelters.chapter import SHELTERS
from rules.flanders_fields.game.shooting.chapter import SHOOTING
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.turn.chapter import TURN
from rules.kernel.chapters import Chapters

CHAPTERS: Final[Chapters[GameState, JudgedTable]] = Chapters(
    (
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
        PLAN,
        MORALE,
        TURN,
        ORDERS,
        MOVEMENT,
        SHOOTING,
        ARMOUR,
        NATIONAL,
        SHELTERS,
        GROUND,
        SEALING,
        RECORD,
    )
)
HAPPENINGS: Final[Mapping[type, Happening]] = {
    made: kind for made, kind in CHAPTERS.of_event.items() if isinstance(kind, Happening)
}
"""Every kind of event by its type, with what this game asks of each."""
EVENTS: Final = CHAPTERS.events
COMMANDS: Final = CHAPTERS.commands
KEPT_COMMANDS: Final = CHAPTERS.kept_commands
"""What only the keeper of a game sends."""
