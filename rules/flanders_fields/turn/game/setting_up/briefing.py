"""What a scenario settles, in lines that everybody at the table reads before a game."""

from collections.abc import Iterator, Mapping

from rules.flanders_fields.turn.game.setting_up.settled import ScenarioSettled
from rules.flanders_fields.turn.game.setting_up.state import Objective
from rules.flanders_fields.vocabulary import Side


def settled_lines(settled: ScenarioSettled, names: Mapping[Side, str]) -> Iterator[str]:
    """How long it is played, what is to be held or done, and what decides. Of reserves it says nothing."""
    if settled.turns:
        yield last_turn(settled.turns)
    for one in settled.objectives:
        yield _objective(one, names)
    yield from settled.decides


def last_turn(turns: int) -> str:
    """When it ends, where the scenario says so."""
    return f"The game ends after turn {turns}."


def _objective(one: Objective, names: Mapping[Side, str]) -> str:
    whose = f" ({names[one.side]})" if one.side else ""
    at_start = f" Held by the {names[one.holder]} side at the start." if one.holder else ""
    return f"Objective{whose}: {one.name}, {one.points} point{'s' * (one.points != 1)}.{at_start}"
