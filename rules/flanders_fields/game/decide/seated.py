"""A table as the stage of one seat looks at it: made of state and actor, its lists worked out once."""

from functools import cached_property

from rules.flanders_fields.game.decide.table import Table
from rules.flanders_fields.game.progress import left_to_order, upcoming
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.vocabulary import Side
from rules.kernel.play import Actor, Role


class Seated:
    """What the deeds of a seat share."""

    def __init__(self, state: GameState, actor: Actor) -> None:
        self.state = state
        self.table = Table(state, actor, state.book())

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that the seat speaks for: both for a referee, none for one who only looks on."""
        role = self.table.actor.role
        return tuple(side.value for side in Side if role is Role.REFEREE or role.value == side.value)

    @cached_property
    def in_turn(self) -> str:
        """The side whose turn runs, or is next."""
        turn = self.state.turn
        return (turn if turn.running else upcoming(turn)).side.value

    def of(self, side: Side) -> Table:
        """The same table for a player of a side: what he may do is waited for, whoever looks on."""
        return Table(self.state, Actor(Role(side.value)), self.table.book)

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The battalions whose list is still to be gone through."""
        return left_to_order(self.state)
