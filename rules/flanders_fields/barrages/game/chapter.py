"""Rolling barrages as a chapter of the game."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.barrages.game import fold, throws
from rules.flanders_fields.barrages.game.commands import (
    AdvanceBarrage,
    AllUnderBarrage,
    RiskBarrage,
    RollBarrageTurns,
    RollUnderBarrage,
    SufferBarrage,
)
from rules.flanders_fields.barrages.game.due import NEEDS, barrages_of
from rules.flanders_fields.barrages.game.events import (
    BarrageAdvanced,
    BarrageFell,
    BarrageLifted,
    BarrageRisked,
    BarrageRolled,
    BarrageTurnsRolled,
)
from rules.flanders_fields.barrages.game.judge import before_this, judge
from rules.flanders_fields.barrages.game.moving import lifted_at_end
from rules.flanders_fields.barrages.game.record import kept_of_barrage
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Became, Happening, ThrownFor, of
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import LeavesStep
from rules.kernel.chapters import Corrections, always, late
from rules.kernel.deeds import Costs
from rules.kernel.record_kinds import Corrected
from rules.kernel.seats import Audience


def _planner(state: GameState, event: BarrageTurnsRolled) -> Audience | None:
    plan = state.plan.barrage(event.barrage)
    return Audience(plan.side.value) if plan else None


def _owner(state: GameState, of: str) -> str:
    plan = state.plan.barrage(of)
    return plan.side.value if plan else ""


def _corrected(state: GameState, event: Corrected) -> bool:
    if event.of not in state.barrages:
        return False
    fold.corrected(state, event.of, event.what, event.before, event.after)
    return True


def _secret(state: GameState, event: Corrected) -> str:
    seen = event.what != "turns" and event.of in state.barrages and state.barrages[event.of].turn
    return "" if seen else _owner(state, event.of)


def _thing(state: GameState, of: str) -> str:
    from rules.flanders_fields.barrages.game.words import name_of_barrage

    return name_of_barrage(state, of) if of in state.barrages else ""


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_barrage(table.state, of, table.actor.role),
    fold=_corrected,
    costs={"lies": Costs.LESS},
    named=lambda state: [barrage.id for barrage in state.plan.barrages],
    owner=_owner,
    secret=_secret,
    thing=_thing,
)


def _laid_in(state: GameState, event: BarrageAdvanced) -> Iterator[Became]:
    if event.laid and fold.is_first_laid(state, event):
        yield event.barrage, f"laid in turn {state.turn.number}"


def _busy(state: GameState, _place: StepPlace) -> bool:
    return bool(barrages_of(state, state.turn.side, state.book()))


BARRAGE: Final[BookChapter] = BookChapter(
    key="barrage",
    steps={NEEDS: StepOfChapter(_busy, "none in the plan", planned=True)},
    events=(
        Happening(
            kind="barrage_turns_rolled",
            made=BarrageTurnsRolled,
            fold=fold.turns_rolled,
            dice=throws.turns_throws,
            heard=_planner,
        ),
        Happening(
            kind="barrage_advanced",
            made=BarrageAdvanced,
            fold=fold.advanced,
            tells=fold.is_first_laid,
            became=_laid_in,
        ),
        Happening(kind="barrage_lifted", made=BarrageLifted, fold=fold.barrage_lifted, tells=always),
        Happening(
            kind="barrage_fell",
            made=BarrageFell,
            fold=fold.fell,
            dice=throws.fell_throws,
            roll=ThrownFor.SHELLS,
            whose=throws.of_barrage,
            covers=fold.covers_told,
        ),
        Happening(kind="barrage_rolled", made=BarrageRolled, fold=fold.barrage_rolled),
        Happening(
            kind="barrage_risked",
            made=BarrageRisked,
            fold=fold.risked,
            dice=throws.risk_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
        ),
    ),
    folds_before={"game_created": fold.game_created, "turn_started": fold.new_player_turn},
    folds_after={"plan_sealed": fold.plan_sealed},
    happens_with={"turn_ended": lambda table, event: (*lifted_at_end(table), event)},
    told=late("rules.flanders_fields.barrages.game.words", "TOLD"),
    commands={
        "roll_barrage_turns": RollBarrageTurns,
        "advance_barrage": AdvanceBarrage,
        "roll_under_barrage": RollUnderBarrage,
        "all_under_barrage": AllUnderBarrage,
        "risk_barrage": RiskBarrage,
        "suffer_barrage": SufferBarrage,
    },
    judge=judge,
    shows=late("rules.flanders_fields.barrages.game.shown", "SHOWN"),
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=8,
    reveals_roll=throws.knows_of_roll,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.barrages.game.deeds", "BARRAGE_DEEDS"),
    foresees=late("rules.flanders_fields.barrages.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.barrages.game.by_map", "BY_MAP"),
    views={"barrages": late("rules.flanders_fields.barrages.game.view", "barrage_views")},
    lies=late("rules.flanders_fields.barrages.game.lying", "LIES"),
)
