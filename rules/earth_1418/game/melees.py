"""The melees of a bound: who has yet to strike, at whom, and with how many bases (BE-MEL)."""

from collections.abc import Iterator

from rules.earth_1418.firing.arming import Shooter, dice_pool
from rules.earth_1418.game.state import BoundPhase, ContactMade, SubUnit
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.vocabulary import ArmingSide
from rules.kernel.explain import Refusal


def melees(table: EarthTable, side: str) -> Iterator[tuple[ContactMade, str, str]]:
    """Yield each melee in which a sub-unit of a side has yet to strike in this bound: the contact, who, and whom."""
    state = table.state
    if state.phase is not BoundPhase.MELEE:
        return
    for contact in state.contacts:
        at_once = _is_at_once(table, contact)
        for unit, enemy in ((contact.first, contact.second), (contact.second, contact.first)):
            mine, theirs = state.units[unit], state.units[enemy]
            # If both strike at once, a sub-unit strikes with the bases that stood there as the melee began.
            stood = mine.living or (at_once and table.state.at_step.get(unit, 0))
            if mine.side == side and not mine.fought and stood and theirs.living and has_melee_dice(table, mine):
                yield contact, unit, enemy


def _is_at_once(table: EarthTable, contact: ContactMade) -> bool:
    """Whether both sides of a contact strike at once: both assaulted, or by house rule (G-20)."""
    return contact.both or table.book.behaviour("G-20", {"assaulter_first": False, "together": True})


def strikers(table: EarthTable, side: str) -> Iterator[tuple[str, str]]:
    """Yield who of a side may strike now, and whom: once in a bound (BE-MEL-03, BE-BND-04; G-20).

    The assaulter strikes first. If both sides assaulted, both strike at once.
    """
    struck = set[str]()
    for contact, unit, enemy in melees(table, side):
        theirs, at_once = table.state.units[enemy], _is_at_once(table, contact)
        waits = unit != contact.first and not at_once and not theirs.fought and has_melee_dice(table, theirs)
        open_hits = any(one.unit == enemy and one.target == unit for one in table.state.pending.values())
        if not waits and not (open_hits and not at_once) and unit not in struck:
            struck.add(unit)
            yield unit, enemy


def strike_at_once(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> bool:
    """Return whether two sub-units in contact strike at once."""
    pair = {unit.id, enemy.id}
    return any({one.first, one.second} == pair and _is_at_once(table, one) for one in table.state.contacts)


def bases_that_strike(table: EarthTable, unit: SubUnit, enemy: SubUnit) -> int:
    """Return the bases that may strike: as the melee began if both strike at once, else those that are left."""
    at_once = strike_at_once(table, unit, enemy)
    return table.state.at_step.get(unit.id, unit.living) if at_once else unit.living


def has_melee_dice(table: EarthTable, unit: SubUnit) -> bool:
    """Return whether a sub-unit has any dice in melee (BE-ARM-02; G-35)."""
    bases = max(unit.living, table.state.at_step.get(unit.id, 0))
    facts = Shooter(unit=unit.unit, fight=ArmingSide.MELEE, bases=bases, begun=len(unit.bases), typed=unit.typed)
    pool = dice_pool(facts, table.book)
    return not isinstance(pool, Refusal) and pool.value.dice > 0
