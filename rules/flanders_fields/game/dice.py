"""A thrown die stays thrown: after a take-back the same die counts again for the same roll."""

from rules.flanders_fields.game.state import GameState
from rules.kernel.dice import D6
from rules.kernel.explain import Refusal
from rules.kernel.play import Throw

Dice = dict[str, tuple[Throw, ...]]
"""Dice by the name of their roll."""


def settle(state: GameState, roll: str, throws: tuple[Throw, ...]) -> tuple[Throw, ...] | Refusal:
    """The dice that count for a roll: those that were thrown for it before a take-back, then the new ones.

    Refuses an entered die that differs from the one that lies on the table already.
    """
    kept = state.thrown.get(roll, ())
    for before, now in zip(kept, throws, strict=False):
        if now.source == "entered" and now.pips != before.pips:
            return Refusal(
                "", f"this die has been thrown already and shows {before.pips}", f"enter {before.pips}: it stays thrown"
            )
    return (*kept[: len(throws)], *throws[len(kept) :])


def faces(throws: tuple[Throw, ...]) -> tuple[D6, ...]:
    """The thrown dice as the rules read them."""
    return tuple(D6(throw.pips) for throw in throws)


def turn_key(state: GameState, what: str, of: str) -> str:
    """The name of a roll that can happen once in a player turn."""
    return f"{what}/{of}/{state.turn.number}/{state.turn.side}"
