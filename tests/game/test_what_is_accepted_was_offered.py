"""What was accepted had been offered: commands that are nearly right, in games that stand anywhere in a turn."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import pytest

from rules.flanders_fields.game.engine import COMMANDS
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.state.artillery import ZoneCrossing
from rules.flanders_fields.game.state.game import GameState, Orders, Turn
from rules.flanders_fields.game.state.gas import Cloud
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.game.turn_progress import acts_at, left_to_order, places
from rules.flanders_fields.gas_clouds import GasKind
from rules.flanders_fields.vocabulary import Cover, DueKind, Side
from rules.kernel.explanations import Refusal
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import NotPlain, build
from tests.game.any_command import Anybody
from tests.game.evening import die, mons, played
from tests.game.offered import MAY, wrong_with
from tests.share import sample

STANDINGS: Final = 20
TRIES: Final = 12
NAMED: Final = ("try_heroic_action", "enter_gas", "name_air_targets", "play_card", "set_aiming_point", "risk_barrage")
"""Deeds with no condition of their own but that who is named stands on the table."""
CLOUD: Final = "cloud"
REFEREE: Final = Actor(Role.REFEREE, "referee", True)


class Nearly(Anybody):
    """Somebody who is mostly right: he names units of this step, their own stands, and enemies of every kind alike."""

    def told(self, kind: str, state: GameState) -> dict[str, Any]:
        """The fields of a command of this kind."""
        fields = self._fields(COMMANDS[kind], state)
        unit = state.units.get(str(fields.get("unit")))
        if kind == "go_in" and unit is not None:
            mine, theirs = [one.id for one in state.living(unit)], self._enemies(state, unit.side)
            fields |= {"stand": self._one_of(mine), "target": self._one_of(theirs)}
        if kind == "cross_wire" and unit is not None:
            mine = [one.id for one in state.living(unit)]
            fields |= {"stands": mine, "dice": [die(3) for _ in mine]}
        if kind == "enter_gas":
            fields |= {"cloud": CLOUD, "dice": [die(3)] if "dice" in fields else []}
        # What seldom holds is left out for the most part.
        seldom = ("zones", "places", "supporter", "agreed") if self.chance.random() < 0.8 else ()
        return {name: value for name, value in fields.items() if name not in seldom}

    def _names(self, state: GameState, name: str) -> list[str]:
        if name == "unit":
            return list(state.orders) or list(state.units)
        if name == "barrage":
            return list(state.barrages)
        if name in ("stand", "stands", "target", "removes"):
            return self._enemies(state, self.chance.choice(tuple(Side)))
        return super()._names(state, name)

    def _enemies(self, state: GameState, other: Side) -> list[str]:
        """All stands of the side across the table from this one that are of one class."""
        units = [one for one in state.units.values() if one.side is not other]
        kind = self.chance.choice(sorted({one.kind for one in units}))
        return [stand for unit in units if unit.kind is kind for stand in unit.stands]


def anywhere(chance: random.Random, scenario: str) -> GameState:
    """A game that stands at some place of a player turn: units of that place have actions left, a cloud lies there."""
    state = played(scenario).state.copy()
    side, book = chance.choice(tuple(Side)), state.book()
    state.turn = Turn(1, side, running=True)
    order = places(state, book, chosen=chance.choice(left_to_order(state)))
    here = chance.randrange(len(order))
    before = dict.fromkeys(one.of for one in order[:here] if one.of in state.battalions and one.of != order[here].of)
    state.turn = replace(state.turn, step=order[here].step.key, of=order[here].of, done=tuple(before))
    for unit in state.units.values():
        if acts_at(state, unit, order[here]) and chance.random() < 0.8:
            state.orders[unit.id] = Orders(2, crossing_wire=chance.random() < 0.7)
    state.gas = replace(state.gas, clouds=(Cloud(CLOUD, "the cloud", side, GasKind.OFFENSIVE, 60.0, 60.0),))
    if chance.random() < 0.5:
        state.barrages = {name: replace(one, turns=0) for name, one in state.barrages.items()}
    return state


@pytest.mark.parametrize("scenario", sample(sorted(scenarios()), 4))
def test_what_is_accepted_had_been_offered(scenario: str) -> None:
    chance = random.Random(scenario)
    nearly = Nearly(chance)
    for state in (anywhere(chance, scenario) for _ in range(STANDINGS)):
        for kind in sorted((*MAY, *NAMED) * TRIES):
            told = nearly.told(kind, state)
            with suppress(NotPlain):
                outcome = SYSTEM.decide(state.copy(), build(COMMANDS[kind], told), REFEREE)
                wrong = [] if isinstance(outcome, Refusal) else wrong_with(state, REFEREE, kind, told, outcome)
                assert not wrong, (kind, told, state.turn, wrong)


def test_a_battalion_that_is_not_left_is_not_begun_with() -> None:
    """FF-TRN-05, FF-TRN-06: and none is passed over for it."""
    evening = mons()
    evening.do("attacker", "start_turn")
    for name in ("nobody", "d1.1", "a1.3"):
        refused = evening.refused("attacker", "next_step", battalion=name)
        assert refused.clause == "FF-TRN-06"
        assert refused.instead.endswith("left: I / 1st Regt, II / 1st Regt, I / 2nd Regt, II / 2nd Regt")
    evening.go_to("attacker", "early_machine_guns", "a1.1")
    evening.do("attacker", "next_step", battalion="a1.2")
    assert (evening.state.turn.step, evening.state.turn.of) == ("early_companies", "a1.1")
    evening.do("attacker", "next_step", battalion="a2.1")
    assert (evening.state.turn.step, evening.state.turn.of) == ("early_machine_guns", "a2.1")
    assert evening.refused("attacker", "next_step", battalion="a1.1").clause == "FF-TRN-05"
    again = {"kind": "next_step", "battalion": "a1.1"}
    evening.go_to("attacker", "early_companies", "a2.1")
    evening.do("referee", "override", clause="FF-TRN-05", reason="forgotten", command=again)
    assert (evening.state.turn.of, evening.state.turn.done) == ("a1.1", ("a2.1",))


def test_a_battalion_with_nothing_to_do_holds_up_no_other() -> None:
    """FF-TRN-06: its list is empty, and those of the others are still gone through."""
    evening = mons()
    evening.do("attacker", "start_turn")
    for stand in [one for name in evening.state.battalions["a1.2"].units for one in evening.state.units[name].stands]:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="seen")
        for due in evening.state.due:
            settles = {DueKind.MORALE: ("test_morale", {"battalion": due.of, "die": die(6)})}
            kind, who = settles.get(due.kind, ("supports_another", {"weapon": due.of}))
            evening.do("referee", kind, **who)
    evening.go_to("attacker", "early_regimental_artillery", "a2")
    evening.do("attacker", "next_step", battalion="a1.2")
    assert evening.state.turn.of == "a1.1"


def test_nobody_meets_a_battery_behind_the_table() -> None:
    """AMB-308: it does no heroic deed, enters no gas, and is no target of what is on the table."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    cloud = Cloud(CLOUD, "the cloud", Side.DEFENDER, GasKind.OFFENSIVE, 60.0, 60.0)
    evening.state.gas = replace(evening.state.gas, clouds=(cloud,))
    deed = {"stand": "a1.b4", "deed": "rushes the trench", "die": die(6)}
    assert evening.refused("attacker", "try_heroic_action", **deed).clause == "FF-HER-02"
    removes = {**deed, "stand": "a1.1.c1.p1", "removes": ["d1.b4"]}
    assert evening.refused("attacker", "try_heroic_action", **removes).clause == "FF-HER-05"
    caught = {"stand": "a1.b4", "cover": "open", "coverage": "fully"}
    assert evening.refused("attacker", "enter_gas", cloud=CLOUD, caught=caught, dice=[die(3)]).clause == "FF-GAS-22"


