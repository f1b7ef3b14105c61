"""Order rolls, and the actions they earn (all but firing)."""

from rules.flanders_fields.actions import SpendFacts, spend_action
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.game.commands import (
    ChangeCarriage,
    CrossWire,
    FinishUnit,
    MoveUnit,
    RemoveSuppression,
    RollOrders,
)
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.dice import faces, settle, turn_key
from rules.flanders_fields.game.events import ActionSpent, OrdersRolled, UnitFinished
from rules.flanders_fields.game.outcomes import StandChange, reasons
from rules.flanders_fields.game.state import Battalion, GameState, Orders, Regiment, Stand, Unit
from rules.flanders_fields.manoeuvre import CarriageFacts, carriage_actions
from rules.flanders_fields.movement import MoveFacts, move_allowance
from rules.flanders_fields.national import SpecialFacts, may_use
from rules.flanders_fields.order_facts import OrderFacts
from rules.flanders_fields.orders import COMPANIES
from rules.flanders_fields.orders import roll_orders as earned_by
from rules.flanders_fields.suppression import RecoverFacts, remove_suppression
from rules.flanders_fields.vocabulary import (
    MOVES_AS,
    Action,
    Bonus,
    Carriage,
    Going,
    Level,
    Nation,
    Quality,
    RollKind,
    Special,
    Transport,
    UnitClass,
)
from rules.flanders_fields.wire import (
    Caught,
    CaughtFacts,
    OnWire,
    WireFacts,
    caught_may,
    cross_wire,
    decided_by_order_roll,
)
from rules.kernel.cells import Allowance, Way
from rules.kernel.dice import D6
from rules.kernel.explain import Explained, MoreDice, Refusal
from rules.kernel.measure import BadDistance, mm

READIED = {Carriage.PACKED: Carriage.READY, Carriage.LIMBERED: Carriage.READY}


def roll_orders(table: Table, command: RollOrders) -> Judgement:
    """Roll for one unit's orders (FF-ORD-01 to FF-ORD-30). Each unit once a turn (FF-TRN-05)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    if command.farthest_platoon_cm is not None:
        try:
            mm(command.farthest_platoon_cm)
        except BadDistance as wrong:
            return Refusal("FF-ORD-15", str(wrong), "measure again")
    refused = table.ordered_now(unit) or _already(table, unit) or _staff_refused(table, unit, command)
    if refused:
        return refused
    declared = _discipline(table, unit, command)
    if isinstance(declared, Refusal):
        return declared
    throws = (command.die, command.again) if command.again else (command.die,)
    if _peeks(table, command):
        return Refusal("FF-ORD-24", "with a staff bonus that re-rolls, both dice are thrown together", "roll both")
    dice = settle(table.state, turn_key(table.state, "order", unit.id), throws)
    if isinstance(dice, Refusal):
        return dice
    try:
        answer, replaced = _earned(order_facts(table, unit, command), faces(dice), table.book)
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
            reasons(answer),
            command.crossing_wire,
            staff,
            declared,
            _caught(table, unit, command, answer.value),
            dice[1] if replaced else None,
        ),
    )


def _peeks(table: Table, command: RollOrders) -> bool:
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


def _already(table: Table, unit: Unit) -> Refusal | None:
    if unit.id in table.state.orders and not table.overruled:
        return Refusal("FF-TRN-05", f"{unit.name} has been ordered this turn", "go on to another unit")
    if not table.state.commander_of(unit).alive and not table.overruled:
        return Refusal("FF-CMD-09", f"{unit.name} has no commander to order it", "wait for the field promotion")
    return None


def _staff_refused(table: Table, unit: Unit, command: RollOrders) -> Refusal | None:
    if not command.staff_bonus:
        return None
    regiment = table.state.regiment_of(unit)
    if regiment.staff_bonus_to != unit.of:
        return Refusal("FF-ORD-25", "the staff bonus was not allotted to this commander", "roll without it")
    if regiment.staff_bonus_spent:
        return Refusal("FF-ORD-24", "the staff bonus of this turn has been used", "roll without it")
    return None


def _discipline(table: Table, unit: Unit, command: RollOrders) -> str | Refusal:
    """The commander whose Prussian Discipline is used, empty for none (FF-SPR-08, FF-SCN-22)."""
    if not command.prussian_discipline:
        return ""
    return use_discipline(table, unit.of, RollKind.ORDER)


def use_discipline(table: Table, formation: str, roll: RollKind) -> str | Refusal:
    """The formation whose commander declares Prussian Discipline, or why he may not."""
    state = table.state
    commander: Battalion | Regiment = state.battalions.get(formation) or state.regiments[formation]
    answer = discipline(state, commander, roll, table.book)
    return answer if isinstance(answer, Refusal) else formation


def discipline(
    state: GameState, formation: Battalion | Regiment, roll: RollKind, book: RuleBook
) -> Explained[int | None] | Refusal:
    """Whether a commander may declare Prussian Discipline now, and his uses left after it (FF-SPR-08, FF-SCN-22)."""
    commanders: tuple[Battalion | Regiment, ...] = (*state.battalions.values(), *state.regiments.values())
    facts = SpecialFacts(
        special=Special.PRUSSIAN_DISCIPLINE,
        nation=Nation(state.side_facts(formation.side).nation),
        roll=roll,
        level=Level.BATTALION if isinstance(formation, Battalion) else Level.REGIMENTAL,
        used=formation.discipline_used,
        used_by_side=sum(one.discipline_used for one in commanders if one.side is formation.side),
        specimen_game=state.settled.specimen_game,
    )
    return may_use(facts, book)


def order_facts(table: Table, unit: Unit, command: RollOrders) -> OrderFacts:
    """What the order roll looks at: the game's own facts, and those measured or declared in the command."""
    battalion = table.state.battalion_of(unit)
    commander = table.state.commander_of(unit)
    promoted = (battalion or table.state.regiment_of(unit)).field_promotion
    return OrderFacts(
        unit_class=unit.kind,
        level=unit.level,
        quality=battalion.quality if battalion else Quality.EXPERIENCED,
        fired_on=unit.fired_on or bool(battalion and battalion.fired_on),
        in_gas=command.in_gas,
        commander_in_gas=command.commander_in_gas,
        farthest_platoon_cm=command.farthest_platoon_cm,
        battalion_farthest_cm=command.battalion_farthest_cm,
        open_sights=command.open_sights,
        field_promotion=promoted,
        commander_suppression=commander.levels,
        own_sight=command.own_sight,
        limbered=unit.carriage is Carriage.LIMBERED,
        crossing_wire=command.crossing_wire,
        staff_bonus=command.staff_bonus,
        bonuses=(Bonus.PRUSSIAN_DISCIPLINE,) if command.prussian_discipline else (),
    )


