"""Deep suppression: the die of the attacker, and batteries lost (FF-DSU)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.flanders_fields.artillery import DEEP as DEEP_TABLE
from rules.flanders_fields.artillery import Chooser, DeepFire, deep_dice, no_deep_suppression, roll_deep_suppression
from rules.flanders_fields.game.actions.artillery.planned_bombardments import hurricane_falls
from rules.flanders_fields.game.dice_rolls import faces, turn_key
from rules.flanders_fields.game.event_folding import change_stands
from rules.flanders_fields.game.fire_effects import after_losses
from rules.flanders_fields.game.handler_context import JudgedTable
from rules.flanders_fields.game.log_text import die as die_text
from rules.flanders_fields.game.log_text import unit_name
from rules.flanders_fields.game.outcomes import Reasons, StandChange, reasons
from rules.flanders_fields.game.rule_module import (
    BookChapter,
    EndsTurn,
    Happening,
    InForce,
    LeavesStep,
    LiesBy,
    SeenBySeat,
    ThrownFor,
    its_own,
    lines,
)
from rules.flanders_fields.game.seat_context import NOT_SEEN, SeatDeeds
from rules.flanders_fields.game.state.artillery import Deep
from rules.flanders_fields.game.state.game import GameState, Unit
from rules.flanders_fields.game.turn_progress import StepOfChapter, StepPlace, present
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ARTILLERY, Side
from rules.kernel.commands import Deed, Possible
from rules.kernel.dice import ALL_D6, D6, Throw
from rules.kernel.dice_ledger import Dice, lying, settle
from rules.kernel.explanations import Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.game_record import Judgement
from rules.kernel.numerals import signed
from rules.kernel.prompts import NEEDED, Ask, Asks, Told
from rules.kernel.rule_modules import Command, Corrections, Event, Telling
from rules.kernel.seats import Role
from rules.kernel.serialization import plain

# Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDeepSuppression:
    """Roll for deep suppression (FF-DSU-02); `in_front_line`: the enemy batteries that stand in his front line."""

    dice: tuple[Throw, ...] = fact("the dice")
    in_front_line: tuple[str, ...] = fact("the enemy batteries that stand in his front line", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseBattery:
    """Settle which battery is destroyed: a lot's dice, or by house rule the battery that was chosen (AMB-382)."""

    battery: str = fact("the battery that was chosen", default="")
    dice: tuple[Throw, ...] = fact("the dice of the lot", default=())


DeepCommand = RollDeepSuppression | LoseBattery


# Events


@dataclass(frozen=True, slots=True)
class DeepSuppressionRolled:
    """A side rolled; one of the batteries in `among` is to be lost, by whoever chooses it."""

    side: Side
    turn: int
    dice: tuple[Throw, ...]
    modifier: int
    chosen_by: Chooser
    among: tuple[str, ...]
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class BatteryLost:
    """A battery was destroyed; none where the lot fell on nobody and is drawn again."""

    side: Side
    battery: str
    dice: tuple[Throw, ...]
    changes: tuple[StandChange, ...]
    reasons: Reasons


DeepEvent = DeepSuppressionRolled | BatteryLost


# What deep suppression asks for now

NEEDS = "no_heavy_artillery"
"""The word of the step in which it is rolled for (data/sequence.toml)."""


def rolls_deep(state: GameState, side: Side, book: RuleBook) -> bool:
    """Whether a side rolls for it at the start of its turns: heavy guns stand behind it, and the date has it."""
    facts = DeepFire(attacker=side is Side.ATTACKER)
    return side in state.plan.heavy_artillery and no_deep_suppression(facts, book) is None


def rolled_now(state: GameState) -> bool:
    """Whether the die of this player turn has been thrown."""
    newest = newest_of(state, state.turn.side)
    return newest is not None and newest.turn == state.turn.number


def newest_of(state: GameState, side: Side) -> Deep | None:
    """A side's newest die; None before the first."""
    return next((one for one in state.deep if one.side is side), None)


def to_lose(state: GameState) -> Deep | None:
    """The die after which a battery is still to be lost."""
    return next((one for one in state.deep if one.among), None)


