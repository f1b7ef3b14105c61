"""The set-up in the game state: scenario settings and the stage of the players."""

from enum import StrEnum
from typing import Final

from rules.flanders_fields.game.state.placement import Zone
from rules.flanders_fields.vocabulary import Side
from rules.kernel.frozen_dataclasses import dataclass

TO_THE_EDGE_MM: Final = 10_000
"""Longer and wider than any table: what reaches so far reaches to its edge."""
LAST_ROLL: Final = 99
"""More turns than any game has."""


class Preparation(StrEnum):
    """The steps before the first turn, one after the other (FF-FOR-15, FF-SET-10)."""

    TERRAIN = "terrain"
    WORKS = "works"
    PLANS = "plans"
    DEPLOYMENT = "deployment"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A battalion off the table: from `first_turn` on it arrives on `needed[0]` or more, the turn after on the next.

    After the last of them it needs that one again. `where` it comes on, in words.
    """

    battalion: str
    first_turn: int
    needed: tuple[int, ...]
    where: str = ""

    def needed_in(self, turn: int) -> int | None:
        """What must be rolled in a game turn; None before its first."""
        if turn < self.first_turn:
            return None
        return self.needed[min(turn - self.first_turn, len(self.needed) - 1)]


@dataclass(frozen=True, slots=True)
class PlanAllowed:
    """How many lines of each sort a side's fire plan may have; `missions` are its aircraft."""

    side: Side
    bombardments: int = 0
    barrages: int = 0
    gas: int = 0
    works: int = 0
    missions: int = 0

    @property
    def lines(self) -> tuple[tuple[str, int], ...]:
        """What there may be of each sort of line, by its word."""
        return (
            ("bombardment", self.bombardments),
            ("rolling barrage", self.barrages),
            ("gas attack", self.gas),
            ("bombarded work", self.works),
            ("aircraft mission", self.missions),
        )


@dataclass(frozen=True, slots=True)
class Objective:
    """What a side is out for: in words, what it counts for, and where it lies if it is a place.

    `side`: for whom it counts, None for whoever has it. `holder` has it now: a place is held, a deed is done.
    """

    name: str
    side: Side | None = None
    points: int = 1
    x_mm: int | None = None
    y_mm: int | None = None
    holder: Side | None = None

    def counts_for(self, side: Side) -> int:
        """Its points, for a side that holds it and for which it counts."""
        return self.points if self.holder is side and self.side in (None, side) else 0


@dataclass(frozen=True, slots=True)
class SetUp:
    """How a game is set up. `stage` is None where the players set up by themselves; `turns` 0 for no limit.

    `said` are the sides that are done with the present stage, `deployed` the formations that stand, in their order.
    `limited`: the scenario says how much fire may be planned. `decides` are lines that say who has won.
    """

    stage: Preparation | None = None
    said: tuple[Side, ...] = ()
    deployed: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    limited: bool = False
    plans: tuple[PlanAllowed, ...] = ()
    turns: int = 0
    objectives: tuple[Objective, ...] = ()
    decides: tuple[str, ...] = ()

    @property
    def is_under_way(self) -> bool:
        """Whether the players go through the steps of the book, and have not come to their end."""
        return self.stage not in (None, Preparation.READY)

    def zones_of(self, side: Side) -> tuple[Zone, ...]:
        """Where a side may deploy; nothing where nobody has said."""
        return tuple(one for one in self.zones if one.side is side)

    def plan_of(self, side: Side) -> PlanAllowed:
        """How much fire a side may plan, where that is limited."""
        return next((one for one in self.plans if one.side is side), PlanAllowed(side))

    def ends_with(self, turn: int, side: Side) -> bool:
        """Whether the scenario's last turn ends with this player turn; never where it sets no limit (AMB-10)."""
        return side is Side.DEFENDER and 0 < self.turns == turn

    def points_of(self, side: Side) -> int:
        """What a side's objectives come to as they are held now."""
        return sum(one.counts_for(side) for one in self.objectives)

    def arrival_of(self, battalion: str) -> Arrival | None:
        """How a battalion arrives; None where it does as in the specimen game."""
        return next((one for one in self.arrivals if one.battalion == battalion), None)


NO_SET_UP: Final = SetUp()
