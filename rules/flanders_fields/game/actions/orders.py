"""Order rolls, recovery from suppression, and the end of a unit (FF-ORD, FF-SUP)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.applicability import no_gas
from rules.flanders_fields.artillery import DEEP
from rules.flanders_fields.game import dice_rolls
from rules.flanders_fields.game.decisions import one_die
from rules.flanders_fields.game.dice_rolls import (
    ON_ORDERS,
    allowed,
    discipline,
    faces,
    order_key,
    rolls_together,
    special_facts,
    wire_key,
)
from rules.flanders_fields.game.dice_rolls import use_discipline as declare_discipline
from rules.flanders_fields.game.event_folding import change_stands, changed, others_act, spend, use_discipline
from rules.flanders_fields.game.fire_effects import MOST
from rules.flanders_fields.game.handler_context import JudgedTable, at_whose_call
from rules.flanders_fields.game.handler_context import spend as spend_action
from rules.flanders_fields.game.log_text import die, unit_name
from rules.flanders_fields.game.map_facts import orders_and_assaults
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.outcomes import (
    ActionSpent,
    Asked,
    MadeReady,
    Reasons,
    StandChange,
    beside,
    over_the_wire,
    reasons,
    said_by,
    told_reasons,
)
from rules.flanders_fields.game.rule_module import BookChapter, ForeseenBy, GoesOn, Happening, MeasuredBy, ThrownFor, of
from rules.flanders_fields.game.seat_context import NOT_THROWN, SeatDeeds, each, word
from rules.flanders_fields.game.stand_types import MOTORS, kept_off_wire, known_in_gas, quality_of, unit_in_gas
from rules.flanders_fields.game.state.cards import Deck, LyingCard
from rules.flanders_fields.game.state.game import NO_ORDERS, GameState, Orders, Stand, Unit
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, can_act
from rules.flanders_fields.morale import RecoverFacts, remove_suppression
from rules.flanders_fields.national_rules import SpecialFacts, may_use
from rules.flanders_fields.order_roll import COMPANIES, MASTER, forward_only, order_refusal
from rules.flanders_fields.order_roll import roll_orders as earned_by
from rules.flanders_fields.orders import OrderFacts
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.shelters import recover_faces
from rules.flanders_fields.vocabulary import (
    ARTILLERY,
    MORTARS,
    Action,
    Bonus,
    Carriage,
    Level,
    Nation,
    RollKind,
    Special,
)
from rules.flanders_fields.wire import decided_by_order_roll
from rules.kernel.commands import AtHand, Deed, Possible, nothing
from rules.kernel.dice import D6, Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.distances import BadDistance, mm
from rules.kernel.explanations import Explained, MoreDice, Refusal
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import counted
from rules.kernel.prompts import Ask, Asks, Told
from rules.kernel.rule_modules import Telling, judged_by
from rules.kernel.serialization import build, plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOrders(GoesOn):
    """Roll for a unit's orders, with what was measured and what was declared before the die (FF-ORD-02).

    `again` is the second die where a game plays the staff bonus as a re-roll (AMB-13). Who stands in gas the game
    knows, unless it is told otherwise. `commander_sees_it`: a battery ordered although the lines are down (GAP-86).
    `goes_forward`: a French unit is told to, with Elan (FF-SPR-05).
    """

    unit: str = fact("the unit that is ordered")
    die: Throw = fact("its order roll")
    again: Throw | None = fact("the second die of the staff bonus", default=None)
    in_gas: bool | None = fact("the unit stands in gas", default=None)
    commander_in_gas: bool | None = fact("its commander stands in gas", default=None)
    farthest_platoon_cm: float | None = fact(
        "from the company's commander to its farthest platoon", default=None, unit="cm"
    )
    own_sight: bool = fact("the battery or mortar itself sees the enemy", default=False)
    battalion_farthest_cm: float | None = fact(
        "from the command stand to the battalion's farthest stand", default=None, unit="cm"
    )
    open_sights: bool = fact("the unit fires over open sights", default=False)
    front_trench_cm: float | None = fact("from the command stand to the front trench", default=None, unit="cm")
    crossing_wire: bool = fact("the unit is crossing wire", default=False)
    staff_bonus: bool = fact("the staff bonus is used for this roll", default=False)
    prussian_discipline: bool = fact("Prussian Discipline is declared", default=False)
    commander_sees_it: bool = fact("its commander sees the battery himself", default=False)
    pals: bool = fact("Pals is declared", default=False)
    professionalism: bool = fact("Professionalism is declared", default=False)
    goes_forward: bool = fact("the unit is told to go forward, with Elan", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveSuppression(GoesOn):
    """Spend an action on a level of suppression (FF-SUP-10)."""

    unit: str = fact("the unit that spends an action")
    stand: str = fact("the stand that loses a suppression level", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishUnit(GoesOn):
    """Let a unit go with actions unspent; it cannot be come back to this turn (FF-TRN-05)."""

    unit: str = fact("the unit that is done")


# Events


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """A unit rolled for orders. `staff_bonus` and `discipline` name the formation whose means were spent.

    `again` is the die that took the place of the first where the staff bonus is a re-roll (AMB-13). `cards` were used
    up by it; `facts` is kept where a bonus may still be added (FF-CRD-22). `specials` are the national rules declared,
    `forward` how many of the actions are moves forward (FF-SPR-12).
    """

    unit: str
    die: Throw
    actions: int
    reasons: Reasons
    crossing_wire: bool = False
    staff_bonus: str = ""
    discipline: str = ""
    caught: tuple[StandChange, ...] = ()
    again: Throw | None = None
    cards: tuple[LyingCard, ...] = ()
    facts: OrderFacts | None = None
    specials: tuple[Special, ...] = ()
    forward: int = 0


@dataclass(frozen=True, slots=True)
class UnitFinished:
    """A unit was let go with its actions unspent."""

    unit: str


OrderEvent = OrdersRolled | ActionSpent | MadeReady | UnitFinished


# Names of dice rolls


def order_throws(state: GameState, event: OrdersRolled) -> Dice:
    """The dice of it by the name of their roll."""
    key = order_key(state, state.units[event.unit])
    return {key: (event.die, event.again) if event.again else (event.die,)}


def wire_throws(state: GameState, event: ActionSpent) -> Dice:
    """The dice of it by the name of their roll."""
    tried = zip(event.changes, event.dice, strict=False)
    return {wire_key(state, change.stand): (die,) for change, die in tried}


# Folds of events into the state


def ordered(state: GameState, event: OrdersRolled) -> None:
    """A unit has its actions, and has used what was declared for them."""
    unit = state.units[event.unit]
    if rolls_together(state, unit):
        # It lies there for the other companies too.
        state.thrown = {order_key(state, unit): (event.die,), **state.thrown}
    state.orders[event.unit] = Orders(event.actions, (), event.crossing_wire, forward=event.forward)
    if not event.actions:
        state.units[event.unit] = changed(state.units[event.unit], failed_turn=state.turn.number)
    others_act(state)
    if event.staff_bonus:
        state.regiments[event.staff_bonus] = changed(state.regiments[event.staff_bonus], staff_bonus_spent=True)
    use_discipline(state, event.discipline)
    change_stands(state, event.caught)


def spent(state: GameState, event: ActionSpent) -> None:
    """An action is spent, and the stands are what they are after it."""
    spend(state, event.unit, event.kind, event.failed)
    state.orders[event.unit] = state.orders[event.unit]._replace(moved_last=event.kind is Action.MOVE)
    others_act(state)
    unit = state.units[event.unit]
    if event.kind is Action.REMOVE_SUPPRESSION and _recovers_as_a_whole(state, unit, event):
        unit = changed(unit, company_suppressions=max(0, unit.company_suppressions - 1))
    if event.carriage is not None:
        unit = changed(unit, carriage=event.carriage)
    state.units[event.unit] = unit
    change_stands(state, event.changes)
    state.orders[event.unit] = state.orders[event.unit]._replace(over_wire=over_the_wire(event))


def made_ready(state: GameState, event: MadeReady) -> None:
    """A weapon stands as it has been made to; what was free this turn is used."""
    state.orders[event.unit] = state.orders[event.unit]._replace(readied=True)
    state.units[event.unit] = changed(state.units[event.unit], carriage=event.carriage)
    others_act(state)


def _recovers_as_a_whole(state: GameState, unit: Unit, event: ActionSpent) -> bool:
    recovered = {change.stand for change in event.changes}
    return all(not one.levels or one.id in recovered for one in state.living(unit))


def finished(state: GameState, event: UnitFinished) -> None:
    """A unit is let go."""
    state.orders[event.unit] = state.orders.get(event.unit, NO_ORDERS)._replace(done=True)
    others_act(state)


def moved_off(state: GameState, event: ActionSpent) -> Sequence[str]:
    """The stands of a unit that spends a move; a gun that is packed or unpacked spends it where it stands."""
    moves = event.kind is Action.MOVE and event.carriage is None
    return state.units[event.unit].stands if moves else ()


# National rules declared for an order roll (FF-SPR-03 to FF-SPR-05)


def _said(command: RollOrders) -> tuple[Special, ...]:
    flags = {
        Special.PALS: command.pals,
        Special.PROFESSIONALISM: command.professionalism,
        Special.ELAN: command.goes_forward,
    }
    return tuple(special for special, said in flags.items() if said)


def declared(table: JudgedTable, unit: Unit, command: RollOrders) -> tuple[Special, ...] | Refusal:
    """The national rules declared for an order, or why one of them does not hold (FF-SPR-03 to FF-SPR-05)."""
    battalion = table.state.battalion_of(unit)
    for special in _said(command):
        if battalion is None and special is not Special.ELAN:
            return Refusal("FF-SPR-17", "It is for the battalions of its army", "roll without it")
        bare = SpecialFacts(special=special, nation=Nation(table.state.side_facts(unit.side).nation))
        facts = special_facts(table.state, special, battalion, unit) if battalion else bare
        answer = may_use(facts, table.book)
        if isinstance(answer, Refusal):
            return answer
    return _said(command)


def declared_bonuses(command: RollOrders) -> tuple[Bonus, ...]:
    """What the national rules declared for an order roll are called there."""
    discipline_said = (Bonus.PRUSSIAN_DISCIPLINE,) if command.prussian_discipline else ()
    return (*discipline_said, *(ON_ORDERS[special] for special in _said(command)))


# Order rolls, and the actions they earn (all but firing)


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
            dice_rolls.spent_on(dice_rolls.for_order(table.state, unit)),
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
    return dice_rolls.lines_are_down(table.state, unit, table.book, in_sight=command.commander_sees_it)


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
        bonuses=(*declared_bonuses(command), *dice_rolls.order_bonuses(table.state, unit)),
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


# Spending actions on suppression (FF-SUP-09, FF-SUP-10)


def remove_level(table: JudgedTable, command: RemoveSuppression) -> Judgement:
    """Spend an action on removing a level (FF-SUP-09, FF-SUP-10, AMB-82)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend_action(table, unit, orders, Action.REMOVE_SUPPRESSION, max(stand.levels for stand in living))
    if isinstance(leave, Refusal):
        return leave
    platoon = next((n for n, stand in enumerate(living) if stand.id == command.stand), 0)
    if living[0].faces:
        return _faces_recover(table, unit, living[0])
    facts = RecoverFacts(unit_class=unit.kind, levels=tuple(stand.levels for stand in living), platoon=platoon)
    answer = remove_suppression(facts, table.book)
    if isinstance(answer, Refusal):
        return _spent_for_nothing(table, unit, answer)
    changes = tuple(
        StandChange(stand.id, levels, on_wire=stand.on_wire)
        for stand, levels in zip(living, answer.value, strict=True)
        if levels != stand.levels
    )
    says = "removes a level of suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, changes, None, reasons(answer)),)


