"""What is added to an order roll and taken from it, in the book's order (FF-ORD-14 to FF-ORD-30)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.orders.command import registered_free
from rules.flanders_fields.orders.facts import OrderFacts, level_of
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    CREWED_WEAPONS,
    FIELD_ARTILLERY,
    MORTARS,
    Bonus,
    Level,
    Quality,
    UnitClass,
)
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Step, set_aside
from rules.kernel.measure import beyond, cm, mm
from rules.kernel.tables import Cited

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
