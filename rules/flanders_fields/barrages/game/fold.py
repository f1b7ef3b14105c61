"""Folding the rolling barrage into the state. No rule in it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.flanders_fields.barrages.game.events import (
    BarrageAdvanced,
    BarrageFell,
    BarrageLifted,
    BarrageRisked,
    BarrageRolled,
    BarrageTurnsRolled,
    How,
)
from rules.flanders_fields.barrages.game.state import Barrage, BarragePiece
from rules.flanders_fields.game.changing import change_stands, under_fire
from rules.flanders_fields.game.planned import FirePlan
from rules.flanders_fields.game.remembering import OfStand, of_map
from rules.flanders_fields.game.state import GameState


def planned(plan: FirePlan) -> dict[str, Barrage]:
    """The barrages of a plan, none of them laid yet."""
    return {one.id: Barrage(one.id, one.turns) for one in plan.barrages}


def _change(state: GameState, barrage: str, **fields: Any) -> None:
    state.barrages[barrage] = replace(state.barrages[barrage], **fields)


def new_player_turn(state: GameState, _event: object) -> None:
    """Who has moved into a band counts for one player turn."""
    for name, one in state.barrages.items():
        if one.entered or one.risks:
            _change(state, name, entered=(), risks=())


def turns_rolled(state: GameState, event: BarrageTurnsRolled) -> None:
    """How long it lasts is known."""
    _change(state, event.barrage, turns=event.turns)


def advanced(state: GameState, event: BarrageAdvanced) -> None:
    """The band lies anew, and the stands under it are to be rolled for."""
    halted = event.turn if event.halted else state.barrages[event.barrage].halted
    _change(state, event.barrage, turn=event.turn, pieces=event.pieces, rolling=True, rolled=(), halted=halted)


def barrage_lifted(state: GameState, event: BarrageLifted) -> None:
    """The band is gone."""
    _change(state, event.barrage, turn=event.turn, pieces=(), lifted=True, rolling=False, at_risk=None)


def fell(state: GameState, event: BarrageFell) -> None:
    """Stands have had their dice."""
    change_stands(state, event.changes)
    under_fire(state, event.fired_on, event.companies)
    one, names = state.barrages[event.barrage], tuple(hit.stand for hit in event.struck)
    match event.how:
        case How.SWEPT:
            _change(state, event.barrage, rolled=(*one.rolled, *names))
        case How.MOVED_IN:
            _change(state, event.barrage, entered=(*one.entered, *names))
        case How.TOO_CLOSE:
            _change(state, event.barrage, at_risk=None)


def barrage_rolled(state: GameState, event: BarrageRolled) -> None:
    """Nobody under it is left to roll."""
    _change(state, event.barrage, rolling=False)


def risked(state: GameState, event: BarrageRisked) -> None:
    """A stand has taken its risk."""
    one = state.barrages[event.barrage]
    _change(state, event.barrage, risks=(*one.risks, event.stand), at_risk=event.at_risk)


def corrected(state: GameState, of: str, what: str, before: object, after: object) -> None:
    """A barrage was set to what lies on the table."""
    one = state.barrages[of]
    if what == "rear_cm":
        by = int(str(after)) - int(str(before))
        _change(state, of, shift_cm=one.shift_cm + by, pieces=tuple(_put_on(piece, by) for piece in one.pieces))
    elif what == "lies":
        _change(state, of, pieces=(), lifted=True, rolling=False, at_risk=None)
    else:
        _change(state, of, turns=int(str(after)))


def _put_on(piece: BarragePiece, by_cm: int) -> BarragePiece:
    moved = {name: getattr(piece, name) + by_cm for name in ("rear_cm", "front_cm", "swept_from_cm", "swept_to_cm")}
    return replace(piece, **moved)


def covers_told(event: BarrageFell) -> Iterator[OfStand]:
    """The cover of those that it struck."""
    return ((one.stand, event.cover) for one in event.struck if not of_map(event.reasons.map, "cover", one.stand))


def game_created(state: GameState, event: Any) -> None:
    """The barrages of the plans wait to be laid."""
    state.barrages = planned(event.plan)


def plan_sealed(state: GameState, event: Any) -> None:
    """The barrages of a side are those of the plan that it has sealed, and no others."""
    others = {one.id for one in state.plan.barrages if one.side is not event.side}
    kept = {name: one for name, one in state.barrages.items() if name in others}
    state.barrages = kept | planned(event.played.fires)


def is_first_laid(state: GameState, event: BarrageAdvanced) -> bool:
    """A barrage tells as it is laid, not as it moves."""
    return not state.barrages[event.barrage].turn