def _spent_for_nothing(table: JudgedTable, unit: Unit, refused: Refusal) -> Judgement:
    """The refusal, or with an override the action alone: the record has no level that it could take off."""
    if not table.overruled:
        return refused
    says = "spends an action on its suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, (), None, reasons(refused)),)


def _faces_recover(table: JudgedTable, unit: Unit, house: Stand) -> Judgement:
    """One action takes a level off every face of a block house (SHQ-23)."""
    answer = recover_faces(house.faces, table.book)
    if isinstance(answer, Refusal):
        return _spent_for_nothing(table, unit, answer)
    change = StandChange(house.id, min(max(answer.value), MOST), faces=answer.value)
    says = "removes a level of suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, (change,), None, reasons(answer)),)


# Availability and prompts (FF-ORD, FF-TRN-05)

ORDERS_PROMPT = Asks(RollOrders)


def _ordering(seated: SeatDeeds) -> Iterator[Possible]:
    waiting = seated.waits(RollOrders(unit="", die=NOT_THROWN)) if seated.acting else None
    for unit in seated.acting:
        if unit.id not in seated.state.orders:
            found = may_be_ordered(seated.of(unit.side), unit.id)
            barred = waiting or (found if isinstance(found, Refusal) else None)
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


def _order_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    unit, table = seated.state.units[told["unit"]], seated.table
    yield from _measured(table, unit)
    yield from _declared(table, unit)
    refused = order_not_taken(table, unit, build(RollOrders, {**told, "die": {"pips": 1}}))
    if refused:
        yield refused
        return
    kept = lying(seated.state, order_key(seated.state, unit))
    yield ORDERS_PROMPT("die", kept=kept[:1])
    if _falls_twice(table, unit, build(RollOrders, {"die": {"pips": 1, "source": "rolled"}, **told})):
        yield ORDERS_PROMPT("again", kept=kept[1:2])