def batteries_of(state: GameState, side: Side) -> tuple[Unit, ...]:
    """A side's batteries that are left (mortars are none, AMB-382)."""
    units = (unit for unit in state.units.values() if unit.side is side and unit.kind in ARTILLERY)
    return tuple(unit for unit in units if state.living(unit) and not state.off_table(unit.id))


# Names of dice rolls


def deep_key(state: GameState, side: Side) -> str:
    """The name of a side's die of this turn."""
    return turn_key(state, "deep", side.value)


def lot_key(state: GameState, side: Side) -> str:
    """The name of the lot that is drawn for a battery now."""
    newest = newest_of(state, side)
    return turn_key(state, "lot", f"{side.value}/{newest.draws if newest else 0}")


def deep_throws(state: GameState, event: DeepSuppressionRolled) -> Dice:
    """The dice of it by the name of their roll."""
    return {deep_key(state, event.side): event.dice}


def lot_throws(state: GameState, event: BatteryLost) -> Dice:
    """The dice of it by the name of their roll."""
    return {lot_key(state, event.side): event.dice} if event.dice else {}


# Folds of events into the state


def rolled(state: GameState, event: DeepSuppressionRolled) -> None:
    """The newest die of a side takes the place of the one before (AMB-384)."""
    newest = Deep(event.side, event.turn, event.modifier, event.chosen_by, event.among)
    state.deep = (*(one for one in state.deep if one.side is not event.side), newest)


def lost(state: GameState, event: BatteryLost) -> None:
    """A battery is gone, or the lot fell on nobody."""
    change_stands(state, event.changes)
    state.deep = tuple(_after_draw(one, event) if one.side is event.side else one for one in state.deep)


def _after_draw(deep: Deep, event: BatteryLost) -> Deep:
    if event.battery:
        return replace(deep, among=(), chosen_by=Chooser.NOBODY, draws=0)
    return replace(deep, draws=deep.draws + 1)


# Judging the die of deep suppression, and which battery it destroys (FF-DSU-02, FF-DSU-03, AMB-382)

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
        return _draw_lot(table, deep, command)
    if command.battery not in deep.among:
        return Refusal("FF-DSU-03", "that battery is not one of those", "choose one that is not in the front line")
    return _gone(table, deep.side, table.state.units[command.battery], ())


def who_settles(deep: Deep) -> Side:
    """The side that chooses the battery, or draws the lot."""
    return deep.side.other if deep.chosen_by is Chooser.DEFENDER else deep.side


def lot_dice(batteries: int) -> int:
    """How many dice a lot among so many batteries takes: one for up to six, else two read one after the other."""
    return 1 if batteries <= FACES else 2


def _draw_lot(table: JudgedTable, deep: Deep, command: LoseBattery) -> Judgement:
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


# Corrections

Kept = tuple[int, Callable[[object], bool]]


def deep_id(side: Side) -> str:
    """The name by which a side's deep suppression is corrected."""
    return f"{side.value}.deep"


def deep_of(state: GameState, of: str) -> Deep | None:
    """The deep suppression of this name."""
    return next((one for one in state.deep if deep_id(one.side) == of), None)


def kept_of_deep(state: GameState, of: str) -> Mapping[str, Kept]:
    """What it takes off orders."""
    deep = deep_of(state, of)
    return {"modifier": (deep.modifier, lambda value: _modifier(value, state.book()))} if deep else {}


def _modifier(value: object, book: RuleBook) -> bool:
    hardest = book.table(DEEP_TABLE).number("hardest").value
    return isinstance(value, int) and not isinstance(value, bool) and hardest <= value <= 0


def corrected_deep(state: GameState, of: str, what: str, after: object) -> bool:
    """Fold a correction of it; False where it is another's."""
    if what != "modifier" or deep_of(state, of) is None:
        return False
    state.deep = tuple(replace(one, modifier=int(str(after))) if deep_id(one.side) == of else one for one in state.deep)
    return True


def name_in_record(state: GameState, of: str) -> str:
    """What it is called on the stage; nothing for what is another's."""
    deep = deep_of(state, of)
    return f"Deep suppression by the {state.side_facts(deep.side).name} side" if deep else ""