def test_what_is_told_of_a_contact_is_judged_as_the_stand_goes_in() -> None:
    """FF-COV-07: tanks are in no fortifications, and the fight could not be read with any die."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.c1", die=die(6))
    into = {"unit": "d1.1.c1", "stand": "d1.1.c1.p1", "target": "a1.1.x1"}
    assert evening.refused("defender", "go_in", cover="fortified", **into).clause == "FF-COV-07"
    assert evening.refused("defender", "go_in", cover="open", began_cm=-3.0, **into).clause == "FF-ASL-07"
    evening.do("defender", "go_in", cover="open", **into)


def test_how_long_a_barrage_lasts_is_rolled_in_its_phase() -> None:
    """FF-TRN-09, step 2."""
    evening = played("somme-1916")
    name = next(iter(evening.state.barrages))
    evening.do("attacker", "start_turn")
    evening.state.barrages[name] = replace(evening.state.barrages[name], turns=0)
    roll = {"barrage": name, "die": die(4)}
    assert evening.refused("attacker", "roll_barrage_turns", **roll).clause == "FF-BAR-03"


def test_dice_that_the_order_roll_has_made_needless_are_not_kept() -> None:
    """FF-WIR-09: a company that declared the wire and has an action crosses without a die."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6), crossing_wire=True)
    stands = [one.id for one in evening.state.living(evening.state.units["a1.1.c1"])]
    tried = evening.do("attacker", "cross_wire", unit="a1.1.c1", stands=stands, dice=[die(1) for _ in stands])
    assert (tried.dice, tried.failed) == ((), ())


def test_a_stand_that_has_fallen_on_its_way_is_fired_at_no_more() -> None:
    """FF-MVZ-02: the zone's die at it is owed no longer."""
    evening = mons()
    met = ZoneCrossing("d1.b1", "a1.1.c1.p1", Cover.OPEN)
    evening.state.guns = replace(evening.state.guns, crossings=(met, replace(met, stand="a1.1.c1.p2")))
    evening.do("referee", "correct", of="a1.1.c1.p1", what="alive", value=False, reason="seen")
    assert [one.stand for one in evening.state.guns.crossings] == ["a1.1.c1.p2"]
