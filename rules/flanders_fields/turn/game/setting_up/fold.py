"""Folding the setting up of a game into its state. No rule in it."""

from dataclasses import replace

from rules.flanders_fields.game.state import (
    GameState,
)
from rules.flanders_fields.turn.game.setting_up.created import GameCreated, SetUpBegun
from rules.flanders_fields.turn.game.setting_up.events import FormationDeployed, ObjectiveHeld, StageFinished
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Preparation, SetUp


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


def scenario_settled(state: GameState, event: ScenarioSettled) -> None:
    """What a scenario of one's own settles counts."""
    state.set_up = settled(state.set_up, event)


def begun(state: GameState, event: SetUpBegun) -> None:
    """The first step of the book is in hand."""
    state.set_up = replace(state.set_up, stage=event.stage, said=(), deployed=())


def finished(state: GameState, event: StageFinished) -> None:
    """A step is done, for one side or for both."""
    done = event.now is not event.stage
    said = (*state.set_up.said, event.side) if event.side else state.set_up.said
    state.set_up = replace(state.set_up, stage=event.now, said=() if done else said)


def formation_deployed(state: GameState, event: FormationDeployed) -> None:
    """It stands; the next one is to be deployed."""
    stage = Preparation.READY if event.ready else state.set_up.stage
    state.set_up = replace(state.set_up, stage=stage, deployed=(*state.set_up.deployed, event.formation))


def objective_held(state: GameState, event: ObjectiveHeld) -> None:
    """An objective has another holder."""
    known = list(state.set_up.objectives)
    known[event.objective - 1] = replace(known[event.objective - 1], holder=event.holder)
    state.set_up = replace(state.set_up, objectives=tuple(known))


def created(state: GameState, event: GameCreated) -> None:
    """The forces are there, and what their plans say."""
    state.facts = event.facts
    state.regiments = {one.id: one for one in event.regiments}
    state.battalions = {one.id: one for one in event.battalions}
    state.units = {one.id: one for one in event.units}
    state.stands = {one.id: one for one in event.stands}
    state.plan = event.plan
    if event.settled:
        state.set_up = settled(state.set_up, event.settled)
