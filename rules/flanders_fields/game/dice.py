"""What the rolls of a player turn are called: kind, who, at whom; which of that name it is, the record counts."""

from collections.abc import Sequence

from rules.flanders_fields.game.state import NO_ORDERS, GameState, Unit
from rules.flanders_fields.vocabulary import UnitClass
from rules.kernel.dice import D6, Throw
from rules.kernel.kept import OneForAll


def faces(throws: tuple[Throw, ...]) -> tuple[D6, ...]:
    """The thrown dice as the rules read them."""
    return tuple(D6(throw.pips) for throw in throws)


def turn_key(state: GameState, what: str, of: str) -> str:
    """The name of a roll in this player turn. `of` begins with the one whose roll it is, then at whom or where."""
    return f"{what}/{of}/{state.turn.number}/{state.turn.side}"


def order_key(state: GameState, unit: Unit) -> str:
    """The name of a unit's order roll; by house rule the rifle companies of a battalion have one together (AMB-22)."""
    if rolls_together(state, unit):
        return OneForAll(turn_key(state, "order", unit.ordered_from or unit.of))
    return turn_key(state, "order", unit.id)


def fire_key(state: GameState, firer: str, target: str) -> str:
    """The name of what a stand throws at a target."""
    return turn_key(state, "fire", f"{firer}/{target}")


def wire_key(state: GameState, stand: str) -> str:
    """The name of the die with which a stand tries the wire."""
    return turn_key(state, "wire", stand)


def former_action_key(state: GameState, what: str, unit: str) -> str:
    """What the dice of a unit's action were called by what it had spent before, all of them together."""
    return turn_key(state, what, f"{unit}/{len(state.orders.get(unit, NO_ORDERS).spent)}")


def heroic_key(stand: str, deed: str, removes: Sequence[str]) -> str:
    """The name of the die of a heroic action, of which a player has one in a game."""
    return f"heroic/{stand}/{deed}/{'+'.join(sorted(removes))}"


def rolls_together(state: GameState, unit: Unit) -> bool:
    """Whether one die counts for all rifle companies of its battalion (AMB-22)."""
    if unit.kind is not UnitClass.RIFLE_COMPANY:
        return False
    return state.book().behaviour("AMB-22", {"company": False, "battalion": True})


def which_assault(state: GameState) -> str:
    """Which assault of the turn this is: its unit, its actions spent, how often stands of it have followed up."""
    going = state.assault
    if going is None:
        return ""
    spent = len(state.orders[going.unit].spent) if going.unit in state.orders else 0
    return f"{going.unit}/{spent}/{len(going.followed_up)}"
