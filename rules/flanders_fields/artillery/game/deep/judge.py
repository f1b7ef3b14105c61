"""Judging the die of deep suppression, and which battery it destroys (FF-DSU-02, FF-DSU-03, AMB-382)."""

from collections.abc import Sequence

from rules.flanders_fields.artillery.deep_suppression import Chooser, DeepFire, deep_dice, roll_deep_suppression
from rules.flanders_fields.artillery.game.bombard.due import hurricane_falls
from rules.flanders_fields.artillery.game.deep.commands import DeepCommand, LoseBattery, RollDeepSuppression
from rules.flanders_fields.artillery.game.deep.due import NEEDS, batteries_of, rolled_now, rolls_deep, to_lose
from rules.flanders_fields.artillery.game.deep.events import BatteryLost, DeepSuppressionRolled
from rules.flanders_fields.artillery.game.deep.state import Deep
from rules.flanders_fields.artillery.game.deep.throws import deep_key, lot_key
from rules.flanders_fields.game.dice import faces
from rules.flanders_fields.game.losses import after_losses
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.state import Unit
from rules.flanders_fields.game.table import JudgedTable, Judgement
from rules.flanders_fields.game.waiting import EndsTurn
from rules.flanders_fields.vocabulary import Side
from rules.kernel.chapters import Command, Event
from rules.kernel.dice import ALL_D6, D6, Throw
from rules.kernel.explain import Refusal, Step
from rules.kernel.kept import settle

FACES = 6


def before_this(table: JudgedTable, command: Command) -> Refusal | None:
    """Refuses to go on while the die, or the battery it destroys, is still to be settled."""
    if table.in_turn():
        return None
    if to_lose(table.state):
        return Refusal("FF-DSU-03", "a battery is destroyed by deep suppression", "settle first which one")
    here = table.here
    awaited = isinstance(command, EndsTurn) or (here is not None and here.step.needs == NEEDS)
    if awaited and rolls_deep(table.state, table.state.turn.side, table.book) and not rolled_now(table.state):
        return Refusal("FF-DSU-02", "deep suppression has not been rolled for this turn", "roll for it first")
    return None


def judge(table: JudgedTable, command: DeepCommand) -> Judgement:
    """Judge a command of this phase."""
    if isinstance(command, RollDeepSuppression):
        return roll_deep(table, command)
    return lose_battery(table, command)


def roll_deep(table: JudgedTable, command: RollDeepSuppression) -> Judgement:
    """The die at the start of the attacker's turn (FF-DSU-02, FF-DSU-03)."""
    refused = table.in_turn() or _not_now(table)
    if refused:
        return refused
    state, side = table.state, table.state.turn.side
    batteries = batteries_of(state, side.other)
    unknown = set(command.in_front_line) - {unit.id for unit in batteries if unit.on_table}
    if unknown:
        return Refusal("FF-DSU-05", "that is no battery of the enemy's on the table", "name batteries that stand on it")
    rear = tuple(unit for unit in batteries if unit.id not in command.in_front_line)
    facts = deep_fire(table, side, rear)
    wanted = deep_dice(facts, table.book)
    if len(command.dice) != wanted:
        return Refusal("FF-DSU-02", f"{wanted} {'die is' if wanted == 1 else 'dice are'} thrown", f"enter {wanted}")
    dice = settle(state, deep_key(state, side), command.dice)
    if isinstance(dice, Refusal):
        return dice
    answer = roll_deep_suppression(facts, faces(dice), table.book)
    if isinstance(answer, Refusal):
        return answer
    found = answer.value
    among = tuple(unit.id for unit in rear) if found.battery_lost else ()
    chooser = found.chosen_by if len(among) > 1 else Chooser.NOBODY
    rolled = DeepSuppressionRolled(side, state.turn.number, dice, found.modifier, chooser, among, reasons(answer))
    return (rolled, *(_gone(table, side, rear[0], ()) if len(among) == 1 else ()))


