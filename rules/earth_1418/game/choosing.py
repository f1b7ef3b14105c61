"""Commands and plans: written by each side unseen, opened when all are ready (BE-CMD, BE-PLN, BE-BND-02)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.earth_1418.artillery.bombardments import Battery, Bombarding, Shots, is_target, most_on_one, shots_of
from rules.earth_1418.artillery.clouds import not_yet_or_no_more
from rules.earth_1418.game.commands import (
    DRAFTS,
    CommandFormation,
    OrderBombardment,
    PlanSubUnit,
    SayReady,
    ShareShots,
)
from rules.earth_1418.game.events import (
    BombardmentAimed,
    ChoiceWritten,
    CommandsOpened,
    PlansOpened,
    SaidReady,
    StepBegan,
)
from rules.earth_1418.game.state import (
    SIDES,
    BombardmentGiven,
    BoundPhase,
    CommandGiven,
    EarthState,
    Ordered,
    PlanGiven,
    SealedChoices,
    SharePlanned,
    SubUnit,
    other,
)
from rules.earth_1418.game.stepping import after, first_step
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import CloudKind, Plan
from rules.kernel.explain import Explained, Refusal
from rules.kernel.record_kinds import read_values

Judgement = Sequence[Any] | Refusal
NOTHING_WRITTEN: Final = SealedChoices()
IS_READY: Final = Refusal("", "this side has said that it is ready", "take Ready back first")


def written(state: EarthState, side: str) -> SealedChoices:
    """What a side has written down so far."""
    return state.sealed.get(side, NOTHING_WRITTEN)


def chooses(table: EarthTable, side: str) -> bool:
    """Whether a side has yet to say Ready to its commands, or to the plans of this step."""
    state = table.state
    if side in state.ready:
        return False
    if state.phase is BoundPhase.COMMANDS:
        return True
    return state.phase is BoundPhase.PLANNING and bool(table.planned_in(state.step, side))


def may_write(table: EarthTable, side: str, phase: BoundPhase) -> Refusal | None:
    """Why a side cannot write anything down in a phase; None where it can."""
    refused = table.speaks_for(side)
    if refused is not None or table.state.phase is not phase:
        return refused or NOT_NOW
    if side in table.state.ready:
        return IS_READY
    return None if chooses(table, side) else NOT_NOW


def formations_of(state: EarthState, side: str) -> list[str]:
    """The formations of a side that have a sub-unit left."""
    left = {one.formation for one in state.of_side(side)}
    return [one.id for one in state.formations.values() if one.side == side and one.id in left]


def without_command(state: EarthState, side: str) -> list[str]:
    """The formations of a side for which nothing is written yet."""
    told = {one.formation for one in written(state, side).commands}
    return [one for one in formations_of(state, side) if one not in told]


def command_formation(table: EarthTable, command: CommandFormation) -> Judgement:
    """Write what a formation is told (BE-CMD-01)."""
    formation = table.state.formations.get(command.formation)
    if formation is None:
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    refused = may_write(table, formation.side, BoundPhase.COMMANDS)
    if refused is not None:
        return refused
    if formation.id not in formations_of(table.state, formation.side):
        return Refusal("BE-CMD-01", "There is no such formation", "name one that has a sub-unit left")
    return (ChoiceWritten(formation.side, (CommandGiven(formation.id, command.command),), (), (), ()),)


def with_commands(table: EarthTable) -> bool:
    """Whether bombardments are ordered together with the commands (BE-BND-02; G-40)."""
    return table.book.behaviour("G-40", {"square_with_commands": True, "all_in_planning": False})


def guns_of(table: EarthTable, side: str) -> list[SubUnit]:
    """The guns of a side that can be told to bombard now: not packed, they kept still, and no square is theirs yet."""
    state = table.state
    now = state.phase is BoundPhase.COMMANDS if with_commands(table) else state.phase is BoundPhase.PLANNING
    if not now or not chooses(table, side):
        return []
    taken = {gun for one in written(state, side).bombardments for gun in one.guns}
    guns = [one for one in state.of_side(side) if table.is_gun(one) and one.id not in taken]
    if not with_commands(table):
        planned = {one.id for one in table.planned_in(state.step, side)}
        guns = [one for one in guns if one.id in planned]
    return [one for one in guns if table.steps_of(one).shoots is not None]


def laid_now(table: EarthTable, lays: Ordered) -> Refusal | None:
    """Why guns cannot lay something in the month of the game (BE-GAS-01); None where they can."""
    return None if lays is Ordered.SHELLS else not_yet_or_no_more(CloudKind(lays.value), table.book)


def order_bombardment(table: EarthTable, command: OrderBombardment) -> Judgement:
    """Write which guns bombard a square (BE-ART-01, BE-ART-05, BE-BND-02, BE-GAS-01; G-40)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = table.speaks_for(unit.side)
    if refused is not None:
        return refused
    if unit.side in table.state.ready:
        return IS_READY
    able = {one.id: one for one in guns_of(table, unit.side)}
    guns = (command.unit, *command.guns_too)
    if not set(guns) <= able.keys() or len(set(guns)) < len(guns):
        return Refusal("BE-ART-01", "Only guns that are ready bombard, each one square", "name guns that are ready")
    if not command.square.strip():
        return Refusal("BE-ART-01", "A bombardment is ordered on a square of the grid", "name the square")
    gone = laid_now(table, command.lays)
    if gone is not None:
        return gone
    shots = shots_together(table, guns)
    if isinstance(shots, Refusal):
        return shots
    name = f"{unit.id}-{table.state.bound}"
    made = BombardmentGiven(name, unit.side, guns, command.square.strip(), command.lays, shots.value.shots)
    written_down = ChoiceWritten(unit.side, (), (made,), (), ())
    if command.x_mm is None or command.y_mm is None:
        return (written_down,)
    laid = table.state.ground.laid
    if laid is None or not (0 <= command.x_mm <= laid.table.width_mm and 0 <= command.y_mm <= laid.table.depth_mm):
        return Refusal("BE-ART-06", "The circle is not laid on the table", "lay it on the table")
    return (written_down, BombardmentAimed(unit.side, name, command.x_mm, command.y_mm))


