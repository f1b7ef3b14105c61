"""The deeds of the steps: Ready, and the end of a step."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.game.state import SIDES
from rules.earth_1418.game.table import EarthTable
from rules.earth_1418.game.written.standing import chooses
from rules.earth_1418.turn.game.commands import CloseStep, SayReady
from rules.earth_1418.turn.game.judge import BOTH_ACT, may_be_ready, may_close
from rules.kernel.stage import AtHand, Deed, Possible, nothing


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


TURN_DEEDS: Final[tuple[Deed[EarthTable], ...]] = (
    Deed("ready", "Ready", SayReady, _being_ready, nothing, AtHand.ON),
    Deed("close_step", "Nothing more in this step", CloseStep, _closing, nothing, AtHand.ON),
)
