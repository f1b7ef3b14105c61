"""What the answers about actions, commanders, fresh troops and horses are called on the card."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.lookups.words import counted
from app.pages.lookups.laid_out.tool import Outcome
from app.systems.flanders_fields.words import words


def left_to_spend(value: int) -> Outcome:
    """What is left after an action that may be spent."""
    return Outcome("good", f"it may, {counted(value, 'action') if value else 'none'} left after it")


def replaced(value: Mapping[str, Any]) -> Outcome:
    """When a dead commander is replaced, and where the new one stands."""
    if value["appears"] == "never":
        return Outcome("none", "nobody replaces him")
    when = "at once" if value["appears"] == "at_once" else "next turn"
    where = "in place of a rifle platoon" if value["platoon_lost"] else f"touching a {words(value['beside']).lower()}"
    return Outcome("some", f"{when}, {where}")


def rides(value: str) -> Outcome:
    """As what cavalry counts."""
    return Outcome("good", f"counts as {words(value).lower()}")


OUTCOMES: Final[tuple[Callable[[Any], Outcome], ...]] = (
    left_to_spend,
    replaced,
    rides,
)
