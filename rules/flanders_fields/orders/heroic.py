"""Heroic actions: one platoon, one die, all or nothing (FF-HER)."""

from enum import StrEnum

from rules.flanders_fields.book import RuleBook
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.resolve import Resolution, one_die, thrown
from rules.kernel.values import dataclass

RESULT, CARD = "heroic/result", "heroic/card"


class HeroicResult(StrEnum):
    """How a heroic action ends."""

    SUCCESS = "success"
    FAILURE = "failure"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroicFacts:
    """A deed both sides have talked over."""

    agreed: bool = fact("both sides agree that it is possible and heroic", default=True)
    tried: bool = fact("this player has tried one in this game", default=False)
    tried_by_side: bool = fact("his side has tried one in this game", default=False)
    own_turn: bool = fact("it is his own turn", default=True)
    company_rolled: bool = fact("the platoon's company has rolled for orders this turn", default=False)
    hearts_jack: bool = fact("the jack of Hearts was played for it", default=False)


def try_heroic_action(facts: HeroicFacts, die: D6, book: RuleBook) -> Explained[HeroicResult] | Refusal:
    """Whether a heroic action succeeds (FF-HER-01 to FF-HER-07). Refuses a second one, and one nobody agreed to.

    Success: the platoon stands where the deed leaves it and the agreed effect happens. Failure: the platoon is dead.
    """
    refused = may_try(facts, book)
    if refused:
        return refused
    card = book.table(CARD).number("hearts_jack")
    steps: tuple[Step, ...] = (card.because(card.says),) if facts.hearts_jack else ()
    if not facts.own_turn:
        steps += (Step("FF-HER-01", "Tried in the enemy's turn", None, book.mark("AMB-94")),)
    total = die.pips + sum(step.value or 0 for step in steps)
    band = book.table(RESULT).read("heroic_action", total)
    deed = HeroicResult(band.value)
    outcome = {
        HeroicResult.SUCCESS: Step(
            "FF-HER-05", "The agreed effect happens, and the platoon stands where the deed leaves it"
        ),
        HeroicResult.FAILURE: Step("FF-HER-06", "The platoon is destroyed"),
    }
    return Explained(deed, total, (*steps, band.cites(f"{total}: {deed}"), outcome[deed]))


def may_try(facts: HeroicFacts, book: RuleBook) -> Refusal | None:
    """Why no deed may be tried now, whatever the die shows (FF-HER-01, FF-HER-02, AMB-94)."""
    if not facts.agreed:
        return Refusal("FF-HER-02", "Both sides must agree that it is possible and heroic", "talk it over first")
    whose = {"each_player": facts.tried, "each_side": facts.tried_by_side, "any_turn": facts.tried}
    amb_94 = book.ruling("AMB-94")
    if amb_94.gives(whose):
        return Refusal("FF-HER-01", "The one heroic action of this game has been tried", "play on without it")
    any_turn = amb_94.gives({"each_player": False, "each_side": False, "any_turn": True})
    if not facts.own_turn and not any_turn:
        return Refusal("FF-HER-01", "A heroic action is tried in one's own turn", "wait for it")
    if facts.own_turn and facts.company_rolled:
        return Refusal("FF-HER-01", "Its company has rolled for orders this turn", "try it next turn")
    return None


def _try(facts: HeroicFacts, dice: tuple[D6, ...], book: RuleBook) -> Explained[HeroicResult] | Refusal:
    return try_heroic_action(facts, dice[0], book)


RESOLUTIONS: tuple[Resolution[HeroicFacts, RuleBook], ...] = (
    Resolution(
        "heroic_action", "Whether a deed succeeds", "Heroic actions", HeroicFacts, one_die, _try, thrown(_try, one_die)
    ),
)
