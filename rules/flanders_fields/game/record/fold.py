"""Folding what players do to the record into the state."""

from collections.abc import Sequence
from typing import Any

from rules.flanders_fields.game.changing import (
    changed,
    let_the_fallen_go,
    settle_due,
)
from rules.flanders_fields.game.faces import FACE_VALUES, mark_all_faces, mark_face
from rules.flanders_fields.game.registry import chapters
from rules.flanders_fields.game.state import (
    GameState,
)
from rules.flanders_fields.vocabulary import Carriage, DueKind
from rules.kernel.record_kinds import Corrected


def corrected(state: GameState, event: Corrected) -> None:
    """A value is what stands on the table."""
    if any(one.fold(state, event) for one in chapters().corrections):
        return
    if event.of in state.stands and event.what in ("levels", "alive", "on_wire"):
        state.stands[event.of] = changed(state.stands[event.of], **_field(event.what, event.after))
        mark_all_faces(state, event.of)
    elif event.what in FACE_VALUES:
        mark_face(state, event.of, event.what, int(event.after))
    elif event.of in state.units and event.what == "carriage":
        state.units[event.of] = changed(state.units[event.of], carriage=Carriage(str(event.after)))
    elif event.of in state.orders and event.what == "actions":
        orders = state.orders[event.of]
        state.orders[event.of] = orders._replace(earned=len(orders.spent) + int(event.after), done=False)
    elif event.of in state.regiments:
        state.regiments[event.of] = changed(state.regiments[event.of], **_field(event.what, event.after))
    else:
        state.battalions[event.of] = changed(state.battalions[event.of], **_field(event.what, event.after))
        if event.what == "on_table":
            settle_due(state, DueKind.REINFORCEMENT, event.of)
    let_the_fallen_go(state)


def _field(name: str, value: object) -> dict[str, Any]:
    return {name: value}


def set_right(state: GameState, event: Corrected) -> Sequence[str]:
    """The stands of which nothing told holds any more."""
    return state.units[event.of].stands if event.of in state.units else (event.of,)
