"""Who has yet to strike in melee, and whom (BE-MEL)."""

from collections.abc import Iterator

from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.game.state import BoundPhase, ContactMade, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.explain import Refusal


def melees(table: EarthTable, side: str) -> Iterator[tuple[ContactMade, str, str]]:
    """Each melee in which a sub-unit of a side has yet to strike in this bound: the contact, who, and whom."""
    state = table.state
    if state.phase is not BoundPhase.MELEE:
        return
    for contact in state.contacts:
        for unit, enemy in ((contact.first, contact.second), (contact.second, contact.first)):
            mine, theirs = state.units[unit], state.units[enemy]
            if mine.side == side and not mine.fought and mine.living and theirs.living and has_melee_dice(table, mine):
                yield contact, unit, enemy


def strikers(table: EarthTable, side: str) -> Iterator[tuple[str, str]]:
    """Who of a side may strike now, and whom: once in a bound, who assaulted first (BE-MEL-03, BE-BND-04; G-20)."""
    together = table.book.behaviour("G-20", {"assaulter_first": False, "together": True})
    struck = set[str]()
    for contact, unit, enemy in melees(table, side):
        theirs = table.state.units[enemy]
        first = unit == contact.first or contact.both or together
        waits = not first and not theirs.fought and has_melee_dice(table, theirs)
        open_hits = any(one.unit == enemy and one.target == unit for one in table.state.pending.values())
        if not waits and not (open_hits and not together) and unit not in struck:
            struck.add(unit)
            yield unit, enemy


def has_melee_dice(table: EarthTable, unit: SubUnit) -> bool:
    """Whether a sub-unit has any dice in melee (BE-ARM-02; G-35)."""
    facts = Shooter(unit=unit.unit, fight=ArmingSide.MELEE, bases=unit.living, begun=len(unit.bases), typed=unit.typed)
    pool = dice_pool(facts, table.book)
    return not isinstance(pool, Refusal) and pool.value.dice > 0
