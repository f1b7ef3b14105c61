"""What the dice of tests of morale and of what heroes dare would bring."""

from typing import Final

from rules.flanders_fields.game.book_chapter import ForeseenBy
from rules.flanders_fields.game.foreseeing import one_die
from rules.flanders_fields.morale.game.commands import TestMorale, TestWeapon, TryHeroicAction
from rules.flanders_fields.morale.game.events import HeroicActionTried, MoraleTested, WeaponTested
from rules.flanders_fields.vocabulary import MoraleResult

FORESEEN: Final[ForeseenBy] = {
    TestMorale: one_die(MoraleTested, "battalion", lambda event: event.result),
    TestWeapon: one_die(WeaponTested, "weapon", lambda event: int(event.result is MoraleResult.HOLDS)),
    TryHeroicAction: one_die(HeroicActionTried, "stand", lambda event: int(event.success)),
}
