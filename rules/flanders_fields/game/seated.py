"""A table as the stage of one seat looks at it: made of state and actor, its lists worked out once."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules.flanders_fields.game.deciding import ruled, waits
from rules.flanders_fields.game.ground.state import Remembered
from rules.flanders_fields.game.progress import can_act, left_to_order, upcoming
from rules.flanders_fields.game.state import GameState, Unit
from rules.flanders_fields.game.table import JudgedTable
from rules.flanders_fields.game.unseen import is_set_up, on_table
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Command
from rules.kernel.dice import Throw
from rules.kernel.explain import Refusal
from rules.kernel.play import KnowsAssumed, Past, no_past
from rules.kernel.seats import Actor, Role

if TYPE_CHECKING:
    from rules.flanders_fields.game.survey.field import Field

Found = TypeVar("Found")
NOT_THROWN: Final = Throw(0)
"""Stands in a command for a die that has not fallen, where only its kind and its unit are looked at."""
NOT_SEEN: Final = Throw(1, "rolled")
"""Stands for a die of the service that nobody has seen, where the judge is asked for his word before the dice."""
NOTHING_TO_DO: Final = Refusal("", "there is nothing that it could be done with", "go on to something else")


class SeatDeeds:
    """What the deeds of a seat share. `overruled`: the players have set aside what the rules refuse of one of them."""

    def __init__(self, state: GameState, actor: Actor, past: Past = no_past, overruled: bool = False) -> None:
        self.state, self.actor, self.past, self.overruled = state, actor, past, overruled
        self._found: dict[Hashable, Any] = {}

    def once(self, asked: Hashable, find: Callable[[], Found]) -> Found:
        """What several units of a stage ask alike, worked out the first time."""
        if asked not in self._found:
            self._found[asked] = find()
        found: Found = self._found[asked]
        return found

    @cached_property
    def table(self) -> JudgedTable:
        """What the judges see, once there is a game."""
        return JudgedTable(self.state, self.actor, self.state.book(), self.overruled)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that the seat speaks for: both for a referee and his own word, none for one who only looks on."""
        role = self.actor.role
        if role is Role.REFEREE:
            return (*(side.value for side in Side), role.value)
        return tuple(side.value for side in Side if role.value == side.value)

    @cached_property
    def in_turn(self) -> str:
        """The side whose turn runs, or is next."""
        turn = self.state.turn
        return (turn if turn.running else upcoming(turn)).side.value

    def of(self, side: Side) -> JudgedTable:
        """The same table for a player of a side: what he may do is waited for, whoever looks on."""
        return self._of_sides[side]

    @cached_property
    def _of_sides(self) -> Mapping[Side, JudgedTable]:
        known = {side: self.state if side.value in self.sides else self._without_hand(side) for side in Side}
        book, overruled = self.table.book, self.overruled
        return {side: JudgedTable(state, Actor(Role(side.value)), book, overruled) for side, state in known.items()}

    def _without_hand(self, side: Side) -> GameState:
        """The state without the cards of a side: a hand too full bars its deeds, and nobody else may know that."""
        held = tuple(one for one in self.state.cards.held if one.side is not side)
        if len(held) == len(self.state.cards.held):
            return self.state
        known = copy(self.state)
        known.cards = replace(self.state.cards, held=held)
        return known

    def by(self, side: Side) -> JudgedTable:
        """The table of the seat where it speaks for a side, and of a player of that side where it does not."""
        return self.table if side.value in self.sides else self.of(side)

    def waits(self, command: Command) -> Refusal | None:
        """What a command waits for that is to be settled first."""
        return waits(self.table, command)

    def refused(self, command: Command) -> Refusal | None:
        """The judge's word on a command that throws no die."""
        judged = ruled(self.table, command)
        return judged if isinstance(judged, Refusal) else None

    def refused_all(self, side: Side, commands: Iterable[Command]) -> Refusal | None:
        """Why a player of a side may send none of these, the first reason; None where he may send one of them."""
        table, first = self.of(side), None
        for command in commands:
            judged = ruled(table, command)
            if not isinstance(judged, Refusal):
                return None
            first = first or judged
        return first or NOTHING_TO_DO

    @cached_property
    def acting(self) -> tuple[Unit, ...]:
        """The units of the side in turn that are ordered in the step in hand."""
        turn = self.state.turn
        if not turn.running:
            return ()
        table, here = self.of(turn.side), self.table.here
        now = can_act(self.state, here) if here is not None else ()
        own = [unit for unit in now if unit.side is turn.side]
        return tuple([unit for unit in own if not isinstance(table.unit(unit.id), Refusal)])

    @cached_property
    def able(self) -> tuple[Unit, ...]:
        """The units of the step that have an action left."""
        orders = self.state.orders
        return tuple([unit for unit in self.acting if unit.id in orders and orders[unit.id].left])

    @cached_property
    def on_table(self) -> tuple[str, ...]:
        """The stands of both sides that the seat may know of and that can be met on the table."""
        there = [stand.id for stand in on_table(self.state)]
        # Once the first turn has begun everybody knows of whatever can be met on the table.
        return tuple(stand for stand in there if self.table.knows_of(stand)) if self.sets_up else tuple(there)

    @cached_property
    def field(self) -> "Field | None":
        """The laid table as the seat may know it, with nothing that is out of date; None where none is laid."""
        if self.state.ground.laid is None:
            return None
        # The libraries of the map are loaded with the first map, not with the service.
        from rules.flanders_fields.game.survey.kept_field import field_now

        return field_now(self.state, self.actor.role)

    @cached_property
    def remembered(self) -> Remembered:
        """What was told of stands before and still holds, as far as the seat may know it; nothing that was assumed."""
        kept = self.state.remembered.known_to(self.actor.role)
        past: object = self.past
        if not isinstance(past, KnowsAssumed):
            return kept
        commands = {*(one.command_id for one in kept.covers), *(one.command_id for one in kept.apart)}
        assumed = {name: past.assumed(name) for name in commands}
        return kept.told_alone(assumed) if any(assumed.values()) else kept

    @property
    def sets_up(self) -> bool:
        """Whether the sides are still setting up."""
        return is_set_up(self.state)

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The battalions whose list is still to be gone through."""
        return left_to_order(self.state)
