"""What happened while a game was set up, in sentences for the log."""

from typing import Final

from rules.flanders_fields.game.naming import formation_name
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.turn.game.setting_up.created import GameCreated, SetUpBegun
from rules.flanders_fields.turn.game.setting_up.events import (
    FormationDeployed,
    ObjectiveHeld,
    SettingUpEvent,
    StageFinished,
)
from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.kernel.chapters import Telling

TITLES: Final = {
    Preparation.TERRAIN: "Lay the terrain",
    Preparation.WORKS: "Lay trenches, wire and works",
    Preparation.PLANS: "Write the fire plans",
    Preparation.DEPLOYMENT: "Deploy, a battalion at a time",
    Preparation.READY: "Begin",
}
DONE: Final = {
    Preparation.TERRAIN: "The terrain is laid",
    Preparation.WORKS: "Trenches and works are laid",
    Preparation.PLANS: "The fire plans are written",
}


def says_setting_up(state: GameState, event: SettingUpEvent) -> str:
    """One plain sentence."""
    match event:
        case GameCreated(facts=facts):
            return f"{facts.title} is set up"
        case ScenarioSettled():
            return "Zones, reserves and plans of the scenario are settled"
        case SetUpBegun():
            return "Setting up begins, step by step as in the book"
        case StageFinished(stage=stage, now=now, side=side):
            name = state.side_facts(side).name if side else ""
            return DONE[stage] if not side or now is not stage else f"The {name} side has written its fire plan"
        case FormationDeployed(formation=formation, ready=ready):
            return f"{formation_name(state, formation)} stands{': all are deployed' if ready else ''}"
        case ObjectiveHeld(objective=number, holder=holder):
            whose = f"is the {state.side_facts(holder).name} side's" if holder else "is nobody's"
            return f"{state.set_up.objectives[number - 1].name} {whose}"


TOLD: Final = Telling(says_setting_up)
