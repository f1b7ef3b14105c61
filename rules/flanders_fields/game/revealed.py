"""What each side kept to itself: its reserves and its plans, and what came of them. Only for a game that is over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.flanders_fields.game.happening import Became
from rules.flanders_fields.game.naming import unit_name
from rules.flanders_fields.game.planned import PlannedFire, PlannedGas
from rules.flanders_fields.game.state import Battalion, GameState
from rules.flanders_fields.vocabulary import Side

Lines = Mapping[str, str]
"""What became of lines of a plan, barrages and reserves, by their ids."""


def revealed(became: Sequence[Became], state: GameState) -> Mapping[Side, tuple[str, ...]]:
    """A sentence for each thing a side kept to itself, by sides; `state` is the one at the end."""
    lines = {of: how for of, how in became if isinstance(of, str)}
    gas = [(of, how) for of, how in became if isinstance(of, PlannedGas)]
    found = defaultdict[Side, list[str]](list)
    for side, line in (*_reserves(lines, state), *_barrages(lines, state), *_lines(lines, state), *_gas(gas, state)):
        found[side].append(line)
    return {side: tuple(found[side]) for side in Side}


def _reserves(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for name, how in lines.items():
        one = state.battalions.get(name)
        if one:
            yield one.side, f"{one.name}, in reserve: {how or _waited(one)}"


def _waited(one: Battalion) -> str:
    return "put on the table" if one.on_table else "never arrived"


def _barrages(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for one in state.plan.barrages:
        how = f"rolling barrage from {one.start_cm} cm, {one.speed_cm} cm a turn"
        yield one.side, f"{one.name}, {how}: {lines.get(one.id, 'never laid')}"


def _lines(lines: Lines, state: GameState) -> Iterator[tuple[Side, str]]:
    for fire in sorted(state.plan.fires, key=lambda one: one.turn):
        yield fire.side, f"Turn {fire.turn}, {_planned(state, fire)}: {lines.get(fire.id, 'never came to it')}"
    for work in state.plan.works:
        said = f"Turn {work.turn}, hurricane bombardment of {work.name}"
        yield work.side, f"{said}: {lines.get(work.id, 'never came to it')}"


def _planned(state: GameState, fire: PlannedFire) -> str:
    where = fire.where or f"{fire.along_cm:g} cm along, {fire.up_cm:g} cm up"
    return f"{unit_name(state, fire.unit)} on {where}"


def _gas(came: Iterable[tuple[PlannedGas, str]], state: GameState) -> Iterator[tuple[Side, str]]:
    for plan, how in came:
        yield plan.side, f"{_cloud(plan)}: {how}"
    for plan in state.gas.planned:
        yield plan.side, f"{_cloud(plan)}: never came"


def _cloud(plan: PlannedGas) -> str:
    return f"Turn {plan.turn}, gas ({plan.delivery.value.replace('_', ' ')})"
