"""Steps: closed by both sides, empty ones passed over, recovery before moves, the end of a bound (BE-EXE, BE-BND)."""

from collections.abc import Sequence
from typing import Any, Final

from rules.earth_1418.game.melees import melees
from rules.earth_1418.game.state import BoundPhase, other
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.turn.game.commands import CloseStep
from rules.earth_1418.turn.game.events import BaseRestored, BoundEnded, StepBegan, StepClosed
from rules.kernel.explain import Refusal
from rules.kernel.record import Judgement

BOTH_ACT: Final = (BoundPhase.EXECUTION, BoundPhase.MELEE)


def first_step(table: EarthTable, events: Sequence[Any]) -> Sequence[Any]:
    """The first execution step in which somebody has something to do, or the melee."""
    return _begin(table.after(events), 0)


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
    return (closed, *_begin(table.after((closed,)), state.step))
