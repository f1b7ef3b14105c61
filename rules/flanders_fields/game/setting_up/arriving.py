"""When battalions arrive that wait off the table: as the scenario says, else as in the specimen game (FF-SCN-10)."""

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.reinforcements import ReinforcementFacts, reinforcements
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step

CLAUSE = "FF-SCN-10"


def may_arrive(state: GameState, battalion: str, turn: int, book: RuleBook) -> bool:
    """Whether a battalion rolls for its arrival in a game turn."""
    own = state.set_up.arrival_of(battalion)
    if own:
        return own.needed_in(turn) is not None
    return not isinstance(reinforcements(ReinforcementFacts(turn=turn), (), book), Refusal)


def arrives(state: GameState, battalion: str, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    """1 if it arrives with this die, 0 if not."""
    turn, own = state.turn.number, state.set_up.arrival_of(battalion)
    if own is None:
        return reinforcements(ReinforcementFacts(turn=turn), dice, book)
    needed = own.needed_in(turn)
    if needed is None:
        return Refusal(CLAUSE, f"It does not arrive before turn {own.first_turn}", "roll at the start of that turn")
    came = dice[0].pips >= needed
    where = f", {own.where}" if came and own.where else ""
    says = f"The scenario asks for {needed} or more in turn {turn}: {dice[0].pips}{where}"
    return Explained(int(came), None, (Step(CLAUSE, says),))
