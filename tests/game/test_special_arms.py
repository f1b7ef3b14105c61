"""Flamethrowers, anti-tank rifles, LMGs, engineers, cavalry and armoured cars in a game, worked by hand.

The scenarios at hand have few of them: the games here are those scenarios with units added to a side.
"""

from collections.abc import Callable
from typing import Any

import pytest

from rules.flanders_fields.close_combat import Winner
from rules.flanders_fields.game.order_of_battle import AttachedPlan
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup import creation
from rules.flanders_fields.game.stand_types import is_storm
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.vocabulary import FireResult, Quality, Side, UnitClass
from tests.game.arms_in_play import unit, with_units
from tests.game.evening import Evening, die, played, shot

NOTHING, SUPPRESSED, KILLED = FireResult.NO_EFFECT, FireResult.SUPPRESSED, FireResult.KILLED
House = list[dict[str, str]]
Lab = Callable[..., Evening]


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    """A game of `scenario` whose side has these units attached to its first battalion, instead of any others."""

    def made(scenario: str, *units: AttachedPlan, side: Side = Side.ATTACKER, house: House | None = None) -> Evening:
        changed = with_units(scenarios()[scenario], side, units)
        monkeypatch.setattr(creation, "scenarios", lambda: {scenario: changed})
        return played(scenario, house_rules=house or [])

    return made


def ready(evening: Evening, step: str, name: str = "a1.1.x1", pips: int = 6) -> None:
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, "a1.1")
    evening.do("attacker", "roll_orders", unit=name, die=die(pips))


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state


@pytest.mark.parametrize(("pips", "result"), [(2, NOTHING), (3, SUPPRESSED), (5, KILLED)])
def test_a_flamethrower_fires_at_a_block_house(lab: Lab, pips: int, result: FireResult) -> None:
    """FF-BLK-08, late: suppressed on 3, killed on 5; it reaches 5 cm (FF-RNG)."""
    evening = lab("cambrai-1917", unit(UnitClass.FLAMETHROWER))
    ready(evening, "late_companies")
    aim = shot("a1.1.x1", "d1.x1", 5, "fortified", pips, face="front")
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=[aim])
    assert fired.shots[0].results == (result,)
    assert evening.state.stands["d1.x1"].faces[0] == int(result is SUPPRESSED)
    assert evening.state.stands["d1.x1"].alive is (result is not KILLED)
    far = shot("a1.1.x1", "d1.x2", 5.1, "fortified", 6, face="front")
    assert evening.refused("attacker", "fire", unit="a1.1.x1", shots=[far]).clause.startswith("FF-RNG")
    replays(evening)


def test_a_flamethrower_assaults_a_block_house(lab: Lab) -> None:
    """FF-ASL-X11: +1 +2 +1 −3 against nothing is +1: 3 against 4 is a draw, 4 against 4 wins."""
    evening = lab("cambrai-1917", unit(UnitClass.FLAMETHROWER))
    ready(evening, "late_companies")
    contact = {"cover": "fortified", "sector": "front", "supporter": "a1.1.c1.p1"}
    evening.do("attacker", "go_in", unit="a1.1.x1", stand="a1.1.x1", target="d1.x1", **contact)
    evening.do("attacker", "all_in", unit="a1.1.x1")
    evening.do("defender", "fire_as_they_close", stand="d1.x1")
    evening.do("attacker", "throw_in_combat", attacker="a1.1.x1", side="attacker", die=die(4))
    fought = evening.do("defender", "throw_in_combat", attacker="a1.1.x1", side="defender", die=die(4))
    assert (fought.winner, fought.reasons.total) == (Winner.ATTACKER, 1)
    replays(evening)


NONE_YET = [{"ruling": "SHQ-47", "option": "not_available"}]


