"""Making, trimming and checking forces, worked by hand from the tables of organisation and the limits of quality."""

from collections.abc import Iterator

import pytest

from rules.flanders_fields.armour import TankType
from rules.flanders_fields.force_changes import (
    added,
    allowing,
    filled,
    filled_alike,
    forbidding,
    given_out,
    graded,
    of_type,
    only,
    renamed,
    resized,
    serving,
    without,
)
from rules.flanders_fields.force_checks import Finding, check, forbidden
from rules.flanders_fields.force_totals import totals
from rules.flanders_fields.forces import Element, Force, NotThere, grade_of, make_force, serves_with
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList, Quality, Side
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule

SOMME, LATE, SPRING = (RuleBook.for_game(parse_month(month)) for month in ("1916-07", "1917-11", "1918-03"))


@pytest.fixture
def somme() -> Force:
    return make_force(ArmyList.BRITISH_1915, SOMME)


def parts(force: Force, key: str) -> list[Element]:
    return [one for one in force.all() if one.part == key]


def clauses(found: tuple[Finding, ...]) -> list[str]:
    return [one.clause for one in found]


def told(found: tuple[Finding, ...], clause: str) -> Iterator[Finding]:
    return (one for one in found if one.clause == clause)


def test_a_whole_division_is_named_graded_and_given_out(somme: Force) -> None:
    """FF-TOE-46 to -62, FF-QLM-18: nothing to complain of, all Raw, a mortar to each battalion."""
    assert check(somme, SOMME) == ()
    assert {one.grade for one in somme.all() if one.grade} == {Quality.RAW}
    battalions = parts(somme, "infantry_battalion")
    assert [one.name for one in battalions][:2] == ["1st Battalion", "2nd Battalion"]
    assert battalions[-1].name == "12th Battalion"
    assert [one.serves for one in parts(somme, "light_mortar")] == [one.id for one in battalions]
    brigades = parts(somme, "infantry_brigade")
    assert [one.serves for one in parts(somme, "field_artillery_brigade")] == [one.id for one in brigades]
    assert parts(somme, "pioneer_battalion")[0].serves == brigades[-1].id
    (heavy,) = parts(somme, "heavy_mortar_battery")
    assert serves_with(somme, heavy, SOMME) is None


@pytest.mark.parametrize("table", [one for one in ArmyList if one not in (ArmyList.ATTACHED, ArmyList.GERMAN_STORM)])
def test_every_table_makes_a_force_that_is_right(table: ArmyList) -> None:
    book = SPRING if table.value.endswith(("1917", "tanks", "1916")) else RuleBook.for_game(parse_month("1915-03"))
    book = SOMME if table is ArmyList.BRITISH_1915 else book
    found = check(make_force(table, book), book)
    told_of = {
        # The squadron of a British division of 1914 is the division's, and only battalions order horse.
        ArmyList.BRITISH_1914: ["FF-TOE-06"],
        # A game is of one regiment or brigade at least; the commander of tanks gives no orders in it.
        ArmyList.BRITISH_CAVALRY: ["FF-FOR-01"],
        ArmyList.BRITISH_TANKS: ["FF-FOR-01", "FF-TOE-78"],
    }
    assert clauses(found) == told_of.get(table, [])
    assert forbidden(found) == ()


def test_what_a_game_leaves_out_or_moves_is_told_before(somme: Force) -> None:
    """FF-TOE-06, FF-TOE-09: a battalion under no brigade, and an officer who has no formation."""
    alone = added(somme, ArmyList.BRITISH_CAVALRY, "cavalry_regiment", "", SOMME)
    (finding,) = check(alone, SOMME)
    assert (finding.clause, finding.says) == ("FF-TOE-06", "Cavalry Regiment is under no regiment")
    attached = serving(alone, finding.of, parts(somme, "infantry_brigade")[0].id, SOMME)
    assert check(attached, SOMME) == ()
    officer = added(somme, ArmyList.ATTACHED, "artillery_liaison", "", SOMME)
    assert clauses(check(officer, SOMME)) == ["FF-TOE-09"]
    assert forbidden(check(officer, SOMME)) == ()


