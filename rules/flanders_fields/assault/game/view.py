"""An assault as every seat sees it: who goes in, who may fire, whose die is awaited, how the next fight stands."""

from typing import Any

from rules.flanders_fields.assault.close_combat import COMBAT
from rules.flanders_fields.assault.combat_factors import factors
from rules.flanders_fields.assault.game.close_quarters import combat_facts
from rules.flanders_fields.assault.game.closers import targets_left
from rules.flanders_fields.assault.game.events import (
    AssaultEvent,
    FightDecided,
    FiredAtClosers,
    StoodAgainstArmour,
    WentIn,
)
from rules.flanders_fields.assault.game.state import Assault
from rules.flanders_fields.assault.game.throws import (
    closing_key,
    combat_key,
    formerly_closing,
    formerly_in_combat,
    formerly_standing,
    standing_key,
)
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.contact import Contact
from rules.flanders_fields.game.naming import stand_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.odds import chances_shown
from rules.kernel.plain import plain
from rules.kernel.seats import Actor, Role


def assault_view(state: GameState, _role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The present assault, None where there is none (FF-ASL-T3)."""
    going = state.assault
    if going is None:
        return None
    contacts = state.contacts()
    phase = _phase(going, contacts)
    return {
        "unit": going.unit,
        "side": going.side.value,
        "phase": phase,
        "contacts": [_contact(state, one) for one in contacts],
        "firing": [_firing(state, stand, book) for stand in going.firing],
        "standing": [_standing(state, stand) for stand in going.standing],
        "winners": list(going.winners),
        "fight": _fight(state, going, contacts[0], book) if phase == "combat" else None,
    }


def _phase(going: Assault, contacts: tuple[Contact, ...]) -> str:
    if not contacts:
        return "over"
    if going.moving:
        return "moving"
    return "standing" if going.standing else "closing" if going.firing else "combat"


def _contact(state: GameState, contact: Contact) -> dict[str, Any]:
    told: dict[str, Any] = plain(contact)
    return told | {"side": state.stands[contact.attacker].side.value}


def _standing(state: GameState, stand: str) -> dict[str, Any]:
    kept = plain(lying(state, standing_key(state, stand), formerly_standing(state, stand)))
    told = {"stand": stand, "name": stand_name(state, stand), "side": state.stands[stand].side.value}
    return told | {"kept": kept}


def _firing(state: GameState, stand: str, book: RuleBook) -> dict[str, Any]:
    at = targets_left(JudgedTable(state, Actor(Role.REFEREE), book), stand)
    former = formerly_closing(state, stand)
    found = (lying(state, closing_key(state, stand, target), former) for target in at)
    kept = plain(next((dice for dice in found if dice), ()))
    return {"stand": stand, "side": state.stands[stand].side.value, "at": at, "kept": kept}


def _fight(state: GameState, going: Assault, contact: Contact, book: RuleBook) -> dict[str, Any]:
    facts = combat_facts(state, contact, book)
    added = factors(facts.combat, book)
    dice = {side.value: going.die_of(side) for side in Side}
    fights = {side.value: (state, contact.attacker, contact.defender, side) for side in Side}
    return {
        "attacker": contact.attacker,
        "defender": contact.defender,
        "attacks": state.stands[contact.attacker].side.value,
        "dice": {side: plain(die) for side, die in dice.items() if die},
        "kept": {
            side: plain(lying(state, combat_key(*whose), formerly_in_combat(*whose))) for side, whose in fights.items()
        },
        "added": None if isinstance(added, Refusal) else plain(added.value),
        "steps": [] if isinstance(added, Refusal) else plain(added.steps),
        "considered": [] if isinstance(added, Refusal) else plain(added.considered),
        "chances": chances_shown(COMBAT.odds(facts, book) if COMBAT.odds else {}),
    }


def assault_card(event: AssaultEvent) -> dict[str, Any] | None:
    """The reasons of what an assault decided."""
    told: dict[str, Any]
    match event:
        case WentIn(reasons=reasons):
            told = {"outcome": "goes in"}
        case StoodAgainstArmour(stand=stand, die=die, result=result, changes=changes, reasons=reasons):
            told = {"stand": stand, "dice": [plain(die)], "outcome": result.value, "changes": plain(changes)}
        case FiredAtClosers(target=target, dice=dice, results=results, changes=changes, reasons=reasons) if target:
            told = {"stand": event.stand, "target": target, "dice": plain(dice), "outcome": plain(results)}
            told |= {"changes": plain(changes)}
        case FightDecided(dice=dice, winner=winner, changes=changes, reasons=reasons):
            told = {"stand": event.attacker, "target": event.defender, "dice": plain(dice), "outcome": winner.value}
            told |= {"changes": plain(changes)}
        case _:
            return None
    why: dict[str, Any] = plain(reasons)
    return told | why
