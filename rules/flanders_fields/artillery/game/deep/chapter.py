"""Deep suppression as a chapter of the game."""

from typing import Final

from rules.flanders_fields.artillery.game.deep import fold, throws
from rules.flanders_fields.artillery.game.deep.commands import LoseBattery, RollDeepSuppression
from rules.flanders_fields.artillery.game.deep.due import NEEDS, rolls_deep
from rules.flanders_fields.artillery.game.deep.events import BatteryLost, DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.judge import before_this, judge
from rules.flanders_fields.artillery.game.deep.record import corrected_deep, deep_id, deep_of, kept_of_deep
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, its_own
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import LeavesStep
from rules.kernel.chapters import Corrections, late


def _busy(state: GameState, _place: StepPlace) -> bool:
    return rolls_deep(state, state.turn.side, state.book())


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_deep(table.state, of),
    fold=lambda state, event: corrected_deep(state, event.of, event.what, event.after),
    named=lambda state: [deep_id(one.side) for one in state.deep],
    thing=lambda state, of: "Deep suppression" if deep_of(state, of) else "",
)


DEEP: Final[BookChapter] = BookChapter(
    key="deep",
    steps={NEEDS: StepOfChapter(_busy, "no heavy artillery", planned=True)},
    events=(
        Happening(
            kind="deep_suppression_rolled",
            made=DeepSuppressionRolled,
            fold=fold.rolled,
            dice=throws.deep_throws,
            roll=ThrownFor.OTHER,
            whose=its_own,
        ),
        Happening(
            kind="battery_lost",
            made=BatteryLost,
            fold=fold.lost,
            dice=throws.lot_throws,
            weighs=lambda event: 5 if event.battery else 0,
        ),
    ),
    told=late("rules.flanders_fields.artillery.game.deep.words", "TOLD"),
    commands={
        "roll_deep_suppression": RollDeepSuppression,
        "lose_battery": LoseBattery,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=7,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.artillery.game.deep.deeds", "DEEP_DEEDS"),
    views={"deep": late("rules.flanders_fields.artillery.game.deep.view", "deep_view")},
    lies=late("rules.flanders_fields.artillery.game.deep.lying", "LIES"),
)
