"""The toy's record is the kernel's: taking back, dice that stay thrown, overruling, correcting, taken up by a log."""

from typing import Any

import pytest

from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.play import Recorded
from rules.kernel.prompts import Filled
from rules.kernel.record_events import (
    AnswerRequest,
    CarryOut,
    ConsentAsked,
    Note,
    Overrule,
    Overruled,
    TakeBack,
    TakenBack,
)
from rules.kernel.seats import Actor, Role
from tests.stage_toy.commands import Bury, Choose, Shoot, Shot
from tests.stage_toy.served import SEATING, Begin, ServedToy, SetRight

TOY = ServedToy()
NORTH, SOUTH = (Actor(role) for role in SEATING.playing)
UMPIRE = Actor(Role.REFEREE)


class Evening:
    """A game that is played command by command, and read from its log again after each."""

    def __init__(self) -> None:
        self.state, self.log = TOY.fresh(), list[Recorded[Any]]()
        self.send(NORTH, Begin())

    def send(self, actor: Actor, command: Any) -> list[Any]:
        judged = TOY.decide(self.state, command, actor)
        assert not isinstance(judged, Refusal), judged
        name, withdrew = f"c{len(self.log)}", False
        for event in judged:
            recorded = Recorded(len(self.log) + 1, event, name, actor.role, TOY.audience(self.state, event))
            self.log.append(recorded)
            self.state = TOY.apply(self.state, recorded)
            withdrew = withdrew or bool(TOY.taken_back(event))
        if withdrew:
            self.state = TOY.replay(self.log)
        assert TOY.replay(self.log) == self.state
        return list(judged)

    def asked(self, actor: Actor, kind: str, told: dict[str, Any]) -> Filled[Any]:
        return TOY.asked(self.state, actor, kind, {}, told)


@pytest.fixture
def opened() -> Evening:
    evening = Evening()
    evening.send(SOUTH, Choose(stance="stand"))
    evening.send(NORTH, Choose(stance="stand"))
    return evening


def shot(range_cm: float, *pips: int) -> Shoot:
    dice = tuple(Throw(one) for one in pips)
    return Shoot(shots=(Shot(firer="north a", targets=("south a",), range_cm=range_cm, dice=dice),))


def test_what_told_nobody_anything_is_taken_back_alone() -> None:
    evening = Evening()
    evening.send(SOUTH, Choose(stance="lie"))
    evening.send(NORTH, Bury(stand="north a"))
    (back,) = evening.send(SOUTH, TakeBack())
    # A step that both share: its own newest deed, whatever the other did since.
    assert (back.names, evening.state.chosen, evening.state.buried) == (("Choose a stance",), {}, {"north": "north a"})


def test_a_die_that_fell_is_taken_back_by_consent_and_lies_for_the_same_deed(opened: Evening) -> None:
    opened.send(NORTH, shot(8, 1, 2))
    (question,) = opened.send(NORTH, TakeBack())
    assert isinstance(question, ConsentAsked)
    assert question.words == "take back Shoot (dice 1, 2)"
    answered = opened.send(SOUTH, AnswerRequest(agree=True))
    assert isinstance(answered[-1], TakenBack)
    assert not opened.state.reply_due
    told = {"shots": [{"firer": "north a", "targets": ["south a"], "range_cm": 8}]}
    dice = next(one.ask for one in opened.asked(NORTH, "shoot", told).questions if one.ask.name == "dice")
    assert [die.pips for die in dice.kept] == [1, 2]
    refused = TOY.decide(opened.state, shot(8, 6, 2), NORTH)
    assert isinstance(refused, Refusal)
    assert refused.because == "this die has been thrown already and shows 1"
    # Farther off one die of the two counts; at another target a new one falls.
    opened.send(NORTH, shot(12, 1))


def test_a_rule_is_set_aside_with_the_others_word(opened: Evening) -> None:
    far: dict[str, Any] = {
        "kind": "shoot",
        "shots": [{"firer": "north a", "targets": ["south a"], "range_cm": 60, "dice": [{"pips": 6}]}],
    }
    opened.send(NORTH, Overrule(command=far, clause="TOY-2", reason="the table is long"))
    opened.send(SOUTH, AnswerRequest(agree=True))
    happened = opened.send(NORTH, CarryOut(dice=(Throw(6),)))
    assert Overruled("TOY-2", "no rifle reaches so far", "the table is long", agreed=True) in happened
    assert opened.state.hittable == ("south a",)


def test_a_correction_to_ones_cost_is_ones_own_and_others_ask(opened: Evening) -> None:
    opened.send(SOUTH, SetRight(of="south", value=1, reason="it fell off"))
    assert opened.state.stands["south"] == ("south a",)
    (question,) = opened.send(NORTH, SetRight(of="south", value=0, reason="so did this"))
    assert isinstance(question, ConsentAsked)
    opened.send(UMPIRE, AnswerRequest(agree=False))
    assert opened.state.stands["south"] == ("south a",)


def test_a_note_and_who_only_looks_on(opened: Evening) -> None:
    opened.send(NORTH, Note(text="It rains"))
    told = TOY.tell(opened.state, opened.log[-1], Role.SPECTATOR)
    assert (told["kind"], told["says"]) == ("noted", "It rains")
    refused = TOY.decide(opened.state, Note(text="I too"), Actor(Role.SPECTATOR))
    assert isinstance(refused, Refusal)
    assert refused.because == "a passer-by only looks on"


def test_what_is_reckoned_and_what_is_chosen_is_asked_of_any_system() -> None:
    evening = Evening()
    (stance,) = evening.asked(NORTH, "choose", {}).questions
    assert [(one.clause, one.says) for one in stance.ask.reckoned] == [("TOY-5", "4 stands are left on the field")]
    value = next(
        one.ask for one in evening.asked(NORTH, "correct", {"of": "north"}).questions if one.ask.name == "value"
    )
    assert (value.chosen, [one.value for one in value.proposals]) == (True, [2])
