"""Gas as a chapter of the game."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace
from rules.flanders_fields.game.remembering import covers_of_hits
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import LeavesStep
from rules.flanders_fields.gas.game import fold, throws
from rules.flanders_fields.gas.game.awaited import NEEDS, awaited
from rules.flanders_fields.gas.game.commands import EnterGas, GasAttacks, GasByCard, LeaveGas, ThrowForGas, WindByCard
from rules.flanders_fields.gas.game.correcting import WIND as WIND_ID
from rules.flanders_fields.gas.game.correcting import corrected_gas, kept_of_gas
from rules.flanders_fields.gas.game.events import (
    CloudDieThrown,
    CloudGone,
    CloudWent,
    EnteredGas,
    GasDiceThrown,
    GasGranted,
    GasReleased,
    LeftGas,
    WindChanged,
    WindTurnedByCard,
)
from rules.flanders_fields.gas.game.judge import before_this, judge
from rules.kernel.chapters import Corrections, Value, always, late
from rules.kernel.deeds import Costs


def _says(what: str, after: Value) -> str:
    from rules.flanders_fields.gas.game import words

    return words.corrected_gas(what, after)


def _thing(state: GameState, of: str) -> str:
    from rules.flanders_fields.gas.game.words import gas_thing

    return gas_thing(state, of)


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_gas(table.state, of),
    fold=lambda state, event: corrected_gas(state, event.of, event.what, event.after),
    costs={"in_gas": Costs.MORE},
    named=lambda state: (*(cloud.id for cloud in state.gas.clouds), WIND_ID),
    says=_says,
    thing=_thing,
)


def _busy(state: GameState, _place: StepPlace) -> bool:
    any_gas = state.gas.planned or state.gas.clouds
    return bool(any_gas) and awaited(state, state.book()) is not None


GAS: Final[BookChapter] = BookChapter(
    key="gas",
    steps={NEEDS: StepOfChapter(_busy, "no gas to come or to move", planned=True)},
    events=(
        Happening(kind="gas_dice_thrown", made=GasDiceThrown, fold=fold.gas_dice_thrown, dice=throws.part_throws),
        Happening(
            kind="gas_released",
            made=GasReleased,
            fold=fold.gas_released,
            dice=throws.release_throws,
            tells=always,
            became=lambda state, event: [(event.plan, f"came in turn {state.turn.number}")],
        ),
        Happening(kind="wind_changed", made=WindChanged, fold=fold.wind_changed, dice=throws.wind_throws),
        Happening(kind="cloud_die_thrown", made=CloudDieThrown, fold=fold.cloud_die_thrown, dice=throws.own_die),
        Happening(kind="cloud_gone", made=CloudGone, fold=fold.cloud_gone, dice=throws.gone_throws),
        Happening(
            kind="cloud_went",
            made=CloudWent,
            fold=fold.cloud_went,
            dice=throws.attack_throws,
            roll=ThrownFor.GAS,
            whose=throws.of_cloud,
            covers=covers_of_hits,
        ),
        Happening(
            kind="entered_gas",
            made=EnteredGas,
            fold=fold.entered_gas,
            dice=throws.enter_throws,
            roll=ThrownFor.GAS,
            whose=throws.of_cloud,
            covers=fold.cover_told,
            forgets=fold.entered,
            with_map=fold.with_map,
            map_of=fold.map_of,
        ),
        Happening(kind="left_gas", made=LeftGas, fold=fold.left_gas, moves=fold.leaving),
        Happening(kind="gas_granted", made=GasGranted, fold=fold.gas_granted),
        Happening(
            kind="wind_turned_by_card", made=WindTurnedByCard, fold=fold.wind_turned_by_card, dice=throws.card_throws
        ),
    ),
    folds_before={"game_created": fold.planned, "turn_started": fold.turn_begins},
    told=late("rules.flanders_fields.gas.game.view", "TOLD"),
    commands={
        "throw_for_gas": ThrowForGas,
        "gas_attacks": GasAttacks,
        "enter_gas": EnterGas,
        "leave_gas": LeaveGas,
        "gas_by_card": GasByCard,
        "wind_by_card": WindByCard,
    },
    judge=judge,
    shows=late("rules.flanders_fields.gas.game.shown", "SHOWN"),
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=5,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.gas.game.deeds", "GAS_DEEDS"),
    foresees=late("rules.flanders_fields.gas.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.gas.game.by_map", "BY_MAP"),
    views={"gas": late("rules.flanders_fields.gas.game.view", "gas_view")},
    lies=late("rules.flanders_fields.gas.game.lying", "LIES"),
)
