"""Event cards as a seat may see them: its own hand, never the enemy's; what lies on the table everybody sees."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.cards.effects import EFFECTS
from rules.flanders_fields.cards.game.drawing import is_time_to_draw, may_draw, must_draw, player_of, too_many
from rules.flanders_fields.cards.game.events import CardDrawn, CardEvent, CardPlayed, CardTook, HandCorrected
from rules.flanders_fields.cards.game.record import HAND
from rules.flanders_fields.cards.game.state import HeldCard, card_name
from rules.flanders_fields.cards.game.taking import to_be_ordered
from rules.flanders_fields.cards.game.throws import to_come_again
from rules.flanders_fields.cards.game.words import says_card, short_name, text, title
from rules.flanders_fields.game.cards_in_force import SHOWN_ON_THE_TABLE, Deck, LyingCard
from rules.flanders_fields.game.naming import formation_name, unit_name
from rules.flanders_fields.game.outcomes import told_reasons
from rules.flanders_fields.game.state import Battalion, GameState, Regiment
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Telling
from rules.kernel.plain import plain
from rules.kernel.seats import Actor, Audience, Role

BOTH: Final = (Side.ATTACKER, Side.DEFENDER)


def heard_by(event: CardDrawn | HandCorrected) -> Audience:
    """Who may know: what stays in the drawer's hand, what is put aside and what is set right is his side's affair."""
    return Audience.ALL if isinstance(event, CardDrawn) and not event.secret else Audience(event.side.value)


def cards_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """The cards of a game as a seat of this role sees them, None where it is played without."""
    if state.settled.event_cards is Deck.NONE:
        return None
    return {
        "deck": state.settled.event_cards.value,
        "draw": _draw(state, role, book),
        "hands": [_hand(state, side, book) for side in BOTH if role in (Role.REFEREE, Role(side.value))],
        "awaited": _awaited(state, book),
        "lying": [_lying(state, one, book) for one in state.cards.lying],
    }


def _draw(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the seat whose turn it is may or must draw; None for every other seat and at any other time."""
    side = state.turn.side
    if role not in (Role.REFEREE, Role(side.value)) or not is_time_to_draw(state) or state.cards.awaited:
        return None
    # Several players may share the seat's role: each one's own draw is judged when he makes it.
    player = player_of(JudgedTable(state, Actor(Role.REFEREE), book), side)
    lay = next(to_come_again(state, side), "")
    return {
        "side": side.value,
        "name": state.side_facts(side).name,
        "must": must_draw(state, side, book),
        "may": may_draw(state, player, book) is None,
        "kept": lay,
        "kept_name": card_name(lay) if lay else "",
    }


def _hand(state: GameState, side: Side, book: RuleBook) -> dict[str, Any]:
    held = [one for one in state.cards.held if one.side is side]
    return {
        "id": f"{HAND}{side.value}",
        "side": side.value,
        "name": state.side_facts(side).name,
        "cards": [_held(one, book) for one in held],
        "too_many": sum(too_many(state, player, book) for player in {one.player for one in held}),
    }


def _held(one: HeldCard, book: RuleBook) -> dict[str, Any]:
    return _named(one.card, one.acts_as, book) | {
        "player": one.player.partition("/")[2],
        "handed": one.handed,
        "dummy": not book.table(EFFECTS).has(one.acts_as),
    }


def _named(card: str, acts_as: str, book: RuleBook) -> dict[str, Any]:
    effects = book.table(EFFECTS)
    return {
        "card": card,
        "acts_as": acts_as,
        "name": card_name(card),
        "title": title(acts_as, book),
        "says": text(acts_as, book),
        "clause": effects.word(acts_as).clause if effects.has(acts_as) else "FF-CRD-04",
    }


def _awaited(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    one = state.cards.awaited
    if one is None:
        return None
    commanders = _commanders(state, one.drawer) if one.acts_as == "clubs_10" else ()
    return _named(one.card, one.acts_as, book) | {
        "drawer": one.drawer.value,
        "drawer_name": state.side_facts(one.drawer).name,
        "chooser": one.chooser.value,
        "chooser_name": state.side_facts(one.chooser).name,
        "commanders": list(commanders),
    }


def _commanders(state: GameState, side: Side) -> Iterator[dict[str, str]]:
    battalions = (one for one in state.battalions.values() if one.on_table)
    formations: tuple[Battalion | Regiment, ...] = (*battalions, *state.regiments.values())
    for formation in formations:
        if formation.side is side and to_be_ordered(state, formation):
            yield {"value": formation.id, "word": formation.name}


def _lying(state: GameState, one: LyingCard, book: RuleBook) -> dict[str, Any]:
    names = [unit_name(state, of) if of in state.units else formation_name(state, of) for of in one.on]
    until = f"to the end of the {state.side_facts(one.until[1]).name} turn {one.until[0]}" if one.until else ""
    return _named(one.card, one.acts_as, book) | {
        "side": one.side.value,
        "side_name": state.side_facts(one.side).name,
        "on": names,
        "until": until,
        "by_hand": one.acts_as in SHOWN_ON_THE_TABLE,
    }


def card_told(event: CardEvent) -> dict[str, Any] | None:
    """The dice, the outcome and the reasons of what a card did; None where there is nothing to show."""
    match event:
        case CardDrawn(reasons=reasons):
            return {"outcome": event.card} | told_reasons(reasons)
        case CardPlayed(dice=dice, changes=changes, reasons=reasons):
            return {"dice": plain(dice), "outcome": event.card, "changes": plain(changes)} | told_reasons(reasons)
        case CardTook(bursts=bursts, changes=changes, reasons=reasons):
            told = {"dice": [plain(one.die) for one in bursts], "outcome": event.card}
            return told | {"changes": plain(changes)} | told_reasons(reasons)
        case _:
            return None


TOLD: Final = Telling(says_card, short_name, card_told)
