"""Folding turns into the state: steps, arrivals, new commanders, staff bonuses."""

from rules.flanders_fields.game.changing import (
    change_stands,
    changed,
    settle_due,
)
from rules.flanders_fields.game.state import (
    DueRoll,
    GameState,
)
from rules.flanders_fields.turn.game.events import (
    CommanderReplaced,
    ReinforcementRolled,
    StaffBonusAllotted,
    StepBegun,
    TurnEnded,
    TurnStarted,
)
from rules.flanders_fields.vocabulary import DueKind


def turn_started(state: GameState, event: TurnStarted) -> None:
    """A player turn runs, with what it owes first."""
    state.turn = event.turn
    state.orders, state.assault, state.fired_at_closers = {}, None, ()
    arrivals = (DueRoll(DueKind.REINFORCEMENT, name) for name in event.waiting)
    promotions = (DueRoll(DueKind.FIELD_PROMOTION, name) for name in event.promotions)
    state.due = (*state.due, *(due for due in (*arrivals, *promotions) if due not in state.due))
    for regiment in state.regiments.values():
        if regiment.staff_bonus_to:
            state.regiments[regiment.id] = changed(regiment, staff_bonus_to="", staff_bonus_spent=False)


def step_begun(state: GameState, event: StepBegun) -> None:
    """A step is in hand."""
    state.turn, state.assault = event.turn, None
    change_stands(state, event.recovered)


def turn_ended(state: GameState, event: TurnEnded) -> None:
    """The player turn is over."""
    state.turn = event.turn
    state.orders, state.assault = {}, None


def arrival(state: GameState, event: ReinforcementRolled) -> None:
    """A battalion is on the table, or waits."""
    settle_due(state, DueKind.REINFORCEMENT, event.battalion)
    if event.arrived:
        battalion = state.battalions[event.battalion]
        state.battalions[event.battalion] = changed(battalion, on_table=True)


def replaced(state: GameState, event: CommanderReplaced) -> None:
    """A formation has a new commander."""
    settle_due(state, DueKind.FIELD_PROMOTION, event.formation)
    state.stands[event.stand.id] = event.stand
    if event.platoon_lost:
        state.stands[event.platoon_lost] = changed(state.stands[event.platoon_lost], alive=False)
    if event.formation in state.battalions:
        state.battalions[event.formation] = changed(state.battalions[event.formation], field_promotion=True)
    else:
        state.regiments[event.formation] = changed(state.regiments[event.formation], field_promotion=True)


def staff(state: GameState, event: StaffBonusAllotted) -> None:
    """A battalion has the staff bonus of its regiment."""
    state.regiments[event.regiment] = changed(state.regiments[event.regiment], staff_bonus_to=event.battalion)
