"""An event as the card that stays in sight: its dice, what they brought, and why."""

from typing import Any

from rules.flanders_fields.game.air.events import AirEvent
from rules.flanders_fields.game.air.view import air_card
from rules.flanders_fields.game.armour.events import ArmourEvent
from rules.flanders_fields.game.assault.events import AssaultEvent
from rules.flanders_fields.game.assault.view import assault_card
from rules.flanders_fields.game.barrage.events import BarrageEvent
from rules.flanders_fields.game.barrage.view import barrage_card
from rules.flanders_fields.game.bombard.events import BombardEvent
from rules.flanders_fields.game.bombard.view import bombard_card
from rules.flanders_fields.game.cards.events import CardDrawn, CardPlayed, CardTook
from rules.flanders_fields.game.deep.events import DeepEvent
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
from rules.flanders_fields.game.gas.events import GasEvent
from rules.flanders_fields.game.gas.view import gas_card
from rules.flanders_fields.game.guns.events import GunEvent
from rules.flanders_fields.game.guns.view import card as guns_card
from rules.flanders_fields.game.national.events import NationalEvent
from rules.flanders_fields.game.national.view import national_card
from rules.flanders_fields.game.outcomes import Reasons
from rules.flanders_fields.game.shelters.events import ShelterEvent
from rules.flanders_fields.game.shelters.view import (
    shelter_card,
)
from rules.flanders_fields.vocabulary import MoraleResult
from rules.kernel.plain import plain


def card_of(event: Event) -> dict[str, Any] | None:
    """The dice, the outcome and the reasons of what was resolved; None where there is nothing to show."""
    if isinstance(event, GunEvent):
        return guns_card(event)
    if isinstance(event, GasEvent):
        return gas_card(event)
    if isinstance(event, ShelterEvent):
        return shelter_card(event)
    if isinstance(event, ArmourEvent):
        return {"outcome": "horses"} | _reasons(event.reasons)
    if isinstance(event, AirEvent):
        return air_card(event)
    if isinstance(event, AssaultEvent):
        return assault_card(event)
    if isinstance(event, BarrageEvent):
        return barrage_card(event)
    if isinstance(event, BombardEvent):
        return bombard_card(event)
    if isinstance(event, NationalEvent):
        return national_card(event)
    if isinstance(event, DeepEvent):
        return deep_card(event)
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
