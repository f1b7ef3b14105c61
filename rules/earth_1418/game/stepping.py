"""Steps: closed by both sides, empty ones passed over, recovery before moves, the end of a bound (BE-EXE, BE-BND)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.game.commands import CloseStep
from rules.earth_1418.game.events import BaseRestored, BoundEnded, StepBegan, StepClosed
from rules.earth_1418.game.state import SIDES, BoundPhase, ContactMade, EarthState, SubUnit, other
from rules.earth_1418.game.table import NOT_NOW, EarthTable
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.explain import Refusal
from rules.kernel.play import Recorded, Role
from rules.kernel.stage import AtHand, Deed, Possible, nothing

Judgement = Sequence[Any] | Refusal
BOTH_ACT: Final = (BoundPhase.EXECUTION, BoundPhase.MELEE)


def after(state: EarthState, events: Sequence[Any]) -> EarthState:
    """The state after events that have not happened yet."""
    from rules.earth_1418.game.fold import apply

    made = state.copy()
    for event in events:
        apply(made, Recorded(made.seq + 1, event, "not sent", Role.SPECTATOR))
    return made


def first_step(table: EarthTable, events: Sequence[Any]) -> Sequence[Any]:
    """The first execution step in which somebody has something to do, or the melee."""
    return _begin(EarthTable(after(table.state, events), table.actor), 0)


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


def melees(table: EarthTable, side: str) -> Iterator[tuple[ContactMade, str, str]]:
    """Each melee in which a sub-unit of a side has yet to strike in this bound: the contact, who, and whom."""
    state = table.state
    if state.phase is not BoundPhase.MELEE:
        return
    for contact in state.contacts:
        for unit, enemy in ((contact.first, contact.second), (contact.second, contact.first)):
            mine, theirs = state.units[unit], state.units[enemy]
            if mine.side == side and not mine.fought and mine.living and theirs.living and has_melee_dice(table, mine):
                yield contact, unit, enemy


def strikers(table: EarthTable, side: str) -> Iterator[tuple[str, str]]:
    """Who of a side may strike now, and whom: once in a bound, who assaulted first (BE-MEL-03, BE-BND-04; G-20)."""
    together = table.book.behaviour("G-20", {"assaulter_first": False, "together": True})
    struck = set[str]()
    for contact, unit, enemy in melees(table, side):
        theirs = table.state.units[enemy]
        first = unit == contact.first or contact.both or together
        waits = not first and not theirs.fought and has_melee_dice(table, theirs)
        open_hits = any(one.unit == enemy and one.target == unit for one in table.state.pending.values())
        if not waits and not (open_hits and not together) and unit not in struck:
            struck.add(unit)
            yield unit, enemy


def has_melee_dice(table: EarthTable, unit: SubUnit) -> bool:
    """Whether a sub-unit has any dice in melee (BE-ARM-02; G-35)."""
    facts = Shooter(unit=unit.unit, fight=ArmingSide.MELEE, bases=unit.living, begun=len(unit.bases), typed=unit.typed)
    pool = dice_pool(facts, table.book)
    return not isinstance(pool, Refusal) and pool.value.dice > 0


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
    return (closed, *_begin(EarthTable(after(state, (closed,)), table.actor), state.step))


def _closing(table: EarthTable) -> Iterator[Possible]:
    """To its own side the end of a step is offered or barred; whoever else is at the table waits for it."""
    for side in SIDES:
        if table.state.phase in BOTH_ACT and side not in table.state.closed:
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_close(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


STEPPING_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("close_step", "Nothing more in this step", CloseStep, _closing, nothing, AtHand.ON),
)
