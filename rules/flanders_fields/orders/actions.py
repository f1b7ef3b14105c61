"""Spending earned actions: what each class may do, how often, and what suppression forbids (FF-ORD-04 to FF-ORD-12)."""

from functools import lru_cache

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import BLOCK_HOUSE
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.numerals import spelt
from rules.kernel.resolve import Resolution, no_dice
from rules.kernel.values import dataclass

KINDS, LIMITS = "orders/kinds", "suppression/death"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendFacts:
    """One action about to be spent by a unit that has rolled for orders this turn."""

    unit_class: UnitClass = fact("what kind of unit it is", example="rifle_company", dated=BLOCK_HOUSE)
    kind: Action = fact("what the action is spent on", example="fire")
    earned: int = fact("actions its die earned this turn", least=0, most=3, example=2)
    spent: tuple[Action, ...] = fact("what it has spent actions on this turn", default=())
    suppression: int = fact("suppression levels on it, or on the platoon that acts", default=0, least=0, most=2)
    beside: tuple[Action, ...] = fact("what other platoons of the company do with this same action", default=())
    on_table: bool = fact("it stands on the table", default=True)


@lru_cache(maxsize=1024)
def permitted_actions(unit_class: UnitClass, book: RuleBook) -> tuple[Action, ...]:
    """The kinds of action a class may spend its orders on at this date; none for a class it does not know."""
    table = book.table(KINDS)
    if not table.has(unit_class):
        return ()
    return tuple(Action(kind.strip()) for kind in table.word(unit_class).value.split(","))


@lru_cache(maxsize=1024)
def spend_action(facts: SpendFacts, book: RuleBook) -> Explained[int] | Refusal:
    """How many actions are left after spending one (FF-ORD-06, FF-ORD-11).

    Refuses kinds the class does not have, moving and firing while suppressed, and what the game's house rules forbid.
    """
    refused = _not_permitted(facts, book) or _none_left(facts) or _suppressed(facts, book) or _repeats(facts, book)
    if refused:
        return refused
    left = facts.earned - len(facts.spent) - 1
    kinds = book.table(KINDS).word(facts.unit_class)
    steps = [kinds.cites(f"{_name(facts.kind).capitalize()}: {left} of {facts.earned} left")]
    if facts.kind in facts.spent:
        steps.append(Step("FF-ORD-11", "The same kind of action may be repeated"))
    if any(kind is not facts.kind for kind in facts.beside):
        steps.append(Step("FF-ORD-11", "Each platoon of the company chooses", None, book.mark("AMB-23")))
    if facts.kind is Action.REMOVE_SUPPRESSION:
        removed = book.table(LIMITS).number("removed_by_one_action")
        levels = "level" if removed.value == 1 else "levels"
        steps.append(removed.cites(f"One action removes {spelt(removed.value)} {levels}"))
    return Explained(left, None, tuple(steps))


def _name(kind: Action) -> str:
    return kind.replace("_", " ")


def _not_permitted(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    kinds = permitted_actions(facts.unit_class, book)
    unit = facts.unit_class.replace("_", " ")
    if facts.kind not in kinds:
        instead = f"choose one of: {', '.join(map(_name, kinds))}" if kinds else "choose a later date"
        return Refusal("FF-ORD-05", f"A {unit} cannot {_name(facts.kind)}", instead)
    if facts.kind is Action.MOVE and not facts.on_table:
        return Refusal("FF-ORD-05", f"A {unit} off the table has no position to change", "choose another action")
    return None


def _none_left(facts: SpendFacts) -> Refusal | None:
    if not facts.earned:
        return Refusal("FF-ORD-09", "Its die earned no action, which ends its turn", "go on to the next unit")
    if len(facts.spent) >= facts.earned:
        return Refusal(
            "FF-ORD-06",
            "Its one action is spent" if facts.earned == 1 else f"All {facts.earned} actions are spent",
            "go on to the next unit",
        )
    return None


def _suppressed(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    if facts.kind is Action.REMOVE_SUPPRESSION:
        return (
            None if facts.suppression else Refusal("FF-SUP-10", "There is no level to remove", "choose another action")
        )
    barred = book.behaviour(
        "AMB-84",
        {"may_redirect": (Action.MOVE, Action.FIRE), "barred": (Action.MOVE, Action.FIRE, Action.REDIRECT)},
    )
    if not facts.suppression or facts.kind not in barred:
        return None
    return Refusal("FF-ORD-12", f"Suppressed: it may not {_name(facts.kind)}", "remove the suppression first")


def _repeats(facts: SpendFacts, book: RuleBook) -> Refusal | None:
    fires_again = facts.kind is Action.FIRE and Action.FIRE in facts.spent
    if fires_again and book.behaviour("AMB-24", {"repeat": False, "one_fire": True}):
        return Refusal("FF-ORD-11", "This game allows one fire action a turn", "choose another action")
    mixes = any(kind is not facts.kind for kind in facts.beside)
    if mixes and book.behaviour("AMB-23", {"one_kind": True, "mixed": False}):
        return Refusal("FF-ORD-11", "A company spends an action on one kind", "let the others decline or do the same")
    return None


def _spend(facts: SpendFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[int] | Refusal:
    return spend_action(facts, book)


RESOLUTIONS: tuple[Resolution[SpendFacts, RuleBook], ...] = (
    Resolution(
        key="spend_action",
        title="Whether it may spend an action so",
        chapter="Orders and actions",
        facts=SpendFacts,
        dice=no_dice,
        resolve=_spend,
    ),
)
