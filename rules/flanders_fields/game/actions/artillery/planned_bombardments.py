"""Planned bombardments: fire by the plan, and hurricane bombardments (FF-BOM, FF-HUR)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_hurricane
from rules.flanders_fields.artillery import Aimed, AimFacts, MovedBy, lay_on
from rules.flanders_fields.bombardments import (
    PLANNED,
    AreaShots,
    AreaStand,
    HurricaneFacts,
    PlannedFireFacts,
    PlannedFireNow,
    hurricane_shots,
    planned_fire,
)
from rules.flanders_fields.game.actions.artillery.area_fire import hits_of, names_of, stands_by_name
from rules.flanders_fields.game.actions.artillery.gun_events import AreaHit, InArea, begin_arrival, lay
from rules.flanders_fields.game.concealment import knows
from rules.flanders_fields.game.event_folding import change_stands, under_fire
from rules.flanders_fields.game.fire_effects import Effects, after_losses, shaken_by
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import RESULTS, die, stand_name, unit_name
from rules.flanders_fields.game.map_facts.trenches_and_wire import works_of
from rules.flanders_fields.game.outcomes import Reasons, StandChange, covers_of_hits, reasons
from rules.flanders_fields.game.rule_module import (
    SECRET,
    Became,
    BookChapter,
    EndsTurn,
    Happening,
    InForce,
    LeavesStep,
    LiesBy,
    SeenBySeat,
    ThrownFor,
    lines,
)
from rules.flanders_fields.game.seat_context import SeatDeeds, dice, has_armour, lying_each, word
from rules.flanders_fields.game.stand_types import target_kind
from rules.flanders_fields.game.state.artillery import AimingPoint, FiresBy
from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedFire, PlannedWork
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, present
from rules.flanders_fields.morale import SOURCES
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, Carriage, Nation, Side
from rules.kernel.commands import Deed, Possible
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import Dice, all_lying, apart, settle_row
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Command, Telling, always, judged_by
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class FireByPlan:
    """Bring down what the plan names for this turn (FF-BOM-05); the rest is seen on the table for a battery on it.

    After it where it falls is rolled, if it deviates, and whom it catches is told as for any fire on an area.
    """

    line: str = fact("the line of the plan")
    observed: bool = fact("the fire is observed", default=False)
    sees_target: bool = fact("the battery sees its target", default=False)
    in_arc: bool = fact("the target is in its arc", default=True)
    in_front_line: bool = fact("the target is in the front line", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeFromPlan:
    """Strike a line whose battery cannot fire in its turn; the rest as for `FireByPlan`."""

    line: str = fact("the line of the plan")
    observed: bool = fact("the fire is observed", default=False)
    sees_target: bool = fact("the battery sees its target", default=False)
    in_arc: bool = fact("the target is in its arc", default=True)
    in_front_line: bool = fact("the target is in the front line", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BombardWork:
    """The hurricane bombardment of a work: every enemy stand in it and a die for each (FF-HUR-03, FF-HUR-04).

    `piece` is what of the map the plan means, where a table is laid.
    """

    work: str = fact("the work of the plan")
    piece: str = fact("the piece of the map that is meant", default="")
    stands: tuple[InArea, ...] = fact("the enemy stands in it", default=())
    dice: tuple[Throw, ...] = fact("a die for each stand", default=())


# Events


@dataclass(frozen=True, slots=True)
class FiredByPlan:
    """A battery fires by the plan, on its planned point; `deviates`: where it falls is rolled next."""

    line: str
    unit: str
    deviates: bool
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class PointShifted:
    """The aiming point of a battery or mortar moves as the plan says, without an order (FF-PLN-10)."""

    line: str
    unit: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class StruckFromPlan:
    """A line of the plan came to nothing, as its battery could not fire."""

    line: str
    unit: str
    because: str


@dataclass(frozen=True, slots=True)
class WorkBombarded:
    """The hurricane bombardment fell on a work; `changes` is what every stand touched is afterwards."""

    work: str
    hits: tuple[AreaHit, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    companies: tuple[str, ...]
    reasons: Reasons


BombardEvent = FiredByPlan | PointShifted | StruckFromPlan | WorkBombarded


# What the plan brings in phase 4 of this turn

NEEDS = "nothing_planned"
"""The word of the step in which it falls (data/sequence.toml)."""


def fires_due(state: GameState, book: RuleBook) -> tuple[PlannedFire, ...]:
    """The lines of the side in turn that name this turn and are not done; none of a battery that is lost.

    In 1914 they only shift points (AMB-06, AMB-309); by house rule no line does.
    """
    fires, shifts = book.table(PLANNED).has("phase"), book.behaviour("AMB-309", {"offered": True, "not_offered": False})
    now = (line for line in state.plan.fires if line.side is state.turn.side and line.turn == state.turn.number)
    now = (line for line in now if (shifts if line.shift else fires))
    return tuple(line for line in now if line.id not in state.plan_done and state.living(state.units[line.unit]))


def works_due(state: GameState, book: RuleBook) -> tuple[PlannedWork, ...]:
    """The works that the hurricane bombardment of the side in turn falls on now (FF-HUR-01, AMB-373).

    None where its army, the date or an earlier attack on the work rules it out.
    """
    now = (work for work in state.plan.works if work.side is state.turn.side and work.turn == state.turn.number)
    left = (work for work in now if work.id not in state.plan_done)
    return tuple(one for one in left if isinstance(hurricane_shots(work_facts(state, one, ()), book), Explained))


def work_facts(state: GameState, work: PlannedWork, stands: tuple[AreaStand, ...]) -> HurricaneFacts:
    """What the hurricane bombardment of a work looks at."""
    fallen = (one for one in state.plan.works if one.id in state.plan_done)
    return HurricaneFacts(
        work=work.work,
        stands=stands,
        nation=Nation(state.side_facts(work.side).nation),
        side=work.side,
        turn=state.turn.number,
        planned_turn=work.turn,
        attacked_before=any(one.side is work.side and one.name == work.name for one in fallen),
    )


def hurricane_falls(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether a side's bombardment is a hurricane; at a date that knows none a plan of one counts as any other."""
    return state.plan.hurricane(side) and no_hurricane(book) is None


