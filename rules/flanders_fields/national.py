"""National rules of 1914: who may use them, when, and how often (FF-SPR, FF-SCN-22, FF-SCN-32, FF-SCN-33)."""

from dataclasses import dataclass

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Level, Nation, Quality, RollKind, Special, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.resolve import Resolution, fact, no_dice

USES = "FF-SPR"
OWNERS = {
    Special.LONG_RANGE_MARKSMANSHIP: Nation.BRITISH,
    Special.MAD_MINUTE: Nation.BRITISH,
    Special.PRUSSIAN_DISCIPLINE: Nation.GERMAN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialFacts:
    """One use of a national rule, about to be declared."""

    special: Special = fact("which rule", example="prussian_discipline")
    nation: Nation = fact("whose army", example="german")
    roll: RollKind = fact("the die it is to help", default=RollKind.ORDER)
    level: Level = fact("whose commander declares it", default=Level.BATTALION)
    unit_class: UnitClass = fact("what rolls or fires", default=UnitClass.RIFLE_COMPANY)
    quality: Quality = fact("its battalion's grade", default=Quality.EXPERIENCED)
    used: int = fact("uses so far by the same commander or company", default=0, least=0, most=99)
    used_by_battalion: int = fact("uses so far in its battalion", default=0, least=0, most=99)
    used_by_side: int = fact("uses so far by the whole side", default=0, least=0, most=99)
    die_thrown: bool = fact("the die lies on the table already", default=False)
    second_target: bool = fact("its second roll is meant for another target", default=False)
    specimen_game: bool = fact("it is the specimen game of 1914", default=False)


def may_use(facts: SpecialFacts, book: RuleBook) -> Explained[int | None] | Refusal:
    """How many uses are left after this one, None without limit (FF-SPR-01, FF-SPR-02, FF-SPR-08).

    Refuses the wrong army, date, commander or die, and uses beyond the last.
    """
    refused = _not_in_force(facts, book) or CHECKS[facts.special](facts, book)
    if refused:
        return refused
    uses = book.table(USES).number(facts.special)
    left = uses.value - _counted(facts, book) - 1 if uses.value else None
    if left is not None and left < 0:
        return Refusal(uses.clause, f"Every use has been made: {uses.says.lower()}", "play on without it")
    says = f"{_name(facts.special).capitalize()}: {uses.says.lower()}"
    steps = [Step(uses.clause, says, None, book.mark(RULINGS[facts.special]) or uses.house)]
    if facts.specimen_game:
        steps.append(Step(SPECIMEN[facts.special], "As in the specimen game of 1914"))
    return Explained(left, None, tuple(steps))


SPECIMEN = {
    Special.LONG_RANGE_MARKSMANSHIP: "FF-SCN-32",
    Special.MAD_MINUTE: "FF-SCN-33",
    Special.PRUSSIAN_DISCIPLINE: "FF-SCN-22",
}
RULINGS = {
    Special.LONG_RANGE_MARKSMANSHIP: "GAP-35",
    Special.MAD_MINUTE: "GAP-36",
    Special.PRUSSIAN_DISCIPLINE: "GAP-42",
}


def _name(special: Special) -> str:
    return special.replace("_", " ")


def _not_in_force(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    owner = OWNERS[facts.special]
    if facts.nation is not owner:
        return Refusal("FF-SPR-17", f"{_name(facts.special).capitalize()} is {owner}", "play on without it")
    if not book.table(USES).has(facts.special):
        return Refusal("FF-SPR-17", f"There is no {_name(facts.special)} in {book.when.month}", "play on without it")
    return None


def _marksmen(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.unit_class is not UnitClass.RIFLE_COMPANY or facts.roll is not RollKind.FIRE:
        return Refusal("FF-SPR-01", "The longer range is for the fire of rifles", "measure by the ordinary range")
    everyone = book.behaviour("GAP-35", {"all": True, "veterans": False})
    if not everyone and facts.quality is not Quality.VETERAN:
        return Refusal("FF-SPR-01", "In this game only Veterans shoot so far", "measure by the ordinary range")
    return None


def _mad_minute(facts: SpecialFacts, _book: RuleBook) -> Refusal | None:
    if facts.unit_class is not UnitClass.RIFLE_COMPANY or facts.roll is not RollKind.FIRE:
        return Refusal("FF-SPR-02", "A Mad Minute is a fire action of a rifle company", "choose a company's fire")
    if facts.second_target:
        return Refusal("FF-SPR-10", "Both rolls are at the same target", "keep the first target")
    return None


def _discipline(facts: SpecialFacts, book: RuleBook) -> Refusal | None:
    if facts.die_thrown:
        return Refusal("FF-SPR-11", "It has to be said before the die is thrown", "keep it for another roll")
    everywhere = book.behaviour("GAP-42", {"as_printed": False, "everywhere": True, "side": False})
    widened = facts.specimen_game or everywhere
    if facts.roll is RollKind.FIRE or (facts.roll is RollKind.MORALE and not widened):
        return Refusal("FF-SPR-08", "It helps order rolls only", "keep it for an order roll")
    if facts.level is Level.DIVISIONAL or (facts.level is Level.REGIMENTAL and not widened):
        return Refusal("FF-SPR-08", "Only battalion commanders have it", "roll without it")
    return None


CHECKS = {
    Special.LONG_RANGE_MARKSMANSHIP: _marksmen,
    Special.MAD_MINUTE: _mad_minute,
    Special.PRUSSIAN_DISCIPLINE: _discipline,
}


def _counted(facts: SpecialFacts, book: RuleBook) -> int:
    """The uses that count against this one: the commander's or company's, the battalion's, or the side's."""
    if facts.special is Special.PRUSSIAN_DISCIPLINE:
        one = {"as_printed": facts.used, "everywhere": facts.used, "side": facts.used_by_side}
        return book.behaviour("GAP-42", one)
    by_company = book.behaviour("GAP-36", {"as_printed": not facts.specimen_game, "swapped": facts.specimen_game})
    return facts.used if by_company else facts.used_by_battalion


def _use(facts: SpecialFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[int | None] | Refusal:
    return may_use(facts, book)


RESOLUTIONS: tuple[Resolution[SpecialFacts, RuleBook], ...] = (
    Resolution(
        key="national_rule",
        title="Whether a national rule may be used",
        chapter="National rules",
        facts=SpecialFacts,
        dice=no_dice,
        resolve=_use,
        example_month="1914-08",
    ),
)
