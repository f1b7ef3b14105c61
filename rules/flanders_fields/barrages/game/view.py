"""Rolling barrages as a seat may know them: the band that lies on the table for all, its plan for its own side."""

from typing import Any

from rules.flanders_fields.barrages.game.due import NEEDS, barrages_of, knows_of_barrage
from rules.flanders_fields.barrages.game.events import (
    BarrageAdvanced,
    BarrageEvent,
    BarrageFell,
    BarrageLifted,
    BarrageRisked,
    BarrageTurnsRolled,
)
from rules.flanders_fields.barrages.game.moving import comes_to
from rules.flanders_fields.barrages.game.state import Barrage
from rules.flanders_fields.barrages.game.throws import turns_key
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.planned import PlannedBarrage
from rules.flanders_fields.game.progress import present
from rules.flanders_fields.game.state import GameState
from rules.kernel.explain import Step
from rules.kernel.kept import lying
from rules.kernel.plain import plain
from rules.kernel.seats import Role


def barrage_views(state: GameState, role: Role, book: RuleBook) -> list[dict[str, Any]]:
    """Every barrage that a role may know of; how it goes on is told to its own side only (FF-PLN-01)."""
    return [_barrage(state, plan, role, book) for plan in state.plan.barrages if _shown(state, plan, role)]


def _shown(state: GameState, plan: PlannedBarrage, role: Role) -> bool:
    return knows_of_barrage(state, plan.id, role)


def _barrage(state: GameState, plan: PlannedBarrage, role: Role, book: RuleBook) -> dict[str, Any]:
    one = state.barrages[plan.id]
    knows = role in (Role.REFEREE, Role(plan.side.value))
    return {
        "id": plan.id,
        "name": plan.name,
        "side": plan.side.value,
        "lies": one.lies,
        "lifted": one.lifted,
        "pieces": plain(one.pieces),
        "rolling": one.rolling,
        "rolled": list(one.rolled),
        "to_do": _to_do(state, plan, one, book),
        "at_risk": _at_risk(state, one),
        "halted": one.halted is not None,
        "plan": _schedule(plan, one, state, book) if knows else None,
    }


def _to_do(state: GameState, plan: PlannedBarrage, one: Barrage, book: RuleBook) -> str:
    """What its side does with it now: turns, advance, roll; nothing where it waits."""
    here = present(state, book) if state.turn.running else None
    mine = (plan, one) in barrages_of(state, state.turn.side, book)
    if here is None or here.step.needs != NEEDS or not mine:
        return ""
    if not one.turns:
        return "turns"
    return "advance" if one.turn < state.turn.number else "roll" if one.rolling else ""


def _at_risk(state: GameState, one: Barrage) -> dict[str, Any] | None:
    if one.at_risk is None:
        return None
    stand = state.stands[one.at_risk.stand]
    return {"stand": stand.id, "side": stand.side.value, "cover": one.at_risk.cover.value}


def _schedule(plan: PlannedBarrage, one: Barrage, state: GameState, book: RuleBook) -> dict[str, Any]:
    comes = comes_to(book, plan, one, state.turn.number) if one.turn < state.turn.number else None
    return {
        "start_cm": plan.start_cm + one.shift_cm,
        "speed_cm": plan.speed_cm,
        "turns": one.turns,
        "halts": list(plan.halts),
        "back": list(plan.back),
        "leads": list(plan.leads),
        "comes_to": plain(comes),
        "kept": plain(lying(state, turns_key(plan.id))),
    }


def barrage_card(event: BarrageEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons, for the card that stays in sight; None where nothing was."""
    match event:
        case BarrageTurnsRolled(die=die, turns=turns):
            told = {"dice": [plain(die)], "outcome": turns}
        case BarrageAdvanced(laid=laid, went_cm=went):
            told = {"outcome": "laid" if laid else "moved" if went else "halted"}
        case BarrageLifted():
            told = {"outcome": "lifted"}
        case BarrageFell(cover=cover, changes=changes):
            hits = {"shots": plain(event.struck), "cover": cover.value, "how": event.how.value}
            told = hits | {"changes": plain(changes)}
        case BarrageRisked(stand=stand, die=die, at_risk=at_risk):
            told = {"stand": stand, "dice": [plain(die)], "outcome": at_risk is not None}
            return told | _risk_reasons(event)
        case _:
            return None
    reasons: dict[str, Any] = plain(event.reasons)
    return told | reasons


def _risk_reasons(event: BarrageRisked) -> dict[str, Any]:
    """A risk that has come true is explained before the attack it leads to."""
    if event.at_risk is None:
        told: dict[str, Any] = plain(event.reasons)
        return told
    says = f"{event.die.pips} is not under its {event.distance_cm:g} cm: at risk"
    return {"total": None, "steps": [plain(Step("FF-BAR-23", says))], "considered": []}
