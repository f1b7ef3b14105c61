"""Order rolls: modifiers, results and who may order a unit (FF-ORD, FF-ORG)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from operator import add
from typing import Any

from rules.flanders_fields.national_rules import of_one_army
from rules.flanders_fields.orders import BattalionOrders, OrderFacts, level_of, registered_free
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    CREWED_WEAPONS,
    FIELD_ARTILLERY,
    HEAVIER_MORTARS,
    MORTARS,
    Bonus,
    Level,
    Quality,
    UnitClass,
)
from rules.kernel.dice import ALL_D6, D6
from rules.kernel.distances import beyond, cm, mm
from rules.kernel.explanations import Considered, Explained, MoreDice, Refusal, Step, set_aside
from rules.kernel.lookups import Resolution, one_die, thrown
from rules.kernel.odds import Odds, chances, tally
from rules.kernel.tables import Cited

# What is added to an order roll and taken from it, in the book's order (FF-ORD-14 to FF-ORD-30)

MASTER, SIGHT, REACH, BONUSES = "orders/master", "orders/own_sight", "orders/reach", "orders/bonuses"
FACES, DEEP, DEATH = "orders/faces", "orders/deep_suppression", "suppression/death"
Line = Step | Considered


def order_modifiers(facts: OrderFacts, die: D6, book: RuleBook) -> Iterator[Line]:
    """Every modifier of one roll with its reason, and what was looked at and did not apply."""
    for look in (_gas, _distance, _tank, _promotion, _suppression, _sight, _quality, _wire, _mortar, _staff):
        yield from look(facts, die, book)
    yield from _deep_suppression(facts, die, book)
    yield from _declared(facts, die, book)


def _times(cited: Cited[int], count: int, says: str) -> Step:
    return Step(cited.clause, says, cited.value * count, cited.house)


def _gas(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    clouds = facts.in_gas + facts.commander_in_gas
    if not clouds:
        return
    where = {2: "Unit and commander are", 1: "The unit is" if facts.in_gas else "The commander is"}[clouds]
    amb_27 = book.ruling("AMB-27")
    count = amb_27.gives({"one": min(clouds, 1), "each": clouds})
    step = _times(book.table(MASTER).number("gas"), count, f"{where} in a gas cloud")
    house = amb_27.mark if clouds > 1 else None
    yield Step(step.clause, step.says, step.value, house or step.house)


def _distance(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    amb_26 = book.ruling("AMB-26")
    measured, whose = amb_26.gives(
        {
            "own_platoons": (facts.farthest_platoon_cm, "Its farthest platoon"),
            "battalion": (_farthest_of_battalion(facts), "The battalion's farthest platoon"),
        },
    )
    if measured is None:
        return
    reach = book.table(REACH).number("commander")
    if level_of(facts) is not Level.BATTALION:
        yield Considered("FF-ORD-15", "Distance counts for battalion units only")
    elif beyond(measured, reach.value):
        says = f"{whose} is {measured:g} cm from the commander (over {cm(reach.value)})"
        cited = book.table(MASTER).number("distance")
        yield Step(cited.clause, says, cited.value, amb_26.mark or cited.house)
    else:
        exactly = "exactly within reach" if mm(measured) == reach.value else "within reach"
        yield Considered("FF-ORD-15", f"{whose} is {measured:g} cm from the commander, {exactly}")


def _farthest_of_battalion(facts: OrderFacts) -> float | None:
    known = [far for far in (facts.farthest_platoon_cm, facts.battalion_farthest_cm) if far is not None]
    return max(known, default=None)


def _tank(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if not facts.tank_failed_last_turn:
        return
    if facts.unit_class is not UnitClass.TANK:
        yield Considered("FF-ORD-16", "Only tanks suffer for last turn's failure")
    elif book.table(MASTER).has("tank_failed"):
        yield book.table(MASTER).number("tank_failed").because("This tank earned no action last turn")
    else:
        yield Considered("FF-ORD-16", f"Last turn's failure no longer counts in {book.when.month.in_words}")


def _promotion(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if facts.field_promotion:
        yield book.table(MASTER).number("field_promotion").because("The commander is a field promotion")


def _suppression(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    levels = facts.commander_suppression
    if levels:
        word = "level" if levels == 1 else "levels"
        says = f"The commander has {levels} suppression {word}"
        step = _times(book.table(MASTER).number("commander_suppression"), levels, says)
        survives = book.mark("AMB-81") if levels >= book.table(DEATH).number("kills").value else None
        yield replace(step, house=survives or step.house)


def _sight(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if facts.unit_class not in ARTILLERY or not facts.own_sight:
        return
    amb_18 = book.ruling("AMB-18")
    if not facts.on_table or facts.limbered:
        yield Considered("FF-ORD-19", "Own sight counts for an unlimbered battery on the table")
    elif not book.table(SIGHT).has(facts.unit_class):
        plain = book.mark("AMB-17") if facts.unit_class in FIELD_ARTILLERY else None
        yield set_aside("FF-ORD-19", book.table(SIGHT).absent[facts.unit_class].capitalize(), plain)
    elif amb_18.gives({"sees": True, "fires": facts.open_sights}):
        cited = book.table(SIGHT).number(facts.unit_class)
        yield Step(cited.clause, "The battery itself sees the enemy", cited.value, amb_18.mark or cited.house)
    else:
        yield set_aside("FF-ORD-19", "It sees the enemy but will not fire over open sights", amb_18.mark)


def _quality(facts: OrderFacts, die: D6, book: RuleBook) -> Iterator[Line]:
    if facts.unit_class in CREWED_WEAPONS:
        weapons = book.behaviour("AMB-32", {"experienced": _experienced_crew, "storm": _storm_crew})
        yield from weapons(facts, book)
    elif facts.quality is Quality.VETERAN or facts.storm_troops:
        yield _veteran(facts, book)
    elif facts.quality is Quality.RAW:
        under_fire = book.behaviour("AMB-14", {"flat": _raw_flat, "high_die": _raw_high_die})
        yield from under_fire(die, book) if facts.fired_on else _raw_fresh(book)


def _veteran(facts: OrderFacts, book: RuleBook) -> Step:
    says = "Storm troops" if facts.storm_troops else "Veteran"
    return book.table(MASTER).number("veteran").because(says)


def _experienced_crew(facts: OrderFacts, _book: RuleBook) -> Iterator[Line]:
    if facts.quality is not Quality.EXPERIENCED or facts.storm_troops:
        yield Considered("FF-QUA-06", "A crewed weapon is Experienced, whatever its battalion")


def _storm_crew(facts: OrderFacts, book: RuleBook) -> Iterator[Line]:
    if not facts.storm_troops:
        yield from _experienced_crew(facts, book)
        return
    cited = book.table(MASTER).number("veteran")
    yield Step(cited.clause, "Weapon of a storm battalion", cited.value, book.mark("AMB-32"))


def _raw_fresh(book: RuleBook) -> Iterator[Line]:
    yield book.table(MASTER).number("raw_fresh").because("Raw, not yet fired on")


def _raw_flat(_die: D6, book: RuleBook) -> Iterator[Line]:
    yield book.table(MASTER).number("raw_fired_on").because("Raw, fired on")


def _raw_high_die(die: D6, book: RuleBook) -> Iterator[Line]:
    face, minus = book.table(FACES).number("raw_high_die"), book.table(MASTER).number("raw_fired_on_high_die")
    if die.pips < face.value:
        yield set_aside(minus.clause, f"Raw, fired on: a {die.pips} is under {face.value}", book.mark("AMB-14"))
        return
    yield Step(minus.clause, f"Raw, fired on: the die shows {face.value} or more", minus.value, book.mark("AMB-14"))


def _wire(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if not facts.crossing_wire:
        return
    if book.table(MASTER).has("crossing_wire"):
        yield book.table(MASTER).number("crossing_wire").because("The company means to get through wire")
    else:
        early = book.mark("AMB-57") if book.when.period == "early" else None
        yield set_aside("FF-ORD-22", "Wire is tested by each platoon instead", early)


def _mortar(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if facts.unit_class not in MORTARS:
        return
    if facts.own_sight and facts.on_table:
        yield Considered("FF-ORD-23", "The mortar itself sees its target")
    elif facts.registered_point and registered_free(book):
        yield set_aside("FF-ORD-23", "Firing on a registered point costs nothing", book.mark("AMB-393"))
    elif book.table(MASTER).has("mortar_without_sight"):
        yield book.table(MASTER).number("mortar_without_sight").because("The mortar does not itself see its target")
    else:
        yield set_aside("FF-ORD-23", "Firing without own sight costs nothing at this date", book.mark("AMB-35"))


def _staff(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if not facts.staff_bonus:
        return
    amb_13 = book.ruling("AMB-13")
    if amb_13.gives({"plus": True, "reroll": False}):
        yield book.table(MASTER).number("staff_bonus").because("Staff bonus")
    else:
        yield set_aside("FF-ORD-24", "The staff marker adds nothing: it lets a failed die be thrown again", amb_13.mark)


def staff_bonus_in_words(book: RuleBook) -> tuple[Step, ...]:
    """What a staff bonus does, before it is allotted: how much, when it is declared, what it leaves as it is."""
    amb_13 = book.ruling("AMB-13")
    if amb_13.gives({"plus": True, "reroll": False}):
        does = book.table(MASTER).number("staff_bonus").because("on one order die of one battalion this turn")
    else:
        does = Step("FF-ORD-24", "one order die of one battalion is thrown again where it fails", None, amb_13.mark)
    declared = Step("FF-ORD-25", "said before that die is thrown")
    return does, declared, Step("FF-ORD-26", "a natural 1 still fails")


def _deep_suppression(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    if not facts.deep_suppression:
        return
    amb_33 = book.ruling("AMB-33")
    if not book.table(DEEP).has("hardest"):
        yield set_aside("FF-ORD-27", "There is no deep suppression at this date", book.mark("GAP-60"))
    elif amb_33.gives({"off_table": _off_table_guns, "rear": _rear_assets})(facts, book):
        yield Step("FF-ORD-27", "Deep suppression", facts.deep_suppression, amb_33.mark)
    else:
        yield Considered("FF-ORD-27", "Deep suppression does not reach this unit")


def _off_table_guns(facts: OrderFacts, _book: RuleBook) -> bool:
    return facts.unit_class in ARTILLERY | MORTARS and not facts.on_table


def _rear_assets(facts: OrderFacts, book: RuleBook) -> bool:
    if level_of(facts) is Level.BATTALION or facts.unit_class not in CREWED_WEAPONS:
        return False
    depth = book.table(REACH).number("front_line").value
    return not facts.on_table or facts.front_trench_cm is None or beyond(facts.front_trench_cm, depth)


def _declared(facts: OrderFacts, _die: D6, book: RuleBook) -> Iterator[Line]:
    for bonus in sorted(facts.bonuses, key=list(book.table(BONUSES)).index):
        cited = book.table(BONUSES).number(bonus)
        step = cited.because(cited.says)
        widened = bonus is Bonus.PRUSSIAN_DISCIPLINE and level_of(facts) is not Level.BATTALION
        house = book.mark("GAP-42") if widened and not facts.specimen_game else None
        yield replace(step, house=step.house or house)


# Orders: how many actions one die gives a unit (FF-ORD), and who may order it (FF-ORG, FF-CMD)

ROLLS = "orders/rolls"
COMPANIES = (UnitClass.RIFLE_COMPANY, UnitClass.CAVALRY, UnitClass.ENGINEERS)


def roll_orders(
    facts: OrderFacts, die: D6, book: RuleBook, again: D6 | None = None
) -> Explained[int] | Refusal | MoreDice:
    """How many actions (0 to 3) a unit earns with one thrown die (FF-ORD-02, FF-ORD-10, FF-ORD-29).

    `again` is the second die where the game plays the staff bonus as a re-roll (AMB-13). Refuses a class the date does
    not know, an order from the wrong level, and a bonus that cannot be used.
    """
    refused = order_refusal(facts, book)
    if refused:
        return refused
    first = _read(facts, die, book)
    amb_13 = book.ruling("AMB-13")
    rerolls = amb_13.gives({"plus": _no_reroll, "reroll": _rerolls_failure})
    if not rerolls(facts, first):
        return first
    says = f"The {die.pips} earned nothing: the staff marker lets it be thrown again"
    if again is None:
        return MoreDice("FF-ORD-24", says, 1)
    second = _read(replace(facts, staff_bonus=False), again, book)
    lead = Step("FF-ORD-24", says, None, amb_13.mark)
    return Explained(second.value, second.total, (lead, *second.steps), second.considered)


def _no_reroll(_facts: OrderFacts, _first: Explained[int]) -> bool:
    return False


def _rerolls_failure(facts: OrderFacts, first: Explained[int]) -> bool:
    return facts.staff_bonus and first.value == 0


def _read(facts: OrderFacts, die: D6, book: RuleBook) -> Explained[int]:
    """Add up and read the line of the sheet; the natural 1 stands above both."""
    lines = tuple(order_modifiers(facts, die, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    considered = tuple(line for line in lines if isinstance(line, Considered))
    total = die.pips + sum(step.value or 0 for step in steps)
    failed = _natural_failure(facts, die, steps, book)
    if failed:
        return Explained(0, total, (*_attached(facts, book), *steps, failed), considered)
    band = action_line(facts, total, book)
    actions = int(band.value)
    house = band.house or book.table(ROLLS).word(facts.unit_class).house
    read = Step(band.clause, f"{band.says}: {total} earns {_actions(actions)}", None, house)
    unprinted = _natural_stands(facts, die, book)
    return Explained(
        actions,
        total,
        (*_attached(facts, book), *steps, *unprinted, read, *_forward_only(facts, total, actions, book)),
        considered,
    )


def _actions(count: int) -> str:
    return {0: "no action", 1: "one action", 2: "two actions", 3: "three actions"}[count]


def action_row(facts: OrderFacts, book: RuleBook) -> tuple[str, str]:
    """The table of the sheet and the row in it by which a unit's order roll is read (FF-ORD-T1 to FF-ORD-T5)."""
    rows = {
        "orders/machine_guns": "battalion" if level_of(facts) is Level.BATTALION else "regimental",
        "orders/artillery": "with_sight" if facts.own_sight and facts.on_table else "without_sight",
        "orders/tanks": "tank",
        "orders/light_mortars": "light_mortar",
        "orders/companies": "rifle_company",
    }
    table = book.table_of_id(book.table(ROLLS).word(facts.unit_class).value)
    return table, rows[table]


