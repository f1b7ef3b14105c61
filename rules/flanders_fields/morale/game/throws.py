"""The dice of morale and heroes by the name of their roll."""

from rules.flanders_fields.game.dice import heroic_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, WeaponTested
from rules.kernel.kept import Dice


def morale_throws(_state: GameState, event: MoraleTested) -> Dice:
    """The dice of it by the name of their roll."""
    return {f"morale/{event.battalion}/{event.threshold}": (event.die,)}


def weapon_throws(_state: GameState, event: WeaponTested) -> Dice:
    """The dice of it by the name of their roll."""
    return {f"support/{event.battalion}/{event.weapon}": (event.die,)}


def heroic_throws(_state: GameState, event: HeroicActionTried) -> Dice:
    """The dice of it by the name of their roll."""
    return {heroic_key(event.stand, event.deed, event.at): (event.die,)}
