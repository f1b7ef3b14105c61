"""Folding the setting up of a game into its state. No rule in it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.flanders_fields.game.setting_up.events import (
    FormationDeployed,
    ObjectiveHeld,
    ScenarioSettled,
    SetUpBegun,
    StageFinished,
)
from rules.flanders_fields.game.setting_up.state import Preparation, SetUp
from rules.flanders_fields.game.state import GameState


def settled(set_up: SetUp, event: ScenarioSettled) -> SetUp:
    """How a game is set up, with what its scenario has settled."""
    return replace(
        set_up,
        zones=event.zones,
        arrivals=event.arrivals,
        limited=bool(event.plans),
        plans=event.plans,
        turns=event.turns,
        objectives=event.objectives,
        decides=event.decides,
    )


def _settled(state: GameState, event: ScenarioSettled) -> None:
    state.set_up = settled(state.set_up, event)


def _begun(state: GameState, event: SetUpBegun) -> None:
    state.set_up = replace(state.set_up, stage=event.stage, said=(), deployed=())


def _finished(state: GameState, event: StageFinished) -> None:
    done = event.now is not event.stage
    said = (*state.set_up.said, event.side) if event.side else state.set_up.said
    state.set_up = replace(state.set_up, stage=event.now, said=() if done else said)


def _deployed(state: GameState, event: FormationDeployed) -> None:
    stage = Preparation.READY if event.ready else state.set_up.stage
    state.set_up = replace(state.set_up, stage=stage, deployed=(*state.set_up.deployed, event.formation))


def _held(state: GameState, event: ObjectiveHeld) -> None:
    known = list(state.set_up.objectives)
    known[event.objective - 1] = replace(known[event.objective - 1], holder=event.holder)
    state.set_up = replace(state.set_up, objectives=tuple(known))


SETTING_UP_FOLDS: dict[type, Callable[[GameState, Any], None]] = {
    ScenarioSettled: _settled,
    SetUpBegun: _begun,
    StageFinished: _finished,
    FormationDeployed: _deployed,
    ObjectiveHeld: _held,
}
