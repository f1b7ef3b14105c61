"""The folds of all chapters with deeds of their own: each chapter adds its line here."""

from collections.abc import Callable
from typing import Any, Final

from rules.flanders_fields.game.air.fold import AIR_FOLDS
from rules.flanders_fields.game.armour.fold import ARMOUR_FOLDS
from rules.flanders_fields.game.assault.fold import ASSAULT_FOLDS
from rules.flanders_fields.game.barrage.fold import BARRAGE_FOLDS
from rules.flanders_fields.game.bombard.fold import BOMBARD_FOLDS
from rules.flanders_fields.game.cards.fold import CARD_FOLDS
from rules.flanders_fields.game.deep.fold import DEEP_FOLDS
from rules.flanders_fields.game.gas.fold import GAS_FOLDS
from rules.flanders_fields.game.ground.fold import GROUND_FOLDS
from rules.flanders_fields.game.guns.fold import GUN_FOLDS
from rules.flanders_fields.game.national.fold import NATIONAL_FOLDS
from rules.flanders_fields.game.sealing.fold import SEALING_FOLDS
from rules.flanders_fields.game.setting_up.fold import SETTING_UP_FOLDS
from rules.flanders_fields.game.shelters.fold import SHELTER_FOLDS
from rules.flanders_fields.game.state import GameState

CHAPTER_FOLDS: Final[dict[type[Any], Callable[[GameState, Any], None]]] = {
    **AIR_FOLDS,
    **ARMOUR_FOLDS,
    **ASSAULT_FOLDS,
    **BARRAGE_FOLDS,
    **BOMBARD_FOLDS,
    **CARD_FOLDS,
    **DEEP_FOLDS,
    **GAS_FOLDS,
    **GROUND_FOLDS,
    **GUN_FOLDS,
    **NATIONAL_FOLDS,
    **SEALING_FOLDS,
    **SETTING_UP_FOLDS,
    **SHELTER_FOLDS,
}
