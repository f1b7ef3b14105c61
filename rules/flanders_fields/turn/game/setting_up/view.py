"""How a game is set up, as each seat may know it: what is next, whose turn it is, and what the scenario has settled."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.ground.state import Zone
from rules.flanders_fields.game.state import Battalion, GameState, Regiment
from rules.flanders_fields.game.unseen import hidden_from
from rules.flanders_fields.turn.game.setting_up.judge import STAGES
from rules.flanders_fields.turn.game.setting_up.order import next_to_deploy
from rules.flanders_fields.turn.game.setting_up.state import Arrival, PlanAllowed, Preparation, SetUp
from rules.flanders_fields.turn.game.setting_up.words import TITLES
from rules.flanders_fields.turn.game.setting_up.zones import zone_words
from rules.flanders_fields.vocabulary import Side
from rules.kernel.numerals import counted
from rules.kernel.plain import plain
from rules.kernel.seats import Role


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
        "reserves": [_reserve(state, one) for one in set_up.arrivals if _knows(state, role, one)],
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


def _reserve(state: GameState, one: Arrival) -> dict[str, Any]:
    battalion = state.battalions[one.battalion]
    told: dict[str, Any] = plain(one)
    return told | {"name": battalion.name, "side": battalion.side.value, "waits": not battalion.on_table}


def _allowed(state: GameState, one: PlanAllowed) -> dict[str, Any]:
    told: dict[str, Any] = plain(one)
    lines = [counted(most, word) for word, most in one.lines if most]
    return told | {"name": state.side_facts(Side(one.side)).name, "lines": lines}