def test_numbers_that_a_table_leaves_open_are_chosen() -> None:
    """FF-TOE-48: two to four brigades; FF-TOE-88, FF-TOE-89: two to four French regiments in 1914."""
    two = make_force(ArmyList.BRITISH_1915, SOMME, choices={"infantry_brigade": 2, "field_artillery_brigade": 2})
    assert totals(two, SOMME).battalions == 8
    assert forbidden(check(two, SOMME)) == ()
    three = make_force(ArmyList.FRENCH_1914, SOMME, choices={"infantry_regiment": 3})
    assert totals(three, SOMME).rifle_stands == 108
    for number in (1, 5):
        with pytest.raises(NotThere, match=f"cannot have {number} of infantry brigade; choose 2 to 4"):
            make_force(ArmyList.BRITISH_1915, SOMME, choices={"infantry_brigade": number})


@pytest.mark.parametrize(("table", "least", "most"), [("british_1914", 4, 5), ("british_1915", 4, 5)])
def test_a_divisional_commander_has_four_or_five_figures(table: str, least: int, most: int) -> None:
    """FF-TOE-32, FF-TOE-47: 4 or 5, five where nobody chooses; all else of the division is as it was."""
    book = SOMME if table == "british_1915" else RuleBook.for_game(parse_month("1914-09"))
    whole = make_force(ArmyList(table), book)
    fewer = make_force(ArmyList(table), book, choices={"division_hq": least})
    assert totals(whole, book).figures - totals(fewer, book).figures == most - least
    assert [one.on_stand for one in parts(fewer, "division_hq")] == [least]
    assert make_force(ArmyList(table), book, choices={"division_hq": most}) == whole
    for number in (least - 1, most + 1):
        with pytest.raises(NotThere, match=f"Division HQ cannot have {number} figures; choose 4 or 5"):
            make_force(ArmyList(table), book, choices={"division_hq": number})
    (hq,) = parts(whole, "division_hq")
    assert filled(whole, hq.id, least, book) == fewer
    assert filled(fewer, hq.id, most, book) == whole
    (finding,) = forbidden(check(filled(whole, hq.id, 6, book), book))
    assert (finding.of, finding.instead) == (hq.id, "its table has 4 or 5")


def test_a_commander_with_a_settled_number_is_told_of_another(somme: Force) -> None:
    """FF-TOE-49: a brigadier has four figures; FF-TOE-51: the commander of a battalion three."""
    brigadier, colonel = parts(somme, "brigade_hq")[0], parts(somme, "battalion_hq")[0]
    changed = filled(filled(somme, brigadier.id, 5, SOMME), colonel.id, 2, SOMME)
    found = forbidden(check(changed, SOMME))
    assert [(one.clause, one.instead) for one in found] == [
        ("FF-TOE-49", "its table has 4"),
        ("FF-TOE-51", "its table has 3"),
    ]
    for wrong in (parts(somme, "infantry_company")[0], parts(somme, "infantry_brigade")[0]):
        with pytest.raises(NotThere, match="for a command stand or a unit"):
            filled(somme, wrong.id, 3, SOMME)
    for number in (0, 13):
        with pytest.raises(NotThere, match="write 1 to 12"):
            filled(somme, brigadier.id, number, SOMME)


def test_a_game_is_of_one_division_at_most(somme: Force) -> None:
    """FF-FOR-01: two are told of, and nobody forbids them."""
    two = added(somme, ArmyList.BRITISH_1915, "division", "", SOMME)
    found = [one for one in check(two, SOMME) if one.clause == "FF-FOR-01"]
    assert [(one.says, one.grave) for one in found] == [("2 divisions", False)]