def action_line(facts: OrderFacts, total: int, book: RuleBook) -> Cited[str]:
    """What the unit's line of the sheet gives for a modified total (FF-ORD-T1 to FF-ORD-T5)."""
    table, row = action_row(facts, book)
    return book.table(table).read(row, total)


def _natural_failure(facts: OrderFacts, die: D6, steps: tuple[Step, ...], book: RuleBook) -> Step | None:
    face = book.table(FACES).number("fails")
    amb_25 = book.ruling("AMB-25")
    fails = amb_25.gives({"every_roll": _always_fails, "where_printed": _fails_where_printed})
    if die.pips != face.value or not fails(facts, steps) or _elan_saves(facts, book):
        return None
    house = amb_25.mark or book.table(ROLLS).word(facts.unit_class).house
    return Step(face.clause, f"A natural {die.pips} fails, whatever is added", None, house)


def _elan_saves(facts: OrderFacts, book: RuleBook) -> bool:
    """Whether a natural 1 counts with Elan, by house rule (GAP-43)."""
    return Bonus.ELAN in facts.bonuses and book.behaviour("GAP-43", {"fails": False, "counts": True})


def _natural_stands(facts: OrderFacts, die: D6, book: RuleBook) -> tuple[Step, ...]:
    """The house rule by which this natural 1 did not fail, if it did not."""
    face, mark = book.table(FACES).number("fails"), book.mark("AMB-25")
    if die.pips == face.value and _elan_saves(facts, book):
        return (Step("FF-SPR-05", "A natural 1 counts with Elan", None, book.mark("GAP-43")),)
    if die.pips != face.value or mark is None:
        return ()
    return (Step(face.clause, f"Nothing here prints that a natural {die.pips} fails", None, mark),)


