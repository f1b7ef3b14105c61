"""What each side adds to its combat die, line by line (FF-ASL-T1)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.flanders_fields.assault.contact import cover_counted, pairing
from rules.flanders_fields.assault.fighters import (
    ARMOUR,
    CREWED,
    ON_FOOT,
    SUPPORT_WEAPONS,
    Fighter,
    in_concrete,
    named,
    storm_troops,
)
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import BLOCK_HOUSE, GAS, SHELTER, STORM_BATTALION
from rules.flanders_fields.vocabulary import Cover, Quality
from rules.kernel.contradictions import contradiction, only
from rules.kernel.explain import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.tables import BookTable, Cited
from rules.kernel.values import dataclass

Line = Step | Considered
FACTORS = "assault/factors"
COUNTED_COVER = (Cover.MEDIUM, Cover.HARD, Cover.FORTIFIED)
NEVER_BELOW = ARMOUR | {Fighter.CAVALRY, Fighter.BLOCK_HOUSE}
COMMANDED = frozenset(Fighter) - {Fighter.COMMAND_STAND}
AT_MOST_ONE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatFacts:
    """Two stands in contact: the one that assaulted and the one assaulted."""

    attacker: Fighter = fact("what assaults", example="infantry")
    defender: Fighter = fact("what is assaulted", example="infantry", dated=BLOCK_HOUSE)
    attacker_quality: Quality = fact("the attacker's grade", default=Quality.EXPERIENCED)
    defender_quality: Quality = fact("the defender's grade", default=Quality.EXPERIENCED)
    defender_cover: Cover = fact("the defender's class of cover", default=Cover.SOFT, only=in_concrete("defender"))
    supported: bool = fact("a platoon right behind supports the attacker", default=False)
    defender_levels: int = fact(
        "suppression levels on the defender (of a block house: on the face assaulted)", default=0, least=0, most=2
    )
    attacker_levels: int = fact(
        "suppression levels on the attacker, where a house rule lets it close all the same", default=0, least=0, most=2
    )
    attacker_storm_troops: bool = fact(
        "the attacker are storm troops", default=False, only=storm_troops("attacker"), dated=STORM_BATTALION
    )
    defender_storm_troops: bool = fact(
        "the defender are storm troops", default=False, only=storm_troops("defender"), dated=STORM_BATTALION
    )
    sheltering: bool = fact("the defender fights in a deep shelter", default=False, dated=SHELTER)
    attacker_cover: Cover = fact("the attacker's class of cover", default=Cover.OPEN, only=in_concrete("attacker"))
    defender_supported: bool = fact("a platoon right behind supports the defender", default=False)
    attacker_with_commander: bool = fact(
        "the attacker touches its commander",
        default=False,
        only=only("FF-ASL-T1", "attacker", COMMANDED, "a stand that is not itself the commander"),
    )
    defender_with_commander: bool = fact(
        "the defender touches its commander",
        default=False,
        only=only("FF-ASL-T1", "defender", COMMANDED, "a stand that is not itself the commander"),
    )
    attacker_in_gas: bool = fact("the attacker stands in gas", default=False, dated=GAS)
    defender_in_gas: bool = fact("the defender stands in gas", default=False, dated=GAS)


@dataclass(frozen=True, slots=True)
class Factors:
    """What each side adds to its die, and the attacker's advantage (FF-ASL-T2)."""

    attacker: int
    defender: int
    net: int


def factors(facts: CombatFacts, book: RuleBook) -> Explained[Factors] | Refusal:
    """What both sides add to their dice (FF-ASL-T1). Refuses pairs that never fight."""
    refused = never_fought(facts, book)
    if refused:
        return refused
    ours, theirs = tuple(attacker_lines(facts, book)), tuple(defender_lines(facts, book))
    attacker, defender = sum_of(ours), sum_of(theirs)
    lines = (*ours, *theirs)
    steps = tuple(line for line in lines if isinstance(line, Step))
    considered = tuple(line for line in lines if isinstance(line, Considered))
    return Explained(Factors(attacker, defender, attacker - defender), None, steps, considered)


def never_fought(facts: CombatFacts, book: RuleBook) -> Refusal | None:
    """Why there is no such fight; None where both sides may add up what they bring."""
    never = pairing(facts.attacker, facts.defender, facts.defender_cover, book)
    return contradiction(facts) or next(never, None) or _no_shelter(facts)


def _no_shelter(facts: CombatFacts) -> Refusal | None:
    if facts.sheltering and facts.defender in NEVER_BELOW:
        because = f"{named(facts.defender).capitalize()} does not go into a deep shelter"
        return Refusal("FF-ASL-30", because, "leave out the shelter")
    return None


