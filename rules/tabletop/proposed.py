"""One fact that the map proposes: its name in the chapter's facts, its value, and where it comes from."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from rules.kernel.measure import read_off
from rules.kernel.values import dataclass


class Confidence(StrEnum):
    """How sure a proposal is: by where everything stands, or by where something was seen last."""

    EXACT = "exact"
    LAST_KNOWN = "last_known"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A fact as the map has it. `whence` says in the words of the table how it was come by."""

    fact: str
    value: Any
    whence: str
    confidence: Confidence = Confidence.EXACT


Survey = tuple[Proposed, ...]
"""What the map proposes for one question; what it cannot tell is not in it."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What the map proposes of one stand among several, such as those in an area."""

    stand: str
    facts: Survey


def values(survey: Iterable[Proposed]) -> dict[str, Any]:
    """The proposed values by their facts, as a chapter's facts take them."""
    return {one.fact: one.value for one in survey}


def told(survey: Iterable[Proposed], fact: str) -> Proposed | None:
    """What is proposed for one fact; None where nothing is."""
    return next((one for one in survey if one.fact == fact), None)


def in_cm(millimetres: float) -> float:
    """Millimetres as centimetres with one decimal, as the chapters take them; read as on a tape."""
    return read_off(millimetres) / 10
