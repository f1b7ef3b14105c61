"""The bombardments of the plan as a chapter of the game."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.game.bombard import fold, throws
from rules.flanders_fields.artillery.game.bombard.commands import BombardWork, FireByPlan, StrikeFromPlan
from rules.flanders_fields.artillery.game.bombard.due import NEEDS, fires_due, works_due
from rules.flanders_fields.artillery.game.bombard.events import FiredByPlan, PointShifted, StruckFromPlan, WorkBombarded
from rules.flanders_fields.artillery.game.bombard.judge import before_this, judge
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Became, Happening, ThrownFor
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace
from rules.flanders_fields.game.remembering import covers_of_hits
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows
from rules.flanders_fields.game.waiting import LeavesStep
from rules.kernel.chapters import always, late
from rules.kernel.seats import Audience, Role


def _shifter(state: GameState, event: PointShifted) -> Audience | None:
    point = state.guns.point_of(event.unit)
    return None if point and point.is_open else _planner(state, event)


def _planner(state: GameState, event: PointShifted | StruckFromPlan) -> Audience | None:
    return Audience(state.units[event.unit].side.value) if state.plan.shifts(event.line) else None


def _struck_openly(state: GameState, event: StruckFromPlan) -> bool:
    return _planner(state, event) is None


def _came_to_nothing(_state: GameState, event: StruckFromPlan) -> Iterator[Became]:
    yield event.line, f"did not, {event.because[:1].lower()}{event.because[1:]}"


def _busy(state: GameState, _place: StepPlace) -> bool:
    """Where a plan shifts points, in every turn: a step in which nothing is seen to fall would tell of the shift."""
    shifts = any(line.shift for line in state.plan.fires)
    return shifts or bool(fires_due(state, state.book()) or works_due(state, state.book()))


def _taken_up(state: GameState, event: PointShifted, role: Role) -> str:
    """A shift is seen, not whereto."""
    if knows(role, state.units[event.unit].side):
        return ""
    from rules.flanders_fields.artillery.game.bombard.words import says_point_taken_up

    return says_point_taken_up(state, event.unit)


BOMBARD: Final[BookChapter] = BookChapter(
    key="bombard",
    steps={NEEDS: StepOfChapter(_busy, "none in the plan", planned=True)},
    events=(
        Happening(
            kind="fired_by_plan",
            made=FiredByPlan,
            fold=fold.fired,
            tells=always,
            became=lambda _state, event: [(event.line, "fired")],
        ),
        Happening(
            kind="point_shifted",
            made=PointShifted,
            fold=fold.shifted,
            heard=_shifter,
            told_to=_taken_up,
            became=lambda _state, event: [(event.line, "laid its point there")],
        ),
        Happening(
            kind="struck_from_plan",
            made=StruckFromPlan,
            fold=fold.struck,
            tells=_struck_openly,
            heard=_planner,
            became=_came_to_nothing,
        ),
        Happening(
            kind="work_bombarded",
            made=WorkBombarded,
            fold=fold.bombarded,
            dice=throws.work_throws,
            roll=ThrownFor.SHELLS,
            whose=throws.of_work,
            tells=always,
            covers=covers_of_hits,
            became=lambda _state, event: [(event.work, "fell")],
        ),
    ),
    folds_before={"game_created": fold.game_created},
    folds_after={"plan_sealed": fold.plan_sealed},
    told=late("rules.flanders_fields.artillery.game.bombard.words", "TOLD"),
    commands={
        "fire_by_plan": FireByPlan,
        "strike_from_plan": StrikeFromPlan,
        "bombard_work": BombardWork,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=9,
    deeds=late("rules.flanders_fields.artillery.game.bombard.deeds", "BOMBARD_DEEDS"),
    views={"bombard": late("rules.flanders_fields.artillery.game.bombard.view", "bombard_view")},
    lies=late("rules.flanders_fields.artillery.game.bombard.lying", "LIES"),
)
