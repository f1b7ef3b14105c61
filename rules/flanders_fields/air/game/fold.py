"""Folding what aircraft did into the state."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.air.game.events import (
    AirAttacked,
    AircraftCalled,
    AircraftGone,
    AirDieThrown,
    AirTargetsNamed,
    GunRelaid,
    WatchedFromAir,
)
from rules.flanders_fields.air.game.state import Air, Strike, Watch
from rules.flanders_fields.game.changing import change_stands, spend, under_fire
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Action


def aircraft_called(state: GameState, event: AircraftCalled) -> None:
    """A mission is used, and aircraft are over the table where they came."""
    strike = Strike(event.side) if event.arrives else None
    left = state.air.left(event.side) - event.used
    state.air = replace(state.air.with_left(event.side, left), called=True, strike=strike)


def air_targets_named(state: GameState, event: AirTargetsNamed) -> None:
    """They attack these stands, in this order."""
    if state.air.strike:
        state.air = replace(state.air, strike=replace(state.air.strike, named=True, targets=event.targets))


def die_thrown(state: GameState, event: AirDieThrown) -> None:
    """One die lies there."""
    strike = state.air.strike
    if strike:
        state.air = replace(state.air, strike=replace(strike, dice=(*strike.dice, (event.side, event.die))))


def attacked(state: GameState, event: AirAttacked) -> None:
    """What the attack did; the aircraft go on to the next target, or are gone."""
    air, strike = state.air, state.air.strike
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    if event.off_line:
        air = replace(air, off_line=(*(one for one in air.off_line if one != event.off_line), event.off_line))
    if strike:
        air = air.with_left(strike.side, max(0, air.left(strike.side) - event.struck))
        left = tuple(one for one in strike.targets[1:] if state.stands[one.stand].alive) if event.goes_on else ()
        air = replace(air, strike=replace(strike, targets=left, dice=()) if left else None)
    state.air = air


def gone(state: GameState, _event: AircraftGone) -> None:
    """The table is clear of aircraft."""
    state.air = state.air.over()


def relaid(state: GameState, event: GunRelaid) -> None:
    """An action is spent on it, and the gun lies on its line again."""
    spend(state, event.unit, Action.REDIRECT)
    state.air = replace(state.air, off_line=tuple(one for one in state.air.off_line if one != event.unit))


def watched(state: GameState, event: WatchedFromAir) -> None:
    """Fire that is on its way to that point falls on it."""
    state.air = replace(state.air, watches=(*state.air.watches, Watch(event.side, event.unit)))
    going = state.guns.arriving
    if going and going.unit == event.unit:
        state.guns = replace(state.guns, arriving=replace(going, deviates=False))


def planned(state: GameState, event: Any) -> None:
    """The missions that the scenario grants are there."""
    state.air = Air(missions=event.missions)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    state.air = state.air.in_a_new_turn()


def step_begins(state: GameState, _event: object) -> None:
    """No aircraft are over the table any more."""
    state.air = state.air.over()
