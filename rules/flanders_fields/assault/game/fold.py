"""Folding an assault into the state: who is in contact, who may still fire, whose dice lie there, who has won."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.assault.close_combat import Beaten, Winner
from rules.flanders_fields.assault.game.events import (
    AllWentIn,
    CombatDieThrown,
    FightDecided,
    FiredAtClosers,
    StoodAgainstArmour,
    WentIn,
)
from rules.flanders_fields.assault.game.state import Assault, ClosingShot
from rules.flanders_fields.game.changing import change_stands, changed, spend, stay_at_the_wire, under_fire
from rules.flanders_fields.game.outcomes import gone
from rules.flanders_fields.game.remembering import OfStand, of_map
from rules.flanders_fields.game.state import NO_ORDERS, GameState, Unit
from rules.flanders_fields.vocabulary import Action, Level, MoraleResult


def went_in(state: GameState, event: WentIn) -> None:
    """A contact more; the first of a unit begins the assault."""
    who = event.contact.attacker
    if event.first:
        spend(state, event.unit, Action.MOVE)
    if who in state.places:
        # The place that it leaves is that of the fire against it.
        state.ground = state.ground.going_in(who)
    going = state.assault
    by_wire = _goes_on_from_wire(state, event)
    if going is None or ((event.first or by_wire) and not going.moving):
        going = Assault(event.unit, state.units[event.unit].side, (), by_wire=by_wire)
    contacts = (*going.contacts, event.contact)
    winners = tuple(one for one in going.winners if one != who)
    followed_up = (*going.followed_up, who) if event.follow_up else going.followed_up
    state.assault = replace(going, contacts=contacts, moving=True, winners=winners, followed_up=followed_up)


def _goes_on_from_wire(state: GameState, event: WentIn) -> bool:
    """Whether a stand goes on from the wire, without an action; each does so once (FF-WIR-05)."""
    who, orders = event.contact.attacker, state.orders.get(event.unit, NO_ORDERS)
    if event.first or event.follow_up or who not in orders.over_wire:
        return False
    left = tuple(one for one in orders.over_wire if one != who)
    state.orders[event.unit] = orders._replace(over_wire=left)
    return True


def all_went_in(state: GameState, event: AllWentIn) -> None:
    """The assaulted may fire now."""
    stay_at_the_wire(state)
    if state.assault:
        state.assault = replace(state.assault, moving=False, firing=event.firing, standing=event.standing, shots=())


def stood_against_armour(state: GameState, event: StoodAgainstArmour) -> None:
    """Whoever did not stand is fought by nobody, and fires no more."""
    change_stands(state, event.changes)
    going = state.assault
    if going is None:
        return
    standing = tuple(one for one in going.standing if one != event.stand)
    contacts = tuple(one for one in state.contacts() if event.stands or one.defender != event.stand)
    firing = tuple(one for one in going.firing if event.stands or one != event.stand)
    state.assault = replace(going, contacts=contacts, firing=firing, standing=standing)


def fired_at_closers(state: GameState, event: FiredAtClosers) -> None:
    """The stopped are out of it, and so are defenders whom nobody assaults any more."""
    if event.target:
        state.stands[event.stand] = changed(state.stands[event.stand], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    going = state.assault
    state.fired_at_closers = (*state.fired_at_closers, *((event.stand,) if event.target else ()))
    if going is None:
        return
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.stopped)
    assaulted = {one.defender for one in contacts}
    firing = tuple(one for one in going.firing if (one != event.stand or event.more) and one in assaulted)
    shots = (*going.shots, ClosingShot(event.stand, event.target, event.sector))
    state.assault = replace(going, contacts=contacts, firing=firing, shots=shots)


def combat_die_thrown(state: GameState, event: CombatDieThrown) -> None:
    """One die lies there."""
    if state.assault:
        state.assault = replace(state.assault, dice=(*state.assault.dice, (event.side, event.die)))


def fought(state: GameState, event: FightDecided) -> None:
    """The fight is over; whoever was removed has no other, and a block house that was taken is the winner's."""
    change_stands(state, event.changes)
    going = state.assault
    if going is None:
        return
    if event.beaten is Beaten.MAY_BE_MANNED and state.stands[event.defender].alive:
        _changes_hands(state, state.units[state.stands[event.defender].unit], state.units[going.unit])
    contacts = tuple(one for one in state.contacts() if one.attacker not in event.over)
    winner = {Winner.ATTACKER: event.attacker, Winner.DEFENDER: event.defender}.get(event.winner)
    state.assault = replace(
        going,
        contacts=contacts,
        dice=(),
        fought=(*going.fought, event.defender),
        winners=(*going.winners, *((winner,) if winner else ())),
    )


def _changes_hands(state: GameState, house: Unit, winner: Unit) -> None:
    """A block house joins the winner's regiment, which orders it from its next turn on (AMB-423, FF-BLK-02)."""
    battalion, before = state.battalions.get(house.of), state.regiments.get(house.of)
    if battalion:
        state.battalions[battalion.id] = changed(battalion, units=_without(battalion.units, house.id))
    if before:
        state.regiments[before.id] = changed(before, units=_without(before.units, house.id))
    regiment = state.regiment_of(winner)
    state.regiments[regiment.id] = changed(regiment, units=(*regiment.units, house.id))
    state.units[house.id] = changed(house, side=winner.side, level=Level.REGIMENTAL, of=regiment.id, quality=None)
    for name in house.stands:
        state.stands[name] = changed(state.stands[name], side=winner.side)
    state.orders[house.id] = NO_ORDERS._replace(done=True)
    state.due = tuple(due for due in state.due if due.of != house.id)


def _without(units: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(one for one in units if one != gone)


def goes_in(_state: GameState, event: WentIn) -> Sequence[str]:
    """The stand that goes in."""
    return (event.contact.attacker,)


def retreats(_state: GameState, event: StoodAgainstArmour) -> Sequence[str]:
    """The stand, where it did not stand."""
    return (event.stand,) if event.retreat_cm else ()


def falls_back(state: GameState, event: FightDecided) -> Iterator[str]:
    """A stand that falls back, with those of its unit that support it."""
    if not event.falls_back_cm:
        return
    yield event.attacker
    for contact in state.assault.contacts if state.assault else ():
        if contact.attacker == event.attacker and contact.supporter:
            yield contact.supporter


def cover_told(event: WentIn) -> Iterator[OfStand]:
    """The cover of the stand it goes in against."""
    if not of_map(event.reasons.map, "cover"):
        yield event.contact.defender, event.contact.cover


def fight_weighs(event: FightDecided) -> int:
    """A side that is beaten."""
    return 0 if event.beaten is Beaten.NOBODY else 3


def leave_before_armour(event: StoodAgainstArmour) -> list[str]:
    """Those in rout before a tank."""
    return gone(event.changes) if event.result is MoraleResult.ROUT else []


def came_up(state: GameState, event: Any) -> None:
    """Who comes up out of a shelter in an assault is fought where it is."""
    going = state.assault
    if going is not None and event.assaulted:
        contacts = (*going.contacts, event.contact) if event.contact else going.contacts
        firing = (*going.firing, event.stand) if event.fires and not going.moving else going.firing
        state.assault = replace(going, contacts=contacts, firing=firing)
