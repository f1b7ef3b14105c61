"""What a game has cost a side so far: bases by what they were, and platoons by battalion (FF-CMP-01)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from rules.flanders_fields.assault.game.events import StoodAgainstArmour
from rules.flanders_fields.cards.game.events import CardPlayed
from rules.flanders_fields.forces.campaign import CasualtiesFacts
from rules.flanders_fields.game.outcomes import StandChange
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.morale.game.events import MoraleTested, WeaponTested
from rules.flanders_fields.vocabulary import MoraleResult, Side, UnitClass
from rules.kernel.chapters import Event
from rules.kernel.record_kinds import Corrected
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class SideLosses:
    """Bases of a side that were killed, by their class, and that left the table in rout or were abandoned.

    `commanders` are command stands killed; `platoons` are the rifle platoons each battalion has lost, by its id.
    """

    killed: Mapping[UnitClass, int]
    commanders: int
    routed: int
    platoons: Mapping[str, int]

    @property
    def facts(self) -> CasualtiesFacts:
        """The same as the question about casualties takes it."""
        return CasualtiesFacts(killed=sum(self.killed.values()) + self.commanders, routed=self.routed)


def left_the_table(events: Iterable[Event]) -> frozenset[str]:
    """The stands that went in rout or were abandoned, and were not killed: the log of the game knows, its state not.

    Who is put back on the table has not left it.
    """
    left = set[str]()
    for event in events:
        match event:
            case MoraleTested(result=MoraleResult.ROUT) | WeaponTested():
                left.update(_gone(event.changes))
            case StoodAgainstArmour(result=MoraleResult.ROUT):
                left.update(_gone(event.changes))
            case MoraleTested(removed=abandoned):
                # A further level may kill by house rule (AMB-89): only what was abandoned has left.
                left.update(one for one in _gone(event.changes) if {one, one.rpartition(".")[0]} & {*abandoned})
            case Corrected(what="alive", of=stand, after=True):
                left.discard(stand)
            case _:
                pass
    return frozenset(left)


def gone_with_their_card(events: Iterable[Event]) -> frozenset[str]:
    """The batteries that a card brought and took away again (FF-CRD-08): neither killed nor in rout. One that was
    destroyed while it was there is not among them.
    """
    guests = set[str]()
    for event in events:
        if isinstance(event, CardPlayed) and event.arrived:
            guests.add(event.arrived[1].id)
        guests.difference_update(_gone(getattr(event, "changes", ())))
    return frozenset(guests)


def _gone(changes: Iterable[StandChange]) -> list[str]:
    return [change.stand for change in changes if not change.alive]


def cost_of(state: GameState, side: Side, left: Collection[str] = (), guests: Collection[str] = ()) -> SideLosses:
    """The losses of a side (FF-CMP-01, GAP-77); a battery or a machine gun is one base.

    `left` went alive; `guests` have gone with the card that brought them, and are no loss.
    """
    own = (stand for stand in state.stands.values() if stand.side is side and stand.id not in guests)
    gone = [stand for stand in own if not stand.alive]
    killed = [stand for stand in gone if stand.id not in left]
    kinds = Counter(state.units[stand.unit].kind for stand in killed if stand.unit in state.units)
    battalions = (one for one in state.battalions.values() if one.side is side)
    lost = {one.id: sum(stand in killed for stand in state.rifle_stands(one)) for one in battalions}
    return SideLosses(kinds, len(killed) - kinds.total(), len(gone) - len(killed), lost)
