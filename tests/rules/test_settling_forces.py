"""A force that changes month or house rules: what stood as its table has it follows, what was chosen by hand stays."""

import pytest

from rules.flanders_fields.force_changes import only, serving, settled
from rules.flanders_fields.force_checks import check, forbidden
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Force, make_force
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

TABLES_BY_RULE = (
    ("GAP-07", "one_stand", ArmyList.BRITISH_1914, "1914-08"),
    ("GAP-07", "four_troops", ArmyList.BRITISH_1914, "1914-08"),
    ("GAP-08", "each_model", ArmyList.GERMAN_1916, "1916-07"),
    ("GAP-08", "one_for_a_base", ArmyList.FRENCH_1914, "1914-09"),
    ("GAP-09", "four", ArmyList.BRITISH_1915, "1916-07"),
    ("GAP-12", "three", ArmyList.FRENCH_1917, "1917-10"),
    ("GAP-13", "light", ArmyList.FRENCH_1917, "1917-10"),
    ("GAP-14", "one", ArmyList.GERMAN_1914, "1914-08"),
    ("GAP-16", "regiment", ArmyList.GERMAN_1916, "1916-07"),
    ("GAP-23", "bare", ArmyList.BRITISH_1915, "1916-07"),
    ("GAP-24", "always_three", ArmyList.BRITISH_1917, "1917-11"),
)


def made(table: ArmyList, date: str, *rules: HouseRule) -> Force:
    return make_force(table, RuleBook.for_game(parse_month(date), rules))


def named(force: Force, name: str) -> str:
    return next(one.id for one in force.all() if one.name == name)


@pytest.mark.parametrize(("ruling", "option", "table", "date"), TABLES_BY_RULE)
def test_a_house_rule_taken_later_comes_to_what_it_had_come_to_at_once(
    ruling: str, option: str, table: ArmyList, date: str
) -> None:
    rule, usual = HouseRule(ruling, option), made(table, date)
    at_once, later = made(table, date, rule), settled(usual, date, [rule])
    assert totals(later, later.book) == totals(at_once, later.book) != totals(usual, usual.book)
    assert forbidden(check(later, later.book)) == ()
    back = settled(later, date, [])
    assert totals(back, back.book) == totals(usual, usual.book)
    assert forbidden(check(back, back.book)) == ()


def test_light_mortars_of_a_regiment_are_given_to_its_battalions() -> None:
    """GAP-16: only commanders of battalions order them (FF-TOE-15)."""
    force = made(ArmyList.GERMAN_1916, "1916-07", HouseRule("GAP-16", "regiment"))
    regiment = next(one for one in force.all() if one.part == "infantry_regiment")
    battalions = [one.id for one in regiment.inside if one.part == "infantry_battalion"]
    mortars = [one.serves for one in regiment.all() if one.part in ("granatenwerfer", "light_minenwerfer")]
    assert mortars == battalions[:2]


def test_what_was_attached_by_hand_stays_where_it_is() -> None:
    force = made(ArmyList.BRITISH_1915, "1916-07")
    battery, third = named(force, "2 inch mortars, 1st Battery"), named(force, "3rd Brigade")
    force = serving(force, battery, third, force.book)
    loose = named(force, "2nd Field Artillery Brigade")
    force = serving(force, loose, "", force.book)
    later = settled(force, "1916-11", [HouseRule("GAP-09", "four")])
    assert (later.element(battery).serves, later.element(loose).serves) == (third, "")
    assert later.element(named(later, "1st Field Artillery Brigade")).serves == named(later, "1st Brigade")


def test_what_stayed_at_home_does_not_come_back() -> None:
    """One brigade of a division of 1917 loses its fourth battalion with the spring of 1918, and nothing else comes."""
    force = made(ArmyList.BRITISH_1917, "1917-11")
    force = only(force, [named(force, "2nd Brigade")])
    later = settled(force, "1918-04", [])
    assert (totals(force, force.book).battalions, totals(later, later.book).battalions) == (4, 3)
    assert totals(later, later.book).regiments == 1
    # The fourth is not named after nobody when it comes back.
    again = settled(later, "1917-11", [])
    names = [one.name for one in again.all() if one.part == "infantry_battalion"]
    assert len(set(names)) == 4
