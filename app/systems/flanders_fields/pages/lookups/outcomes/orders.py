"""What the answers about a battalion's orders, its tests and national rules are called on the card."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.pages.lookups.outcomes.outcome import actions
from app.systems.flanders_fields.words import words


def earned(value: Sequence[int]) -> Outcome:
    """The actions all companies of a battalion earn together."""
    together = sum(value)
    if len(value) == 1 or not together:
        return actions(together)
    return Outcome("some", "action in all" if together == 1 else "actions in all", str(together))


def tests_due(value: Sequence[str]) -> Outcome:
    """Which morale tests a battalion owes."""
    if not value:
        return Outcome("good", "no test")
    return Outcome("suppressed", f"must test, {' and '.join(words(one).lower() for one in value)} lost")


def uses_left(value: int | None) -> Outcome:
    """Leave to use a national rule, and what is left of it afterwards."""
    if value is None:
        return Outcome("good", "may be used, without limit")
    return Outcome("good", f"may be used, {counted(value, 'use')} left" if value else "may be used, for the last time")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    earned,
    tests_due,
    uses_left,
)
