"""The sentences of the log."""

from typing import Any, Final

from rules.earth_1418.game import events as ev
from rules.earth_1418.game.naming import called, set_right, units_of
from rules.earth_1418.game.state import BoundPhase, EarthState
from rules.earth_1418.vocabulary import Terrain
from rules.kernel.plain import plain
from rules.kernel.play import Throw
from rules.kernel.record_kinds import Corrected
from rules.kernel.recording import said

TYPED: Final = "typed by you"
INTO: Final = {
    Terrain.OPEN: "open ground",
    Terrain.ROUGH: "rough ground",
    Terrain.DEFENSIBLE: "defensible ground",
    Terrain.FORTIFICATION: "a fortification",
}


def says(state: EarthState, event: Any) -> str:
    """One plain sentence of an event. It tells nothing but what the event itself says."""
    match event:
        case ev.EarthBegun():
            return f"{event.facts.title}, {event.facts.date}: {len(event.units)} sub-units on the table"
        case ev.ChoiceWritten():
            return _sealed(state, event)
        case ev.SaidReady():
            return f"{event.side.capitalize()} is ready"
        case ev.CommandsOpened():
            told = ", ".join(f"{called(state, one.formation)} {one.command.upper()}" for one in event.commands)
            return f"Commands: {told}"
        case ev.PlansOpened():
            told = ", ".join(f"{called(state, one.unit)} {one.plan.replace('_', ' ')}" for one in event.plans)
            return f"Plans of step {event.step}: {told}" if told else f"Plans of step {event.step} are made, unseen"
        case ev.VolleyFired():
            return _volley(state, event)
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again ({_faces(event.dice)}): {_hits(event.hits)}"
        case ev.HitsPlaced():
            fell = [f"{event.injured} injured"] if event.injured else []
            fell += [f"{event.killed} removed"] if event.killed else []
            return f"{called(state, event.target)}: {', '.join(fell)}"
        case ev.RecoveryRolled():
            word = "recovers" if event.recovered else "does not recover"
            return f"{called(state, event.unit)}, base {event.base + 1}, {word} ({event.die.pips})"
        case ev.SubUnitMoved():
            return _moved(state, event)
        case ev.CordonLaid():
            kind = event.cordon.kind.replace("_", " ")
            return f"A cordon of {kind} on {event.cordon.square}, wind towards {event.wind:g} degrees{_by(event)}"
        case ev.StepClosed():
            return f"{event.side.capitalize()} has nothing more to do in this step"
        case ev.StepBegan():
            return _began(event)
        case ev.BoundEnded():
            return f"Bound {event.bound} begins"
        case ev.TerrainLaid():
            return f"The table {event.ground.table.name} is laid"
        case ev.BasesPlaced():
            return f"{units_of(state, [one.base for one in event.bases])}: placed on the map"
        case ev.BasesLifted():
            return f"{units_of(state, event.bases)}: taken off the map"
        case ev.BombardmentAimed():
            return f"Aimed, unseen: {event.x_mm / 10:g} cm along and {event.y_mm / 10:g} cm up the table"
    right = f"{called(state, event.of)}, {set_right(event)}" if isinstance(event, Corrected) else ""
    return said(event, str.capitalize, right)


def card(event: Any) -> dict[str, Any]:
    """What a screen shows of an event with dice: who, at whom, the faces, what they came to, and why."""
    match event:
        case ev.VolleyFired():
            by = {"unit": event.unit or event.bombardment, "target": event.target, "how": event.how}
            reached = {"resilience": event.volley.resilience, "bonus": event.volley.bonus}
            steps = {"steps": plain(event.steps), "considered": plain(event.considered)}
            return by | {"dice": _pips(event.dice), "hits": event.hits, "again": event.again} | reached | steps
        case ev.DiceThrownAgain():
            by = {"unit": event.unit, "target": event.target}
            return by | {"dice": _pips(event.dice), "hits": event.hits}
        case ev.RecoveryRolled():
            found = {"unit": event.unit, "base": f"{event.unit}/{event.base + 1}", "recovered": event.recovered}
            return found | {"dice": [event.die.pips], "steps": plain(event.steps)}
        case ev.BasesPlaced():
            # Of a move, or of a table that is laid with everybody on it, that one says it.
            return {"beside": True}
        case ev.CordonLaid() if event.dice:
            return {"dice": _pips(event.dice), "towards_deg": event.wind, "steps": plain(event.steps)}
        case ev.HitsPlaced():
            return {"unit": event.unit, "target": event.target, "injured": event.injured, "killed": event.killed}
    return {}


def _pips(dice: tuple[Throw, ...]) -> list[int]:
    return [one.pips for one in dice]


def _sealed(state: EarthState, event: ev.ChoiceWritten) -> str:
    commands = [f"{called(state, one.formation)} {one.command.upper()}" for one in event.commands]
    plans = [f"{called(state, one.unit)} {one.plan.replace('_', ' ')}" for one in event.plans]
    rounds = [f"{one.lays.value.replace('_', ' ')} on {one.square}" for one in event.bombardments]
    shares = [f"{one.shots} shots on {called(state, one.unit)}" for one in event.shares]
    return f"Written, unseen: {', '.join([*commands, *plans, *rounds, *shares]) or 'nothing'}"


def _by(event: ev.CordonLaid) -> str:
    """Where a wind comes from that was not known before, and its value for gas."""
    thrown = f" by a {event.dice[0].pips}" if event.dice else f", {TYPED}" if event.is_wind_typed else ""
    value = "" if event.wind_value is None else f", its value {event.wind_value:g}, {TYPED}"
    return thrown + value


def _volley(state: EarthState, event: ev.VolleyFired) -> str:
    verb = {"shoot": "at", "fight": "in melee with", "shell": "on"}[event.how]
    by = called(state, event.unit or event.bombardment)
    by = f"{by[:1].upper()}{by[1:]}"
    again = f", {event.again} to throw again" if event.again else ""
    dice = f" ({_faces(event.dice)})" if event.dice else ""
    result = "" if event.again else f": {_hits(event.hits)}"
    return f"{by} {verb} {called(state, event.target)}, Resilience {event.volley.resilience}{dice}{result}{again}"


def _moved(state: EarthState, event: ev.SubUnitMoved) -> str:
    contact = f", in contact with {called(state, event.contact.second)}" if event.contact else ""
    return f"{called(state, event.unit)}: {event.moved_mm / 10:g} cm into {INTO[event.ends_in]}{contact}"


def _began(event: ev.StepBegan) -> str:
    many = len(event.restored)
    restored = f"; {many} {'base moves' if many == 1 else 'bases move'} normally again" if many else ""
    if event.phase is BoundPhase.PLANNING:
        return f"Planning step {event.step}"
    return f"Melee{restored}" if event.phase is BoundPhase.MELEE else f"Execution step {event.step}{restored}"


def _faces(dice: tuple[Throw, ...]) -> str:
    return ", ".join(str(one.pips) for one in dice)


def _hits(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}"
