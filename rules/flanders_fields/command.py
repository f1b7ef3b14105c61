"""Command stands: who follows a dead commander, and when Raw troops lose their first eagerness (FF-CMD, FF-QUA)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.vocabulary import Level
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Step
from rules.kernel.resolve import Resolution, fact, no_dice


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderKilled:
    """A command stand that has just died."""

    level: Level = fact("whose commander it was", example="battalion")
    spotter: bool = fact("it was a specialist officer such as a spotter", default=False)


class Appears(StrEnum):
    """When a field promotion stands on the table."""

    NEVER = "never"
    AT_ONCE = "at_once"
    NEXT_TURN = "next_turn"


@dataclass(frozen=True, slots=True)
class Promotion:
    """When he appears, what he touches ('rifle_stand', 'command_stand' or ''), and whether a platoon goes."""

    appears: Appears
    beside: str
    platoon_lost: bool


def field_promotion(facts: CommanderKilled, book: RuleBook) -> Explained[Promotion]:
    """Who replaces a dead commander (FF-CMD-09, AMB-28). Until he appears, nobody under him can be ordered."""
    if facts.spotter:
        step = Step("FF-CMD-09", "Specialist officers are not replaced")
        return Explained(Promotion(Appears.NEVER, "", False), None, (step,))
    appears = book.behaviour(
        "AMB-28",
        {"next_turn": Appears.NEXT_TURN, "at_once": Appears.AT_ONCE, "from_a_platoon": Appears.NEXT_TURN},
    )
    costs = book.behaviour("AMB-28", {"next_turn": False, "at_once": False, "from_a_platoon": True})
    of_battalion = facts.level is Level.BATTALION
    beside = "rifle_stand" if of_battalion else "command_stand"
    lost = costs and of_battalion
    when = "At once" if appears is Appears.AT_ONCE else "At the start of its side's next turn"
    where = f"touching the nearest surviving {beside.replace('_', ' ')}"
    says = f"{when}, {'in place of a rifle platoon' if lost else where}"
    return Explained(Promotion(appears, beside, lost), None, (Step("FF-CMD-09", says, None, book.mark("AMB-28")),))


class Attack(StrEnum):
    """What came at Raw troops."""

    FIRE = "fire"
    GAS = "gas"
    ASSAULT = "assault"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderFire:
    """An attack on a stand of a Raw battalion."""

    attack: Attack = fact("what came at it", example="fire")
    suffered: bool = fact("a stand was suppressed or killed", default=False)


class Shaken(StrEnum):
    """Who has lost the bonus of fresh Raw troops."""

    NOBODY = "nobody"
    COMPANY = "company"
    BATTALION = "battalion"


def raw_bonus_ends(facts: UnderFire, book: RuleBook) -> Explained[Shaken]:
    """Who counts as fired on from now to the end of the game (FF-ORD-21, AMB-15)."""
    if facts.attack is not Attack.FIRE:
        return Explained(Shaken.NOBODY, None, (Step("FF-ORD-21", f"{facts.attack.capitalize()} is no fire"),))
    by_result = Shaken.BATTALION if facts.suffered else Shaken.NOBODY
    ends = {"any_fire": Shaken.BATTALION, "own_company": Shaken.COMPANY, "result": by_result}
    shaken = book.behaviour("AMB-15", ends)
    says = {
        Shaken.NOBODY: "Nobody was suppressed or killed: the bonus stays",
        Shaken.COMPANY: "The company fired at has lost its bonus",
        Shaken.BATTALION: "The whole battalion has lost its bonus",
    }
    return Explained(shaken, None, (Step("FF-ORD-21", says[shaken], None, book.mark("AMB-15")),))


def _promote(facts: CommanderKilled, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Promotion]:
    return field_promotion(facts, book)


def _ends(facts: UnderFire, _dice: tuple[D6, ...], book: RuleBook) -> Explained[Shaken]:
    return raw_bonus_ends(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution("field_promotion", "Who replaces a commander", "Command", CommanderKilled, no_dice, _promote),
    Resolution("raw_bonus", "Whether Raw troops are still fresh", "Command", UnderFire, no_dice, _ends),
)
