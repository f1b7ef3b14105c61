"""The deeds of commanding and planning: nobody else is told of them, nor waits for anything but Ready."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from rules.earth_1418.game.choosing import (
    chooses,
    command_formation,
    firing,
    formations_of,
    guns_of,
    laid_now,
    may_be_ready,
    open_bombardments,
    order_bombardment,
    plan_unit,
    share_shots,
    shots_left,
    without_command,
    written,
)
from rules.earth_1418.game.commands import CommandFormation, OrderBombardment, PlanSubUnit, SayReady, ShareShots
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.prospects import (
    command_brings,
    lays_denied,
    plan_brings,
    plans_denied,
    round_brings,
    share_brings,
    shoots_at_all,
)
from rules.earth_1418.game.state import SIDES, BombardmentGiven, BoundPhase, Ordered, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import Plan
from rules.kernel.asking import Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import NotPlain, build
from rules.kernel.stage import AtHand, Deed, Possible, nothing

COMMAND, ROUND = Asks(CommandFormation), Asks(OrderBombardment)
PLAN, SHARE = Asks(PlanSubUnit), Asks(ShareShots)


def judged(table: EarthTable, command: type[Any], told: Told, judge: Callable[..., Any]) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    try:
        found = judge(table, build(command, told))
    except NotPlain:
        return
    if isinstance(found, Refusal):
        yield found


def _commanding(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.COMMANDS and chooses(table, side):
            lacking = without_command(table.state, side)
            for one in formations_of(table.state, side):
                again = None if one in lacking else AtHand.MORE
                yield Possible({"formation": one}, by=side, owed=one in lacking, secret=True, where=again)


def _command_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    yield COMMAND("command", brings=command_brings(table, told["formation"]))
    yield from judged(table, CommandFormation, told, command_formation)


def _ordering(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for gun in guns_of(table, side):
            yield Possible({"unit": gun.id}, by=side, secret=True)


def _order_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    known = [one.value for one in Ordered if laid_now(table, one) is None]
    yield ROUND("lays", among=known, denied=lays_denied(table))
    yield from by_map.at(table, ROUND, by_map.circle_mm(table))
    brings = (*by_map.aimed_at(table, told), *round_brings(table, unit, told))
    yield ROUND("square", proposals=by_map.square(table, told), reckoned=brings)
    others = [one.id for one in guns_of(table, unit.side) if one.id != unit.id]
    if others:
        yield ROUND("guns_too", among=others, most=len(others))
    yield from judged(table, OrderBombardment, told, order_bombardment)


def _planning(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.PLANNING and chooses(table, side):
            planned = {one.unit for one in written(table.state, side).plans}
            # Who bombards stays put and aims at nobody: nothing is left to plan of it.
            planned |= firing(table, side)
            for unit in table.planned_in(table.state.step, side):
                again = AtHand.MORE if unit.id in planned else None
                yield Possible({"unit": unit.id}, by=side, secret=True, where=again)


def _plan_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    if Plan.ASSAULT in table.plans_of(unit).plans:
        yield PLAN("enemy_within_300_m", proposals=by_map.enemy_near(table, unit))
    near = bool(told.get("enemy_within_300_m", True))
    found = table.reading_of(unit, near)
    plans = table.plans_of(unit, near).plans
    brings, denied = plan_brings(table, unit, plans), plans_denied(table, unit, plans)
    yield PLAN("plan", among=[one.value for one in plans], brings=brings, denied=denied, reckoned=found)
    shoots = shoots_at_all(table, unit, Plan(told.get("plan", Plan.STAY_PUT)))
    enemies = by_map.nearest_first(table, unit, [one.id for one in table.enemies(unit.side)] if shoots else [])
    lies = by_map.targets_bring(table, unit, enemies)
    yield PLAN("target", says="at whom it shoots", among=["", *enemies], brings=lies)
    if table.is_gun(unit):
        yield PLAN("packs")
    yield from judged(table, PlanSubUnit, told, plan_unit)


def _sharing(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        for one in open_bombardments(table, side):
            left = sum(shots_left(table, one, each) for each in meant_by(table, one))
            again, lost = None if left else AtHand.MORE, _lost_shots(table, one, left)
            yield Possible({"bombardment": one.id}, by=side, secret=True, where=again, lapses=lost)


def _lost_shots(table: EarthTable, given: BombardmentGiven, left: int) -> str:
    """What falls on nobody of a bombardment whose shots could yet be shared out (BE-ART-05)."""
    laid = sum(one.shots for one in written(table.state, given.side).shares if one.bombardment == given.id)
    lost = min(left, given.shots - laid)
    if not lost:
        return ""
    return f"{lost} of {given.shots} shots on {given.square} {'is' if lost == 1 else 'are'} lost"


def open_rounds(table: EarthTable) -> Iterator[BombardmentGiven]:
    """The bombardments of both sides whose shots can be shared out now."""
    for side in SIDES:
        yield from open_bombardments(table, side)


def _share_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    # Those who are meant come first; one's own may lie under the circle too.
    side = next(one.side for one in open_rounds(table) if one.id == told["bombardment"])
    given = next(one for one in open_rounds(table) if one.id == told["bombardment"])
    under = [one.id for one in (*table.enemies(side), *table.state.of_side(side))]
    yield SHARE("unit", among=by_map.under_first(table, given, under), brings=by_map.under_brings(table, given, under))
    target = table.state.units[told["unit"]]
    yield SHARE("bases_under", most=target.living, proposals=by_map.bases_under(table, given, target))
    yield SHARE("outside", proposals=by_map.outside(table, given, target))
    most = shots_left(table, given, target)
    steps = share_brings(table, given, target, int(told.get("shots", most)), bool(told.get("outside", False)))
    yield SHARE("shots", most=most, proposals=most_shots(table, given, target), reckoned=steps, chosen=True)
    yield from judged(table, ShareShots, told, share_shots)


def meant_by(table: EarthTable, given: BombardmentGiven) -> list[SubUnit]:
    """The enemies on whom shots may be laid: whom the map knows to be under the circle, or any."""
    enemies = [one.id for one in table.enemies(given.side)]
    return [table.state.units[one] for one in by_map.under_first(table, given, enemies)]


def most_shots(table: EarthTable, given: BombardmentGiven, target: SubUnit) -> tuple[Proposal, ...]:
    """As many as may be laid on one target: who lays fewer says so."""
    left = shots_left(table, given, target)
    return (Proposal(left, Origin.ASSUMED, "as many as may be laid on it"),) if left else ()


def _being_ready(table: EarthTable) -> Iterator[Possible]:
    """To its own side Ready is offered or barred; whoever else is at the table waits for it, whatever is written."""
    for side in SIDES:
        if chooses(table, side):
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_be_ready(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


CHOOSING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("command_formation", "Command", CommandFormation, _commanding, _command_asks, AtHand.HAND, 1),
    Deed("plan_unit", "Plan", PlanSubUnit, _planning, _plan_asks, AtHand.HAND, 1),
    Deed("order_bombardment", "Bombard a square", OrderBombardment, _ordering, _order_asks, AtHand.HAND, 2),
    Deed("share_shots", "Share out the shots", ShareShots, _sharing, _share_asks, AtHand.HAND, 3),
    Deed("ready", "Ready", SayReady, _being_ready, nothing, AtHand.ON),
)