# Availability and prompts (FF-DSU-02, FF-DSU-03)

DEEP_PROMPT, BATTERY = Asks(RollDeepSuppression), Asks(LoseBattery)


def _rolling(seated: SeatDeeds) -> Iterator[Possible]:
    side = seated.state.turn.side
    awaited = seated.state.turn.running and not rolled_now(seated.state)
    if awaited and rolls_deep(seated.state, side, seated.table.book):
        command = RollDeepSuppression(dice=(NOT_SEEN,) * _wanted(seated, ()))
        barred = seated.refused_all(side, [command])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _wanted(seated: SeatDeeds, in_front_line: tuple[str, ...]) -> int:
    side = seated.state.turn.side
    rear = [unit for unit in batteries_of(seated.state, side.other) if unit.id not in in_front_line]
    return deep_dice(deep_fire(seated.table, side, rear), seated.table.book)


def _roll_asks(seated: SeatDeeds, told: Told) -> Iterator[Ask | Refusal]:
    side = seated.state.turn.side
    yield DEEP_PROMPT("in_front_line", among=[one.id for one in batteries_of(seated.state, side.other) if one.on_table])
    many = _wanted(seated, tuple(told.get("in_front_line", ())))
    yield DEEP_PROMPT("dice", least=many, most=many, kept=lying(seated.state, deep_key(seated.state, side))[:many])


def _losing(seated: SeatDeeds) -> Iterator[Possible]:
    deep = to_lose(seated.state)
    if deep is not None:
        side = who_settles(deep)
        command = LoseBattery(battery=deep.among[0])
        if deep.chosen_by is Chooser.LOT:
            command = LoseBattery(dice=(NOT_SEEN,) * lot_dice(len(deep.among)))
        barred = seated.refused_all(side, [command])
        yield Possible(by=side.value, owed=barred is None, barred=barred)


def _lose_asks(seated: SeatDeeds, _told: Told) -> Iterator[Ask | Refusal]:
    deep = to_lose(seated.state)
    if deep is None:
        return
    if deep.chosen_by is not Chooser.LOT:
        yield BATTERY("battery", among=deep.among, usual=NEEDED)
        return
    many = lot_dice(len(deep.among))
    kept = lying(seated.state, lot_key(seated.state, deep.side))[:many]
    yield BATTERY("dice", least=many, most=many, kept=kept, usual=NEEDED)


DEEP_DEEDS: Final[tuple[Deed[SeatDeeds], ...]] = (
    Deed("lose_battery", "A battery is lost", LoseBattery, _losing, _lose_asks),
    Deed("roll_deep_suppression", "Deep suppression", RollDeepSuppression, _rolling, _roll_asks),
)
"""In the order in which they are owed."""


# Views of a seat


def deep_view(state: GameState, _role: Role, book: RuleBook) -> dict[str, Any]:
    """What is in force against each side, the roll that is due now, and the battery still to be lost."""
    return {
        "in_force": [
            {"id": deep_id(one.side), "by": one.side.value, "against": one.side.other.value, "modifier": one.modifier}
            for one in state.deep
            if one.modifier
        ],
        "roll": _roll(state, book),
        "lose": _lose(state),
    }


def _roll(state: GameState, book: RuleBook) -> dict[str, Any] | None:
    here = present(state, book) if state.turn.running else None
    side = state.turn.side
    if here is None or here.step.needs != NEEDS or rolled_now(state) or not rolls_deep(state, side, book):
        return None
    facts = DeepFire(attacker=side is Side.ATTACKER, hurricane=hurricane_falls(state, side, book))
    return {
        "side": side.value,
        "dice": deep_dice(facts, book),
        "batteries": [{"id": unit.id, "name": unit.name} for unit in batteries_of(state, side.other) if unit.on_table],
        "kept": plain(lying(state, deep_key(state, side))),
    }