def shots_together(table: EarthTable, guns: Sequence[str]) -> Explained[Shots] | Refusal:
    """How many shots guns have that fire together (BE-ART-05)."""
    units = (table.state.units[gun] for gun in guns)
    batteries = tuple(Battery(unit=one.unit, bases=one.living, typed=one.typed) for one in units)
    return shots_of(Bombarding(guns=batteries), table.book)


def plan_unit(table: EarthTable, command: PlanSubUnit) -> Judgement:
    """Write what a sub-unit does (BE-CMD-03, BE-CMD-08, BE-PLN-01, BE-ART-03, BE-ASL-03)."""
    unit = table.state.units.get(command.unit)
    if unit is None:
        return NOT_NOW
    refused = may_write(table, unit.side, BoundPhase.PLANNING)
    if refused is not None:
        return refused
    if unit.id not in {one.id for one in table.planned_in(table.state.step, unit.side)}:
        return Refusal("BE-PLN-01", f"{unit.name} is planned for in another step", "plan for those of this step")
    refused = None if table.overruled else _may_plan(table, unit, command)
    if refused is not None:
        return refused
    made = PlanGiven(unit.id, command.plan, command.target, command.packs)
    return (ChoiceWritten(unit.side, (), (), (made,), ()),)


def _may_plan(table: EarthTable, unit: SubUnit, one: PlanSubUnit) -> Refusal | None:
    allowed = table.plans_of(unit, one.enemy_within_300_m)
    if one.plan not in allowed.plans:
        words = ", ".join(plan.replace("_", " ") for plan in allowed.plans)
        clause = "BE-ASL-03" if unit.assaulting and allowed.plans == (Plan.ASSAULT,) else "BE-CMD-08"
        return Refusal(clause, f"{unit.name} may not {one.plan.replace('_', ' ')} now", f"choose: {words}")
    if one.target and one.target not in {enemy.id for enemy in table.enemies(unit.side)}:
        return Refusal("BE-LOS-01", "There is no such enemy", "name an enemy sub-unit")
    moves = one.plan not in (Plan.STAY_PUT, Plan.DIG_IN)
    if one.packs and (moves or not table.may_pack(unit)):
        return Refusal("BE-ART-03", "Only a gun that stays put packs or unpacks", "let it stay put")
    if moves and table.must_pack(unit):
        return Refusal("BE-ART-03", "A gun packs for a bound before it moves", "let it pack first")
    if unit.id in firing(table, unit.side) and (moves or one.packs or one.target):
        return Refusal("BE-ART-02", "It bombards in this bound", "let it stay put, and aim at nobody")
    return None


