"""The bound in a game: Ready, steps and the end of a bound (BE-BND, BE-PLN, BE-EXE)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.earth_1418.game.combat import melees
from rules.earth_1418.game.registry import after, chapters
from rules.earth_1418.game.sealed_orders import NOTHING_WRITTEN, ChoiceWritten, chooses, without_command, written
from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable, judged
from rules.earth_1418.game.setup import BeginEarth, EarthBegun, apply_setup, count_of_bounds, how_it_begins
from rules.earth_1418.game.state.game import (
    SIDES,
    BoundPhase,
    CommandGiven,
    EarthState,
    PlanGiven,
    SubUnit,
    called,
    commanded,
    other,
)
from rules.earth_1418.vocabulary import Plan
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.record_events import read_values
from rules.kernel.rule_modules import Chapter, EventKind, Telling, always, judged_by
from rules.kernel.seats import Role

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True, kw_only=True)
class SayReady:
    """A side is ready with its commands, or with its plans of this step. Who has no plan stays put.

    `written` are its drafts, each with its `kind`, in the order in which they were written.
    """

    side: str = fact("who is ready")
    written: tuple[dict[str, object], ...] = fact(
        "its drafts, as they were sent: the keeper of the game puts them in", default=(), longest=400
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStep:
    """A side has nothing more to do in this step; the second that says so closes it."""

    side: str = fact("who closes it")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSubUnits:
    """Take sub-units out of a game that has not begun to be played."""

    units: tuple[str, ...] = fact("the sub-units that are removed", fewest=1, longest=200)


# Events. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class SaidReady:
    """A side is ready with what is chosen now; nothing is told of it."""

    side: str
    phase: BoundPhase
    step: int

    @property
    def deed(self) -> str:
        """What was written comes with Ready: that is what is taken back."""
        return f"Ready of the {self.side}"


@dataclass(frozen=True, slots=True)
class CommandsOpened:
    """Both sides were ready: what every formation was told."""

    commands: tuple[CommandGiven, ...]


@dataclass(frozen=True, slots=True)
class PlansOpened:
    """All were ready: the plans of a step that are marked on the table; of a secret step none."""

    step: int
    plans: tuple[PlanGiven, ...]


@dataclass(frozen=True, slots=True)
class StepClosed:
    """A side has nothing more to do in this step."""

    side: str


@dataclass(frozen=True, slots=True)
class BaseRestored:
    """A base, counted from 0, that moves normally again."""

    unit: str
    base: int


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A phase or step begins; `restored` are bases that move normally again, since nobody has them under fire."""

    phase: BoundPhase
    step: int
    restored: tuple[BaseRestored, ...] = ()


@dataclass(frozen=True, slots=True)
class BoundEnded:
    """A bound is over: clouds have drifted, digging is done, the next one begins."""

    bound: int


@dataclass(frozen=True, slots=True)
class SubUnitsRemoved:
    """Sub-units were taken out of the game before it was played; a formation without any is gone too."""

    units: tuple[str, ...]
    names: tuple[str, ...]


# Steps (BE-PLN, BE-EXE, BE-BND)

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


# Availability and prompts

REMOVE: Final = Asks(RemoveSubUnits)


