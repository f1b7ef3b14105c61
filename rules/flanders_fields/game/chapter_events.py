"""The events of all chapters with deeds of their own: each chapter adds its line here."""

from rules.flanders_fields.game.air.events import AIR_EVENTS, AirEvent
from rules.flanders_fields.game.armour.events import ARMOUR_EVENTS, ArmourEvent
from rules.flanders_fields.game.assault.events import ASSAULT_EVENTS, AssaultEvent
from rules.flanders_fields.game.barrage.events import BARRAGE_EVENTS, BarrageEvent
from rules.flanders_fields.game.bombard.events import BOMBARD_EVENTS, BombardEvent
from rules.flanders_fields.game.cards.events import CARD_EVENTS, CardEvent
from rules.flanders_fields.game.deep.events import DEEP_EVENTS, DeepEvent
from rules.flanders_fields.game.gas.events import GAS_EVENTS, GasEvent
from rules.flanders_fields.game.ground.events import GROUND_EVENTS, GroundEvent
from rules.flanders_fields.game.guns.events import GUN_EVENTS, GunEvent
from rules.flanders_fields.game.national.events import NATIONAL_EVENTS, NationalEvent
from rules.flanders_fields.game.sealing.events import SEALING_EVENTS, SealingEvent
from rules.flanders_fields.game.setting_up.events import SETTING_UP_EVENTS, SettingUpEvent
from rules.flanders_fields.game.shelters.events import SHELTER_EVENTS, ShelterEvent

ChapterEvent = (
    AirEvent
    | ArmourEvent
    | AssaultEvent
    | BarrageEvent
    | BombardEvent
    | CardEvent
    | DeepEvent
    | GasEvent
    | GroundEvent
    | GunEvent
    | NationalEvent
    | SealingEvent
    | SettingUpEvent
    | ShelterEvent
)

CHAPTER_EVENTS: dict[str, type[ChapterEvent]] = {
    **ARMOUR_EVENTS,
    **ASSAULT_EVENTS,
    **SEALING_EVENTS,
    **SETTING_UP_EVENTS,
    **SHELTER_EVENTS,
    **GUN_EVENTS,
    **GAS_EVENTS,
    **GROUND_EVENTS,
    **AIR_EVENTS,
    **CARD_EVENTS,
    **NATIONAL_EVENTS,
    **DEEP_EVENTS,
    **BARRAGE_EVENTS,
    **BOMBARD_EVENTS,
}
