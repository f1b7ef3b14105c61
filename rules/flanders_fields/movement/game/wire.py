"""Getting over a belt of wire (FF-WIR-02 to FF-WIR-09)."""

from collections.abc import Sequence
from dataclasses import replace

from rules.flanders_fields.game.dice import faces, former_action_key, wire_key
from rules.flanders_fields.game.models import kept_off_wire, mover_of, transport_of
from rules.flanders_fields.game.outcomes import ActionSpent, StandChange, reasons
from rules.flanders_fields.game.spending import each_action, spend
from rules.flanders_fields.game.state import GameState, Orders, Stand, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.game.commands import CrossWire
from rules.flanders_fields.movement.wire import (
    OnWire,
    WireCrossingFacts,
    WireGap,
    attempt_actions,
    cross_wire,
    decided_by_order_roll,
    wire_dice,
    wire_refusal,
)
from rules.flanders_fields.orders.order_roll import COMPANIES
from rules.flanders_fields.vocabulary import Action, UnitClass
from rules.kernel.dice import Throw
from rules.kernel.explain import MoreDice, Refusal
from rules.kernel.kept import settle_row


def at_wire(table: JudgedTable, command: CrossWire) -> tuple[Unit, list[Stand], WireCrossingFacts] | Refusal:
    """The unit at the wire, its stands that try it, and what their attempt looks at, before any die."""
    acting = table.acting(command.unit, attempt_actions(table.book))
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    if unit.kind is UnitClass.TANK:
        return Refusal("FF-WIR-11", f"{unit.name} crushes the wire it moves over", "move over it")
    trying = [stand for stand in table.state.living(unit) if stand.id in command.stands]
    trying = [stand for stand in trying if stand.id not in table.state.shelters.below]
    if not trying:
        return Refusal("FF-WIR-03", f"no stand of {unit.name} was named", "name the platoons that try")
    leave = _undeclared(table, unit, orders) or spend(table, unit, orders, Action.MOVE, max(s.levels for s in trying))
    if isinstance(leave, Refusal):
        return leave
    facts = WireCrossingFacts(
        stands=len(trying),
        mover=mover_of(unit, table.book),
        transport=transport_of(unit),
        belts=command.belts,
        actions_left=orders.left,
        failed_this_turn=not table.overruled and any(stand.id in orders.failed_at_wire for stand in trying),
    )
    # What crosses by a cleared path alone crosses as if there were one, where the players allow it.
    is_allowed = table.overruled and wire_refusal(facts, table.book) is not None
    return unit, trying, replace(facts, gap=WireGap.CLEARED) if is_allowed else facts


def try_wire(table: JudgedTable, command: CrossWire) -> Judgement:
    """Spend an action on a belt of wire (FF-WIR-02 to FF-WIR-09, AMB-57)."""
    attempt = at_wire(table, command)
    if isinstance(attempt, Refusal):
        return attempt
    unit, trying, facts = attempt
    # Dice that decide nothing were thrown for nothing: they are not kept.
    dice = _wire_dice(table.state, unit, trying, command.dice[: wire_dice(facts, table.book)])
    if isinstance(dice, Refusal):
        return dice
    answer = cross_wire(facts, faces(dice), table.book)
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, f"{len(trying)} platoons try: {answer.count} dice are missing", "enter them all")
    if isinstance(answer, Refusal):
        return answer
    caught = tuple(stand.id for stand, fate in zip(trying, answer.value.stands, strict=True) if fate is OnWire.CAUGHT)
    # Between two belts a stand counts as on the wire (FF-WIR-08, AMB-61).
    changes = tuple(
        StandChange(stand.id, stand.levels, on_wire=stand.id in caught or command.belts > 1) for stand in trying
    )
    says = f"tries the wire: {answer.value.crossed} cross, {answer.value.caught} are caught"
    tried = ActionSpent(unit.id, Action.MOVE, says, changes, None, reasons(answer), dice, caught)
    return each_action(tried, attempt_actions(table.book))


def _wire_dice(
    state: GameState, unit: Unit, trying: Sequence[Stand], throws: tuple[Throw, ...]
) -> tuple[Throw, ...] | Refusal:
    names = [wire_key(state, stand.id) for stand in trying]
    dice = settle_row(state, former_action_key(state, "wire", unit.id), names, throws)
    return dice if isinstance(dice, Refusal) else (*dice, *throws[len(trying) :])


def _undeclared(table: JudgedTable, unit: Unit, orders: Orders) -> Refusal | None:
    """Where a company's order roll decides, the wire is declared before the die (FF-ORD-22, AMB-57)."""
    bound = unit.kind in COMPANIES and not kept_off_wire(unit, table.book) and decided_by_order_roll(table.book)
    if not bound or orders.crossing_wire or table.overruled:
        return None
    return Refusal(
        "FF-ORD-22", "It did not say before its die that it would cross wire", "declare it with its next roll"
    )
