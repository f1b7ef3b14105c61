"""Sealed fire plans as a chapter of the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.fire_plan.game import fold
from rules.flanders_fields.fire_plan.game.commands import SealPlan
from rules.flanders_fields.fire_plan.game.events import PlanFixed, PlanOffered, PlanPiecesShown, PlanSealed
from rules.flanders_fields.fire_plan.game.judge import ASKS, agreed, before_this, judge
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, always
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.kernel.chapters import Telling
from rules.kernel.play import Audience
from rules.kernel.stage import Deed


def _its_side(_state: GameState, event: PlanOffered | PlanSealed) -> Audience:
    return Audience(event.side.value)


def _agreed(table: JudgedTable, values: Mapping[str, object]) -> Judgement | None:
    return agreed(table, values) if values["kind"] == ASKS else None


def _told() -> Telling[GameState]:
    from rules.flanders_fields.fire_plan.game.words import name_of_sealing, says_sealing

    return Telling(says_sealing, name_of_sealing)


def _deeds() -> Sequence[Deed[Any]]:
    from rules.flanders_fields.fire_plan.game.deeds import SEALING_DEEDS

    return SEALING_DEEDS


def _views() -> Mapping[str, Callable[..., Any]]:
    from rules.flanders_fields.fire_plan.game.view import plan_today, sealed_views

    return {"sealed_plans": lambda state, role, _book: sealed_views(state, role), "plan_today": plan_today}


SEALING: Final[BookChapter] = BookChapter(
    key="sealing",
    events=(
        Happening(kind="plan_fixed", made=PlanFixed, fold=fold.fixed),
        Happening(kind="plan_offered", made=PlanOffered, fold=fold.offered, is_deed=False, heard=_its_side),
        Happening(kind="plan_sealed", made=PlanSealed, fold=fold.plan_sealed, heard=_its_side),
        Happening(kind="plan_shown", made=PlanPiecesShown, fold=fold.plan_shown, tells=always),
    ),
    told=_told,
    commands={
        "seal_plan": SealPlan,
    },
    judge=judge,
    waits=before_this,
    waits_at=10,
    agreed=_agreed,
    deeds=_deeds,
    views=_views,
)
