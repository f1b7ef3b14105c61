"""The dice of the rolling barrage by the name of their roll."""

from rules.flanders_fields.barrages.game.due import knows_of_barrage
from rules.flanders_fields.barrages.game.events import BarrageFell, BarrageRisked, BarrageTurnsRolled, How
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows
from rules.flanders_fields.vocabulary import Side
from rules.kernel.kept import Dice, Former
from rules.kernel.seats import Role

TURNS = "barrage_turns"
"""What the die for how long it lasts is called; its side keeps it to itself."""


def turns_key(barrage: str) -> str:
    """The name of the die for how long it lasts."""
    return f"{TURNS}/{barrage}"


def under_key(state: GameState, barrage: str, stand: str, how: How) -> str:
    """The name of a stand's die under the band, or of the attack on it behind the band."""
    return turn_key(state, "barrage", f"{barrage}/{stand}/{how}")


def formerly_under(state: GameState, barrage: str, stand: str, how: How) -> Former:
    """What it was called by the risks the stand had taken before."""
    return Former(turn_key(state, "barrage", f"{barrage}/{stand}/{how}/{_risks(state, barrage, stand)}"))


def risk_key(state: GameState, barrage: str, stand: str) -> str:
    """The name of the die for a stand's risk at the end of a move."""
    return turn_key(state, "barrage_risk", f"{barrage}/{stand}")


def formerly_at_risk(state: GameState, barrage: str, stand: str) -> Former:
    """What it was called by the risks the stand had taken before."""
    return Former(turn_key(state, "barrage_risk", f"{barrage}/{stand}/{_risks(state, barrage, stand)}"))


def _risks(state: GameState, barrage: str, stand: str) -> int:
    return state.barrages[barrage].risks.count(stand)


def turns_throws(_state: GameState, event: BarrageTurnsRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {turns_key(event.barrage): (event.die,)}


def fell_throws(state: GameState, event: BarrageFell) -> Dice:
    """The dice of it by the name of their roll."""
    return {under_key(state, event.barrage, one.stand, event.how): one.dice for one in event.struck if one.dice}


def risk_throws(state: GameState, event: BarrageRisked) -> Dice:
    """The dice of it by the name of their roll."""
    return {risk_key(state, event.barrage, event.stand): (event.die,)}


def of_barrage(state: GameState, event: BarrageFell) -> Side | None:
    """Of the side whose barrage it is."""
    planned = state.plan.barrage(event.barrage)
    return planned.side if planned else None


def knows_of_roll(state: GameState, roll: str, role: Role) -> bool:
    """Whether a role may know of a roll, as far as it is made for a barrage."""
    what, of, *_ = roll.split("/")
    plan = state.plan.barrage(of)
    if plan is None or knows(role, plan.side):
        return True
    return what != TURNS and knows_of_barrage(state, of, role)
