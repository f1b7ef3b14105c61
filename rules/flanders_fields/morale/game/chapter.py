"""Morale as a chapter of the game: the tests that losses call for, and what heroes dare."""

from typing import Final

from rules.flanders_fields.game.book_chapter import BookChapter
from rules.flanders_fields.game.happening import Happening, ThrownFor, of
from rules.flanders_fields.game.losses import CommanderLost, MoraleCalled, SupportLost
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.unseen import knows, may_hide_below
from rules.flanders_fields.morale.game import fold, throws
from rules.flanders_fields.morale.game.commands import (
    SupportsAnother,
    TestMorale,
    TestWeapon,
    TryHeroicAction,
)
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, SupportDenied, WeaponTested
from rules.flanders_fields.morale.game.judge import deny_support, test_morale, test_weapon, try_deed
from rules.kernel.chapters import judged_by, late
from rules.kernel.seats import Role

_judged = judged_by(
    {TestMorale: test_morale, TestWeapon: test_weapon, SupportsAnother: deny_support, TryHeroicAction: try_deed}
)


def _called(state: GameState, event: MoraleCalled, role: Role) -> str:
    """How many platoons are left would tell how many sit unseen in deep shelters."""
    side = state.battalions[event.battalion].side
    if knows(role, side) or not may_hide_below(state, side):
        return ""
    from rules.flanders_fields.morale.game.words import says_share_lost

    return says_share_lost(state, event)


MORALE: Final[BookChapter] = BookChapter(
    key="morale",
    events=(
        Happening(
            kind="morale_called",
            made=MoraleCalled,
            fold=fold.morale_called,
            about=lambda event: event.battalion,
            told_to=_called,
        ),
        Happening(
            kind="commander_lost",
            made=CommanderLost,
            fold=fold.commander_lost,
            about=lambda event: event.formation,
            weighs=lambda _event: fold.COMMANDER_WEIGHS,
        ),
        Happening(
            kind="morale_tested",
            made=MoraleTested,
            fold=fold.morale_tested,
            dice=throws.morale_throws,
            roll=ThrownFor.MORALE,
            whose=of("battalion"),
            moves=fold.retreats,
            about=lambda event: event.battalion,
            weighs=fold.test_weighs,
            tells_of_end=True,
            leaves=fold.leave_after_test,
        ),
        Happening(kind="support_lost", made=SupportLost, fold=fold.support_lost),
        Happening(
            kind="weapon_tested",
            made=WeaponTested,
            fold=fold.weapon_tested,
            dice=throws.weapon_throws,
            roll=ThrownFor.MORALE,
            whose=of("weapon"),
            leaves=fold.weapon_leaves,
        ),
        Happening(kind="support_denied", made=SupportDenied, fold=fold.support_denied),
        Happening(
            kind="heroic_action_tried",
            made=HeroicActionTried,
            fold=fold.deed_tried,
            dice=throws.heroic_throws,
            roll=ThrownFor.OTHER,
            whose=of("stand"),
        ),
    ),
    told=late("rules.flanders_fields.morale.game.words", "TOLD"),
    commands={
        "test_morale": TestMorale,
        "test_weapon": TestWeapon,
        "supports_another": SupportsAnother,
        "try_heroic_action": TryHeroicAction,
    },
    judge=_judged,
    deeds=late("rules.flanders_fields.morale.game.deeds", "NERVE_DEEDS"),
    foresees=late("rules.flanders_fields.morale.game.foreseen", "FORESEEN"),
)