def cannot_be_set_aside(evening: Evening, command: dict[str, Any]) -> None:
    plain = evening.refused("attacker", **command)
    assert plain.clause == "FF-RCB-06"
    sent = {"clause": "FF-RCB-06", "command": command, "reason": "it stands on the table"}
    refused = evening.refused("referee", "override", **sent)
    assert (refused.clause, refused.because) == (plain.clause, plain.because)
    assert refused.instead == f"{plain.instead}; this cannot be set aside"


def test_what_has_no_row_at_the_date_fires_for_nobody(lab: Lab) -> None:
    """SHQ-47: no flamethrower before mid 1915. The players may set a rule aside, but no table reads its die."""
    evening = lab("mons-1914", unit(UnitClass.FLAMETHROWER), house=NONE_YET)
    ready(evening, "early_companies")
    command = {"kind": "fire", "unit": "a1.1.x1", "shots": [shot("a1.1.x1", "d1.1.c1.p1", 4, "soft", 6)]}
    cannot_be_set_aside(evening, command)


def test_the_gun_of_an_armoured_car_has_no_row_either(lab: Lab) -> None:
    """SHQ-47: nor has the machine gun of an armoured car in 1914."""
    evening = lab("mons-1914", unit(UnitClass.ARMOURED_CAR, to=0), house=NONE_YET)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_unattached_armour", "a1")
    evening.do("attacker", "roll_orders", unit="a1.x1", die=die(6))
    aim = shot("a1.x1", "d1.1.c1.p1", 20, "soft", 5, 6, sector="rear")
    cannot_be_set_aside(evening, {"kind": "fire", "unit": "a1.x1", "shots": [aim]})


def test_two_flamethrowers_fire_each_at_its_own(lab: Lab) -> None:
    """A unit of two stands; a natural 1 fails (FF-NAT-01)."""
    evening = lab("cambrai-1917", unit(UnitClass.FLAMETHROWER, stands=2))
    ready(evening, "late_companies", pips=5)
    shots = [shot(f"a1.1.x1.p{n}", f"d1.1.c1.p{n}", 4, "soft", pips) for n, pips in ((1, 1), (2, 6))]
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=shots)
    assert [one.results for one in fired.shots] == [(NOTHING,), (KILLED,)]


@pytest.mark.parametrize(("pips", "result"), [(4, NOTHING), (5, SUPPRESSED), (6, KILLED)])
def test_an_anti_tank_rifle_fires_at_a_tank(lab: Lab, pips: int, result: FireResult) -> None:
    """FF-ARM-X3: +1 on 6 and 7 in the open."""
    evening = lab("cambrai-1917", unit(UnitClass.ANTI_TANK_RIFLE), side=Side.DEFENDER)
    evening.do("attacker", "start_turn")
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    evening.go_to("defender", "late_companies", "d1.1")
    evening.do("defender", "roll_orders", unit="d1.1.x1", die=die(6))
    aim = shot("d1.1.x1", "a1.1.x1", 20, "open", pips)
    fired = evening.do("defender", "fire", unit="d1.1.x1", shots=[aim])
    assert fired.shots[0].results == (result,)
    assert evening.refused("defender", "go_in", unit="d1.1.x1", stand="d1.1.x1", target="a1.1.x1", cover="open")


