"""The dice of gas by the name of their roll."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.dice import Dice, turn_key
from rules.flanders_fields.game.gas.events import (
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    GasDiceThrown,
    GasReleased,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.game.state import GameState


def gas_key(state: GameState, what: str) -> str:
    """The name of what is thrown next for something of the gas step: which release it is, which part of its dice."""
    return turn_key(state, "gas", f"{what}/{len(state.gas.released)}/{len(state.gas.dice)}")


def attack_key(state: GameState, cloud: str) -> str:
    """The name of the dice a cloud throws for those it catches in its phase."""
    return turn_key(state, "gas", f"attack/{cloud}")


def enter_key(state: GameState, cloud: str, stand: str) -> str:
    """The name of the die of a stand that enters a cloud."""
    return turn_key(state, "gas", f"enter/{cloud}/{stand}")


def card_key(state: GameState) -> str:
    """The name of the dice of a card that turns the wind."""
    return turn_key(state, "gas", "card")


def _card_throws(state: GameState, event: WindTurnedByCard) -> Dice:
    return {card_key(state): event.dice}


def _part(state: GameState, event: GasDiceThrown) -> Dice:
    return {gas_key(state, event.what): event.dice}


def _release_throws(state: GameState, event: GasReleased) -> Dice:
    return {gas_key(state, "release"): event.dice} if event.dice else {}


def _wind_throws(state: GameState, event: WindChanged) -> Dice:
    return {gas_key(state, f"wind/{event.cloud}" if event.cloud else "wind"): event.dice}


def _own_die(state: GameState, event: CloudDieThrown) -> Dice:
    return {gas_key(state, f"fate/{event.cloud}"): (event.die,)}


def _gone_throws(state: GameState, event: CloudGone) -> Dice:
    return {gas_key(state, f"fate/{event.cloud}"): event.dice} if event.dice else {}


def _attack_throws(state: GameState, event: CloudWent) -> Dice:
    dice = tuple(die for hit in event.hits for die in hit.dice)
    return {attack_key(state, event.cloud): dice} if dice else {}


def _enter_throws(state: GameState, event: EnteredGas) -> Dice:
    return {enter_key(state, event.cloud, event.hit.stand): event.hit.dice} if event.hit.dice else {}


GAS_THROWS: dict[type, Callable[[GameState, Any], Dice]] = {
    GasDiceThrown: _part,
    GasReleased: _release_throws,
    WindChanged: _wind_throws,
    CloudDieThrown: _own_die,
    CloudGone: _gone_throws,
    CloudWent: _attack_throws,
    EnteredGas: _enter_throws,
    WindTurnedByCard: _card_throws,
}
