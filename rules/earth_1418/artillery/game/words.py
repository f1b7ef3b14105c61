"""What happened of smoke and gas, in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.artillery.game.events import CordonLaid
from rules.earth_1418.chart import TYPED
from rules.earth_1418.game.state import EarthState
from rules.kernel.chapters import Card, Telling
from rules.kernel.dice import faces_of
from rules.kernel.plain import plain


def says(_state: EarthState, event: CordonLaid) -> str:
    """One plain sentence."""
    kind = event.cordon.kind.replace("_", " ")
    return f"A cordon of {kind} on {event.cordon.square}, wind towards {event.wind:g} degrees{_by(event)}"


def _by(event: CordonLaid) -> str:
    """Where a wind comes from that was not known before, and its value for gas."""
    thrown = f" by a {event.dice[0].pips}" if event.dice else f", {TYPED}" if event.is_wind_typed else ""
    value = "" if event.wind_value is None else f", its value {event.wind_value:g}, {TYPED}"
    return thrown + value


def names(_state: EarthState, event: CordonLaid) -> str:
    """What it is called where it is taken back."""
    return f"the cordon on {event.cordon.square}"


def card(event: Any) -> Card | None:
    """The die for the wind, and what it came to."""
    if not event.dice:
        return None
    return {"dice": faces_of(event.dice), "towards_deg": event.wind, "steps": plain(event.steps)}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)