# Names of dice rolls


def work_key(work: str, stand: str) -> str:
    """The name of the die for a stand in a work."""
    return f"{_work_prefix(work)}/{stand}"


def _work_prefix(work: str) -> str:
    """Return how the names of all dice for a work begin."""
    return f"hurricane/{work}"


def work_throws(_state: GameState, event: WorkBombarded) -> Dice:
    """The dice of it by the name of their roll."""
    names = apart([work_key(event.work, hit.stand) for hit in event.hits])
    return {name: (hit.die,) for name, hit in zip(names, event.hits, strict=True)}


def of_work(state: GameState, event: WorkBombarded) -> Side | None:
    """Of the side whose plan it is."""
    planned = state.plan.line(event.work)
    return planned.side if planned else None


# Folds of events into the state


def lay_planned_points(state: GameState, plan: FirePlan) -> None:
    """The first points of the plan lie registered from the beginning (FF-PLN-04, FF-SUI-04)."""
    for one in plan.points:
        lay(state, AimingPoint(one.unit, one.where, one.along_cm, one.up_cm, registered=True))


def shifted(state: GameState, event: PointShifted | FiredByPlan) -> None:
    """The point lies where the plan says from now on."""
    line = next(one for one in state.plan.fires if one.id == event.line)
    before, there = state.guns.point_of(line.unit), (line.where, line.along_cm, line.up_cm)
    if before is None or (before.where, before.along_cm, before.up_cm) != there:
        state.air = state.air.point_moved(line.unit)
    lay(state, AimingPoint(line.unit, *there, registered=True))
    state.plan_done = (*state.plan_done, event.line)


def fired(state: GameState, event: FiredByPlan) -> None:
    """Its fire comes down by the plan: done with the line."""
    shifted(state, event)
    begin_arrival(state, event.unit, FiresBy.PLAN, event.deviates)


def struck(state: GameState, event: StruckFromPlan) -> None:
    """The line falls away."""
    state.plan_done = (*state.plan_done, event.line)


