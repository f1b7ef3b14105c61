"""Gas in the game state: planned attacks, clouds and wind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.state.fire_plan import PlannedGas
from rules.flanders_fields.gas_clouds import CloudFacts, GasKind, Wind
from rules.flanders_fields.vocabulary import Side
from rules.kernel.dice import Throw
from rules.kernel.frozen_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud on the table; its middle is measured in cm from its owner's left corner.

    `phases` it has been through; `wind` is its own where a house rule gives it one (AMB-445). `within` are the stands
    that stand in it, `attacked` those it has attacked in this player turn, `acted` whether it has been through the gas
    phase of this player turn; `wind_rolled` and `own_die` are what has been thrown for it there (AMB-445, AMB-446).
    """

    id: str
    name: str
    owner: Side
    kind: GasKind
    along_cm: float
    up_cm: float
    turned_deg: int = 0
    phases: int = 0
    wind: Wind | None = None
    within: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    acted: bool = False
    wind_rolled: bool = False
    own_die: int = 0

    @property
    def facts(self) -> CloudFacts:
        """A cloud as the rules look at it."""
        return CloudFacts(
            kind=self.kind,
            owner=self.owner,
            along_cm=self.along_cm,
            up_cm=self.up_cm,
            turned_deg=self.turned_deg,
            phases=self.phases,
        )


@dataclass(frozen=True, slots=True)
class Gas:
    """All the gas of a game. The wind is seen from the attacker's edge.

    `released` tells by sides the attacks that have come; `dice` are those thrown so far for what is asked for next,
    `stated_deg` and `stated_cm` what the owner had stated of the wind before them.
    """

    planned: tuple[PlannedGas, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    wind: Wind | None = None
    released: tuple[Side, ...] = ()
    wind_rolled: bool = False
    dice: tuple[Throw, ...] = ()
    stated_deg: int | None = None
    stated_cm: float | None = None

    def cloud(self, name: str) -> Cloud | None:
        """The cloud of that id, None if there is none."""
        return next((one for one in self.clouds if one.id == name), None)

    def with_cloud(self, name: str, **fields: Any) -> Gas:
        """The same with fields of one cloud changed."""
        clouds = tuple(replace(one, **fields) if one.id == name else one for one in self.clouds)
        return replace(self, clouds=clouds)

    def in_a_new_turn(self) -> Gas:
        """The same as a player turn begins: no cloud has acted in it."""
        if not self.clouds and not self.wind_rolled and not self.dice:
            return self
        clouds = tuple(replace(one, attacked=(), acted=False, wind_rolled=False, own_die=0) for one in self.clouds)
        return replace(self, clouds=clouds, wind_rolled=False, dice=())


NO_GAS = Gas()