def _being_ready(table: EarthTable) -> Iterator[Possible]:
    """To its own side Ready is offered or barred; whoever else is at the table waits for it, whatever is written."""
    for side in SIDES:
        if chooses(table, side):
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_be_ready(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


def _closing(table: EarthTable) -> Iterator[Possible]:
    """To its own side the end of a step is offered or barred; whoever else is at the table waits for it."""
    for side in SIDES:
        if table.state.phase in BOTH_ACT and side not in table.state.closed:
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_close(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


def _removing(table: EarthTable) -> Iterator[Possible]:
    """Before anybody is ready the referee removes parts of the game; where none is seated each side its own."""
    may = not table.actor.referee_present or table.actor.role is Role.REFEREE
    if may and is_untouched(table):
        yield Possible()


def _remove_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    own = [one.id for one in table.state.units.values() if one.side in table.sides]
    yield REMOVE("units", among=own, least=1, most=len(own))
    yield from judged(table, RemoveSubUnits, told, remove_sub_units)


TURN_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("ready", "Ready", SayReady, _being_ready, nothing, AtHand.ON),
    Deed("close_step", "Nothing more in this step", CloseStep, _closing, nothing, AtHand.ON),
    Deed("remove_sub_units", "Remove sub-units", RemoveSubUnits, _removing, _remove_asks, AtHand.MORE),
)


# Folds of events into the state


def apply_removal(state: EarthState, event: SubUnitsRemoved) -> None:
    """Sub-units are out of the game, and formations without any."""
    gone = {name: one for name, one in state.units.items() if name in event.units}
    state.units = {name: one for name, one in state.units.items() if name not in gone}
    left = {one.formation for one in state.units.values()}
    formations = state.formations.keys() - left
    state.sealed = {side: chosen.without(gone, formations) for side, chosen in state.sealed.items()}
    state.formations = {name: one for name, one in state.formations.items() if name in left}
    state.ground = state.ground.lifted(
        tuple(f"{name}/{n}" for name, one in gone.items() for n in range(1, len(one.bases) + 1))
    )


def apply_ready(state: EarthState, event: SaidReady) -> None:
    """A side is ready; the deed that it is bears that name, whatever was written with it."""
    if state.deeds:
        state.deeds = state.deeds._replace(name=event.deed)
    state.ready, state.ready_last = (*state.ready, event.side), event.side


def apply_commands(state: EarthState, event: CommandsOpened) -> None:
    """Everybody knows what formations were told."""
    state.commands = {one.formation: one.command for one in event.commands}
    state.directions = {one.formation: one.direction for one in event.commands if one.direction is not None}
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def _take_rounds(state: EarthState) -> None:
    for chosen in state.sealed.values():
        state.bombardments = {**state.bombardments, **{one.id: one for one in chosen.bombardments}}
        state.shares = (*state.shares, *chosen.shares)


def apply_plans(state: EarthState, event: PlansOpened) -> None:
    """Those of a secret step are taken from what was sealed, and stay secret."""
    opened = {one.unit for one in event.plans}
    for chosen in state.sealed.values():
        for one in chosen.plans:
            state.change(one.unit, plan=one.plan, target=one.target, packs=one.packs, open_plan=one.unit in opened)
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def apply_close(state: EarthState, event: StepClosed) -> None:
    """A side has nothing more to do in the step."""
    state.closed, state.ready_last = (*state.closed, event.side), event.side


def apply_step(state: EarthState, event: StepBegan) -> None:
    """A step begins."""
    state.span_began = state.seq
    state.phase, state.step, state.closed = event.phase, event.step, ()
    state.at_step = {one.id: one.living for one in state.units.values()}
    state.fallen = {}
    for one in event.restored:
        state.restore(one.unit, one.base)


def apply_end_of_bound(state: EarthState, event: BoundEnded) -> None:
    """Clouds drift, digging is done, and what was done now is of the last bound (BE-BND-03, BE-DIG-02)."""
    state.span_began = state.seq
    state.let_go_of_contacts()
    state.bound, state.phase, state.step = event.bound, BoundPhase.COMMANDS, 0
    state.closed, state.sealed, state.ready, state.pending = (), {}, (), {}
    state.commands, state.directions = {}, {}
    state.bombardments, state.shares, state.named = {}, (), {}
    state.cordons = tuple(replace(one, bounds=one.bounds + 1) for one in state.cordons)
    state.units = {one.id: _at_the_end(one) for one in state.units.values()}
    state.ground = state.ground.keeping_aims(frozenset(one.id for one in state.cordons))


def _at_the_end(unit: SubUnit) -> SubUnit:
    dug = unit.plan is Plan.DIG_IN and not unit.moved
    return replace(
        unit,
        under_fire=bool(unit.shot_at_by),
        hit_last=unit.hit_now,
        moved_last=unit.moved,
        dug_last=dug,
        dug_in=unit.dug_in or dug,
        bounds_dug_in=unit.bounds_dug_in + 1 if unit.dug_in and not dug else 0,
        packed=not unit.packed if unit.packs else unit.packed,
        plan=None,
        target="",
        packs=False,
        open_plan=False,
        shot=False,
        moved=False,
        fought=False,
        shot_at_by=(),
        hit_now=False,
        tried=(),
        left_terrain=None,
    )


# Log text


def says(state: EarthState, event: Any) -> str:
    """One plain sentence. It tells nothing but what the event itself says."""
    match event:
        case EarthBegun():
            return how_it_begins(event)
        case SubUnitsRemoved():
            return f"{', '.join(event.names)}: removed from the game"
        case SaidReady():
            return f"{event.side.capitalize()} is ready"
        case CommandsOpened():
            told = "; ".join(f"{called(state, one.formation)} {commanded(one)}" for one in event.commands)
            return f"Commands: {told}"
        case PlansOpened():
            told = ", ".join(f"{called(state, one.unit)} {one.plan.replace('_', ' ')}" for one in event.plans)
            return f"Plans of step {event.step}: {told}" if told else f"Plans of step {event.step} are made, unseen"
        case StepClosed():
            return f"{event.side.capitalize()} has nothing more to do in this step"
        case StepBegan():
            return _began(event)
    return _next_bound(state, event.bound)


def _next_bound(state: EarthState, bound: int) -> str:
    """Which bound begins, and how it stands to the length that was settled."""
    bounds = state.settled.bounds
    if bounds is not None and bound == bounds + 1:
        return f"The last of {count_of_bounds(bounds)} is over"
    return f"Bound {bound} begins, the last" if bound == bounds else f"Bound {bound} begins"


def _began(event: StepBegan) -> str:
    many = len(event.restored)
    restored = f"; {many} {'base moves' if many == 1 else 'bases move'} normally again" if many else ""
    if event.phase is BoundPhase.PLANNING:
        return f"Planning step {event.step}"
    return f"Melee{restored}" if event.phase is BoundPhase.MELEE else f"Execution step {event.step}{restored}"


def names(_state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    match event:
        case SubUnitsRemoved():
            return f"the removal of {', '.join(event.names)}"
        case SaidReady():
            return event.deed
        case StepClosed():
            return f"{event.side.capitalize()} closes the step"
    return type(event).__name__


TOLD: Final[Telling[EarthState]] = Telling(says, names)


# The rule module

TURN: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="turn",
    events=(
        EventKind(kind="game_created", made=EarthBegun, fold=apply_setup, is_deed=False),
        EventKind(kind="sub_units_removed", made=SubUnitsRemoved, fold=apply_removal),
        EventKind(kind="said_ready", made=SaidReady, fold=apply_ready),
        EventKind(kind="commands_opened", made=CommandsOpened, fold=apply_commands, tells=always),
        EventKind(kind="plans_opened", made=PlansOpened, fold=apply_plans, tells=always),
        EventKind(kind="step_closed", made=StepClosed, fold=apply_close),
        EventKind(kind="step_began", made=StepBegan, fold=apply_step),
        EventKind(kind="bound_ended", made=BoundEnded, fold=apply_end_of_bound),
    ),
    told=TOLD,
    commands={
        "begin_battle": BeginEarth,
        "ready": SayReady,
        "close_step": CloseStep,
        "remove_sub_units": RemoveSubUnits,
    },
    crosses={"ready": "said_ready", "close_step": "step_closed"},
    judge=judged_by({SayReady: say_ready, CloseStep: close_step, RemoveSubUnits: remove_sub_units}),
    deeds=TURN_DEEDS,
)