def test_a_field_battery_has_one_gun_model_or_two_on_its_base(somme: Force) -> None:
    """FF-TOE-10, FF-TOE-26: two models on each of the six bases are twelve guns, six counters; a third is too many."""
    battery = parts(somme, "field_battery")[0]
    two = filled_alike(somme, battery.id, 2, SOMME)
    found = totals(two, SOMME)
    assert (found.models("18-pounder field gun"), found.counters["18-pounder field gun"]) == (12, 6)
    assert forbidden(check(two, SOMME)) == ()
    (finding,) = forbidden(check(filled(somme, battery.id, 3, SOMME), SOMME))
    assert finding.instead == "its table has 1 or 2"


def test_companies_of_a_german_regiment_count_through_it() -> None:
    force = make_force(ArmyList.GERMAN_1916, SPRING)
    names = [one.name for one in parts(force, "infantry_company")]
    assert names[:13] == [f"{n} Company" for n in range(1, 13)] + ["1 Company"]
    assert parts(force, "infantry_battalion")[4].name == "II / 2nd Regiment"


def test_one_brigade_of_a_division_brings_what_serves_with_it(somme: Force) -> None:
    """FF-FOR-08: no divisional commander; FF-TOE-49 to -60: 64 platoons, 16 Lewis, 8 Vickers, 4 mortars, its guns."""
    first = parts(somme, "infantry_brigade")[0]
    force = only(somme, [first.id])
    found = totals(force, SOMME)
    assert (found.regiments, found.battalions, found.pioneers, found.rifle_stands) == (1, 4, 0, 64)
    assert {one.name: one.models for one in found.weapons} == {
        "Lewis": 16,
        "Vickers": 8,
        "3 inch trench mortar": 4,
        "18-pounder field gun": 2,
        "4.5 inch field howitzer": 1,
        "2 inch trench mortar": 1,
    }
    # A brigadier and four commanders of battalions.
    assert found.command_stands == 5
    assert not parts(force, "division_hq")
    assert check(force, SOMME) == ()


def test_two_battalions_of_a_brigade_are_a_reduced_one(somme: Force) -> None:
    first = parts(somme, "infantry_brigade")[0]
    one = parts(somme, "infantry_battalion")[0]
    force = only(somme, [one.id])
    assert totals(force, SOMME).rifle_stands == 16
    assert {"FF-TOE-06", "FF-TOE-09"} <= set(clauses(check(force, SOMME)))
    reduced = only(somme, [first.id])
    for battalion in parts(reduced, "infantry_battalion")[2:]:
        reduced = without(reduced, battalion.id)
    assert forbidden(check(reduced, SOMME)) == tuple(told(check(reduced, SOMME), "FF-TOE-15"))
    # The two mortars whose battalions stayed at home serve nobody; given out again they go by the brigade's battalions.
    assert len(list(told(check(reduced, SOMME), "FF-TOE-15"))) == 2


def test_a_commander_of_a_part_of_a_division_is_too_much(somme: Force) -> None:
    """FF-FOR-08: two thirds of six batteries are four, of three two; of one heavy mortar one."""
    force = without(somme, parts(somme, "infantry_brigade")[2].id)
    found = check(force, SOMME)
    commander, *shares = told(found, "FF-FOR-08")
    # A division may have two brigades (FF-TOE-48, GAP-06), never one.
    assert (commander.grave, commander.instead) == (False, "leave him out, or bring every regiment")
    one = without(force, parts(force, "infantry_brigade")[1].id)
    assert next(told(check(one, SOMME), "FF-FOR-08")).grave
    assert {one.says.partition(":")[0]: one.instead for one in shares} == {
        "18-pounder battery": "bring at most 4",
        "4.5 inch howitzer battery": "bring at most 2",
        "Medium trench mortar battery": "bring at most 2",
    }
    assert not any(one.grave for one in shares)


