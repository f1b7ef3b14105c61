"""What the map had proposed beside what was used, fact by fact."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from rules.flanders_fields.game.outcomes import Asked, FromMap, MapValue
from rules.tabletop.proposed import Confidence, Proposed

RENAMED: Final = {"target_armour_in_cover": "armour_in_cover"}
"""Facts that commands call otherwise."""


def said_by(command: object) -> dict[str, Any]:
    """What a command says, by the names of its facts."""
    return {one.name: getattr(command, one.name) for one in fields(command)}  # type: ignore[arg-type]


def beside(found: Iterable[Proposed], used: Mapping[str, Any], of: str = "") -> Asked:
    """What was proposed beside what was used; a fact that the command does not know is left out."""
    for one in found:
        name = RENAMED.get(one.fact, one.fact)
        if name in used:
            exact = one.confidence is Confidence.EXACT
            yield FromMap(name, _plain(one.value), _plain(used[name]), one.whence, of, exact)


def _plain(value: Any) -> MapValue:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool | str) or value is None:
        return value
    return float(value)