def firing(table: EarthTable, side: str) -> set[str]:
    rounds = (*table.state.bombardments.values(), *written(table.state, side).bombardments)
    return {gun for given in rounds for gun in given.guns}


def open_bombardments(table: EarthTable, side: str) -> list[BombardmentGiven]:
    """The bombardments of a side whose shots can be shared out now: their guns are planned for in this step."""
    state = table.state
    if state.phase is not BoundPhase.PLANNING or not chooses(table, side):
        return []
    rounds = (*state.bombardments.values(), *written(state, side).bombardments)
    now = {one.id for one in table.planned_in(state.step, side)}
    return [one for one in rounds if one.side == side and one.lays is Ordered.SHELLS and now & set(one.guns)]


def share_shots(table: EarthTable, command: ShareShots) -> Judgement:
    """Write how shots are shared out (BE-ART-05, BE-ART-07, BE-ART-08; G-29)."""
    # Of the other side's it is not even told that there is one.
    own = (one for side in SIDES if side in table.sides for one in open_bombardments(table, side))
    given = next((one for one in own if one.id == command.bombardment), None)
    if given is None:
        return NOT_NOW
    target = table.state.units.get(command.unit)
    if target is None or not target.living:
        return Refusal("BE-ART-08", "There is nobody of that name", "name a sub-unit that is there")
    refused = _shared_well(table, given, command, target) if command.shots else None
    if refused is not None:
        return refused
    made = SharePlanned(given.id, command.unit, command.bases_under, command.shots, command.outside)
    return (ChoiceWritten(given.side, (), (), (), (made,)),)


def _shared_well(table: EarthTable, given: BombardmentGiven, wanted: ShareShots, target: SubUnit) -> Refusal | None:
    if wanted.bases_under > target.living or not is_target(target.living, wanted.bases_under):
        because = f"{target.name} has not more than one base under the circle"
        return Refusal("BE-ART-07", because, "lay the shots on those under it")
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    others = [one for one in rows if (one.unit, one.outside) != (wanted.unit, wanted.outside)]
    limit = most_on_one(given.shots, table.book)
    on_it = wanted.shots + sum(one.shots for one in others if one.unit == wanted.unit)
    targets = table.book.behaviour("G-29", {"sub_unit": 1, "base": wanted.bases_under})
    if on_it > limit * targets:
        return Refusal("BE-ART-08", f"More than half of the shots on {target.name}", f"lay {limit} at most")
    if wanted.shots + sum(one.shots for one in others) > given.shots:
        return Refusal("BE-ART-05", f"There are {given.shots} shots", f"lay {given.shots} at most")
    return None


def shots_left(table: EarthTable, given: BombardmentGiven, target: SubUnit) -> int:
    """How many shots may still be laid on one target (BE-ART-05, BE-ART-08)."""
    rows = [one for one in written(table.state, given.side).shares if one.bombardment == given.id]
    on_it = sum(one.shots for one in rows if one.unit == target.id)
    left = given.shots - sum(one.shots for one in rows)
    return max(0, min(left, most_on_one(given.shots, table.book) - on_it))