def sum_of(lines: tuple[Line, ...]) -> int:
    """What these lines add up to."""
    return sum(line.value or 0 for line in lines if isinstance(line, Step))


def attacker_lines(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """Every factor of the attacker, and what was looked at in vain, in the order of the list."""
    table = book.table(FACTORS)
    yield from _as("Attacker", _assaulting(facts, book))
    if facts.supported:
        yield from _as("Attacker", _one(table.number("support")))
    graded = _graded(facts.attacker, facts.attacker_quality, facts.attacker_storm_troops, book)
    yield from _as("Attacker", graded)
    yield from _as("Attacker", _commanded(facts.attacker_with_commander, table))
    yield from _as("Attacker", _suppressed(facts.attacker_levels, book))
    if _is_support_weapon(facts.attacker, book):
        yield from _as("Attacker", _support_weapon(facts.attacker, book))
    yield from _as("Attacker", _gassed(facts.attacker_in_gas, book))
    yield from _as("Attacker", _enemy_cover(facts, book))


def defender_lines(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """Every factor of the defender, and what was looked at in vain, in the order of the list."""
    table = book.table(FACTORS)
    graded = _graded(facts.defender, facts.defender_quality, facts.defender_storm_troops, book)
    for lines in (
        _armour_assaulted(facts, book),
        _supported_defender(facts, book),
        graded,
        _command(facts, table),
        _commanded(facts.defender_with_commander, table),
        _suppressed(facts.defender_levels, book),
        _defending_weapon(facts, book),
        _gassed(facts.defender_in_gas, book),
        _own_enemy_cover(facts, book),
        _one(table.number("shelter")) if facts.sheltering else (),
    ):
        yield from _as("Defender", lines)


def _as(side: str, lines: Iterator[Line] | tuple[Line, ...]) -> Iterator[Line]:
    """The lines under the name of the side they count for."""
    for line in lines:
        yield replace(line, says=f"{side}: {line.says}")


def _one(cited: Cited[int], house: HouseMark | None = None) -> tuple[Step]:
    step = cited.because(cited.says)
    return (replace(step, house=step.house or house),)


def _assaulting(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """The bonus of whoever assaults (FF-ASL-T1, FF-CAV-04, FF-CAV-05, FF-AFV-02)."""
    table = book.table(FACTORS)
    if facts.attacker is Fighter.CAVALRY:
        yield from _charge(facts, book)
    elif facts.attacker in ARMOUR:
        yield from _one(table.number(_class_of_tank(facts.attacker, table)))
    else:
        yield from _one(table.number("infantry"))
    covered = cover_counted(facts.defender, facts.defender_cover) in COUNTED_COVER
    if facts.attacker is Fighter.FLAMETHROWER and covered and facts.defender not in ARMOUR:
        yield from _one(table.number("flamethrower_against_cover"))


def _class_of_tank(fighter: Fighter, table: BookTable) -> Fighter:
    """Armoured cars fight as light tanks (AMB-424); before there are any they stand in the list themselves."""
    return fighter if table.has(fighter) else Fighter.LIGHT_TANK


def _charge(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    table = book.table(FACTORS)
    full = ON_FOOT | {Fighter.ARTILLERY}
    amb_415 = book.ruling("AMB-415")
    against = amb_415.gives({"all_but_cavalry": frozenset(Fighter), "infantry_and_guns": full})
    great = facts.defender is not Fighter.CAVALRY and facts.defender in against
    narrowed = facts.defender is not Fighter.CAVALRY and not great
    key = "cavalry_against_infantry" if great else "cavalry_against_cavalry"
    yield from _one(table.number(key), amb_415.mark if narrowed else None)


def _graded(fighter: Fighter, quality: Quality, storm_troops: bool, book: RuleBook) -> Iterator[Line]:
    """Grade and storm troops, once; crewed weapons are Experienced (FF-QUA-06, SHQ-67)."""
    table = book.table(FACTORS)
    shq_67 = book.ruling("SHQ-67")
    local = fighter is Fighter.BLOCK_HOUSE and shq_67.gives({"experienced": False, "battalion_grade": True})
    if fighter in CREWED and not local:
        if quality is not Quality.EXPERIENCED:
            yield Considered("FF-QUA-06", "A crewed weapon is Experienced, whatever its battalion")
        return
    house = shq_67.mark if local else None
    if quality is not Quality.EXPERIENCED:
        yield from _one(table.number(quality), house)
    if storm_troops and quality is Quality.VETERAN:
        yield Considered("FF-ASL-T1", "Veteran and storm troops count once")
    elif storm_troops:
        yield from _one(table.number("storm_troops"), house)


def _commanded(with_commander: bool, table: BookTable) -> Iterator[Line]:
    bonus = table.number("with_commander")
    if with_commander and bonus.value:
        yield from _one(bonus)
    elif with_commander:
        yield Considered(bonus.clause, "The command stand's bonus is its own")


def _gassed(in_gas: bool, book: RuleBook) -> Iterator[Line]:
    """Gas, where a house rule lets it count in close combat (FF-GAS-27, AMB-460)."""
    hampered = book.table("gas/assault").number("in_gas")
    if in_gas and hampered.value:
        yield from _one(hampered)
    elif in_gas:
        yield Considered(hampered.clause, "Gas does not count in close combat")


def _is_support_weapon(fighter: Fighter, book: RuleBook) -> bool:
    burning = book.behaviour("AMB-412", {"no": False, "yes": fighter is Fighter.FLAMETHROWER})
    return fighter in SUPPORT_WEAPONS or burning


def _support_weapon(fighter: Fighter, book: RuleBook) -> tuple[Step]:
    mark = book.mark("AMB-412") if fighter is Fighter.FLAMETHROWER else None
    return _one(book.table(FACTORS).number("support_weapon"), mark)


def _enemy_cover(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """The defender's cover, against the attacker (FF-ASL-15, AMB-364, AMB-409)."""
    counted = cover_counted(facts.defender, facts.defender_cover)
    if counted not in COUNTED_COVER:
        return
    cover = book.table(FACTORS).number(counted)
    amb_364 = book.ruling("AMB-364")
    if facts.defender in ARMOUR:
        yield Considered(cover.clause, "Armour has no cover in a combat")
    elif facts.sheltering and amb_364.gives({"cover_too": False, "only_minus": True}):
        yield Step(cover.clause, "The trench above the shelter does not count", None, amb_364.mark)
    else:
        yield from _one(cover)


def _armour_assaulted(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """A tank that is assaulted does not count as assaulting, but against armour (FF-ASL-24, AMB-424)."""
    if facts.defender not in ARMOUR:
        return
    if facts.attacker in ARMOUR:
        table = book.table(FACTORS)
        yield from _one(table.number(_class_of_tank(facts.defender, table)), book.mark("AMB-424"))
    else:
        yield Considered("FF-ASL-24", "Armour that is assaulted has no assault bonus")


def _supported_defender(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    if not facts.defender_supported:
        return
    amb_407 = book.ruling("AMB-407")
    both = amb_407.gives({"attackers": False, "both": True})
    if both and not facts.sheltering:
        yield from _one(book.table(FACTORS).number("support"), amb_407.mark)
    else:
        where = "Nobody supports a fight in a shelter" if both else "Only attackers are supported"
        yield Considered("FF-ASL-12", where)


def _command(facts: CombatFacts, table: BookTable) -> tuple[Step, ...]:
    return _one(table.number("command_stand")) if facts.defender is Fighter.COMMAND_STAND else ()


def _suppressed(levels: int, book: RuleBook) -> Iterator[Line]:
    """Suppression, once or by the level (AMB-414)."""
    if not levels:
        return
    minus = book.table(FACTORS).number("suppressed")
    amb_414 = book.ruling("AMB-414")
    times = amb_414.gives({"once": AT_MOST_ONE, "per_level": levels})
    mark = amb_414.mark if times > AT_MOST_ONE else None
    yield Step(minus.clause, minus.says, minus.value * times, mark)


def _defending_weapon(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    if facts.defender is Fighter.BLOCK_HOUSE:
        amb_423 = book.ruling("AMB-423")
        if amb_423.gives({"no_support_weapon": False, "support_weapon": True}):
            yield from _one(book.table(FACTORS).number("support_weapon"), amb_423.mark)
        else:
            yield Considered("FF-ASL-28", "A block house is no support weapon")
    elif _is_support_weapon(facts.defender, book):
        yield from _support_weapon(facts.defender, book)


def _own_enemy_cover(facts: CombatFacts, book: RuleBook) -> Iterator[Line]:
    """The attacker's cover, against the defender, where a house rule counts it (AMB-409)."""
    if facts.attacker_cover not in COUNTED_COVER or facts.attacker in ARMOUR:
        return
    amb_409 = book.ruling("AMB-409")
    if amb_409.gives({"defenders": False, "both": True}):
        yield from _one(book.table(FACTORS).number(facts.attacker_cover), amb_409.mark)
    else:
        yield Considered("FF-ASL-15", "Only the defender has the benefit of cover")


def _factors(facts: CombatFacts, _dice: object, book: RuleBook) -> Explained[Factors] | Refusal:
    return factors(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("combat_factors", "What each side adds", "Close combat", CombatFacts, no_dice, _factors),
)
