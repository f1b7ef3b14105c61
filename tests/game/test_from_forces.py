"""A game of two forces, worked by hand from the tables of organisation."""

from collections import Counter
from dataclasses import replace

import pytest

from rules.flanders_fields.force_changes import added, graded, only, renamed, serving, without
from rules.flanders_fields.force_checks import check
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Element, Force, NotThere, make_force
from rules.flanders_fields.game.force_scenario import OWN_FORCES, Brought, raise_side, scenario_of_forces
from rules.flanders_fields.game.scenario_roster import muster
from rules.flanders_fields.game.setup import creation
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.turn import steps
from rules.flanders_fields.vocabulary import ARTILLERY, ArmyList, Carriage, Level, Quality, Side, UnitClass
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from tests.game.evening import Evening, die

MONS, SOMME, LATE, SPRING = (
    RuleBook.for_game(parse_month(month)) for month in ("1914-09", "1916-07", "1917-11", "1918-03")
)
DIVISIONS = {
    ArmyList.BRITISH_1914: MONS,
    ArmyList.BRITISH_1915: SOMME,
    ArmyList.BRITISH_1917: LATE,
    ArmyList.FRENCH_1914: MONS,
    ArmyList.FRENCH_1917: LATE,
    ArmyList.GERMAN_1914: MONS,
    ArmyList.GERMAN_1916: LATE,
}


def parts(force: Force, key: str) -> list[Element]:
    return [one for one in force.all() if one.part == key]


def first(table: ArmyList, key: str, book: RuleBook) -> Force:
    """One regiment or brigade of a division, with what serves with it."""
    force = make_force(table, book)
    return only(force, [parts(force, key)[0].id])


def mons() -> Scenario:
    german = first(ArmyList.GERMAN_1914, "infantry_regiment", MONS)
    british = first(ArmyList.BRITISH_1914, "infantry_brigade", MONS)
    return scenario_of_forces("An evening", Brought(german, in_action=False), Brought(british), MONS)


def test_a_german_regiment_against_a_british_brigade() -> None:
    """FF-TOE-36 to -42 and -114 to -124: the shapes of Mons, FF-SCN-13 to -30, with 3 x 18-pounder and one howitzer."""
    scenario = mons()
    (german,), (british,) = scenario.regiments[Side.ATTACKER], scenario.regiments[Side.DEFENDER]
    assert [len(one.companies) for one in german.battalions] == [4, 4, 4]
    assert {platoons for one in german.battalions for _, platoons in one.companies} == {3}
    assert [one.machine_guns for one in german.battalions] == [("Maxim 1", "Maxim 2")] * 3
    assert german.battalions[2].companies[3] == ("12 Company", 3)
    assert [kind for _, kind in german.batteries] == [UnitClass.FIELD_GUN] * 3
    assert [one.machine_guns for one in british.battalions] == [("Vickers",)] * 4
    assert [kind for _, kind in british.batteries] == [UnitClass.FIELD_GUN] * 3 + [UnitClass.FIELD_HOWITZER]
    assert (british.commander, scenario.sides[1].regiment_word) == ("Brigadier, 1st Brigade", "brigade")
    assert not scenario.divisions
    force = muster(scenario, ())
    assert [one.started for one in force.battalions] == [12] * 3 + [16] * 4
    assert {unit.carriage for unit in force.units if unit.kind in ARTILLERY} == {Carriage.LIMBERED, Carriage.READY}


def test_guns_of_a_company_know_how_many_it_has() -> None:
    """FF-TOE-55: eight Vickers in a brigade's company; FF-TOE-134: two Maxims; FF-TOE-40: one Vickers is a platoon."""
    british = first(ArmyList.BRITISH_1915, "infantry_brigade", SOMME)
    german = first(ArmyList.GERMAN_1916, "infantry_regiment", SOMME)
    found = muster(scenario_of_forces("", Brought(british), Brought(german), SOMME), ()).units
    sizes = Counter((one.side, one.company_guns) for one in found if one.kind is UnitClass.MACHINE_GUN)
    assert sizes == {(Side.ATTACKER, 8): 8, (Side.DEFENDER, 2): 6}
    platoons = muster(mons(), ()).units
    assert {one.company_guns for one in platoons if one.kind is UnitClass.MACHINE_GUN} == {0, 2}