def _measured(table: JudgedTable, unit: Unit) -> Iterator[Ask]:
    if no_gas(table.book) is None:
        yield ORDERS_PROMPT("in_gas")
        yield ORDERS_PROMPT("commander_in_gas")
    if unit.level is Level.BATTALION:
        yield ORDERS_PROMPT("farthest_platoon_cm")
        if table.book.option("AMB-26") == "battalion":
            yield ORDERS_PROMPT("battalion_farthest_cm")
    if unit.kind in ARTILLERY | MORTARS and unit.on_table:
        yield ORDERS_PROMPT("own_sight")
    if unit.kind in ARTILLERY and table.book.option("AMB-18") == "fires":
        yield ORDERS_PROMPT("open_sights")
    deep = order_facts(table, unit, _bare(unit)).deep_suppression and table.book.table(DEEP).has("hardest")
    if deep and table.book.option("AMB-33") == "rear":
        yield ORDERS_PROMPT("front_trench_cm")
    wire = decided_by_order_roll(table.book) or table.book.table(MASTER).has("crossing_wire")
    if wire and unit.kind in COMPANIES and not kept_off_wire(unit, table.book):
        yield ORDERS_PROMPT("crossing_wire")


def _declared(table: JudgedTable, unit: Unit) -> Iterator[Ask]:
    state, battalion = table.state, table.state.battalion_of(unit)
    if staff_refused(table, unit, replace(_bare(unit), staff_bonus=True)) is None:
        yield ORDERS_PROMPT("staff_bonus")
    if not isinstance(discipline(state, state.ordered_by(unit), RollKind.ORDER, table.book), Refusal):
        yield ORDERS_PROMPT("prussian_discipline")
    if lines_down(table, unit, _bare(unit)):
        yield ORDERS_PROMPT("commander_sees_it")
    if battalion and allowed(state, Special.PALS, battalion, table.book, unit):
        yield ORDERS_PROMPT("pals")
    if battalion and allowed(state, Special.PROFESSIONALISM, battalion, table.book, unit):
        yield ORDERS_PROMPT("professionalism")
    forward = replace(_bare(unit), goes_forward=True, commander_sees_it=True)
    if order_not_taken(table, unit, forward) is None:
        yield ORDERS_PROMPT("goes_forward")


