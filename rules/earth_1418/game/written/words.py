"""What was written unseen, in a sentence for the log of its own side."""

from typing import Any, Final

from rules.earth_1418.game.naming import called, commanded
from rules.earth_1418.game.state import EarthState, PlanGiven
from rules.earth_1418.game.written.events import BombardmentAimed, ChoiceWritten
from rules.kernel.chapters import Telling


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    if isinstance(event, BombardmentAimed):
        return f"Aimed, unseen: {event.x_mm / 10:g} cm along and {event.y_mm / 10:g} cm up the table"
    commands = [f"{called(state, one.formation)} {commanded(one)}" for one in event.commands]
    plans = [f"{called(state, one.unit)} {_planned(state, one)}" for one in event.plans]
    rounds = [f"{one.lays.value.replace('_', ' ')} on {one.square}" for one in event.bombardments]
    shares = [f"{one.shots} shots on {called(state, one.unit)}" for one in event.shares]
    return f"Written, unseen: {', '.join([*commands, *plans, *rounds, *shares]) or 'nothing'}"


def _planned(state: EarthState, plan: PlanGiven) -> str:
    """What a sub-unit does, by its plan; of a gun also that it packs or unpacks."""
    if plan.packs:
        return "unpacks" if state.units[plan.unit].packed else "packs up"
    return plan.plan.replace("_", " ")


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    if isinstance(event, BombardmentAimed):
        return f"the aim of {called(state, event.bombardment)}"
    return _written(state, event)


def _written(state: EarthState, event: ChoiceWritten) -> str:
    """What was written down, by what it is about."""
    named = [one.formation for one in event.commands] + [one.unit for one in event.plans]
    named += [gun for one in event.bombardments for gun in one.guns] + [one.unit for one in event.shares]
    what = "the bombardment of"
    if event.commands or event.plans:
        what = "the command of" if event.commands else "the plan of"
    elif event.shares and not event.bombardments:
        what = "the shots on"
    return f"{what} {', '.join(called(state, one) for one in named)}" if named else "plans"


TOLD: Final[Telling[EarthState]] = Telling(says, names)
