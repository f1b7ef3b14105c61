"""Who judges which command of event cards, and what waits for one."""

from collections.abc import Sequence

from rules.flanders_fields.cards.game.commands import (
    CardCarriedOut,
    DrawCard,
    PlayCard,
    PutCardAside,
    SayWhatItTakes,
)
from rules.flanders_fields.cards.game.drawing import draw, is_time_to_draw, must_draw, put_aside, too_many
from rules.flanders_fields.cards.game.events import CardDone
from rules.flanders_fields.cards.game.playing import play
from rules.flanders_fields.cards.game.state import card_name
from rules.flanders_fields.cards.game.taking import say_what_it_takes
from rules.flanders_fields.game.cards_in_force import SHOWN_ON_THE_TABLE
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import LeavesStep, SetsRight
from rules.kernel.chapters import Command, Event, judged_by
from rules.kernel.explain import Refusal
from rules.kernel.record_kinds import AnswerRequest, CarryOut, Note, Overrule, TakeBack, Withdraw

ALWAYS = (TakeBack, AnswerRequest, Withdraw, Note, SetsRight, Overrule, CarryOut)


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what waits for a card that is to be drawn or to take something, and for a hand that is too full."""
    if isinstance(command, ALWAYS):
        return None
    awaited = table.state.cards.awaited
    if awaited and not isinstance(command, SayWhatItTakes):
        chooser = table.state.side_facts(awaited.chooser).name
        because = f"the {card_name(awaited.card)} is on the table, and the {chooser} side has not said what it takes"
        return Refusal("FF-CRD-06", because, "say it first")
    full = table.once(_too_full) if table.state.cards.held else None
    if full and not isinstance(command, PlayCard | PutCardAside | SayWhatItTakes):
        return full
    drawing = isinstance(command, LeavesStep) and is_time_to_draw(table.state)
    if drawing and must_draw(table.state, table.state.turn.side, table.book):
        return Refusal("FF-CRD-02", "the turn begins with a card being drawn", "draw it")
    return None


def _too_full(table: JudgedTable) -> Refusal | None:
    """Refuses a side whose own hand is too full; nobody else learns of it."""
    mine = {one.player for one in table.state.cards.held if one.side.value == table.actor.role.value}
    if not any(too_many(table.state, player, table.book) for player in mine):
        return None
    return Refusal("FF-CRD-03", "there are more cards in hand than may be kept", "play one, or put it aside")


def done_by(acts_as: str, table: JudgedTable, event: Event) -> Sequence[Event]:
    """What a card on the table has brought, and that the card is done."""
    lying = next(one for one in table.state.cards.lying if one.acts_as == acts_as)
    return event, CardDone(lying.card, lying.side)


def _carried_out(table: JudgedTable, command: CardCarriedOut) -> Judgement:
    """What only the table shows is done (FF-CRD-24, FF-CRD-26)."""
    lying = next((one for one in table.state.cards.lying if one.card == command.card), None)
    if lying is None or lying.acts_as not in SHOWN_ON_THE_TABLE:
        return Refusal("FF-CRD-06", "no card of that name waits to be carried out", "go on with the turn")
    return table.may_speak_for(lying.side) or (CardDone(lying.card, lying.side),)


judge = judged_by(
    {
        DrawCard: draw,
        PlayCard: play,
        SayWhatItTakes: say_what_it_takes,
        PutCardAside: put_aside,
        CardCarriedOut: _carried_out,
    }
)
"""Who judges which command of event cards."""
