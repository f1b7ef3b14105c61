"""Games behind a rolling barrage, brought to the phase in which it is advanced."""

from typing import Any

from rules.flanders_fields.game.state.fire_plan import FirePlan, PlannedBarrage
from rules.flanders_fields.vocabulary import Side
from tests.game.evening import Evening, entered, somme

BARRAGE = "attacker.barrage1"
CREEPING = PlannedBarrage(BARRAGE, "The creeping barrage", Side.ATTACKER, start_cm=20, speed_cm=20, turns=6, halts=(4,))
GERMAN, BRITISH = "d1.1.c1.p1", "a1.1.c1.p1"


def planned(plan: PlannedBarrage | None = None, **settings: Any) -> Evening:
    """The Somme game behind a barrage from 20 cm on, or another one where one is given."""
    own = FirePlan(barrages=(plan,)) if plan else FirePlan((Side.ATTACKER,), barrages=(CREEPING,))
    return somme(own, **settings)


def to_phase(evening: Evening) -> Evening:
    """The attacker's turn, in the phase of the rolling barrages; nothing of the deep suppression comes of a 1."""
    evening.do("attacker", "start_turn")
    evening.nobody_arrives("attacker")
    evening.do("attacker", "next_step")
    if evening.state.turn.step == "mid_deep_suppression":
        evening.do("attacker", "roll_deep_suppression", dice=entered(1))
        evening.do("attacker", "next_step")
    assert evening.state.turn.step.endswith("_rolling_barrage")
    return evening


def advanced(evening: Evening, **fields: Any) -> Any:
    return evening.do("attacker", "advance_barrage", barrage=BARRAGE, **fields)


def over(evening: Evening) -> None:
    """Nobody else is under it; both sides play out the turn."""
    if evening.state.barrages[BARRAGE].rolling:
        evening.do("attacker", "all_under_barrage", barrage=BARRAGE)
    evening.nobody_arrives("attacker")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.nobody_arrives("defender")
    evening.do("defender", "end_turn")


def laid(**settings: Any) -> Evening:
    evening = to_phase(planned(**settings))
    advanced(evening)
    return evening


def under(evening: Evening, stands: list[str], cover: str, *pips: int, **more: Any) -> Any:
    return evening.do(
        "attacker", "roll_under_barrage", barrage=BARRAGE, stands=stands, cover=cover, dice=entered(*pips), **more
    )
