"""The dice of gas by the name of their roll."""

from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import (
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    GasDiceThrown,
    GasReleased,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import Dice, Former, apart


def gas_key(state: GameState, what: str) -> str:
    """The name of what is thrown next for something of the gas step."""
    return turn_key(state, "gas", what)


def formerly_thrown(state: GameState, what: str) -> Former:
    """What it was called by which release it is, and which part of its dice."""
    return Former(turn_key(state, "gas", f"{what}/{len(state.gas.released)}/{len(state.gas.dice)}"))


def attack_key(state: GameState, cloud: str, stand: str) -> str:
    """The name of the die a cloud throws for a stand that it catches in its phase."""
    return turn_key(state, "gas", f"attack/{cloud}/{stand}")


def attack_names(state: GameState, cloud: str) -> tuple[str, str]:
    """How the names of all dice of a cloud's phase begin and end, formerly too."""
    return f"gas/attack/{cloud}/", f"/{state.turn.number}/{state.turn.side}"


def former_attack_key(state: GameState, cloud: str) -> str:
    """What the dice of a cloud's phase were called together."""
    return turn_key(state, "gas", f"attack/{cloud}")


def enter_key(state: GameState, cloud: str, stand: str) -> str:
    """The name of the die of a stand that enters a cloud."""
    return turn_key(state, "gas", f"enter/{cloud}/{stand}")


def card_key(state: GameState) -> str:
    """The name of the dice of a card that turns the wind."""
    return turn_key(state, "gas", "card")


def card_throws(state: GameState, event: WindTurnedByCard) -> Dice:
    """The dice of it by the name of their roll."""
    return {card_key(state): event.dice}


def part_throws(state: GameState, event: GasDiceThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, event.what): event.dice}


def release_throws(state: GameState, event: GasReleased) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, "release"): event.dice} if event.dice else {}


def wind_throws(state: GameState, event: WindChanged) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"wind/{event.cloud}" if event.cloud else "wind"): event.dice}


def own_die(state: GameState, event: CloudDieThrown) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"fate/{event.cloud}"): (event.die,)}


def gone_throws(state: GameState, event: CloudGone) -> Dice:
    """The dice of it by the name of their roll."""
    return {gas_key(state, f"fate/{event.cloud}"): event.dice} if event.dice else {}


def attack_throws(state: GameState, event: CloudWent) -> Dice:
    """The dice of it by the name of their roll."""
    thrown = [(attack_key(state, event.cloud, hit.stand), die) for hit in event.hits for die in hit.dice]
    return {name: (die,) for name, (_, die) in zip(apart([name for name, _ in thrown]), thrown, strict=True)}


def enter_throws(state: GameState, event: EnteredGas) -> Dice:
    """The dice of it by the name of their roll."""
    return {enter_key(state, event.cloud, event.hit.stand): event.hit.dice} if event.hit.dice else {}


def of_cloud(state: GameState, event: CloudWent | EnteredGas) -> Side | None:
    """Of the side whose cloud it is."""
    return next((one.owner for one in state.gas.clouds if one.id == event.cloud), None)
