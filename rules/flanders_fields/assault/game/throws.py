"""The dice of an assault by the name of their roll."""

from collections.abc import Sequence

from rules.flanders_fields.assault.game.events import CombatDieThrown, FightDecided, FiredAtClosers, StoodAgainstArmour
from rules.flanders_fields.game.dice import turn_key, which_assault
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.kept import Dice, Former


def closing_throws(state: GameState, event: FiredAtClosers) -> Dice:
    """The dice of closing fire by the name of their roll."""
    return {closing_key(state, event.stand, event.target): event.dice} if event.dice else {}


def stand_throws(state: GameState, event: StoodAgainstArmour) -> Dice:
    """The die of a stand against armour by the name of its roll."""
    return {standing_key(state, event.stand): (event.die,)}


def combat_die_throws(state: GameState, event: CombatDieThrown) -> Dice:
    """One side's die by the name of its roll."""
    return {combat_key(state, event.attacker, event.defender, event.side): (event.die,)}


def fight_throws(state: GameState, event: FightDecided) -> Dice:
    """The die that decided a fight by the name of its roll; the other one has been kept under its own."""
    die = event.dice[0 if event.side is state.stands[event.attacker].side else 1]
    return {combat_key(state, event.attacker, event.defender, event.side): (die,)}


def closing_key(state: GameState, stand: str, target: str) -> str:
    """The name of a stand's closing fire at an attacker."""
    return turn_key(state, "closing", f"{stand}/{target}")


def formerly_closing(state: GameState, stand: str) -> Former:
    """What it was called by its assault; a tank and a block house may fire more than once."""
    before = sum(shot.stand == stand for shot in state.assault.shots) if state.assault else 0
    again = f"/{before + 1}" if before else ""
    return Former(turn_key(state, "closing", f"{which_assault(state)}/{stand}{again}"))


def standing_key(state: GameState, stand: str) -> str:
    """The name of a stand's roll to stand against armour."""
    return turn_key(state, "stand", stand)


def formerly_standing(state: GameState, stand: str) -> Former:
    """What it was called by its assault."""
    return Former(turn_key(state, "stand", f"{which_assault(state)}/{stand}"))


def combat_key(state: GameState, attacker: str, defender: str, side: Side) -> str:
    """The name of one side's die in a fight."""
    return turn_key(state, "combat", f"{attacker}/{defender}/{side}")


def formerly_in_combat(state: GameState, attacker: str, defender: str, side: Side) -> Former:
    """What it was called by its assault."""
    return Former(turn_key(state, "combat", f"{which_assault(state)}/{attacker}/{defender}/{side}"))


def newest_die(state: GameState, event: FightDecided) -> Sequence[Throw]:
    """The two dice of a fight are thrown one after the other: the first is in the log by itself already."""
    return (event.dice[0] if state.stands[event.attacker].side is event.side else event.dice[1],)
