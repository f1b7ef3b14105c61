"""National rules in the game state: uses, mutinous battalions, results to set aside."""

from __future__ import annotations

from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.vocabulary import Fate, Side, Special
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a national rule: by which battalion, or (`of`) which of its tanks, in which game turn."""

    special: Special
    battalion: str
    side: Side
    turn: int
    of: str = ""


@dataclass(frozen=True, slots=True)
class BadResult:
    """The newest bad result of a battalion's morale test, and what it was and its stands were before it."""

    battalion: str
    fate: Fate
    stands: tuple[StandChange, ...]


@dataclass(frozen=True, slots=True)
class National:
    """All of it."""

    uses: tuple[Use, ...] = ()
    mutinous: tuple[str, ...] = ()
    bad_result: BadResult | None = None

    def of_battalion(self, special: Special, battalion: str) -> int:
        """How often a battalion itself has used a rule; its tanks are counted apart."""
        return sum(one.special is special and one.battalion == battalion and not one.of for one in self.uses)

    def of_side(self, special: Special, side: Side) -> int:
        """How often a side has."""
        return sum(one.special is special and one.side is side for one in self.uses)

    def in_turn(self, special: Special, battalion: str, turn: int) -> bool:
        """Whether a battalion has in this turn."""
        mine = (one for one in self.uses if one.special is special and one.battalion == battalion and not one.of)
        return any(one.turn == turn for one in mine)

    def of_tank(self, special: Special, tank: str) -> int:
        """How often one tank has."""
        return sum(one.special is special and one.of == tank for one in self.uses)

    def tanks(self, special: Special, side: Side, battalion: str = "") -> int:
        """How many tanks have, of a battalion or of the whole side."""
        mine = (one for one in self.uses if one.special is special and one.side is side and one.of)
        return len({one.of for one in mine if battalion in ("", one.battalion)})


NO_NATIONAL = National()