def deep_fire(table: JudgedTable, side: Side, rear: Sequence[Unit]) -> DeepFire:
    """What a side's die looks at."""
    return DeepFire(
        attacker=side is Side.ATTACKER,
        hurricane=hurricane_falls(table.state, side, table.book),
        rear_batteries=len(rear),
    )


def _not_now(table: JudgedTable) -> Refusal | None:
    if not rolls_deep(table.state, table.state.turn.side, table.book) and not table.overruled:
        return Refusal("FF-DSU-01", "this side has no heavy artillery behind it", "go on with the turn")
    if rolled_now(table.state):
        return Refusal("FF-DSU-02", "deep suppression has been rolled for this turn", "go on with the turn")
    here = table.here
    if not table.overruled and (here is None or here.step.needs != NEEDS):
        return Refusal("FF-DSU-02", "deep suppression is rolled for in its own phase", "go on to that phase")
    return None


def lose_battery(table: JudgedTable, command: LoseBattery) -> Judgement:
    """Which battery is destroyed: by lot, or by house rule by a side's choice (AMB-382)."""
    deep = to_lose(table.state)
    if deep is None:
        return Refusal("FF-DSU-03", "no battery is to be lost now", "go on with the turn")
    refused = table.may_speak_for(who_settles(deep))
    if refused:
        return refused
    if deep.chosen_by is Chooser.LOT:
        return _drawn(table, deep, command)
    if command.battery not in deep.among:
        return Refusal("FF-DSU-03", "that battery is not one of those", "choose one that is not in the front line")
    return _gone(table, deep.side, table.state.units[command.battery], ())


def who_settles(deep: Deep) -> Side:
    """The side that chooses the battery, or draws the lot."""
    return deep.side.other if deep.chosen_by is Chooser.DEFENDER else deep.side


def lot_dice(batteries: int) -> int:
    """How many dice a lot among so many batteries takes: one for up to six, else two read one after the other."""
    return 1 if batteries <= FACES else 2


def _drawn(table: JudgedTable, deep: Deep, command: LoseBattery) -> Judgement:
    if command.battery:
        return Refusal("AMB-382", "the battery is drawn by lot", "throw the lot")
    wanted = lot_dice(len(deep.among))
    if len(command.dice) != wanted:
        return Refusal("AMB-382", f"the lot takes {wanted} {'die' if wanted == 1 else 'dice'}", f"enter {wanted}")
    dice = settle(table.state, lot_key(table.state, deep.side), command.dice)
    if isinstance(dice, Refusal):
        return dice
    number = lot_number(faces(dice), len(deep.among))
    if number is None:
        again = Step("AMB-382", f"{_pips(dice)}: on nobody, the lot is thrown again")
        return (BatteryLost(deep.side, "", dice, (), Reasons(None, (again,))),)
    return _gone(table, deep.side, table.state.units[deep.among[number]], dice)


def lot_number(dice: tuple[D6, ...], batteries: int) -> int | None:
    """Whom the lot falls on, counted from 0; None where it is thrown again, so that each has the same chance."""
    number = 0
    for die in dice:
        number = number * FACES + die.pips - 1
    fair = FACES ** len(dice) // batteries * batteries
    return number % batteries if number < fair else None


def faces_of(number: int, batteries: int) -> list[int]:
    """The faces of the one die that bring the lot down on that battery; none where two dice are thrown."""
    one_die = ALL_D6 if lot_dice(batteries) == 1 else ()
    return [face.pips for face in one_die if lot_number((face,), batteries) == number]


def _pips(dice: tuple[Throw, ...]) -> str:
    return " and ".join(str(die.pips) for die in dice)


def _gone(table: JudgedTable, side: Side, battery: Unit, dice: tuple[Throw, ...]) -> tuple[Event, ...]:
    changes = tuple(StandChange(one.id, one.levels, alive=False) for one in table.state.living(battery))
    how = f"{_pips(dice)}: the lot falls on {battery.name}" if dice else f"{battery.name} is the one"
    event = BatteryLost(side, battery.id, dice, changes, Reasons(None, (Step("FF-DSU-03", how),)))
    return (event, *after_losses(table, changes))
