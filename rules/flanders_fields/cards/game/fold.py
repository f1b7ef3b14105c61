"""Folding event cards into the state: hands, discards, what lies on the table, who came with a card."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.flanders_fields.cards.game.events import (
    CardDone,
    CardDrawn,
    CardPlayed,
    CardPutAside,
    CardTook,
    HandCorrected,
)
from rules.flanders_fields.cards.game.state import Cards, HeldCard, LastOrder
from rules.flanders_fields.game.card_modifiers import over_with
from rules.flanders_fields.game.cards_in_force import LyingCard
from rules.flanders_fields.game.changing import change_stands, changed, under_fire
from rules.flanders_fields.game.state import GameState, Stand, Unit
from rules.flanders_fields.orders.facts import OrderFacts


def _dropped(cards: Cards, *gone: HeldCard | LyingCard) -> tuple[tuple[str, str], ...]:
    return (*cards.discards, *((one.pack, one.card) for one in gone))


def card_drawn(state: GameState, event: CardDrawn) -> None:
    """A card leaves its pack for a hand, the table or the discards."""
    cards = state.cards
    before = cards.drawn_by(event.player)
    now = replace(
        before,
        red=before.red + (event.play == "may"),
        black=before.black + (event.play in ("must", "hand_over")),
        dummies=before.dummies + (event.play == "dummy"),
    )
    discards = () if event.shuffled_anew else tuple(one for one in cards.discards if one != (event.pack, event.card))
    if event.shuffled_anew:
        discards = tuple(one for one in cards.discards if one[0] != event.pack)
    held, lying = cards.held, cards.lying
    if event.kept:
        handed = event.play == "hand_over"
        whose = event.side.other if handed else event.side
        held = (*held, HeldCard(event.card, event.acts_as, whose, event.keeper, event.pack, handed))
    elif event.lies:
        lying = (*lying, event.lies)
    elif not event.awaits:
        discards = (*discards, (event.pack, event.card))
    elif cards.awaited:
        discards = (*discards, (cards.awaited.pack, cards.awaited.card))
    state.cards = replace(
        cards,
        held=held,
        lying=lying,
        discards=discards,
        awaited=event.awaits or cards.awaited,
        drawn=(*(one for one in cards.drawn if one.player != event.player), now),
        players=cards.players if event.player in cards.players else (*cards.players, event.player),
    )


def card_played(state: GameState, event: CardPlayed) -> None:
    """A card leaves its hand; it lies on the table or is done with."""
    change_stands(state, event.changes)
    _leaves_hand(state, event.card, event.side, event.lies)
    if event.earned is not None:
        state.orders[event.on] = state.orders[event.on]._replace(earned=event.earned, done=False)
    if event.arrived:
        _arrives(state, *event.arrived)


def card_put_aside(state: GameState, event: CardPutAside) -> None:
    """A card goes from its hand to the discards."""
    _leaves_hand(state, event.card, event.side, None)


def hand_corrected(state: GameState, event: HandCorrected) -> None:
    """A card is in a hand after all, or is not; whatever is in no hand and not on the table lies among the discards."""
    if event.held is None:
        _leaves_hand(state, event.card, event.side, None)
        return
    cards, held = state.cards, event.held
    discards = tuple(one for one in cards.discards if one != (held.pack, held.card))
    state.cards = replace(cards, held=(*cards.held, held), discards=discards)


def _leaves_hand(state: GameState, card: str, side: str, lies: LyingCard | None) -> None:
    cards = state.cards
    held = next(one for one in cards.held if one.card == card and one.side == side)
    state.cards = replace(
        cards,
        held=tuple(one for one in cards.held if one is not held),
        lying=(*cards.lying, lies) if lies else cards.lying,
        discards=cards.discards if lies else _dropped(cards, held),
    )


def _arrives(state: GameState, unit: Unit, stand: Stand) -> None:
    """A battery that a card brings joins its regiment."""
    state.units[unit.id], state.stands[stand.id] = unit, stand
    regiment = state.regiments[unit.of]
    state.regiments[unit.of] = changed(regiment, units=(*regiment.units, unit.id))


def card_took(state: GameState, event: CardTook) -> None:
    """A black card has what it was to take; it counts on or is done with."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    cards, awaited = state.cards, state.cards.awaited
    if awaited is None:
        return
    discards = cards.discards if event.lies else (*cards.discards, (awaited.pack, awaited.card))
    lying = (*cards.lying, event.lies) if event.lies else cards.lying
    state.cards = replace(cards, awaited=None, lying=lying, discards=discards)


def card_done(state: GameState, event: CardDone) -> None:
    """What a card called for has been carried out."""
    take_away(state, [one for one in state.cards.lying if one.card == event.card and one.side is event.side])


def take_away(state: GameState, gone: Iterable[LyingCard]) -> None:
    """Cards on the table go to the discards, and who came with them leaves."""
    over = tuple(gone)
    if not over:
        return
    cards = state.cards
    lying = tuple(one for one in cards.lying if one not in over)
    state.cards = replace(cards, lying=lying, discards=_dropped(cards, *over))
    for one in over:
        for name in state.units[one.arrived].stands if one.arrived else ():
            state.stands[name] = changed(state.stands[name], alive=False)


def turn_over(state: GameState) -> None:
    """The player turn is at its end: what counted until then does not any more, and nobody has drawn."""
    take_away(state, list(over_with(state)))
    state.cards = replace(state.cards, drawn=(), last_order=None)


def order_rolled(state: GameState, unit: str, facts: OrderFacts | None, pips: int, used: tuple[LyingCard, ...]) -> None:
    """An order die was thrown: the cards played for it are used, and one may still be added (FF-CRD-22)."""
    take_away(state, used)
    if facts is not None:
        state.cards = replace(state.cards, last_order=LastOrder(unit, facts, pips))


def unit_ordered(state: GameState, event: Any) -> None:
    """The cards played for the die are used, and one may still be added."""
    order_rolled(state, event.unit, event.facts, (event.again or event.die).pips, event.cards)


def turn_ended(state: GameState, _event: object) -> None:
    """What counted until the turn ends does not any more."""
    turn_over(state)


def die_helped(state: GameState, event: Any) -> None:
    """The cards played for a die are used."""
    take_away(state, event.cards)
