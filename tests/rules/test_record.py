"""What the players of any system do to its record, tried with a system of shots, hidden words and a step of both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from rules.kernel import deeds, record
from rules.kernel.deeds import PastDeed, WaitingRequest
from rules.kernel.explain import Refusal
from rules.kernel.kept import (
    Dice,
    Former,
    OneForAll,
    Roll,
    all_lying,
    apart,
    kept_under_names,
    lying,
    settle,
    settle_each,
)
from rules.kernel.plain import NotPlain
from rules.kernel.play import Actor, Audience, Done, Recorded, Role, Seating, Throw
from rules.kernel.record import Correctable, Correction, Costs, corrected
from rules.kernel.record_deeds import deeds_of_record
from rules.kernel.record_kinds import (
    NO_COMMAND,
    AnswerRequest,
    ConsentAnswered,
    ConsentAsked,
    ConsentWithdrawn,
    Corrected,
    DieReread,
    Note,
    Overrule,
    Overruled,
    Reread,
    TakeBack,
    TakenBack,
    Withdraw,
    Withheld,
    read_values,
)
from rules.kernel.stage import stage

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
    thrown: Dice = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    shared: bool = False
    span: str = "bound 1"
    strength: dict[str, int] = field(default_factory=lambda: {"blue": 5, "red": 5})


COMMANDS: Mapping[str, type] = {"shoot": Shoot, "whisper": Whisper, "correct": Correct, "take_back": TakeBack}


class Skirmish:
    """Blue and red, who shoot at each other by rule only up to six dice, and whisper."""

    seating: Seating = SKIRMISH

    def span(self, state: Field) -> str:
        return state.span

    def is_shared(self, state: Field) -> bool:
        return state.shared

    def read(self, values: Mapping[str, Any]) -> Any:
        rest = {name: value for name, value in values.items() if name != "kind"}
        return COMMANDS[str(values["kind"])](**rest)

    def judge(self, state: Field, actor: Actor, command: Any, overruled: bool = False) -> Any:
        match command:
            case Shoot(at=at, dice=dice):
                if len(dice) > 6 and not overruled:
                    return Refusal("SK-1", "six dice at most", "throw fewer")
                settled = settle(state, f"shoot/{actor.role}/{at}", dice)
                return settled if isinstance(settled, Refusal) else (Shot(actor.role, at, settled),)
            case Whisper(word=word):
                return (Whispered(actor.role, word),)
            case TakeBack():
                return record.take_back(self, state, actor, command)
            case Correct():
                return record.correct(self, state, actor, command)
            case Overrule():
                return record.overrule(self, state, actor, command)
            case AnswerRequest():
                return record.answer(self, state, actor, command)
            case Withdraw():
                return record.withdraw(state, actor)
            case _:
                return record.note(command)

    def judge_again(self, state: Field, command: Any, actor: Actor) -> Any:
        return self.judge(state, actor, command)

    def correction(self, state: Field, actor: Actor, command: Correct) -> Correction:
        owner = {"blue": BLUE, "red": RED}.get(command.of)
        value = Correctable(state.strength.get(command.of, 0), lambda _: True, Costs.LESS, owner)
        says = f"{command.of}: {command.value}"
        return Correction((Set(command.of, command.value),), says, owner, value.hurts(command.value), owner is None)

    def agreed(self, state: Field, actor: Actor, values: Mapping[str, object]) -> None:
        return None

    def dice_of(self, state: Field, events: Sequence[Any]) -> Dice:
        after = replace(state, named=dict(state.named))
        return {name: dice for event in events for name, dice in kept_under_names(after, dice_of(event)).items()}


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
            outcome = record.reread(self.state, actor, command, self.sent.get, self.system.judge_again)
        else:
            outcome = self.system.judge(self.state, actor, command)
        if isinstance(outcome, Refusal):
            return outcome
        name = f"c{len(self.sent)}"
        self.sent[name] = Done(lambda: before, command, actor)
        for event in outcome:
            hidden = isinstance(event, Whispered | Withheld)
            audience = Audience(event.by.value) if hidden else getattr(event, "audience", Audience.ALL)
            self.log.append(Recorded(len(self.log) + 1, event, name, role, audience))
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


def fold(state: Field, recorded: Recorded[Any]) -> None:
    match event := recorded.event:
        case Shot() | Whispered() | Set():
            dice = kept_under_names(state, dice_of(event))
            deeds.remember(state, recorded, type(event).__name__.lower(), dice, state.span, told=False)
            if isinstance(event, Set):
                state.strength[event.of] = event.value
        case ConsentAsked() | Withheld():
            deeds.fold_question(state, event)
        case ConsentAnswered() | ConsentWithdrawn():
            deeds.close_question(state)
        case TakenBack():
            deeds.fold_taken_back(state, event)
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


def test_overruling_needs_a_reason_and_its_dice_stay_thrown_whatever_is_answered() -> None:
    table = Table()
    inner = {"kind": "shoot", "at": "hill", "dice": app(1, 2, 3, 4, 5, 6, 1)}
    assert table.do(BLUE, Overrule(clause="SK-1", command=inner)).because == "overruling needs a reason"
    table.do(BLUE, Overrule(clause="SK-1", command=inner, reason="a salute"))
    assert table.do(RED, Overrule(clause="SK-1", command=inner, reason="me too")).because == (
        "the other side is asking something"
    )
    table.do(RED, AnswerRequest(agree=False))
    other = inner | {"dice": app(6, 6, 6, 6, 6, 6, 6)}
    table.do(BLUE, Overrule(clause="SK-1", command=other, reason="a salute"))
    _, overruled, shot = table.do(RED, AnswerRequest(agree=True))
    assert (overruled, shot.dice) == (Overruled("SK-1", "six dice at most", "a salute", True), inner["dice"])


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
    assert lying(state, "new", Former("old", 1)) == own(4), "what it was called in older logs"
    assert apart(["x", "y", "x"]) == ["x", "y", "x+1"]
    assert all_lying(state, "a/") == own(1, 2)
    rolls = [Roll("new", own(4), Former("old", 1)), Roll("other", own(6))]
    assert settle_each(state, rolls) == (own(4), own(6))
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
        found = record.reread(seated.state, seated.actor, command, seated.past, seated.table.system.judge_again)
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
    assert seen(SeatedField(table, BLUE)) == ([], ["correct", "overrule", "note"], [])
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    assert seen(SeatedField(table, BLUE, in_time=True))[1] == ["reread", "take_back", "correct", "overrule", "note"]
    assert "reread" not in seen(SeatedField(table, BLUE))[1], "five seconds are over"
    assert "reread" not in seen(SeatedField(table, RED, in_time=True))[1], "it is not his die"
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


def test_dice_that_were_shown_with_a_request_stay_thrown_when_it_is_withdrawn() -> None:
    table = Table()
    inner = {"kind": "shoot", "at": "hill", "dice": app(1, 2, 3, 4, 5, 6, 1)}
    table.do(BLUE, Overrule(clause="SK-1", command=inner, reason="a salute"))
    table.do(BLUE, Withdraw())
    assert table.do(BLUE, Shoot(at="hill", dice=own(6))).because == "this die has been thrown already and shows 1"


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


def test_dice_of_a_request_lie_beyond_those_that_lay_there() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    table.do(BLUE, TakeBack())
    table.do(RED, AnswerRequest(agree=True))
    inner = {"kind": "shoot", "at": "hill", "dice": own(3, 2, 3, 4, 5, 6, 1)}
    table.do(BLUE, Overrule(clause="SK-1", command=inner, reason="a salute"))
    table.do(BLUE, Withdraw())
    assert table.state.thrown == {"shoot/blue/hill": own(3, 2, 3, 4, 5, 6, 1)}


def test_what_is_asked_of_the_record_is_what_it_takes() -> None:
    table = Table()
    table.do(BLUE, Shoot(at="hill", dice=own(3)))
    deeds_by_kind = {deed.kind: deed for deed in (*OF_RECORD.first, *OF_RECORD.last)}
    again, back, note = (deeds_by_kind[kind] for kind in ("reread", "take_back", "note"))
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
