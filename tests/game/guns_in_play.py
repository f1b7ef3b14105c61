"""Guns of a game brought to the point where they fire, for the tests about them."""

from typing import Any

from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import FireResult
from tests.game.evening import Evening, played

BATTERY, ENEMY, FRIEND = "a1.b1", "d1.3.c1.p1", "a1.1.c1.p1"
HEAVY, TRENCH, GERMAN_GUNS = "a1.b4", "d1.1.c1.p1", "d1.b1"
NOTHING, SUPPRESSED, KILLED = FireResult.NO_EFFECT, FireResult.SUPPRESSED, FireResult.KILLED


def in_action(evening: Evening, *units: str) -> None:
    """The referee says that they are unlimbered."""
    for unit in units:
        evening.do("referee", "correct", of=unit, what="carriage", value="ready", reason="set up so")


def caught(stand: str = ENEMY, cover: str = "soft", **more: Any) -> dict[str, Any]:
    return {"stand": stand, "cover": cover} | more


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


def levels(state: GameState, company: str) -> list[int]:
    return [state.stands[name].levels for name in state.units[company].stands]


def called_for(step: str = "late_machine_guns", battalion: str = "d1.1", **settings: Any) -> Evening:
    """The defender's turn, past the step of his artillery, none of which was ordered."""
    evening = played("cambrai-1917", **settings)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "next_step")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", step, battalion)
    return evening
