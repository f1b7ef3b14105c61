"""Facts that a rule is asked about: what each means, its unit and its range."""

from collections.abc import Callable
from dataclasses import MISSING, field, fields
from typing import Any

from rules.kernel.contradictions import Only
from rules.kernel.dated import Dated


def fact(
    says: str,
    *,
    default: Any = MISSING,
    factory: Callable[[], Any] | None = None,
    unit: str = "",
    least: float | None = None,
    most: float | None = None,
    example: Any = None,
    only: Only | tuple[Only, ...] = (),
    fewest: int = 0,
    called: str = "",
    longest: int = 0,
    dated: Dated | None = None,
    spot: str = "",
    mate: str = "",
) -> Any:
    """A field of a facts class: what it means in the words of the table, its unit, its range and an example.

    `only` is what it can be told of. Of a list, `fewest` is how many it has at least, and `called` names the fact by
    which answers tell its entries apart. `longest` is how many entries it has at most, of a text how many letters.
    `dated`: what it speaks of is not there at every date. `factory` makes its default where each needs one of its own.
    `spot`: half of a place on the table, counted from its corner (x, y) or from the own one (along, up); `mate`: the
    field of the other half, told with the first.
    """
    metadata = {"says": says, "unit": unit, "least": least, "most": most, "example": example}
    metadata |= {
        "only": (only,) if isinstance(only, Only) else only,
        "fewest": fewest,
        "called": called,
        "longest": longest,
        "dated": dated,
        "spot": spot,
        "mate": mate,
    }
    if factory is not None:
        return field(default_factory=factory, metadata=metadata)
    if default is MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


def limits(facts: type, name: str) -> tuple[Any, Any]:
    """The least and the most that may be said of a fact, in its unit; None where it has no such bound."""
    told = next(one.metadata for one in fields(facts) if one.name == name)
    return told["least"], told["most"]
