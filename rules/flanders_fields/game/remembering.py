"""Folding what events tell of stands into what is remembered of them; what the map had said is no player's word."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rules.flanders_fields.game.air.events import AirTargetsNamed
from rules.flanders_fields.game.assault.events import WentIn
from rules.flanders_fields.game.barrage.events import BarrageFell
from rules.flanders_fields.game.bombard.events import WorkBombarded
from rules.flanders_fields.game.events import Event, Fired, ShotFired
from rules.flanders_fields.game.gas.events import CloudWent, EnteredGas, GasHit
from rules.flanders_fields.game.ground.events import StandsLifted, StandsPlaced
from rules.flanders_fields.game.ground.state import ApartTold, CoverTold
from rules.flanders_fields.game.guns.events import AreaFired, AreaHit
from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.shelters.events import CameUp, WentBelow
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.play import Recorded
from rules.kernel.record_kinds import Corrected

OfStand = tuple[str, Cover]


def forgotten(state: GameState, event: Event) -> Iterable[str]:
    """The stands of which nothing told holds any more, beside those that have moved."""
    match event:
        case StandsPlaced(places=places):
            return [one.stand for one in places]
        case StandsLifted(stands=stands) | WentBelow(stands=stands):
            return stands
        case CameUp(stand=stand):
            return (stand,)
        case EnteredGas(hit=hit):
            return (hit.stand,)
        case Corrected(of=of):
            return state.units[of].stands if of in state.units else (of,)
        case _:
            return ()


def told(state: GameState, recorded: Recorded[Event], moved: Iterable[str]) -> None:
    """Forget what no longer holds of the stands that moved, and remember what the event tells."""
    event = recorded.event
    kept = state.remembered.without((*moved, *forgotten(state, event)))
    covers, apart = COVERS.get(type(event)), _distances(event) if isinstance(event, Fired) else ()
    at = (recorded.command_id, recorded.audience)
    state.remembered = kept.with_told(
        [CoverTold(stand, cover, *at) for stand, cover in (covers(event) if covers else ())],
        [ApartTold(one, other, cm, *at) for one, other, cm in apart],
    )


def _distances(event: Fired) -> Iterator[tuple[str, str, float]]:
    for shot in event.shots:
        if not _of_map(shot.reasons.map, "range_cm"):
            yield shot.firer, shot.target, shot.range_cm


def _of_map(said: Iterable[FromMap], fact: str, stand: str = "") -> bool:
    """Whether a fact is as the map had it: it has it still, for as long as nobody moves."""
    return any(one.fact == fact and not one.overruled and (not stand or one.of == stand) for one in said)


def _fired(event: Fired) -> Iterator[OfStand]:
    shots: tuple[ShotFired, ...] = event.shots
    return ((one.target, one.cover) for one in shots if not _of_map(one.reasons.map, "cover"))


def _hits(event: AreaFired | WorkBombarded | CloudWent) -> Iterator[OfStand]:
    hits: tuple[AreaHit | GasHit, ...] = event.hits
    return ((one.stand, one.cover) for one in hits if not _of_map(event.reasons.map, "cover", one.stand))


def _entered(event: EnteredGas) -> Iterator[OfStand]:
    if not _of_map(event.hit.reasons.map, "cover"):
        yield event.hit.stand, event.hit.cover


def _fell(event: BarrageFell) -> Iterator[OfStand]:
    return ((one.stand, event.cover) for one in event.struck if not _of_map(event.reasons.map, "cover", one.stand))


def _went_in(event: WentIn) -> Iterator[OfStand]:
    if not _of_map(event.reasons.map, "cover"):
        yield event.contact.defender, event.contact.cover


def _from_the_air(event: AirTargetsNamed) -> Iterator[OfStand]:
    return ((one.stand, one.cover) for one in event.targets if not _of_map(event.reasons.map, "cover", one.stand))


COVERS: Final[Mapping[type, Callable[[Any], Iterable[OfStand]]]] = {
    Fired: _fired,
    AreaFired: _hits,
    WorkBombarded: _hits,
    CloudWent: _hits,
    EnteredGas: _entered,
    BarrageFell: _fell,
    WentIn: _went_in,
    AirTargetsNamed: _from_the_air,
}
"""The events that tell of the cover of stands, by their type."""