def test_commanders_come_to_the_table_with_their_names_and_figures() -> None:
    """FF-TOE-47: four figures for a divisional commander; FF-TOE-49, -51: four for a brigadier, three for a colonel."""
    force = make_force(ArmyList.BRITISH_1915, SOMME, choices={"division_hq": 4})
    colonel = parts(force, "battalion_hq")[0]
    force = renamed(force, colonel.id, "Lt-Col Elstob")
    stands = {one.id: one for one in muster(scenario_of_forces("", Brought(force), Brought(force), SOMME), ()).stands}
    found = [(stands[name].name, stands[name].figures) for name in ("a0.hq", "a1.hq", "a1.1.hq")]
    assert found == [("Major-General", 4), ("Brigadier, 1st Brigade", 4), ("Lt-Col Elstob", 3)]


@pytest.mark.parametrize("table", DIVISIONS)
def test_a_division_brings_everything_it_has_and_each_of_it_is_ordered(table: ArmyList) -> None:
    book = DIVISIONS[table]
    force = make_force(table, book)
    scenario = scenario_of_forces("All of it", Brought(force), Brought(force), book)
    found = muster(scenario, ())
    wanted = totals(force, book)
    own = [unit for unit in found.units if unit.side is Side.ATTACKER]
    kinds = Counter(unit.kind for unit in own)
    assert sum(len(one.stands) for one in own if one.kind is UnitClass.RIFLE_COMPANY) == wanted.rifle_stands
    assert sum(kinds[kind] for kind in ARTILLERY) == wanted.batteries
    for weapon in wanted.weapons:
        same = sum(one.stands for one in wanted.weapons if one.unit_class is weapon.unit_class)
        assert sum(len(unit.stands) for unit in own if unit.kind is weapon.unit_class) == same
    # A stand for every base, the divisional commander's among them.
    assert sum(stand.side is Side.ATTACKER for stand in found.stands) == wanted.stands
    at = {(kind, step.level == "battalion") for step in steps(book) for kind in step.units}
    assert [one.name for one in own if (one.kind, one.level is Level.BATTALION) not in at] == []
    assert len({stand.id for stand in found.stands}) == len(found.stands)
    batteries = [unit.name for unit in own if unit.kind in ARTILLERY]
    assert len(set(batteries)) == len(batteries)


def test_the_divisional_commander_orders_what_is_in_his_hand() -> None:
    """FF-TOE-45: the two 60-pounders stay with the division (FF-FOR-09)."""
    force = make_force(ArmyList.BRITISH_1914, MONS)
    raised = raise_side(Brought(force), Side.DEFENDER, MONS)
    assert raised.division
    assert (raised.division.id, raised.division.commander) == ("d0", "Major-General")
    assert [kind for _, kind in raised.division.batteries] == [UnitClass.HEAVY_ARTILLERY] * 2
    alone = without(force, parts(force, "division_hq")[0].id)
    again = raise_side(Brought(alone), Side.DEFENDER, MONS)
    assert again.division is None
    assert UnitClass.HEAVY_ARTILLERY in [kind for _, kind in again.regiments[0].batteries]


def test_battalions_of_one_brigade_may_differ() -> None:
    """FF-TOE-70: sixteen platoons in a Raw battalion, twelve in the others."""
    force = first(ArmyList.BRITISH_1917, "infantry_brigade", LATE)
    battalions = parts(force, "infantry_battalion")
    force = graded(force, battalions[0].id, Quality.RAW, LATE)
    force = graded(force, battalions[1].id, Quality.VETERAN, LATE)
    raised = muster(scenario_of_forces("x", Brought(force), Brought(force), LATE), ())
    assert [(one.quality, one.started) for one in raised.battalions][:3] == [
        (Quality.RAW, 16),
        (Quality.VETERAN, 12),
        (Quality.EXPERIENCED, 12),
    ]


def test_a_storm_battalion_and_a_company_lent_by_it() -> None:
    """FF-SPR-15, FF-SPR-16, FF-TOE-141 to -148."""
    force = first(ArmyList.GERMAN_1916, "infantry_regiment", SPRING)
    regiment, host = parts(force, "infantry_regiment")[0], parts(force, "infantry_battalion")[0]
    force = added(force, ArmyList.GERMAN_STORM, "storm_battalion", regiment.id, SPRING)
    lent = next(one for one in parts(force, "infantry_company") if one.table is ArmyList.GERMAN_STORM)
    force = serving(force, lent.id, host.id, SPRING)
    british = first(ArmyList.BRITISH_1917, "infantry_brigade", SPRING)
    found = muster(scenario_of_forces("x", Brought(force), Brought(british), SPRING), ())
    storm = next(one for one in found.battalions if one.storm)
    assert (storm.regiment, storm.quality, storm.started) == ("a1", Quality.VETERAN, 9)
    (company,) = [unit for unit in found.units if unit.storm]
    assert (company.of, company.quality, len(company.stands)) == ("a1.1", Quality.VETERAN, 3)
    assert next(one for one in found.battalions if one.id == "a1.1").started == 15
    own = Counter(unit.kind for unit in found.units if unit.of == storm.id)
    assert own[UnitClass.MACHINE_GUN] == 6
    assert (own[UnitClass.FLAMETHROWER], own[UnitClass.LIGHT_MORTAR], own[UnitClass.FIELD_GUN]) == (1, 2, 1)


