"""National rules in words."""

from typing import TYPE_CHECKING, Final

from rules.flanders_fields.forces.game.events import (
    MutinyNamed,
    NationalEvent,
    OrderHelped,
    ResultSetAside,
    StormPartAttached,
)
from rules.flanders_fields.forces.game.view import national_card
from rules.flanders_fields.game.naming import formation_name, unit_name
from rules.flanders_fields.game.state import GameState
from rules.kernel.chapters import Telling
from rules.kernel.numerals import counted

if TYPE_CHECKING:
    from rules.flanders_fields.game.state import GameState


def says_national(state: "GameState", event: NationalEvent) -> str:
    """One plain sentence."""
    match event:
        case MutinyNamed(battalion=battalion):
            return f"{formation_name(state, battalion)} is mutinous: it stays where it is and defends"
        case ResultSetAside(battalion=battalion, left=left):
            return f"{formation_name(state, battalion)} resists stubbornly and holds: {counted(left, 'time')} left"
        case OrderHelped(unit=unit, special=special, earned=earned):
            rule = special.replace("_", " ").capitalize()
            return f"{unit_name(state, unit)}, {rule} after the die: {counted(earned, 'action')}"
        case StormPartAttached(unit=unit, battalion=battalion):
            return f"{state.units[unit].name} serves with {formation_name(state, battalion)} from now"


TOLD: Final = Telling(says_national, None, national_card)
