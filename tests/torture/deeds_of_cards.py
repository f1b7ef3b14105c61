"""What the event cards of any evening could do now: drawn, played, put aside, told what they take, carried out."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from rules.flanders_fields.game.actions.cards.card_draws import is_time_to_draw, too_many
from rules.flanders_fields.game.state.cards import FULL_PACK, GAS, SHOWN_ON_THE_TABLE, WIND, Deck, HeldCard, LyingCard
from rules.flanders_fields.game.state.game import GameState
from rules.kernel.seats import Role

COVERS: Final = ("open", "soft", "medium", "hard")
EVENTS: Final = tuple(card for card in FULL_PACK if not card.partition("_")[2].isdecimal() or card.endswith("_10"))

SHOWN: Final = tuple(sorted(SHOWN_ON_THE_TABLE))


class Table(Protocol):
    """A game in play."""

    state: GameState
    host: Role

    def _send(self, role: Role, kind: str, overrule: str = "", unreadable: bool = False, **fields: Any) -> bool: ...


Die = Callable[[random.Random], dict[str, Any]]


def of_cards(table: Table, die: Die) -> Iterator[Callable[[random.Random], object]]:
    """What makes sense, the likelier the oftener; nothing in a game without event cards."""
    cards = table.state.cards
    if table.state.facts and is_time_to_draw(table.state):
        yield from [lambda chance: _draw(table, chance)] * 8
    if cards.awaited:
        yield from [lambda chance: _say_what_it_takes(table, die, chance)] * 20
    if overfull(table.state):
        yield from [lambda chance: _put_aside(table, chance)] * 12
    if cards.held:
        yield from [lambda chance: _play_card(table, die, chance)] * 3
    if table.state.facts and table.state.settled.event_cards is not Deck.NONE:
        yield lambda chance: _put_into_hand(table, chance)
    for lying in cards.lying:
        if lying.acts_as in SHOWN_ON_THE_TABLE:
            yield from [lambda chance, lying=lying: _carry_out(table, die, lying, chance)] * 6


def overfull(state: GameState) -> list[HeldCard]:
    """The cards of the hands that hold more than they may: their side does nothing else before that is mended."""
    book = state.book()
    return [one for one in state.cards.held if too_many(state, one.player, book)]


def _put_aside(table: Table, chance: random.Random) -> None:
    held = chance.choice(overfull(table.state))
    table._send(Role(held.side.value), "put_card_aside", card=held.card)


def _draw(table: Table, chance: random.Random) -> None:
    """From the pack of the game, seldom from another; most often a card that does something."""
    by_name = table.state.settled.event_cards is Deck.TABLE
    if by_name is (chance.random() < 0.9):
        card = chance.choice(chance.choice((SHOWN, SHOWN, EVENTS, FULL_PACK)))
        table._send(_turn(table), "draw_card", card=card)
    else:
        table._send(_turn(table), "draw_card", pack={"shuffled": []})


def _say_what_it_takes(table: Table, die: Die, chance: random.Random) -> None:
    """Whoever chooses names one or two things of the drawer's, fit or not."""
    state, awaited = table.state, table.state.cards.awaited
    assert awaited is not None
    mine = [one.id for one in state.stands.values() if one.side is awaited.drawer and one.alive]
    formations = [one.id for one in state.battalions.values() if one.side is awaited.drawer]
    on = chance.sample(mine, 1) if awaited.card != "clubs_10" else chance.sample(formations, 1)
    under = [{"stand": on[0], "cover": chance.choice(COVERS), "die": die(chance)}] if chance.random() < 0.7 else []
    shelled = under if awaited.card == "spades_queen" else []
    table._send(Role(awaited.chooser.value), "say_what_it_takes", card=awaited.card, on=on, shelled=shelled)


def _put_into_hand(table: Table, chance: random.Random) -> None:
    """A hand set right, most often a red card that it has besides."""
    side = chance.choice(("attacker", "defender"))
    red = [card for card in EVENTS if card.startswith(("hearts", "diamonds"))]
    fields: dict[str, Any] = {"of": f"hand/{side}", "what": "put_in", "value": chance.choice(red), "reason": "seen"}
    table._send(table.host, "correct", **fields)


def _play_card(table: Table, die: Die, chance: random.Random) -> None:
    """A card of a hand on anything at all; a hand that is too full puts it aside."""
    state = table.state
    held = chance.choice(state.cards.held)
    role = Role(held.side.value)
    if chance.random() < 0.2:
        table._send(role, "put_card_aside", card=held.card)
        return
    on = chance.choice(sorted([*state.units, *state.battalions, *state.regiments, *state.stands]))
    owed = [due.of for due in state.due]
    on = chance.choice(owed) if owed and chance.random() < 0.5 else on
    more: dict[str, Any] = {"die": die(chance)} if held.card == "hearts_queen" else {}
    more |= {"roll": chance.choice(("order", "morale")), "at_wire": chance.random() < 0.5}
    table._send(role, "play_card", card=held.card, on=on, **more)


def _carry_out(table: Table, die: Die, lying: LyingCard, chance: random.Random) -> None:
    """What only the table shows: gas where its owner wants it, a wind that turns, or a word that it is done."""
    role, what = Role(lying.side.value), chance.random()
    if what < 0.2:
        table._send(role, "card_carried_out", card=lying.card)
    elif lying.acts_as == GAS:
        at: dict[str, Any] = {"along_cm": chance.choice((0.0, 60.0, 90.5)), "up_cm": chance.choice((20.0, 75.0))}
        table._send(role, "gas_by_card", wind_deg=chance.choice((0, 45, 180)), **at)
    elif lying.acts_as == WIND:
        table._send(role, "wind_by_card", dice=[die(chance), die(chance)])


def _turn(table: Table) -> Role:
    return Role(table.state.turn.side.value)
