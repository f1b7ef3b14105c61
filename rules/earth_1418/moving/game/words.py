"""What happened of moves and recovery, in a sentence for the log."""

from typing import Any, Final

from rules.earth_1418.game.naming import called
from rules.earth_1418.game.state import EarthState
from rules.earth_1418.moving.game.events import RecoveryRolled
from rules.earth_1418.vocabulary import Terrain
from rules.kernel.chapters import Card, Telling
from rules.kernel.plain import plain

INTO: Final = {
    Terrain.OPEN: "open ground",
    Terrain.ROUGH: "rough ground",
    Terrain.DEFENSIBLE: "defensible ground",
    Terrain.FORTIFICATION: "a fortification",
}


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    if isinstance(event, RecoveryRolled):
        word = "recovers" if event.recovered else "does not recover"
        return f"{called(state, event.unit)}, base {event.base + 1}, {word} ({event.die.pips})"
    contact = f", in contact with {called(state, event.contact.second)}" if event.contact else ""
    return f"{called(state, event.unit)}: {event.moved_mm / 10:g} cm into {INTO[event.ends_in]}{contact}"


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    what = "recovery of" if isinstance(event, RecoveryRolled) else "the move of"
    return f"{what} {called(state, event.unit)}"


def card(event: Any) -> Card | None:
    """A recovery die, what it came to, and why."""
    if not isinstance(event, RecoveryRolled):
        return None
    found = {"unit": event.unit, "base": f"{event.unit}/{event.base + 1}", "recovered": event.recovered}
    return found | {"dice": [event.die.pips], "steps": plain(event.steps)}


TOLD: Final[Telling[EarthState]] = Telling(says, names, card)