def _attached(facts: OrderFacts, book: RuleBook) -> tuple[Step, ...]:
    """The house rule by which a unit rolls at another level than its own, if it does (AMB-103, GAP-11)."""
    if _is_a_brigades_light_mortar(facts):
        return (Step("FF-ORG-10", "Its brigade orders it", None, book.mark("GAP-11")),)
    mark = book.mark("AMB-103")
    at_home = level_of(facts) is not Level.BATTALION or facts.unit_class not in ARTILLERY or facts.storm_troops
    return () if mark is None or at_home else (Step("FF-ORG-04", "Attached artillery rolls here", None, mark),)


def _always_fails(_facts: OrderFacts, _steps: tuple[Step, ...]) -> bool:
    return True


def _fails_where_printed(facts: OrderFacts, steps: tuple[Step, ...]) -> bool:
    printed = {"FF-ORD-20", "FF-ORD-21", "FF-ORD-24", "FF-SPR-04", "FF-SPR-08"}
    return any(step.clause in printed for step in steps)


def _forward_only(facts: OrderFacts, total: int, actions: int, book: RuleBook) -> Iterator[Step]:
    """Elan buys advance, never more shots (FF-SPR-12)."""
    gained = forward_only(facts, total, actions, book)
    if gained:
        yield Step("FF-SPR-12", f"{_actions(gained).capitalize()} of these came from Elan and must go forward")


