"""Steps: made ready for, closed by both sides, passed over where empty; the end of a bound (BE-PLN, BE-EXE, BE-BND)."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.game.apply import after
from rules.earth_1418.game.melees import melees
from rules.earth_1418.game.registry import chapters
from rules.earth_1418.game.state import SIDES, BoundPhase, PlanGiven, other
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.written.events import ChoiceWritten
from rules.earth_1418.game.written.standing import NOTHING_WRITTEN, chooses, without_command, written
from rules.earth_1418.turn.game.commands import CloseStep, RemoveSubUnits, SayReady
from rules.earth_1418.turn.game.events import (
    BaseRestored,
    BoundEnded,
    CommandsOpened,
    PlansOpened,
    SaidReady,
    StepBegan,
    StepClosed,
    SubUnitsRemoved,
)
from rules.kernel.deeds import Judgement
from rules.kernel.explain import Refusal
from rules.kernel.record_kinds import read_values
from rules.kernel.seats import Role

BOTH_ACT: Final = (BoundPhase.EXECUTION, BoundPhase.MELEE)


def is_untouched(table: EarthTable) -> bool:
    """Return whether nobody has said Ready yet: until then a host changes what the game ships with."""
    state = table.state
    return state.bound == 1 and state.phase is BoundPhase.COMMANDS and not state.ready


def remove_sub_units(table: EarthTable, command: RemoveSubUnits) -> Judgement:
    """Take sub-units out of the game before it is played; each side keeps one at least (BE-STR-01)."""
    state, gone = table.state, set(command.units)
    if table.actor.referee_present and table.actor.role is not Role.REFEREE:
        return Refusal("", "the referee removes sub-units", "ask the referee")
    if not is_untouched(table):
        return Refusal("", "the battle has begun", "correct the bases that are removed")
    if not gone <= state.units.keys():
        return Refusal("", "there is nobody of that name", "name sub-units of this game")
    refused = next((no for one in gone if (no := table.speaks_for(state.units[one].side))), None)
    if refused is not None:
        return refused
    if {one.side for name, one in state.units.items() if name not in gone} != set(SIDES):
        return Refusal("BE-STR-01", "Each side keeps a sub-unit at least", "leave one of each side")
    units = tuple(dict.fromkeys(command.units))
    return (SubUnitsRemoved(units, tuple(state.units[one].name for one in units)),)


def first_step(table: EarthTable, events: Sequence[Any]) -> Sequence[Any]:
    """The first execution step in which somebody has something to do, or the melee."""
    return _begin(after(table, events), 0)


def _begin(table: EarthTable, closed: int) -> Sequence[Any]:
    """What begins after an execution step."""
    step = next((n for n in range(closed + 1, table.last_step + 1) if table.is_in_step(n)), None)
    restored = _restored(table) if closed < table.first_move and (step is None or step >= table.first_move) else ()
    if step is not None:
        return (StepBegan(BoundPhase.EXECUTION, step, restored),)
    if table.state.contacts:
        return (StepBegan(BoundPhase.MELEE, table.last_step, restored),)
    last = StepBegan(BoundPhase.EXECUTION, table.last_step, restored)
    return (last, BoundEnded(table.state.bound + 1)) if restored else (BoundEnded(table.state.bound + 1),)


def _restored(table: EarthTable) -> tuple[BaseRestored, ...]:
    """Bases hampered from earlier bounds whom nobody has under fire now (BE-INJ-04; G-14)."""
    return tuple(
        BaseRestored(unit.id, base)
        for unit in table.state.units.values()
        if unit.living and not unit.shot_at_by
        for base in table.hampered_before(unit)
    )


def may_close(table: EarthTable, side: str) -> Refusal | None:
    """Why a side cannot close the step yet; None where it can."""
    state = table.state
    if state.phase not in BOTH_ACT or side in state.closed:
        return NOT_NOW
    if any(one.by == side for one in state.pending.values()):
        return Refusal("BE-INJ-09", "Its dice and hits are not done", "throw again, or place the hits")
    if table.overruled:
        return None
    if any(True for _ in table.recovering(side)):
        return Refusal("BE-INJ-05", "An injured platoon has yet to roll for recovery", "roll for it")
    if state.phase is BoundPhase.MELEE and any(True for _ in melees(table, side)):
        return Refusal("BE-MEL-04", "There is melee to be fought", "fight it first")
    return None


def close_step(table: EarthTable, command: CloseStep) -> Judgement:
    """A side has nothing more to do in this step; the second closes it (BE-BND-01, BE-BND-03)."""
    refused = table.speaks_for(command.side) or may_close(table, command.side)
    if refused is not None:
        return refused
    closed = StepClosed(command.side)
    state = table.state
    theirs = other(command.side)
    if theirs not in state.closed:
        return (closed,)
    if state.phase is BoundPhase.MELEE:
        return (closed, BoundEnded(state.bound + 1))
    return (closed, *_begin(after(table, (closed,)), state.step))


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
    whole = after(table, drafts) if drafts else table
    refused = may_be_ready(whole, side)
    if refused is not None:
        return refused
    planned = _unplanned(whole, side) if state.phase is BoundPhase.PLANNING else ()
    done: tuple[Any, ...] = (*_in_one(side, (*drafts, *planned)), SaidReady(side, state.phase, state.step))
    if chooses(table, other(side)):
        return done
    made = after(table, done)
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
        draft = read_values(chapters().drafts, values)
        if isinstance(draft, Refusal):
            return draft
        if _is_about_removed(table, draft):
            continue
        found = chapters().judge(after(table, done), draft)
        if isinstance(found, Refusal):
            return found
        if any(one.side != command.side for one in found):
            return Refusal("", "a side is ready with what it has written itself", "leave out the other side's")
        done = (*done, *found)
    return done


def _is_about_removed(table: EarthTable, draft: Any) -> bool:
    """Whether a draft is of a formation or sub-unit that was taken out of the game since it was written."""
    state = table.state
    formation, unit = getattr(draft, "formation", None), getattr(draft, "unit", None)
    is_gone = formation is not None and formation not in state.formations
    return is_gone or (unit is not None and unit not in state.units)


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
