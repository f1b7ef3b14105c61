"""The deeds of the steps: Ready, and the end of a step."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.game.offering import judged
from rules.earth_1418.game.state import SIDES
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.standing import chooses
from rules.earth_1418.turn.game.commands import CloseStep, RemoveSubUnits, SayReady
from rules.earth_1418.turn.game.judge import BOTH_ACT, is_untouched, may_be_ready, may_close, remove_sub_units
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.seats import Role
from rules.kernel.stage import AtHand, Deed, Possible, nothing

REMOVE: Final = Asks(RemoveSubUnits)


def _being_ready(table: EarthTable) -> Iterator[Possible]:
    """To its own side Ready is offered or barred; whoever else is at the table waits for it, whatever is written."""
    for side in SIDES:
        if chooses(table, side):
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_be_ready(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


def _closing(table: EarthTable) -> Iterator[Possible]:
    """To its own side the end of a step is offered or barred; whoever else is at the table waits for it."""
    for side in SIDES:
        if table.state.phase in BOTH_ACT and side not in table.state.closed:
            if side in table.sides:
                yield Possible({"side": side}, by=side, barred=may_close(table, side))
            else:
                yield Possible({"side": side}, by=side, owed=True)


def _removing(table: EarthTable) -> Iterator[Possible]:
    """Before anybody is ready the referee removes parts of the game; where none is seated each side its own."""
    may = not table.actor.referee_present or table.actor.role is Role.REFEREE
    if may and is_untouched(table):
        yield Possible()


def _remove_asks(table: EarthTable, told: Told) -> Iterator[Ask | Refusal]:
    own = [one.id for one in table.state.units.values() if one.side in table.sides]
    yield REMOVE("units", among=own, least=1, most=len(own))
    yield from judged(table, RemoveSubUnits, told, remove_sub_units)


TURN_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("ready", "Ready", SayReady, _being_ready, nothing, AtHand.ON),
    Deed("close_step", "Nothing more in this step", CloseStep, _closing, nothing, AtHand.ON),
    Deed("remove_sub_units", "Remove sub-units", RemoveSubUnits, _removing, _remove_asks, AtHand.MORE),
)
