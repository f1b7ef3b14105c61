"""The chapters whose deeds are described, in the order in which what is owed stands on the stage."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.game.air.deeds import AIR_DEEDS
from rules.flanders_fields.game.armour.deeds import ARMOUR_DEEDS
from rules.flanders_fields.game.assault.deeds import ASSAULT_DEEDS
from rules.flanders_fields.game.barrage.deeds import BARRAGE_DEEDS
from rules.flanders_fields.game.bombard.deeds import BOMBARD_DEEDS
from rules.flanders_fields.game.cards.deeds import CARD_DEEDS
from rules.flanders_fields.game.commonest import proposing
from rules.flanders_fields.game.deep.deeds import DEEP_DEEDS
from rules.flanders_fields.game.facts_known import proposing_facts
from rules.flanders_fields.game.gas.deeds import GAS_DEEDS
from rules.flanders_fields.game.ground.deeds import GROUND_DEEDS
from rules.flanders_fields.game.guns.area_deeds import AREA_DEEDS
from rules.flanders_fields.game.guns.deeds import GUN_DEEDS
from rules.flanders_fields.game.morale.deeds import NERVE_DEEDS
from rules.flanders_fields.game.movement.deeds import MOVE_DEEDS
from rules.flanders_fields.game.national.deeds import NATIONAL_DEEDS
from rules.flanders_fields.game.orders.deeds import ORDER_DEEDS
from rules.flanders_fields.game.record.deeds import OF_RECORD
from rules.flanders_fields.game.sealing.deeds import SEALING_DEEDS
from rules.flanders_fields.game.seated import Seated
from rules.flanders_fields.game.setting_up.creating_deeds import CREATING_DEEDS
from rules.flanders_fields.game.setting_up.deeds import SETTING_UP_DEEDS
from rules.flanders_fields.game.shelters.deeds import SHELTER_DEEDS
from rules.flanders_fields.game.shooting.deeds import FIRE_DEEDS
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.turn.deeds import TURN_DEEDS
from rules.kernel.asking import Told
from rules.kernel.filling import Filled
from rules.kernel.play import Actor, Past, no_past
from rules.kernel.stage import Deed, Stage, asked, stage

CHAPTERS: Final[Mapping[str, Sequence[Deed[Seated]]]] = {
    "answers": OF_RECORD.first,
    "setting up": SETTING_UP_DEEDS,
    "cards": CARD_DEEDS,
    "guns": (*GUN_DEEDS, *AREA_DEEDS),
    "assault": ASSAULT_DEEDS,
    "air": AIR_DEEDS,
    "gas": GAS_DEEDS,
    "deep suppression": DEEP_DEEDS,
    "barrages": BARRAGE_DEEDS,
    "planned bombardments": BOMBARD_DEEDS,
    "morale": NERVE_DEEDS,
    "turn": TURN_DEEDS,
    "orders": ORDER_DEEDS,
    "actions": (*MOVE_DEEDS, *FIRE_DEEDS),
    "wire and horses": ARMOUR_DEEDS,
    "national rules": NATIONAL_DEEDS,
    "deep shelters": SHELTER_DEEDS,
    "ground": GROUND_DEEDS,
    "sealing": SEALING_DEEDS,
    "record": OF_RECORD.last,
}
DEEDS: Final = tuple(proposing_facts(proposing(deed)) for deeds in CHAPTERS.values() for deed in deeds)
"""What may be done in a game that has begun."""
ALL_DEEDS: Final = (*CREATING_DEEDS, *DEEDS)


def stage_of(state: GameState, actor: Actor, past: Past = no_past) -> Stage:
    """What a seat owes, what it is offered, and whom it waits for; before there is a game, to begin one."""
    return stage(Seated(state, actor, past), _now(state))


def asked_of(state: GameState, actor: Actor, kind: str, about: Told, told: Told, past: Past = no_past) -> Filled[Any]:
    """What a deed of the seat's stage asks, as far as it was told; refused if it does not stand there."""
    seated = Seated(state, actor, past)
    return asked(seated, _now(state), kind, about, told)


def _now(state: GameState) -> Sequence[Deed[Seated]]:
    return DEEDS if state.facts else CREATING_DEEDS