def forward_only(facts: OrderFacts, total: int, actions: int, book: RuleBook) -> int:
    """How many of the actions an order earned came from Elan, and are moves forward (FF-SPR-12)."""
    if Bonus.ELAN not in facts.bonuses:
        return 0
    plus = book.table(BONUSES).number(Bonus.ELAN).value
    return max(0, actions - int(action_line(facts, total - plus, book).value))


def order_refusal(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    """Why this roll may not be made at all, or None."""
    who = _unknown_class(facts, book) or _wrong_level(facts, book) or _no_commander(facts, book)
    return who or _planned(facts) or _bonus(facts, book)


def _unknown_class(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    if book.table(ROLLS).has(facts.unit_class):
        return None
    clause = {UnitClass.TANK: "FF-TYP-09", UnitClass.BLOCK_HOUSE: "FF-TYP-11"}.get(facts.unit_class, "FF-TYP-04")
    name = facts.unit_class.replace("_", " ")
    return Refusal(clause, f"There is no {name} in {book.when.month.in_words}", "choose a later date, or another class")


def _wrong_level(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    level, unit = level_of(facts), facts.unit_class
    if unit in COMPANIES and level is not Level.BATTALION:
        return Refusal("FF-ORD-07", "Only its battalion commander orders a company", "order it in its battalion")
    if _is_a_brigades_light_mortar(facts) and book.behaviour("GAP-11", {"attached": True, "brigade": False}):
        return Refusal("FF-ORG-10", "Light mortars belong to a battalion", "order it in its battalion")
    if level is not Level.BATTALION:
        return None
    if unit is UnitClass.BLOCK_HOUSE:
        return Refusal("FF-ORG-09", "A block house is ordered in the regimental step", "choose the regimental level")
    return book.behaviour("AMB-103", {"regimental": _heavier_assets, "battalion": _heavier_mortars})(facts)


def _is_a_brigades_light_mortar(facts: OrderFacts) -> bool:
    return facts.unit_class is UnitClass.LIGHT_MORTAR and level_of(facts) is not Level.BATTALION


def _planned(facts: OrderFacts) -> Refusal | None:
    if not facts.fired_by_plan:
        return None
    return Refusal("FF-BOM-05", "It has fired by the fire plan this turn", "order another battery")


def _heavier_assets(facts: OrderFacts) -> Refusal | None:
    if facts.unit_class in ARTILLERY and not facts.storm_troops:
        return Refusal("FF-ORG-04", "Attached artillery is still rolled in the regimental step", "choose that level")
    return _heavier_mortars(facts)


def _heavier_mortars(facts: OrderFacts) -> Refusal | None:
    if facts.unit_class in HEAVIER_MORTARS:
        return Refusal("FF-ORG-11", "Medium and heavy mortars answer to the regiment", "choose the regimental level")
    return None


def _no_commander(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    dies = book.behaviour("AMB-81", {"any_stand": True, "not_commanders": False, "whole_company": True})
    kills = book.table("suppression/death").number("kills")
    if dies and facts.commander_suppression >= kills.value:
        says = f"A commander with {facts.commander_suppression} suppression levels is dead"
        return Refusal(kills.clause, says, "wait for the field promotion")
    if not facts.commander_lost:
        return None
    return Refusal("FF-CMD-09", "Its commander is dead and not yet replaced", "wait for the field promotion")


def _bonus(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    if facts.staff_bonus and level_of(facts) is not Level.BATTALION:
        return Refusal("FF-ORD-24", "The staff bonus helps a battalion commander's rolls only", "roll without it")
    for bonus in facts.bonuses:
        if not book.table(BONUSES).has(bonus):
            says = f"{bonus.replace('_', ' ').capitalize()}: not in force in {book.when.month.in_words}"
            return Refusal("FF-SPR-17", says, "roll without it")
    if len(set(facts.bonuses)) != len(facts.bonuses):
        return Refusal("FF-ORD-30", "One bonus is declared twice for one die", "name it once")
    stacking = book.behaviour("GAP-95", {"add": _stack, "one": _one_bonus})
    armies = of_one_army(facts.bonuses, facts.storm_troops)
    return armies or _of_others(facts, book) or stacking(facts, book)


def _of_others(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    """Why a national rule declared for this die does not help this unit (FF-SPR-03, -04, -08, -12)."""
    of_battalion = level_of(facts) is Level.BATTALION
    if Bonus.PALS in facts.bonuses and (facts.quality is not Quality.RAW or not of_battalion):
        return Refusal("FF-SPR-03", "Pals helps Raw battalions only", "roll without it")
    professional = of_battalion and facts.unit_class in (UnitClass.RIFLE_COMPANY, UnitClass.TANK)
    if Bonus.PROFESSIONALISM in facts.bonuses and not professional:
        return Refusal("FF-SPR-04", "It is for companies and the tanks attached to them", "roll without it")
    if Bonus.ELAN in facts.bonuses and not _goes_forward(facts):
        return Refusal("FF-SPR-12", "Elan helps a unit told to go forward, and this one stays", "roll without it")
    if Bonus.PRUSSIAN_DISCIPLINE in facts.bonuses and level_of(facts) not in _disciplined(facts, book):
        return Refusal("FF-SPR-08", "Only battalion commanders have Prussian Discipline", "roll without it")
    return None


def _goes_forward(facts: OrderFacts) -> bool:
    """Whether it can be told to: it stands on the table, and is no concrete (FF-SPR-12)."""
    return facts.on_table and facts.unit_class is not UnitClass.BLOCK_HOUSE


def _disciplined(facts: OrderFacts, book: RuleBook) -> frozenset[Level]:
    """Whose commanders have Prussian Discipline (FF-SPR-08, FF-SCN-22, GAP-42)."""
    everywhere = book.behaviour("GAP-42", {"as_printed": False, "everywhere": True, "side": False})
    widened = facts.specimen_game or everywhere
    return frozenset({Level.BATTALION, Level.REGIMENTAL}) if widened else frozenset({Level.BATTALION})


def _stack(_facts: OrderFacts, _book: RuleBook) -> Refusal | None:
    return None


def _one_bonus(facts: OrderFacts, book: RuleBook) -> Refusal | None:
    # A card of the enemy's that takes something off is no bonus.
    helping = [bonus for bonus in facts.bonuses if book.table(BONUSES).number(bonus).value > 0]
    if len(helping) + facts.staff_bonus < 2:
        return None
    return Refusal("FF-SPR-11", "This game allows one bonus on a die", "choose one of them")


def roll_battalion(
    facts: BattalionOrders, dice: tuple[D6, ...], book: RuleBook
) -> Explained[tuple[int, ...]] | Refusal | MoreDice:
    """The actions of each company of a battalion: one die each, or one for all of them (FF-ORD-03, AMB-22).

    Where the staff bonus is a re-roll, the dice of companies that failed with it follow in their order (AMB-13).
    """
    dealt = book.behaviour("AMB-22", {"company": _one_each, "battalion": _one_for_all})(facts, dice)
    again, waiting = iter(dice[battalion_dice(facts, book) :]), list[int]()
    actions: list[int] = []
    steps: list[Step] = []
    for number, (company, die) in enumerate(zip(facts.companies, dealt, strict=True), 1):
        rolled = roll_orders(company, die, book)
        if isinstance(rolled, MoreDice):
            rolled = roll_orders(company, die, book, next(again, None))
        if isinstance(rolled, Refusal):
            return rolled
        if isinstance(rolled, MoreDice):
            waiting.append(number)
            continue
        actions.append(rolled.value)
        steps += (Step("FF-ORD-03", f"Company {number}: {_actions(rolled.value)}"), *rolled.steps)
    if waiting:
        return _again(waiting)
    return Explained(tuple(actions), None, (*steps, _by_company(len(actions), book)))


def _by_company(count: int, book: RuleBook) -> Step:
    return Step(
        "FF-ORD-03",
        f"{count} {'company' if count == 1 else 'companies'}, each with its own modifiers",
        None,
        book.mark("AMB-22"),
    )


def _again(companies: list[int]) -> MoreDice:
    """The dice that the staff marker lets these companies throw again (AMB-13)."""
    who = ", ".join(f"company {number}" for number in companies).capitalize()
    says = f"{who}: earned nothing, and the staff marker lets the die be thrown again"
    return MoreDice("FF-ORD-24", says, len(companies))


def _one_each(facts: BattalionOrders, dice: tuple[D6, ...]) -> tuple[D6, ...]:
    return dice[: len(facts.companies)]


def _one_for_all(facts: BattalionOrders, dice: tuple[D6, ...]) -> tuple[D6, ...]:
    return dice[:1] * len(facts.companies)


def _count_each(facts: BattalionOrders) -> int:
    return len(facts.companies)


def _count_one(_facts: BattalionOrders) -> int:
    return 1


def battalion_dice(facts: BattalionOrders, book: RuleBook) -> int:
    """How many dice a battalion's companies throw together."""
    return book.behaviour("AMB-22", {"company": _count_each, "battalion": _count_one})(facts)


def _odds_of_one_die(facts: BattalionOrders, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """Face by face: the dice thrown again (AMB-13) are one for each company, far too many to try all together."""
    found: dict[str, Fraction] = {}
    for die in ALL_D6:
        each: list[Odds[int]] = []
        for company in facts.companies:
            alone = _odds_on(company, die, book)
            if isinstance(alone, Refusal):
                return alone
            each.append(alone)
        for actions, chance in tally(each, int, add, 0).chances.items():
            found[str(actions)] = found.get(str(actions), Fraction(0)) + chance / len(ALL_D6)
    return found


def _odds_on(company: OrderFacts, die: D6, book: RuleBook) -> Odds[int] | Refusal:
    """What a company earns with a die: certain, or the odds of the die that is thrown again for it (AMB-13)."""
    rolled = roll_orders(company, die, book)
    if isinstance(rolled, Explained):
        return Odds({rolled.value: Fraction(1)})
    found = rolled if isinstance(rolled, Refusal) else chances(lambda again: _roll(company, (die, *again), book), 1)
    return found if isinstance(found, Refusal) else Odds({int(actions): chance for actions, chance in found.items()})


def _odds_of_a_die_each(facts: BattalionOrders, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    each: list[Odds[int]] = []
    for company in facts.companies:
        alone = _odds_of_one_die(BattalionOrders(companies=(company,)), book)
        if isinstance(alone, Refusal):
            return alone
        each.append(Odds({int(actions): chance for actions, chance in alone.items()}))
    together = tally(each, int, add, 0)
    return {str(actions): together.of(actions) for actions in sorted(together.chances)}


def battalion_odds(facts: BattalionOrders, book: RuleBook) -> Mapping[str, Fraction] | Refusal:
    """The chance of each number of actions the companies of a battalion earn together (FF-ORD-03, AMB-22)."""
    return book.behaviour("AMB-22", {"company": _odds_of_a_die_each, "battalion": _odds_of_one_die})(facts, book)


def _roll(facts: OrderFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal | MoreDice:
    return roll_orders(facts, dice[0], book, dice[1] if len(dice) > 1 else None)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        key="order_roll",
        title="How many actions it earns",
        chapter="Orders and actions",
        facts=OrderFacts,
        dice=one_die,
        resolve=_roll,
        odds=thrown(_roll, one_die),
    ),
    Resolution(
        key="battalion_orders",
        title="How many actions each company earns",
        chapter="Orders and actions",
        facts=BattalionOrders,
        dice=battalion_dice,
        resolve=roll_battalion,
        odds=battalion_odds,
    ),
)
