"""What one seat may see and do, and prompts that commands of several modules share."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar

from rules.flanders_fields.game.concealment import is_set_up, on_table
from rules.flanders_fields.game.decisions import ruled, waits
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.seat_board import field_now
from rules.flanders_fields.game.stand_types import target_kind
from rules.flanders_fields.game.state.artillery import ZoneCrossing
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.state.placement import Place, Remembered
from rules.flanders_fields.game.turn_progress import can_act, left_to_order, upcoming
from rules.flanders_fields.game.zone_crossings import zones
from rules.flanders_fields.vocabulary import Side, TargetKind
from rules.kernel.commands import Possible
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import lying
from rules.kernel.explanations import Refusal
from rules.kernel.play import KnowsAssumed, Past, no_past
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import Command
from rules.kernel.seats import Actor, Role
from rules.kernel.serialization import build, plain

# A table as the stage of one seat looks at it

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
    def field(self) -> Field | None:
        """The laid table as the seat may know it, with nothing that is out of date; None where none is laid."""
        if self.state.ground.laid is None:
            return None
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


# What the deeds of several chapters ask alike

PLACE, ZONE = Asks(Place), Asks(ZoneCrossing)
C = TypeVar("C", bound=Command)


def word(seated: SeatDeeds, command: type[C], told: Told) -> Iterator[Refusal]:
    """The judge's word on what was told, where it is a refusal."""
    refused = seated.refused(build(command, told))
    if refused:
        yield refused


def lying_each(state: GameState, names: Iterable[str]) -> tuple[Throw, ...]:
    """The die that lies thrown for each of these rolls, in their places; one without pips where none lies."""
    return tuple(next(iter(lying(state, name)), NOT_THROWN) for name in names)


def dice(
    seated: SeatDeeds,
    asks: Asks[Any],
    told: Told,
    wanted: int,
    kept: Sequence[Throw] = (),
    name: str = "dice",
    **of_now: Any,
) -> Iterator[Ask | Refusal]:
    """The judge's word on what was told, then as many dice as he counts; none where he counts none."""
    refused = seated.refused(build(asks.command, {**told, name: [plain(NOT_SEEN)] * wanted}))
    if refused:
        yield refused
    elif wanted:
        yield asks(name, least=wanted, most=wanted, kept=tuple(kept[:wanted]), usual=NEEDED, **of_now)


def die(seated: SeatDeeds, asks: Asks[Any], told: Told, kept: Sequence[Throw] = ()) -> Iterator[Ask | Refusal]:
    """The judge's word on what was told, then the one die."""
    refused = seated.refused(build(asks.command, {**told, "die": plain(NOT_SEEN)}))
    yield refused or asks("die", kept=tuple(kept[:1]))


def has_armour(state: GameState, stands: Iterable[str]) -> bool:
    """Whether any of the stands is armour: whether it stands in a building or the like is asked of no other."""
    return any(target_kind(state, stand) is TargetKind.ARMOUR for stand in stands)


def each(
    seated: SeatDeeds, commands: Callable[[Unit], Iterable[Command]], is_of: Callable[[Unit], bool] = lambda _: True
) -> Iterator[Possible]:
    """A deed of each unit that has an action left; barred where the judge takes none of its commands."""
    for unit in seated.able:
        if is_of(unit):
            barred = seated.refused_all(unit.side, commands(unit))
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def on_the_way(seated: SeatDeeds, unit: Unit, asks: Asks[Any]) -> Iterator[Ask]:
    """Where its stands are afterwards, where a table is laid, and the zones under fire that they move through."""
    return on_the_way_of(seated, [stand.id for stand in seated.state.living(unit)], asks)


def on_the_way_of(seated: SeatDeeds, stands: Sequence[str], asks: Asks[Any], *, alone: bool = False) -> Iterator[Ask]:
    """The same of stands by their names; where one moves `alone`, a crossing need not name it."""
    state = seated.state
    if state.ground.laid is not None:

        def afterwards(_row: Told) -> Iterator[Ask | Refusal]:
            yield PLACE("stand", among=stands)
            for name in ("x_mm", "y_mm", "facing_deg"):
                yield PLACE(name)

        yield asks("places", row=afterwards, seldom=True)
    live = [point.unit for point in zones(seated.table)]
    if live:

        def through(_row: Told) -> Iterator[Ask | Refusal]:
            yield ZONE("zone", among=live)
            yield ZONE("stand", among=[*stands, ""] if alone else stands)
            for name in ("cover", "overlap", "centre_inside", "straight_out", "armour_in_cover"):
                yield ZONE(name)

        yield asks("zones", row=through, seldom=True)
