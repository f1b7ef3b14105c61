"""Ready: what all have written is opened when the last side says it (BE-CMD-02, BE-PLN-03)."""

from collections.abc import Sequence
from typing import Any

from rules.earth_1418.game.state import SIDES, BoundPhase, PlanGiven, other
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.game.written.events import ChoiceWritten
from rules.earth_1418.game.written.standing import NOTHING_WRITTEN, chooses, without_command, written
from rules.earth_1418.turn.game.commands import SayReady
from rules.earth_1418.turn.game.events import CommandsOpened, PlansOpened, SaidReady, StepBegan
from rules.earth_1418.turn.game.stepping import first_step
from rules.kernel.explain import Refusal
from rules.kernel.record import Judgement
from rules.kernel.record_kinds import read_values


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
    whole = table.after(drafts) if drafts else table
    refused = may_be_ready(whole, side)
    if refused is not None:
        return refused
    planned = _unplanned(whole, side) if state.phase is BoundPhase.PLANNING else ()
    done: tuple[Any, ...] = (*_in_one(side, (*drafts, *planned)), SaidReady(side, state.phase, state.step))
    if chooses(table, other(side)):
        return done
    made = table.after(done)
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
    # Here: what a side has written is of any chapter, in whose list this one stands.
    from rules.earth_1418.game.chapters import CHAPTERS

    done: tuple[Any, ...] = ()
    for values in command.written:
        draft = read_values(CHAPTERS.drafts, values)
        if isinstance(draft, Refusal):
            return draft
        found = CHAPTERS.judge(table.after(done), draft)
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
