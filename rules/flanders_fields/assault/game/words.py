"""What happened in an assault, in sentences for the log."""

from typing import Final

from rules.flanders_fields.assault.close_combat import Beaten, Winner
from rules.flanders_fields.assault.game.events import (
    AllWentIn,
    AssaultEvent,
    CombatDieThrown,
    FightDecided,
    FiredAtClosers,
    StoodAgainstArmour,
    WentIn,
)
from rules.flanders_fields.assault.game.view import assault_card
from rules.flanders_fields.game.naming import RESULTS, die, morale_words, stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import MoraleResult
from rules.kernel.chapters import Telling


def _closers(state: GameState, event: FiredAtClosers) -> str:
    firer = stand_name(state, event.stand)
    if not event.target:
        return f"{firer} holds its fire as they close"
    results = " and ".join(RESULTS[result] for result in event.results)
    return f"{firer} fires as they close: {stand_name(state, event.target)} {results}"


BEATEN: Final = {
    Beaten.REMOVED: "is destroyed",
    Beaten.CAPTURED: "is captured",
    Beaten.SILENT: "is silenced",
    Beaten.MAY_BE_MANNED: "is taken and manned",
}


def _fight(state: GameState, event: FightDecided) -> str:
    ours, theirs = event.dice
    thrown = f"{die(ours)} against {die(theirs)}"
    attacker, defender = stand_name(state, event.attacker), stand_name(state, event.defender)
    if event.winner is Winner.DRAW:
        return f"{attacker} and {defender} draw, {thrown}: {attacker} falls back {event.falls_back_cm:g} cm"
    winner, loser = (attacker, defender) if event.winner is Winner.ATTACKER else (defender, attacker)
    return f"{winner} wins its fight, {thrown}: {loser} {BEATEN[event.beaten]}"


def assault_name(state: GameState, event: AssaultEvent) -> str:
    """The name of a deed of an assault on the button that takes it back."""
    match event:
        case WentIn(contact=contact):
            return f"{stand_name(state, contact.attacker)} going in"
        case AllWentIn():
            return "the end of the moves into contact"
        case StoodAgainstArmour(stand=stand):
            return f"{stand_name(state, stand)}'s die to stand"
        case FiredAtClosers(stand=stand):
            return f"{stand_name(state, stand)}'s fire as they close"
        case FightDecided(attacker=attacker) | CombatDieThrown(attacker=attacker):
            return f"the die in the fight of {stand_name(state, attacker)}"


def _stood(state: GameState, event: StoodAgainstArmour) -> str:
    how = "stands against the armour"
    if not event.stands:
        # By house rule a stand that fails is suppressed where it is.
        did = morale_words(event.result, event.retreat_cm)
        gone = event.result is MoraleResult.ROUT and not _lives(event)
        how = did if gone or event.retreat_cm else "does not stand, suppressed"
    return f"{stand_name(state, event.stand)} {how}: {die(event.die)}"


def _lives(event: StoodAgainstArmour) -> bool:
    return all(change.alive for change in event.changes)


def assault_says(state: GameState, event: AssaultEvent) -> str:
    """One plain sentence about an assault."""
    match event:
        case WentIn(contact=contact, follow_up=follow_up):
            how = "goes on into" if follow_up else "goes in against"
            return f"{stand_name(state, contact.attacker)} {how} {stand_name(state, contact.defender)}"
        case AllWentIn(unit=unit):
            return f"{unit_name(state, unit)} has moved into contact"
        case StoodAgainstArmour():
            return _stood(state, event)
        case FiredAtClosers():
            return _closers(state, event)
        case CombatDieThrown(attacker=attacker, side=side, die=thrown):
            who = state.side_facts(side).name
            return f"The {who} side throws in the fight of {stand_name(state, attacker)}: {die(thrown)}"
        case FightDecided():
            return _fight(state, event)


TOLD: Final = Telling(assault_says, assault_name, assault_card)