def test_an_lmg_platoon_rolls_twice_and_assaults_as_a_support_weapon(lab: Lab) -> None:
    """FF-SHO-08, FF-SHO-09; AMB-412: +1 −1 against nothing, a draw at equal dice."""
    evening = lab("cambrai-1917", unit(UnitClass.LMG_PLATOON))
    ready(evening, "late_machine_guns")
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=[shot("a1.1.x1", "d1.1.c1.p1", 20, "soft", 5, 6)])
    assert fired.shots[0].results == (SUPPRESSED, KILLED)
    assert evening.state.stands["d1.1.c1.p2"].levels == 0
    evening.do("attacker", "go_in", unit="a1.1.x1", stand="a1.1.x1", target="d1.1.c1.p2", cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.x1")
    evening.do("defender", "fire_as_they_close", stand="d1.1.c1.p2")
    evening.do("attacker", "throw_in_combat", attacker="a1.1.x1", side="attacker", die=die(4))
    fought = evening.do("defender", "throw_in_combat", attacker="a1.1.x1", side="defender", die=die(4))
    assert fought.winner is Winner.DRAW


def test_engineers_clear_a_gap_and_fight_as_infantry(lab: Lab) -> None:
    """FF-WIR-10, AMB-64: 6 cm wide through one belt, by default; they must touch it. They fire as rifles."""
    evening = lab("cambrai-1917", unit(UnitClass.ENGINEERS, stands=3))
    ready(evening, "late_companies")
    away = evening.refused("attacker", "clear_wire", unit="a1.1.x1", belts=2, touching=False)
    assert away.clause == "FF-WIR-10"
    cleared = evening.do("attacker", "clear_wire", unit="a1.1.x1", belts=2)
    assert cleared.says == "clears a gap in the wire, 6 cm wide and 2 cm deep"
    assert evening.state.orders["a1.1.x1"].left == 1
    aim = shot("a1.1.x1.p1", "d1.1.c1.p1", 20, "soft", 4)
    assert evening.do("attacker", "fire", unit="a1.1.x1", shots=[aim]).shots[0].results == (NOTHING,)


def test_grapnels_clear_wire_as_large_as_the_tank(lab: Lab) -> None:
    """FF-WIR-12: 3 by 6 cm, for British heavy tanks; a Whippet has none, and riflemen clear no wire."""
    mark, whippet = unit(UnitClass.TANK, type="heavy_male"), unit(UnitClass.TANK, type="whippet", name="Whippet")
    evening = lab("cambrai-1917", mark, whippet)
    ready(evening, "late_tanks")
    cleared = evening.do("attacker", "clear_wire", unit="a1.1.x1", belts=4)
    assert cleared.says.endswith("3 cm wide and 6 cm deep")
    evening.do("attacker", "roll_orders", unit="a1.1.x2", die=die(6))
    assert evening.refused("attacker", "clear_wire", unit="a1.1.x2").clause == "FF-WIR-10"


def test_a_light_tank_moves_and_fights_as_one(lab: Lab) -> None:
    """FF-MOV-10: +5 cm; FF-ASL-X8: a Raw light tank at a machine gun in Soft, +2 −1 against −1, is +2."""
    whippet = unit(UnitClass.TANK, type="whippet", quality=Quality.RAW)
    evening = lab("cambrai-1917", unit(UnitClass.TANK, type="heavy_male"), whippet)
    ready(evening, "late_tanks", "a1.1.x2")
    evening.do("attacker", "roll_orders", unit="a1.1.x1", die=die(6))
    fast = evening.do("attacker", "move_unit", unit="a1.1.x2").says
    slow = evening.do("attacker", "move_unit", unit="a1.1.x1").says
    far, near = (float(says.split("up to ")[1].split(" cm")[0]) for says in (fast, slow))
    assert far == near + 5
    evening.do("attacker", "go_in", unit="a1.1.x2", stand="a1.1.x2", target="d1.1.mg1", cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.x2")
    evening.do("defender", "stand_against_armour", stand="d1.1.mg1", die=die(4))
    evening.do("defender", "fire_as_they_close", stand="d1.1.mg1")
    evening.do("attacker", "throw_in_combat", attacker="a1.1.x2", side="attacker", die=die(3))
    fought = evening.do("defender", "throw_in_combat", attacker="a1.1.x2", side="defender", die=die(4))
    assert (fought.winner, fought.reasons.total) == (Winner.ATTACKER, 1)  # 3 +1 = 4 against 4 −1 = 3


def test_mounted_cavalry_rides_infantry_down(lab: Lab) -> None:
    """FF-ASL-X4: +3 against nothing in Soft; not in better cover (FF-ASL-X5), never tanks (FF-CAV-06)."""
    evening = lab("mons-1914", unit(UnitClass.CAVALRY, stands=2, stand_word="Squadron"))
    ready(evening, "early_companies")
    base = {"unit": "a1.1.x1", "stand": "a1.1.x1.p1", "target": "d1.1.c1.p1"}
    assert evening.refused("attacker", "go_in", **base, cover="medium").clause == "FF-ASL-20"
    evening.do("attacker", "go_in", **base, cover="soft")
    evening.do("attacker", "all_in", unit="a1.1.x1")
    evening.do("defender", "fire_as_they_close", stand="d1.1.c1.p1")
    evening.do("attacker", "throw_in_combat", attacker="a1.1.x1.p1", side="attacker", die=die(1))
    fought = evening.do("defender", "throw_in_combat", attacker="a1.1.x1.p1", side="defender", die=die(4))
    # Veteran defenders add 1 in the Mons game: 1 +3 = 4 against 4 +1 = 5.
    assert fought.winner is Winner.DEFENDER
    assert fought.reasons.total == -1


def test_cavalry_dismounts_to_fire_with_a_minus(lab: Lab) -> None:
    """FF-CAV-02: −1; in the Open a rifle's 4 would suppress, 4 −1 does not (FF-SHO-T1), 5 −1 does."""
    evening = lab("mons-1914", unit(UnitClass.CAVALRY, stands=2))
    ready(evening, "early_companies")
    shots = [shot(f"a1.1.x1.p{n}", f"d1.1.c1.p{n}", 20, "soft", pips) for n, pips in ((1, 5), (2, 6))]
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=shots)
    assert [one.results for one in fired.shots] == [(NOTHING,), (SUPPRESSED,)]
    assert evening.refused("attacker", "dismount", unit="a1.1.x1").clause == "FF-CAV-02"
    assert evening.refused("attacker", "dismount", unit="a1.1.x1", for_good=True).clause == "FF-CAV-08"


def test_mounted_cavalry_never_means_to_cross_wire(lab: Lab) -> None:
    """FF-WIR-13: in 1915, when the order roll decides; what says so is no order to declare it first."""
    evening = lab("artois-1915", unit(UnitClass.CAVALRY, stands=4))
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    refused = evening.refused("attacker", "roll_orders", unit="a1.1.x1", die=die(6), crossing_wire=True)
    assert refused.clause == "FF-WIR-13"
    evening.do("attacker", "roll_orders", unit="a1.1.x1", die=die(6))
    stands = evening.state.units["a1.1.x1"].stands
    assert evening.refused("attacker", "cross_wire", unit="a1.1.x1", stands=list(stands)).clause == "FF-WIR-13"


def test_by_house_rule_an_action_dismounts(lab: Lab) -> None:
    """AMB-52 one_action: mounted they do not fire; dismounted they neither ride nor charge before they mount again."""
    house = [{"ruling": "AMB-52", "option": "one_action"}]
    evening = lab("mons-1914", unit(UnitClass.CAVALRY, stands=2), house=house)
    ready(evening, "early_companies")
    aim = shot("a1.1.x1.p1", "d1.1.c1.p1", 20, "soft", 6)
    assert evening.refused("attacker", "fire", unit="a1.1.x1", shots=[aim]).clause == "FF-DFM-14"
    off = evening.do("attacker", "dismount", unit="a1.1.x1")
    assert [(step.says, step.house.ruling) for step in off.reasons.steps] == [("It dismounts with an action", "AMB-52")]
    assert evening.refused("attacker", "move_unit", unit="a1.1.x1").clause == "FF-CAV-02"
    evening.do("attacker", "fire", unit="a1.1.x1", shots=[aim])
    replays(evening)


def test_by_house_rule_the_horses_are_left_behind(lab: Lab) -> None:
    """AMB-490 in_play: infantry from now on, without the −1: 5 suppresses at Soft."""
    evening = lab("mons-1914", unit(UnitClass.CAVALRY, stands=2), house=[{"ruling": "AMB-490", "option": "in_play"}])
    ready(evening, "early_companies")
    evening.do("attacker", "dismount", unit="a1.1.x1", for_good=True)
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=[shot("a1.1.x1.p1", "d1.1.c1.p1", 20, "soft", 5)])
    assert fired.shots[0].results == (SUPPRESSED,)
    replays(evening)


