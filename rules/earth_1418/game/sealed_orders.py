"""Sealed orders: what a side writes unseen until both are ready (BE-CMD, BE-PLN)."""

from collections.abc import Collection
from typing import Any, Final

from rules.earth_1418.game.seat_context import NOT_NOW, EarthTable
from rules.earth_1418.game.state.game import (
    BombardmentGiven,
    BoundPhase,
    CommandGiven,
    EarthState,
    PlanGiven,
    SealedChoices,
    SharePlanned,
    called,
    commanded,
)
from rules.kernel.explanations import Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.rule_modules import Chapter, EventKind, Telling
from rules.kernel.seats import Audience
from rules.tabletop.stands import Spot

# Commands. Their kinds and fields are stored for ever


@dataclass(frozen=True, slots=True)
class ChoiceWritten:
    """A side has written down its commands or plans, or a part of them; only it knows them."""

    side: str
    commands: tuple[CommandGiven, ...]
    bombardments: tuple[BombardmentGiven, ...]
    plans: tuple[PlanGiven, ...]
    shares: tuple[SharePlanned, ...]


@dataclass(frozen=True, slots=True)
class BombardmentAimed:
    """Where in its square the circle of a bombardment is laid; only its own side knows before it falls."""

    side: str
    bombardment: str
    x_mm: int
    y_mm: int


def written_about(event: Any) -> Collection[str]:
    """What a side has written about in an event: said anew, it takes the place of what was said before."""
    match event:
        case ChoiceWritten():
            told = [f"command {one.formation}" for one in event.commands]
            told += [f"bombardment {one.id}" for one in event.bombardments]
            told += [f"plan {one.unit}" for one in event.plans]
            return [*told, *(f"shots {one.bombardment} {one.unit} {one.outside}" for one in event.shares)]
        case BombardmentAimed():
            return [f"aim {event.bombardment}"]
    return ()


# Commands

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


def bombarding(table: EarthTable, side: str) -> set[str]:
    """The guns of a side that bombard in this bound."""
    rounds = (*table.state.bombardments.values(), *written(table.state, side).bombardments)
    return {gun for given in rounds for gun in given.guns}


# Folds of events into the state


def apply_choice(state: EarthState, event: ChoiceWritten) -> None:
    """What is written of the same thing later counts."""
    was = state.sealed.get(event.side, SealedChoices())
    chosen = was.then(event.commands, event.bombardments, event.plans, event.shares)
    state.sealed = {**state.sealed, event.side: chosen}


def apply_aim(state: EarthState, event: BombardmentAimed) -> None:
    """Where a bombardment is to fall."""
    state.ground = state.ground.aimed(event.bombardment, Spot(event.x_mm, event.y_mm))


# Log text


def says(state: EarthState, event: Any) -> str:
    """One plain sentence."""
    if isinstance(event, BombardmentAimed):
        return f"Aimed, unseen: {event.x_mm / 10:g} cm along and {event.y_mm / 10:g} cm up the table"
    commands = [f"{called(state, one.formation)} {commanded(one)}" for one in event.commands]
    plans = [f"{called(state, one.unit)} {_planned(state, one)}" for one in event.plans]
    rounds = [f"{one.lays.value.replace('_', ' ')} on {one.square}" for one in event.bombardments]
    shares = [f"{one.shots} shots on {called(state, one.unit)}" for one in event.shares]
    return f"Written, unseen: {', '.join([*commands, *plans, *rounds, *shares]) or 'nothing'}"


def _planned(state: EarthState, plan: PlanGiven) -> str:
    """What a sub-unit does, by its plan; of a gun also that it packs or unpacks."""
    if plan.packs:
        return "unpacks" if state.units[plan.unit].packed else "packs up"
    return plan.plan.replace("_", " ")


def names(state: EarthState, event: Any) -> str:
    """What a deed is called where it is taken back."""
    if isinstance(event, BombardmentAimed):
        return f"the aim of {called(state, event.bombardment)}"
    return _written(state, event)


def _written(state: EarthState, event: ChoiceWritten) -> str:
    """What was written down, by what it is about."""
    named = [one.formation for one in event.commands] + [one.unit for one in event.plans]
    named += [gun for one in event.bombardments for gun in one.guns] + [one.unit for one in event.shares]
    what = "the bombardment of"
    if event.commands or event.plans:
        what = "the command of" if event.commands else "the plan of"
    elif event.shares and not event.bombardments:
        what = "the shots on"
    return f"{what} {', '.join(called(state, one) for one in named)}" if named else "plans"


TOLD: Final[Telling[EarthState]] = Telling(says, names)


# The rule module


def _its_side(_state: EarthState, event: Any) -> Audience:
    return Audience(event.side)


WRITTEN: Final[Chapter[EarthState, EarthTable]] = Chapter(
    key="written",
    events=(
        EventKind(kind="choice_written", made=ChoiceWritten, fold=apply_choice, heard=_its_side),
        EventKind(kind="bombardment_aimed", made=BombardmentAimed, fold=apply_aim, heard=_its_side),
    ),
    told=TOLD,
)
