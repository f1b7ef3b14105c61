"""Facts that several chapters and a game ask for alike."""

from typing import Final

from rules.earth_1418.vocabulary import Speed
from rules.kernel.facts import fact
from rules.kernel.values import dataclass

MOST_TYPED: Final = 20
MOST_BASES: Final = 20
MOST_DICE: Final = 60
LONGEST_CM: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValues:
    """What the players say of a type that the chart has no row for (G-24). Nothing said: it is asked for."""

    speed: Speed | None = fact("how fast it is", default=None)
    melee: int | None = fact("its Arming in melee", default=None, least=0, most=MOST_TYPED)
    shooting: int | None = fact("its Arming in shooting", default=None, least=0, most=MOST_TYPED)
    bonus: int = fact("the bonus (+n) of one of its dice in shooting", default=0, least=0, most=MOST_TYPED)
    resilience: int | None = fact("its Resilience", default=None, least=0, most=MOST_TYPED)
    range_cm: float | None = fact("its range; none: infinite", unit="cm", default=None, least=0, most=LONGEST_CM)


NOTHING_TYPED: Final = TypedValues()
