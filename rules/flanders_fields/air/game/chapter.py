"""Aircraft over the table as a chapter of the game."""

from typing import Final

from rules.flanders_fields.air.game import fold, throws
from rules.flanders_fields.air.game.calling import NEEDS
from rules.flanders_fields.air.game.commands import (
    CallAircraft,
    EndAirAttack,
    NameAirTargets,
    RelayGun,
    ThrowInAirAttack,
    WatchFromAir,
)
from rules.flanders_fields.air.game.events import (
    AirAttacked,
    AircraftCalled,
    AircraftGone,
    AirDieThrown,
    AirTargetsNamed,
    GunRelaid,
    WatchedFromAir,
)
from rules.flanders_fields.air.game.judge import before_this, judge
from rules.flanders_fields.air.game.record import MISSIONS, corrected_air, kept_of_air, missions_of
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, its_own
from rules.flanders_fields.game.progress import StepOfChapter, StepPlace, commander_alive
from rules.flanders_fields.game.remembering import covers_of_targets
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.waiting import LeavesStep, OpensFire
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Corrections, Value, always, late
from rules.kernel.deeds import Costs
from rules.kernel.record_kinds import Corrected


def _owner(_state: GameState, of: str) -> str:
    side = missions_of(of)
    return side.value if side else ""


def _secret(_state: GameState, event: Corrected) -> str:
    return _owner(_state, event.of)


def _says(what: str, after: Value) -> str:
    from rules.flanders_fields.air.game import words

    return words.corrected_air(what, after)


def _thing(state: GameState, of: str) -> str:
    from rules.flanders_fields.air.game.words import air_thing

    return air_thing(state, of)


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_air(table.state, of, table.actor.role),
    fold=lambda state, event: corrected_air(state, event.of, event.what, event.after),
    costs={"left": Costs.LESS},
    named=lambda _state: [f"{MISSIONS}{side}" for side in Side],
    owner=_owner,
    secret=_secret,
    says=_says,
    thing=_thing,
)


def _busy(state: GameState, place: StepPlace) -> bool:
    """Also for a side that has no mission left: were the step passed over, the other side would know it.

    The scenario sets their number (GAP-64). One that gives nobody any has no call for them, as both sides know.
    """
    return bool(state.air.missions) and not state.air.called and commander_alive(state, place)


AIR: Final[BookChapter] = BookChapter(
    key="air",
    steps={NEEDS: StepOfChapter(_busy, "no aircraft to call", planned=True)},
    events=(
        Happening(
            kind="aircraft_called",
            made=AircraftCalled,
            fold=fold.aircraft_called,
            dice=throws.call_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
        ),
        Happening(
            kind="air_targets_named", made=AirTargetsNamed, fold=fold.air_targets_named, covers=covers_of_targets
        ),
        Happening(
            kind="air_die_thrown",
            made=AirDieThrown,
            fold=fold.die_thrown,
            dice=throws.die_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
        ),
        Happening(
            kind="air_attacked",
            made=AirAttacked,
            fold=fold.attacked,
            dice=throws.attack_throws,
            roll=ThrownFor.AIR,
            whose=its_own,
            fresh=throws.newest_die,
        ),
        Happening(kind="aircraft_gone", made=AircraftGone, fold=fold.gone),
        Happening(kind="gun_relaid", made=GunRelaid, fold=fold.relaid),
        Happening(kind="watched_from_air", made=WatchedFromAir, fold=fold.watched, tells=always),
    ),
    folds_before={"game_created": fold.planned, "turn_started": fold.turn_begins, "step_begun": fold.step_begins},
    told=late("rules.flanders_fields.air.game.words", "TOLD"),
    commands={
        "call_aircraft": CallAircraft,
        "name_air_targets": NameAirTargets,
        "throw_in_air_attack": ThrowInAirAttack,
        "end_air_attack": EndAirAttack,
        "relay_gun": RelayGun,
        "watch_from_air": WatchFromAir,
    },
    crosses={"throw_in_air_attack": "air_die_thrown"},
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep, OpensFire),
    waits_at=6,
    corrections=_CORRECTIONS,
    deeds=late("rules.flanders_fields.air.game.deeds", "AIR_DEEDS"),
    foresees=late("rules.flanders_fields.air.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.air.game.by_map", "BY_MAP"),
    views={"air": late("rules.flanders_fields.air.game.view", "air_view")},
    lies=late("rules.flanders_fields.air.game.lying", "LIES"),
)