def _bare(unit: Unit) -> RollOrders:
    return RollOrders(unit=unit.id, die=NOT_THROWN)


def _falls_twice(table: JudgedTable, unit: Unit, command: RollOrders) -> bool:
    """Whether a second die is thrown: with a re-roll, where the first earned nothing or nobody has seen it (AMB-13)."""
    if not command.staff_bonus or table.book.option("AMB-13") != "reroll":
        return False
    if command.die.source == "rolled":
        return True
    facts = order_facts(table, unit, command)
    return isinstance(earned_by(facts, D6(command.die.pips), table.book), MoreDice)


def _finishing(seated: SeatDeeds) -> Iterator[Possible]:
    barred = seated.waits(FinishUnit(unit="")) if seated.acting else None
    for unit in seated.acting:
        if not seated.state.orders.get(unit.id, NO_ORDERS).done:
            yield Possible({"unit": unit.id}, by=unit.side.value, barred=barred)


RECOVER = Asks(RemoveSuppression)


def _recovering(seated: SeatDeeds) -> Iterator[Possible]:
    return each(seated, lambda unit: _recoveries(seated, unit))


def _recoveries(seated: SeatDeeds, unit: Unit) -> list[RemoveSuppression]:
    """One for each of its stands that has a level; where none has, all are refused alike."""
    living = seated.state.living(unit)
    marked = [stand for stand in living if stand.levels] or living[:1]
    return [RemoveSuppression(unit=unit.id, stand=stand.id) for stand in marked]


def _marked(seated: SeatDeeds, unit: Unit) -> Sequence[str]:
    living = seated.state.living(unit)
    return [stand.id for stand in living if stand.levels] or [stand.id for stand in living]


def _recover_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    yield RECOVER("stand", among=_marked(seated, seated.state.units[told["unit"]]))
    yield from word(seated, RemoveSuppression, told)


ORDER_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("roll_orders", "Order", RollOrders, _ordering, _order_asks),
    Deed("finish_unit", "Done", FinishUnit, _finishing, nothing, AtHand.ON),
    Deed("remove_suppression", "Recover", RemoveSuppression, _recovering, _recover_asks, place=1),
)
"""In the order in which a unit comes to them."""


