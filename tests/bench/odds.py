"""P11: the exact odds of a fire action's losses, by this project and by icepool, which must agree to the last fraction.

Both get what each face of a stand's die brings; both add the losses up over companies of one to four stands a kind.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import icepool

from rules.kernel.explanations import Explained
from rules.kernel.odds import odds_of, tally
from tests.bench.rounds import medians, took

Loss = tuple[int, int]

ROUNDS: Final = 9
TIMES: Final = 10
# (killed, suppressed) by each face, 1 first: rifles at soft cover, rifles at hard cover, a machine gun at the open.
STANDS: Final[Sequence[Sequence[Loss]]] = (
    ((0, 0), (0, 0), (0, 0), (0, 1), (0, 1), (1, 0)),
    ((0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 1)),
    ((0, 0), (0, 0), (0, 1), (0, 1), (1, 0), (1, 0)),
)
OF_EACH: Final = (1, 2, 3, 4)


def measure() -> Sequence[float]:
    """icepool's time to ours."""
    for of_each in OF_EACH:
        assert ours(of_each) == theirs(of_each), f"the odds of {of_each} stands of each kind differ"
    found = medians({"ours": _timed(ours), "icepool": _timed(theirs)}, ROUNDS)
    return (found["icepool"] / found["ours"],)


def ours(of_each: int) -> Mapping[Loss, Fraction]:
    """The chance of each (killed, suppressed), by the kernel."""
    kinds = [odds_of(lambda die, faces=faces: Explained(faces[die.pips - 1], None, ())) for faces in STANDS]
    return tally([one for one in kinds for _ in range(of_each)], lambda loss: loss, _add, (0, 0)).chances


def theirs(of_each: int) -> Mapping[Loss, Fraction]:
    """The same by icepool, in the way it is quickest: equal dice are rolled together."""
    total = sum(
        (of_each @ icepool.Die([icepool.Vector(loss) for loss in faces]) for faces in STANDS[1:]),
        start=(of_each @ icepool.Die([icepool.Vector(loss) for loss in STANDS[0]])),
    )
    return {tuple(loss): total.probability(loss) for loss in total.outcomes()}


def _add(one: Loss, other: Loss) -> Loss:
    return one[0] + other[0], one[1] + other[1]


def _timed(odds: Callable[[int], object]) -> Callable[[], float]:
    return lambda: took(lambda: [odds(of_each) for of_each in OF_EACH for _ in range(TIMES)])
