"""Folding what gas did into the state."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.changing import change_stands, changed, under_fire
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.remembering import OfStand, of_map
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import (
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    GasDiceThrown,
    GasGranted,
    GasReleased,
    LeftGas,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.gas.game.state import Gas
from rules.flanders_fields.gas.phase import CloudFate


def gas_dice_thrown(state: GameState, event: GasDiceThrown) -> None:
    """Dice that ask for more."""
    state.gas = replace(
        state.gas,
        dice=(*state.gas.dice, *event.dice),
        stated_deg=event.wind_deg,
        stated_cm=event.written_cm,
    )


def gas_released(state: GameState, event: GasReleased) -> None:
    """A planned attack is a cloud now."""
    gas = state.gas
    left = list(gas.planned)
    if event.plan in left:
        left.remove(event.plan)
    state.gas = replace(
        gas,
        planned=tuple(left),
        clouds=(*gas.clouds, event.cloud),
        wind=event.common_wind or gas.wind,
        released=(*gas.released, event.plan.side),
        dice=(),
    )


def wind_changed(state: GameState, event: WindChanged) -> None:
    """The wind blows on, or turns."""
    gas = replace(state.gas, dice=())
    if event.cloud:
        gas = gas.with_cloud(event.cloud, wind=event.wind, wind_rolled=True)
    else:
        gas = replace(gas, wind=event.wind, wind_rolled=True)
    for cloud, turned_deg in event.turned:
        gas = gas.with_cloud(cloud, turned_deg=turned_deg)
    state.gas = gas


def cloud_die_thrown(state: GameState, event: CloudDieThrown) -> None:
    """A cloud stays, by its own die."""
    state.gas = replace(state.gas, dice=()).with_cloud(event.cloud, own_die=event.die.pips)


def cloud_gone(state: GameState, event: CloudGone) -> None:
    """A cloud is removed."""
    gas = state.gas
    state.gas = replace(gas, clouds=tuple(one for one in gas.clouds if one.id != event.cloud), dice=())
    count_those_in_gas(state)


def cloud_went(state: GameState, event: CloudWent) -> None:
    """A cloud has been through its phase."""
    hit = tuple(one.stand for one in event.hits)
    state.gas = state.gas.with_cloud(
        event.cloud,
        along_cm=event.along_cm,
        up_cm=event.up_cm,
        phases=event.phases,
        within=event.within,
        attacked=hit,
        acted=True,
    )
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    if event.fate is CloudFate.LEAVES_TABLE:
        state.gas = replace(state.gas, clouds=tuple(one for one in state.gas.clouds if one.id != event.cloud))
    count_those_in_gas(state)


def entered_gas(state: GameState, event: EnteredGas) -> None:
    """A stand went into a cloud, or through it."""
    cloud, stand = state.gas.cloud(event.cloud), event.hit.stand
    if cloud:
        within = tuple(one for one in cloud.within if one != stand) + ((stand,) if event.stays else ())
        attacked = (*cloud.attacked, stand) if event.attacked else cloud.attacked
        state.gas = state.gas.with_cloud(cloud.id, within=within, attacked=attacked)
    change_stands(state, event.changes)
    under_fire(state, (), event.companies)
    count_those_in_gas(state)


def left_gas(state: GameState, event: LeftGas) -> None:
    """Stands stand in no cloud any more."""
    for cloud in state.gas.clouds:
        within = tuple(one for one in cloud.within if one not in event.stands)
        state.gas = state.gas.with_cloud(cloud.id, within=within)
    for name in event.stands:
        state.stands[name] = changed(state.stands[name], in_gas=False)
    count_those_in_gas(state)


def gas_granted(state: GameState, event: GasGranted) -> None:
    """An extra attack is to come."""
    state.gas = replace(state.gas, planned=(*state.gas.planned, event.plan))


def wind_turned_by_card(state: GameState, event: WindTurnedByCard) -> None:
    """The wind blows as the card says, for every cloud."""
    gas = replace(state.gas, wind=event.wind)
    for cloud in gas.clouds:
        gas = gas.with_cloud(cloud.id, wind=event.wind if cloud.wind else None)
    for name, turned_deg in event.turned:
        gas = gas.with_cloud(name, turned_deg=turned_deg)
    state.gas = gas


def count_those_in_gas(state: GameState) -> None:
    """Every stand on the table is marked by the clouds it stands in."""
    within = {name for cloud in state.gas.clouds for name in cloud.within}
    for name, stand in state.stands.items():
        if stand.alive and stand.in_gas is not (name in within):
            state.stands[name] = changed(stand, in_gas=name in within)


def cover_told(event: EnteredGas) -> Iterator[OfStand]:
    """The cover of the stand that the gas attacks."""
    if not of_map(event.hit.reasons.map, "cover"):
        yield event.hit.stand, event.hit.cover


def with_map(event: EnteredGas, said: tuple[FromMap, ...]) -> EnteredGas:
    """The same with what the map said kept in the reasons of its hit."""
    return replace(event, hit=replace(event.hit, reasons=replace(event.hit.reasons, map=said)))


def map_of(event: EnteredGas) -> tuple[FromMap, ...]:
    """What the map said of it."""
    return event.hit.reasons.map


def planned(state: GameState, event: Any) -> None:
    """The gas of the plans waits to come."""
    state.gas = Gas(planned=event.gas)


def turn_begins(state: GameState, _event: object) -> None:
    """What counts by the player turn counts anew."""
    state.gas = state.gas.in_a_new_turn()


def entered(_state: GameState, event: EnteredGas) -> Sequence[str]:
    """The stand that has moved into it."""
    return (event.hit.stand,)


def leaving(_state: GameState, event: LeftGas) -> Sequence[str]:
    """The stands that leave it."""
    return event.stands
