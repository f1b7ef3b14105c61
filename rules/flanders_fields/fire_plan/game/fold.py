"""Folding sealed plans into the state. No rule in it."""

from dataclasses import replace
from typing import Any

from rules.flanders_fields.fire_plan.game.events import PlanFixed, PlanOffered, PlanPiecesShown, PlanSealed
from rules.flanders_fields.fire_plan.game.state import SealedPlan, UnsealedPlan
from rules.flanders_fields.fire_plan.game.written import PlanInPlay
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side


def fixed(state: GameState, event: PlanFixed) -> None:
    """The fingerprint of a plan is known."""
    state.sealed = (*state.sealed, SealedPlan(event.side, event.fingerprint, event.about, event.allowed))


def plan_sealed(state: GameState, event: PlanSealed) -> None:
    """From now on the game plays what its side has written, in place of what the scenario had planned for it."""
    _change(state, event.side, written=event.written, secret=event.secret)
    own = {unit.id for unit in state.units.values() if unit.side is event.side}
    state.plan = event.played.beside(state.plan, own)
    _arm(state, event.played)


def _arm(state: GameState, played: PlanInPlay) -> None:
    gas = (one for one in state.gas.planned if one.side is not played.side)
    missions = (one for one in state.air.missions if one.side is not played.side)
    state.gas = replace(state.gas, planned=(*gas, *played.gas))
    state.air = replace(state.air, missions=(*missions, *played.missions))


def plan_shown(state: GameState, event: PlanPiecesShown) -> None:
    """Pieces of it are everybody's now."""
    one = next(one for one in state.sealed if one.side is event.side)
    _change(state, event.side, shown=(*one.shown, *event.pieces))


def _change(state: GameState, side: Side, **fields: Any) -> None:
    state.sealed = tuple(replace(one, **fields) if one.side is side else one for one in state.sealed)


def no_longer_offered(state: GameState, _event: object) -> None:
    """The question about a plan is answered, or asked no more: it is offered to nobody."""
    state.offered = None


def offered(state: GameState, event: PlanOffered) -> None:
    """A plan waits for the other side's word."""
    state.offered = UnsealedPlan(event.side, event.written, event.secret, event.played)
