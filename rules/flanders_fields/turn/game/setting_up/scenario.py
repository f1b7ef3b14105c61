"""A scenario as a game is set up by it."""

from collections.abc import Mapping
from enum import StrEnum

from rules.flanders_fields.game.formation_plans import RegimentPlan
from rules.flanders_fields.game.planned import FirePlan, Missions, PlannedGas
from rules.flanders_fields.game.state import SideFacts
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.vocabulary import Side
from rules.kernel.values import dataclass


class WonBy(StrEnum):
    """The condition by which a scenario is won; the rule book has none (FF-TRN-14, AMB-10)."""

    POINTS = "points"
    """The side with more points of objectives has won."""
    ALL_OBJECTIVES = "all_objectives"
    """The attacker has won with every objective; otherwise the defender has held."""
    AGREED = "agreed"
    """The players agree on it; who holds more has the better of it (FF-GAP-96)."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game ready to be set up; `clause` is empty for one that does not stand in the book.

    `won_by` is the condition of victory that `settled.decides` says in words.
    `silenced` are block houses for the objectives, in their order: one that is silent counts as the attacker's.
    `situation`, `special_rules` and `origin` are what of the briefing its author has written.
    `divisions` are the divisional commanders with their own batteries, of sides that have one on the table.
    """

    id: str
    title: str
    subtitle: str
    clause: str
    date: str
    briefing: tuple[str, ...]
    specimen_game: bool
    veterans: int
    sides: tuple[SideFacts, ...]
    plan: FirePlan
    regiments: Mapping[Side, tuple[RegimentPlan, ...]]
    gas: tuple[PlannedGas, ...]
    missions: tuple[Missions, ...]
    divisions: Mapping[Side, RegimentPlan]
    settled: ScenarioSettled | None = None
    situation: tuple[str, ...] = ()
    special_rules: tuple[str, ...] = ()
    origin: str = ""
    won_by: WonBy = WonBy.POINTS
    silenced: tuple[str, ...] = ()