def test_companies_follow_the_grade_of_their_battalion() -> None:
    """FF-TOE-70: three platoons, four in a Raw battalion; FF-QLM-19: of 13 battalions three may be Raw."""
    force = make_force(ArmyList.BRITISH_1917, LATE)
    battalions = parts(force, "infantry_battalion")
    for battalion in battalions[:3]:
        force = graded(force, battalion.id, Quality.RAW, LATE)
    assert totals(force, LATE).rifle_stands == 156 + 3 * 4
    assert check(force, LATE) == ()
    force = graded(force, battalions[3].id, Quality.RAW, LATE)
    (finding,) = check(force, LATE)
    assert (finding.clause, finding.instead) == ("FF-QLM-19", "have at most 3 Raw")
    force = graded(force, battalions[3].id, Quality.VETERAN, LATE)
    assert totals(force, LATE).rifle_stands == 156 + 3 * 4


def test_a_company_with_a_size_of_its_own_keeps_it() -> None:
    force = make_force(ArmyList.BRITISH_1917, LATE)
    battalion, company = parts(force, "infantry_battalion")[0], parts(force, "infantry_company")[0]
    force = graded(resized(force, company.id, 2), battalion.id, Quality.RAW, LATE)
    assert [one.stands for one in parts(force, "infantry_company")[:4]] == [2, 4, 4, 4]
    (finding,) = check(force, LATE)
    assert (finding.clause, finding.grave) == ("FF-TOE-70", False)
    big = resized(force, company.id, 5)
    assert clauses(forbidden(check(big, LATE))) == ["FF-TOE-70"]


def test_models_are_chosen_within_what_the_table_leaves() -> None:
    """FF-TOE-134: two to four Maxims."""
    force = make_force(ArmyList.GERMAN_1916, LATE)
    guns = parts(force, "mmg_company")[0]
    assert check(resized(force, guns.id, 4), LATE) == ()
    (finding,) = check(resized(force, guns.id, 5), LATE)
    assert (finding.clause, finding.of, finding.instead) == ("FF-TOE-134", guns.id, "its table has 2 to 4")
    with pytest.raises(NotThere, match="cannot have 0 stands; write 1 to 24"):
        resized(force, guns.id, 0)


def test_three_or_four_british_battalions_early_in_1918() -> None:
    """FF-TOE-67: three by the date, and a brigade may keep its fourth; never a fifth."""
    force = make_force(ArmyList.BRITISH_1917, SPRING)
    brigade = parts(force, "infantry_brigade")[0]
    four = added(force, ArmyList.BRITISH_1917, "infantry_battalion", brigade.id, SPRING)
    assert check(four, SPRING) == ()
    five = added(four, ArmyList.BRITISH_1917, "infantry_battalion", brigade.id, SPRING)
    assert clauses(check(five, SPRING)) == ["FF-TOE-67"]


def test_light_mortars_answer_to_a_battalion_and_larger_ones_do_not(somme: Force) -> None:
    """FF-TOE-15, GAP-11."""
    mortar = parts(somme, "light_mortar")[0]
    brigade, battalion = parts(somme, "infantry_brigade")[0], parts(somme, "infantry_battalion")[0]
    (light,) = check(serving(somme, mortar.id, brigade.id, SOMME), SOMME)
    assert (light.clause, light.instead) == ("FF-TOE-15", "attach it to one")
    medium = parts(somme, "medium_mortar_battery")[0]
    (larger,) = check(serving(somme, medium.id, battalion.id, SOMME), SOMME)
    assert (larger.clause, larger.instead) == ("FF-TOE-15", "attach it to a regiment")


