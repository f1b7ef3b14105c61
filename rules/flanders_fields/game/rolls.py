"""What every die of a game was thrown for, and by whom: the dice of an event as the report counts them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from rules.flanders_fields.game.happening import ThrownFor
from rules.flanders_fields.game.registry import event_specs
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Event
from rules.kernel.dice import Throw
from rules.kernel.play import Recorded


class Thrown(NamedTuple):
    """A die of a side, and what it was thrown for."""

    side: Side
    roll: ThrownFor
    pips: int


def dice_of(state: GameState, recorded: Recorded[Event]) -> Iterator[Thrown]:
    """The dice that were thrown with an event, in its order; `state` is the one before it.

    A die that lay there already, and that the event only reads again, is not among them.
    """
    event, kind = recorded.event, event_specs()[type(recorded.event)]
    side = kind.whose(state, event) or _sender(state, recorded)
    for number, throw in enumerate(kind.fresh(state, event) if kind.fresh else throws_in(event)):
        # The first die says whether fire deviates, the others only where to.
        aside = kind.roll is ThrownFor.DEVIATION and number > 0
        yield Thrown(side, ThrownFor.CHANCE if aside else kind.roll, throw.pips)


def throws_in(value: object) -> Iterator[Throw]:
    """Every die that lies in an event, in its order."""
    if isinstance(value, Throw):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from throws_in(one)
    elif is_dataclass(value):
        for one in fields(value):
            yield from throws_in(getattr(value, one.name))


def _sender(state: GameState, recorded: Recorded[Event]) -> Side:
    if recorded.role.plays:
        return Side(recorded.role.value)
    return state.turn.side
