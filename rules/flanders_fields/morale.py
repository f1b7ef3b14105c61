"""Morale, suppression and recovery (FF-MOR, FF-SUP, FF-DBS)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rules.flanders_fields.applicability import BLOCK_HOUSE, SPECIMEN_GAME
from rules.flanders_fields.assault import ARMOUR, CREWED, ON_FOOT, TANKS, WEAPONS_ON_FOOT, Fighter, named, pairing
from rules.flanders_fields.national_rules import of_one_army
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import (
    Cover,
    Firer,
    Level,
    MoraleBonus,
    MoraleReason,
    MoraleResult,
    Quality,
    SuppressionSource,
    Threshold,
    UnitClass,
)
from rules.kernel.dice import D6
from rules.kernel.distances import cm
from rules.kernel.explanations import Considered, Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, one_die, thrown
from rules.kernel.tables import Cited

# Morale (FF-MOR)

RESULTS, MODIFIERS, THRESHOLDS, RETREATS = "morale/results", "morale/modifiers", "morale/thresholds", "morale/retreats"
CLASSES = "orders/rolls"
TESTED = (UnitClass.RIFLE_COMPANY, UnitClass.CAVALRY, UnitClass.ENGINEERS)
WHOLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleDue:
    """A battalion's rifle platoons."""

    started: int = fact("rifle platoons it began the game with", least=1, most=48, example=12)
    left: int = fact("rifle platoons it has now", least=0, most=48, example=6)
    taken: tuple[Threshold, ...] = fact("tests it has made", default=())


def morale_due(started: int, left: int, taken: tuple[Threshold, ...], book: RuleBook) -> tuple[Threshold, ...]:
    """The thresholds a battalion must test for now, in order (FF-MOR-01, FF-MOR-02, AMB-87). Empty: none.

    The later test stands for both: once it is taken, none is due, also where platoons have come back since.
    """
    lost = (started - left) * WHOLE
    reached = [t for t in Threshold if lost >= started * book.table(THRESHOLDS).number(t).value]
    amb_87 = book.ruling("AMB-87")
    made = amb_87.gives({"latest": _with_those_before(taken), "both": taken})
    once = amb_87.gives({"latest": reached[-1:], "both": reached})
    return tuple(threshold for threshold in once if threshold not in made)


