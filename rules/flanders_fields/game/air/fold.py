"""Folding what aircraft did into the state."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.air.events import (
    AirAttacked,
    AircraftCalled,
    AircraftGone,
    AirDieThrown,
    AirTargetsNamed,
    GunRelaid,
    WatchedFromAir,
)
from rules.flanders_fields.game.air.state import Strike, Watch
from rules.flanders_fields.game.changing import change_stands, spend, under_fire
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Action


def _called(state: GameState, event: AircraftCalled) -> None:
    strike = Strike(event.side) if event.arrives else None
    left = state.air.left(event.side) - event.used
    state.air = replace(state.air.with_left(event.side, left), called=True, strike=strike)


def _named(state: GameState, event: AirTargetsNamed) -> None:
    if state.air.strike:
        state.air = replace(state.air, strike=replace(state.air.strike, named=True, targets=event.targets))


def _die_thrown(state: GameState, event: AirDieThrown) -> None:
    strike = state.air.strike
    if strike:
        state.air = replace(state.air, strike=replace(strike, dice=(*strike.dice, (event.side, event.die))))


def _attacked(state: GameState, event: AirAttacked) -> None:
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


def _gone(state: GameState, _event: AircraftGone) -> None:
    state.air = state.air.over()


def _relaid(state: GameState, event: GunRelaid) -> None:
    spend(state, event.unit, Action.REDIRECT)
    state.air = replace(state.air, off_line=tuple(one for one in state.air.off_line if one != event.unit))


def _watched(state: GameState, event: WatchedFromAir) -> None:
    """Fire that is on its way to that point falls on it."""
    state.air = replace(state.air, watches=(*state.air.watches, Watch(event.side, event.unit)))
    going = state.guns.arriving
    if going and going.unit == event.unit:
        state.guns = replace(state.guns, arriving=replace(going, deviates=False))


AIR_FOLDS: dict[type, Callable[[GameState, Any], None]] = {
    AircraftCalled: _called,
    AirTargetsNamed: _named,
    AirDieThrown: _die_thrown,
    AirAttacked: _attacked,
    AircraftGone: _gone,
    GunRelaid: _relaid,
    WatchedFromAir: _watched,
}
