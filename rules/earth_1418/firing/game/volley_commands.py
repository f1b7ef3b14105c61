"""What a seat asks for of dice thrown again and of hits. The kinds and fields are stored for ever."""

from rules.kernel.dice import Throw
from rules.kernel.facts import fact
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowAgain:
    """Throw again the dice that have to be (BE-VEH-02, BE-ART-10)."""

    unit: str = fact("whose dice")
    target: str = fact("at whom they were thrown")
    dice: tuple[Throw, ...] = fact("the dice thrown again, in their order")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceHits:
    """Choose which bases take the hits, as the aggressor may (BE-INJ-08, BE-INJ-09)."""

    unit: str = fact("who hit")
    target: str = fact("who is hit")
    bases: tuple[str, ...] = fact("the bases that take them")
