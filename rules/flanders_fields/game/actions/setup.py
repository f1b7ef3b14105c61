"""Set-up of the sides before the first turn: zones, deployment, objectives (FF-SET)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.game.concealment import hidden_from, is_set_up, unseen
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import formation_name, stand_name
from rules.flanders_fields.game.map_facts.stand_placement import StandsPlaced
from rules.flanders_fields.game.rule_module import (
    Became,
    BeginsTurn,
    BookChapter,
    Happening,
    InForce,
    LiesBy,
    PutsOnMap,
    SeenBySeat,
    lines,
)
from rules.flanders_fields.game.seat_context import SeatDeeds
from rules.flanders_fields.game.setup.creation import CreateGame, GameCreated, SetUpBegun
from rules.flanders_fields.game.setup.scenario import ScenarioSettled
from rules.flanders_fields.game.stand_types import base_kind, footprint_of
from rules.flanders_fields.game.state.game import Battalion, GameState, Regiment
from rules.flanders_fields.game.state.placement import Place, Zone
from rules.flanders_fields.game.state.setup import TO_THE_EDGE_MM, Arrival, PlanAllowed, Preparation, SetUp
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import DeploymentFacts, deployment_order
from rules.flanders_fields.vocabulary import Fate, Side, UnitClass
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.distances import MM_A_CM, cm, cm_of
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import counted
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Command, Event, Telling, always
from rules.kernel.seats import Audience, Role
from rules.kernel.serialization import build, plain
from rules.tabletop.placement import HAIR_MM
from rules.tabletop.stands import StandingBase, bounds
from rules.tabletop.terrain import LaidTable

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSetUp:
    """Go through the steps of the book before the first turn (FF-SET-10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStage:
    """Say that the present step is done: terrain, works, or one's own plan. For the plans each side says so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployFormation:
    """Say that a battalion, or a regiment's own stands, are set up: the other side is next."""

    formation: str = fact("the battalion, or the regiment's own stands, set up")


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldObjective:
    """Note who has an objective of the scenario, by its number from 1 on; without a holder, nobody has it."""

    objective: int = fact("the number of the objective")
    holder: Side | None = fact("who has it", default=None)


SettingUpCommand = CreateGame | BeginSetUp | FinishStage | DeployFormation | HoldObjective


# Events


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A step is done; by one side alone where `side` says so. `now` is the step that is in hand after it."""

    stage: Preparation
    now: Preparation
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class FormationDeployed:
    """A formation stands; with the last of all the sides are `ready`."""

    formation: str
    ready: bool = False


@dataclass(frozen=True, slots=True)
class ObjectiveHeld:
    """Who has an objective now, by its number in the scenario from 1 on; None: nobody."""

    objective: int
    holder: Side | None = None


SettingUpEvent = GameCreated | ScenarioSettled | SetUpBegun | StageFinished | FormationDeployed | ObjectiveHeld


# Whose formation is set up next, and which it may be (FF-SET-10, AMB-99)


@dataclass(frozen=True, slots=True)
class Next:
    """Whose turn it is to deploy, and what that side has left to choose from."""

    side: Side
    formations: tuple[Battalion | Regiment, ...]


def next_to_deploy(state: GameState, book: RuleBook) -> Next | None:
    """Battalions in their order, then what regiments and divisions have of their own, defender first; None: all stand.

    Battalions off the table are nobody's affair here.
    """
    done = Counter(state.battalions[one].side for one in state.set_up.deployed if one in state.battalions)
    left = {side: tuple(_left(state, side)) for side in Side}
    for side in _order(done, left, book):
        if left[side]:
            return Next(side, left[side])
    for side in (Side.DEFENDER, Side.ATTACKER):
        higher = [one for one in state.regiments.values() if one.side is side and one.id not in state.set_up.deployed]
        if higher:
            return Next(side, tuple(higher))
    return None


def _left(state: GameState, side: Side) -> Iterator[Battalion]:
    for one in state.battalions.values():
        if one.side is side and one.on_table and one.fate is Fate.STANDS and one.id not in state.set_up.deployed:
            yield one


def _order(done: Counter[Side], left: dict[Side, tuple[Battalion, ...]], book: RuleBook) -> Iterator[Side]:
    """The sides in their order, from the place on that is in hand."""
    all_of = {side: done[side] + len(left[side]) for side in Side}
    facts = DeploymentFacts(attacker_battalions=all_of[Side.ATTACKER], defender_battalions=all_of[Side.DEFENDER])
    passed = Counter[Side]()
    for side in map(Side, deployment_order(facts, book).value):
        passed[side] += 1
        if passed[side] > done[side]:
            yield side


def stands_of(state: GameState, formation: Battalion | Regiment) -> tuple[str, ...]:
    """The stands a formation deploys: its commander, and those of its units that stand on the table."""
    units = (state.units[one] for one in formation.units)
    own = (stand.id for unit in units if unit.on_table for stand in state.living(unit))
    return (formation.commander, *own)


def formation_of(state: GameState, stand: str) -> Battalion | Regiment | None:
    """With which formation a stand is deployed."""
    unit = state.units.get(state.stands[stand].unit)
    if unit is None:
        return state.commanding(stand)
    return state.battalions.get(unit.of) or state.regiments.get(unit.of)


# Folds of events into the state


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


# Whether stands deploy where their side may, as they are placed on the map (FF-SET-07, FF-SCN-08)

WHERE = "FF-SET-07"


def inside_zones(table: JudgedTable, judged: Judgement) -> Judgement:
    """The same, or a refusal of the first stand that would deploy outside the zones of its side.

    Who does not go through the steps of the book deploys where the players like, as in every game without zones.
    What is set aside is said to everybody, so of stands that not everybody knows of nothing can be.
    """
    state = table.state
    by_steps = state.set_up.stage is not None and is_set_up(state)
    if isinstance(judged, Refusal) or not state.set_up.zones or not by_steps:
        return judged
    outside = (refused for event in judged if (refused := _outside(table, event)))
    return next(outside, judged)


def _outside(table: JudgedTable, event: Event) -> Refusal | None:
    if not isinstance(event, StandsPlaced):
        return None
    state = table.state
    for one in event.places:
        side = state.stands[one.stand].side
        zones = state.set_up.zones_of(side)
        open_to_all = table.overruled and unseen(state, one.stand) is None
        if zones and not open_to_all and not any(_holds(table, zone, one) for zone in zones):
            because = f"{stand_name(state, one.stand)} would stand outside the deployment zone of its side"
            return Refusal(WHERE, because, f"keep its base {zone_words(zones, state.ground.laid)}")
    return None


def _holds(table: JudgedTable, zone: Zone, place: Place) -> bool:
    base = StandingBase(footprint_of(base_kind(table.state, place.stand), table.book), place.pose)
    left, near, right, far = bounds(base)
    across = left >= zone.left_mm - HAIR_MM and right <= zone.right_mm + HAIR_MM
    return across and near >= zone.near_mm - HAIR_MM and far <= zone.far_mm + HAIR_MM


def zone_words(zones: tuple[Zone, ...], laid: LaidTable | None) -> str:
    """Where a side deploys, as the table would say it: from the attacker's edge, and along it where that says more."""
    return ", or ".join(_words(zone, laid) for zone in zones)


def _words(zone: Zone, laid: LaidTable | None) -> str:
    width, depth = (laid.width_mm, laid.depth_mm) if laid else (TO_THE_EDGE_MM - 1, TO_THE_EDGE_MM - 1)
    up = f"{cm(zone.near_mm)} to {cm(zone.far_mm)} up from the attacker's edge"
    if zone.far_mm > depth:
        up = f"from {cm(zone.near_mm)} up from the attacker's edge to the other edge"
    if not zone.left_mm and zone.right_mm >= width:
        return up
    right = "the right edge" if zone.right_mm > width else cm(zone.right_mm)
    return f"{up} and {cm(zone.left_mm)} to {right} along it"


# Judging the steps before the first turn (FF-FOR-15, FF-SET-10)

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


# Availability and prompts (FF-SET-10, GAP-96)

OBJECTIVE = Asks(HoldObjective)


def _beginning(seated: SeatDeeds) -> Iterator[Possible]:
    if seated.sets_up and seated.state.set_up.stage is None:
        yield Possible(barred=seated.waits(BeginSetUp()))


def _finishing(seated: SeatDeeds) -> Iterator[Possible]:
    """Terrain and works are for anybody to finish. Each side says that its own plan is written, and is waited for."""
    set_up = seated.state.set_up
    if not seated.sets_up or set_up.stage not in (Preparation.TERRAIN, Preparation.WORKS, Preparation.PLANS):
        return
    if set_up.stage is not Preparation.PLANS:
        yield Possible(barred=seated.waits(FinishStage()))
        return
    for side in Side:
        if side not in set_up.said:
            barred = seated.refused_all(side, [FinishStage()])
            yield Possible(by=side.value, owed=barred is None, barred=barred)


def _deploying(seated: SeatDeeds) -> Iterator[Possible]:
    deploys = seated.sets_up and seated.state.set_up.stage is Preparation.DEPLOYMENT
    there = next_to_deploy(seated.state, seated.table.book) if deploys else None
    if there is None:
        return
    side = there.side
    for formation in there.formations:
        barred = seated.refused_all(side, [DeployFormation(formation=formation.id)])
        yield Possible({"formation": formation.id}, by=side.value, owed=barred is None, barred=barred)


def _holding(seated: SeatDeeds) -> Iterator[Possible]:
    for number, objective in enumerate(seated.state.set_up.objectives, 1):
        yield Possible({"objective": number}, of=objective.name)


def _holding_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield OBJECTIVE("holder")
    refused = seated.refused(build(HoldObjective, told))
    if refused:
        yield refused


SETTING_UP_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("deploy_formation", "It stands", DeployFormation, _deploying, nothing),
    Deed("begin_set_up", "Set up step by step", BeginSetUp, _beginning, nothing),
    Deed("finish_stage", "This step is done", FinishStage, _finishing, nothing, AtHand.ON),
    Deed("hold_objective", "Who holds it", HoldObjective, _holding, _holding_asks, AtHand.MORE),
)
"""In the order in which they are owed."""


