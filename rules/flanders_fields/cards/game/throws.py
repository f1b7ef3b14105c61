"""A card once drawn stays drawn: after a take-back it is the card that comes, as a die once thrown stays thrown."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.cards.game.events import CardDrawn, CardPlayed, CardTook
from rules.flanders_fields.cards.game.state import FULL_PACK
from rules.flanders_fields.game.dice import turn_key
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.kept import Dice
from rules.kernel.seats import Role

KIND: Final = "card"


def draw_key(state: GameState, player: str, count: int) -> str:
    """The name of a player's draw number `count` (from 0) in this player turn."""
    return turn_key(state, KIND, f"{count}/{player}")


def rally_key(state: GameState, battalion: str) -> str:
    """The name of the D3 of a Rally."""
    return turn_key(state, "rally", battalion)


def shell_key(state: GameState, stand: str) -> str:
    """The name of the die of a stand under a Random Shell."""
    return turn_key(state, "shell", f"{state.turn.side}/{stand}")


def former_shell_key(state: GameState) -> str:
    """What the dice of a Random Shell were called together."""
    return turn_key(state, "shell", state.turn.side)


def lay_there(state: GameState, player: str, count: int) -> str:
    """The card that a player drew as number `count` of this turn before a take-back; empty if none."""
    kept = state.thrown.get(draw_key(state, player, count), ())
    return FULL_PACK[kept[0].pips - 1] if kept else ""


def to_come_again(state: GameState, side: Side) -> Iterator[str]:
    """The cards a side saw in this player turn and took back: each comes again with its player's next draw."""
    before, after = f"{KIND}/", f"/{state.turn.number}/{state.turn.side}"
    for name, kept in state.thrown.items():
        if name.startswith(before) and name.endswith(after):
            count, _, player = name[len(before) : -len(after)].partition("/")
            if player.startswith(f"{side}/") and int(count) >= state.cards.drawn_by(player).count:
                yield FULL_PACK[kept[0].pips - 1]


def draws(state: GameState, event: CardDrawn) -> Dice:
    """The dice of it by the name of their roll."""
    place = Throw(FULL_PACK.index(event.card) + 1, event.source)
    return {draw_key(state, event.player, state.cards.drawn_by(event.player).count): (place,)}


def rallies(state: GameState, event: CardPlayed) -> Dice:
    """The dice of it by the name of their roll."""
    return {rally_key(state, event.on): event.dice} if event.dice else {}


def shells(state: GameState, event: CardTook) -> Dice:
    """The dice of it by the name of their roll."""
    return {shell_key(state, one.stand): (one.die,) for one in event.bursts}


def is_no_draw(_state: GameState, roll: str, _role: Role) -> bool:
    """Return whether a roll is no draw of a card: a role knows of cards only through its hand."""
    return not roll.startswith(f"{KIND}/")
