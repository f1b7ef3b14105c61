"""An event as the card that stays in sight: its dice, what they brought, and why."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.air.events import AIR_EVENTS
from rules.flanders_fields.game.air.view import air_card
from rules.flanders_fields.game.armour.events import Dismounted
from rules.flanders_fields.game.assault.events import ASSAULT_EVENTS
from rules.flanders_fields.game.assault.view import assault_card
from rules.flanders_fields.game.barrage.events import BARRAGE_EVENTS
from rules.flanders_fields.game.barrage.view import barrage_card
from rules.flanders_fields.game.bombard.events import BOMBARD_EVENTS
from rules.flanders_fields.game.bombard.view import bombard_card
from rules.flanders_fields.game.cards.events import CardDrawn, CardPlayed, CardTook
from rules.flanders_fields.game.deep.events import DEEP_EVENTS
from rules.flanders_fields.game.deep.view import deep_card
from rules.flanders_fields.game.events import (
    ActionSpent,
    Event,
    Fired,
    HeroicActionTried,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    StepBegun,
    SupportLost,
    WeaponTested,
)
from rules.flanders_fields.game.gas.events import GAS_EVENTS
from rules.flanders_fields.game.gas.view import gas_card
from rules.flanders_fields.game.guns.events import GUN_EVENTS
from rules.flanders_fields.game.guns.view import card as guns_card
from rules.flanders_fields.game.national.events import NATIONAL_EVENTS
from rules.flanders_fields.game.national.view import national_card
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.shelters.events import SHELTER_EVENTS
from rules.flanders_fields.game.shelters.view import (
    shelter_card,
)
from rules.flanders_fields.vocabulary import MoraleResult
from rules.kernel.plain import plain

CARDS: Final[Mapping[type[Any], Callable[[Any], dict[str, Any] | None]]] = {
    **dict.fromkeys(AIR_EVENTS.values(), air_card),
    **dict.fromkeys(ASSAULT_EVENTS.values(), assault_card),
    **dict.fromkeys(BARRAGE_EVENTS.values(), barrage_card),
    **dict.fromkeys(BOMBARD_EVENTS.values(), bombard_card),
    **dict.fromkeys(DEEP_EVENTS.values(), deep_card),
    **dict.fromkeys(GAS_EVENTS.values(), gas_card),
    **dict.fromkeys(GUN_EVENTS.values(), guns_card),
    **dict.fromkeys(NATIONAL_EVENTS.values(), national_card),
    **dict.fromkeys(SHELTER_EVENTS.values(), shelter_card),
}
"""The cards of the chapters, by the type of the event."""


def card_of(event: Event) -> dict[str, Any] | None:
    """The dice, the outcome and the reasons of what was resolved; None where there is nothing to show."""
    if chapter := CARDS.get(type(event)):
        return chapter(event)
    match event:
        case OrdersRolled(die=die, actions=actions, reasons=reasons, again=again):
            dice = (die, again) if again else (die,)
            return {"dice": plain(dice), "outcome": actions} | _reasons(reasons)
        case WeaponTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result is MoraleResult.HOLDS} | _reasons(reasons)
        case MoraleTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result.value} | _reasons(reasons)
        case HeroicActionTried(die=die, success=success, reasons=reasons):
            return {"dice": [plain(die)], "outcome": success} | _reasons(reasons)
        case ReinforcementRolled(die=die, arrived=arrived, reasons=reasons):
            return {"dice": [plain(die)], "outcome": arrived} | _reasons(reasons)
        case ActionSpent(kind=kind, reasons=reasons):
            return {"outcome": kind.value} | _reasons(reasons)
        case SupportLost(reasons=reasons):
            return {"outcome": "support_lost"} | _reasons(reasons)
        case StepBegun(reasons=reasons) if reasons.steps:
            return {"outcome": "recovered"} | _reasons(reasons)
        case Dismounted(reasons=reasons):
            return {"outcome": "horses"} | _reasons(reasons)
        case CardDrawn(reasons=reasons):
            return {"outcome": event.card} | _reasons(reasons)
        case CardPlayed(dice=dice, changes=changes, reasons=reasons):
            return {"dice": plain(dice), "outcome": event.card, "changes": plain(changes)} | _reasons(reasons)
        case CardTook(bursts=bursts, changes=changes, reasons=reasons):
            told = {"dice": [plain(one.die) for one in bursts], "outcome": event.card}
            return told | {"changes": plain(changes)} | _reasons(reasons)
        case Fired(shots=shots, changes=changes, reasons=reasons):
            return {"shots": plain(shots), "changes": plain(changes)} | _reasons(reasons)
        case _:
            return None


def _reasons(reasons: Reasons) -> dict[str, Any]:
    told: dict[str, Any] = plain(reasons)
    return told
