"""What event cards do to gas: an extra attack, and a wind that turns on the attacker (FF-GAS-28)."""

from math import isfinite

from rules.flanders_fields.game.cards_in_force import GAS as GAS_CARD
from rules.flanders_fields.game.cards_in_force import WIND as WIND_CARD
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.outcomes import reasons
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.progress import places, reached
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.gas.clouds import Delivery, GasKind
from rules.flanders_fields.gas.game.awaited import NEEDS
from rules.flanders_fields.gas.game.commands import GasByCard, WindByCard
from rules.flanders_fields.gas.game.events import GasGranted, WindTurnedByCard
from rules.flanders_fields.gas.game.scenario import FARTHEST_CM, HALF_TURN
from rules.flanders_fields.gas.game.throwing import turned_with
from rules.flanders_fields.gas.game.throws import card_key
from rules.flanders_fields.gas.wind import WindCardFacts, blow_back
from rules.flanders_fields.not_yet import no_gas
from rules.flanders_fields.vocabulary import Side
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle


def _lying(table: JudgedTable, acts_as: str) -> LyingCard | Refusal:
    """The card on the table that is carried out now, by the side it falls to."""
    lying = next((one for one in table.state.cards.lying if one.acts_as == acts_as), None)
    if lying is None:
        return Refusal("FF-GAS-28", "no card on the table does that now", "go on with the turn")
    return table.may_speak_for(lying.side) or lying


def carried_out(state: GameState, by: type[GasByCard | WindByCard]) -> tuple[Side, ...]:
    """The side that carries out now what the card on the table brings, if one does."""
    acts_as = GAS_CARD if by is GasByCard else WIND_CARD
    return tuple(one.side for one in state.cards.lying if one.acts_as == acts_as)[:1]


def gas_by_card(table: JudgedTable, command: GasByCard) -> Judgement:
    """Place the attack of the King of Spades; it comes by itself in the next gas step of its side."""
    lying = _lying(table, GAS_CARD)
    if isinstance(lying, Refusal):
        return lying
    at = (command.along_cm, command.up_cm)
    if not all(isfinite(cm) and 0 <= cm <= FARTHEST_CM for cm in at) or abs(command.wind_deg) > HALF_TURN:
        return Refusal("FF-GAS-28", "that is no point on the table", "measure it from the side's own left corner")
    refused = no_gas(table.book)
    plan = PlannedGas(
        side=lying.side,
        kind=GasKind.OFFENSIVE,
        delivery=Delivery.ARTILLERY,
        turn=_next_gas(table, lying.side),
        along_cm=round(command.along_cm, 1),
        up_cm=round(command.up_cm, 1),
        wind_deg=command.wind_deg,
        by_card=True,
    )
    return refused or (GasGranted(plan),)


def _next_gas(table: JudgedTable, side: Side) -> int:
    """The turn of a side's next gas step."""
    turn = table.state.turn
    if turn.side is not side:
        return turn.number + (turn.side is Side.DEFENDER)
    order = places(table.state, table.book) if turn.running else ()
    here, _ = next(reached(table.state, order), (-1, None))
    ahead = turn.running and any(place.step.needs == NEEDS for place in order[max(here, 0) :])
    return turn.number if ahead else turn.number + 1


def wind_by_card(table: JudgedTable, command: WindByCard) -> Judgement:
    """The wind of the Jack of Spades: straight at the attacker's trenches, two dice for its speed."""
    lying = _lying(table, WIND_CARD)
    if isinstance(lying, Refusal):
        return lying
    dice = settle(table.state, card_key(table.state), command.dice)
    if isinstance(dice, Refusal):
        return dice
    answer = blow_back(WindCardFacts(drawn_by=lying.side), faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    if isinstance(answer, MoreDice) or len(dice) != 2:
        return Refusal("FF-GAS-28", "two dice are thrown for the speed", "throw both")
    turns = turned_with(table.state.gas.clouds, answer.value, table.book)
    return (WindTurnedByCard(answer.value, dice, reasons(answer), turns),)
