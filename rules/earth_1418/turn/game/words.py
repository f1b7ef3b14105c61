"""What happened of setting up and of the steps, in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.game.naming import called, commanded
from rules.earth_1418.game.state import BoundPhase, EarthState
from rules.earth_1418.turn.game import events as ev
from rules.earth_1418.turn.game.creating import EarthBegun, count_of_bounds, how_it_begins
from rules.kernel.chapters import Telling


def says(state: EarthState, event: Any) -> str:
    """One plain sentence. It tells nothing but what the event itself says."""
    match event:
        case EarthBegun():
            return how_it_begins(event)
        case ev.SubUnitsRemoved():
            return f"{', '.join(event.names)}: removed from the game"
        case ev.SaidReady():
            return f"{event.side.capitalize()} is ready"
        case ev.CommandsOpened():
            told = "; ".join(f"{called(state, one.formation)} {commanded(one)}" for one in event.commands)
            return f"Commands: {told}"
        case ev.PlansOpened():
            told = ", ".join(f"{called(state, one.unit)} {one.plan.replace('_', ' ')}" for one in event.plans)
            return f"Plans of step {event.step}: {told}" if told else f"Plans of step {event.step} are made, unseen"
        case ev.StepClosed():
            return f"{event.side.capitalize()} has nothing more to do in this step"
        case ev.StepBegan():
            return _began(event)
    return _next_bound(state, event.bound)


def _next_bound(state: EarthState, bound: int) -> str:
    """Which bound begins, and how it stands to the length that was settled."""
    bounds = state.settled.bounds
    if bounds is not None and bound == bounds + 1:
        return f"The last of {count_of_bounds(bounds)} is over"
    return f"Bound {bound} begins, the last" if bound == bounds else f"Bound {bound} begins"


def _began(event: ev.StepBegan) -> str:
    many = len(event.restored)
    restored = f"; {many} {'base moves' if many == 1 else 'bases move'} normally again" if many else ""
    if event.phase is BoundPhase.PLANNING:
        return f"Planning step {event.step}"
    return f"Melee{restored}" if event.phase is BoundPhase.MELEE else f"Execution step {event.step}{restored}"


def names(_state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case ev.SubUnitsRemoved():
            return f"the removal of {', '.join(event.names)}"
        case ev.SaidReady():
            return event.deed
        case ev.StepClosed():
            return f"{event.side.capitalize()} closes the step"
    return type(event).__name__


TOLD: Final[Telling[EarthState]] = Telling(says, names)
