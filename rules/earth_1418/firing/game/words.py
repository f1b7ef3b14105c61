"""What happened of volleys, in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.firing.game import events as ev
from rules.earth_1418.game.naming import called
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.vocabulary import BaseMark, TroopType
from rules.kernel.chapters import Card, Telling
from rules.kernel.dice import Throw, faces_of
from rules.kernel.plain import plain


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    match event:
        case ev.VolleyFired():
            return _volley(state, event)
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again ({_faces(event.dice)}): {_hits(event.hits)}"
    fell = [f"{event.injured} injured"] if event.injured else []
    fell += [f"{event.killed} removed"] if event.killed else []
    return f"{called(state, event.target)}: {', '.join(fell)}{_transport_lost(state, event)}"


def _transport_lost(state: EarthState, event: ev.HitsPlaced) -> str:
    """That the transport of a formation is gone with the last of its command bases (BE-TRP-06)."""
    unit = state.units[event.target]
    formation = state.formations[unit.formation]
    commanders = [
        one.id for one in state.units.values() if one.formation == formation.id and one.unit is TroopType.COMMAND
    ]
    is_gone = event.killed and all(one is BaseMark.KILLED for one in event.bases)
    if not formation.motorised or commanders != [unit.id] or not is_gone:
        return ""
    return f"; the motor transport of {formation.name} is lost with it"


def _volley(state: EarthState, event: ev.VolleyFired) -> str:
    verb = {"shoot": "at", "fight": "in melee with", "shell": "on"}[event.how]
    by = called(state, event.unit or event.bombardment)
    by = f"{by[:1].upper()}{by[1:]}"
    again = f", {event.again} to throw again" if event.again else ""
    dice = f" ({_faces(event.dice)})" if event.dice else ""
    result = "" if event.again else f": {_hits(event.hits)}"
    return f"{by} {verb} {called(state, event.target)}, Resilience {event.volley.resilience}{dice}{result}{again}"


def _faces(dice: tuple[Throw, ...]) -> str:
    return ", ".join(map(str, faces_of(dice)))


def _hits(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case ev.VolleyFired():
            return f"{called(state, event.unit or event.bombardment)} at {called(state, event.target)}"
        case ev.DiceThrownAgain():
            return f"{called(state, event.unit)}, thrown again"
    return f"hits on {called(state, event.target)}"


def card(event: Any) -> Card:
    """Who, at whom, the faces, what they came to, and why."""
    by = {"unit": event.unit, "target": event.target}
    match event:
        case ev.VolleyFired():
            by = {"unit": event.unit or event.bombardment, "target": event.target, "how": event.how}
            reached = {"resilience": event.volley.resilience, "bonus": event.volley.bonus}
            steps = {"steps": plain(event.steps), "considered": plain(event.considered)}
            return by | {"dice": faces_of(event.dice), "hits": event.hits, "again": event.again} | reached | steps
        case ev.DiceThrownAgain():
            return by | {"dice": faces_of(event.dice), "hits": event.hits}
    return by | {"injured": event.injured, "killed": event.killed}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)
