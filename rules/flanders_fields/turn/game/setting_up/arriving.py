"""When battalions arrive that wait off the table: as the scenario says, else as in the specimen game (FF-SCN-10)."""

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.reinforcements import ReinforcementFacts, reinforcements
from rules.flanders_fields.vocabulary import DueKind
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.kept import OneForAll

CLAUSE = "FF-SCN-10"
ONE_DIE = "GAP-98"


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
    return Explained(int(came), None, (Step(CLAUSE, says, None, book.mark(ONE_DIE)),))


def expected_with(state: GameState, battalion: str, book: RuleBook) -> tuple[str, ...]:
    """The battalions whose arrival a die decides: one, by house rule all that its side expects this turn (GAP-98)."""
    side = state.battalions[battalion].side
    due = (one.of for one in state.due if one.kind is DueKind.REINFORCEMENT)
    others = tuple(one for one in due if one != battalion and state.battalions[one].side is side)
    return book.behaviour(ONE_DIE, {"each_battalion": (battalion,), "one_for_side": (battalion, *others)})


def arrival_key(state: GameState, battalion: str, book: RuleBook) -> str:
    """The name of the roll, so that its die stays thrown after a take-back."""
    side = state.battalions[battalion].side.value
    if book.behaviour(ONE_DIE, {"each_battalion": False, "one_for_side": True}):
        return OneForAll(turn_key(state, "arrival", side))
    return turn_key(state, "arrival", battalion)
