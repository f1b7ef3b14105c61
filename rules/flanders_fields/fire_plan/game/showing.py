"""Which pieces of a sealed plan have fallen with what has just happened, so that everybody may see and prove them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, WorkBombarded
from rules.flanders_fields.artillery.game.events import AreaFired, SosCalled
from rules.flanders_fields.artillery.game.sos_calls import is_at, noted_points
from rules.flanders_fields.artillery.game.state import AimingPoint
from rules.flanders_fields.barrages.game.events import BarrageAdvanced, BarrageLifted
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.game.events import PlanPiecesShown
from rules.flanders_fields.fire_plan.game.state import SealedPlan
from rules.flanders_fields.fire_plan.game.written import in_play
from rules.flanders_fields.fire_plan.sealed import masked, pieces, reveal
from rules.flanders_fields.fire_plan.written import BarrageLine, BombardmentLine, WeaponLine, WrittenPlan
from rules.flanders_fields.game.planned import PlannedGas
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.gas.game.events import GasReleased
from rules.kernel.chapters import Event
from rules.kernel.measure import MM_A_CM, read_off

_SHOWING = (FiredByPlan, WorkBombarded, BarrageAdvanced, BarrageLifted, GasReleased, AreaFired, SosCalled)
"""What of a plan falls where everybody sees it."""


def shown_by(state: GameState, happened: Iterable[Event], book: RuleBook) -> Iterator[PlanPiecesShown]:
    """The pieces of each sealed plan that these events, which everybody hears of, have brought to light."""
    events = tuple(event for event in happened if isinstance(event, _SHOWING))
    if not events:
        return
    for sealed in state.sealed:
        if sealed.written is None:
            continue
        secret = bytes.fromhex(sealed.secret)
        plan = masked(sealed.written, secret)
        fallen = dict.fromkeys(name for event in events for name in _fallen(state, event, sealed, plan, book))
        if not fallen:
            continue
        there = pieces(sealed.written, secret)
        names = [name for name in fallen if name in there and not sealed.has_shown(name)]
        if names:
            yield PlanPiecesShown(sealed.side, tuple(reveal(sealed.written, secret, name) for name in names))


def _fallen(state: GameState, event: Event, sealed: SealedPlan, plan: WrittenPlan, book: RuleBook) -> Iterator[str]:
    """The names of the pieces that an event of the masked plan's own side shows, whether there or not."""
    match event:
        case FiredByPlan(line=of) if line := _own(of, sealed):
            fire = plan.line(line)
            if isinstance(fire, BombardmentLine):
                yield from (f"bombardment/{line}", f"weapon/{fire.weapon}")
        case WorkBombarded(work=of) if line := _own(of, sealed):
            yield f"work/{line}"
        case BarrageAdvanced(barrage=of) | BarrageLifted(barrage=of) if line := _own(of, sealed):
            barrage = plan.line(line)
            if isinstance(barrage, BarrageLine):
                yield from _of_barrage(state, event, barrage)
        case GasReleased(plan=came) if came.side is sealed.side:
            yield from _of_gas(came, sealed, plan, book)
        case SosCalled(unit=unit, point=point) if point is not None and state.units[unit].side is sealed.side:
            yield from _of_call(state, unit, point)
        case AreaFired(unit=unit, point=point) if state.units[unit].side is sealed.side:
            yield from _of_point(state, unit, point, plan)
        case _:
            return


def _own(of: str, sealed: SealedPlan) -> str:
    """The masked line behind what the game calls side.sort.line; empty for another side's."""
    side, _, line = (*of.split(".", 2), "", "")[:3]
    return line if side == sealed.side.value else ""


def _of_barrage(state: GameState, event: BarrageAdvanced | BarrageLifted, line: BarrageLine) -> Iterator[str]:
    """What is seen of it: where it begins, how far it moves, where it stopped once it goes on, that it ends."""
    before = state.barrages[event.barrage]
    if isinstance(event, BarrageAdvanced) and event.laid:
        yield f"barrage/{line.id}"
        return
    if isinstance(event, BarrageLifted):
        yield f"turns/{line.id}"
    elif not event.went_cm:
        return
    else:
        yield f"speed/{line.id}"
        yield from (f"back/{line.id}/{n}" for n, turn in enumerate(line.back, 1) if turn == event.turn)
    rears = {read_off(piece.rear_cm - piece.lead_cm) for piece in before.pieces}
    for n, halt in enumerate(line.halts, 1):
        # How long it stops would be told too early while it still does.
        if any(halt.up_mm <= rear * MM_A_CM for rear in rears):
            yield f"halt/{line.id}/{n}"


def _of_gas(came: PlannedGas, sealed: SealedPlan, plan: WrittenPlan, book: RuleBook) -> Iterator[str]:
    """The line of it that has not come yet; several may be written alike."""
    for line in plan.gas:
        alone = replace(plan, weapons=(), shifts=(), bombardments=(), barrages=(), works=(), gas=(line,))
        if in_play(alone, (), book).gas == (came,) and not sealed.has_shown(f"gas/{line.id}"):
            yield f"gas/{line.id}"
            return


def _of_point(state: GameState, unit: str, point: AimingPoint, plan: WrittenPlan) -> Iterator[str]:
    """Fire on a point that still lies where the plan has laid it: by the last move of it, or from the beginning."""
    weapon = next((one for one in plan.weapons if one.unit == unit), None)
    laid = state.guns.point_of(unit)
    if weapon is None or laid is None or not laid.registered:
        return
    yield f"weapon/{weapon.id}"
    done = [one for one in state.plan.fires if one.unit == unit and one.shift and one.id in state.plan_done]
    if not done and _lies(point, weapon):
        yield f"point/{weapon.id}"
    for shift in done[-1:]:
        if (shift.along_cm, shift.up_cm) == (point.along_cm, point.up_cm):
            yield f"shift/{shift.id.split('.', 2)[2]}"


def _of_call(state: GameState, unit: str, point: AimingPoint) -> Iterator[str]:
    """A call that was answered onto a point which the plan has noted."""
    for noted in noted_points(state, state.units[unit]):
        if is_at(noted, point.along_cm, point.up_cm):
            yield f"sos/{noted.id.split('.', 2)[2]}"


def _lies(point: AimingPoint, weapon: WeaponLine) -> bool:
    return weapon.at is not None and (weapon.at.along_mm / MM_A_CM, weapon.at.up_mm / MM_A_CM) == (
        point.along_cm,
        point.up_cm,
    )
