"""The dice of an event by the name of their roll, so that they stay thrown after a take-back."""

from collections.abc import Callable
from typing import Any

from rules.flanders_fields.game.assault_events import CombatDieThrown, FiredAtClosers, Fought
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.events import (
    ActionSpent,
    Event,
    Fired,
    HeroicActionTried,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    WeaponTested,
)
from rules.flanders_fields.game.state import NO_ORDERS, GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Throw

Dice = dict[str, tuple[Throw, ...]]


def _order_throws(state: GameState, event: OrdersRolled) -> Dice:
    return {turn_key(state, "order", event.unit): (event.die, event.again) if event.again else (event.die,)}


def _fire_throws(state: GameState, event: Fired) -> Dice:
    return {_action_key(state, "fire", event.unit): tuple([die for shot in event.shots for die in shot.dice])}


def _wire_throws(state: GameState, event: ActionSpent) -> Dice:
    return {_action_key(state, "wire", event.unit): event.dice} if event.dice else {}


def _action_key(state: GameState, what: str, unit: str) -> str:
    return turn_key(state, what, f"{unit}/{len(state.orders.get(unit, NO_ORDERS).spent)}")


def _arrival_throws(state: GameState, event: ReinforcementRolled) -> Dice:
    return {turn_key(state, "arrival", event.battalion): (event.die,)}


def _morale_throws(_state: GameState, event: MoraleTested) -> Dice:
    return {f"morale/{event.battalion}/{event.threshold}": (event.die,)}


def _weapon_throws(_state: GameState, event: WeaponTested) -> Dice:
    return {f"support/{event.battalion}/{event.weapon}": (event.die,)}


def _heroic_throws(_state: GameState, event: HeroicActionTried) -> Dice:
    return {f"heroic/{event.player}": (event.die,)}


def _closing_throws(state: GameState, event: FiredAtClosers) -> Dice:
    """The dice of closing fire by the name of their roll."""
    return {closing_key(state, event.stand): event.dice} if event.dice else {}


def _combat_die_throws(state: GameState, event: CombatDieThrown) -> Dice:
    """One side's die by the name of its roll."""
    return {combat_key(state, event.attacker, event.defender, event.side): (event.die,)}


def _fight_throws(state: GameState, event: Fought) -> Dice:
    """The die that decided a fight by the name of its roll; the other one has been kept under its own."""
    die = event.dice[0 if event.side is state.stands[event.attacker].side else 1]
    return {combat_key(state, event.attacker, event.defender, event.side): (die,)}


def _which(state: GameState) -> str:
    """Which assault of the turn this is: its unit, its actions spent, how often stands of it have followed up."""
    going = state.assault
    if going is None:
        return ""
    spent = len(state.orders[going.unit].spent) if going.unit in state.orders else 0
    return f"{going.unit}/{spent}/{len(going.followed_up)}"


def closing_key(state: GameState, stand: str) -> str:
    """The name of a stand's closing fire in this assault."""
    return turn_key(state, "closing", f"{_which(state)}/{stand}")


def combat_key(state: GameState, attacker: str, defender: str, side: Side) -> str:
    """The name of one side's die in one fight of this assault."""
    return turn_key(state, "combat", f"{_which(state)}/{attacker}/{defender}/{side}")


THROWS: dict[type[Event], Callable[[GameState, Any], Dice]] = {
    OrdersRolled: _order_throws,
    Fired: _fire_throws,
    FiredAtClosers: _closing_throws,
    CombatDieThrown: _combat_die_throws,
    Fought: _fight_throws,
    ActionSpent: _wire_throws,
    ReinforcementRolled: _arrival_throws,
    MoraleTested: _morale_throws,
    WeaponTested: _weapon_throws,
    HeroicActionTried: _heroic_throws,
}
"""The dice of an event by the name of their roll; the other kinds throw none."""
