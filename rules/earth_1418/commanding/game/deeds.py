"""The deeds of commanding and planning: nobody else is told of them, nor waits for anything but Ready."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.earth_1418.commanding.game.commands import CommandFormation, PlanSubUnit
from rules.earth_1418.commanding.game.judge import command_formation, plan_unit
from rules.earth_1418.commanding.game.prospects import (
    command_brings,
    how_they_stand,
    plan_brings,
    plans_denied,
    shoots_at_all,
)
from rules.earth_1418.game.ground import by_map
from rules.earth_1418.game.offering import judged
from rules.earth_1418.game.state import SIDES, BoundPhase, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.standing import bombarding, chooses, formations_of, without_command, written
from rules.earth_1418.vocabulary import HighCommand, Plan
from rules.kernel.asking import NEEDED, Ask, Asks, Origin, Proposal, Told
from rules.kernel.explain import Refusal, Step
from rules.kernel.stage import AtHand, Deed, Possible

COMMAND, PLAN = Asks(CommandFormation), Asks(PlanSubUnit)


def _commanding(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.COMMANDS and chooses(table, side):
            lacking = without_command(table.state, side)
            for one in formations_of(table.state, side):
                again = None if one in lacking else AtHand.MORE
                yield Possible({"formation": one}, by=side, owed=one in lacking, secret=True, where=again)


def _command_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    formation = told["formation"]
    stand = how_they_stand(table, formation)
    yield COMMAND("command", brings=command_brings(table, formation), reckoned=stand)
    if told.get("command") == HighCommand.ADVANCE:
        yield COMMAND("direction", says="where it advances", usual=NEEDED)
    yield from judged(table, CommandFormation, told, command_formation)


def _planning(table: EarthTable) -> Iterator[Possible]:
    for side in SIDES:
        if table.state.phase is BoundPhase.PLANNING and chooses(table, side):
            planned = {one.unit for one in written(table.state, side).plans}
            # Who bombards stays put and aims at nobody: nothing is left to plan of it.
            planned |= bombarding(table, side)
            units = table.planned_in(table.state.step, side)
            goes_unplanned = _goes_unplanned(table, [one for one in units if one.id not in planned])
            for unit in units:
                again = AtHand.MORE if unit.id in planned else None
                lapses = goes_unplanned.get(unit.id, "")
                yield Possible({"unit": unit.id}, by=side, secret=True, where=again, lapses=lapses)


def _goes_unplanned(table: EarthTable, units: Sequence[SubUnit]) -> Mapping[str, str]:
    """What those for whom nothing is written will do that is more than staying put: once for all who do the same."""
    alike = dict[Plan, list[SubUnit]]()
    for unit in units:
        alike.setdefault(table.usual_plan(unit), []).append(unit)
    named = {plan: ", ".join(one.name for one in those) for plan, those in alike.items() if plan is not Plan.STAY_PUT}
    return {alike[plan][0].id: f"unplanned, {names} will {plan.replace('_', ' ')}" for plan, names in named.items()}


def _plan_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    unit = table.state.units[told["unit"]]
    if table.may_pack(unit) and unit.id not in bombarding(table, unit.side):
        yield _packing(unit)
    packs = bool(told.get("packs", False))
    if Plan.ASSAULT in table.plans_of(unit).plans and not packs:
        yield PLAN("enemy_within_300_m", proposals=by_map.enemy_near(table, unit))
    near = bool(told.get("enemy_within_300_m", True))
    found = table.reading_of(unit, near)
    plans = (Plan.STAY_PUT,) if packs else table.plans_of(unit, near).plans
    plans = tuple(Plan) if table.overruled else plans
    brings, denied = plan_brings(table, unit, plans), plans_denied(table, unit, plans)
    stays = (Proposal(Plan.STAY_PUT.value, Origin.ASSUMED, "it stays put for that"),) if packs else ()
    yield PLAN(
        "plan", among=[one.value for one in plans], brings=brings, denied=denied, reckoned=found, proposals=stays
    )
    shoots = not packs and shoots_at_all(table, unit, Plan(told.get("plan", Plan.STAY_PUT)))
    enemies = by_map.nearest_first(table, unit, [one.id for one in table.enemies(unit.side)] if shoots else [])
    lies = by_map.targets_bring(table, unit, enemies)
    none = () if shoots else (Proposal("", Origin.ASSUMED, "it does not shoot"),)
    yield PLAN("target", says="at whom it shoots", among=["", *enemies], brings=lies, proposals=none)
    yield from judged(table, PlanSubUnit, told, plan_unit)


def _packing(unit: SubUnit) -> Ask:
    """Whether a gun packs or unpacks. It is asked first: what it leaves to plan depends on it (BE-ART-03)."""
    says, brief = ("it unpacks in this bound", "Unpacks") if unit.packed else ("it packs up in this bound", "Packs up")
    costs = Step("BE-ART-03", f"To {'unpack' if unit.packed else 'pack up'} takes a bound without a move or a shot")
    return PLAN("packs", says=says, brief=brief, reckoned=(costs,))


COMMANDING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("command_formation", "Command", CommandFormation, _commanding, _command_asks, AtHand.HAND, 1),
    Deed("plan_unit", "Plan", PlanSubUnit, _planning, _plan_asks, AtHand.HAND, 1),
)