def test_cavalry_on_foot_by_the_scenario_is_infantry(lab: Lab) -> None:
    """FF-CAV-08, AMB-490: no −1, no charge, no horses to leave."""
    evening = lab("mons-1914", unit(UnitClass.CAVALRY, stands=2, type="on_foot"))
    ready(evening, "early_companies")
    fired = evening.do("attacker", "fire", unit="a1.1.x1", shots=[shot("a1.1.x1.p1", "d1.1.c1.p1", 20, "soft", 5)])
    assert fired.shots[0].results == (SUPPRESSED,)
    assert evening.refused("attacker", "dismount", unit="a1.1.x1").clause == "FF-CAV-08"


@pytest.mark.parametrize(
    ("scenario", "step"), [("mons-1914", "early_unattached_armour"), ("cambrai-1917", "late_unattached_armour")]
)
def test_an_armoured_car_fires_as_an_lmg_on_any_side(lab: Lab, scenario: str, step: str) -> None:
    """SHQ-59: as a Renault with an LMG, in 1914 too if a scenario has one; it starts no assault (AMB-424)."""
    evening = lab(scenario, unit(UnitClass.ARMOURED_CAR, to=0))
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", step, "a1")
    evening.do("attacker", "roll_orders", unit="a1.x1", die=die(6))
    aim = shot("a1.x1", "d1.1.c1.p1", 20, "soft", 5, 6, sector="rear")
    fired = evening.do("attacker", "fire", unit="a1.x1", shots=[aim])
    assert fired.shots[0].results == (SUPPRESSED, KILLED)
    base = {"unit": "a1.x1", "stand": "a1.x1", "target": "d1.1.c1.p2", "cover": "soft"}
    assert evening.refused("attacker", "go_in", **base).clause == "FF-ASL-02"


