"""The dice of air support by the name of their roll."""

from collections.abc import Sequence

from rules.flanders_fields.air.game.events import AirAttacked, AircraftCalled, AirDieThrown
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.kept import Dice, Former


def call_key(state: GameState, regiment: str) -> str:
    """The name of a regiment's call for aircraft (FF-AIR-06)."""
    return turn_key(state, "air", f"call/{regiment}")


def formerly_called(state: GameState) -> Former:
    """What it was called whichever regiment called: a side calls once in a player turn."""
    return Former(turn_key(state, "air", "call"))


def attack_key(state: GameState, target: str, side: Side) -> str:
    """The name of one side's die in the attack on a stand."""
    return turn_key(state, "air", f"{target}/{side}")


def call_throws(state: GameState, event: AircraftCalled) -> Dice:
    """The dice of it by the name of their roll."""
    return {call_key(state, event.regiment): (event.die,)}


def die_throws(state: GameState, event: AirDieThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {attack_key(state, event.target, event.side): (event.die,)}


def attack_throws(state: GameState, event: AirAttacked) -> Dice:
    """The die that decided it; the other one has been kept under its own name."""
    flies = state.stands[event.target].side is not event.side
    return {attack_key(state, event.target, event.side): (event.dice[0 if flies else 1],)}


def newest_die(state: GameState, event: AirAttacked) -> Sequence[Throw]:
    """The two dice of an attack are thrown one after the other: the first is in the log by itself already."""
    return (event.dice[1] if state.stands[event.target].side is event.side else event.dice[0],)
