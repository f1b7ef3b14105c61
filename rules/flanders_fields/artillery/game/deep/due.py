"""What deep suppression asks for now."""

from rules.flanders_fields.artillery.deep_suppression import DeepFire, no_deep_suppression
from rules.flanders_fields.artillery.game.deep.state import Deep
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.vocabulary import ARTILLERY, Side

NEEDS = "no_heavy_artillery"
"""The word of the step in which it is rolled for (data/sequence.toml)."""


def rolls_deep(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether a side rolls for it at the start of its turns: heavy guns stand behind it, and the date has it."""
    facts = DeepFire(attacker=side is Side.ATTACKER)
    return side in state.plan.heavy_artillery and no_deep_suppression(facts, book) is None


def rolled_now(state: GameState) -> bool:
    """Whether the die of this player turn has been thrown."""
    newest = newest_of(state, state.turn.side)
    return newest is not None and newest.turn == state.turn.number


def newest_of(state: GameState, side: Side) -> Deep | None:
    """A side's newest die; None before the first."""
    return next((one for one in state.deep if one.side is side), None)


def to_lose(state: GameState) -> Deep | None:
    """The die after which a battery is still to be lost."""
    return next((one for one in state.deep if one.among), None)


def batteries_of(state: GameState, side: Side) -> tuple[Unit, ...]:
    """A side's batteries that are left (mortars are none, AMB-382)."""
    units = (unit for unit in state.units.values() if unit.side is side and unit.kind in ARTILLERY)
    return tuple(unit for unit in units if state.living(unit) and not state.off_table(unit.id))
