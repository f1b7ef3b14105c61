"""Context of a command handler: state, seat, ruleset, checks of units and actions."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, TypeVar, TypeVarTuple

from rules.flanders_fields.artillery import SuperimposedOrder, may_order
from rules.flanders_fields.game.concealment import unseen
from rules.flanders_fields.game.outcomes import ActionSpent, Reasons
from rules.flanders_fields.game.state.game import Battalion, GameState, Orders, Stand, Unit
from rules.flanders_fields.game.turn_progress import StepPlace, acts_at, ordered_by, present
from rules.flanders_fields.orders import SpendFacts, spend_action
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Action, Fate, Side
from rules.kernel.explanations import Explained, Refusal
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.seats import Actor, Role

# What every judge needs at hand, and the checks that many commands share

Found = TypeVar("Found")
Of = TypeVarTuple("Of")
OWN: Final = {Role(side.value): frozenset({side}) for side in Side} | {Role.REFEREE: frozenset(Side)}


@dataclass(frozen=True)
class JudgedTable:
    """The state, who asks, the book in force, and whether the players have set a refusal aside."""

    state: GameState
    actor: Actor
    book: RuleBook
    overruled: bool = False

    @cached_property
    def _found(self) -> dict[Hashable, Any]:
        return {}

    def once(self, find: Callable[["JudgedTable", *Of], Found], *of: *Of) -> Found:
        """What many judgements of one table ask alike, worked out the first time."""
        if (find, of) not in self._found:
            self._found[find, of] = find(self, *of)
        found: Found = self._found[find, of]
        return found

    @cached_property
    def here(self) -> StepPlace | None:
        """The place of the turn in hand; None before the first step and between turns."""
        return present(self.state, self.book)

    @cached_property
    def own(self) -> frozenset[Side]:
        """The sides that the actor has a say over: the referee over both."""
        return OWN.get(self.actor.role, frozenset())

    def may_speak_for(self, side: Side) -> Refusal | None:
        """Refuses a seat that has no say over a side."""
        if side in self.own:
            return None
        name = self.state.side_facts(side).name
        return Refusal("FF-TRN-01", f"this is for the {name} side to do", f"hand it to the {name} seat or the referee")

    def in_turn(self) -> Refusal | None:
        """Refuses anything before a player turn has begun, and the seat whose turn it is not."""
        turn = self.state.turn
        if not turn.running:
            return Refusal("FF-TRN-01", "no player turn is running", "start the turn first")
        return self.may_speak_for(turn.side)

    def knows_of(self, of: str) -> bool:
        """Whether the actor may know that this stand, unit or battalion is there: not while it is unseen."""
        there = self.state.stands.get(of) or self.state.units.get(of)
        if there is not None and there.side in self.own:
            return True
        hidden = unseen(self.state, of)
        return hidden is None or hidden.side in self.own

    def on_table(self, name: str) -> Stand | None:
        """A living stand that can be met on the table: not one that waits, hides below or is behind it (AMB-308)."""
        return self.once(JudgedTable._on_table, name)

    def _on_table(self, name: str) -> Stand | None:
        stand = self.state.stands.get(name)
        if stand is None or not stand.alive or self.state.off_table(name):
            return None
        unit = self.state.units.get(stand.unit)
        return stand if unit is None or unit.on_table else None

    def unit(self, name: str) -> Unit | Refusal:
        """A living unit on the table of the side whose turn it is."""
        return self.once(JudgedTable._unit, name)

    def _unit(self, name: str) -> Unit | Refusal:
        unit = self.state.units.get(name)
        if unit is None or not self.knows_of(name):
            return Refusal("", f"there is no unit {name!r} in this game", "choose one from the list")
        living = [stand.id for stand in self.state.living(unit) if self.knows_of(stand.id)]
        if not living:
            return Refusal("FF-SUP-08", f"{unit.name} has been destroyed", "choose a unit that is still there")
        if all(name in self.state.shelters.below for name in living):
            return Refusal("FF-DSH-03", f"{unit.name} sits in a deep shelter", "bring it up before its order")
        battalion = self.state.battalion_of(unit)
        if battalion and not battalion.on_table:
            return Refusal("FF-SCN-09", f"{battalion.name} is off the table", "roll for its arrival first")
        return self._of_this_side(unit)

    def _of_this_side(self, unit: Unit) -> Unit | Refusal:
        if unit.side is not self.state.turn.side:
            return Refusal("FF-TRN-01", f"it is not {unit.name}'s player turn", "wait for that side's turn")
        return self.in_turn() or unit

    def ordered_now(self, unit: Unit) -> Refusal | None:
        """Refuses a unit whose step this is not (FF-TRN-03, FF-TRN-05, FF-TRN-06)."""
        if self.overruled or (self.here and acts_at(self.state, unit, self.here)):
            return None
        step = f"the step now is {self.here.step.title}" if self.here else "no step has begun"
        return Refusal("FF-TRN-03", f"{unit.name} is not ordered now: {step}", "go on to its step")

    def acting(self, name: str, spends: int = 1) -> tuple[Unit, Orders] | Refusal:
        """A unit of this step that has rolled for orders and has as many actions left as it spends."""
        return self.once(JudgedTable._acting, name, spends)

    def _acting(self, name: str, spends: int) -> tuple[Unit, Orders] | Refusal:
        unit = self.unit(name)
        if isinstance(unit, Refusal):
            return unit
        orders = self.state.orders.get(unit.id)
        if orders is None:
            return Refusal("FF-ORD-01", f"{unit.name} has not rolled for orders", "roll for its orders first")
        if orders.left < spends and not self.overruled:
            left = f"{orders.left} of the {spends} actions that it takes" if orders.left else "no action"
            return Refusal("FF-ORD-02", f"{unit.name} has {left} left", "go on to another unit")
        return self.ordered_now(unit) or (unit, orders)

    def standing_battalion(self, name: str) -> Battalion | Refusal:
        """A battalion of this game that has not been removed."""
        battalion = self.state.battalions.get(name)
        if battalion is None or not self.knows_of(name):
            return Refusal("", f"there is no battalion {name!r} in this game", "choose one from the list")
        if battalion.fate is not Fate.STANDS:
            return Refusal("FF-MOR-T1", f"{battalion.name} has left the field", "choose another battalion")
        return battalion


# Spending an action of a unit (FF-ORD-29, FF-SUP-09, FF-SPR-12)


def spend(
    table: JudgedTable, unit: Unit, orders: Orders, kind: Action, suppression: int
) -> Explained[int] | Refusal | None:
    """The rules' leave to spend an action; None where the players overrule its refusal.

    A weapon that fires from behind the table has no place there that a move could change.
    """
    facts = SpendFacts(
        unit_class=unit.kind,
        kind=kind,
        earned=orders.earned,
        spent=orders.spent,
        suppression=suppression,
        on_table=unit.on_table,
    )
    answer = _kept_for_advance(orders, kind) or spend_action(facts, table.book)
    has_a_place = unit.on_table or kind is not Action.MOVE
    return None if table.overruled and has_a_place and isinstance(answer, Refusal) else answer


def _kept_for_advance(orders: Orders, kind: Action) -> Refusal | None:
    """Refuses to spend on anything else what Elan bought: it goes forward (FF-SPR-12)."""
    others = sum(spent is not Action.MOVE for spent in orders.spent)
    if kind is Action.MOVE or others < orders.earned - orders.forward:
        return None
    return Refusal("FF-SPR-12", "what is left of its actions came from Elan", "move it forward")


def each_action(first: ActionSpent, actions: int) -> tuple[ActionSpent, ...]:
    """A deed that takes so many actions, one event for each (FF-ORD-06): the first is the deed itself."""
    return (first, *further_actions(replace(first, changes=(), dice=(), failed=()), actions))


def further_actions(first: ActionSpent, actions: int) -> tuple[ActionSpent, ...]:
    """What a deed that takes so many actions spends beside its first one."""
    return (replace(first, says="spends a further action on it", reasons=Reasons()),) * (actions - 1)


def free_to_move(stands: tuple[Stand, ...]) -> int:
    """The suppression of the least suppressed stand: it is the one that could move."""
    return min(stand.levels for stand in stands)


# At whose call a superimposed battery is (AMB-376)


def at_whose_call(table: JudgedTable, unit: Unit) -> Explained[bool] | Refusal | None:
    """The commander's leave to order a superimposed battery in his step; None for any other unit (FF-SUI-04)."""
    if not unit.superimposed:
        return None
    whose = ordered_by(table.state, unit)
    its_own = table.state.turn.of in ("", whose)
    facts = SuperimposedOrder(
        unit_class=unit.kind,
        by_division=its_own and table.state.regiments[whose].division,
        regiment_named=its_own,
        ordered_this_turn=unit.id in table.state.orders,
    )
    return may_order(facts, table.book)
