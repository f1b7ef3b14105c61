"""Guns and mortars, and the stands that move through their fire as a chapter of the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.artillery.game import fold, throws
from rules.flanders_fields.artillery.game.commands import (
    CallSos,
    FireOnArea,
    FireOnMover,
    LayPoint,
    MoveCommandStand,
    RollDeviation,
)
from rules.flanders_fields.artillery.game.events import (
    AreaFired,
    CommandStandMoved,
    Deviated,
    MoverFiredOn,
    PointLaid,
    SosCalled,
)
from rules.flanders_fields.artillery.game.judge import before_this, judge
from rules.flanders_fields.artillery.game.record import corrected, kept
from rules.flanders_fields.artillery.game.zones import ZonesEntered
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, of
from rules.flanders_fields.game.remembering import covers_of_hits
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import WaitsForFire
from rules.kernel.chapters import Corrections, Kept, late
from rules.kernel.deeds import Costs
from rules.kernel.record_kinds import Corrected
from rules.kernel.stage import Deed


def _kept(table: JudgedTable, of: str) -> Mapping[str, Kept]:
    return kept(table.state, of, table.actor.role) if of in table.state.units else {}


def _corrected(state: GameState, event: Corrected) -> bool:
    mine = event.what in ("laid", "fired_here")
    if mine:
        corrected(state, event.of, event.what, bool(event.after))
    return mine


def _secret(state: GameState, event: Corrected) -> str:
    point = state.guns.point_of(event.of) if event.what == "laid" else None
    return state.units[event.of].side.value if point and not point.is_open else ""


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=_kept, fold=_corrected, costs={"laid": Costs.LESS}, secret=_secret
)


def _deeds() -> Sequence[Deed[Any]]:
    from rules.flanders_fields.artillery.game.area_deeds import AREA_DEEDS
    from rules.flanders_fields.artillery.game.deeds import GUN_DEEDS

    return (*GUN_DEEDS, *AREA_DEEDS)


GUNS: Final[BookChapter] = BookChapter(
    key="guns",
    events=(
        Happening(kind="point_laid", made=PointLaid, fold=fold.point_laid),
        Happening(
            kind="deviated",
            made=Deviated,
            fold=fold.deviated,
            dice=throws.deviation_throws,
            roll=ThrownFor.DEVIATION,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(
            kind="area_fired",
            made=AreaFired,
            fold=fold.area_fired,
            dice=throws.area_throws,
            roll=ThrownFor.SHELLS,
            whose=of("unit"),
            tells=fold.falls_on_planned_point,
            covers=covers_of_hits,
            names_unit=True,
        ),
        Happening(
            kind="sos_called",
            made=SosCalled,
            fold=fold.sos_called,
            dice=throws.sos_throws,
            roll=ThrownFor.OTHER,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(kind="zones_entered", made=ZonesEntered, fold=fold.zones_entered),
        Happening(
            kind="mover_fired_on",
            made=MoverFiredOn,
            fold=fold.mover_fired_on,
            dice=throws.mover_throws,
            roll=ThrownFor.SHELLS,
            whose=throws.of_zone,
        ),
        Happening(kind="command_stand_moved", made=CommandStandMoved, fold=fold.command_stand_moved, moves=fold.moving),
    ),
    folds_before={
        "turn_started": fold.turn_begins,
        "action_spent": fold.action_spent,
        "made_ready": fold.made_ready,
    },
    told=late("rules.flanders_fields.artillery.game.words", "TOLD"),
    commands={
        "lay_point": LayPoint,
        "roll_deviation": RollDeviation,
        "fire_on_area": FireOnArea,
        "call_sos": CallSos,
        "fire_on_mover": FireOnMover,
        "move_command_stand": MoveCommandStand,
    },
    judge=judge,
    shows=late("rules.flanders_fields.artillery.game.shown", "SHOWN"),
    waits=before_this,
    lets_wait=(WaitsForFire, FireOnArea, RollDeviation),
    waits_at=4,
    corrections=_CORRECTIONS,
    deeds=_deeds,
    foresees=late("rules.flanders_fields.artillery.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.artillery.game.by_map", "BY_MAP"),
    views={"guns": late("rules.flanders_fields.artillery.game.view", "guns_view")},
    lies=late("rules.flanders_fields.artillery.game.lying", "LIES"),
)
