"""Morale: when a battalion tests, what the die says, and what happens at once (FF-MOR)."""

from collections.abc import Iterator
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.one_force import of_one_army
from rules.flanders_fields.not_yet import BLOCK_HOUSE, SPECIMEN_GAME
from rules.flanders_fields.vocabulary import (
    MoraleBonus,
    MoraleReason,
    MoraleResult,
    Quality,
    Threshold,
    UnitClass,
)
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm
from rules.kernel.resolve import Resolution, no_dice, one_die, thrown
from rules.kernel.values import dataclass

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
                f"{_named(bonus).capitalize()}: not in force in {book.when.month.in_words}",
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


def _named(bonus: MoraleBonus) -> str:
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


def _test(facts: MoraleFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Morale] | Refusal:
    return roll_morale(facts, dice[0], book)


def _supports(facts: SupportedBattalion, _dice: tuple[D6, ...], book: RuleBook) -> Explained[bool]:
    return support_tests(facts, book)


def _result(morale: Morale) -> str:
    return morale.result


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("morale_due", "Whether a battalion tests", "Morale", MoraleDue, no_dice, _due),
    Resolution(
        "morale", "What the morale die says", "Morale", MoraleFacts, one_die, _test, thrown(_test, one_die, _result)
    ),
    Resolution("support_morale_due", "Whether its weapons roll too", "Morale", SupportedBattalion, no_dice, _supports),
)
