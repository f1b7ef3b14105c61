"""The deeds of an assault that has gone in: whose each is now, and what it asks (FF-ASL-05, FF-ASL-13, FF-ASL-25)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.game.assault.commands import AllIn, StandAgainstArmour, ThrowInCombat
from rules.flanders_fields.game.assault.going_in import units_in
from rules.flanders_fields.game.assault.throws import (
    combat_key,
    formerly_in_combat,
    formerly_standing,
    standing_key,
)
from rules.flanders_fields.game.seated import NOT_SEEN, Seated, nothing
from rules.flanders_fields.vocabulary import Side
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import Deed, Possible

STANDING, COMBAT = Asks(StandAgainstArmour), Asks(ThrowInCombat)


def _all_in(seated: Seated) -> Iterator[Possible]:
    going = seated.state.assault
    if going is None or not going.moving:
        return
    for unit in sorted(units_in(seated.state)):
        barred = seated.refused_all(going.side, [AllIn(unit=unit)])
        yield Possible({"unit": unit}, by=going.side.value, owed=barred is None, barred=barred)


def _standing(seated: Seated) -> Iterator[Possible]:
    going = seated.state.assault
    for stand in going.standing if going else ():
        side = seated.state.stands[stand].side
        barred = seated.refused_all(side, [StandAgainstArmour(stand=stand, die=NOT_SEEN)])
        yield Possible({"stand": stand}, by=side.value, owed=barred is None, barred=barred)


def _standing_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    of = (seated.state, told["stand"])
    yield STANDING("die", kept=lying(seated.state, standing_key(*of), formerly_standing(*of))[:1])


def _fighting(seated: Seated) -> Iterator[Possible]:
    """Both sides throw at once for the first contact."""
    contacts = seated.state.contacts()
    for side in Side if contacts else ():
        about = {"attacker": contacts[0].attacker, "side": side.value}
        command = ThrowInCombat(attacker=contacts[0].attacker, side=side, die=NOT_SEEN)
        barred = seated.refused_all(side, [command])
        yield Possible(about, by=side.value, owed=barred is None, barred=barred)


def _fight_asks(seated: Seated, told: Told) -> Iterator[Ask | Refusal]:
    contact = seated.state.contacts()[0]
    whose = (seated.state, contact.attacker, contact.defender, Side(told["side"]))
    yield COMBAT("die", kept=lying(seated.state, combat_key(*whose), formerly_in_combat(*whose))[:1])


ASSAULT_DEEDS: Final[tuple[Deed[Seated], ...]] = (
    Deed("stand_against_armour", "Stand against armour", StandAgainstArmour, _standing, _standing_asks),
    Deed("throw_in_combat", "Fight", ThrowInCombat, _fighting, _fight_asks),
    Deed("all_in", "All are in", AllIn, _all_in, nothing),
)
"""In the order in which they are owed; going in and closing fire are still to be described."""