def _caught(table: Table, unit: Unit, command: RollOrders, actions: int) -> tuple[StandChange, ...]:
    """Early in the war a company whose roll fails at the wire hangs on it (FF-ORD-22)."""
    if not command.crossing_wire or actions or not decided_by_order_roll(table.book):
        return ()
    return tuple(StandChange(s.id, s.levels, on_wire=True) for s in table.state.living(unit))


def spend(table: Table, unit: Unit, orders: Orders, kind: Action, suppression: int) -> Explained[int] | Refusal | None:
    """The rules' leave to spend an action; None where the players overrule its refusal."""
    facts = SpendFacts(
        unit_class=unit.kind, kind=kind, earned=orders.earned, spent=orders.spent, suppression=suppression
    )
    answer = spend_action(facts, table.book)
    return None if table.overruled and isinstance(answer, Refusal) else answer


def remove_level(table: Table, command: RemoveSuppression) -> Judgement:
    """Spend an action on removing a level (FF-SUP-09, FF-SUP-10, AMB-82)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend(table, unit, orders, Action.REMOVE_SUPPRESSION, max(stand.levels for stand in living))
    if isinstance(leave, Refusal):
        return leave
    platoon = next((n for n, stand in enumerate(living) if stand.id == command.stand), 0)
    facts = RecoverFacts(unit_class=unit.kind, levels=tuple(stand.levels for stand in living), platoon=platoon)
    answer = remove_suppression(facts, table.book)
    if isinstance(answer, Refusal):
        return answer
    changes = tuple(
        StandChange(stand.id, levels, on_wire=stand.on_wire)
        for stand, levels in zip(living, answer.value, strict=True)
        if levels != stand.levels
    )
    says = "removes a level of suppression"
    return (ActionSpent(unit.id, Action.REMOVE_SUPPRESSION, says, changes, None, reasons(answer)),)


def _free_to_move(stands: tuple[Stand, ...]) -> int:
    """The suppression of the least suppressed stand: it is the one that could move."""
    return min(stand.levels for stand in stands)


def move(table: Table, command: MoveUnit) -> Judgement:
    """Spend an action on a move; the table shows how far, the answer says how far it may be (FF-MOV-01)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    living = table.state.living(unit)
    leave = spend(table, unit, orders, Action.MOVE, _free_to_move(living))
    if isinstance(leave, Refusal):
        return leave
    freed = _walk_back(table, living)
    if isinstance(freed, Refusal):
        return freed
    answer = move_allowance(move_facts(table.state, unit, command), table.book)
    if isinstance(answer, Refusal):
        return answer
    says = f"{_moves(answer.value)}, {_words(command.going)}"
    return (ActionSpent(unit.id, Action.MOVE, says, freed, None, reasons(answer)),)


def _walk_back(table: Table, living: tuple[Stand, ...]) -> tuple[StandChange, ...] | Refusal:
    """The stands that come off the wire with a move, or why a unit that hangs on it as a whole may not (AMB-65)."""
    hanging = [stand for stand in living if stand.on_wire]
    if not hanging:
        return ()
    answer = caught_may(CaughtFacts(wants_to=Caught.MOVE), table.book)
    if isinstance(answer, Explained):
        return tuple(StandChange(stand.id, stand.levels) for stand in hanging)
    return answer if len(hanging) == len(living) and not table.overruled else ()


