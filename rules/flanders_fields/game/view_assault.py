"""An assault as every seat sees it: who goes in, who may fire, whose die is awaited, how the next fight stands."""

from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.close_combat import RESOLUTIONS, FightFacts
from rules.flanders_fields.combat_factors import factors
from rules.flanders_fields.game.decide.close_quarters import combat_facts
from rules.flanders_fields.game.state import Assault, Contact, GameState
from rules.flanders_fields.game.throws import closing_key, combat_key
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import Refusal
from rules.kernel.plain import plain

FIGHT = RESOLUTIONS[0]


def assault_view(state: GameState, book: RuleBook) -> dict[str, Any] | None:
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
        "firing": [_firing(state, stand) for stand in going.firing],
        "winners": list(going.winners),
        "fight": _fight(state, going, contacts[0], book) if phase == "combat" else None,
    }


def _phase(going: Assault, contacts: tuple[Contact, ...]) -> str:
    if not contacts:
        return "over"
    return "moving" if going.moving else "closing" if going.firing else "combat"


def _contact(state: GameState, contact: Contact) -> dict[str, Any]:
    told: dict[str, Any] = plain(contact)
    return told | {"side": state.stands[contact.attacker].side.value}


def _firing(state: GameState, stand: str) -> dict[str, Any]:
    at = [one.attacker for one in state.contacts() if one.defender == stand]
    kept = plain(state.thrown.get(closing_key(state, stand), ()))
    return {"stand": stand, "side": state.stands[stand].side.value, "at": at, "kept": kept}


def _fight(state: GameState, going: Assault, contact: Contact, book: RuleBook) -> dict[str, Any]:
    facts = combat_facts(state, contact)
    added = factors(facts.combat, book)
    dice = {side.value: going.die_of(side) for side in Side}
    keys = {side.value: combat_key(state, contact.attacker, contact.defender, side) for side in Side}
    return {
        "attacker": contact.attacker,
        "defender": contact.defender,
        "attacks": state.stands[contact.attacker].side.value,
        "dice": {side: plain(die) for side, die in dice.items() if die},
        "kept": {side: plain(state.thrown.get(key, ())) for side, key in keys.items()},
        "added": None if isinstance(added, Refusal) else plain(added.value),
        "steps": [] if isinstance(added, Refusal) else plain(added.steps),
        "considered": [] if isinstance(added, Refusal) else plain(added.considered),
        "chances": _chances(facts, book),
    }


def _chances(facts: FightFacts, book: RuleBook) -> list[dict[str, Any]]:
    found = FIGHT.odds(facts, book) if FIGHT.odds else {}
    return [] if isinstance(found, Refusal) else [{"word": word, "chance": float(p)} for word, p in found.items()]
