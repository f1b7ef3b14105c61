"""Whom a unit must shoot at, as far as what has been measured from it tells (FF-TGT)."""

from rules.flanders_fields.game.models import quality_of, target_kind
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.shooting.game.shots import marksmen, priority_firer
from rules.flanders_fields.shooting.target_priority import Enemies, Enemy, TargetChoice, choose_target, may_pass_over
from rules.flanders_fields.vocabulary import Cover
from rules.kernel.explain import Explained, Refusal
from rules.kernel.values import dataclass


@dataclass(frozen=True, slots=True)
class MeasuredTarget:
    """An enemy stand that was shot at: it lies in the arc and is seen, so many cm away."""

    stand: str
    range_cm: float
    cover: Cover


def bound_to(state: GameState, unit: Unit) -> Refusal | None:
    """Whom the unit must shoot at, in words with the clause; None where its choice is free (FF-TGT-01, FF-TGT-02)."""
    return may_pass_over(priority_firer(unit), state.book())


def choose_among(
    state: GameState, unit: Unit, measured: tuple[MeasuredTarget, ...]
) -> Explained[TargetChoice] | Refusal:
    """Which of the stands measured come first. Of stands that nobody has measured it says nothing.

    Guns count as firing at a point, not over open sights, as in `bound_to`. Refuses where none could be hit or hurt.
    """
    asked = Enemies(
        firer=priority_firer(unit),
        enemies=tuple(_enemy(state, one) for one in measured),
        firer_quality=quality_of(state, unit),
        long_range_marksmanship=marksmen(state, unit, state.book()),
    )
    return choose_target(asked, state.book())


def _enemy(state: GameState, one: MeasuredTarget) -> Enemy:
    is_command = not state.stands[one.stand].unit
    return Enemy(
        name=one.stand,
        distance_cm=one.range_cm,
        cover=one.cover,
        target=target_kind(state, one.stand),
        target_is_command=is_command,
    )