def test_a_storm_battalion_for_each_regiment_that_attacks() -> None:
    """FF-SPR-09, FF-SPR-15, FF-QLM-23."""
    force = make_force(ArmyList.GERMAN_1916, SPRING)
    regiment = parts(force, "infantry_regiment")[0]
    one = added(force, ArmyList.GERMAN_STORM, "storm_battalion", regiment.id, SPRING)
    assert check(one, SPRING, Side.ATTACKER) == ()
    assert clauses(check(one, SPRING, Side.DEFENDER)) == ["FF-SPR-15"]
    assert clauses(check(one, LATE, Side.ATTACKER)) == ["FF-SPR-09"]
    earlier = RuleBook.for_game(parse_month("1917-11"), [HouseRule("GAP-47", "from_1916")])
    assert check(one, earlier, Side.ATTACKER) == ()
    two = added(one, ArmyList.GERMAN_STORM, "storm_battalion", regiment.id, SPRING)
    assert clauses(check(two, SPRING, Side.ATTACKER)) == ["FF-SPR-15"]
    weak = graded(one, parts(one, "storm_battalion")[0].id, Quality.EXPERIENCED, SPRING)
    assert "FF-QLM-23" in clauses(check(weak, SPRING, Side.ATTACKER))


def test_storm_battalions_are_counted_regiment_by_regiment() -> None:
    """FF-SPR-15: of four under two regiments the second of each is one too many, and the first of neither."""
    force = make_force(ArmyList.GERMAN_1916, SPRING)
    for n in (0, 1, 1, 0):
        regiment = parts(force, "infantry_regiment")[n]
        force = added(force, ArmyList.GERMAN_STORM, "storm_battalion", regiment.id, SPRING)
    found = [one.says.partition(" is ")[2] for one in check(force, SPRING, Side.ATTACKER)]
    assert found == ["the 2nd under 2nd Regiment", "the 2nd under 1st Regiment"]


def test_tanks_are_attached_from_their_own_table_at_their_own_date() -> None:
    """FF-TYP-09, FF-QLM-20, FF-QLM-21."""
    force = make_force(ArmyList.BRITISH_1917, LATE)
    battalion = parts(force, "infantry_battalion")[0]
    force = added(force, ArmyList.BRITISH_TANKS, "tank_company", battalion.id, LATE)
    tank = parts(force, "tank_section")[0]
    assert grade_of(force, tank) is Quality.EXPERIENCED
    assert totals(force, LATE).models("Tank") == 4
    assert of_type(force, tank.id, TankType.WHIPPET, LATE).element(tank.id).type == "whippet"
    assert check(force, LATE) == ()
    raw_in_1916 = RuleBook.for_game(parse_month("1916-10"))
    early = added(make_force(ArmyList.BRITISH_1915, raw_in_1916), ArmyList.ATTACHED, "tank", "", raw_in_1916)
    assert parts(early, "tank")[0].grade is Quality.RAW
    trained = graded(early, parts(early, "tank")[0].id, Quality.EXPERIENCED, raw_in_1916)
    assert "FF-QLM-20" in clauses(check(trained, raw_in_1916))
    too_early = {one.clause for one in check(force, SOMME)}
    assert {"FF-TYP-09", "FF-FOR-19"} <= too_early
    with pytest.raises(NotThere, match="is no tank; choose a tank"):
        of_type(force, battalion.id, TankType.WHIPPET, LATE)


def test_what_no_table_has_may_be_attached_unless_a_house_rule_says_no() -> None:
    """GAP-19."""
    force = make_force(ArmyList.GERMAN_1916, LATE)
    battalion = parts(force, "infantry_battalion")[0]
    force = added(force, ArmyList.ATTACHED, "anti_tank_rifle", battalion.id, LATE, "The rifle")
    assert parts(force, "anti_tank_rifle")[0].name == "The rifle"
    assert check(force, LATE) == ()
    without_them = RuleBook.for_game(parse_month("1917-11"), [HouseRule("GAP-19", "not_available")])
    assert clauses(check(force, without_them)) == ["FF-ORG-12"]


def test_a_spotter_may_be_attached_unless_a_house_rule_says_no() -> None:
    """GAP-26."""
    force = make_force(ArmyList.GERMAN_1916, LATE)
    force = added(force, ArmyList.ATTACHED, "artillery_liaison", parts(force, "infantry_regiment")[0].id, LATE)
    assert forbidden(check(force, LATE)) == ()
    without_them = RuleBook.for_game(parse_month("1917-11"), [HouseRule("GAP-26", "none")])
    assert clauses(forbidden(check(force, without_them))) == ["FF-TOE-09"]


