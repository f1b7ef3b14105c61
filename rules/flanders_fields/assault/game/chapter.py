"""Assaults as a chapter of the game."""

from collections.abc import Iterable
from typing import Final

from rules.flanders_fields.assault.game import fold, throws
from rules.flanders_fields.assault.game.commands import AllIn, FireAsTheyClose, GoIn, StandAgainstArmour, ThrowInCombat
from rules.flanders_fields.assault.game.events import (
    AllWentIn,
    CombatDieThrown,
    FightDecided,
    FiredAtClosers,
    StoodAgainstArmour,
    WentIn,
)
from rules.flanders_fields.assault.game.going_in import fires_once_up
from rules.flanders_fields.assault.game.judge import before_this, judge
from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Fought, Happening, ThrownFor, its_own, of
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.waiting import GoesOn
from rules.kernel.chapters import late


def _fought(state: GameState, event: FightDecided) -> Iterable[Fought]:
    from rules.flanders_fields.assault.game.duel import fought

    return fought(state, event)


ASSAULT: Final[BookChapter] = BookChapter(
    key="assault",
    events=(
        Happening(
            kind="went_in", made=WentIn, fold=fold.went_in, moves=fold.goes_in, covers=fold.cover_told, names_unit=True
        ),
        Happening(kind="all_went_in", made=AllWentIn, fold=fold.all_went_in),
        Happening(
            kind="stood_against_armour",
            made=StoodAgainstArmour,
            fold=fold.stood_against_armour,
            dice=throws.stand_throws,
            moves=fold.retreats,
            roll=ThrownFor.MORALE,
            whose=of("stand"),
            leaves=fold.leave_before_armour,
        ),
        Happening(
            kind="fired_at_closers",
            made=FiredAtClosers,
            fold=fold.fired_at_closers,
            dice=throws.closing_throws,
            roll=ThrownFor.SHOOTING,
            whose=of("stand"),
        ),
        Happening(
            kind="combat_die_thrown",
            made=CombatDieThrown,
            fold=fold.combat_die_thrown,
            dice=throws.combat_die_throws,
            roll=ThrownFor.COMBAT,
            whose=its_own,
        ),
        Happening(
            kind="fought",
            made=FightDecided,
            fold=fold.fought,
            dice=throws.fight_throws,
            roll=ThrownFor.COMBAT,
            whose=its_own,
            fresh=throws.newest_die,
            moves=fold.falls_back,
            weighs=fold.fight_weighs,
            fought=_fought,
        ),
    ),
    folds_after={"came_up": fold.came_up},
    happens_with={"came_up": fires_once_up},
    told=late("rules.flanders_fields.assault.game.words", "TOLD"),
    commands={
        "go_in": GoIn,
        "all_in": AllIn,
        "stand_against_armour": StandAgainstArmour,
        "fire_as_they_close": FireAsTheyClose,
        "throw_in_combat": ThrowInCombat,
    },
    crosses={"throw_in_combat": "combat_die_thrown"},
    judge=judge,
    waits=before_this,
    lets_wait=(GoesOn,),
    waits_at=3,
    deeds=late("rules.flanders_fields.assault.game.deeds", "ASSAULT_DEEDS"),
    foresees=late("rules.flanders_fields.assault.game.foreseen", "FORESEEN"),
    by_map=late("rules.flanders_fields.assault.game.by_map", "BY_MAP"),
    views={"assault": late("rules.flanders_fields.assault.game.view", "assault_view")},
)
