"""A written fire plan as the game plays it, and what of it the game does not carry out (FF-FPL-24)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from rules.flanders_fields.barrages.rolling import no_barrage
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.barrages import course, speed_of
from rules.flanders_fields.fire_plan.references import in_words
from rules.flanders_fields.fire_plan.written import (
    BarrageLine,
    BombardmentLine,
    GasLine,
    Reference,
    ShiftLine,
    SosLine,
    WeaponLine,
    WorkLine,
    WrittenPlan,
)
from rules.flanders_fields.game.planned import (
    AtCall,
    FirePlan,
    Missions,
    NotedSos,
    PlannedBarrage,
    PlannedFire,
    PlannedGas,
    PlannedPoint,
    PlannedWork,
)
from rules.flanders_fields.vocabulary import Side
from rules.kernel.measure import MM_A_CM, read_off
from rules.kernel.values import dataclass

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
