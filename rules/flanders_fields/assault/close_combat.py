"""One fight: a die a side, the factors, and who is destroyed (FF-ASL-11 to -15)."""

from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from rules.flanders_fields.assault.combat_factors import CombatFacts, Factors, factors
from rules.flanders_fields.assault.fighters import ARMOUR, Fighter
from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, HouseMark, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, thrown
from rules.kernel.values import dataclass


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

RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (COMBAT,)
