"""What every die of a game was thrown for, and by whom: the dice of an event as the report counts them."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from rules.flanders_fields.game.air.events import AirAttacked, AircraftCalled, AirDieThrown
from rules.flanders_fields.game.assault.events import CombatDieThrown, FiredAtClosers, Fought, StoodAgainstArmour
from rules.flanders_fields.game.barrage.events import BarrageFell, BarrageRisked
from rules.flanders_fields.game.bombard.events import WorkBombarded
from rules.flanders_fields.game.cards.events import CardPlayed, CardTook
from rules.flanders_fields.game.deep.events import DeepSuppressionRolled
from rules.flanders_fields.game.events import (
    ActionSpent,
    Event,
    Fired,
    HeroicActionTried,
    MoraleTested,
    OrdersRolled,
    ReinforcementRolled,
    WeaponTested,
)
from rules.flanders_fields.game.gas.events import CloudWent, EnteredGas
from rules.flanders_fields.game.guns.events import AreaFired, Deviated, MoverFiredOn, SosCalled
from rules.flanders_fields.game.shelters.events import CameUp, HitInShelter
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Recorded, Throw


class Roll(StrEnum):
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


class Thrown(NamedTuple):
    """A die of a side, and what it was thrown for."""

    side: Side
    roll: Roll
    pips: int


Whose = Callable[[GameState, Any], Side | None]


def dice_of(state: GameState, recorded: Recorded[Event]) -> Iterator[Thrown]:
    """The dice that were thrown with an event, in its order; `state` is the one before it.

    A die that lay there already, and that the event only reads again, is not among them.
    """
    event = recorded.event
    roll, whose = KINDS.get(type(event), (Roll.CHANCE, _nobody))
    side = whose(state, event) or _sender(state, recorded)
    for number, throw in enumerate(_fresh(event, state)):
        # The first die says whether fire deviates, the others only where to.
        aside = roll is Roll.DEVIATION and number > 0
        yield Thrown(side, Roll.CHANCE if aside else roll, throw.pips)


def throws_in(value: object) -> Iterator[Throw]:
    """Every die that lies in an event, in its order."""
    if isinstance(value, Throw):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from throws_in(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from throws_in(getattr(value, one.name))


def _fresh(event: Event, state: GameState) -> Iterator[Throw]:
    """The two dice of a fight are thrown one after the other: the first is in the log by itself already.

    By house rule one die decides for several battalions that wait (GAP-98).
    """
    match event:
        case ReinforcementRolled(shared=True):
            return
        case Fought(attacker=stand, side=side, dice=dice):
            yield dice[0] if state.stands[stand].side is side else dice[1]
        case AirAttacked(target=stand, side=side, dice=dice):
            yield dice[1] if _side_of(state, stand) is side else dice[0]
        case _:
            yield from throws_in(event)


def _side_of(state: GameState, name: str) -> Side | None:
    known = state.stands.get(name) or state.units.get(name) or state.battalions.get(name)
    return known.side if known else None


def _sender(state: GameState, recorded: Recorded[Event]) -> Side:
    if recorded.role.plays:
        return Side(recorded.role.value)
    return state.turn.side


def _nobody(_state: GameState, _event: Event) -> None:
    return None


def _of(field: str) -> Whose:
    """Of the side of the stand, unit or battalion that this field names."""
    return lambda state, event: _side_of(state, getattr(event, field))


def _against(field: str) -> Whose:
    """Of the enemy of the stand that this field names."""

    def enemy(state: GameState, event: Event) -> Side | None:
        of = _side_of(state, getattr(event, field))
        return of.other if of else None

    return enemy


def _its_own(_state: GameState, event: Any) -> Side | None:
    side: Side = event.side
    return side


def _of_barrage(state: GameState, event: BarrageFell) -> Side | None:
    planned = state.plan.barrage(event.barrage)
    return planned.side if planned else None


def _of_work(state: GameState, event: WorkBombarded) -> Side | None:
    planned = state.plan.line(event.work)
    return planned.side if planned else None


def _of_zone(state: GameState, event: MoverFiredOn) -> Side | None:
    return _side_of(state, event.crossing.zone)


def _of_cloud(state: GameState, event: CloudWent | EnteredGas) -> Side | None:
    return next((one.owner for one in state.gas.clouds if one.id == event.cloud), None)


KINDS: Final[dict[type, tuple[Roll, Whose]]] = {
    OrdersRolled: (Roll.ORDERS, _of("unit")),
    Fired: (Roll.SHOOTING, _of("unit")),
    FiredAtClosers: (Roll.SHOOTING, _of("stand")),
    AreaFired: (Roll.SHELLS, _of("unit")),
    MoverFiredOn: (Roll.SHELLS, _of_zone),
    BarrageFell: (Roll.SHELLS, _of_barrage),
    WorkBombarded: (Roll.SHELLS, _of_work),
    HitInShelter: (Roll.SHELLS, _against("stand")),
    CardTook: (Roll.SHELLS, _its_own),
    Deviated: (Roll.DEVIATION, _of("unit")),
    MoraleTested: (Roll.MORALE, _of("battalion")),
    WeaponTested: (Roll.MORALE, _of("weapon")),
    StoodAgainstArmour: (Roll.MORALE, _of("stand")),
    CombatDieThrown: (Roll.COMBAT, _its_own),
    Fought: (Roll.COMBAT, _its_own),
    ReinforcementRolled: (Roll.ARRIVALS, _of("battalion")),
    AircraftCalled: (Roll.AIR, _its_own),
    AirDieThrown: (Roll.AIR, _its_own),
    AirAttacked: (Roll.AIR, _its_own),
    CloudWent: (Roll.GAS, _of_cloud),
    EnteredGas: (Roll.GAS, _of_cloud),
    ActionSpent: (Roll.OTHER, _of("unit")),
    HeroicActionTried: (Roll.OTHER, _of("stand")),
    SosCalled: (Roll.OTHER, _of("unit")),
    CameUp: (Roll.OTHER, _of("stand")),
    BarrageRisked: (Roll.OTHER, _of("stand")),
    DeepSuppressionRolled: (Roll.OTHER, _its_own),
    CardPlayed: (Roll.OTHER, _its_own),
}
"""What the dice of an event are thrown for, and whose they are; of every other kind they are chance."""