def may_be_ready(table: EarthTable, side: str) -> Refusal | None:
    """Why a side cannot say Ready; None where it can."""
    if not chooses(table, side):
        return NOT_NOW
    lacking = without_command(table.state, side) if table.state.phase is BoundPhase.COMMANDS else []
    if lacking:
        names = ", ".join(table.state.formations[one].name for one in lacking)
        return Refusal("BE-CMD-01", f"Nothing is written for {names}", "command every formation")
    return None


def say_ready(table: EarthTable, command: SayReady) -> Judgement:
    """A side is ready; the last one opens what all have written (BE-CMD-02, BE-PLN-03)."""
    state, side = table.state, command.side
    refused = table.speaks_for(side)
    drafts = refused or _drafts(table, command)
    if isinstance(drafts, Refusal):
        return drafts
    whole = EarthTable(after(state, drafts), table.actor) if drafts else table
    refused = may_be_ready(whole, side)
    if refused is not None:
        return refused
    planned = _unplanned(whole, side) if state.phase is BoundPhase.PLANNING else ()
    done: tuple[Any, ...] = (*_in_one(side, (*drafts, *planned)), SaidReady(side, state.phase, state.step))
    if chooses(table, other(side)):
        return done
    made = EarthTable(after(state, done), table.actor)
    if state.phase is BoundPhase.COMMANDS:
        told = tuple(one for each in SIDES for one in written(made.state, each).commands)
        return (*done, CommandsOpened(told), StepBegan(BoundPhase.PLANNING, table.next_planning_step(0) or 0))
    plans = tuple(one for each in SIDES for one in written(made.state, each).plans)
    opened = PlansOpened(state.step, () if table.is_secret(state.step) else plans)
    next_step = table.next_planning_step(state.step)
    if next_step is not None:
        return (*done, opened, StepBegan(BoundPhase.PLANNING, next_step))
    return (*done, opened, *first_step(table, (*done, opened)))


def _drafts(table: EarthTable, command: SayReady) -> Judgement:
    """What the drafts of a side bring, one after the other, or why one of them cannot stand."""
    done: tuple[Any, ...] = ()
    for values in command.written:
        draft = read_values(DRAFTS, values)
        if isinstance(draft, Refusal):
            return draft
        found = DRAFT_JUDGES[type(draft)](EarthTable(after(table.state, done), table.actor), draft)
        if isinstance(found, Refusal):
            return found
        if any(one.side != command.side for one in found):
            return Refusal("", "a side is ready with what it has written itself", "leave out the other side's")
        done = (*done, *found)
    return done


def _in_one(side: str, written_down: Sequence[Any]) -> Sequence[Any]:
    """All that a side has written as one event, and where it aims."""
    whole, aims = NOTHING_WRITTEN, list[Any]()
    for one in written_down:
        if isinstance(one, ChoiceWritten):
            whole = whole.then(one.commands, one.bombardments, one.plans, one.shares)
        else:
            aims.append(one)
    if whole == NOTHING_WRITTEN:
        return aims
    return (ChoiceWritten(side, whole.commands, whole.bombardments, whole.plans, whole.shares), *aims)


def _unplanned(table: EarthTable, side: str) -> tuple[ChoiceWritten, ...]:
    """Those of the step for whom nothing is written do what is usual."""
    planned = {one.unit for one in written(table.state, side).plans}
    left = [one for one in table.planned_in(table.state.step, side) if one.id not in planned]
    plans = tuple(PlanGiven(one.id, table.usual_plan(one)) for one in left)
    return (ChoiceWritten(side, (), (), plans, ()),) if plans else ()


DRAFT_JUDGES: Final[Mapping[type[Any], Callable[[EarthTable, Any], Judgement]]] = {
    CommandFormation: command_formation,
    OrderBombardment: order_bombardment,
    PlanSubUnit: plan_unit,
    ShareShots: share_shots,
}