def move_facts(state: GameState, unit: Unit, command: MoveUnit) -> MoveFacts:
    """What a move looks at: the game's own facts, and the ground named in the command."""
    battalion = state.battalion_of(unit)
    return MoveFacts(
        mover=MOVES_AS[unit.kind],
        going=command.going,
        quality=battalion.quality if battalion else Quality.EXPERIENCED,
        transport=_transport(unit),
        in_column=command.in_column,
    )


def _moves(allowance: Allowance) -> str:
    if allowance.way is Way.DISTANCE:
        return f"moves up to {allowance} cm"
    return "crosses freely" if allowance.way is Way.FREE else f"begins a crossing that takes {allowance}"


def _words(going: Going) -> str:
    return going.replace("_", " ")


def _transport(unit: Unit) -> Transport:
    """How the unit gets along: by its carriage, by hand when it is in action (FF-MOV-11, FF-MOV-12)."""
    carried = {
        Carriage.NONE: Transport.ON_ITS_OWN,
        Carriage.PACKED: Transport.PACKED,
        Carriage.LIMBERED: Transport.LIMBERED,
        Carriage.READY: Transport.MANHANDLED,
    }
    return carried[unit.carriage]


def change_carriage(table: Table, command: ChangeCarriage) -> Judgement:
    """Spend an action on packing, unpacking, limbering or unlimbering (FF-MOV-13, AMB-47)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    possible = _carriages(unit)
    if command.to not in possible:
        words = " or ".join(possible) or "none: it has nothing to pack"
        return Refusal("FF-MOV-13", f"{unit.name} cannot become {command.to}", f"choose {words}")
    leave = spend(table, unit, orders, Action.MOVE, _free_to_move(table.state.living(unit)))
    if isinstance(leave, Refusal):
        return leave
    answer = carriage_actions(CarriageFacts(mover=MOVES_AS[unit.kind]), table.book)
    if isinstance(answer, Refusal):
        return answer
    says = {
        (Carriage.PACKED, Carriage.READY): "unpacks",
        (Carriage.LIMBERED, Carriage.READY): "unlimbers",
        (Carriage.READY, Carriage.PACKED): "packs up",
        (Carriage.READY, Carriage.LIMBERED): "limbers up",
    }[unit.carriage, command.to]
    return (ActionSpent(unit.id, Action.MOVE, says, (), command.to, reasons(answer)),)


def _carriages(unit: Unit) -> tuple[Carriage, ...]:
    if unit.carriage is Carriage.NONE:
        return ()
    if unit.carriage is Carriage.READY:
        packs = unit.kind in (UnitClass.MACHINE_GUN, UnitClass.LIGHT_MORTAR)
        return (Carriage.PACKED,) if packs else (Carriage.LIMBERED,)
    return (READIED[unit.carriage],)


def try_wire(table: Table, command: CrossWire) -> Judgement:
    """Spend an action on a belt of wire (FF-WIR-02 to FF-WIR-09, AMB-57)."""
    acting = table.acting(command.unit)
    if isinstance(acting, Refusal):
        return acting
    unit, orders = acting
    trying = [stand for stand in table.state.living(unit) if stand.id in command.stands]
    if not trying:
        return Refusal("FF-WIR-03", f"no stand of {unit.name} was named", "name the platoons that try")
    leave = _undeclared(table, unit, orders) or spend(table, unit, orders, Action.MOVE, max(s.levels for s in trying))
    if isinstance(leave, Refusal):
        return leave
    dice = settle(table.state, turn_key(table.state, "wire", f"{unit.id}/{len(orders.spent)}"), command.dice)
    if isinstance(dice, Refusal):
        return dice
    facts = WireFacts(
        stands=len(trying),
        mover=MOVES_AS[unit.kind],
        transport=_transport(unit),
        belts=command.belts,
        actions_left=orders.left,
        failed_this_turn=not table.overruled and any(stand.id in orders.failed_at_wire for stand in trying),
    )
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
    return (ActionSpent(unit.id, Action.MOVE, says, changes, None, reasons(answer), dice, caught),)


def _undeclared(table: Table, unit: Unit, orders: Orders) -> Refusal | None:
    """Where a company's order roll decides, the wire is declared before the die (FF-ORD-22, AMB-57)."""
    if unit.kind not in COMPANIES or orders.crossing_wire or table.overruled or not decided_by_order_roll(table.book):
        return None
    return Refusal(
        "FF-ORD-22", "It did not say before its die that it would cross wire", "declare it with its next roll"
    )


def finish(table: Table, command: FinishUnit) -> Judgement:
    """Let a unit go; it cannot be come back to this turn (FF-TRN-05)."""
    unit = table.unit(command.unit)
    if isinstance(unit, Refusal):
        return unit
    if table.state.orders.get(unit.id, Orders(0)).done:
        return Refusal("FF-TRN-05", f"{unit.name} is done already", "go on to another unit")
    return (UnitFinished(unit.id),)
