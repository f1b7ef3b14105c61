"""Who judges which command."""

from rules.flanders_fields.game.commands import (
    AllIn,
    AllotStaffBonus,
    Answer,
    ChangeCarriage,
    Command,
    Correct,
    CreateGame,
    CrossWire,
    EndTurn,
    FinishUnit,
    Fire,
    FireAsTheyClose,
    GoIn,
    MoveUnit,
    NextStep,
    Note,
    Overrule,
    PromoteInField,
    RemoveSuppression,
    RollOrders,
    RollReinforcement,
    StartTurn,
    SupportsAnother,
    TakeBack,
    TestMorale,
    TestWeapon,
    ThrowInCombat,
    TryHeroicAction,
)
from rules.flanders_fields.game.decide import assaults, close_quarters, fire, nerve, orders, records, turns
from rules.flanders_fields.game.decide.table import Judgement, Table
from rules.flanders_fields.game.state import GameState
from rules.kernel.explain import Refusal
from rules.kernel.play import Actor, Role


def decide(state: GameState, command: Command, actor: Actor) -> Judgement:
    """Judge one command: the events that follow, or why the rules do not allow it. Pure."""
    if actor.role is Role.SPECTATOR:
        return Refusal("", "a spectator only looks on", "ask the host for a seat")
    if isinstance(command, CreateGame):
        return turns.create_game(state, command)
    if state.facts is None:
        return Refusal("", "this game has not been set up", "create it first")
    return judge(Table(state, actor, state.book()), command)


def judge(table: Table, command: Command) -> Judgement:  # one arm a command: the type checker finds a forgotten one
    """Hand a command to the module that knows it; while an assault is on, the others wait."""
    waits = assaults.before_this(table, command)
    if waits:
        return waits
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
            return orders.remove_level(table, command)
        case MoveUnit():
            return orders.move(table, command)
        case ChangeCarriage():
            return orders.change_carriage(table, command)
        case CrossWire():
            return orders.try_wire(table, command)
        case FinishUnit():
            return orders.finish(table, command)
        case Fire():
            return fire.fire(table, command)
        case GoIn():
            return assaults.go_in(table, command)
        case AllIn():
            return assaults.all_in(table, command)
        case FireAsTheyClose():
            return close_quarters.fire_as_they_close(table, command)
        case ThrowInCombat():
            return close_quarters.throw_in_combat(table, command)
        case TestMorale():
            return nerve.test_morale(table, command)
        case TestWeapon():
            return nerve.test_weapon(table, command)
        case SupportsAnother():
            return nerve.deny_support(table, command)
        case TryHeroicAction():
            return nerve.try_deed(table, command)
        case Correct():
            return records.correct(table, command)
        case Overrule():
            return records.overrule(table, command, judge)
        case TakeBack():
            return records.take_back(table, command)
        case Answer():
            return records.answer(table, command, judge)
        case Note():
            return records.note(table, command)
