"""What the record keeps of a hand, set to the cards that are really held; nobody else learns of it."""

from collections.abc import Sequence
from typing import Final

from rules.flanders_fields.cards.effects import CardPlay
from rules.flanders_fields.cards.game.drawing import Drawer, happens, pack_of, the_one_player
from rules.flanders_fields.cards.game.events import HandCorrected
from rules.flanders_fields.cards.game.state import FULL_PACK, HeldCard, card_name
from rules.flanders_fields.game.cards_in_force import Deck
from rules.flanders_fields.game.record.commands import Correct
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.vocabulary import Side
from rules.kernel.deeds import Correction
from rules.kernel.explain import Refusal
from rules.kernel.record import NOTHING_THERE
from rules.kernel.seats import Role

HAND: Final = "hand/"
PUT_IN, TAKE_OUT = "put_in", "take_out"
CAN_BE_HELD: Final = (
    *(f"{suit}_{rank}" for suit in ("hearts", "diamonds") for rank in ("10", "jack", "queen", "king", "ace")),
    *("clubs_queen", "spades_10", "spades_jack", "spades_king"),
)
"""What a hand may hold: red cards, and the black ones that the enemy hands over (FF-CRD-05, FF-CRD-07)."""


def hand_of(of: str) -> Side | None:
    """The side whose hand a name stands for; None for everything else."""
    return next((side for side in Side if of == f"{HAND}{side.value}"), None)


def hands(table: JudgedTable) -> list[str]:
    """The hands that the actor may know and correct."""
    if table.state.settled.event_cards is Deck.NONE:
        return []
    return [f"{HAND}{side}" for side in Side if table.may_speak_for(side) is None]


def of_a_hand(of: str) -> tuple[Sequence[str], Sequence[str]] | None:
    """What can be done to a hand, and with which cards; None of what is none."""
    return ((PUT_IN, TAKE_OUT), CAN_BE_HELD) if hand_of(of) else None


def corrected_hand(table: JudgedTable, command: Correct) -> Correction | Refusal | None:
    """What a correction of a hand would do; None of what is none."""
    side = hand_of(command.of)
    if side is None:
        return None
    found = correct_hand(table, command, side)
    if isinstance(found, Refusal):
        return found
    return Correction(found, "a hand of cards", Role(side.value), command.what == TAKE_OUT, hidden=True)


def correct_hand(table: JudgedTable, command: Correct, side: Side) -> Judgement:
    """Put a card into a hand by its name, or take one out (the physical table is the truth).

    What the other side holds is not looked at: a refusal would tell it.
    """
    knows = table.actor.role in (Role.REFEREE, Role(side.value))
    if not knows or table.state.settled.event_cards is Deck.NONE or command.what not in (PUT_IN, TAKE_OUT):
        return NOTHING_THERE
    card = str(command.value)
    held = next((one for one in table.state.cards.held if one.side is side and one.card == card), None)
    if command.what == TAKE_OUT:
        if held is None:
            return Refusal("FF-CRD-05", "that card is not in this hand", "choose one that is")
        return (HandCorrected(card, side, command.reason.strip(), None),)
    found = held or _out(table, card)
    if found:
        where = "in this hand already" if held else "on the table"
        return Refusal("", f"the {card_name(card)} is {where}", "choose another card")
    return _put_in(table, card, side, command.reason.strip())


def _out(table: JudgedTable, card: str) -> bool:
    awaited = table.state.cards.awaited
    return any(one.card == card for one in table.state.cards.lying) or bool(awaited and awaited.card == card)


def _put_in(table: JudgedTable, card: str, side: Side, reason: str) -> Judgement:
    if card not in FULL_PACK:
        return Refusal("", "there is no such card in the pack", "name a card of the pack")
    player, pack = the_one_player(table.state, side), pack_of(table.book, side)
    drawn = happens(table, card, Drawer(side, player, pack))
    if not drawn.kept:
        return Refusal("FF-CRD-04", f"the {card_name(card)} is not kept in a hand", "name a card that is")
    handed = drawn.play is CardPlay.HAND_OVER
    return (HandCorrected(card, side, reason, HeldCard(card, drawn.acts_as, side, player, pack, handed)),)
