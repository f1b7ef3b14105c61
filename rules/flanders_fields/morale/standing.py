"""Whether infantry that armour assaults stands (FF-ASL-25, FF-MOR-10)."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.assault.contact import pairing
from rules.flanders_fields.assault.fighters import ARMOUR, CREWED, ON_FOOT, TANKS, WEAPONS_ON_FOOT, Fighter, named
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.morale.nerve import Morale, MoraleFacts, roll_morale
from rules.flanders_fields.vocabulary import Cover, MoraleBonus, MoraleReason, MoraleResult, Quality
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.values import dataclass

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
    rolled = roll_morale(_test(facts), dice[0], book)
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


def _test(facts: StandFacts) -> MoraleFacts:
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


def _named(found: Stood) -> str:
    return "stands" if found.stands else found.morale.result if found.morale else "stands"


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "stand_against_armour",
        "Standing against armour",
        "Close combat",
        StandFacts,
        _dice,
        stands_against_armour,
        thrown(stands_against_armour, _dice, _named),
        example_month="1916-10",
    ),
)
