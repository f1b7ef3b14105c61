"""Folding fire at stands into the state."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.game.changing import (
    change_stands,
    changed,
    others_act,
    spend,
    under_fire,
)
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.remembering import OfStand, of_map
from rules.flanders_fields.game.state import (
    GameState,
)
from rules.flanders_fields.shooting.game.events import Fired, ShotFired
from rules.flanders_fields.vocabulary import Action


def fired(state: GameState, event: Fired) -> None:
    """Shots have been fired, and done what they did."""
    if event.on_the_move:
        orders = state.orders[event.unit]
        state.orders[event.unit] = orders._replace(moved_last=False, fired_moving=orders.fired_moving + 1)
    else:
        spend(state, event.unit, Action.FIRE)
    others_act(state)
    for shot in event.shots:
        state.stands[shot.firer] = changed(state.stands[shot.firer], has_fired=True)
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    if event.mad_minute:
        unit = state.units[event.unit]
        state.units[event.unit] = changed(unit, mad_minutes=unit.mad_minutes + 1)
        battalion = state.battalions[unit.of]
        state.battalions[unit.of] = changed(battalion, mad_minute_turn=state.turn.number)


def covers_told(event: Fired) -> Iterator[OfStand]:
    """The cover of each target."""
    return ((one.target, one.cover) for one in event.shots if not of_map(one.reasons.map, "cover"))


def apart_told(event: Fired) -> Iterator[tuple[str, str, float]]:
    """How far each firer is from its target, in centimetres."""
    for shot in event.shots:
        if not of_map(shot.reasons.map, "range_cm"):
            yield shot.firer, shot.target, shot.range_cm


def of_shot(firer: str, target: str) -> str:
    """Whose a fact is where a command has several shots."""
    return f"{firer}>{target}"


def with_map(event: Fired, said: tuple[FromMap, ...]) -> Fired:
    """The same with what the map said of each shot; `of` has told whose it is, which the shot says itself."""
    return replace(event, shots=tuple(_shot_with(shot, said) for shot in event.shots))


def _shot_with(shot: ShotFired, said: tuple[FromMap, ...]) -> ShotFired:
    own = tuple(replace(one, of="") for one in said if one.of == of_shot(shot.firer, shot.target))
    return replace(shot, reasons=replace(shot.reasons, map=own))
