"""Morale rolls for losses, and what helps or harms them; heroes (FF-MOR-05, FF-MOR-T1, FF-HER)."""

from collections.abc import Iterator
from typing import Any, Final

from rules.flanders_fields.game.state.fire_plan import FirePlan
from tests.game.cards_in_play import BRITISH, british_turn, drawn, half_gone
from tests.game.evening import Evening, die, played, somme
from tests.numbers.followers import Follower
from tests.numbers.judging import judged

FACES: Final = range(1, 7)


def positions() -> Iterator[Follower]:
    yield from _for_losses()
    yield from _with_cards()
    yield from _heroes()


def _for_losses() -> Iterator[Follower]:
    """Raw with Pals and without, Veteran, at half and at three quarters of the platoons."""
    for evening, battalion, said in (
        (somme(FirePlan()), "a1.1", {"pals": True}),
        (somme(FirePlan()), "a1.1", {}),
        (played("mons-1914"), "d1.1", {}),
        (played("cambrai-1917"), "d1.1", {}),
    ):
        evening.do("attacker", "start_turn")
        side = evening.state.battalions[battalion].side.value
        companies = [name for name in evening.state.battalions[battalion].units if ".c" in name]
        for company in companies[: len(companies) // 2]:
            _lose(evening, *evening.state.units[company].stands)
        yield from _each_face(evening, side, battalion, said)
    for company in companies[len(companies) // 2 : -1]:
        _lose(evening, *evening.state.units[company].stands)
    last = evening.state.units[companies[-1]].stands[0]
    yield judged(evening, "referee", "correct", of=last, what="alive", value=False, reason="seen")
    yield from _each_face(evening, side, battalion, said)


def _with_cards() -> Iterator[Follower]:
    """Good Discipline, Stubborn Defenders and a Hard Day (FF-CRD-12, FF-CRD-15, FF-CRD-27)."""
    for evening, role, card, said in (
        (british_turn("hearts_10"), "defender", "hearts_10", {"roll": "morale"}),
        (drawn("clubs_queen"), "defender", "clubs_queen", {}),
        (british_turn("spades_10"), "attacker", "spades_10", {}),
    ):
        half_gone(evening)
        yield judged(evening, role, "play_card", card=card, on=BRITISH, **said)
        evening.do(role, "play_card", card=card, on=BRITISH, **said)
        yield from _each_face(evening, "defender", BRITISH, {})


def _heroes() -> Iterator[Follower]:
    """With the jack of Hearts and without it (FF-HER-04, FF-HER-07)."""
    evening = drawn("hearts_jack")
    for _ in range(2):
        for pips in FACES:
            yield judged(
                evening, "attacker", "try_heroic_action", stand="a1.1.c1.p1", deed="over the bridge", die=die(pips)
            )
        yield judged(evening, "attacker", "play_card", card="hearts_jack")
        evening.try_("attacker", "play_card", card="hearts_jack")


def _lose(evening: Evening, *stands: str) -> None:
    for stand in stands:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="seen")


def _each_face(evening: Evening, role: str, battalion: str, said: dict[str, Any]) -> Iterator[Follower]:
    for pips in FACES:
        yield judged(evening, role, "test_morale", battalion=battalion, die=die(pips), **said)
