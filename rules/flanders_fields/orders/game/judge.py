"""Order rolls, and the actions they earn (all but firing)."""

from dataclasses import replace

from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game import card_modifiers as cards
from rules.flanders_fields.game.at_call import at_whose_call
from rules.flanders_fields.game.cards_in_force import Deck
from rules.flanders_fields.game.dice import faces, order_key
from rules.flanders_fields.game.in_gas import known_in_gas, unit_in_gas
from rules.flanders_fields.game.models import MOTORS, kept_off_wire, quality_of
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.specials import use_discipline as declare_discipline
from rules.flanders_fields.game.state import Orders, Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.movement.wire import (
    decided_by_order_roll,
)
from rules.flanders_fields.orders.facts import OrderFacts
from rules.flanders_fields.orders.game.commands import FinishUnit, RollOrders
from rules.flanders_fields.orders.game.declaring import declared, declared_bonuses
from rules.flanders_fields.orders.game.events import OrdersRolled, UnitFinished
from rules.flanders_fields.orders.order_roll import forward_only, order_refusal
from rules.flanders_fields.orders.order_roll import roll_orders as earned_by
from rules.flanders_fields.vocabulary import (
    Carriage,
    RollKind,
)
from rules.kernel.dice import D6, Throw
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.kept import settle
from rules.kernel.measure import BadDistance, mm