def test_another_armys_table_is_told() -> None:
    """FF-SPR-17."""
    force = make_force(ArmyList.GERMAN_1916, LATE)
    mixed = added(force, ArmyList.FRENCH_1917, "field_artillery_group", parts(force, "infantry_regiment")[0].id, LATE)
    assert clauses(check(mixed, LATE)) == ["FF-SPR-17"]


def test_what_is_allowed_stays_told_and_forbids_no_more() -> None:
    force = make_force(ArmyList.BRITISH_1915, LATE)
    (finding,) = check(force, LATE)
    assert (finding.clause, finding.instead) == ("FF-FOR-19", "it is for September 1915 to February 1917")
    allowed = allowing(force, "FF-FOR-19", reason="an old division")
    (again,) = check(allowed, LATE)
    assert again.allowed
    assert forbidden((again,)) == ()
    assert forbidden(check(forbidding(allowed, "FF-FOR-19"), LATE)) == (finding,)


def test_names_are_given_and_refused(somme: Force) -> None:
    battalion = parts(somme, "infantry_battalion")[0]
    assert renamed(somme, battalion.id, " 10th Lincolns ").element(battalion.id).name == "10th Lincolns"
    for bad in ("", "   ", "a\nb", "x" * 61):
        with pytest.raises(NotThere, match="that is no name; write 1 to 60 letters"):
            renamed(somme, battalion.id, bad)
    with pytest.raises(NotThere, match=r"there is no '9\.9' in this force"):
        renamed(somme, "9.9", "nobody")


def test_who_serves_with_whom(somme: Force) -> None:
    brigade, battalion = parts(somme, "infantry_brigade")[0], parts(somme, "infantry_battalion")[0]
    with pytest.raises(NotThere, match="cannot serve with"):
        serving(somme, brigade.id, battalion.id, SOMME)
    with pytest.raises(NotThere, match="cannot serve with"):
        serving(somme, parts(somme, "pioneer_battalion")[0].id, battalion.id, SOMME)
    freed = serving(somme, parts(somme, "field_artillery_brigade")[0].id, "", SOMME)
    assert serves_with(freed, parts(freed, "field_battery")[0], SOMME) is None
    assert given_out(freed, SOMME) == somme


def test_giving_out_leaves_what_was_attached_where_it_is() -> None:
    """FF-TOE-137: three groups, one to each regiment; two are sent to the third, the other goes back to its own."""
    force = make_force(ArmyList.GERMAN_1916, LATE)
    regiments, groups = parts(force, "infantry_regiment"), parts(force, "gun_group")
    force = serving(force, groups[0].id, regiments[2].id, LATE)
    force = serving(force, groups[1].id, "", LATE)
    given = given_out(force, LATE)
    assert [one.serves for one in parts(given, "gun_group")] == [regiments[2].id, regiments[1].id]


def test_a_platoon_is_no_part_of_its_own(somme: Force) -> None:
    company = parts(somme, "infantry_company")[0]
    with pytest.raises(NotThere, match="is part of a company"):
        added(somme, ArmyList.BRITISH_1915, "infantry_platoon", company.id, SOMME)
    with pytest.raises(NotThere, match="has no 'tank'"):
        added(somme, ArmyList.BRITISH_1915, "tank", company.id, SOMME)
    with pytest.raises(NotThere, match="is no formation"):
        make_force(ArmyList.ATTACHED, SOMME)


@pytest.mark.parametrize("table", [ArmyList.FRENCH_1914, ArmyList.GERMAN_1914])
def test_a_brigade_whose_regiments_answer_to_the_division_is_not_added(table: ArmyList) -> None:
    """FF-TOE-07. Added it would stand in the force alone, which then could not be opened again."""
    force = make_force(table, SOMME)
    for to in ("", force.elements[0].id):
        with pytest.raises(NotThere, match="a level that is left out of this game"):
            added(force, table, "infantry_brigade", to, SOMME)
