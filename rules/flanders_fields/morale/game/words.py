"""What happened with morale and to heroes, in a sentence, a shorter name, and the card that stays in sight."""

from typing import Any, Final

from rules.flanders_fields.game.losses import CommanderLost, MoraleCalled, SupportLost
from rules.flanders_fields.game.naming import die, formation_name, morale_words, stand_name, unit_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.morale.game.events import (
    HeroicActionTried,
    MoraleEvent,
    MoraleTested,
    SupportDenied,
    WeaponTested,
)
from rules.flanders_fields.vocabulary import MoraleResult, Threshold
from rules.kernel.chapters import Telling
from rules.kernel.plain import plain


def says_morale(state: GameState, event: MoraleEvent) -> str:
    """One plain sentence."""
    match event:
        case MoraleCalled(battalion=battalion, left=left, started=started):
            return f"{state.battalions[battalion].name} is down to {left} of {started} platoons: morale test"
        case CommanderLost(formation=formation):
            return f"{formation_name(state, formation)} has lost its commander"
        case MoraleTested(battalion=battalion, die=thrown, result=result, retreat_cm=far):
            guns = _abandoned(state, event)
            return f"{state.battalions[battalion].name} {morale_words(result, far)}{guns}: {die(thrown)}"
        case SupportLost(battalion=battalion, weapons=weapons):
            names = ", ".join(unit_name(state, weapon) for weapon in weapons)
            return f"{state.battalions[battalion].name} is gone: those that supported it roll for themselves ({names})"
        case WeaponTested(weapon=weapon, die=thrown, result=result):
            outcome = "stands by its guns" if result is MoraleResult.HOLDS else "abandons its guns"
            return f"{unit_name(state, weapon)} {outcome}: {die(thrown)}"
        case SupportDenied(weapon=weapon, battalion=battalion):
            return f"{unit_name(state, weapon)} did not support {state.battalions[battalion].name}"
        case HeroicActionTried(stand=stand, deed=deed, die=thrown, success=success):
            outcome = "succeeds" if success else "fails, the platoon is destroyed"
            return f"{stand_name(state, stand)}, {deed}: {die(thrown)}, {outcome}"


def _abandoned(state: GameState, event: MoraleTested) -> str:
    """The weapons that a battalion leaves behind as it retreats; whoever routs takes everything along (FF-MOR-07)."""
    lost = {one.stand for one in event.changes if not one.alive}
    units = (state.units[one] for one in event.removed if event.result is not MoraleResult.ROUT)
    names = [unit.name for unit in units if lost & {*unit.stands}]
    return f", and abandons {' and '.join(names)}" if names else ""


def says_share_lost(state: GameState, event: MoraleCalled) -> str:
    """The same for those who may not count the battalion's platoons: the test tells the share by itself."""
    share = {Threshold.HALF: "half", Threshold.THREE_QUARTERS: "three quarters"}[event.threshold]
    return f"{state.battalions[event.battalion].name} has lost {share} of its platoons: morale test"


def name_of_test(state: GameState, event: MoraleEvent) -> str:
    """The name of a deed on the button that takes it back; empty where its sentence says it."""
    match event:
        case MoraleCalled(battalion=battalion) | MoraleTested(battalion=battalion):
            return f"{state.battalions[battalion].name}'s morale test"
        case WeaponTested(weapon=weapon):
            return f"{unit_name(state, weapon)}'s morale test"
        case _:
            return ""


def morale_card(event: MoraleEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case WeaponTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result is MoraleResult.HOLDS} | told_reasons(reasons)
        case MoraleTested(die=die, result=result, reasons=reasons):
            return {"dice": [plain(die)], "outcome": result.value} | told_reasons(reasons)
        case HeroicActionTried(die=die, success=success, reasons=reasons):
            return {"dice": [plain(die)], "outcome": success} | told_reasons(reasons)
        case SupportLost(reasons=reasons):
            return {"outcome": "support_lost"} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_morale, name_of_test, morale_card)
