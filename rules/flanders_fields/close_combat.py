"""Close combat: the factors of both sides and the result of a fight (FF-ASL-11 to 17, T1)."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.applicability import BLOCK_HOUSE, GAS, SHELTER, STORM_BATTALION
from rules.flanders_fields.assault import (
    ARMOUR,
    CREWED,
    ON_FOOT,
    SUPPORT_WEAPONS,
    Fighter,
    cover_counted,
    in_concrete,
    named,
    pairing,
    storm_troops,
)
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Cover, Quality
from rules.kernel.dice import D6
from rules.kernel.explanations import Considered, Explained, HouseMark, Refusal, Step
from rules.kernel.facts import contradiction, fact, only
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Resolution, no_dice, thrown
from rules.kernel.tables import BookTable, Cited

# What each side adds to its combat die, line by line (FF-ASL-T1)

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


# One fight (FF-ASL-11 to -15)


class Winner(StrEnum):
    """Who wins a fight (FF-ASL-14, FF-ASL-17)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    DRAW = "draw"


class Beaten(StrEnum):
    """What becomes of the beaten stand (AMB-408, AMB-423)."""

    NOBODY = "nobody"
    REMOVED = "removed"
    CAPTURED = "captured"
    SILENT = "silent"
    MAY_BE_MANNED = "may_be_manned"


@dataclass(frozen=True, slots=True, kw_only=True)
class FightFacts:
    """A fight, and whether its stands have fought in this action."""

    combat: CombatFacts = fact("the two stands")
    attacker_has_fought: bool = fact("the attacker has fought in this action and does not follow up", default=False)
    defender_has_fought: bool = fact("the defender has fought in this action", default=False)


@dataclass(frozen=True, slots=True)
class Fight:
    """How a fight ends: both totals, the winner, and what becomes of the beaten stand."""

    winner: Winner
    attacker_total: int
    defender_total: int
    beaten: Beaten


@lru_cache(maxsize=1024)
def fight(facts: FightFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[Fight] | Refusal:
    """One fight, the attacker's die first (FF-ASL-11 to -15, -17). The total is the attacker's lead over the defender.

    Refuses pairs that never fight, and stands that have fought.
    """
    refused = _has_fought(facts, book)
    added = refused or factors(facts.combat, book)
    if isinstance(added, Refusal):
        return added
    found, mark = _compare(added.value, dice, facts.combat, book)
    read = Step("FF-ASL-13", _says(dice, added.value, found), None, mark)
    return Explained(
        found,
        found.attacker_total - found.defender_total,
        (*added.steps, read, *_consequence(found, facts.combat, book)),
        added.considered,
    )


def _has_fought(facts: FightFacts, book: RuleBook) -> Refusal | None:
    if facts.attacker_has_fought:
        because = "The attacker has had its fight in this action"
        return Refusal("FF-ASL-11", because, "let it follow up if it won, or let another stand fight")
    if facts.defender_has_fought and book.behaviour("AMB-406", {"each_in_turn": False, "once": True}):
        return Refusal("FF-ASL-11", "The defender has fought in this action", "assault it again with another action")
    return None


def _compare(
    added: Factors, dice: tuple[D6, ...], facts: CombatFacts, book: RuleBook
) -> tuple[Fight, HouseMark | None]:
    ours, theirs = dice[0].pips + added.attacker, dice[1].pips + added.defender
    winner = Winner.DRAW if ours == theirs else Winner.ATTACKER if ours > theirs else Winner.DEFENDER
    amb_418 = book.ruling("AMB-418")
    spoilt = amb_418.gives({"no": False, "at_best_draw": _won_with_a_1(winner, dice)})
    if spoilt:
        winner = Winner.DRAW
    return Fight(winner, ours, theirs, _beaten(winner, facts, book)), amb_418.mark if spoilt else None


def _won_with_a_1(winner: Winner, dice: tuple[D6, ...]) -> bool:
    die = {Winner.ATTACKER: dice[0], Winner.DEFENDER: dice[1]}.get(winner)
    return die is not None and die == D6(1)


def _beaten(winner: Winner, facts: CombatFacts, book: RuleBook) -> Beaten:
    if winner is Winner.DRAW:
        return Beaten.NOBODY
    if winner is Winner.ATTACKER and facts.defender is Fighter.BLOCK_HOUSE:
        return book.behaviour("AMB-423", {"no_support_weapon": Beaten.SILENT, "support_weapon": Beaten.MAY_BE_MANNED})
    if winner is Winner.ATTACKER and facts.defender is Fighter.ARTILLERY:
        return book.behaviour("AMB-408", {"removed": Beaten.REMOVED, "captured": Beaten.CAPTURED})
    return Beaten.REMOVED


def _says(dice: tuple[D6, ...], added: Factors, found: Fight) -> str:
    sides = (("Attacker", dice[0], added.attacker), ("defender", dice[1], added.defender))
    sums = " against ".join(f"{side} {die.pips} {plus:+d} = {die.pips + plus}" for side, die, plus in sides)
    return f"{sums.replace('+0', '±0').replace('-', '−')}: {ENDS[found.winner]}"


ENDS = {
    Winner.ATTACKER: "attacker wins",
    Winner.DRAW: "draw",
    Winner.DEFENDER: "defender wins",
}
BECOMES = {
    Beaten.REMOVED: "The beaten stand is removed",
    Beaten.CAPTURED: "The guns are captured and stay where they are",
    Beaten.SILENT: "The block house is silent for the rest of the game",
    Beaten.MAY_BE_MANNED: "The winner may man the block house",
}


def _consequence(found: Fight, facts: CombatFacts, book: RuleBook) -> tuple[Step, ...]:
    if found.winner is Winner.DRAW:
        tank = facts.attacker in ARMOUR
        who = "The tank falls back" if tank else "The attacker falls back"
        return (Step("FF-ASL-26" if tank else "FF-ASL-17", f"{who}, the defender stays"),)
    amb_423 = book.ruling("AMB-423")
    marks = {
        Beaten.CAPTURED: book.mark("AMB-408"),
        Beaten.SILENT: amb_423.mark,
        Beaten.MAY_BE_MANNED: amb_423.mark,
    }
    return (Step("FF-ASL-14", BECOMES[found.beaten], None, marks.get(found.beaten)),)


def _two_dice(_facts: FightFacts, _book: RuleBook) -> int:
    return 2


def _named(found: Fight) -> str:
    return ENDS[found.winner]


_ODDS = thrown(fight, _two_dice, _named, ENDS.values())
"""The chance of each end, the best for the attacker first."""
COMBAT: Final[Resolution[Any, RuleBook]] = Resolution(
    "combat", "A fight", "Close combat", FightFacts, _two_dice, fight, _ODDS
)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("combat_factors", "What each side adds", "Close combat", CombatFacts, no_dice, _factors),
    COMBAT,
)
