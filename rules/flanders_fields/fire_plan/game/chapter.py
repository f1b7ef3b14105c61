"""Fire plans as a chapter of the game: sealed before it, shown piece by piece, and set right where need be."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.flanders_fields.fire_plan.game import fold
from rules.flanders_fields.fire_plan.game.commands import SealPlan
from rules.flanders_fields.fire_plan.game.events import PlanFixed, PlanOffered, PlanPiecesShown, PlanSealed
from rules.flanders_fields.fire_plan.game.judge import ASKS, agreed, before_this, judge
from rules.flanders_fields.fire_plan.game.record import corrected_plan, kept_of_plan, planned_thing
from rules.flanders_fields.fire_plan.game.showing import shown_by
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import BeginsTurn, PutsOnMap
from rules.kernel.chapters import Corrections, always, late
from rules.kernel.deeds import Costs
from rules.kernel.record_kinds import Corrected
from rules.kernel.seats import Audience


def _named(state: GameState) -> Sequence[str]:
    fires, works = (line.id for line in state.plan.fires), (work.id for work in state.plan.works)
    return (*fires, *works)


def _owner(state: GameState, of: str) -> str:
    line = state.plan.line(of)
    return line.side.value if line else ""


def _secret(state: GameState, event: Corrected) -> str:
    return _owner(state, event.of)


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_plan(table.state, of, table.actor.role),
    fold=lambda state, event: corrected_plan(state, event.of, event.after),
    costs={"done": Costs.MORE},
    named=_named,
    owner=_owner,
    secret=_secret,
    thing=planned_thing,
)


def _its_side(_state: GameState, event: PlanOffered | PlanSealed) -> Audience:
    return Audience(event.side.value)


def _agreed(table: JudgedTable, values: Mapping[str, object]) -> Judgement | None:
    return agreed(table, values) if values["kind"] == ASKS else None


FIRE_PLAN: Final[BookChapter] = BookChapter(
    key="fire_plan",
    events=(
        Happening(kind="plan_fixed", made=PlanFixed, fold=fold.fixed),
        Happening(kind="plan_offered", made=PlanOffered, fold=fold.offered, is_deed=False, heard=_its_side),
        Happening(kind="plan_sealed", made=PlanSealed, fold=fold.plan_sealed, heard=_its_side),
        Happening(kind="plan_shown", made=PlanPiecesShown, fold=fold.plan_shown, tells=always),
    ),
    folds_after=dict.fromkeys(("consent_answered", "consent_withdrawn", "taken_back"), fold.no_longer_offered),
    told=late("rules.flanders_fields.fire_plan.game.words", "TOLD"),
    commands={
        "seal_plan": SealPlan,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(BeginsTurn, PutsOnMap),
    waits_at=10,
    corrections=_CORRECTIONS,
    agreed=_agreed,
    follows=shown_by,
    deeds=late("rules.flanders_fields.fire_plan.game.deeds", "SEALING_DEEDS"),
    views={
        "sealed_plans": late("rules.flanders_fields.fire_plan.game.view", "sealed_views"),
        "plan_today": late("rules.flanders_fields.fire_plan.game.view", "plan_today"),
    },
    lies=late("rules.flanders_fields.fire_plan.game.lying", "LIES"),
)
