"""Folding what happened of the steps into the state. No rule in it: events carry their results."""

from dataclasses import replace

from rules.earth_1418.game.state import BoundPhase, EarthState, SubUnit
from rules.earth_1418.turn.game.events import (
    BoundEnded,
    CommandsOpened,
    PlansOpened,
    SaidReady,
    StepBegan,
    StepClosed,
    SubUnitsRemoved,
)
from rules.earth_1418.vocabulary import Plan


def removed(state: EarthState, event: SubUnitsRemoved) -> None:
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


def ready(state: EarthState, event: SaidReady) -> None:
    """A side is ready; the deed that it is bears that name, whatever was written with it."""
    if state.deeds:
        state.deeds = state.deeds._replace(name=event.deed)
    state.ready, state.ready_last = (*state.ready, event.side), event.side


def commands_opened(state: EarthState, event: CommandsOpened) -> None:
    """Everybody knows what formations were told."""
    state.commands = {one.formation: one.command for one in event.commands}
    state.directions = {one.formation: one.direction for one in event.commands if one.direction is not None}
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def _take_rounds(state: EarthState) -> None:
    for chosen in state.sealed.values():
        state.bombardments = {**state.bombardments, **{one.id: one for one in chosen.bombardments}}
        state.shares = (*state.shares, *chosen.shares)


def plans_opened(state: EarthState, event: PlansOpened) -> None:
    """Those of a secret step are taken from what was sealed, and stay secret."""
    opened = {one.unit for one in event.plans}
    for chosen in state.sealed.values():
        for one in chosen.plans:
            state.change(one.unit, plan=one.plan, target=one.target, packs=one.packs, open_plan=one.unit in opened)
    _take_rounds(state)
    state.sealed, state.ready = {}, ()


def closed(state: EarthState, event: StepClosed) -> None:
    """A side has nothing more to do in the step."""
    state.closed, state.ready_last = (*state.closed, event.side), event.side


def step_began(state: EarthState, event: StepBegan) -> None:
    """A step begins."""
    state.span_began = state.seq
    state.phase, state.step, state.closed = event.phase, event.step, ()
    state.at_step = {one.id: one.living for one in state.units.values()}
    state.fallen = {}
    for one in event.restored:
        state.restore(one.unit, one.base)


def bound_ended(state: EarthState, event: BoundEnded) -> None:
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
