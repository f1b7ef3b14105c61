"""Sealed plans as every seat may know them: the fingerprint, what has fallen with its proof; the whole to its side."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.differences import called
from rules.flanders_fields.fire_plan.document import canonical
from rules.flanders_fields.fire_plan.game.events import PlanFixed, PlanPiecesShown, PlanSealed
from rules.flanders_fields.fire_plan.game.state import SealedPlan
from rules.flanders_fields.fire_plan.sealed import is_as_sealed
from rules.flanders_fields.fire_plan.timetable import timetable
from rules.flanders_fields.fire_plan.written import PlanLine, SosLine, WeaponLine, WrittenPlan
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows
from rules.kernel.plain import plain
from rules.kernel.play import Recorded
from rules.kernel.sealing import SealOpening, proves
from rules.kernel.seats import Role


def sealed_views(state: GameState, role: Role, _book: RuleBook | None = None) -> list[dict[str, Any]]:
    """Every sealed plan: to its own side and the referee whole, to everybody else what has fallen of it."""
    return [_view(one, whole=knows(role, one.side), with_secret=False) for one in state.sealed]


def plan_today(state: GameState, role: Role, book: RuleBook) -> dict[str, Any] | None:
    """What the sealed plan of the side in turn brings in this turn, with its notes, for that side and the referee.

    None for everybody else, between turns, and where nothing is sealed.
    """
    turn = state.turn
    one = next((one for one in state.sealed if one.side is turn.side), None)
    if one is None or one.written is None or not turn.running or not knows(role, turn.side):
        return None
    plan = one.written
    acts = {act.line: act for act in timetable(plan, book) if act.turn == turn.number}
    lines = [line for line in plan.lines() if line.id in acts]
    standing: tuple[WeaponLine | SosLine, ...] = (*plan.weapons, *plan.sos_points)
    return {
        "turn": turn.number,
        "lines": [_noted(line, plan) for line in lines],
        "beside": [_noted(line, plan) for line in standing if line.note],
        "notes": plan.notes,
    }


def _noted(line: PlanLine, plan: WrittenPlan) -> dict[str, str]:
    return {"says": called(line, plan), "note": line.note}


def all_shown(state: GameState) -> list[dict[str, Any]]:
    """Every sealed plan, whole and with the secret of its salts: only for a game that is over."""
    return [_view(one, whole=True, with_secret=True) for one in state.sealed]


def _view(one: SealedPlan, whole: bool, with_secret: bool) -> dict[str, Any]:
    return {
        "side": one.side.value,
        "fingerprint": one.fingerprint,
        "about": one.about,
        "allowed": one.allowed,
        "shown": [plain(piece) | {"proved": _proved(piece, one.fingerprint, one.about)} for piece in one.shown],
        "document": _document(one) if whole else None,
        "secret": one.secret if with_secret else "",
        "proved": _whole_proved(one) if with_secret else None,
    }


def _document(one: SealedPlan) -> dict[str, Any] | None:
    told: dict[str, Any] | None = json.loads(_text(one.written)) if one.written else None
    return told


@lru_cache(maxsize=64)
def _text(written: WrittenPlan) -> bytes:
    # Views are made anew with every change, and what is sealed never changes.
    return canonical(written)


@lru_cache(maxsize=1024)
def _proved(piece: SealOpening, sealed: str, about: str) -> bool:
    # As above.
    return proves(piece, sealed, about)


def _whole_proved(one: SealedPlan) -> bool:
    return one.written is not None and is_as_sealed(one.written, bytes.fromhex(one.secret), one.fingerprint, one.about)


def unproved(log: Iterable[Recorded[Any]], game: str) -> Iterator[str]:
    """What of a whole log does not hold against its fingerprints; `game`: what the log's game is called."""
    fixed: dict[str, PlanFixed] = {}
    for recorded in log:
        match recorded.event:
            case PlanFixed(side=side) as event:
                fixed[side] = event
                if event.about != game:
                    yield f"event {recorded.seq}: the fire plan of the {side} was sealed for another game"
            case PlanSealed(side=side, written=written, secret=secret):
                told = fixed.get(side)
                if told is None or not is_as_sealed(written, bytes.fromhex(secret), told.fingerprint, told.about):
                    yield f"event {recorded.seq}: the fire plan of the {side} is not the one that was sealed"
            case PlanPiecesShown(side=side, pieces=shown):
                told = fixed.get(side)
                for one in shown:
                    if told is None or not proves(one, told.fingerprint, told.about):
                        yield f"event {recorded.seq}: {one.name} of the {side} does not stand in the sealed fire plan"