def bombarded(state: GameState, event: WorkBombarded) -> None:
    """What fell on a work did."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    state.plan_done = (*state.plan_done, event.work)


def game_created(state: GameState, event: Any) -> None:
    """The first points of the plans lie."""
    lay_planned_points(state, event.plan)


def plan_sealed(state: GameState, event: Any) -> None:
    """The first points of a side are those of the plan that it has sealed, and no others."""
    points = tuple(one for one in state.guns.points if state.units[one.unit].side is not event.side)
    state.guns = replace(state.guns, points=points)
    lay_planned_points(state, event.played.fires)


# Judging the planned bombardments (FF-BOM-05, FF-HUR-03)


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while something of the plan for this turn is still to fall."""
    if table.in_turn():
        return None
    here = table.here
    if not isinstance(command, EndsTurn) and (here is None or here.step.needs != NEEDS):
        return None
    fires, works = fires_due(table.state, table.book), works_due(table.state, table.book)
    if fires:
        name = table.state.units[fires[0].unit].name
        if fires[0].shift:
            return Refusal("FF-PLN-10", f"the plan shifts the point of {name} in this turn", "shift it first")
        return Refusal("FF-BOM-05", f"{name} fires by the plan in this turn", "bring its fire down first")
    if works:
        because = f"the hurricane bombardment of {works[0].name} is still to fall"
        return Refusal("FF-HUR-03", because, "throw for the stands in it first")
    return None


def _not_now(table: JudgedTable) -> Refusal | None:
    refused = table.in_turn()
    if refused or table.overruled:
        return refused
    here = table.here
    if here is None or here.step.needs != NEEDS:
        return Refusal("FF-BOM-05", "planned fire falls in its own phase", "go on to that phase")
    return None


def _line(table: JudgedTable, of: str) -> PlannedFire | Refusal:
    refused = _not_now(table)
    if refused:
        return refused
    due = next((line for line in fires_due(table.state, table.book) if line.id == of), None)
    return due or Refusal("FF-BOM-05", "the plan has no such fire in this turn", "choose a line that names it")


def _falls(
    table: JudgedTable, line: PlannedFire, seen: FireByPlan | StrikeFromPlan
) -> Explained[PlannedFireNow] | Refusal:
    unit = table.state.units[line.unit]
    point = table.state.guns.point_of(unit.id)
    same = point is not None and (point.where, point.along_cm, point.up_cm) == (line.where, line.along_cm, line.up_cm)
    facts = PlannedFireFacts(
        unit_class=unit.kind,
        turn=table.state.turn.number,
        planned_turn=line.turn,
        observed=seen.observed or (same and table.state.air.sees_point_of(unit.id)),
        point_used=same and point is not None and point.used,
        on_table=unit.on_table,
        sees_target=seen.sees_target,
        in_arc=seen.in_arc,
        suppressed=any(stand.levels for stand in table.state.living(unit)),
        limbered=unit.carriage is Carriage.LIMBERED,
        in_front_line=seen.in_front_line,
    )
    return planned_fire(facts, table.book)


def _moves(table: JudgedTable, line: PlannedFire, seen: FireByPlan | StrikeFromPlan) -> Explained[Aimed] | Refusal:
    unit = table.state.units[line.unit]
    facts = AimFacts(
        unit_class=unit.kind,
        moved_by=MovedBy.FIRE_PLAN,
        actions=0,
        on_table=unit.on_table,
        in_arc=seen.in_arc or not unit.on_table or table.overruled,
    )
    return lay_on(facts, table.book)


def fire_by_plan(table: JudgedTable, command: FireByPlan) -> Judgement:
    """A battery fires by the plan, without an order; after it whom it catches is told (FF-BOM-05, AMB-341).

    A line that only shifts its point moves that, and the battery may still be ordered (FF-PLN-10, AMB-309).
    """
    line = _line(table, command.line)
    if isinstance(line, Refusal):
        return line
    if table.state.guns.arriving:
        return Refusal("FF-ART-26", "other fire is on its way", "say first whom that catches")
    if line.shift:
        moved = _moves(table, line, command)
        return moved if isinstance(moved, Refusal) else (PointShifted(line.id, line.unit, reasons(moved)),)
    answer = _falls(table, line, command)
    if isinstance(answer, Refusal):
        return answer
    return (FiredByPlan(line.id, line.unit, answer.value.may_deviate, reasons(answer)),)


