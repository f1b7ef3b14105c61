"""What a force has together: the national rules of one army, and grades its troops can have (FF-SPR-17, FF-QLM)."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.national import OWNERS
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.vocabulary import Bonus, MoraleBonus, Quality, Special, UnitClass
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.resolve import Resolution

LIMITS = "quality/limits"
VETERAN_TANK: Final = (UnitClass.TANK, Quality.VETERAN)
GRADE_OF: Final = {
    "storm_troops": ("quality", "firer_quality"),
    "attacker_storm_troops": ("attacker_quality",),
    "defender_storm_troops": ("defender_quality",),
}
"""Beside each fact that tells of storm troops, those that tell their grade."""
ARMY_OF: Final = {special.value: nation for special, nation in OWNERS.items()}


def of_one_army(bonuses: Iterable[Bonus | MoraleBonus], storm_troops: bool = False) -> Refusal | None:
    """Refuses national rules of two armies on one die: a force has those printed with its own table (FF-SPR-17)."""
    named = {str(bonus): ARMY_OF[bonus] for bonus in bonuses if bonus in ARMY_OF}
    if storm_troops:
        named |= {"storm troops": OWNERS[Special.STORM_BATTALION]}
    if len(set(named.values())) < 2:
        return None
    whose = ", ".join(f"{name.replace('_', ' ').capitalize()} ({nation})" for name, nation in named.items())
    return Refusal("FF-SPR-17", f"One die is of one army: {whose}", "name those of one army")


def well_graded(asked: Resolution[Any, RuleBook]) -> Resolution[Any, RuleBook]:
    """The same question, refusing grades its troops cannot have; a game is not stopped so (FF-QUA-07, FF-QLM-20)."""

    def answer(facts: Any, dice: tuple[D6, ...], book: RuleBook) -> Explained[Any] | Refusal | MoreDice:
        return next(_ill_graded(facts, book), None) or asked.resolve(facts, dice, book)

    return replace(asked, resolve=answer)


def _ill_graded(facts: Any, book: RuleBook) -> Iterator[Refusal]:
    for storm, grades in GRADE_OF.items():
        if getattr(facts, storm, False) and any(getattr(facts, grade, None) is Quality.RAW for grade in grades):
            yield Refusal(
                "FF-QUA-07", "Every storm battalion is Veteran, and these are told to be Raw", "leave one out"
            )
    limits = book.table(LIMITS)
    veteran_tank = isinstance(facts, OrderFacts) and (facts.unit_class, facts.quality) == VETERAN_TANK
    # Before there are tanks the question itself says so.
    if veteran_tank and limits.has("british_tanks.veteran"):
        limit = limits.word("british_tanks.veteran")
        yield Refusal(limit.clause, "No tanks are Veteran", "choose Raw, or Experienced from mid 1917 on")
    for one in fields(facts):
        told = getattr(facts, one.name)
        for part in told if isinstance(told, tuple) else (told,):
            if is_dataclass(part):
                yield from _ill_graded(part, book)
