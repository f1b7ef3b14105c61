"""What rolling barrages ask for now."""

from rules.flanders_fields.barrages.game.state import Barrage
from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedBarrage
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.seats import Role

NEEDS = "no_rolling_barrage"
"""The word of the step in which they are advanced (data/sequence.toml)."""


def barrages_of(state: GameState, side: Side, book: RuleBook) -> tuple[tuple[PlannedBarrage, Barrage], ...]:
    """A side's barrages that have not lifted, where its side and the date have any (FF-BAR-01, FF-BAR-03)."""
    if no_barrage(side is Side.ATTACKER, book):
        return ()
    plans = (plan for plan in state.plan.barrages if plan.side is side)
    return tuple((plan, one) for plan in plans for one in (state.barrages[plan.id],) if not one.lifted)


def to_advance(state: GameState, book: RuleBook) -> PlannedBarrage | None:
    """A barrage of the side in turn that has not been advanced in it yet."""
    own = barrages_of(state, state.turn.side, book)
    return next((plan for plan, one in own if one.turn < state.turn.number), None)


def knows_of_barrage(state: GameState, of: str, role: Role) -> bool:
    """Whether a role may know of a barrage: its own side always, everybody once it has been laid (FF-PLN-01)."""
    plan = state.plan.barrage(of)
    return plan is None or role in (Role.REFEREE, Role(plan.side.value)) or state.barrages[of].turn > 0
