"""What aircraft did, in a sentence for the log; and the short name by which it is taken back."""

from typing import Final

from rules.flanders_fields.air.attacks import AirResult
from rules.flanders_fields.air.game.events import (
    AirAttacked,
    AircraftCalled,
    AircraftGone,
    AirDieThrown,
    AirEvent,
    AirTargetsNamed,
    GunRelaid,
    WatchedFromAir,
)
from rules.flanders_fields.air.game.record import missions_of
from rules.flanders_fields.air.game.view import air_card
from rules.flanders_fields.game.naming import die, stand_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling

ENDS: Final = {
    AirResult.DESTROYED: "destroyed",
    AirResult.SUPPRESSED: "suppressed",
    AirResult.DRAW: "a draw",
    AirResult.DRIVEN_OFF: "the aircraft are driven off",
    AirResult.AIRCRAFT_DESTROYED: "the aircraft are destroyed",
}


def name_air(state: GameState, event: AirEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case AircraftCalled():
            return "the call for aircraft"
        case AirTargetsNamed():
            return "the targets of the aircraft"
        case AirDieThrown(target=target) | AirAttacked(target=target):
            return f"the die in the air attack on {stand_name(state, target)}"
        case AircraftGone():
            return "the aircraft's leaving"
        case GunRelaid(unit=unit):
            return f"{unit_name(state, unit)} laid again"
        case WatchedFromAir(unit=unit):
            return f"the aircraft over {unit_name(state, unit)}'s point"


def says_air(state: GameState, event: AirEvent) -> str:
    """One plain sentence."""
    match event:
        case AircraftCalled(regiment=regiment, die=thrown, arrives=arrives):
            came = "they arrive" if arrives else "none come"
            return f"{state.regiments[regiment].name} calls for aircraft: {die(thrown)}, {came}"
        case AirTargetsNamed(targets=targets):
            return f"The aircraft attack {'; then '.join(stand_name(state, one.stand) for one in targets)}"
        case AirDieThrown(target=target, side=side, die=thrown):
            name = state.side_facts(side).name
            return f"The {name} side throws in the air attack on {stand_name(state, target)}: {die(thrown)}"
        case AirAttacked(target=target, dice=dice, result=result, off_line=gun):
            both = f"{die(dice[0])} against {die(dice[1])}"
            off = "; the gun has lost its line" if gun else ""
            return f"Aircraft attack {stand_name(state, target)}, {both}: {ENDS[result]}{off}"
        case AircraftGone():
            return "The aircraft leave without another attack"
        case GunRelaid(unit=unit):
            return f"{unit_name(state, unit)} is laid on its line again"
        case WatchedFromAir(unit=unit):
            return f"Aircraft observe the aiming point of {unit_name(state, unit)}"


def corrected_air(what: str, after: int | float | bool | str) -> str:
    """What a correction has set, in words; empty where it is not about aircraft."""
    return {"left": f"{after} left", "off_line": "it lies on its line"}.get(what, "")


def air_thing(state: GameState, of: str) -> str:
    """What is corrected, where it is a side's missions; else empty."""
    side = missions_of(of)
    return f"air missions of the {state.side_facts(side).name} side" if side else ""


TOLD: Final = Telling(says_air, name_air, air_card)
