"""The field of a seat as long as nothing happens: every question between two deeds is about the same places."""

from typing import Final, NamedTuple
from weakref import ref

from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.survey.field import Field
from rules.flanders_fields.game.survey.from_state import field_of
from rules.kernel.seats import Role


class _Kept(NamedTuple):
    """The fields of one state, which is changed in place, and the number of the newest event that each was made at."""

    state: ref[GameState]
    fields: dict[Role, tuple[int, Field]]


_KEPT: Final[dict[int, _Kept]] = {}


def field_now(state: GameState, role: Role) -> Field | None:
    """The field as a role may know it, without stands that have moved since they were placed; None without a table."""
    if state.ground.laid is None:
        return None
    key = id(state)
    kept = _KEPT.get(key)
    if kept is None or kept.state() is not state:
        kept = _KEPT[key] = _Kept(ref(state, lambda _: _KEPT.pop(key, None)), {})
    seq, before = kept.fields.get(role, (-1, None))
    if before is not None and seq == state.seq:
        return before
    made = field_of(state, role, state.book())
    now = made.as_placed if made else None
    if now is not None:
        # Most events move nobody: what was measured before them holds, of all stands or of those they leave alone.
        still = before if before is not None and before == now else now.taking_over(before) if before else now
        kept.fields[role] = (state.seq, still)
        return still
    return None
