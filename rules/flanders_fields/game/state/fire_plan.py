"""Fire plans in the game state: plans of both sides, and sealed plans (FF-PLN)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from rules.flanders_fields.barrages import no_barrage
from rules.flanders_fields.fire_plan import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
    in_words,
)
from rules.flanders_fields.fire_plan_timetable import course, speed_of
from rules.flanders_fields.gas_clouds import Delivery, GasKind
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, Work
from rules.kernel.distances import MM_A_CM, read_off
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.sealing import SealOpening

# A side's fire plan as written before the game, with its gas and its aircraft (FF-PLN-01)


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


# A written fire plan as the game plays it, and what of it the game does not carry out (FF-FPL-24)

_HALF_TURN, _TURN = 180, 360


@dataclass(frozen=True, slots=True)
class NotCarriedOut:
    """Something that the game does not carry out as it is written: in which line (empty: of the whole), and why."""

    line: str
    because: str


@dataclass(frozen=True, slots=True)
class PlanInPlay:
    """A side's plan as the game plays it, and what is left to the players."""

    side: Side
    fires: FirePlan
    gas: tuple[PlannedGas, ...]
    missions: tuple[Missions, ...]
    left_out: tuple[NotCarriedOut, ...]

    def beside(self, plans: FirePlan, own_units: Collection[str]) -> FirePlan:
        """The plans of a game with this one in place of its side's; `own_units` are the units of its side."""
        return replace(
            plans,
            barrages=(*(one for one in plans.barrages if one.side is not self.side), *self.fires.barrages),
            fires=(*(one for one in plans.fires if one.side is not self.side), *self.fires.fires),
            works=(*(one for one in plans.works if one.side is not self.side), *self.fires.works),
            points=(*(one for one in plans.points if one.unit not in own_units), *self.fires.points),
            sos=(*(one for one in plans.sos if one.side is not self.side), *self.fires.sos),
            at_call=(*(one for one in plans.at_call if one.unit not in own_units), *self.fires.at_call),
        )


def in_play(plan: WrittenPlan, own_units: Collection[str], book: RuleBook) -> PlanInPlay:
    """A written plan as the game's own values; `own_units` are the units of its side, by their ids.

    Whether the rules allow the plan is not asked here. Deep suppression is not planned (FF-FPL-84), so that the side's
    heavy artillery stays as the scenario has it.
    """
    fires = FirePlan(
        barrages=tuple(_barrage(one, plan.side, book) for one in _whole(plan.barrages, plan, own_units, book)),
        fires=(
            *(_fire(one, plan) for one in _whole(plan.bombardments, plan, own_units, book)),
            *(_fire(one, plan) for one in _whole(plan.shifts, plan, own_units, book)),
        ),
        works=tuple(_work(one, plan.side) for one in _whole(plan.works, plan, own_units, book)),
        points=tuple(
            _point(one.unit, one.where, one.at) for one in _whole(plan.weapons, plan, own_units, book) if one.at
        ),
        sos=tuple(_sos(one, plan) for one in _whole(plan.sos_points, plan, own_units, book)),
        at_call=tuple(
            AtCall(one.unit, one.at_call_of.strip())
            for one in _whole(plan.weapons, plan, own_units, book)
            if one.at_call_of.strip()
        ),
    )
    gas = [_gas(one, plan.side) for one in _whole(plan.gas, plan, own_units, book)]
    missions = (Missions(plan.side, plan.air_missions),) if plan.air_missions else ()
    left_out = tuple(_left_out(plan, own_units, book))
    return PlanInPlay(plan.side, fires, tuple(sorted(gas, key=lambda one: one.turn)), missions, left_out)


Played = WeaponLine | ShiftLine | BombardmentLine | BarrageLine | GasLine | WorkLine | SosLine
P = TypeVar("P", bound=Played)


def _whole(lines: Iterable[P], plan: WrittenPlan, own_units: Collection[str], book: RuleBook) -> tuple[P, ...]:
    """The lines that can be played."""
    return tuple(one for one in lines if not _hinders(one, plan, own_units, book))


def _hinders(line: Played, plan: WrittenPlan, own_units: Collection[str], book: RuleBook) -> str:
    """Why a line cannot be played at all; empty where it can."""
    match line:
        case WeaponLine():
            return _hinders_weapon(line, own_units)
        case ShiftLine() | BombardmentLine():
            weapon = plan.weapon(line.weapon)
            if weapon is None or line.turn is None or line.at is None:
                return "It is not finished"
            return _hinders_weapon(weapon, own_units)
        case BarrageLine():
            refused = no_barrage(plan.side is Side.ATTACKER, book)
            return refused.because if refused else "" if line.start_mm is not None else "It is not finished"
        case GasLine():
            whole = line.kind and line.delivery and line.turn is not None and line.at is not None
            return "" if whole else "It is not finished"
        case WorkLine():
            return "" if line.name.strip() and line.work and line.turn is not None else "It is not finished"
        case SosLine():
            return _hinders_sos(line, plan, own_units)


