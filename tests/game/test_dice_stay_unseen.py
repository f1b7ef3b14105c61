"""A refusal tells nothing of a die that the app threw: nobody may look at it and then use it for something else."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build
from tests.game.evening import Evening, die, mons
from tests.game.test_house_rules import played_by


def rolled(pips: int) -> dict[str, Any]:
    """A die as the rules see it that was thrown by the app."""
    return {"pips": pips, "source": "rolled"}


def judged(evening: Evening, kind: str, pips: int, **fields: Any) -> str:
    """How a command is answered if every die of it shows this face: a refusal whole, anything else as done."""
    thrown = {
        name: [rolled(pips)] * len(value) if isinstance(value, list) else rolled(pips)
        for name, value in fields.items()
        if name in ("die", "again", "dice")
    }
    shots = {"shots": [{**one, "dice": [rolled(pips)] * len(one["dice"])} for one in fields.get("shots", ())]}
    command = build(COMMANDS[kind], {**fields, **thrown, **(shots if "shots" in fields else {})})
    side = Role(evening.state.turn.side.value)
    outcome = SYSTEM.decide(evening.state, command, Actor(side, "", True))
    return repr(outcome) if isinstance(outcome, Refusal) else "done"


def throws(chance: random.Random, evening: Evening) -> Iterator[tuple[str, dict[str, Any]]]:
    """Commands with dice that somebody could send now, right ones and wrong ones."""
    state = evening.state
    units = [unit for unit in state.units.values() if unit.side is state.turn.side]
    unit = chance.choice(units)
    mine = [stand.id for stand in state.living(unit)]
    enemies = [one.id for one in state.stands.values() if one.side is not unit.side]
    spread = {name: chance.random() < 0.3 for name in ("own_sight", "crossing_wire", "prussian_discipline")}
    yield "roll_orders", {"unit": unit.id, "die": 0, "staff_bonus": chance.random() < 0.5, **spread}
    yield "cross_wire", {"unit": unit.id, "stands": mine, "dice": [0] * chance.randint(0, len(mine))}
    aim = {"range_cm": chance.choice((4, 30, 60)), "cover": "soft", "dice": [0] * chance.randint(1, 3)}
    shots = [{"firer": one, "target": chance.choice(enemies), **aim} for one in mine]
    yield "fire", {"unit": unit.id, "shots": shots, "mad_minute": chance.random() < 0.3}
    going = {"stand": chance.choice(sorted(state.stands)), "target": chance.choice(mine), "dice": [0]}
    yield "fire_as_they_close", going
    sides = {"attacker": chance.choice(sorted(state.stands)), "side": chance.choice(("attacker", "defender"))}
    yield "throw_in_combat", {**sides, "die": 0}
    yield "test_morale", {"battalion": chance.choice(sorted(state.battalions)), "die": 0}
    yield "try_heroic_action", {"stand": chance.choice(sorted(state.stands)), "deed": "x", "die": 0}
    yield "roll_reinforcement", {"battalion": chance.choice(sorted(state.battalions)), "die": 0}


@pytest.mark.parametrize("reroll", [False, True])
def test_whether_a_command_is_refused_does_not_hang_on_dice_nobody_has_seen(reroll: bool) -> None:
    chance = random.Random(f"{reroll}")
    evening = played_by("AMB-13", "reroll") if reroll else mons()
    if not reroll:
        evening.do("attacker", "start_turn")
    tried = 0
    for _ in range(150):
        side = evening.state.turn.side.value
        for kind, fields in throws(chance, evening):
            answers = {judged(evening, kind, pips, **fields) for pips in range(1, 7)}
            assert len(answers) == 1, (kind, fields, answers)
            tried += answers == {"done"}
        able = SYSTEM.view(evening.state, Role.REFEREE)["turn"]["can_act"]
        if able and chance.random() < 0.6:
            evening.try_(side, "roll_orders", unit=chance.choice(able), die=die(chance.randint(1, 6)))
        elif isinstance(evening.try_(side, "next_step"), Refusal):
            evening.try_(side, "end_turn")
            for each in ("attacker", "defender"):
                evening.try_(each, "start_turn")
    assert tried >= 10


def test_with_a_staff_bonus_that_re_rolls_both_dice_are_thrown_together() -> None:
    evening = played_by("AMB-13", "reroll")
    order: dict[str, Any] = {"unit": "a1.1.c1", "staff_bonus": True}
    for pips in (1, 6):
        refused = evening.refused("attacker", "roll_orders", **order, die=rolled(pips))
        assert refused.instead == "roll both"
    assert evening.do("attacker", "roll_orders", **order, die=rolled(1), again=rolled(5)).actions == 2
