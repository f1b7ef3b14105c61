"""A side's fire plan as written before the game, with its gas and its aircraft: secret till each comes (FF-PLN-01)."""

from __future__ import annotations

from rules.flanders_fields.gas.clouds import Delivery, GasKind
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class PlannedBarrage:
    """A rolling barrage as planned (FF-PLN-07); distances in cm up the table from its side's edge.

    `turns`: how long it lasts, 0 where the die is thrown in the game. `halts` and `back` are turns of its side; `leads`
    are those of its pieces of 30 cm from the left, a lag is less than 0. `hurricane`: it covers such a bombardment.
    """

    id: str
    name: str
    side: Side
    start_cm: int
    speed_cm: int
    turns: int = 0
    halts: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    leads: tuple[int, ...] = ()
    hurricane: bool = False


@dataclass(frozen=True, slots=True)
class PlannedFire:
    """A battery's fire in one turn of its side; the point is measured from the side's left corner in cm (FF-PLN-02).

    `shift`: nothing is fired, only its aiming point moves there in that turn (FF-PLN-10, AMB-309).
    """

    id: str
    side: Side
    unit: str
    turn: int
    where: str
    along_cm: float
    up_cm: float
    shift: bool = False


@dataclass(frozen=True, slots=True)
class PlannedWork:
    """A work of the enemy's that a hurricane bombardment falls on in one turn (FF-HUR-03, FF-HUR-04)."""

    id: str
    side: Side
    name: str
    work: Work
    turn: int


@dataclass(frozen=True, slots=True)
class PlannedPoint:
    """The first aiming point of a battery or mortar, registered before the game (FF-PLN-04, FF-PLN-09)."""

    unit: str
    where: str
    along_cm: float
    up_cm: float


@dataclass(frozen=True, slots=True)
class NotedSos:
    """A point that a side has noted for its SOS calls, of one battery or (`unit` empty) of any (FF-FPL-21)."""

    id: str
    side: Side
    unit: str
    where: str
    along_cm: float
    up_cm: float


@dataclass(frozen=True, slots=True)
class AtCall:
    """Who may order a superimposed battery that several share, by the name or the id of his regiment (AMB-376)."""

    unit: str
    of: str


@dataclass(frozen=True, slots=True)
class FirePlan:
    """What the sides have planned; `heavy_artillery` names those with an army's heavy guns behind them (FF-DSU-01)."""

    heavy_artillery: tuple[Side, ...] = ()
    barrages: tuple[PlannedBarrage, ...] = ()
    fires: tuple[PlannedFire, ...] = ()
    works: tuple[PlannedWork, ...] = ()
    points: tuple[PlannedPoint, ...] = ()
    sos: tuple[NotedSos, ...] = ()
    at_call: tuple[AtCall, ...] = ()

    def barrage(self, of: str) -> PlannedBarrage | None:
        """The rolling barrage of that id."""
        return next((one for one in self.barrages if one.id == of), None)

    def line(self, of: str) -> PlannedFire | PlannedWork | None:
        """The planned fire, or the work under the hurricane, of that id."""
        fire = next((one for one in self.fires if one.id == of), None)
        return fire or next((one for one in self.works if one.id == of), None)

    def shifts(self, of: str) -> bool:
        """Whether the line of that id only shifts an aiming point (FF-PLN-10)."""
        return any(one.id == of and one.shift for one in self.fires)

    def hurricane(self, side: Side) -> bool:
        """Whether a side's bombardment is a hurricane (FF-HUR-01)."""
        covers = any(one.hurricane for one in self.barrages if one.side is side)
        return covers or any(one.side is side for one in self.works)


@dataclass(frozen=True, slots=True)
class PlannedGas:
    """A gas attack that is still to come; only its own side knows of it.

    Its point is measured in cm from its owner's left corner (for projectors the front of the forward trench), its wind
    in degrees clockwise from straight ahead; `speed_cm` is written only where a house rule wants it (GAP-67).
    """

    side: Side
    kind: GasKind
    delivery: Delivery
    turn: int
    along_cm: float
    up_cm: float
    wind_deg: int = 0
    speed_cm: float | None = None
    by_card: bool = False


@dataclass(frozen=True, slots=True)
class Missions:
    """How many ground attack missions a side's plan still holds (FF-AIR-15); the other side does not know."""

    side: Side
    left: int
