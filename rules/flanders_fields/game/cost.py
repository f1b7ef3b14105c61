"""What a game has cost a side so far: bases by what they were, and platoons by battalion (FF-CMP-01)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from rules.flanders_fields.forces.campaign import CasualtiesFacts
from rules.flanders_fields.game.outcomes import gone
from rules.flanders_fields.game.registry import event_specs
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side, UnitClass
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
        if (happening := event_specs().get(type(event))) and happening.leaves:
            left.update(happening.leaves(event))
        elif isinstance(event, Corrected) and event.what == "alive" and event.after is True:
            left.discard(event.of)
    return frozenset(left)


def gone_with_their_card(events: Iterable[Event]) -> frozenset[str]:
    """The batteries that a card brought and took away again (FF-CRD-08): neither killed nor in rout. One that was
    destroyed while it was there is not among them.
    """
    guests = set[str]()
    for event in events:
        if (happening := event_specs().get(type(event))) and happening.guest and (guest := happening.guest(event)):
            guests.add(guest)
        guests.difference_update(gone(getattr(event, "changes", ())))
    return frozenset(guests)


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
