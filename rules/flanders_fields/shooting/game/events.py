"""What fire at stands has done."""

from rules.flanders_fields.game.outcomes import Reasons, StandChange
from rules.flanders_fields.vocabulary import Cover, FireResult
from rules.kernel.dice import Throw
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class ShotFired:
    """One target's part of a fire action: the dice, what each did, and why."""

    firer: str
    target: str
    range_cm: float
    cover: Cover
    place: int
    dice: tuple[Throw, ...]
    results: tuple[FireResult, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class Fired:
    """A unit spent a fire action; `changes` is what every stand touched is afterwards.

    `fired_on` names the battalions (by house rule the companies) that were under fire, `companies` the companies that
    were suppressed as a whole. `on_the_move`: at the end of a move, without an action of its own.
    """

    unit: str
    shots: tuple[ShotFired, ...]
    changes: tuple[StandChange, ...]
    fired_on: tuple[str, ...]
    mad_minute: bool
    reasons: Reasons
    companies: tuple[str, ...] = ()
    on_the_move: bool = False
