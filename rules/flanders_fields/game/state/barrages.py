"""Rolling barrages in the game state, beside their plan."""

from __future__ import annotations

from rules.flanders_fields.vocabulary import Cover
from rules.kernel.dice import Throw
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BarragePiece:
    """The band, or a piece of it, and the ground it has just swept: cm up the table from its side's edge (FF-BAR-T3).

    A band in one piece has `piece` 0; pieces of 30 cm are counted from the left from 1 on, each with its own lead.
    """

    rear_cm: float
    front_cm: float
    swept_from_cm: float
    swept_to_cm: float
    piece: int = 0
    lead_cm: float = 0.0


@dataclass(frozen=True, slots=True)
class AtRisk:
    """A stand in the danger strip whose die was not under its distance: field artillery attacks it (FF-BAR-24)."""

    stand: str
    distance_cm: float
    cover: Cover
    armour_in_cover: bool
    ended_move: bool
    die: Throw


@dataclass(frozen=True, slots=True)
class Barrage:
    """A rolling barrage as play goes on; `id` is that of its plan.

    `turns`: how long it lasts, 0 before the die. `turn`: its side's turn in which it was last moved, `pieces` where it
    lies since then, none before it is laid and after it has lifted. `rolling`: stands under it are still to be told;
    `rolled` have had their die in this phase. `entered` have moved into it and `risks` are those taken, one a move, in
    this player turn. `halted`: the turn of its unplanned halt (AMB-344). `shift_cm`: how far corrections put it on.
    """

    id: str
    turns: int
    turn: int = 0
    pieces: tuple[BarragePiece, ...] = ()
    lifted: bool = False
    rolling: bool = False
    rolled: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    at_risk: AtRisk | None = None
    halted: int | None = None
    shift_cm: int = 0

    @property
    def lies(self) -> bool:
        """Whether its band lies on the table."""
        return bool(self.pieces)