def strike_from_plan(table: JudgedTable, command: StrikeFromPlan) -> Judgement:
    """A line comes to nothing where its battery cannot fire; otherwise the plan stands (FF-PLN-07)."""
    line = _line(table, command.line)
    if isinstance(line, Refusal):
        return line
    answer = (_moves if line.shift else _falls)(table, line, command)
    if isinstance(answer, Refusal):
        return (StruckFromPlan(line.id, line.unit, answer.because),)
    if table.overruled:
        return (StruckFromPlan(line.id, line.unit, "it was agreed"),)
    if line.shift:
        return Refusal("FF-PLN-10", "its point can be shifted, and the plan cannot be changed", "shift it")
    return Refusal("FF-BOM-05", "the battery can fire, and the plan cannot be changed", "bring its fire down")


def _work_due(table: JudgedTable, of: str) -> PlannedWork | Refusal:
    refused = _not_now(table)
    if refused:
        return refused
    due = next((work for work in works_due(table.state, table.book) if work.id == of), None)
    return due or Refusal("FF-HUR-07", "the plan has no such bombardment in this turn", "choose a work that it names")


def shots_on_work(table: JudgedTable, command: BombardWork) -> Explained[AreaShots] | Refusal:
    """Whom the bombardment of a work attacks, in the order told; the dice are not looked at."""
    work = _work_due(table, command.work)
    if isinstance(work, Refusal):
        return work
    refused = _stands_refused(table, command.stands)
    if refused:
        return refused
    return hurricane_shots(work_facts(table.state, work, _told(table, work, command.stands)), table.book)


def _stands_refused(table: JudgedTable, stands: tuple[InArea, ...]) -> Refusal | None:
    if not all(table.on_table(one.stand) for one in stands):
        return Refusal("FF-HUR-03", "that stand is not on the table", "choose stands that are still there")
    if len({one.stand for one in stands}) != len(stands):
        return Refusal("FF-HUR-03", "a stand is named twice", "name each stand once")
    return None


def _told(table: JudgedTable, work: PlannedWork, stands: tuple[InArea, ...]) -> tuple[AreaStand, ...]:
    names = names_of(table.state, stands)
    return tuple(
        AreaStand(
            name=names[one.stand],
            cover=one.cover,
            overlap=one.overlap,
            centre_inside=one.centre_inside,
            target=target_kind(table.state, one.stand),
            target_armour_in_cover=one.armour_in_cover,
            target_is_command=not table.state.stands[one.stand].unit,
            friend=table.state.stands[one.stand].side is work.side,
        )
        for one in stands
    )


def bombard_work(table: JudgedTable, command: BombardWork) -> Judgement:
    """A die for each enemy stand in a work, with all it has (FF-HUR-03, FF-HUR-04, AMB-372)."""
    found = shots_on_work(table, command)
    if isinstance(found, Refusal):
        return found
    wanted = len(found.value.shots)
    if len(command.dice) != wanted:
        return Refusal("FF-HUR-03", f"{wanted} dice are thrown, one for each stand in it", f"enter {wanted}")
    stands = stands_by_name(table.state, command.stands)
    names = apart([work_key(command.work, stands[one.name]) for one in found.value.shots])
    dice = settle_row(table.state, names, command.dice)
    if isinstance(dice, Refusal):
        return dice
    effects = Effects(table)
    hits = hits_of(effects, found.value.shots, dice, stands, lambda one: SOURCES[one.shot.firer])
    changes = tuple(effects.touched.values())
    event = WorkBombarded(
        work=command.work,
        hits=hits,
        changes=changes,
        fired_on=tuple(shaken_by(table, tuple(hit.stand for hit in hits), effects)),
        companies=tuple(sorted(effects.suppressed_units)),
        reasons=Reasons(None, (*found.steps, *effects.steps), found.considered),
    )
    return (event, *after_losses(table, changes))


