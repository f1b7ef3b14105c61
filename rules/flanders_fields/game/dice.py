"""A thrown die stays thrown: after a take-back the same die counts again for the same roll."""

from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import UnitClass
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


def order_key(state: GameState, unit: Unit) -> str:
    """The name of a unit's order roll; by house rule the rifle companies of a battalion have one together (AMB-22)."""
    return turn_key(state, "order", (unit.ordered_from or unit.of) if rolls_together(state, unit) else unit.id)


def rolls_together(state: GameState, unit: Unit) -> bool:
    """Whether one die counts for all rifle companies of its battalion (AMB-22)."""
    together = state.book().behaviour("AMB-22", {"company": False, "battalion": True})
    return together and unit.kind is UnitClass.RIFLE_COMPANY