def _lose(state: GameState) -> dict[str, Any] | None:
    deep = to_lose(state)
    if deep is None:
        return None
    chooses = deep.side.other if deep.chosen_by is Chooser.DEFENDER else deep.side
    return {
        "side": chooses.value,
        "chosen_by": deep.chosen_by.value,
        "dice": lot_dice(len(deep.among)) if deep.chosen_by is Chooser.LOT else 0,
        "draws": deep.draws,
        "batteries": [
            {"id": name, "name": state.units[name].name, "faces": faces_of(number, len(deep.among))}
            for number, name in enumerate(deep.among)
        ],
        "kept": plain(lying(state, lot_key(state, deep.side))),
    }


def deep_card(event: DeepEvent) -> dict[str, Any]:
    """What was rolled with its reasons, for the card that stays in sight."""
    told: dict[str, Any] = {"dice": plain(event.dice)} | plain(event.reasons)
    if isinstance(event, DeepSuppressionRolled):
        return told | {"outcome": event.modifier, "lost": bool(event.among)}
    return told | {"outcome": event.battery, "changes": plain(event.changes)}


# Log text


def says_deep(state: GameState, event: DeepEvent) -> str:
    """One plain sentence for the log."""
    thrown = ", ".join(die_text(one) for one in event.dice)
    match event:
        case DeepSuppressionRolled(modifier=0):
            return f"Deep suppression: {thrown}, nothing this turn"
        case DeepSuppressionRolled(modifier=modifier, among=among):
            lost = ", and a battery is destroyed" if among else ""
            return f"Deep suppression: {thrown}, \u2212{-modifier} until the next roll{lost}"
        case BatteryLost(battery=""):
            return f"Deep suppression: {thrown}, the lot falls on nobody and is drawn again"
        case BatteryLost(battery=battery):
            by_lot = f": {thrown}" if event.dice else ""
            return f"{unit_name(state, battery)} is destroyed by deep suppression{by_lot}"


def name_of_deep(_state: GameState, event: DeepEvent) -> str:
    """The name of the deed on the button that takes it back."""
    return "the roll for deep suppression" if isinstance(event, DeepSuppressionRolled) else "the loss of a battery"


TOLD: Final = Telling(says_deep, name_of_deep, deep_card)


# What deep suppression does to either side


def _deep(seen: SeenBySeat) -> InForce | None:
    falls_on = "on orders for guns behind the table and on SOS calls"
    told = [
        f"Against the {seen.side(one['against'])} side: {signed(one['modifier'])} {falls_on}"
        for one in seen.view["deep"]["in_force"]
    ]
    return InForce("Deep suppression", lines(told, "FF-DSU-07"))


LIES: Final[LiesBy] = {5: _deep}


# The rule module


def _busy(state: GameState, _place: StepPlace) -> bool:
    return rolls_deep(state, state.turn.side, state.book())


_CORRECTIONS: Final[Corrections[GameState, JudgedTable]] = Corrections(
    kept=lambda table, of: kept_of_deep(table.state, of),
    fold=lambda state, event: corrected_deep(state, event.of, event.what, event.after),
    named=lambda state: [deep_id(one.side) for one in state.deep],
    thing=lambda state, of: "Deep suppression" if deep_of(state, of) else "",
)


DEEP: Final[BookChapter] = BookChapter(
    key="deep",
    steps={NEEDS: StepOfChapter(_busy, "no heavy artillery", planned=True)},
    events=(
        Happening(
            kind="deep_suppression_rolled",
            made=DeepSuppressionRolled,
            fold=rolled,
            dice=deep_throws,
            roll=ThrownFor.OTHER,
            whose=its_own,
        ),
        Happening(
            kind="battery_lost",
            made=BatteryLost,
            fold=lost,
            dice=lot_throws,
            weighs=lambda event: 5 if event.battery else 0,
        ),
    ),
    told=TOLD,
    commands={
        "roll_deep_suppression": RollDeepSuppression,
        "lose_battery": LoseBattery,
    },
    judge=judge,
    waits=before_this,
    lets_wait=(LeavesStep,),
    waits_at=7,
    corrections=_CORRECTIONS,
    deeds=DEEP_DEEDS,
    views={"deep": deep_view},
    lies=LIES,
)
