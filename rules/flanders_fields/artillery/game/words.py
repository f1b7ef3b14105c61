"""What guns have done, in a sentence for the log; and the short names by which a deed of theirs is taken back."""

from typing import Final

from rules.flanders_fields.artillery.areas import FireAreaKind
from rules.flanders_fields.artillery.game.events import (
    AreaFired,
    CommandStandMoved,
    Deviated,
    GunEvent,
    MoverFiredOn,
    PointLaid,
    SosCalled,
)
from rules.flanders_fields.artillery.game.view import card
from rules.flanders_fields.artillery.game.zones import ZonesEntered
from rules.flanders_fields.game.naming import RESULTS, die, stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling
from rules.kernel.numerals import counted


def says(state: GameState, event: GunEvent) -> str:
    """One plain sentence."""
    match event:
        case PointLaid(point=point):
            place = f" on {point.where}" if point.where else f" at {point.place}" if point.place else ""
            return f"{unit_name(state, point.unit)} lays its aiming point{place}"
        case Deviated(unit=unit, dice=dice, clock=clock, distance_cm=far, point=point):
            at = f", at {point.reference}" if point.reference else ""
            how = f"falls {far:g} cm off, towards {clock} o'clock{at}" if clock else f"falls on its point{at}"
            thrown = die(dice[0]) if len(dice) == 1 else f"dice {', '.join(str(one.pips) for one in dice)}"
            return f"The fire of {unit_name(state, unit)} {how}: {thrown}"
        case AreaFired():
            return _fired(state, event)
        case SosCalled(unit=unit, die=thrown, answered=answered):
            outcome = "answers the SOS call" if answered else "does not answer the SOS call"
            return f"{unit_name(state, unit)} {outcome}: {die(thrown)}"
        case ZonesEntered(unit=unit, crossings=crossings):
            attacks = counted(len(crossings), "attack")
            who = unit_name(state, unit) if unit else stand_name(state, crossings[0].stand)
            return f"{who} moves through ground under fire: {attacks}"
        case CommandStandMoved(stand=stand, says=how):
            return f"{stand_name(state, stand)} {how}"
        case MoverFiredOn(crossing=met, die=thrown, result=result):
            gun = unit_name(state, met.zone)
            return f"The fire of {gun} at {stand_name(state, met.stand)} on its way: {die(thrown)}, {RESULTS[result]}"


def _fired(state: GameState, event: AreaFired) -> str:
    how = {FireAreaKind.SOS: "fires in answer to the SOS call", FireAreaKind.MACHINE_GUN: "fires indirectly"}
    did = how.get(event.kind, "fires on its aiming point")
    place = f", {event.point.place}" if event.point.place else ""
    hits = "; ".join(f"{stand_name(state, hit.stand)} {RESULTS[hit.result]}" for hit in event.hits)
    return f"{unit_name(state, event.unit)} {did}{place}: {hits or 'nobody is in its area'}"


def name_of(state: GameState, event: GunEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case PointLaid(point=point):
            return f"{state.units[point.unit].name}'s aiming point"
        case Deviated(unit=unit):
            return f"the deviation of {state.units[unit].name}"
        case AreaFired(unit=unit):
            return f"{state.units[unit].name}'s fire"
        case SosCalled(unit=unit):
            return f"the SOS call to {state.units[unit].name}"
        case ZonesEntered(unit=unit, crossings=crossings):
            who = state.units[unit].name if unit else stand_name(state, crossings[0].stand)
            return f"{who}'s way through the fire"
        case CommandStandMoved(stand=stand):
            return f"{stand_name(state, stand)}'s move"
        case MoverFiredOn(crossing=met):
            return f"the fire at {stand_name(state, met.stand)} on its way"


TOLD: Final = Telling(says, name_of, card)