def _with_those_before(taken: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    every = tuple(Threshold)
    return every[: max((every.index(one) + 1 for one in taken), default=0)]


def which_tests(facts: MoraleDue, book: RuleBook) -> Explained[tuple[Threshold, ...]] | Refusal:
    """Which morale tests the losses of a battalion call for. Refuses more platoons left than it began with."""
    if facts.left > facts.started:
        return Refusal("FF-MOR-01", "It cannot have more platoons than it began with", "correct one of the numbers")
    due = morale_due(facts.started, facts.left, facts.taken, book)
    says = f"{facts.started - facts.left} of {facts.started} rifle platoons lost"
    steps = tuple(
        Step(book.table(THRESHOLDS).number(t).clause, f"{says}: the test at {_share(t)}", None, book.mark("AMB-87"))
        for t in due
    )
    return Explained(due, None, steps, () if due else (Considered("FF-MOR-01", f"{says}: no test due"),))


def _share(threshold: Threshold) -> str:
    return threshold.replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleFacts:
    """One morale roll."""

    reason: MoraleReason = fact("why it tests", example="half")
    quality: Quality = fact("its grade; crewed weapons are Experienced", default=Quality.EXPERIENCED)
    unit_class: UnitClass = fact(
        "what tests: companies stand for their battalion", default=UnitClass.RIFLE_COMPANY, dated=BLOCK_HOUSE
    )
    bonuses: tuple[MoraleBonus, ...] = fact("bonuses declared for this die", default=())
    staff_bonus: bool = fact("the staff bonus is declared for it", default=False)
    specimen_game: bool = fact("it is the specimen game of 1914", default=False, dated=SPECIMEN_GAME)


@dataclass(frozen=True, slots=True)
class Morale:
    """What a morale result does at once.

    `suppresses`: nothing, 'to_one' (each stand has at least one level) or 'one_more'. `alone`: only this platoon or
    weapon is concerned, not a battalion.
    """

    result: MoraleResult
    retreat_cm: float
    suppresses: str
    removed: bool
    abandons_weapons: bool
    weapons_stay: bool
    by_terrain: bool
    alone: bool


def roll_morale(facts: MoraleFacts, die: D6, book: RuleBook) -> Explained[Morale] | Refusal:
    """The morale result of one thrown die (FF-MOR-03 to FF-MOR-07). Refuses bonuses that do not hold here."""
    refused = _refused(facts, book)
    if refused:
        return refused
    lines = tuple(_modifiers(facts, book))
    steps = tuple(line for line in lines if isinstance(line, Step))
    total = die.pips + sum(step.value or 0 for step in steps)
    band = book.table(RESULTS).read("morale", total)
    morale = _effects(facts, MoraleResult(band.value), book)
    read = band.cites(f"{total}: {_says(morale)}")
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(morale, total, (*steps, read, *_consequences(facts, morale, book)), considered)


def _refused(facts: MoraleFacts, book: RuleBook) -> Refusal | None:
    if _of_battalion(facts) and facts.unit_class not in TESTED:
        return Refusal("FF-MOR-01", "Only battalions of rifle platoons test for their losses", "let the battalion test")
    if not book.table(CLASSES).has(facts.unit_class) and facts.unit_class is UnitClass.BLOCK_HOUSE:
        return Refusal("FF-MOR-06", f"There is no block house in {book.when.month.in_words}", "choose a later date")
    if facts.staff_bonus and not book.behaviour("AMB-38", {"orders": False, "morale_too": True}):
        return Refusal("FF-ORD-24", "The staff bonus is for order rolls", "roll without it")
    for bonus in facts.bonuses:
        if not book.table(MODIFIERS).has(bonus):
            return Refusal(
                "FF-SPR-17",
                f"{_bonus_named(bonus).capitalize()}: not in force in {book.when.month.in_words}",
                "roll without it",
            )
    armies = of_one_army(facts.bonuses)
    if armies:
        return armies
    here = facts.specimen_game or book.behaviour("GAP-42", {"as_printed": False, "everywhere": True, "side": False})
    if MoraleBonus.PRUSSIAN_DISCIPLINE in facts.bonuses and not here:
        return Refusal("FF-SPR-08", "Prussian Discipline helps morale in the specimen game only", "roll without it")
    if MoraleBonus.PALS in facts.bonuses and facts.quality is not Quality.RAW:
        return Refusal("FF-SPR-03", "Pals helps Raw battalions only", "roll without it")
    return None


def _bonus_named(bonus: MoraleBonus) -> str:
    return bonus.replace("_", " ")


def _of_battalion(facts: MoraleFacts) -> bool:
    return facts.reason in (MoraleReason.HALF, MoraleReason.THREE_QUARTERS)


def _modifiers(facts: MoraleFacts, book: RuleBook) -> Iterator[Step | Considered]:
    table = book.table(MODIFIERS)
    if facts.reason is MoraleReason.SUPPORT_LOST:
        yield Considered("FF-QUA-06", "A crewed weapon is Experienced, whatever its battalion")
    elif facts.quality is not Quality.EXPERIENCED:
        graded = table.number(facts.quality)
        yield graded.because(graded.says)
    if facts.reason is MoraleReason.THREE_QUARTERS:
        lost = table.number("three_quarters")
        yield lost.because(lost.says)
    for bonus in MoraleBonus:
        if bonus in facts.bonuses:
            cited = table.number(bonus)
            widened = bonus is MoraleBonus.PRUSSIAN_DISCIPLINE and not facts.specimen_game
            yield Step(cited.clause, cited.says, cited.value, book.mark("GAP-42") if widened else cited.house)
    if facts.staff_bonus:
        staff = book.table("orders/master").number("staff_bonus")
        yield Step(staff.clause, staff.says, staff.value, book.mark("AMB-38"))


def _retreats_cm(result: MoraleResult, book: RuleBook) -> float:
    return book.table(RETREATS).number(result).value / 10


def _effects(facts: MoraleFacts, result: MoraleResult, book: RuleBook) -> Morale:
    if result is MoraleResult.HOLDS:
        return Morale(
            result, _retreats_cm(result, book), "nothing", False, False, False, False, not _of_battalion(facts)
        )
    if facts.reason is MoraleReason.SUPPORT_LOST:
        return _weapon(facts, result)
    if facts.reason is MoraleReason.ARMOUR and book.behaviour("AMB-92", {"table": False, "suppressed": True}):
        return Morale(result, 0.0, "to_one", False, False, False, False, True)
    routed = result is MoraleResult.ROUT
    stay = book.behaviour("AMB-90", {"removed": False, "left": True})
    return Morale(
        result=result,
        retreat_cm=_retreats_cm(result, book),
        suppresses="nothing" if routed else book.behaviour("AMB-89", {"to_one": "to_one", "one_more": "one_more"}),
        removed=routed,
        abandons_weapons=_of_battalion(facts),
        weapons_stay=_of_battalion(facts) and not routed and stay,
        by_terrain=book.behaviour("AMB-88", {"straight": False, "terrain": True}),
        alone=not _of_battalion(facts),
    )


def _weapon(facts: MoraleFacts, result: MoraleResult) -> Morale:
    """A weapon whose battalion is gone does not retreat: it is abandoned, and a block house's crew routs (AMB-86)."""
    if facts.unit_class is UnitClass.BLOCK_HOUSE:
        result = MoraleResult.ROUT
    return Morale(result, 0.0, "nothing", True, result is not MoraleResult.ROUT, False, False, True)


def _says(morale: Morale) -> str:
    if morale.result is MoraleResult.HOLDS:
        return "morale holds"
    if morale.result is MoraleResult.ROUT:
        return "rout"
    return f"retreat {morale.retreat_cm:g} cm" if morale.retreat_cm else "it does not stand"


def _consequences(facts: MoraleFacts, morale: Morale, book: RuleBook) -> Iterator[Step]:
    if morale.result is MoraleResult.HOLDS:
        return
    if facts.reason is MoraleReason.SUPPORT_LOST:
        says = "The crew runs" if morale.result is MoraleResult.ROUT else "The weapon is abandoned"
        yield Step("FF-MOR-06", f"{says}: it is removed", None, book.mark("AMB-86"))
        return
    if facts.reason is MoraleReason.ARMOUR:
        yield Step("FF-MOR-10", "Only this platoon is concerned", None, book.mark("AMB-92"))
    if morale.retreat_cm:
        yield Step("FF-MOR-07", _retreat(morale), None, book.mark("AMB-88"))
    if morale.suppresses != "nothing":
        how = "gains a level" if morale.suppresses == "one_more" else "has at least one level"
        yield Step("FF-MOR-07", f"Each stand {how}", None, book.mark("AMB-89"))
    if morale.abandons_weapons and not morale.removed:
        what = "stay where they are" if morale.weapons_stay else "are removed"
        yield Step("FF-MOR-07", f"Its crewed weapons are abandoned and {what}", None, book.mark("AMB-90"))


def _retreat(morale: Morale) -> str:
    cost = "at the rates of the ground" if morale.by_terrain else "whatever the ground"
    return f"Straight towards its own edge, {cm(round(morale.retreat_cm * 10))}, {cost}; removed if it leaves the table"


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportedBattalion:
    """What became of the battalion that a crewed weapon supports."""

    result: MoraleResult | None = fact("the battalion's morale result", default=None)
    destroyed: bool = fact("its last rifle platoon is gone", default=False)


def support_tests(facts: SupportedBattalion, book: RuleBook) -> Explained[bool]:
    """Whether the weapons and block houses that support a battalion roll for themselves (FF-MOR-06, AMB-86)."""
    retreats = facts.result in (MoraleResult.RETREAT_20, MoraleResult.RETREAT_40)
    amb_86 = book.ruling("AMB-86")
    counts = amb_86.gives({"rout_or_loss": False, "retreat_too": retreats})
    rolls = facts.destroyed or facts.result is MoraleResult.ROUT or counts
    says = "Weapons that support it roll for themselves" if rolls else "Weapons that support it need not roll"
    return Explained(rolls, None, (Step("FF-MOR-06", says, None, amb_86.mark),))


def _due(facts: MoraleDue, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[Threshold, ...]] | Refusal:
    return which_tests(facts, book)


def _morale_test(facts: MoraleFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Morale] | Refusal:
    return roll_morale(facts, dice[0], book)


def _supports(facts: SupportedBattalion, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool]:
    return support_tests(facts, book)


def _result(morale: Morale) -> str:
    return morale.result


# Battle suppression (FF-SUP, FF-DBS)

SPREAD, LIMITS = "suppression/spread", "suppression/death"
COMPANIES = (UnitClass.RIFLE_COMPANY, UnitClass.CAVALRY)
SOURCES: Mapping[Firer, SuppressionSource] = {
    Firer.INFANTRY: SuppressionSource.RIFLES,
    Firer.CAVALRY: SuppressionSource.RIFLES,
    Firer.ANTI_TANK_RIFLE: SuppressionSource.RIFLES,
    Firer.LMG: SuppressionSource.LIGHT_MACHINE_GUN,
    Firer.TANK_LMG: SuppressionSource.LIGHT_MACHINE_GUN,
    Firer.MACHINE_GUN: SuppressionSource.MACHINE_GUN,
    Firer.BLOCK_HOUSE: SuppressionSource.BLOCK_HOUSE,
    Firer.FIELD_GUN: SuppressionSource.ARTILLERY,
    Firer.FIELD_HOWITZER: SuppressionSource.ARTILLERY,
    Firer.HEAVY_ARTILLERY: SuppressionSource.ARTILLERY,
    Firer.SUPER_HEAVY_ARTILLERY: SuppressionSource.ARTILLERY,
    Firer.LIGHT_MORTAR: SuppressionSource.MORTAR,
    Firer.MEDIUM_MORTAR: SuppressionSource.MORTAR,
    Firer.HEAVY_MORTAR: SuppressionSource.MORTAR,
    Firer.TANK_GUN: SuppressionSource.TANK_GUN,
    Firer.LIGHT_TANK_GUN: SuppressionSource.TANK_GUN,
    Firer.FLAMETHROWER: SuppressionSource.FLAMETHROWER,
    Firer.GAS: SuppressionSource.GAS,
}
"""What a weapon's suppress result counts as where it spreads (FF-SUP-05, FF-SUP-06)."""


def spreads(source: SuppressionSource, book: RuleBook) -> bool:
    """Whether a suppress result from this source reaches the whole company of the stand hit (FF-SUP-06)."""
    return book.table(SPREAD).word(source).value == "company"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressFacts:
    """What one fire action of one weapon did to one unit: its surviving stands and the results they took."""

    source: SuppressionSource = fact("what fired", example="machine_gun")
    unit_class: UnitClass = fact("what was hit", example="rifle_company")
    levels: tuple[int, ...] = fact("levels on each surviving stand before", least=0, most=2, example=(0, 0, 1))
    results: tuple[int, ...] = fact("suppress results on each of them", least=0, most=9, example=(1, 0, 0))
    already: bool = fact("the company has had its level from this fire action", default=False)
    company_suppressions: int = fact("suppressions of the whole company not yet removed", default=0, least=0, most=2)
    command_stand: bool = fact("the stand is a command stand", default=False)
    in_hard_cover: bool = fact("the stand is in Hard or Fortifications", default=False)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Levels and deaths after one fire action, stand by stand, and whether it was the whole company's."""

    levels: tuple[int, ...]
    killed: tuple[bool, ...]
    whole_company: bool


def suppress(facts: SuppressFacts, book: RuleBook) -> Explained[Suppressed] | Refusal:
    """The levels of every stand of a unit after one fire action, and which of them die (FF-SUP-05 to FF-SUP-08).

    Refuses lists of levels and results that do not belong to the same stands.
    """
    if not facts.levels or len(facts.levels) != len(facts.results):
        return Refusal("FF-SUP-04", "Levels and results are not of the same stands", "give one result for each stand")
    reach = book.table(SPREAD).word(facts.source)
    of_company = facts.unit_class in COMPANIES and not facts.command_stand
    spreads = reach.value == "company" and of_company
    added, steps = _spread(facts, reach, book) if spreads else _own(facts, reach)
    after = tuple(was + more for was, more in zip(facts.levels, added, strict=True))
    killed, deaths = _deaths(facts, after, spreads and any(added), book)
    considered = () if of_company else (_no_company(facts),)
    limit = book.table(LIMITS).number("kills").value
    levels = tuple(min(level, limit) for level in after)
    return Explained(Suppressed(levels, killed, spreads and any(added)), None, (*steps, *deaths), considered)


def _no_company(facts: SuppressFacts) -> Considered:
    who = "command stand" if facts.command_stand else facts.unit_class.replace("_", " ")
    return Considered("FF-SUP-06", f"A {who} takes only its own suppression")


def _own(facts: SuppressFacts, reach: Cited[str]) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    taken = sum(facts.results)
    return facts.results, (Step("FF-SUP-05", _levels(taken, "on the stand hit"), None, reach.house),)


def _levels(count: int, where: str) -> str:
    if not count:
        return "No suppress result: the levels stay as they are"
    return f"{count} suppression {'level' if count == 1 else 'levels'} {where}"


def _stands(count: int) -> str:
    return f"{count} {'stand' if count == 1 else 'stands'}"


def _spread(facts: SuppressFacts, reach: Cited[str], book: RuleBook) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    amb_80 = book.ruling("AMB-80")
    counted = amb_80.gives({"one_level": _one_level, "every_result": _every_result})(facts, book)
    if facts.already and not counted and any(facts.results):
        return _to_all(facts, 0), (reach.cites("The company has had its level from this fire action"),)
    says = _levels(counted, "on every stand of the company")
    return _to_all(facts, counted), (Step(reach.clause, says, None, amb_80.mark or reach.house),)


def _to_all(facts: SuppressFacts, count: int) -> tuple[int, ...]:
    return tuple(count for _ in facts.levels)


def _one_level(facts: SuppressFacts, book: RuleBook) -> int:
    fresh = any(facts.results) and not facts.already
    return book.table(LIMITS).number("added_by_one_fire_action").value if fresh else 0


def _every_result(facts: SuppressFacts, _book: RuleBook) -> int:
    return sum(facts.results)


def _deaths(
    facts: SuppressFacts, after: tuple[int, ...], company: bool, book: RuleBook
) -> tuple[tuple[bool, ...], tuple[Step, ...]]:
    limit = book.table(LIMITS).number("kills")
    amb_81 = book.ruling("AMB-81")
    dies = amb_81.gives({"any_stand": _any, "not_commanders": _no_commander, "whole_company": _any})
    shq_51 = book.ruling("SHQ-51")
    if shq_51.gives({"kill": _no_shelter, "hard_survive": _sheltered_from_rifles})(facts):
        return tuple(False for _ in after), (Step("FF-SHO-04", "Only an assault destroys it", None, shq_51.mark),)
    killed = tuple(level >= limit.value and dies(facts) for level in after)
    by_company = amb_81.gives({"any_stand": _never, "not_commanders": _never, "whole_company": _third})
    if company and by_company(facts, limit.value):
        says = f"The company is suppressed for the {limit.value}rd time: it dies as a whole"
        return tuple(True for _ in after), (Step(limit.clause, says, None, amb_81.mark),)
    if not any(killed):
        spared = any(level >= limit.value for level in after)
        mark = amb_81.mark
        return killed, (Step(limit.clause, "A command stand does not die of it", None, mark),) if spared else ()
    return killed, (Step(limit.clause, f"{_stands(sum(killed))} destroyed by {limit.value} levels", None, amb_81.mark),)


def _no_shelter(_facts: SuppressFacts) -> bool:
    return False


def _sheltered_from_rifles(facts: SuppressFacts) -> bool:
    return facts.in_hard_cover and facts.source in (SuppressionSource.RIFLES, SuppressionSource.LIGHT_MACHINE_GUN)


def _any(_facts: SuppressFacts) -> bool:
    return True


def _no_commander(facts: SuppressFacts) -> bool:
    return not facts.command_stand


def _never(_facts: SuppressFacts, _limit: int) -> bool:
    return False


def _third(facts: SuppressFacts, limit: int) -> bool:
    return facts.company_suppressions + 1 >= limit


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverFacts:
    """One action spent on removing suppression."""

    unit_class: UnitClass = fact("what recovers", example="rifle_company")
    levels: tuple[int, ...] = fact("levels on each of its stands", least=0, most=2, example=(1, 2, 0))
    platoon: int = fact(
        "which stand recovers, 0 for the first (only where one platoon recovers)", default=0, least=0, most=47
    )


@lru_cache(maxsize=1024)
def remove_suppression(facts: RecoverFacts, book: RuleBook) -> Explained[tuple[int, ...]] | Refusal:
    """The levels after one action to remove suppression (FF-SUP-09, FF-SUP-10). Refuses if there is none."""
    amb_82 = book.ruling("AMB-82")
    chosen = amb_82.gives({"whole_company": _every_stand, "one_platoon": _one_stand})(facts)
    if not any(level for number, level in enumerate(facts.levels) if number in chosen):
        return Refusal("FF-SUP-10", "There is no level to remove", "spend the action otherwise")
    taken = book.table(LIMITS).number("removed_by_one_action")
    after = tuple(max(0, level - taken.value) if n in chosen else level for n, level in enumerate(facts.levels))
    stands = sum(was > now for was, now in zip(facts.levels, after, strict=True))
    says = f"One action takes {taken.value} level off {_stands(stands)}"
    return Explained(after, None, (Step(taken.clause, says, None, amb_82.mark),))


def _every_stand(facts: RecoverFacts) -> range:
    return range(len(facts.levels))


def _one_stand(facts: RecoverFacts) -> tuple[int, ...]:
    return (facts.platoon,)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderRecovery:
    """A command stand at the end of what its side does under it."""

    level: Level = fact("whose commander it is", example="battalion")
    levels: int = fact("suppression levels on it", least=0, most=2, example=1)


@dataclass(frozen=True, slots=True)
class Shed:
    """Levels left, and whether they fall away before the command stands move."""

    levels: int
    before_moving: bool


def commander_recovers(facts: CommanderRecovery, book: RuleBook) -> Explained[Shed]:
    """A command stand sheds every level without an action (FF-SUP-12, FF-CMD-07)."""
    amb_09 = book.ruling("AMB-09")
    before = amb_09.gives({"before_moving": True, "after_moving": False})
    when = "with its battalion's orders" if facts.level is Level.BATTALION else "before the command stands move"
    moment = when if before else "after the command stands have moved"
    says = f"It sheds {facts.levels} by itself, {moment}" if facts.levels else "It has no level to shed"
    return Explained(Shed(0, before), None, (Step("FF-SUP-12", says, None, amb_09.mark),))


def _suppress(facts: SuppressFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Suppressed] | Refusal:
    return suppress(facts, book)


def _recover(facts: RecoverFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[tuple[int, ...]] | Refusal:
    return remove_suppression(facts, book)


def _sheds(facts: CommanderRecovery, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Shed]:
    return commander_recovers(facts, book)


# Whether infantry that armour assaults stands (FF-ASL-25, FF-MOR-10)

INFANTRY = ON_FOOT | WEAPONS_ON_FOOT


@dataclass(frozen=True, slots=True, kw_only=True)
class StandFacts:
    """A stand that armour has come into contact with."""

    defender: Fighter = fact("what is assaulted", default=Fighter.INFANTRY)
    quality: Quality = fact("its grade", default=Quality.EXPERIENCED)
    attacker: Fighter = fact("the armour that assaults it", default=Fighter.HEAVY_TANK)
    bonuses: tuple[MoraleBonus, ...] = fact("bonuses declared for this die", default=())


@dataclass(frozen=True, slots=True)
class Stood:
    """Whether it had to test, whether it stands and fights, and what its morale does to it (None: no test)."""

    tested: bool
    stands: bool
    morale: Morale | None


def stands_against_armour(
    facts: StandFacts, dice: tuple[D6, ...], book: RuleBook
) -> Explained[Stood] | Refusal | MoreDice:
    """Whether a stand holds its ground against armour (FF-ASL-25, AMB-92, AMB-421).

    Refuses attackers that are no armour, defenders that are, and armour that assaults nobody or that there is not yet.
    Wants a die where the stand tests.
    """
    refused = _objection(facts) or next(pairing(facts.attacker, facts.defender, Cover.OPEN, book), None)
    if refused:
        return refused
    if not _tests(facts.defender, book):
        says = f"{named(facts.defender).capitalize()} does not test and fights"
        return Explained(Stood(False, True, None), None, (Step("FF-ASL-25", says, None, book.mark("AMB-421")),))
    if not dice:
        return MoreDice("FF-ASL-25", "a morale roll to stand", 1)
    rolled = roll_morale(_test_against_armour(facts), dice[0], book)
    return rolled if isinstance(rolled, Refusal) else _read(rolled, facts, book)


def _objection(facts: StandFacts) -> Refusal | None:
    if facts.attacker not in TANKS | {Fighter.ARMOURED_CAR}:
        return Refusal("FF-ASL-25", f"{named(facts.attacker).capitalize()} is no armour", "name a tank")
    if facts.defender in ARMOUR:
        return Refusal("FF-ASL-25", "Armour does not test to stand against armour", "name the stand assaulted")
    if facts.defender is Fighter.BLOCK_HOUSE:
        return Refusal("FF-ASL-27", "Armour does not assault a block house", "assault it with infantry")
    return None


def _tests(defender: Fighter, book: RuleBook) -> bool:
    return defender in book.behaviour("AMB-421", {"foot": INFANTRY, "everyone": frozenset(Fighter)})


def _test_against_armour(facts: StandFacts) -> MoraleFacts:
    quality = Quality.EXPERIENCED if facts.defender in CREWED else facts.quality
    return MoraleFacts(reason=MoraleReason.ARMOUR, quality=quality, bonuses=facts.bonuses)


def _read(rolled: Explained[Morale], facts: StandFacts, book: RuleBook) -> Explained[Stood]:
    stands = rolled.value.result is MoraleResult.HOLDS
    morale = rolled.value
    amb_421 = book.ruling("AMB-421")
    if not stands and amb_421.gives({"foot": False, "everyone": True}):
        morale = replace(morale, retreat_cm=0.0, suppresses="to_one", removed=False)
    says = "It stands and fights" if stands else "It does not stand: no combat, the armour stays where it touched it"
    changed = not stands or facts.defender not in INFANTRY
    last = Step("FF-ASL-25", says, None, amb_421.mark if changed else None)
    return Explained(Stood(True, stands, morale), rolled.total, (*rolled.steps, last), rolled.considered)


def _dice(facts: StandFacts, book: RuleBook) -> int:
    return 1 if _objection(facts) is None and _tests(facts.defender, book) else 0


def _stood_named(found: Stood) -> str:
    return "stands" if found.stands else found.morale.result if found.morale else "stands"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("morale_due", "Whether a battalion tests", "Morale", MoraleDue, no_dice, _due),
    Resolution(
        "morale",
        "What the morale die says",
        "Morale",
        MoraleFacts,
        one_die,
        _morale_test,
        thrown(_morale_test, one_die, _result),
    ),
    Resolution("support_morale_due", "Whether its weapons roll too", "Morale", SupportedBattalion, no_dice, _supports),
    Resolution("suppression", "What suppression does", "Battle suppression", SuppressFacts, no_dice, _suppress),
    Resolution("recovery", "What one action removes", "Battle suppression", RecoverFacts, no_dice, _recover),
    Resolution(
        "commander_recovery", "How a commander recovers", "Battle suppression", CommanderRecovery, no_dice, _sheds
    ),
    Resolution(
        "stand_against_armour",
        "Standing against armour",
        "Close combat",
        StandFacts,
        _dice,
        stands_against_armour,
        thrown(stands_against_armour, _dice, _stood_named),
        example_month="1916-10",
    ),
)
