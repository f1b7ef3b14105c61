"""Folding an assault into the state: who is in contact, who may still fire, whose dice lie there, who has won."""

from dataclasses import replace

from rules.flanders_fields.close_combat import Winner
from rules.flanders_fields.game.assault_events import AllWentIn, CombatDieThrown, FiredAtClosers, Fought, WentIn
from rules.flanders_fields.game.state import Assault, GameState


def went_in(state: GameState, event: WentIn) -> None:
    """A contact more; the first of a unit begins the assault."""
    going, who = state.assault, event.contact.attacker
    if going is None or (event.first and not going.moving):
        going = Assault(event.unit, state.units[event.unit].side, ())
    contacts = (*going.contacts, event.contact)
    winners = tuple(one for one in going.winners if one != who)
    followed_up = (*going.followed_up, who) if event.follow_up else going.followed_up
    state.assault = replace(going, contacts=contacts, moving=True, winners=winners, followed_up=followed_up)


def all_went_in(state: GameState, event: AllWentIn) -> None:
    """The assaulted may fire now."""
    if state.assault:
        state.assault = replace(state.assault, moving=False, firing=event.firing)


def fired_at_closers(state: GameState, event: FiredAtClosers) -> None:
    """The stopped are out of it, and so are defenders whom nobody assaults any more."""
    going = state.assault
    state.fired_at_closers = (*state.fired_at_closers, *((event.stand,) if event.target else ()))
    if going is None:
        return
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.stopped)
    assaulted = {one.defender for one in contacts}
    firing = tuple(one for one in going.firing if one != event.stand and one in assaulted)
    state.assault = replace(going, contacts=contacts, firing=firing)


def combat_die_thrown(state: GameState, event: CombatDieThrown) -> None:
    """One die lies there."""
    if state.assault:
        state.assault = replace(state.assault, dice=(*state.assault.dice, (event.side, event.die)))


def fought(state: GameState, event: Fought) -> None:
    """The fight is over; whoever was removed has no other."""
    going = state.assault
    if going is None:
        return
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.over)
    winner = {Winner.ATTACKER: event.attacker, Winner.DEFENDER: event.defender}.get(event.winner)
    state.assault = replace(
        going,
        contacts=contacts,
        dice=(),
        fought=(*going.fought, event.defender),
        winners=(*going.winners, *((winner,) if winner else ())),
    )