def test_tanks_serve_one_by_one_with_whom_they_are_attached_to() -> None:
    """FF-TOE-80, FF-QLM-20: twelve tanks, Raw in 1916 whatever their battalion."""
    book = RuleBook.for_game(parse_month("1916-10"))
    force = first(ArmyList.BRITISH_1915, "infantry_brigade", book)
    battalion = parts(force, "infantry_battalion")[1]
    force = graded(force, battalion.id, Quality.VETERAN, book)
    force = added(force, ArmyList.BRITISH_TANKS, "tank_battalion", "", book)
    company = parts(force, "tank_company")[0]
    force = serving(force, company.id, battalion.id, book)
    found = muster(scenario_of_forces("x", Brought(force), Brought(force), book), ())
    tanks = [unit for unit in found.units if unit.kind is UnitClass.TANK and unit.side is Side.ATTACKER]
    assert Counter(tank.of for tank in tanks) == {"a1.2": 4, "a1": 8}
    assert {(tank.type, tank.quality) for tank in tanks} == {("heavy_male", Quality.RAW)}


def test_who_waits_and_what_fires_from_behind() -> None:
    force = first(ArmyList.GERMAN_1916, "infantry_regiment", LATE)
    waiting, battery = parts(force, "infantry_battalion")[2], parts(force, "field_battery")[0]
    brought = Brought(force, frozenset({waiting.id}), frozenset({battery.id}))
    scenario = scenario_of_forces("x", brought, Brought(force), LATE)
    found = muster(scenario, ())
    assert [one.id for one in found.battalions if not one.on_table] == ["a1.3"]
    assert [unit.name for unit in found.units if not unit.on_table] == [battery.name]
    assert raise_side(brought, Side.ATTACKER, LATE).battalions[waiting.id] == "a1.3"


def test_a_force_without_a_regiment_is_no_side_of_a_game() -> None:
    force = make_force(ArmyList.BRITISH_CAVALRY, MONS)
    with pytest.raises(NotThere, match="has no regiment or brigade; bring at least one"):
        raise_side(Brought(force), Side.ATTACKER, MONS)


def test_a_game_of_two_forces_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A company of the first German battalion rolls a 5 at 10 cm: two actions (FF-ORD-T5)."""
    monkeypatch.setattr(creation, "scenarios", lambda: {OWN_FORCES: mons()})
    evening = Evening()
    evening.do("referee", "create_game", scenario=OWN_FORCES)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "early_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(5), farthest_platoon_cm=10.0)
    assert evening.state.orders["a1.1.c1"].earned == 2
    evening.do("attacker", "end_turn")
    evening.do("defender", "start_turn")
    assert evening.state.turn.side is Side.DEFENDER
    assert SYSTEM.replay(evening.log) == evening.state


def test_by_house_rule_a_brigade_orders_its_light_mortars(monkeypatch: pytest.MonkeyPatch) -> None:
    """GAP-11: four of 1916 roll with the larger mortars of the brigade; 6 less 1 for no sight is two actions."""
    rules = (HouseRule("GAP-11", "brigade"),)
    book = RuleBook.for_game(parse_month("1916-07"), rules)
    brigade = first(ArmyList.BRITISH_1915, "infantry_brigade", book)
    brigade = replace(brigade, house_rules=rules)
    assert not [one for one in brigade.all() if one.part == "light_mortar" and one.serves]
    assert "FF-TOE-15" not in [one.clause for one in check(brigade, book)]
    german = first(ArmyList.GERMAN_1916, "infantry_regiment", book)
    scenario = scenario_of_forces("", Brought(brigade), Brought(german), book)
    monkeypatch.setattr(creation, "scenarios", lambda: {OWN_FORCES: scenario})
    evening = Evening()
    told = [{"ruling": "GAP-11", "option": "brigade"}]
    evening.do("referee", "create_game", scenario=OWN_FORCES, house_rules=told)
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "mid_regimental_artillery")
    mortars = [unit for unit in evening.state.units.values() if unit.kind is UnitClass.LIGHT_MORTAR and unit.of == "a1"]
    assert [unit.level for unit in mortars] == [Level.REGIMENTAL] * 4
    evening.do("attacker", "roll_orders", unit=mortars[0].id, die=die(6))
    assert evening.state.orders[mortars[0].id].earned == 2
