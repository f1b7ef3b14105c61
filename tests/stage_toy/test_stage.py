"""Asks and the stage, with a toy system and the four properties."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from rules.kernel.commands import Awaited, Possible, stage
from rules.kernel.dice import Throw
from rules.kernel.explanations import Refusal
from rules.kernel.facts import fact
from rules.kernel.prompts import Ask, AskKind, Asks, Told, filled
from rules.kernel.serialization import NotPlain
from tests.stage_toy.commands import Choose, HoldFire, PickHit, Reply, Save, Shoot, Shot
from tests.stage_toy.deeds import DEEDS, choosing
from tests.stage_toy.properties import by_chance, check_evening, check_nothing_told, check_round_trip
from tests.stage_toy.state import State, Table
from tests.stage_toy.toy import Toy

OPENED = State(open=True, chosen={"north": "stand", "south": "stand"})
SHOT = {"firer": "north a", "targets": ["south b"], "range_cm": 12.0, "dice": [{"pips": 5}]}
SHOOT = next(deed for deed in DEEDS if deed.kind == "shoot")
NORTH = Table(OPENED, ("north",))


def kinds(state: State, seat: str) -> tuple[list[str], list[str]]:
    found = stage(Table(state, (seat,)), DEEDS)
    return [one.kind for one in found.owed], [one.kind for one in found.offered if one.barred is None]


def test_a_written_evening_goes_through_its_asks() -> None:
    shot = Shot(firer="north a", targets=("south a", "south b"), range_cm=8.0, dice=(Throw(4), Throw(1)))
    log = [
        ("south", Choose(stance="stand")),
        ("north", Choose(stance="lie")),
        ("north", Shoot(shots=(shot,), steady=False)),
        ("north", PickHit(stand="south b")),
        ("south", Save(stand="south b", die=Throw(2))),
        ("south", Reply(agree=True)),
    ]
    check_round_trip(Toy(), log)
    with pytest.raises(AssertionError, match="the stage gives"):
        check_round_trip(Toy(), log[2:])


@pytest.mark.parametrize("seed", range(30))
def test_evenings_from_the_stage_alone(seed: int) -> None:
    log, _ = check_evening(Toy(), Random(seed))
    check_round_trip(Toy(), log)


def test_a_stage_that_tells_of_a_secret_is_found() -> None:
    class Loose(Toy):
        deeds = (replace(DEEDS[0], now=lambda table: (replace(one, secret=False) for one in choosing(table))),)

    before, after = State(), State(chosen={"south": "lie"})
    events = Toy().decide(before, "south", Choose(stance="lie"))
    assert not isinstance(events, Refusal)
    check_nothing_told(Toy(), before, after, events)
    with pytest.raises(AssertionError, match="tells of"):
        check_nothing_told(Loose(), before, after, events)


def test_both_choose_at_once_and_nobody_waits_for_a_secret() -> None:
    assert kinds(State(), "north") == (["choose"], ["bury"])
    assert kinds(State(), "south") == (["choose"], ["bury"])
    chosen = State(chosen={"south": "lie"})
    assert stage(Table(chosen, ("south",)), DEEDS).waiting == (Awaited("north"),)
    assert stage(Table(chosen, ("north",)), DEEDS).waiting == ()


def test_what_others_owe_is_waited_for_and_the_rest_says_why_not() -> None:
    hit = replace(OPENED, hit="south b")
    north = stage(Table(hit, ("north",)), DEEDS)
    assert north.waiting == (Awaited("south", "save", "Save the stand"),)
    barred = [(one.kind, one.barred.clause) for one in north.offered if one.barred]
    assert barred == [("shoot", "TOY-1"), ("hold_fire", "TOY-1")]
    assert stage(Table(hit, ("north", "south")), DEEDS).waiting == ()
    with pytest.raises(ValueError, match="cannot be barred"):
        Possible(owed=True, barred=Refusal("TOY-1", "no"))


def test_who_goes_on_is_told_what_of_his_own_is_lost_with_it() -> None:
    def lapses(state: State, *seats: str) -> dict[str, tuple[str, ...]]:
        return {one.kind: one.lapses for one in stage(Table(state, seats), DEEDS).offered if one.lapses}

    assert lapses(OPENED, "north") == {"hold_fire": ("the shot of this round is lost",)}
    assert lapses(OPENED, "north", "south") == lapses(OPENED, "north")
    # What may not be done anyway is not lost, nor what is another's.
    assert lapses(replace(OPENED, reply_due=True), "north") == lapses(OPENED, "south") == {}
    events = Toy().decide(OPENED, "north", HoldFire())
    assert not isinstance(events, Refusal)
    (event,) = events
    assert (event.after.reply_due, event.after.hittable) == (True, ())


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"firer": "south a"}, "shots.0.firer"),
        ({"targets": []}, "shots.0.targets"),
        ({"range_cm": "far"}, "shots.0.range_cm"),
        ({"range_cm": True}, "shots.0.range_cm"),
        ({"range_cm": 101}, "shots.0.range_cm"),
        ({"range_cm": 10}, "shots.0.dice"),
        ({"wind": 1}, "shots.0.wind"),
    ],
)
def test_an_answer_that_does_not_fit_is_named(change: dict[str, Any], where: str) -> None:
    found = SHOOT.filled(NORTH, {}, {"shots": [SHOT | change]})
    assert isinstance(found, NotPlain)
    assert found.field == where


def test_what_is_untold_stays_out_and_a_refusal_comes_before_the_dice() -> None:
    shot = Shot(firer="north a", targets=("south b",), range_cm=12.0, dice=(Throw(5),))
    assert SHOOT.filled(NORTH, {}, {"shots": [SHOT]}) == Shoot(shots=(shot,))
    refused = SHOOT.filled(NORTH, {}, {"shots": [{"firer": "north a", "targets": ["south b"], "range_cm": 41}]})
    assert isinstance(refused, Refusal)
    assert refused.clause == "TOY-2"


def test_kinds_come_from_types_and_words_from_facts() -> None:
    asked = [Asks(Shot)("range_cm"), Asks(Shot)("dice"), Asks(Shoot)("shots"), Asks(Shoot)("steady")]
    assert [one.kind for one in asked] == [AskKind.CM, AskKind.DICE, AskKind.ROWS, AskKind.SWITCH]
    assert (asked[0].says, asked[0].least, asked[0].most) == ("from the firer to the nearest of them", 0, 100)
    assert Asks(Choose)("stance").among == ("stand", "lie")
    assert Asks(Save)("stand").kind is AskKind.TEXT
    assert Asks(Save)("stand", among=["a"]).kind is AskKind.ONE


def test_a_field_without_words_says_so() -> None:
    @dataclass(frozen=True)
    class Wordless:
        stand: str

    with pytest.raises(TypeError, match="no words: declare it by fact"):
        Asks(Wordless)("stand")


def test_a_point_leads_into_a_part() -> None:
    def asks(told: Told) -> Iterator[Ask | Refusal]:
        yield replace(Asks(Save)("stand"), name="stand")
        yield Asks(Save)("die.pips")

    with pytest.raises(TypeError, match=r"Throw\.pips has no words"):
        filled(Save, asks, {}, {"stand": "a", "die": {"pips": 3}})


def test_an_answer_lies_in_its_part() -> None:
    @dataclass(frozen=True)
    class Caught:
        stand: str = fact("the stand that is caught")
        range_cm: float = fact("how far it stands off", unit="cm", most=40, default=0.0)

    @dataclass(frozen=True)
    class Leave:
        caught: Caught
        note: str = fact("what else", default="")

    def asks(told: Told) -> Iterator[Ask | Refusal]:
        yield Asks(Leave)("caught.stand", among=["a", "b"])
        yield Asks(Leave)("caught.range_cm")
        yield Asks(Leave)("note")

    assert filled(Leave, asks, {}, {"caught": {"stand": "b", "range_cm": 12}}).found == Leave(Caught("b", 12.0))
    wrong = filled(Leave, asks, {}, {"caught": {"stand": "b", "range_cm": 41}}).found
    assert isinstance(wrong, NotPlain)
    assert wrong.field == "caught.range_cm"


def test_a_refusal_after_the_dice_is_found() -> None:
    def late(_table: Table, _told: Told) -> Iterator[Ask | Refusal]:
        yield Ask("dice", AskKind.DICE, "its dice", least=1, most=1)
        yield Refusal("TOY-01", "It cannot be seen.")

    with pytest.raises(AssertionError, match="comes after the dice"):
        by_chance(replace(SHOOT, asks=late), NORTH, {}, Random(1))