def storm_company(lab: Lab) -> Evening:
    """A company of the storm battalion, three platoons, serves with the first battalion."""
    return lab("aisne-1918", unit(UnitClass.RIFLE_COMPANY, name="2nd Storm Company", stands=3, storm=True))


def test_a_storm_company_serves_with_an_ordinary_battalion(lab: Lab) -> None:
    """FF-SPR-16, GAP-49: it is ordered there. FF-QLM-08: a Veteran: 4 + 1 is two actions, else one."""
    evening = storm_company(lab)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_companies", "a1.1")
    assert evening.do("attacker", "roll_orders", unit="a1.1.x1", die=die(4)).actions == 2
    assert evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(4)).actions == 1
    assert is_storm(evening.state, "a1.1.x1.p1")
    assert not is_storm(evening.state, "a1.1.c1.p1")
    replays(evening)


def test_a_storm_company_counts_in_the_morale_of_its_battalion(lab: Lab) -> None:
    """GAP-49, FF-MOR-01: 12 platoons and 3 are 15: 7 lost are less than half, 8 more."""
    evening = storm_company(lab)
    assert evening.state.battalions["a1.1"].started == 15
    lost = [f"a1.1.{company}.p{platoon}" for company in ("c1", "c2", "x1") for platoon in (1, 2, 3)]
    for stand in lost[:7]:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="lost")
    assert not evening.state.due
    evening.do("referee", "correct", of=lost[7], what="alive", value=False, reason="lost")
    assert [due.of for due in evening.state.due] == ["a1.1"]


def test_before_its_date_a_storm_company_is_an_ordinary_one(lab: Lab) -> None:
    """FF-SPR-15, GAP-47."""
    storm_company(lab)
    assert not played("aisne-1918", date="1917-11").state.units["a1.1.x1"].storm