# Log text

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


# Views of a seat


def set_up_view(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    """The steps, what is in hand and whose turn it is; of reserves a seat is told its own."""
    set_up = state.set_up
    return {
        "stage": set_up.stage.value if set_up.stage else "",
        "under_way": set_up.is_under_way,
        "steps": list(_steps(set_up)) if set_up.stage else [],
        **_deployment(state, role, book),
        "deployed": list(set_up.deployed),
        "said": [side.value for side in set_up.said],
        "zones": [_zone(state, one) for one in set_up.zones],
        "reserves": [_reserve_view(state, one) for one in set_up.arrivals if _knows(state, role, one)],
        "plans": [_allowed(state, one) for one in set_up.plans] if set_up.limited else [],
        "turns": set_up.turns,
        "objectives": plain(set_up.objectives),
        "points": {side.value: set_up.points_of(side) for side in Side},
        "decides": list(set_up.decides),
        "over": is_played_out(state),
    }


def is_played_out(state: GameState) -> bool:
    """Whether the last turn of the scenario has been played."""
    last, turn = state.set_up.turns, state.turn
    ended = not turn.running and state.set_up.ends_with(turn.number, turn.side)
    return ended or 0 < last < turn.number


def _steps(set_up: SetUp) -> Iterator[dict[str, Any]]:
    here = STAGES.index(set_up.stage) if set_up.stage else 0
    for number, stage in enumerate(STAGES):
        when = "was" if number < here else "now" if number == here else "next"
        yield {"key": stage.value, "title": TITLES[stage], "state": when}


def _deployment(state: GameState, role: Role, book: RuleBook) -> dict[str, Any]:
    there = next_to_deploy(state, book) if state.set_up.stage is Preparation.DEPLOYMENT else None
    if there is None:
        return {"side": "", "side_name": "", "choices": []}
    choices = [
        {
            "id": one.id,
            "name": one.name,
            "commander": state.stands[one.commander].name,
            "figures": state.stands[one.commander].figures,
            "stands": _counted(state, role, one),
        }
        for one in there.formations
    ]
    return {"side": there.side.value, "side_name": state.side_facts(there.side).name, "choices": choices}


def _counted(state: GameState, role: Role, formation: Battalion | Regiment) -> int:
    """Return how many stands a formation deploys, as a seat may know: a hidden one counts even if it was removed."""
    hidden = hidden_from(state, role)
    units = (state.units[unit] for unit in formation.units)
    stands = (state.stands[name] for unit in units if unit.on_table for name in unit.stands)
    return 1 + sum(stand.alive or stand.id in hidden for stand in stands)


def _zone(state: GameState, one: Zone) -> dict[str, Any]:
    told: dict[str, Any] = plain(one)
    return told | {"says": zone_words((one,), state.ground.laid)}


def _knows(state: GameState, role: Role, arrival: Arrival) -> bool:
    battalion = state.battalions.get(arrival.battalion)
    return role is Role.REFEREE or (battalion is not None and battalion.side.value == role.value)


def _reserve_view(state: GameState, one: Arrival) -> dict[str, Any]:
    battalion = state.battalions[one.battalion]
    told: dict[str, Any] = plain(one)
    return told | {"name": battalion.name, "side": battalion.side.value, "waits": not battalion.on_table}


def _allowed(state: GameState, one: PlanAllowed) -> dict[str, Any]:
    told: dict[str, Any] = plain(one)
    lines = [counted(most, word) for word, most in one.lines if most]
    return told | {"name": state.side_facts(Side(one.side)).name, "lines": lines}


# The end of a scenario, where each side deploys, and the objectives

Shown = Mapping[str, Any]


def _last_turn(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["over"]:
        return None
    played = f"Turn {set_up['turns']}, the last of the scenario, has been played."
    return InForce("The end", lines([played, "Play on if you agree to, or close the game."]))


def _zones(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["under_way"]:
        return None
    where = [f"{seen.side(one['side'])}: {one['says']}" for one in set_up["zones"]]
    return InForce(
        "Where each side deploys",
        lines([*where, *map(_reserve_in_effect, filter(lambda one: one["waits"], set_up["reserves"]))]),
    )


def _reserve_in_effect(one: Shown) -> str:
    where = f", {one['where']}" if one["where"] else ""
    needed = ", ".join(str(face) for face in one["needed"])
    when = f"from turn {one['first_turn']} on a die of {needed}"
    return f"In reserve, unknown to the other side: {one['name']}, {when}{where}"


def _objectives(seen: SeenBySeat) -> InForce | None:
    set_up = seen.view["set_up_by_steps"]
    if not set_up["objectives"]:
        return None
    score = ", ".join(f"{side['name']} {set_up['points'][side['side']]}" for side in seen.view["sides"])
    last = [f"The last turn is turn {set_up['turns']}."] if set_up["turns"] and not set_up["over"] else []
    return InForce(
        f"Objectives: {score}",
        lines([*(_objective(seen, one) for one in set_up["objectives"]), *set_up["decides"], *last]),
    )


def _objective(seen: SeenBySeat, one: Shown) -> str:
    whose = f", for the {seen.side(one['side'])} side" if one["side"] else ""
    points = f"{one['points']} point{'' if one['points'] == 1 else 's'}"
    at = (
        f" ({cm_of(one['x_mm'] / MM_A_CM)} along, {cm_of(one['y_mm'] / MM_A_CM)} up from the attacker’s left corner)"
        if one["x_mm"] is not None
        else ""
    )
    holder = f"{seen.side(one['holder'])} has it" if one["holder"] else "Nobody has it"
    return f"{one['name']}{whose}: {points}{at}. {holder}"


LIES: Final[LiesBy] = {0: _last_turn, 2: _zones, 3: _objectives}


# The rule module


def _referee(_state: GameState, _event: object) -> Audience:
    return Audience.REFEREE


def _waits(_state: GameState, event: GameCreated) -> Iterator[Became]:
    """Who begins in reserve, of whom nothing has become yet."""
    return ((one.id, "") for one in event.battalions if not one.on_table)


SETTING_UP: Final[BookChapter] = BookChapter(
    key="setting_up",
    events=(
        Happening(kind="game_created", made=GameCreated, fold=created, is_deed=False, heard=_referee, became=_waits),
        Happening(kind="scenario_settled", made=ScenarioSettled, fold=scenario_settled, heard=_referee),
        Happening(kind="set_up_begun", made=SetUpBegun, fold=begun),
        Happening(kind="stage_finished", made=StageFinished, fold=finished),
        Happening(kind="formation_deployed", made=FormationDeployed, fold=formation_deployed, tells=always),
        Happening(kind="objective_held", made=ObjectiveHeld, fold=objective_held, weighs=lambda _event: 8),
    ),
    told=TOLD,
    commands={
        "create_game": CreateGame,
        "begin_set_up": BeginSetUp,
        "finish_stage": FinishStage,
        "deploy_formation": DeployFormation,
        "hold_objective": HoldObjective,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(BeginsTurn, PutsOnMap),
    waits_at=11,
    checks=inside_zones,
    deeds=SETTING_UP_DEEDS,
    views={"set_up_by_steps": set_up_view},
    lies=LIES,
)
