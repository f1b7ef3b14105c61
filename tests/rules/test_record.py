"""What the players of any system do to its record, tried with a system of shots, hidden words and a step of both."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from rules.kernel import consent, game_record, record_module, undo
from rules.kernel.commands import stage
from rules.kernel.consent import corrected
from rules.kernel.dice import Throw
from rules.kernel.dice_ledger import (
    Dice,
    OneForAll,
    Roll,
    all_lying,
    apart,
    kept_under_names,
    lying,
    settle,
    settle_each,
)
from rules.kernel.explanations import Refusal
from rules.kernel.game_record import Correctable, Correction, Costs, PastDeed, WaitingRequest
from rules.kernel.play import Done, Recorded
from rules.kernel.record_events import (
    NO_COMMAND,
    AnswerRequest,
    CarryOut,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DiceDropped,
    DieReread,
    GiveUpSeat,
    Note,
    Overrule,
    Overruled,
    RequestAllowed,
    Reread,
    SeatGivenUp,
    SeatTaken,
    TakeBack,
    TakenBack,
    TakeSeat,
    Withdraw,
    Withheld,
    read_values,
)
from rules.kernel.record_module import deeds_of_record
from rules.kernel.seats import Actor, Audience, Role, Seating
from rules.kernel.serialization import NotPlain

SKIRMISH = Seating({"blue": "Blue", "red": "Red"})
BLUE, RED = SKIRMISH.playing
UMPIRE = Role.REFEREE


@dataclass(frozen=True, kw_only=True)
class Shoot:
    at: str
    dice: tuple[Throw, ...]


@dataclass(frozen=True, kw_only=True)
class Whisper:
    word: str


@dataclass(frozen=True, kw_only=True)
class Correct:
    of: str
    value: int
    reason: str
    what: str = "strength"


@dataclass(frozen=True)
class Shot:
    by: Role
    at: str
    dice: tuple[Throw, ...]


@dataclass(frozen=True)
class Whispered:
    by: Role
    word: str


@dataclass(frozen=True)
class Set:
    of: str
    value: int


@dataclass
class Field:
    deeds: PastDeed | None = None
    asked: WaitingRequest | None = None
    allowed: tuple[RequestAllowed, ...] = ()
    seated: tuple[str, ...] = ()
    sitting: dict[str, int] = field(default_factory=dict)
    seats_allowed: tuple[str, ...] = ()
    thrown: Dice = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    shared: bool = False
    span: str = "bound 1"
    strength: dict[str, int] = field(default_factory=lambda: {"blue": 5, "red": 5})


MANY = {5: "five", 6: "six", 7: "seven"}
COMMANDS: Mapping[str, type] = {"shoot": Shoot, "whisper": Whisper, "correct": Correct, "undo": TakeBack}


class Skirmish:
    """Blue and red, who shoot at each other by rule only up to six dice, and whisper."""

    seating: Seating = SKIRMISH

    def __init__(self) -> None:
        self.most = 6

    def span(self, state: Field) -> str:
        return state.span

    def is_shared(self, state: Field) -> bool:
        return state.shared

    def read(self, values: Mapping[str, Any]) -> Any:
        return read_values(COMMANDS, values)

    def judge(self, state: Field, actor: Actor, command: Any, overruled: bool = False) -> Any:
        match command:
            case Shoot(at=at, dice=dice):
                if len(dice) > self.most and not overruled:
                    return Refusal("SK-1", f"{MANY[self.most]} dice at most", "throw fewer")
                settled = settle(state, f"shoot/{actor.role}/{at}", dice)
                return settled if isinstance(settled, Refusal) else (Shot(actor.role, at, settled),)
            case Whisper(word=word):
                if not word and not overruled:
                    return Refusal("SK-2", "a whisper has a word", "say one")
                return (Whispered(actor.role, word),)
            case TakeBack():
                return undo.take_back(self, state, actor, command)
            case Correct():
                return consent.correct(self, state, actor, command)
            case Overrule():
                return consent.overrule(self, state, actor, command)
            case AnswerRequest():
                return consent.answer(self, state, actor, command)
            case Withdraw():
                return consent.withdraw(state, actor)
            case TakeSeat() | GiveUpSeat():
                return consent.seat_changed(self, state, actor, command)
            case CarryOut():
                return consent.carry_out(self, state, actor, command)
            case _:
                return consent.note(command)

    def judge_again(self, state: Field, command: Any, actor: Actor) -> Any:
        return self.judge(state, actor, command)

    def correction(self, state: Field, actor: Actor, command: Correct) -> Correction:
        owner = {"blue": BLUE, "red": RED}.get(command.of)
        value = Correctable(state.strength.get(command.of, 0), lambda _: True, Costs.LESS, owner)
        says = f"{command.of}: {command.value}"
        return Correction((Set(command.of, command.value),), says, owner, value.hurts(command.value), owner is None)

    def agreed(self, state: Field, actor: Actor, values: Mapping[str, Any]) -> None:
        return None

    def is_open(self, state: Field, roll: str) -> bool:
        return "secret" not in roll

    def audience(self, state: Field, event: Any) -> Audience:
        return audience_of(state, event)


def dice_of(event: Any) -> Dice:
    return {f"shoot/{event.by}/{event.at}": event.dice} if isinstance(event, Shot) and event.dice else {}


class Table:
    """The game as its keeper has it."""

    def __init__(self, shared: bool = False) -> None:
        self.system, self.log = Skirmish(), list[Recorded[Any]]()
        self.state = Field(shared=shared)
        self.sent: dict[str, Done] = {}

    def do(self, role: Role, command: Any, **known: Any) -> Any:
        actor = Actor(role, role.value, **known)
        before = replace(self.state, named=dict(self.state.named), thrown=dict(self.state.thrown))
        if isinstance(command, Reread):
            outcome = undo.reread(self.state, actor, command, self.sent.get, self.system.judge_again)
        else:
            outcome = self.system.judge(self.state, actor, command)
        if isinstance(outcome, Refusal):
            return outcome
        name = f"c{len(self.sent)}"
        self.sent[name] = Done(lambda: before, command, actor)
        for event in outcome:
            self.log.append(Recorded(len(self.log) + 1, event, name, role, audience_of(self.state, event)))
            self.state = self.folded()
        return outcome

    def folded(self) -> Field:
        gone: set[int] = set()
        for one in reversed(self.log):
            if one.seq not in gone and isinstance(one.event, TakenBack | DieReread):
                gone.update(one.event.seqs)
        state = Field(shared=self.state.shared, span=self.state.span)
        for one in self.log:
            if one.seq not in gone:
                fold(state, one)
        return state


def audience_of(state: Field, event: Any) -> Audience:
    if isinstance(event, Whispered):
        return Audience(event.by.value)
    return record_module.audience_of(state, event) or Audience.ALL


def fold(state: Field, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, Overruled | RequestAllowed) or (isinstance(event, ConsentAnswered) and event.agreed):
        game_record.remember(state, recorded, type(event).__name__.lower(), {}, state.span, told=False)
    record_module.forget_agreeing(state, recorded)
    match event := recorded.event:
        case Shot() | Whispered() | Set():
            dice = kept_under_names(state, dice_of(event))
            game_record.remember(state, recorded, type(event).__name__.lower(), dice, state.span, told=False)
            if isinstance(event, Set):
                state.strength[event.of] = event.value
        case ConsentAsked() | Withheld():
            game_record.fold_question(state, event)
        case ConsentAnswered():
            game_record.close_question(state)
        case ConsentWithdrawn():
            game_record.fold_withdrawn(state, event)
        case RequestAllowed():
            game_record.fold_allowed(state, event)
        case TakenBack():
            game_record.fold_taken_back(state, event)
        case DiceDropped():
            game_record.fold_dropped(state, event)
        case _:
            pass


def own(*pips: int) -> tuple[Throw, ...]:
    return tuple(Throw(face) for face in pips)


def app(*pips: int) -> tuple[Throw, ...]:
    return tuple(Throw(face, "rolled") for face in pips)


def test_a_light_deed_is_taken_back_alone_and_a_die_is_asked_for() -> None:
    table = Table()
    table.do(BLUE, Whisper(word="now"))
    (gone,) = table.do(BLUE, TakeBack())
    assert (gone.names, gone.audience, gone.after_the_die) == (("whispered",), Audience("blue"), False)
    table.do(BLUE, Shoot(at="hill", dice=own(3, 4)))
    (asked,) = table.do(BLUE, TakeBack())
    assert asked.words == "take back shot (dice 3, 4)"
    assert table.do(BLUE, AnswerRequest(agree=True)).because == "the other side answers this"
    _, gone = table.do(RED, AnswerRequest(agree=True))
    assert gone.dice == {"shoot/blue/hill": own(3, 4)}
    assert table.do(BLUE, Shoot(at="hill", dice=own(6, 4))).because == "this die has been thrown already and shows 3"
    (shot,) = table.do(BLUE, Shoot(at="wood", dice=own(6, 4)))
    assert shot.dice == own(6, 4)


def test_nobody_else_goes_alone_and_the_record_says_so() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    (gone,) = table.do(BLUE, TakeBack(), nobody_else=True)
    assert gone.after_the_die


def test_another_sides_deed_and_an_older_span_are_asked_for() -> None:
    table = Table()
    table.do(RED, Correct(of="red", value=4, reason="hit"))
    assert isinstance(table.do(BLUE, TakeBack())[0], ConsentAsked)
    assert isinstance(table.do(UMPIRE, TakeBack())[-1], TakenBack)
    table.do(RED, Correct(of="red", value=4, reason="hit"))
    table.state.span = "bound 2"
    assert isinstance(table.do(RED, TakeBack())[0], ConsentAsked)


def test_in_a_shared_step_each_takes_back_his_own_newest_whatever_the_other_did() -> None:
    table = Table(shared=True)
    table.do(BLUE, Correct(of="blue", value=4, reason="hit"))
    table.do(RED, Correct(of="red", value=3, reason="hit"))
    (gone,) = table.do(BLUE, TakeBack())
    assert gone.seqs == (1,)
    assert table.state.strength == {"blue": 5, "red": 3}
    assert table.do(BLUE, TakeBack()).because == "there is nothing of that name to take back"


def test_a_correction_alone_is_ones_own_and_costs_oneself() -> None:
    table = Table()
    assert table.do(BLUE, Correct(of="blue", value=4, reason="hit")) == (Set("blue", 4),)
    for of, value in (("blue", 5), ("red", 1)):
        (asked,) = table.do(BLUE, Correct(of=of, value=value, reason="seen"))
        assert asked.words == f"correct {of}: {value}"
    assert table.do(RED, AnswerRequest(agree=True))[1] == Set("red", 1)
    assert table.do(BLUE, Correct(of="red", value=0, reason=" ")).because == "a correction needs a reason"
    assert table.do(UMPIRE, Correct(of="red", value=5, reason="no")) == (Set("red", 5),)


def test_what_the_other_may_not_read_is_withheld_and_the_referee_is_asked_if_there_is_one() -> None:
    table = Table()
    held, asked = table.do(BLUE, Correct(of="a secret", value=1, reason="mine"), referee_present=True)
    assert (held.words, asked.words) == ("correct a secret: 1", "correct something that only they know of")
    assert "a secret" not in repr(asked)
    waits = table.state.asked
    assert waits
    assert [waits.words_for(role) for role in (BLUE, UMPIRE, RED)] == [held.words, held.words, asked.words]
    assert table.do(RED, AnswerRequest(agree=True)).because == "the referee answers this"
    assert table.do(UMPIRE, AnswerRequest(agree=True))[1] == Set("a secret", 1)


SALUTE = {"kind": "shoot", "at": "hill", "dice": [{"pips": 0, "source": "rolled"}] * 7}


def asks_for(inner: Mapping[str, Any], **more: Any) -> Overrule:
    return Overrule(**{"clause": "SK-1", "command": dict(inner), "reason": "a salute"} | more)


def test_request_holds_no_die_and_rolls_only_when_it_is_carried_out() -> None:
    table = Table()
    assert table.do(BLUE, asks_for(SALUTE, reason="")).because == "overruling needs a reason"
    (asked,) = table.do(BLUE, asks_for(SALUTE | {"dice": [{"pips": 6, "source": "entered"}] * 7}))
    assert (asked.command["command"], asked.dice) == (SALUTE, {})
    assert table.do(RED, asks_for(SALUTE)).because == "the other side is asking something"
    assert table.do(BLUE, CarryOut(dice=own(*[6] * 7))).because == (
        "nothing that was agreed to waits to be carried out"
    )
    answered, allowed = table.do(RED, AnswerRequest(agree=True))
    assert (answered.agreed, allowed.command, allowed.agreed) == (True, SALUTE, True)
    assert table.state.thrown == {}
    for role in (RED, UMPIRE):
        assert isinstance(table.do(role, CarryOut(dice=own(*[6] * 7))), Refusal)
    assert table.do(BLUE, CarryOut(dice=own(6))).because == "this takes 7 dice, not 1"
    overruled, shot = table.do(BLUE, CarryOut(dice=own(1, 2, 3, 4, 5, 6, 1)))
    assert (overruled, shot.dice) == (Overruled("SK-1", "six dice at most", "a salute", True), own(1, 2, 3, 4, 5, 6, 1))
    assert table.state.allowed == ()
    assert isinstance(table.do(BLUE, CarryOut(dice=own(1, 2, 3, 4, 5, 6, 1))), Refusal), "once"


@pytest.mark.parametrize("ends", ["no", "withdrawn", "agreed and withdrawn", "another request", "a correction"])
def test_request_that_is_not_carried_out_leaves_no_die(ends: str) -> None:
    table = Table()
    table.do(BLUE, asks_for(SALUTE))
    match ends:
        case "no":
            table.do(RED, AnswerRequest(agree=False))
        case "withdrawn":
            table.do(BLUE, Withdraw())
        case "agreed and withdrawn":
            table.do(RED, AnswerRequest(agree=True))
            assert table.do(BLUE, Withdraw()) == (ConsentWithdrawn(BLUE, "set aside SK-1: six dice at most"),)
        case "another request":
            table.do(BLUE, asks_for(SALUTE | {"at": "wood"}))
        case _:
            table.do(BLUE, Correct(of="red", value=1, reason="seen"))
    assert (table.state.thrown, table.state.allowed) == ({}, ())
    assert table.do(BLUE, Shoot(at="hill", dice=own(6)))[0].dice == own(6)


def test_newer_agreed_request_replaces_the_older_one_and_the_other_sides_stays() -> None:
    table = Table()
    for role, at in ((BLUE, "hill"), (RED, "ford"), (BLUE, "wood")):
        table.do(role, asks_for(SALUTE | {"at": at}))
        table.do(RED if role is BLUE else BLUE, AnswerRequest(agree=True))
    assert [(one.by, one.command["at"]) for one in table.state.allowed] == [(RED, "ford"), (BLUE, "wood")]
    _, shot = table.do(BLUE, CarryOut(dice=own(*[3] * 7)))
    assert shot.at == "wood"
    _, shot = table.do(RED, CarryOut(dice=own(*[3] * 7)))
    assert (shot.by, shot.at) == (RED, "ford")


def test_agreed_request_ends_with_its_span_and_with_a_change_of_the_refusal() -> None:
    table = Table()
    table.do(BLUE, asks_for(SALUTE))
    table.do(RED, AnswerRequest(agree=True))
    dice = CarryOut(dice=own(*[3] * 7))
    assert seen(SeatedField(table, BLUE))[0] == ["carry_out"]
    table.system.most = 5
    late = table.do(BLUE, dice)
    assert late.because == "the table has changed since this was agreed: five dice at most"
    table.system.most = 7
    assert table.do(BLUE, dice).because == "the rules do not refuse this any more"
    table.system.most = 6
    table.state.span = "bound 2"
    assert table.do(BLUE, dice) is consent.LAPSED
    assert seen(SeatedField(table, BLUE))[0] == []


def test_agreement_taken_back_takes_the_right_to_roll_with_it() -> None:
    table = Table()
    table.do(BLUE, asks_for(SALUTE))
    table.do(RED, AnswerRequest(agree=True))
    table.do(UMPIRE, TakeBack())
    assert table.state.allowed == ()
    assert table.state.asked is None, "a take-back leaves no question open"


def test_dice_of_a_request_carried_out_and_undone_come_again() -> None:
    table = Table()
    table.do(BLUE, asks_for(SALUTE))
    table.do(RED, AnswerRequest(agree=True))
    table.do(BLUE, CarryOut(dice=app(1, 2, 3, 4, 5, 6, 1)))
    assert isinstance(table.do(BLUE, TakeBack())[0], ConsentAsked)
    table.do(RED, AnswerRequest(agree=True))
    assert len(table.state.allowed) == 1
    _, shot = table.do(BLUE, CarryOut(dice=app(*[6] * 7)))
    assert shot.dice == app(1, 2, 3, 4, 5, 6, 1)


def test_request_of_a_hidden_command_names_nothing_and_is_carried_out_unseen() -> None:
    table = Table()
    silent = {"kind": "whisper", "word": ""}
    held, asked = table.do(BLUE, asks_for(silent, clause="SK-2"))
    assert (held.words, asked.words) == ("set aside SK-2: a whisper has a word", consent.HIDDEN_RULE)
    assert asked.command == {"kind": "withheld", "of": ""}
    answered, allowed = table.do(RED, AnswerRequest(agree=True))
    assert (answered.words, allowed.hidden) == (consent.HIDDEN_RULE, True)
    table.do(BLUE, CarryOut())
    heard = [type(one.event).__name__ for one in table.log if one.audience.holds(RED)]
    assert heard == ["ConsentAsked", "ConsentAnswered"]


def test_first_opponent_drops_dice_that_were_seen_and_not_used() -> None:
    table = Table()
    for at, dice in (("hill", own(3, 4)), ("secret wood", own(5)), ("ford", own(1, 2, 6))):
        table.do(BLUE, Shoot(at=at, dice=dice))
        table.do(BLUE, TakeBack(), nobody_else=True)
    table.do(BLUE, Shoot(at="ford", dice=own(1, 2)))
    table.do(BLUE, Shoot(at="mill", dice=own(4)))
    table.do(BLUE, TakeSeat())
    assert len(table.state.thrown) == 3, "another device of the same side changes nothing"
    taken, dropped, hidden = table.do(RED, TakeSeat())
    assert taken == SeatTaken(RED, "red")
    assert dropped == DiceDropped({"shoot/blue/hill": own(3, 4), "shoot/blue/ford": own(6)})
    assert hidden == DiceDropped({"shoot/blue/secret wood": own(5)}, Audience("blue"))
    assert (record_module.said(dropped, str), record_module.said(hidden, str)) == (
        "Dice seen before anybody sat opposite, and not used, no longer count: 3, 4, 6",
        "Dice seen before anybody sat opposite, and not used, no longer count",
    )
    assert table.state.thrown == {"shoot/blue/ford": own(1, 2)}
    assert table.do(BLUE, Shoot(at="hill", dice=own(6, 6)))[0].dice == own(6, 6)
    table.do(BLUE, TakeBack())
    table.do(RED, AnswerRequest(agree=True))
    assert table.do(RED, GiveUpSeat()) == (SeatGivenUp(RED, "red"),)
    assert table.do(RED, TakeSeat()) == (taken,), "later seats drop nothing"
    assert table.do(BLUE, Shoot(at="hill", dice=own(1, 1))).because == "this die has been thrown already and shows 6"


@pytest.mark.parametrize("role", [UMPIRE, Role.SPECTATOR])
def test_seat_that_is_no_side_drops_no_dice(role: Role) -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    table.do(BLUE, TakeBack(), nobody_else=True)
    assert table.do(role, TakeSeat()) == (SeatTaken(role, role.value),)
    assert table.state.thrown == {"shoot/blue/hill": own(3)}


def test_request_of_an_earlier_program_keeps_the_dice_that_it_threw() -> None:
    """Its dice were seen: they count if it is agreed to, and stay thrown if it is not."""
    table = Table()
    inner = {"kind": "shoot", "at": "hill", "dice": [{"pips": n, "source": "rolled"} for n in (1, 2, 3, 4, 5, 6, 1)]}
    asked: dict[str, object] = {"kind": "override", "of": "", "clause": "SK-1", "command": inner, "reason": "a salute"}
    dice = {"shoot/blue/hill": app(1, 2, 3, 4, 5, 6, 1)}
    event = ConsentAsked(BLUE, "set aside SK-1: six dice at most", asked, dice)
    table.log.append(Recorded(1, event, "old", BLUE, Audience.ALL))
    table.state = table.folded()
    _, overruled, shot = table.do(RED, AnswerRequest(agree=True))
    assert (overruled.clause, shot.dice) == ("SK-1", dice["shoot/blue/hill"])
    table.log = table.log[:1]
    table.state = table.folded()
    table.do(RED, AnswerRequest(agree=False))
    assert table.do(BLUE, Shoot(at="hill", dice=own(6))).because == "this die has been thrown already and shows 1"


def test_a_mistyped_die_is_read_anew_in_time_only() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3, 4)))
    newest = table.state.deeds.command_id  # type: ignore[union-attr]
    again = Reread(command_id=newest, die="dice.1", pips=5)
    assert "five seconds" in table.do(BLUE, again).because
    assert isinstance(table.do(RED, again, in_time=True), Refusal)
    reread, shot = table.do(BLUE, again, in_time=True)
    assert (reread.before, reread.after, shot.dice) == (4, 5, own(3, 5))
    assert table.state.named == {"shoot/blue/hill": 1}, "it is the same deed, and not a second"
    table.do(BLUE, Shoot(at="wood", dice=app(3)))
    newest = table.state.deeds.command_id  # type: ignore[union-attr]
    refused = table.do(BLUE, Reread(command_id=newest, die="dice.0", pips=5), in_time=True)
    assert refused.because == "that is no die of your own in this deed"


def test_a_hidden_die_is_read_anew_in_hiding() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    newest = table.state.deeds
    assert newest
    table.state.deeds = newest._replace(open_name="", audience=Audience("blue"))
    again = Reread(command_id=newest.command_id, die="dice.0", pips=5)
    reread, *_ = table.do(BLUE, again, in_time=True)
    assert (reread.name, reread.audience) == ("shot", Audience("blue"))


@pytest.mark.parametrize("text", ["", "  ", "x" * 501])
def test_a_note_says_something(text: str) -> None:
    assert isinstance(Table().do(BLUE, Note(text=text)), Refusal)


def test_names_of_rolls() -> None:
    state = Field(thrown={"a/b": own(1), "a/b/2": own(2), "old": own(3, 4), "all": own(5)})
    assert lying(state, "a/b") == own(1)
    kept_under_names(state, {"a/b": own(1)})
    assert lying(state, "a/b") == own(2), "the second of that name"
    kept_under_names(state, {OneForAll("all"): own(5)})
    assert lying(state, OneForAll("all")) == own(5), "one die for all does not fall twice"
    assert apart(["x", "y", "x"]) == ["x", "y", "x+1"]
    assert all_lying(state, "a/") == own(1, 2)
    rolls = [Roll("old", own(3)), Roll("other", own(6))]
    assert settle_each(state, rolls) == (own(3), own(6))
    assert isinstance(settle_each(state, [Roll("old", own(6))]), Refusal)


class SeatedField:
    """The skirmish as a seat sees it."""

    in_turn = ""

    def __init__(self, table: Table, role: Role, **known: Any) -> None:
        self.table, self.state, self.past = table, table.state, table.sent.get
        self.actor, self.sides = Actor(role, role.value, **known), (*SKIRMISH.speaks_for(role), *role_word(role))


def role_word(role: Role) -> tuple[str, ...]:
    return (role.value,) if role is Role.REFEREE else ()


def word_of(seated: SeatedField, command: Any) -> Refusal | None:
    if isinstance(command, Reread):
        found = undo.reread(seated.state, seated.actor, command, seated.past, seated.table.system.judge_again)
    else:
        found = seated.table.system.judge(seated.state, seated.actor, command)
    return found if isinstance(found, Refusal) else None


OF_RECORD = deeds_of_record(SKIRMISH, word_of, Correct, lambda _table, _told: iter(()))


def seen(seated: SeatedField) -> tuple[list[str], list[str], list[str]]:
    there = stage(seated, (*OF_RECORD.first, *OF_RECORD.last))
    return (
        [one.kind for one in there.owed],
        [one.kind for one in there.offered],
        [f"{one.side} {one.kind}" for one in there.waiting],
    )


def test_the_deeds_of_the_record_come_with_the_kernel() -> None:
    table = Table()
    assert seen(SeatedField(table, BLUE)) == ([], ["correct", "override", "note"], [])
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    assert seen(SeatedField(table, BLUE, in_time=True))[1] == ["correct_die", "undo", "correct", "override", "note"]
    assert "correct_die" not in seen(SeatedField(table, BLUE))[1], "five seconds are over"
    assert "correct_die" not in seen(SeatedField(table, RED, in_time=True))[1], "it is not his die"
    assert seen(SeatedField(table, Role.SPECTATOR)) == ([], [], [])
    table.do(BLUE, TakeBack())
    assert seen(SeatedField(table, RED))[0] == ["answer"]
    assert seen(SeatedField(table, BLUE))[2] == ["red answer"]


def test_who_asked_asks_no_longer_and_nothing_came_of_it() -> None:
    table = Table()
    assert table.do(BLUE, Withdraw()).because == "nobody is asking anything"
    table.do(BLUE, Shoot(at="hill", dice=own(3, 4)))
    assert "withdraw" not in seen(SeatedField(table, BLUE))[1]
    table.do(BLUE, TakeBack())
    assert "withdraw" in seen(SeatedField(table, BLUE))[1]
    assert "withdraw" not in seen(SeatedField(table, RED))[1]
    assert table.do(RED, Withdraw()).because == "the other side asks this"
    assert table.do(BLUE, Withdraw()) == (ConsentWithdrawn(BLUE, "take back shot (dice 3, 4)"),)
    assert table.state.asked is None
    assert table.do(RED, AnswerRequest(agree=True)).because == "nobody is asking anything"
    assert table.do(BLUE, Shoot(at="wood", dice=own(6, 4)))[0].dice == own(6, 4)


def test_a_deed_told_anew_with_fewer_dice_leaves_the_others_lying() -> None:
    """Three dice fell; the deed is told anew with one, is taken back too, and told with three: all lie as they fell."""
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3, 4, 5)))
    for _ in range(2):
        table.do(BLUE, TakeBack())
        table.do(RED, AnswerRequest(agree=True))
        assert table.state.thrown == {"shoot/blue/hill": own(3, 4, 5)}
        table.do(BLUE, Shoot(at="hill", dice=own(3)))
    table.do(BLUE, TakeBack())
    table.do(RED, AnswerRequest(agree=True))
    assert table.do(BLUE, Shoot(at="hill", dice=own(3, 6, 5))).because == "this die has been thrown already and shows 4"
    assert table.do(BLUE, Shoot(at="hill", dice=app(1, 1, 1)))[0].dice == own(3, 4, 5)


def test_what_is_asked_of_the_record_is_what_it_takes() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    deeds_by_kind = {deed.kind: deed for deed in (*OF_RECORD.first, *OF_RECORD.last)}
    again, back, note = (deeds_by_kind[kind] for kind in ("correct_die", "undo", "note"))
    in_time = SeatedField(table, BLUE, in_time=True)
    assert again.filled(in_time, {"command_id": "c0"}, {"die": "dice.0", "pips": 5}) == Reread(
        command_id="c0", die="dice.0", pips=5
    )
    same = again.filled(in_time, {"command_id": "c0"}, {"die": "dice.0", "pips": 3})
    assert isinstance(same, Refusal)
    assert same.because == "the die was read as 3"
    assert back.filled(SeatedField(table, RED), {}, {"command_id": "c0"}) == TakeBack(command_id="c0")
    assert isinstance(back.filled(SeatedField(table, RED), {}, {"command_id": "c7"}), NotPlain)
    assert isinstance(note.filled(in_time, {}, {"text": " "}), Refusal)


def test_values_of_a_command_and_of_a_correction_are_looked_at_alike_in_every_system() -> None:
    commands = {"note": Note}
    assert read_values(commands, {"kind": "note", "text": "rain"}) == Note(text="rain")
    assert read_values(commands, {"kind": "sing"}) is NO_COMMAND
    wrong = read_values(commands, {"kind": "note", "text": 3})
    assert isinstance(wrong, Refusal)
    assert wrong.because.startswith("text: 3")
    kept = Correctable(5, lambda value: value in range(6), Costs.LESS, RED)
    assert corrected(kept, Correct(of="red", what="strength", value=4, reason=" counted ")) == Corrected(
        "red", "strength", 5, 4, "counted"
    )
    for value, because in ((6, "6 cannot stand there"), (5, "that is what the record says already")):
        found = corrected(kept, Correct(of="red", what="strength", value=value, reason="counted"))
        assert isinstance(found, Refusal)
        assert found.because == because
