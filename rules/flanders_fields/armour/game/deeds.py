"""The deeds about wire and horses: whose each is now, and what it asks (FF-WIR-10, FF-WIR-12, FF-CAV-02)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.armour.game.commands import ClearWire, Dismount
from rules.flanders_fields.armour.game.horses import leaves_horses, rides, takes_an_action
from rules.flanders_fields.armour.game.wire import clears_wire
from rules.flanders_fields.game.offering import each, word
from rules.flanders_fields.game.seated import SeatDeeds
from rules.flanders_fields.game.state import Unit
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.plain import build
from rules.kernel.stage import Deed, Possible, nothing

CLEAR = Asks(ClearWire)


def _clearing(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: [ClearWire(unit=unit.id)], lambda unit: clears_wire(unit) is not None)


def _clear_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield CLEAR("belts")
    yield CLEAR("touching")
    yield from word(seated, ClearWire, told)


def _horses(seated: SeatDeeds) -> Iterator[Possible]:
    """Off the horses or on them again where that takes an action, and away from them for good (AMB-52, AMB-490)."""
    for unit in seated.able:
        if rides(unit) and takes_an_action(seated.table.book):
            yield _off_or_on(seated, unit, {"mount": True} if unit.dismounted else {})
        if rides(unit) and leaves_horses(seated.table.book):
            yield _off_or_on(seated, unit, {"for_good": True})


def _off_or_on(seated: SeatDeeds, unit: Unit, how: dict[str, bool]) -> Possible:
    about = {"unit": unit.id, **how}
    return Possible(about, by=unit.side.value, barred=seated.refused_all(unit.side, [build(Dismount, about)]))


ARMOUR_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("clear_wire", "Clear wire", ClearWire, _clearing, _clear_asks),
    Deed("dismount", "Horses", Dismount, _horses, nothing),
)
"""In the order in which they stand below a unit."""
