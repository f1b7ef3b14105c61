"""What a seat may not know of changes nothing that it sees, and no refusal betrays it."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.flanders_fields.game.fire_effects import MoraleCalled
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import ATTACKER, DEFENDER, SEATING
from rules.kernel.explanations import Refusal
from rules.kernel.record_events import ConsentAsked, Corrected
from rules.kernel.seats import Audience, Role
from tests.game.evening import Evening, die, mons, shot

ONLOOKERS = (ATTACKER, DEFENDER, Role.SPECTATOR)
RESERVES = ("a1.3", "d1.4", "a2.1")


def seen(evening: Evening) -> dict[Role, bytes]:
    return {role: msgspec.json.encode(SYSTEM.view(evening.state, role)) for role in ONLOOKERS}


def deeds(chance: random.Random, evening: Evening) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What could be tried now around the battalions off the table."""
    side = evening.state.turn.side.value
    if not evening.state.turn.running:
        yield from ((who, "start_turn", {}) for who in ("attacker", "defender"))
    else:
        yield side, chance.choice(["next_step"] * 3 + ["end_turn"]), {}
    for due in evening.state.due:
        state = evening.state
        own = (state.battalions.get(due.of) or state.regiments.get(due.of) or state.units[due.of]).side.value
        yield own, "roll_reinforcement", {"battalion": due.of, "die": die(chance.randint(1, 6))}
        yield own, "promote_in_field", {"formation": due.of}
        yield own, "supports_another", {"weapon": due.of}
        yield own, "test_morale", {"battalion": due.of, "die": die(chance.randint(1, 6))}
    of, alive = chance.choice([one for name in RESERVES for one in parts(evening, name)]), chance.random() < 0.5
    yield "referee", "correct", {"of": of, "what": chance.choice(("on_table", "alive")), "value": alive, "reason": "x"}
    newest = [one["command_id"] for one in SYSTEM.view(evening.state, Role.REFEREE)["deeds"][:3]]
    yield chance.choice(("referee", "attacker", "defender")), "undo", {"command_id": chance.choice(["", *newest])}
    yield chance.choice(("attacker", "defender")), "answer", {"agree": alive}


def parts(evening: Evening, battalion: str) -> list[str]:
    one = evening.state.battalions[battalion]
    return [battalion, one.commander, *(stand for unit in one.units for stand in evening.state.units[unit].stands)]


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_may_not_know_of_changes_nothing_it_sees(seed: int) -> None:
    chance, evening, hidden = random.Random(seed), mons(), 0
    for _ in range(80):
        before, length = seen(evening), len(evening.log)
        who, kind, fields = chance.choice(list(deeds(chance, evening)))
        evening.try_(who, kind, **fields)
        news, after = evening.log[length:], seen(evening)
        for role in ONLOOKERS:
            if not any(one.audience.holds(role) for one in news):
                assert after[role] == before[role], (role, news)
                hidden += bool(news)
    assert hidden


def test_asking_to_take_back_what_is_hidden_does_not_name_it() -> None:
    evening = mons(referee=False)
    for side in ("attacker", "defender", "attacker"):
        evening.do(side, "start_turn")
        while evening.state.due:
            evening.do(side, "roll_reinforcement", battalion=evening.state.due[0].of, die=die(1))
        evening.do(side, "end_turn")
    evening.do("defender", "start_turn")
    newest = next(one for one in SYSTEM.view(evening.state, ATTACKER)["deeds"] if "arrive" in one["name"])
    events = evening.try_("attacker", "undo", command_id=newest["command_id"])
    assert not isinstance(events, Refusal)
    asked = events[-1]
    assert isinstance(asked, ConsentAsked)
    assert asked.words.startswith("take back ")
    for waiting in (one for one in evening.state.battalions.values() if not one.on_table):
        assert waiting.name not in asked.words


def test_losses_of_a_battalion_off_the_table_are_its_own_sides_affair() -> None:
    evening = mons()
    platoons = [one for one in parts(evening, "d1.4") if ".c" in one]
    for stand in platoons[: len(platoons) // 2]:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="lost on the march")
    about = [one for one in evening.log if isinstance(one.event, Corrected | MoraleCalled)]
    assert {one.audience for one in about} == {Audience("defender")}
    assert any(isinstance(one.event, MoraleCalled) for one in about)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("roll_orders", {"unit": "{}.c1", "die": die(3)}),
        ("move_unit", {"unit": "{}.c1"}),
        ("test_morale", {"battalion": "{}", "die": die(3)}),
        ("correct", {"of": "{}.c1.p1", "what": "levels", "value": 1, "reason": "seen"}),
        ("try_heroic_action", {"stand": "a1.1.c1.p1", "deed": "x", "die": die(5), "removes": ["{}.c1.p1"]}),
    ],
)
def test_a_refusal_does_not_tell_a_hidden_battalion_from_one_that_is_not_there(
    kind: str, fields: dict[str, Any]
) -> None:
    def refusal(battalion: str) -> str:
        evening = mons()
        evening.do("attacker", "start_turn")
        filled = {
            key: [one.format(battalion) for one in value]
            if isinstance(value, list)
            else value.format(battalion)
            if isinstance(value, str)
            else value
            for key, value in fields.items()
        }
        return repr(evening.refused("attacker", kind, **filled)).replace(battalion, "...")

    assert refusal("d1.4") == refusal("d1.9")


def test_nobody_fires_at_what_is_off_the_table() -> None:
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_machine_guns", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.mg1", die=die(6))
    aim = shot("a1.1.mg1", "d1.4.c1.p1", 20, "open", 6)
    assert (
        evening.refused("attacker", "fire", unit="a1.1.mg1", shots=[aim]).because == "that target is not on the table"
    )


def test_a_battalion_that_is_lost_off_the_table_is_named_to_nobody_else() -> None:
    """Its batteries are on the table, and what they were asked would tell of it (FF-MOR-06)."""
    evening = mons()
    before = seen(evening)
    for stand in evening.state.rifle_stands(evening.state.battalions["a1.3"]):
        evening.do("referee", "correct", of=stand.id, what="alive", value=False, reason="lost on the way")
    assert [due.kind.value for due in evening.state.due if due.of != "a1.3"] == []
    assert seen(evening)[DEFENDER] == before[DEFENDER]
    assert seen(evening)[Role.SPECTATOR] == before[Role.SPECTATOR]


def test_the_staff_bonus_goes_to_nobody_off_the_table() -> None:
    """FF-CMD-11: everybody hears who gets it, so it would name a battalion that only its own side knows of."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_staff")
    assert evening.refused("attacker", "allot_staff_bonus", battalion="a1.3").clause == "FF-CMD-11"
    inside = {"kind": "allot_staff_bonus", "battalion": "a1.3"}
    forced = evening.refused("referee", "override", clause="FF-CMD-11", command=inside, reason="he is near")
    assert forced.instead.endswith("this cannot be set aside")
    evening.do("attacker", "allot_staff_bonus", battalion="a1.1")
    evening.do("referee", "correct", of="a1.1", what="on_table", value=False, reason="held back")
    bonus = {
        role: SYSTEM.view(evening.state, role)["sides"][0]["regiments"][0]["staff_bonus_to"] for role in SEATING.roles
    }
    assert bonus[ATTACKER] == bonus[Role.REFEREE] == "a1.1"
    assert bonus[DEFENDER] == bonus[Role.SPECTATOR] == ""
