"""Judging the steps before the first turn: what comes when, who deploys, and where (FF-FOR-15, FF-SET-10)."""

from collections.abc import Iterable

from rules.flanders_fields.game.naming import formation_name
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.unseen import is_set_up
from rules.flanders_fields.game.waiting import BeginsTurn, PutsOnMap
from rules.flanders_fields.turn.game.setting_up.commands import (
    BeginSetUp,
    DeployFormation,
    FinishStage,
    HoldObjective,
    SettingUpCommand,
)
from rules.flanders_fields.turn.game.setting_up.created import SetUpBegun
from rules.flanders_fields.turn.game.setting_up.creating import CreateGame
from rules.flanders_fields.turn.game.setting_up.events import FormationDeployed, ObjectiveHeld, StageFinished
from rules.flanders_fields.turn.game.setting_up.order import formation_of, next_to_deploy, stands_of
from rules.flanders_fields.turn.game.setting_up.state import Preparation
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.chapters import Command
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role

ORDER = "FF-SET-10"
STAGES = tuple(Preparation)
WORDS = {
    Preparation.TERRAIN: "laying the terrain",
    Preparation.WORKS: "laying trenches and works",
    Preparation.PLANS: "writing fire plans",
    Preparation.DEPLOYMENT: "deploying",
}


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses what comes before its step: a turn while the sides set up, stands before deployment, or out of turn."""
    set_up = table.state.set_up
    if set_up.stage is None or not set_up.is_under_way:
        return None
    if isinstance(command, BeginsTurn):
        return Refusal(ORDER, f"the sides are still {WORDS[set_up.stage]}", "finish setting up first")
    return _out_of_turn(table, command.placed(table.state)) if isinstance(command, PutsOnMap) else None


def _out_of_turn(table: JudgedTable, stands: Iterable[str]) -> Refusal | None:
    state, stage = table.state, table.state.set_up.stage
    known = [one for one in stands if one in state.stands and table.knows_of(one)]
    if stage is Preparation.WORKS and all(_is_work(table, one) for one in known):
        return None
    if stage is not Preparation.DEPLOYMENT:
        return Refusal(ORDER, "stands are deployed after terrain, works and fire plans", "finish those steps first")
    there = next_to_deploy(state, table.book)
    choices = {one.id for one in there.formations} if there else set()
    begun = _begun(table)
    for one in known:
        formation = formation_of(state, one)
        if formation is None or _is_work(table, one):
            continue
        if formation.id in state.set_up.deployed:
            return Refusal(ORDER, f"{formation.name} has been deployed", "leave it where it stands")
        if there and formation.side is not there.side:
            name = state.side_facts(there.side).name
            return Refusal(ORDER, f"the {name} side deploys now", "wait until it has said that its formation stands")
        if formation.id not in choices:
            return Refusal(ORDER, "battalions are deployed first, higher commanders with their own last", "choose one")
        if begun not in ("", formation.id):
            because = f"{formation_name(state, begun)} is being deployed"
            return Refusal(ORDER, because, "say first that it stands: one formation at a time")
    return None


def _is_work(table: JudgedTable, stand: str) -> bool:
    """Block houses are works of the ground: they are laid with the trenches."""
    unit = table.state.units.get(table.state.stands[stand].unit)
    return unit is not None and unit.kind is UnitClass.BLOCK_HOUSE


def _begun(table: JudgedTable) -> str:
    """The formation some of which is on the map already and which has not been said to stand."""
    state = table.state
    for stand in state.places:
        formation = formation_of(state, stand)
        if formation and formation.id not in state.set_up.deployed and not _is_work(table, stand):
            return formation.id
    return ""


def judge(table: JudgedTable, command: SettingUpCommand) -> Judgement:
    """Judge a command about setting up."""
    if isinstance(command, CreateGame):
        return Refusal("", "this game has been set up already", "create another game")
    if isinstance(command, HoldObjective):
        return _hold(table, command)
    if not is_set_up(table.state):
        return Refusal("", "the game has begun", "go on with its turns")
    match command:
        case BeginSetUp():
            return _begin(table)
        case FinishStage():
            return _finish(table)
        case DeployFormation():
            return _deploy(table, command)


def _hold(table: JudgedTable, command: HoldObjective) -> Judgement:
    """Who holds what is seen by everybody: any seat may note it, at any time (GAP-96)."""
    known = table.state.set_up.objectives
    if not 1 <= command.objective <= len(known):
        instead = f"one of 1 to {len(known)}" if known else "a scenario that has some"
        return Refusal("", f"this scenario has no objective {command.objective}", instead)
    if known[command.objective - 1].holder is command.holder:
        return Refusal("", "that is noted already", "go on")
    return (ObjectiveHeld(command.objective, command.holder),)


def _begin(table: JudgedTable) -> Judgement:
    if table.state.set_up.stage is not None:
        return Refusal("", "setting up has begun already", "go on with its steps")
    return (SetUpBegun(Preparation.TERRAIN),)


def _finish(table: JudgedTable) -> Judgement:
    state, stage = table.state, table.state.set_up.stage
    if stage not in (Preparation.TERRAIN, Preparation.WORKS, Preparation.PLANS):
        instead = (
            "say of each formation that it stands" if stage is Preparation.DEPLOYMENT else "begin with the first step"
        )
        return Refusal(ORDER, "no step of that kind is in hand", instead)
    after = STAGES[STAGES.index(stage) + 1]
    # Fire plans are each side's own: it alone knows when its plan is written.
    if stage is not Preparation.PLANS or table.actor.role is Role.REFEREE:
        return (StageFinished(stage, after),)
    side = Side(table.actor.role.value)
    if side in state.set_up.said:
        return Refusal(ORDER, "this side has said so", "wait for the other side")
    both = len({*state.set_up.said, side}) == len(Side)
    return (StageFinished(stage, after if both else stage, side),)


def _deploy(table: JudgedTable, command: DeployFormation) -> Judgement:
    state = table.state
    if state.set_up.stage is not Preparation.DEPLOYMENT:
        return Refusal(ORDER, "formations are deployed after terrain, works and fire plans", "finish those first")
    there = next_to_deploy(state, table.book)
    formation = next((one for one in there.formations if one.id == command.formation), None) if there else None
    if there is None or formation is None:
        return _not_now(table, command.formation)
    if refused := table.may_speak_for(there.side) or _not_all_on_the_map(table, command.formation):
        return refused
    deployed = FormationDeployed(formation.id)
    last = len(there.formations) == 1 and _is_last(table, formation.id)
    return (FormationDeployed(formation.id, ready=True),) if last else (deployed,)


def _not_now(table: JudgedTable, formation: str) -> Refusal:
    state = table.state
    known = state.battalions.get(formation) or state.regiments.get(formation)
    hidden = formation in state.battalions and not table.knows_of(formation)
    there = next_to_deploy(state, table.book)
    if known is None or hidden or there is None:
        return Refusal("", f"there is no formation {formation!r} to deploy", "choose one from the list")
    if known.id in state.set_up.deployed:
        return Refusal(ORDER, f"{known.name} has been deployed", "choose another")
    name = state.side_facts(there.side).name
    return Refusal(ORDER, f"it is not {known.name}'s turn: the {name} side deploys now", "choose from the list")


def _not_all_on_the_map(table: JudgedTable, formation: str) -> Refusal | None:
    """Where the map is used for a formation, it is used for all of it."""
    state = table.state
    one = state.battalions.get(formation) or state.regiments[formation]
    stands = stands_of(state, one)
    there = [stand for stand in stands if stand in state.places]
    missing = len(stands) - len(there) - sum(stand in state.shelters.below for stand in stands)
    if there and missing > 0 and not table.overruled:
        because = f"{len(there)} of {len(stands)} stands of {one.name} are on the map"
        return Refusal(ORDER, because, "place the others too, or set this aside")
    return None


def _is_last(table: JudgedTable, formation: str) -> bool:
    regiments = [one for one in table.state.regiments if one not in table.state.set_up.deployed]
    return regiments == [formation]
