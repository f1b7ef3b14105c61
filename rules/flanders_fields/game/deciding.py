"""Who judges which command."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.flanders_fields.game.air import judge as air
from rules.flanders_fields.game.air.commands import AIR_COMMANDS
from rules.flanders_fields.game.armour import judge as armour
from rules.flanders_fields.game.armour.commands import ARMOUR_COMMANDS
from rules.flanders_fields.game.assault import judge as assaults
from rules.flanders_fields.game.assault.commands import ASSAULT_COMMANDS
from rules.flanders_fields.game.barrage import judge as barrages
from rules.flanders_fields.game.barrage.commands import BARRAGE_COMMANDS
from rules.flanders_fields.game.bombard import judge as bombard
from rules.flanders_fields.game.bombard.commands import BOMBARD_COMMANDS
from rules.flanders_fields.game.cards import judge as cards
from rules.flanders_fields.game.cards.commands import CARD_COMMANDS
from rules.flanders_fields.game.commands import (
    AllotStaffBonus,
    ChangeCarriage,
    Command,
    Correct,
    CrossWire,
    EndTurn,
    FinishUnit,
    Fire,
    MoveUnit,
    NextStep,
    OwnCommand,
    PromoteInField,
    RemoveSuppression,
    RollOrders,
    RollReinforcement,
    StartTurn,
    SupportsAnother,
    TestMorale,
    TestWeapon,
    TryHeroicAction,
    is_own,
)
from rules.flanders_fields.game.deep import judge as deep
from rules.flanders_fields.game.deep.commands import DEEP_COMMANDS
from rules.flanders_fields.game.gas import judge as gas
from rules.flanders_fields.game.gas.commands import GAS_COMMANDS
from rules.flanders_fields.game.ground import judge as ground
from rules.flanders_fields.game.ground.commands import GROUND_COMMANDS
from rules.flanders_fields.game.guns import judge as guns
from rules.flanders_fields.game.guns.commands import GUN_COMMANDS
from rules.flanders_fields.game.guns.zones import enters
from rules.flanders_fields.game.morale import judge as nerve
from rules.flanders_fields.game.movement import carriage, wire
from rules.flanders_fields.game.movement import judge as movement
from rules.flanders_fields.game.national import judge as national
from rules.flanders_fields.game.national.commands import NATIONAL_COMMANDS
from rules.flanders_fields.game.orders import judge as orders
from rules.flanders_fields.game.orders import recovery
from rules.flanders_fields.game.record import kept as records
from rules.flanders_fields.game.sealing import judge as sealing
from rules.flanders_fields.game.sealing.commands import SEALING_COMMANDS
from rules.flanders_fields.game.sealing.showing import shown_by
from rules.flanders_fields.game.setting_up import creating
from rules.flanders_fields.game.setting_up import judge as setting_up
from rules.flanders_fields.game.setting_up.commands import SETTING_UP_COMMANDS, CreateGame
from rules.flanders_fields.game.setting_up.zones import inside_zones
from rules.flanders_fields.game.shelters import judge as shelters
from rules.flanders_fields.game.shelters.commands import SHELTER_COMMANDS
from rules.flanders_fields.game.shooting import judge as fire
from rules.flanders_fields.game.state import GameState
from rules.flanders_fields.game.table import Judgement, Table
from rules.flanders_fields.game.turn import judge as turns
from rules.flanders_fields.movement.fire_zones import ZoneMove
from rules.kernel import record
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Past, Role, no_past
from rules.kernel.record_kinds import Answer, GiveUpSeat, Note, Overrule, Reread, TakeBack, TakeSeat, Withdraw

WAITS = (
    cards.before_this,
    national.before_this,
    assaults.before_this,
    guns.before_this,
    gas.before_this,
    air.before_this,
    deep.before_this,
    barrages.before_this,
    bombard.before_this,
    sealing.before_this,
    setting_up.before_this,
)
CHAPTERS: Final[Mapping[type[Any], Callable[[Table, Any], Judgement]]] = {
    **dict.fromkeys(AIR_COMMANDS.values(), air.judge),
    **dict.fromkeys(ARMOUR_COMMANDS.values(), armour.judge),
    **dict.fromkeys(ASSAULT_COMMANDS.values(), assaults.judge),
    **dict.fromkeys(BARRAGE_COMMANDS.values(), barrages.judge),
    **dict.fromkeys(BOMBARD_COMMANDS.values(), bombard.judge),
    **dict.fromkeys(CARD_COMMANDS.values(), cards.judge),
    **dict.fromkeys(DEEP_COMMANDS.values(), deep.judge),
    **dict.fromkeys(GAS_COMMANDS.values(), gas.judge),
    **dict.fromkeys(GROUND_COMMANDS.values(), ground.judge),
    **dict.fromkeys(GUN_COMMANDS.values(), guns.judge),
    **dict.fromkeys(NATIONAL_COMMANDS.values(), national.judge),
    **dict.fromkeys(SEALING_COMMANDS.values(), sealing.judge),
    **dict.fromkeys(SETTING_UP_COMMANDS.values(), setting_up.judge),
    **dict.fromkeys(SHELTER_COMMANDS.values(), shelters.judge),
}
"""Who judges the commands of the chapters, by their type."""


def decide(state: GameState, command: Command, actor: Actor, past: Past = no_past) -> Judgement:
    """Judge one command: the events that follow, or why the rules do not allow it. Pure."""
    if isinstance(command, TakeSeat | GiveUpSeat):
        return record.seat_changed(actor, command)
    if actor.role is Role.SPECTATOR:
        return Refusal("", "a spectator only looks on", "ask the host for a seat")
    if isinstance(command, CreateGame):
        return creating.create_game(state, command)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    if isinstance(command, Reread):
        return record.reread(state, actor, command, past, decide)
    table = Table(state, actor, state.book())
    judged = judge(table, command)
    if isinstance(judged, Refusal) or not state.sealed:
        return judged
    return (*judged, *shown_by(state, judged, table.book))


def judge(table: Table, command: Command) -> Judgement:
    """What follows from a command, with what the map had proposed where a table is laid."""
    judged = ruled(table, command)
    return judged if table.state.ground.laid is None else _beside_the_map(table, command, judged)


def ruled(table: Table, command: Command) -> Judgement:
    """Hand a command to the chapter that knows it; while something is to be settled first, the others wait."""
    first = waits(table, command)
    if first:
        return first
    judged = _judge(table, command) if is_own(command) else CHAPTERS[type(command)](table, command)
    return inside_zones(table, judged)


def waits(table: Table, command: Command) -> Refusal | None:
    """What a command waits for that is to be settled first, of whatever chapter."""
    return next((refused for before in WAITS if (refused := before(table, command))), None)


def _beside_the_map(table: Table, command: Command, judged: Judgement) -> Judgement:
    """The same with what the map had proposed; its libraries are loaded with the first map that is asked."""
    from rules.flanders_fields.game.survey.consulted import consulted

    return consulted(table, command, judged)


def _judge(table: Table, command: OwnCommand) -> Judgement:  # one arm a command: the type checker finds a forgotten one
    match command:
        case CreateGame():
            return Refusal("", "this game has been set up already", "create another game")
        case StartTurn():
            return turns.start_turn(table, command)
        case NextStep():
            return turns.next_step(table, command)
        case EndTurn():
            return turns.end_turn(table, command)
        case RollReinforcement():
            return turns.roll_reinforcement(table, command)
        case PromoteInField():
            return turns.promote_in_field(table, command)
        case AllotStaffBonus():
            return turns.allot_staff_bonus(table, command)
        case RollOrders():
            return orders.roll_orders(table, command)
        case RemoveSuppression():
            return recovery.remove_level(table, command)
        case MoveUnit():
            moved = movement.move(table, command)
            entered = enters(table, command.unit, moved, command.zones, ZoneMove.MOVE_ACTION)
            return ground.with_places(table, entered, command.unit, command.places)
        case ChangeCarriage():
            return carriage.change_carriage(table, command)
        case CrossWire():
            crossed = wire.try_wire(table, command)
            entered = enters(table, command.unit, crossed, command.zones, ZoneMove.WIRE_CROSSING)
            return ground.with_places(table, entered, command.unit, command.places)
        case FinishUnit():
            return orders.finish(table, command)
        case Fire():
            return fire.fire(table, command)
        case TestMorale():
            return nerve.test_morale(table, command)
        case TestWeapon():
            return nerve.test_weapon(table, command)
        case SupportsAnother():
            return nerve.deny_support(table, command)
        case TryHeroicAction():
            return nerve.try_deed(table, command)
        case Correct():
            return record.correct(RECORD, table.state, table.actor, command)
        case Overrule():
            return record.overrule(RECORD, table.state, table.actor, command)
        case TakeBack():
            return record.take_back(RECORD, table.state, table.actor, command)
        case Answer():
            return record.answer(RECORD, table.state, table.actor, command)
        case Withdraw():
            return record.withdraw(table.state, table.actor)
        case Note():
            return record.note(command)
        case Reread() | TakeSeat() | GiveUpSeat():
            return Refusal("", "that is no command which can be overruled", "send it by itself")


RECORD: Final = records.FlandersRecord(judge)
