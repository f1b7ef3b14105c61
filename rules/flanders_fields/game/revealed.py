"""What each side kept to itself: its reserves and its plans, and what came of them. Only for a game that is over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, PointShifted, StruckFromPlan, WorkBombarded
from rules.flanders_fields.barrages.game.events import BarrageAdvanced
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.planned import PlannedFire, PlannedGas
from rules.flanders_fields.game.state import Battalion, GameState
from rules.flanders_fields.gas.game.events import GasReleased
from rules.flanders_fields.turn.game.events import ReinforcementRolled, TurnStarted
from rules.flanders_fields.turn.game.setting_up.events import GameCreated
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Event
from rules.kernel.values import dataclass


@dataclass(slots=True)
class _Came:
    """What came of it: reserves at the beginning, what became of lines by their ids, gas that has come."""

    reserves: tuple[str, ...] = ()
    lines: dict[str, str] = field(default_factory=dict)
    gas: list[tuple[PlannedGas, int]] = field(default_factory=list)


def revealed(events: Iterable[Event], state: GameState) -> Mapping[Side, tuple[str, ...]]:
    """A sentence for each thing a side kept to itself, by sides; `state` is the one at the end."""
    came = _looked_through(events)
    found = defaultdict[Side, list[str]](list)
    for side, says in (*_reserves(came, state), *_barrages(came, state), *_lines(came, state), *_gas(came, state)):
        found[side].append(says)
    return {side: tuple(found[side]) for side in Side}


def _looked_through(events: Iterable[Event]) -> _Came:
    came, turn = _Came(), 0
    for event in events:
        match event:
            case GameCreated(battalions=battalions):
                came.reserves = tuple(one.id for one in battalions if not one.on_table)
            case TurnStarted(turn=now):
                turn = now.number
            case ReinforcementRolled(battalion=of, arrived=True):
                came.lines[of] = f"arrived in turn {turn}"
            case FiredByPlan(line=line):
                came.lines[line] = "fired"
            case PointShifted(line=line):
                came.lines[line] = "laid its point there"
            case StruckFromPlan(line=line, because=because):
                came.lines[line] = f"did not, {because[:1].lower()}{because[1:]}"
            case WorkBombarded(work=work):
                came.lines[work] = "fell"
            case BarrageAdvanced(barrage=barrage, laid=True):
                came.lines.setdefault(barrage, f"laid in turn {turn}")
            case GasReleased(plan=plan):
                came.gas.append((plan, turn))
            case _:
                pass
    return came


def _reserves(came: _Came, state: GameState) -> Iterator[tuple[Side, str]]:
    for name in came.reserves:
        one = state.battalions[name]
        yield one.side, f"{one.name}, in reserve: {came.lines.get(name) or _waited(one)}"


def _waited(one: Battalion) -> str:
    return "put on the table" if one.on_table else "never arrived"


def _barrages(came: _Came, state: GameState) -> Iterator[tuple[Side, str]]:
    for one in state.plan.barrages:
        how = f"rolling barrage from {one.start_cm} cm, {one.speed_cm} cm a turn"
        yield one.side, f"{one.name}, {how}: {came.lines.get(one.id, 'never laid')}"


def _lines(came: _Came, state: GameState) -> Iterator[tuple[Side, str]]:
    for fire in sorted(state.plan.fires, key=lambda one: one.turn):
        yield fire.side, f"Turn {fire.turn}, {_planned(state, fire)}: {came.lines.get(fire.id, 'never came to it')}"
    for work in state.plan.works:
        said = f"Turn {work.turn}, hurricane bombardment of {work.name}"
        yield work.side, f"{said}: {came.lines.get(work.id, 'never came to it')}"


def _planned(state: GameState, fire: PlannedFire) -> str:
    where = fire.where or f"{fire.along_cm:g} cm along, {fire.up_cm:g} cm up"
    return f"{unit_name(state, fire.unit)} on {where}"


def _gas(came: _Came, state: GameState) -> Iterator[tuple[Side, str]]:
    for plan, turn in came.gas:
        yield plan.side, f"{_cloud(plan)}: came in turn {turn}"
    for plan in state.gas.planned:
        yield plan.side, f"{_cloud(plan)}: never came"


def _cloud(plan: PlannedGas) -> str:
    return f"Turn {plan.turn}, gas ({plan.delivery.value.replace('_', ' ')})"
