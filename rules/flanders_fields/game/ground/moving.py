"""Which stands an event moves off the places the map has for them, where it does not say where to."""

from collections.abc import Iterable, Iterator

from rules.flanders_fields.game.assault.events import Fought, StoodAgainstArmour, WentIn
from rules.flanders_fields.game.events import ActionSpent, Event, MoraleTested
from rules.flanders_fields.game.gas.events import LeftGas
from rules.flanders_fields.game.guns.events import CommandStandMoved
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Action


def off_their_places(state: GameState, event: Event) -> Iterable[str]:
    """The stands whose places are only the last known ones after this event; where they went may follow as another."""
    match event:
        # A gun that is packed or unpacked spends a move where it stands.
        case ActionSpent(unit=unit, kind=Action.MOVE, carriage=None):
            return state.units[unit].stands
        case WentIn(contact=contact):
            return (contact.attacker,)
        case Fought(attacker=attacker, falls_back_cm=back) if back:
            return _attackers(state, attacker)
        case StoodAgainstArmour(stand=stand, retreat_cm=back) if back:
            return (stand,)
        case MoraleTested(battalion=battalion, retreat_cm=back) if back:
            return _of_battalion(state, battalion)
        case LeftGas(stands=stands):
            return stands
        case CommandStandMoved(stand=stand):
            return (stand,)
        case _:
            return ()


def _attackers(state: GameState, attacker: str) -> Iterator[str]:
    """A stand that falls back, with those of its unit that support it."""
    yield attacker
    for contact in state.assault.contacts if state.assault else ():
        if contact.attacker == attacker and contact.supporter:
            yield contact.supporter


def _of_battalion(state: GameState, battalion: str) -> Iterator[str]:
    yield state.battalions[battalion].commander
    for unit in state.battalions[battalion].units:
        yield from state.units[unit].stands
