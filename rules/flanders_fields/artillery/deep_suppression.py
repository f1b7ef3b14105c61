"""Deep suppression: the attacker's die against the defender's rear, and the front line that it spares (FF-DSU)."""

from enum import StrEnum
from functools import lru_cache
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.not_yet import HURRICANE
from rules.flanders_fields.vocabulary import FIELD_ARTILLERY, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Considered, Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.measure import cm, within
from rules.kernel.resolve import Resolution, no_dice, thrown
from rules.kernel.values import dataclass

RESULTS, DEPTH = "artillery/deep_suppression", "orders/reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepFire:
    """The die at the start of a side's turn."""

    attacker: bool = fact("the side that rolls attacks", default=True)
    hurricane: bool = fact("it belongs to a hurricane bombardment", default=False, dated=HURRICANE)
    rear_batteries: int = fact("the enemy's batteries left that are not in his front line", default=1, least=0, most=99)


class Chooser(StrEnum):
    """Who says which battery is lost (AMB-382)."""

    NOBODY = "nobody"
    LOT = "lot"
    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class DeepSuppression:
    """What is in force until the next such die: off the orders it touches, and whether a battery is lost."""

    modifier: int
    battery_lost: bool
    chosen_by: Chooser


def roll_deep_suppression(
    facts: DeepFire, dice: tuple[D6, ...], book: RuleBook
) -> Explained[DeepSuppression] | Refusal:
    """What one die of deep suppression brings (FF-DSU-02, FF-DSU-03). Refuses the first period, and defenders."""
    refused = no_deep_suppression(facts, book)
    if refused:
        return refused
    table, pips = book.table(RESULTS), max(die.pips for die in dice[: deep_dice(facts, book)])
    band, losses = table.read("modifier", pips), table.read("batteries_lost", pips)
    modifier, hits = int(band.value), losses.value != "0"
    lost = hits and facts.rear_batteries > 0
    who = {"lot": Chooser.LOT, "attacker": Chooser.ATTACKER, "defender": Chooser.DEFENDER}
    amb_382 = book.ruling("AMB-382")
    chooser = amb_382.gives(who) if lost else Chooser.NOBODY
    best_of = book.mark("AMB-371") if facts.hurricane else None
    whose = best_of or (None if facts.attacker else book.mark("AMB-05"))
    says = f"{modifier} until the next such die" if modifier else "no deep suppression this turn"
    steps = [Step(band.clause, f"{pips}: {says}", None, band.house or whose)]
    if lost:
        steps.append(Step(losses.clause, f"A battery is destroyed, chosen by {chooser}", None, amb_382.mark))
    spared = (Considered(losses.clause, "No battery is left outside the front line"),) if hits and not lost else ()
    return Explained(DeepSuppression(modifier, lost, chooser), pips, tuple(steps), spared)


def deep_dice(facts: DeepFire, book: RuleBook) -> int:
    """How many dice are thrown, the best of which counts: one, with a hurricane two by house rule (AMB-371)."""
    return 2 if facts.hurricane and book.behaviour("AMB-371", {"one_die": False, "better_of_two": True}) else 1


def no_deep_suppression(facts: DeepFire, book: RuleBook) -> Refusal | None:
    """Why a side has no such die, or None if it rolls (FF-DSU-01, AMB-05)."""
    if not book.table(RESULTS).has("modifier"):
        return Refusal("FF-DSU-01", f"There is no deep suppression in {book.when.month.in_words}", "play on without it")
    if not facts.attacker and book.behaviour("AMB-05", {"attacker": True, "both": False}):
        return Refusal("FF-DSU-02", "Only the attacker rolls for it", "wait for his turn")
    return None


def _named(found: DeepSuppression) -> str:
    return f"{found.modifier}, a battery lost" if found.battery_lost else str(found.modifier)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontLineFacts:
    """A battery or another asset, and the trenches near it."""

    unit_class: UnitClass = fact("what it is", default=UnitClass.FIELD_GUN)
    defender: bool = fact("its side defends", default=True)
    own_trench_cm: float | None = fact(
        "from its nearest edge to its own side's foremost trench (nothing: there is none)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
        example=20.0,
    )
    enemy_trench_cm: float | None = fact(
        "from its nearest edge to the enemy's foremost trench (nothing: there is none)",
        default=None,
        unit="cm",
        least=0,
        most=1000,
    )


@dataclass(frozen=True, slots=True)
class FrontLine:
    """Whether it stands in the front line, and whether it may fire indirectly."""

    inside: bool
    indirect_fire: bool


@lru_cache(maxsize=1024)
def front_line(facts: FrontLineFacts, book: RuleBook) -> Explained[FrontLine]:
    """Whether something stands in the front line; field artillery there fires only at what it sees (FF-DSU-05, -06)."""
    depth = book.table(DEPTH).number("front_line")
    near = [one for one in _trenches(facts, book) if one is not None and within(one, depth.value)]
    bound = bool(near) and facts.unit_class in FIELD_ARTILLERY
    where = (
        f"within {cm(depth.value)} of the front trench" if near else f"not within {cm(depth.value)} of a front trench"
    )
    steps = [Step(depth.clause, f"It stands {where}", None, book.mark("AMB-381"))]
    if bound:
        steps.append(Step("FF-DSU-06", "Too close for indirect fire: it engages only what it sees itself"))
    return Explained(FrontLine(bool(near), not bound), None, tuple(steps))


def front_line_counts(book: RuleBook) -> bool:
    """Whether field guns in the front line may not fire indirectly at this date (FF-DSU-06, AMB-381)."""
    return book.behaviour("AMB-381", {"defender": book.when.period != "early", "everyone": True})


def _trenches(facts: FrontLineFacts, book: RuleBook) -> tuple[float | None, ...]:
    """The distances that count: the defender's own trench from mid 1915, by house rule any trench at any date."""
    everywhere = book.behaviour("AMB-381", {"defender": False, "everyone": True})
    if everywhere:
        return facts.own_trench_cm, facts.enemy_trench_cm
    return (facts.own_trench_cm,) if facts.defender and front_line_counts(book) else ()


def _front(facts: FrontLineFacts, _dice: tuple[D6, ...], book: RuleBook) -> Explained[FrontLine]:
    return front_line(facts, book)


RESOLUTIONS: tuple[Resolution[Any, RuleBook], ...] = (
    Resolution(
        "deep_suppression",
        "What deep suppression brings",
        "Deep suppression",
        DeepFire,
        deep_dice,
        roll_deep_suppression,
        thrown(roll_deep_suppression, deep_dice, _named),
    ),
    Resolution(
        "front_line", "Whether it stands in the front line", "Deep suppression", FrontLineFacts, no_dice, _front
    ),
)
