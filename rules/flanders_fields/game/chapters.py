"""The chapters of the game: the one list of them, in the order in which what they owe stands on the stage."""

from collections.abc import Mapping
from functools import cache
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
from rules.flanders_fields.game.book_chapter import BookChapter, ForeseenBy, LiesBy, MeasuredBy, ShownBy
from rules.flanders_fields.game.ground.chapter import GROUND
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.progress import StepOfChapter
from rules.flanders_fields.game.record.chapter import ANSWERS, RECORD
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.gas.game.chapter import GAS
from rules.flanders_fields.morale.game.chapter import MORALE
from rules.flanders_fields.movement.game.chapter import MOVEMENT
from rules.flanders_fields.orders.game.chapter import ORDERS
from rules.flanders_fields.shelters.game.chapter import SHELTERS
from rules.flanders_fields.shooting.game.chapter import SHOOTING
from rules.flanders_fields.turn.game.chapter import TURN
from rules.flanders_fields.turn.game.setting_up.chapter import SETTING_UP
from rules.kernel.chapters import Chapters

LISTED: Final[tuple[BookChapter, ...]] = (
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
CHAPTERS: Final[Chapters[GameState, JudgedTable]] = Chapters(LISTED)
HAPPENINGS: Final[Mapping[type, Happening]] = {
    made: kind for made, kind in CHAPTERS.of_event.items() if isinstance(kind, Happening)
}
"""Every kind of event by its type, with what this game asks of each."""
COMMANDS: Final = CHAPTERS.commands
OWN_CORRECTIONS: Final = tuple(one.own_corrections for one in LISTED if one.own_corrections)
"""What chapters set right by events of their own."""
STEPS: Final[Mapping[str, StepOfChapter]] = {needs: step for one in LISTED for needs, step in one.steps.items()}
"""The steps of the turn in which there may be nothing to do, by the word of what they need."""


@cache
def foreseen_by() -> ForeseenBy:
    """What the dice of a command would bring, by the type of the command; of others than these no die decides."""
    return {made: foreseen for one in LISTED for made, foreseen in one.foresees().items()}


@cache
def measured_by() -> MeasuredBy:
    """How the map is asked about a command, by its type; of others than these nothing is measured."""
    return {made: asked for one in LISTED for made, asked in one.by_map().items()}


@cache
def shown_with() -> ShownBy:
    """What of a sealed plan is seen with an event, by its type; with others than these nothing is."""
    return {made: shows for one in LISTED for made, shows in one.shows().items()}


@cache
def lies_by() -> LiesBy:
    """What lies on the table or is in force beside the stands, in the order in which it is read."""
    return dict(sorted((place, lies) for one in LISTED for place, lies in one.lies().items()))