def roll_orders(table: JudgedTable, command: RollOrders) -> Judgement:
    """Roll for one unit's orders (FF-ORD-01 to FF-ORD-30). Each unit once a turn (FF-TRN-05)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    refused = order_refused(table, unit, command)
    if refused:
        return refused
    commander, specials = _discipline(table, unit, command), declared(table, unit, command)
    if isinstance(commander, Refusal):
        return commander
    if isinstance(specials, Refusal):
        return specials
    throws = (command.die, command.again) if command.again else (command.die,)
    if _peeks(table, command):
        return Refusal("FF-ORD-24", "with a staff bonus that re-rolls, both dice are thrown together", "roll both")
    dice = settle(table.state, order_key(table.state, unit), throws)
    if isinstance(dice, Refusal):
        return dice
    try:
        facts = order_facts(table, unit, command)
        answer, replaced = _earned(facts, faces(dice), table.book)
    except BadDistance as wrong:
        return Refusal("FF-ORD-15", str(wrong), "measure again")
    if isinstance(answer, MoreDice):
        return Refusal(answer.clause, answer.says, "throw it again and enter both dice")
    if isinstance(answer, Refusal):
        return answer
    staff = table.state.regiment_of(unit).id if command.staff_bonus else ""
    return (
        OrdersRolled(
            unit.id,
            dice[0],
            answer.value,
            _why(table, unit, answer),
            command.crossing_wire,
            staff,
            commander,
            _caught(table, unit, command, answer.value),
            dice[1] if replaced else None,
            cards.spent_on(cards.for_order(table.state, unit)),
            facts if _may_be_helped(table) else None,
            specials,
            forward_only(facts, answer.total or 0, answer.value, table.book),
        ),
    )


def may_be_ordered(table: JudgedTable, name: str) -> Unit | Refusal:
    """The unit that may be ordered now, as far as nothing that is told of it decides (FF-TRN-05, FF-CMD-09)."""
    unit = table.unit(name)
    if isinstance(unit, Refusal):
        return unit
    told_all = RollOrders(unit=unit.id, die=Throw(0), commander_sees_it=True)
    return order_not_taken(table, unit, told_all) or unit


def order_refused(table: JudgedTable, unit: Unit, command: RollOrders) -> Refusal | None:
    """Why a unit is not ordered as it is told, before any die."""
    if command.farthest_platoon_cm is not None:
        try:
            mm(command.farthest_platoon_cm)
        except BadDistance as wrong:
            return Refusal("FF-ORD-15", str(wrong), "measure again")
    refused = table.ordered_now(unit) or _already(table, unit) or staff_refused(table, unit, command)
    refused = refused or _never_on_wire(table, unit, command)
    return refused or lines_down(table, unit, command) or _not_at_call(table, unit)


def order_not_taken(table: JudgedTable, unit: Unit, command: RollOrders) -> Refusal | None:
    """Why an order roll does not come off whatever its die shows: what is declared, and what the rules refuse."""
    refused = order_refused(table, unit, command)
    if refused:
        return refused
    for declaration in (_discipline(table, unit, command), declared(table, unit, command)):
        if isinstance(declaration, Refusal):
            return declaration
    try:
        return order_refusal(order_facts(table, unit, command), table.book)
    except BadDistance as wrong:
        return Refusal("FF-ORD-15", str(wrong), "measure again")


def _never_on_wire(table: JudgedTable, unit: Unit, command: RollOrders) -> Refusal | None:
    if not command.crossing_wire or not kept_off_wire(unit, table.book) or table.overruled:
        return None
    return Refusal("FF-WIR-13", f"{unit.name} does not cross wire, only a way made through it", "roll without it")


def _not_at_call(table: JudgedTable, unit: Unit) -> Refusal | None:
    leave = at_whose_call(table, unit)
    return leave if isinstance(leave, Refusal) and not table.overruled else None


def _why(table: JudgedTable, unit: Unit, answer: Explained[int]) -> Reasons:
    """The reasons of an order; of a superimposed battery first at whose call it is (FF-SUI-04)."""
    leave = at_whose_call(table, unit)
    over = leave.steps if isinstance(leave, Explained) else ()
    return reasons(replace(answer, steps=(*over, *answer.steps)))


def _may_be_helped(table: JudgedTable) -> bool:
    """Whether something may still be said or played when the die lies there (FF-CRD-22, GAP-38)."""
    said_after = table.book.behaviour("GAP-38", {"before": False, "after": True})
    return said_after or table.state.settled.event_cards is not Deck.NONE


def lines_down(table: JudgedTable, unit: Unit, command: RollOrders) -> Refusal | None:
    if table.overruled:
        return None
    return cards.lines_are_down(table.state, unit, table.book, in_sight=command.commander_sees_it)


def _peeks(table: JudgedTable, command: RollOrders) -> bool:
    """A refusal must not tell whether a die failed that the app threw and that nobody has seen yet."""
    rerolls = command.staff_bonus and table.book.option("AMB-13") == "reroll"
    return rerolls and command.again is None and command.die.source == "rolled"


def _earned(
    facts: OrderFacts, dice: tuple[D6, ...], book: RuleBook
) -> tuple[Explained[int] | Refusal | MoreDice, bool]:
    """What the die earns, and whether a second die took its place (AMB-13)."""
    first = earned_by(facts, dice[0], book)
    if isinstance(first, MoreDice) and len(dice) > 1:
        return earned_by(facts, dice[0], book, dice[1]), True
    return first, False


def _already(table: JudgedTable, unit: Unit) -> Refusal | None:
    if unit.id in table.state.orders and not table.overruled:
        return Refusal("FF-TRN-05", f"{unit.name} has been ordered this turn", "go on to another unit")
    answered = unit.id in table.state.guns.answered and not table.overruled
    if answered and table.book.behaviour("AMB-07", {"in_place": True, "on_top": False}):
        return Refusal("FF-ORD-28", f"{unit.name} has answered an SOS call this turn", "order another battery")
    if not table.state.commander_of(unit).alive and not table.overruled:
        return Refusal("FF-CMD-09", f"{unit.name} has no commander to order it", "wait for the field promotion")
    return None


def staff_refused(table: JudgedTable, unit: Unit, command: RollOrders) -> Refusal | None:
    if not command.staff_bonus or table.overruled:
        return None
    regiment = table.state.regiment_of(unit)
    if regiment.staff_bonus_to != table.state.ordered_by(unit).id:
        return Refusal("FF-ORD-25", "the staff bonus was not allotted to this commander", "roll without it")
    if regiment.staff_bonus_spent:
        return Refusal("FF-ORD-24", "the staff bonus of this turn has been used", "roll without it")
    return None


def _discipline(table: JudgedTable, unit: Unit, command: RollOrders) -> str | Refusal:
    """The commander whose Prussian Discipline is used, empty for none (FF-SPR-08, FF-SCN-22)."""
    if not command.prussian_discipline:
        return ""
    return declare_discipline(table, table.state.ordered_by(unit).id, RollKind.ORDER)


def order_facts(table: JudgedTable, unit: Unit, command: RollOrders) -> OrderFacts:
    """What the order roll looks at: the game's own facts, and those measured or declared in the command."""
    battalion = table.state.battalion_of(unit)
    commander = table.state.commander_of(unit)
    point = table.state.guns.point_of(unit.id)
    return OrderFacts(
        unit_class=unit.kind,
        level=unit.level,
        quality=quality_of(table.state, unit),
        storm_troops=unit.storm or bool(battalion and battalion.storm),
        fired_on=unit.fired_on or bool(battalion and battalion.fired_on),
        in_gas=unit_in_gas(table.state, unit, command.in_gas),
        commander_in_gas=known_in_gas(table.state, commander.id, command.commander_in_gas),
        farthest_platoon_cm=command.farthest_platoon_cm,
        battalion_farthest_cm=command.battalion_farthest_cm,
        open_sights=command.open_sights,
        field_promotion=table.state.ordered_by(unit).field_promotion,
        commander_suppression=commander.levels,
        own_sight=command.own_sight,
        limbered=unit.carriage is Carriage.LIMBERED,
        on_table=unit.on_table,
        registered_point=point is not None and point.registered,
        fired_by_plan=unit.id in table.state.guns.fired_by_plan and not table.overruled,
        crossing_wire=command.crossing_wire,
        specimen_game=table.state.settled.specimen_game,
        tank_failed_last_turn=unit.kind in MOTORS and 0 < unit.failed_turn == table.state.turn.number - 1,
        staff_bonus=command.staff_bonus,
        bonuses=(*declared_bonuses(command), *cards.order_bonuses(table.state, unit)),
        deep_suppression=table.state.deep_modifier(unit.side),
        front_trench_cm=command.front_trench_cm,
    )


def _caught(table: JudgedTable, unit: Unit, command: RollOrders, actions: int) -> tuple[StandChange, ...]:
    """Early in the war a company whose roll fails at the wire hangs on it (FF-ORD-22)."""
    if not command.crossing_wire or actions or not decided_by_order_roll(table.book):
        return ()
    return tuple(StandChange(s.id, s.levels, on_wire=True) for s in table.state.living(unit))


def finish(table: JudgedTable, command: FinishUnit) -> Judgement:
    """Let a unit go; it cannot be come back to this turn (FF-TRN-05)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    if table.state.orders.get(unit.id, Orders(0)).done:
        return Refusal("FF-TRN-05", f"{unit.name} is done already", "go on to another unit")
    return (UnitFinished(unit.id),)