def _hinders_sos(line: SosLine, plan: WrittenPlan, own_units: Collection[str]) -> str:
    weapon = plan.weapon(line.weapon)
    if line.at is None or (line.weapon and weapon is None):
        return "It is not finished"
    if plan.side is Side.ATTACKER:
        return "Only the defender's batteries answer SOS calls"
    return _hinders_weapon(weapon, own_units) if weapon else ""


def _hinders_weapon(line: WeaponLine, own_units: Collection[str]) -> str:
    return "" if line.unit in own_units else "Its weapon is no unit of this game"


def _left_out(plan: WrittenPlan, own_units: Collection[str], book: RuleBook) -> Iterator[NotCarriedOut]:
    """Everything that the game does not carry out as it is written, in the order of the plan."""
    played: tuple[Played, ...] = (
        *plan.weapons,
        *plan.shifts,
        *plan.bombardments,
        *plan.barrages,
        *plan.gas,
        *plan.works,
        *plan.sos_points,
    )
    for line in played:
        if because := _hinders(line, plan, own_units, book):
            yield NotCarriedOut(line.id, because)
    for barrage in plan.barrages:
        if any(one % MM_A_CM for one in _lengths(barrage)):
            yield NotCarriedOut(barrage.id, "Barrages are played in whole centimetres: its lengths are rounded")


def _lengths(line: BarrageLine) -> Iterator[int]:
    yield from (one for one in (line.start_mm, line.speed_mm) if one is not None)
    yield from line.leads_mm


def _barrage(line: BarrageLine, side: Side, book: RuleBook) -> PlannedBarrage:
    return PlannedBarrage(
        id=_id(side, "barrage", line.id),
        name=line.name.strip() or "Rolling barrage",
        side=side,
        start_cm=_whole_cm(line.start_mm or 0),
        speed_cm=_whole_cm(speed_of(line, book)),
        turns=line.turns or 0,
        halts=course(line, book).halts,
        back=line.back,
        leads=tuple(map(_whole_cm, line.leads_mm)),
        hurricane=line.hurricane,
    )


def _fire(line: BombardmentLine | ShiftLine, plan: WrittenPlan) -> PlannedFire:
    weapon, shift = plan.weapon(line.weapon), isinstance(line, ShiftLine)
    assert weapon
    assert line.at
    point = _point(weapon.unit, line.where, line.at)
    return PlannedFire(
        _id(plan.side, "shift" if shift else "fire", line.id),
        plan.side,
        point.unit,
        line.turn or 1,
        point.where,
        point.along_cm,
        point.up_cm,
        shift=shift,
    )


def _point(unit: str, where: str, at: Reference) -> PlannedPoint:
    return PlannedPoint(unit, where.strip() or in_words(at), at.along_mm / MM_A_CM, at.up_mm / MM_A_CM)


def _sos(line: SosLine, plan: WrittenPlan) -> NotedSos:
    assert line.at
    weapon = plan.weapon(line.weapon)
    point = _point(weapon.unit if weapon else "", line.where, line.at)
    return NotedSos(_id(plan.side, "sos", line.id), plan.side, point.unit, point.where, point.along_cm, point.up_cm)


def _work(line: WorkLine, side: Side) -> PlannedWork:
    assert line.work
    return PlannedWork(_id(side, "work", line.id), side, line.name.strip(), line.work, line.turn or 1)


def _gas(line: GasLine, side: Side) -> PlannedGas:
    assert line.kind
    assert line.delivery
    assert line.at
    degrees = line.wind_deg or 0
    return PlannedGas(
        side=side,
        kind=line.kind,
        delivery=line.delivery,
        turn=line.turn or 1,
        along_cm=line.at.along_mm / MM_A_CM,
        up_cm=line.at.up_mm / MM_A_CM,
        wind_deg=degrees - _TURN if degrees > _HALF_TURN else degrees,
        speed_cm=None if line.speed_mm is None else line.speed_mm / MM_A_CM,
    )


def _id(side: Side, sort: str, line: str) -> str:
    return f"{side.value}.{sort}.{line}"


def _whole_cm(length_mm: int) -> int:
    return read_off(length_mm / MM_A_CM)


# State of a sealed fire plan


@dataclass(frozen=True, slots=True)
class UnsealedPlan:
    """A plan that waits for the other side's agreement, as it would be sealed; its own side alone knows it."""

    side: Side
    written: WrittenPlan
    secret: str
    played: PlanInPlay


@dataclass(frozen=True, slots=True)
class SealedPlan:
    """A side's plan since it was sealed; `written` and `secret` are its own side's until the game is closed.

    `shown` are the pieces that have fallen, as they were proved.
    """

    side: Side
    fingerprint: str
    about: str
    allowed: int = 0
    written: WrittenPlan | None = None
    secret: str = ""
    shown: tuple[SealOpening, ...] = ()

    def has_shown(self, piece: str) -> bool:
        """Whether a piece has fallen."""
        return any(one.name == piece for one in self.shown)
