"""The dice of an event by the name of their roll, so that they stay thrown after a take-back."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.air.throws import AIR_THROWS
from rules.flanders_fields.game.assault.throws import ASSAULT_THROWS
from rules.flanders_fields.game.barrage.throws import BARRAGE_THROWS
from rules.flanders_fields.game.bombard.throws import BOMBARD_THROWS
from rules.flanders_fields.game.cards.throws import CARD_THROWS
from rules.flanders_fields.game.deep.throws import DEEP_THROWS
from rules.flanders_fields.game.dice import fire_key, heroic_key, order_key, wire_key
from rules.flanders_fields.game.events import (
    ActionSpent,
    Fired,
    HeroicActionTried,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    WeaponTested,
)
from rules.flanders_fields.game.gas.throws import GAS_THROWS
from rules.flanders_fields.game.guns.throws import GUN_THROWS
from rules.flanders_fields.game.setting_up.arriving import arrival_key
from rules.flanders_fields.game.shelters.throws import SHELTER_THROWS
from rules.flanders_fields.game.state import GameState
from rules.kernel.kept import Dice, apart


def _order_throws(state: GameState, event: OrdersRolled) -> Dice:
    key = order_key(state, state.units[event.unit])
    return {key: (event.die, event.again) if event.again else (event.die,)}


def _fire_throws(state: GameState, event: Fired) -> Dice:
    names = apart([fire_key(state, shot.firer, shot.target) for shot in event.shots])
    return {name: shot.dice for name, shot in zip(names, event.shots, strict=True) if shot.dice}


def _wire_throws(state: GameState, event: ActionSpent) -> Dice:
    tried = zip(event.changes, event.dice, strict=False)
    return {wire_key(state, change.stand): (die,) for change, die in tried}


def _arrival_throws(state: GameState, event: ReinforcementRolled) -> Dice:
    return {arrival_key(state, event.battalion, state.book()): (event.die,)}


def _morale_throws(_state: GameState, event: MoraleTested) -> Dice:
    return {f"morale/{event.battalion}/{event.threshold}": (event.die,)}


def _weapon_throws(_state: GameState, event: WeaponTested) -> Dice:
    return {f"support/{event.battalion}/{event.weapon}": (event.die,)}


def _heroic_throws(_state: GameState, event: HeroicActionTried) -> Dice:
    return {heroic_key(event.stand, event.deed, event.at): (event.die,)}


THROWS: dict[type, Callable[[GameState, Any], Dice]] = {
    OrdersRolled: _order_throws,
    Fired: _fire_throws,
    **ASSAULT_THROWS,
    **SHELTER_THROWS,
    **GUN_THROWS,
    **GAS_THROWS,
    **AIR_THROWS,
    **CARD_THROWS,
    **DEEP_THROWS,
    **BARRAGE_THROWS,
    **BOMBARD_THROWS,
    ActionSpent: _wire_throws,
    ReinforcementRolled: _arrival_throws,
    MoraleTested: _morale_throws,
    WeaponTested: _weapon_throws,
    HeroicActionTried: _heroic_throws,
}
"""The dice of an event by the name of their roll; the other kinds throw none."""