# Log text


def says_order(state: GameState, event: OrderEvent) -> str:
    """One plain sentence."""
    match event:
        case UnitFinished(unit=unit):
            return f"{unit_name(state, unit)} is done"
        case OrdersRolled(unit=unit, die=thrown, actions=actions, again=again):
            second = f", thrown again {die(again)}" if again else ""
            return f"{unit_name(state, unit)}, order: {die(thrown)}{second}, {counted(actions, 'action')}"
        case ActionSpent(unit=unit, says=did) | MadeReady(unit=unit, says=did):
            return f"{unit_name(state, unit)} {did}"


def name_of_order(state: GameState, event: OrderEvent) -> str:
    """The name of a deed on the button that takes it back; empty where its sentence says it."""
    match event:
        case OrdersRolled(unit=unit):
            return f"{state.units[unit].name}'s order"
        case ActionSpent(unit=unit, says=did) | MadeReady(unit=unit, says=did):
            return f"{state.units[unit].name}: {did.split(':')[0]}"
        case UnitFinished():
            return ""


def order_card(event: OrderEvent) -> dict[str, Any] | None:
    """What was resolved with its reasons; None where there is nothing to show."""
    match event:
        case OrdersRolled(die=die, actions=actions, reasons=reasons, again=again):
            dice = (die, again) if again else (die,)
            return {"dice": plain(dice), "outcome": actions} | told_reasons(reasons)
        case ActionSpent(kind=kind, reasons=reasons):
            return {"outcome": kind.value} | told_reasons(reasons)
        case MadeReady(carriage=carriage, reasons=reasons):
            return {"outcome": carriage.value} | told_reasons(reasons)
        case UnitFinished():
            return None


TOLD: Final = Telling(says_order, name_of_order, order_card)


# Odds before the dice


def _thrown(command: RollOrders, die: Throw) -> RollOrders:
    """The command with this die; where it has a second one, that falls alike, so that the first is told alone."""
    return replace(command, die=die, again=die) if command.again else replace(command, die=die)


FORESEEN: Final[ForeseenBy] = {
    RollOrders: one_die(OrdersRolled, "unit", lambda event: event.actions, _thrown),
}


# Map facts of the commands


def _order(table: JudgedTable, field: Field, command: RollOrders) -> Asked:
    state = table.state
    unit = state.units[command.unit]
    if any(stand.id not in field.stands for stand in state.living(unit)):
        return
    battalion = state.battalion_of(unit)
    platoons = tuple(stand.id for stand in state.rifle_stands(battalion) if stand.alive) if battalion else ()
    commander = state.commander_of(unit).id
    found = orders_and_assaults.order(field, unit.id, commander, platoons, table.book)
    used = said_by(command) | {
        "in_gas": unit_in_gas(state, unit, command.in_gas),
        "commander_in_gas": known_in_gas(state, commander, command.commander_in_gas),
    }
    yield from beside((one for one in found if one.fact != "crossing_wire"), used)


BY_MAP: Final[MeasuredBy] = {
    RollOrders: _order,
}


# The rule module

_judged = judged_by({RollOrders: roll_orders, RemoveSuppression: remove_level, FinishUnit: finish})


def _anybody_acts(state: GameState, place: StepPlace) -> bool:
    return bool(can_act(state, place))


ORDERS: Final[BookChapter] = BookChapter(
    key="orders",
    steps={"no_such_unit": StepOfChapter(_anybody_acts, "none on the table")},
    events=(
        Happening(
            kind="orders_rolled",
            made=OrdersRolled,
            fold=ordered,
            dice=order_throws,
            roll=ThrownFor.ORDERS,
            whose=of("unit"),
            names_unit=True,
        ),
        Happening(
            kind="action_spent",
            made=ActionSpent,
            fold=spent,
            dice=wire_throws,
            roll=ThrownFor.OTHER,
            whose=of("unit"),
            moves=moved_off,
            names_unit=True,
        ),
        Happening(kind="made_ready", made=MadeReady, fold=made_ready, names_unit=True),
        Happening(kind="unit_finished", made=UnitFinished, fold=finished),
    ),
    told=TOLD,
    commands={"roll_orders": RollOrders, "remove_suppression": RemoveSuppression, "finish_unit": FinishUnit},
    judge=_judged,
    deeds=ORDER_DEEDS,
    foresees=FORESEEN,
    by_map=BY_MAP,
)
