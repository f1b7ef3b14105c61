"""A kind of event of this game: what any kind has, and what Flanders Fields asks of each beside it."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any

from rules.flanders_fields.game.outcomes import FromMap
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Cover, Side
from rules.kernel.chapters import EventKind
from rules.kernel.dice import Throw
from rules.kernel.seats import Role
from rules.kernel.values import dataclass


class ThrownFor(StrEnum):
    """What a die is thrown for. `CHANCE` is better for nobody: the wind, the clock, centimetres, lots."""

    ORDERS = "orders"
    SHOOTING = "shooting"
    SHELLS = "shells"
    DEVIATION = "deviation"
    MORALE = "morale"
    COMBAT = "combat"
    ARRIVALS = "arrivals"
    AIR = "air"
    GAS = "gas"
    OTHER = "other"
    CHANCE = "chance"


Whose = Callable[[GameState, Any], Side | None]


def nobody(_state: GameState, _event: object) -> None:
    """Of dice that are nobody's by what the event says."""


def side_of(state: GameState, name: str) -> Side | None:
    """The side of a stand, unit or battalion."""
    known = state.stands.get(name) or state.units.get(name) or state.battalions.get(name)
    return known.side if known else None


def of(field: str) -> Whose:
    """Of the side of the stand, unit or battalion that this field names."""
    return lambda state, event: side_of(state, getattr(event, field))


def against(field: str) -> Whose:
    """Of the enemy of the stand that this field names."""

    def enemy(state: GameState, event: object) -> Side | None:
        of = side_of(state, getattr(event, field))
        return of.other if of else None

    return enemy


def its_own(_state: GameState, event: Any) -> Side | None:
    """Of the side that the event names."""
    side: Side = event.side
    return side


Became = tuple[str | PlannedGas, str]
"""A line of a plan, a barrage or a battalion in reserve by its id, or an attack with gas, and what has become of it."""


Fought = tuple[Side, bool, Sequence[bool]]
"""A side of a fight, whether it has won, and with which pairs of both dice it would have."""


def no_weight(_event: object) -> int:
    """Of what decides nothing besides what it cost."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening(EventKind[GameState]):
    """A kind of event.

    Its dice: what they are thrown for (`roll`), `whose` they are, and which of them are `fresh`. `moves`: the stands
    whose places on the map are only the last known ones after it. What it tells of `covers` and of how far stands are
    `apart`, and of which stands it `forgets` what was told. `about` which thing it is, where the other side may not
    know of that. `names_unit`: a seat is told of which unit.
    The sentence that a role is `told_to` where it may know less, empty where it may know all; the event as it is
    `seen_by` a role, for its card.
    For the report of a game: about how many lost bases it `weighs` besides what it cost; what `became` with it of what
    a side had kept to itself, by the state before it; how it was `fought` with two dice, by that state; whether it
    `tells_of_end` of a battalion itself; who `leaves` the table with it and is not killed; and the unit that is a
    `guest` from then on, and no loss when it goes.
    What the map had proposed is kept in its reasons; where it is kept elsewhere, `with_map` puts it there and `map_of`
    reads it.
    """

    roll: ThrownFor = ThrownFor.CHANCE
    whose: Whose = nobody
    fresh: Callable[[GameState, Any], Iterable[Throw]] | None = None
    moves: Callable[[GameState, Any], Iterable[str]] | None = None
    covers: Callable[[Any], Iterable[tuple[str, Cover]]] | None = None
    apart: Callable[[Any], Iterable[tuple[str, str, float]]] | None = None
    forgets: Callable[[GameState, Any], Iterable[str]] | None = None
    about: Callable[[Any], str] | None = None
    names_unit: bool = False
    told_to: Callable[[GameState, Any, Role], str] | None = None
    seen_by: Callable[[GameState, Any, Role], Any] | None = None
    weighs: Callable[[Any], int] = no_weight
    became: Callable[[GameState, Any], Iterable[Became]] | None = None
    fought: Callable[[GameState, Any], Iterable[Fought]] | None = None
    tells_of_end: bool = False
    leaves: Callable[[Any], Iterable[str]] | None = None
    guest: Callable[[Any], str] | None = None
    with_map: Callable[[Any, tuple[FromMap, ...]], object] | None = None
    map_of: Callable[[Any], Iterable[FromMap]] | None = None