judge = judged_by({FireByPlan: fire_by_plan, StrikeFromPlan: strike_from_plan, BombardWork: bombard_work})
"""Who judges which command of this phase."""


# Availability and prompts (FF-BOM-05, FF-HUR-03, FF-PLN-07)

FIRE, STRIKE, WORK, STAND = Asks(FireByPlan), Asks(StrikeFromPlan), Asks(BombardWork), Asks(InArea)


def _is_phase(seated: SeatDeeds) -> bool:
    here = seated.table.here if seated.state.turn.running else None
    return here is not None and here.step.needs == NEEDS


def _lines(seated: SeatDeeds) -> Iterator[tuple[PlannedFire, Refusal | None]]:
    """The lines that are due, each with why its fire cannot be brought down, however it is seen on the table."""
    side = seated.state.turn.side
    for line in fires_due(seated.state, seated.table.book) if _is_phase(seated) else ():
        best = FireByPlan(line=line.id, observed=True, sees_target=True)
        yield line, seated.refused_all(side, [best])


def _falling(seated: SeatDeeds) -> Iterator[Possible]:
    for line, barred in _lines(seated):
        yield Possible({"line": line.id}, by=line.side.value, owed=barred is None, barred=barred, secret=True)


def _striking(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered where the table may show that the battery cannot fire; owed where it cannot whatever is seen."""
    for line, cannot in _lines(seated):
        worst = StrikeFromPlan(line=line.id, in_arc=False, in_front_line=True)
        barred = seated.refused_all(line.side, [worst])
        if barred is None:
            yield Possible({"line": line.id}, by=line.side.value, owed=cannot is not None, secret=True)


def _seen(seated: SeatDeeds, told: Told, asks: Asks[FireByPlan] | Asks[StrikeFromPlan]) -> Iterator[Ask | Refusal]:
    unit = _battery(seated, told["line"])
    if not unit.on_table:
        yield asks("observed")
    else:
        yield asks("sees_target")
        yield asks("in_arc")
        if unit.kind in FIELD_ARTILLERY:
            yield asks("in_front_line")
    yield from word(seated, asks.command, told)


def _battery(seated: SeatDeeds, line: str) -> Unit:
    return next(seated.state.units[one.unit] for one in seated.state.plan.fires if one.id == line)


def _fire_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    return _seen(seated, told, FIRE)


def _strike_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    return _seen(seated, told, STRIKE)


def _bombarding(seated: SeatDeeds) -> Iterator[Possible]:
    for work in works_due(seated.state, seated.table.book) if _is_phase(seated) else ():
        barred = seated.waits(BombardWork(work=work.id))
        yield Possible({"work": work.id}, by=work.side.value, owed=barred is None, barred=barred, secret=True)


def _work_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    state, work = seated.state, told["work"]
    of = next(one.side for one in state.plan.works if one.id == work)

    def stands(row: Told) -> Iterator[Ask | Refusal]:
        yield STAND("stand", among=[stand for stand in seated.on_table if state.stands[stand].side is not of])
        yield STAND("cover")
        yield STAND("overlap")
        if seated.table.book.option("AMB-302") == "centre":
            yield STAND("centre_inside")
        if has_armour(state, [row["stand"]]):
            yield STAND("armour_in_cover")

    pieces = _works_of(seated, work)
    if pieces:
        yield WORK("piece", among=("", *pieces))
    yield WORK("stands", row=stands, most=len(seated.on_table))
    command = build(BombardWork, told)
    found = shots_on_work(seated.table, command)
    if isinstance(found, Refusal):
        yield found
        return
    names = stands_by_name(state, command.stands)
    keys = apart([work_key(work, names[one.name]) for one in found.value.shots])
    kept = lying_each(state, keys)
    yield from dice(seated, WORK, told, len(keys), kept)


def _works_of(seated: SeatDeeds, work: str) -> Sequence[str]:
    """The pieces of the map that a planned work may be; none where no map is laid."""
    if seated.field is None:
        return ()
    planned = next(one for one in seated.state.plan.works if one.id == work)
    return [piece.id for piece in works_of(seated.field, planned.side, planned.work)]


BOMBARD_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("fire_by_plan", "Fire by the plan", FireByPlan, _falling, _fire_asks, follows=True),
    Deed("strike_from_plan", "Strike it from the plan", StrikeFromPlan, _striking, _strike_asks),
    Deed("bombard_work", "Bombard the work", BombardWork, _bombarding, _work_asks),
)
"""In the order in which they are owed."""


# Views of a seat


def bombard_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """The lines that fall now and the whole plan; both are the planning side's and the referee's (FF-PLN-01)."""
    here = present(state, book) if state.turn.running else None
    now = here is not None and here.step.needs == NEEDS
    knows = role is Role.REFEREE or role.value == state.turn.side.value
    return {
        "fires": [_fire(state, line) for line in fires_due(state, book)] if now and knows else [],
        "works": [_work_view(state, work) for work in works_due(state, book)] if now and knows else [],
        "plan": [_planned_view(state, one) for one in _all(state) if _mine(one, role)],
    }


def _all(state: GameState) -> tuple[PlannedFire | PlannedWork, ...]:
    return (*state.plan.fires, *state.plan.works)


def _mine(one: PlannedFire | PlannedWork, role: Role) -> bool:
    return role is Role.REFEREE or role.value == one.side.value


def _fire(state: GameState, line: PlannedFire) -> dict[str, Any]:
    unit = state.units[line.unit]
    told: dict[str, Any] = plain(line)
    suppressed = any(stand.levels for stand in state.living(unit))
    return told | {"name": unit.name, "kind": unit.kind.value, "on_table": unit.on_table, "suppressed": suppressed}


def _work_view(state: GameState, work: PlannedWork) -> dict[str, Any]:
    told: dict[str, Any] = plain(work)
    return told | {"kept": plain(all_lying(state, _work_prefix(work.id)))}


def _planned_view(state: GameState, one: PlannedFire | PlannedWork) -> dict[str, Any]:
    name = state.units[one.unit].name if isinstance(one, PlannedFire) else one.name
    where = one.where if isinstance(one, PlannedFire) else one.work.replace("_", " ")
    if state.plan.shifts(one.id):
        where = f"its point shifts to {where}"
    return {
        "name": name,
        "id": one.id,
        "where": where,
        "turn": one.turn,
        "side": one.side.value,
        "done": one.id in state.plan_done,
    }


def bombard_card(event: BombardEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons, for the card that stays in sight."""
    match event:
        case FiredByPlan(deviates=deviates):
            told = {"outcome": "deviates" if deviates else "falls"}
        case WorkBombarded(hits=hits, changes=changes):
            told = {"hits": plain(hits), "changes": plain(changes)}
        case _:
            return None
    reasons: dict[str, Any] = plain(event.reasons)
    return told | reasons


# Log text


def work_name(state: GameState, work: str) -> str:
    """What the plan calls a work."""
    return next((one.name for one in state.plan.works if one.id == work), work)


def says_bombard(state: GameState, event: BombardEvent) -> str:
    """One plain sentence for the log."""
    match event:
        case FiredByPlan(line=line, unit=unit):
            where = _planned_for(state, line)
            return f"{unit_name(state, unit)} fires by the plan{f': {where}' if where else ''}"
        case PointShifted(line=line, unit=unit):
            return f"{unit_name(state, unit)} shifts its point by the plan: {_planned_for(state, line)}"
        case StruckFromPlan(line=line, unit=unit, because=because) if state.plan.shifts(line):
            return f"{unit_name(state, unit)} keeps its point: {because[:1].lower()}{because[1:]}"
        case StruckFromPlan(unit=unit, because=because):
            return f"{unit_name(state, unit)} does not fire by the plan: {because[:1].lower()}{because[1:]}"
        case WorkBombarded(work=work, hits=hits):
            fell = "; ".join(f"{stand_name(state, hit.stand)} {RESULTS[hit.result]}, {die(hit.die)}" for hit in hits)
            return f"The hurricane bombardment falls on {work_name(state, work)}: {fell or 'nobody is in it'}"


def _planned_for(state: GameState, line: str) -> str:
    return next((one.where for one in state.plan.fires if one.id == line), "")


def says_point_taken_up(state: GameState, unit: str) -> str:
    """What those are told of a shift who may not know where the point lies now."""
    return f"{unit_name(state, unit)} lays on another point: its fire lies no longer where it fell"


def name_of_bombard(state: GameState, event: BombardEvent) -> str:
    """The name of the deed on the button that takes it back."""
    match event:
        case FiredByPlan(unit=unit) | PointShifted(unit=unit) | StruckFromPlan(unit=unit):
            return f"{unit_name(state, unit)} in the plan"
        case WorkBombarded(work=work):
            return f"the bombardment of {work_name(state, work)}"


TOLD: Final = Telling(says_bombard, name_of_bombard, bombard_card)


# Planned bombardments


def _planned_in_effect(seen: SeenBySeat) -> InForce | None:
    told = [
        f"Turn {one['turn']}: {one['name']}, {one['where']}"
        + (f" ({seen.side(one['side'])})" if seen.by_referee else "")
        + (", done" if one["done"] else "")
        for one in seen.view["bombard"]["plan"]
    ]
    return InForce("Planned bombardments", lines([*told, SECRET] if told else []))


LIES: Final[LiesBy] = {10: _planned_in_effect}


# The rule module


def _shifter(state: GameState, event: PointShifted) -> Audience | None:
    point = state.guns.point_of(event.unit)
    return None if point and point.is_open else _planner(state, event)


def _planner(state: GameState, event: PointShifted | StruckFromPlan) -> Audience | None:
    return Audience(state.units[event.unit].side.value) if state.plan.shifts(event.line) else None


def _struck_openly(state: GameState, event: StruckFromPlan) -> bool:
    return _planner(state, event) is None


def _came_to_nothing(_state: GameState, event: StruckFromPlan) -> Iterator[Became]:
    yield event.line, f"did not, {event.because[:1].lower()}{event.because[1:]}"


def _busy(state: GameState, _place: StepPlace) -> bool:
    """Where a plan shifts points, in every turn: a step in which nothing is seen to fall would tell of the shift."""
    shifts = any(line.shift for line in state.plan.fires)
    return shifts or bool(fires_due(state, state.book()) or works_due(state, state.book()))


def _taken_up(state: GameState, event: PointShifted, role: Role) -> str:
    """A shift is seen, not whereto."""
    if knows(role, state.units[event.unit].side):
        return ""

    return says_point_taken_up(state, event.unit)


BOMBARD: Final[BookChapter] = BookChapter(
    key="bombard",
    steps={NEEDS: StepOfChapter(_busy, "none in the plan", planned=True)},
    events=(
        Happening(
            kind="fired_by_plan",
            made=FiredByPlan,
            fold=fired,
            tells=always,
            became=lambda _state, event: [(event.line, "fired")],
        ),
        Happening(
            kind="point_shifted",
            made=PointShifted,
            fold=shifted,
            heard=_shifter,
            told_to=_taken_up,
            became=lambda _state, event: [(event.line, "laid its point there")],
        ),
        Happening(
            kind="struck_from_plan",
            made=StruckFromPlan,
            fold=struck,
            tells=_struck_openly,
            heard=_planner,
            became=_came_to_nothing,
        ),
        Happening(
            kind="work_bombarded",
            made=WorkBombarded,
            fold=bombarded,
            dice=work_throws,
            roll=ThrownFor.SHELLS,
            whose=of_work,
            tells=always,
            covers=covers_of_hits,
            became=lambda _state, event: [(event.work, "fell")],
        ),
    ),
    folds_before={"game_created": game_created},
    folds_after={"plan_sealed": plan_sealed},
    told=TOLD,
    commands={
        "fire_by_plan": FireByPlan,
        "strike_from_plan": StrikeFromPlan,
        "bombard_work": BombardWork,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=9,
    deeds=BOMBARD_DEEDS,
    views={"bombard": bombard_view},
    lies=LIES,
)
