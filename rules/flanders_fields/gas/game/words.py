"""What happened with gas, in a sentence for the log; and the short name by which it is taken back."""

from typing import Final

from rules.flanders_fields.game.naming import RESULTS, die, stand_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import (
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    GasDiceThrown,
    GasEvent,
    GasGranted,
    GasHit,
    GasReleased,
    LeftGas,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.gas.game.state import Cloud
from rules.flanders_fields.gas.phase import CloudFate
from rules.flanders_fields.gas.wind import Wind
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw

ENDS: Final = {
    CloudFate.DRIFTS: "drifts",
    CloudFate.SINKS: "drifts and sinks to the ground",
    CloudFate.LIES: "lies where it is",
    CloudFate.LEAVES_TABLE: "drifts off the table",
    CloudFate.SPENT: "is spent",
    CloudFate.DISPERSES: "disperses",
    CloudFate.WAITS: "waits",
}


DRIFTED: Final = frozenset({CloudFate.DRIFTS, CloudFate.SINKS})
"""Fates of a cloud that lies elsewhere on the table afterwards."""


def wind_words(wind: Wind) -> str:
    """A wind as it is read at the table: where it blows to, as the attacker sees it, and how fast."""
    return f"{wind.speed_cm:g} cm, {heading(wind.direction_deg)}"


def point_words(along_cm: float, up_cm: float) -> str:
    """A place from its side's left corner: '60 cm along, 82 cm up'."""
    return f"{along_cm:g} cm along, {up_cm:g} cm up"


def heading(direction_deg: int) -> str:
    """Where a wind blows to: "straight ahead", "45 degrees right of it", "straight back"."""
    if direction_deg % 360 == 0:
        return "straight ahead of the attacker"
    if direction_deg % 360 == 180:
        return "straight back at the attacker"
    side = "right" if direction_deg > 0 else "left"
    return f"{abs(direction_deg)} degrees {side} of straight ahead of the attacker"


def name_gas(state: GameState, event: GasEvent) -> str:
    """The name of a deed on the button that takes it back."""
    match event:
        case GasDiceThrown(what=what):
            return "the dice for the wind" if what.startswith("wind") else "the dice for the release of gas"
        case GasReleased(cloud=cloud):
            return f"the release of {cloud.name.lower()}"
        case WindChanged():
            return "the dice for the wind"
        case CloudWent(cloud=cloud):
            return f"what {called(state, cloud).lower()} did"
        case EnteredGas(hit=hit):
            return f"{stand_name(state, hit.stand)} entering gas"
        case GasGranted():
            return "the gas attack of the card"
        case WindTurnedByCard():
            return "the wind of the card"
        case _:
            return says_gas(state, event)


def called(state: GameState, cloud: str) -> str:
    """A cloud's name; that of one which is gone by its number."""
    known = state.gas.cloud(cloud)
    return known.name if known else f"Gas cloud {cloud.removeprefix('cloud')}"


def says_gas(state: GameState, event: GasEvent) -> str:
    """One plain sentence."""
    match event:
        case GasDiceThrown(dice=dice, says=says):
            # What the first die of a release brings names that die itself.
            brings = says.removeprefix(f"{dice[0].pips}: ") if len(dice) == 1 else says
            return f"Gas, {_dice(dice)}: {brings}"
        case GasReleased(cloud=cloud, common_wind=wind, dice=dice):
            side = state.side_facts(cloud.owner).name
            drifts = f", wind {wind_words(blows)}" if (blows := wind or cloud.wind) else ""
            thrown = f", {_dice(dice)}" if dice else ""
            lies = f", its middle {_lies_at(cloud)} {owner_words(state, cloud.owner)}"
            return f"{side} {cloud.kind} gas is released: {cloud.name}{thrown}{lies}{drifts}"
        case WindChanged(wind=wind, change=change, cloud=cloud, dice=dice):
            whose = f"The wind of {called(state, cloud).lower()}" if cloud else "The wind"
            return f"{whose}, {_dice(dice)}: {change}, {wind_words(wind)}"
        case CloudDieThrown(cloud=cloud, die=thrown):
            return f"{called(state, cloud)} stays: its own {die(thrown)}"
        case CloudGone(cloud=cloud, fate=fate, dice=dice):
            thrown = f", its own {_dice(dice)}" if dice else ""
            return f"{called(state, cloud)} {ENDS[fate]} and is removed{thrown}"
        case CloudWent():
            return _went(state, event)
        case EnteredGas(cloud=cloud, hit=hit, attacked=attacked):
            what = _hit(hit) if attacked else "not attacked"
            return f"{stand_name(state, hit.stand)} enters {called(state, cloud).lower()}: {what}"
        case GasGranted(plan=plan):
            side = state.side_facts(plan.side).name
            return f"The card brings the {side} side an extra gas attack, in turn {plan.turn}"
        case WindTurnedByCard(wind=wind, dice=dice):
            return f"The card turns the wind, {_dice(dice)}: {wind_words(wind)}"
        case LeftGas(stands=stands):
            return f"Out of the gas: {'; '.join(stand_name(state, one) for one in stands)}"


def _went(state: GameState, event: CloudWent) -> str:
    hits = "; ".join(f"{stand_name(state, one.stand)} {_hit(one)}" for one in event.hits)
    ends = f", its middle now {point_words(event.along_cm, event.up_cm)}" if event.fate in DRIFTED else ""
    return f"{called(state, event.cloud)} {ENDS[event.fate]}{ends}: {hits or 'it touches nobody'}"


def _lies_at(cloud: Cloud) -> str:
    return f"{point_words(cloud.along_cm, cloud.up_cm)} the table"


def _hit(hit: GasHit) -> str:
    return " and ".join(RESULTS[result] for result in hit.results) or "is safe"


def _dice(dice: tuple[Throw, ...]) -> str:
    """One die by itself; several in their order, and where they were thrown."""
    if len(dice) < 2:
        return "".join(die(one) for one in dice)
    here = ", rolled here" if all(one.source == "rolled" for one in dice) else ""
    return f"dice {', '.join(str(one.pips) for one in dice)}{here}"


def owner_words(state: GameState, side: Side) -> str:
    """From which corner a cloud is measured."""
    return f"from the {state.side_facts(side).name} left corner"


def corrected_gas(what: str, after: int | float | bool | str) -> str:
    """What a correction has set, in words; empty where it is not about gas."""
    said = {
        "in_gas": "it stands in gas" if after else "it does not stand in gas",
        "direction_deg": f"it blows {after} degrees clockwise from straight ahead",
        "speed_cm": f"its speed is {after} cm",
        "along_cm": f"its middle lies {after} cm along",
        "up_cm": f"its middle lies {after} cm up the table",
        "phases": f"it has been through {after} gas phases",
    }
    return said.get(what, "")


def gas_thing(state: GameState, of: str) -> str:
    """What is corrected, where it is the wind or a cloud; else empty."""
    if of == "wind":
        return "the wind"
    return called(state, of) if of.startswith("cloud") and of not in state.units else ""
