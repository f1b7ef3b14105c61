"""What things and deeds of a game are called in the log."""

from collections.abc import Iterable
from typing import Any, Final

from rules.earth_1418.game import events as ev
from rules.earth_1418.game.state import EarthState, unit_of
from rules.kernel import record_kinds as record


def called(state: EarthState, thing: str) -> str:
    """A sub-unit, formation, base, cordon or bombardment by its name; others as they are."""
    if thing in state.units:
        return state.units[thing].name
    if thing in state.formations:
        return state.formations[thing].name
    unit, _, number = thing.rpartition("/")
    if unit in state.units:
        return f"{state.units[unit].name}, base {number}"
    for cordon in state.cordons:
        if cordon.id == thing:
            return f"the {cordon.kind.replace('_', ' ')} on {cordon.square}"
    gun = thing.rpartition("-")[0]
    return f"the bombardment of {state.units[gun].name}" if gun in state.units else thing


SAID: Final = {
    "dug_in": "dug in",
    "packed": "packed",
    "under_fire": "under fire in the last bound",
    "moved_last": "moved in the last bound",
}
"""A corrected value that is so or is not, in the words of the table."""


def set_right(event: record.Corrected) -> str:
    """What a correction says, in the words of the table."""
    if event.what in SAID:
        return f"{'' if event.after else 'not '}{SAID[event.what]}"
    return f"{event.what} is {str(event.after).replace('_', ' ')}"


def name_of(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case ev.ChoiceWritten():
            return _written(state, event)
        case ev.SaidReady():
            return f"Ready of the {event.side}"
        case ev.VolleyFired():
            return f"{called(state, event.unit or event.bombardment)} at {called(state, event.target)}"
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again"
        case ev.HitsPlaced():
            return f"hits on {called(state, event.target)}"
        case ev.RecoveryRolled():
            return f"recovery of {called(state, event.unit)}"
        case ev.SubUnitMoved():
            return f"the move of {called(state, event.unit)}"
        case ev.CordonLaid():
            return f"the cordon on {event.cordon.square}"
        case ev.StepClosed():
            return f"{event.side.capitalize()} closes the step"
        case ev.TerrainLaid():
            return f"the table {event.ground.table.name}"
        case ev.BasesPlaced():
            return f"the place of {units_of(state, [one.base for one in event.bases])}"
        case ev.BasesLifted():
            return f"{units_of(state, event.bases)} off the map"
        case ev.BombardmentAimed():
            return f"the aim of {called(state, event.bombardment)}"
        case record.Corrected():
            return f"{called(state, event.of)}: {set_right(event)}"
        case record.Noted():
            return "a note"
        case record.ConsentAnswered():
            return f"what was agreed: {event.words}"
        case record.Overruled():
            return f"{event.clause} set aside"
    return type(event).__name__


def units_of(state: EarthState, bases: Iterable[str]) -> str:
    """The sub-units of some bases, by their names."""
    return ", ".join(dict.fromkeys(called(state, unit_of(one)) for one in bases))


def _written(state: EarthState, event: ev.ChoiceWritten) -> str:
    """What was written down, by what it is about."""
    named = [one.formation for one in event.commands] + [one.unit for one in event.plans]
    named += [gun for one in event.bombardments for gun in one.guns] + [one.unit for one in event.shares]
    what = "the bombardment of"
    if event.commands or event.plans:
        what = "the command of" if event.commands else "the plan of"
    elif event.shares and not event.bombardments:
        what = "the shots on"
    return f"{what} {', '.join(called(state, one) for one in named)}" if named else "plans"
