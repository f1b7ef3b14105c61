"""The deeds of fire zones and of command stands: whose each is now, and what it asks (FF-MVZ-02, FF-CMD-05)."""

from collections.abc import Iterator
from typing import Final

from rules.flanders_fields.artillery.game.command_moves import in_its_phase, may_move
from rules.flanders_fields.artillery.game.commands import FireOnMover, MoveCommandStand
from rules.flanders_fields.artillery.game.throws import formerly_met, mover_key
from rules.flanders_fields.game.offering import on_the_way_of, word
from rules.flanders_fields.game.seated import NOT_SEEN, SeatDeeds
from rules.flanders_fields.vocabulary import Going
from rules.kernel.asking import Ask, Asks, Told
from rules.kernel.explain import Refusal
from rules.kernel.kept import lying
from rules.kernel.stage import Deed, Possible

MOVER, COMMAND = Asks(FireOnMover), Asks(MoveCommandStand)


def _meeting(seated: SeatDeeds) -> Iterator[Possible]:
    """Of several on their way through fire each waits for its own die."""
    for one in seated.state.guns.crossings:
        side = seated.state.units[one.zone].side
        barred = seated.refused_all(side, [FireOnMover(zone=one.zone, stand=one.stand, die=NOT_SEEN)])
        yield Possible({"zone": one.zone, "stand": one.stand}, by=side.value, owed=barred is None, barred=barred)


def _meeting_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    there = (seated.state, told["zone"], told["stand"])
    yield MOVER("die", kept=lying(seated.state, mover_key(*there), formerly_met(*there))[:1])


def _leading(seated: SeatDeeds) -> Iterator[Possible]:
    """Offered in the last phase alone: before it every commander would stand there barred."""
    state = seated.state
    # Only command stands belong to no unit.
    leading = [one for one in state.stands.values() if not one.unit] if in_its_phase(state, seated.table.here) else []
    for stand in leading:
        if may_move(state, stand):
            moves = [MoveCommandStand(stand=stand.id, going=going) for going in Going]
            if seated.refused_all(stand.side, moves) is None:
                yield Possible({"stand": stand.id}, by=stand.side.value)


def _leading_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    stand = told["stand"]
    open_to = (going for going in Going if seated.refused(MoveCommandStand(stand=stand, going=going)) is None)
    yield COMMAND("mounted")
    yield COMMAND("in_column")
    yield from on_the_way_of(seated, [stand], COMMAND, alone=True)
    yield COMMAND("going", among=[going.value for going in open_to])
    yield from word(seated, MoveCommandStand, told)


GUN_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("fire_on_mover", "Fire at the mover", FireOnMover, _meeting, _meeting_asks),
    Deed("move_command_stand", "Move the commander", MoveCommandStand, _leading, _leading_asks),
)
"""In the order in which they are owed; points, deviation, fire on areas and calls are still to be described."""
