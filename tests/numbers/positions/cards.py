"""Event cards: how long each lies, what it takes and how many (FF-CRD-08 to FF-CRD-27)."""

from collections.abc import Iterator
from typing import Final

from tests.game.cards_in_play import BATTALION, BRITISH, COMPANY, begun, british_turn, drawn, half_gone, lose
from tests.game.evening import Evening, die
from tests.numbers.followers import Follower
from tests.numbers.judging import judged

TAKEN: Final = {
    "clubs_ace": ("defender", ["a1.1.c1.p1", "a1.1.c1.p2"], {"apart_cm": 5.0}),
    "clubs_jack": ("attacker", ["a1.1.c1.p1"], {}),
    "clubs_10": ("attacker", [BATTALION], {}),
    "spades_ace": ("defender", ["a1.b1"], {}),
}
"""Who says what a black card takes, and what."""


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _drawn()
    yield from _taken()
    yield from _played()
    yield from _added_to_an_order()


def _drawn() -> Iterator[Follower]:
    """Black cards that lie there from the draw on; a rally needs its losses, which nobody has."""
    for card in ("clubs_king", "spades_king", "spades_jack"):
        yield judged(begun(date="1916-07"), "attacker", "draw_card", card=card)
    evening = drawn("spades_2", "spades_3")
    yield judged(evening, "attacker", "draw_card", card="spades_4")


def _taken() -> Iterator[Follower]:
    for card, (role, on, more) in TAKEN.items():
        yield judged(drawn(card), role, "say_what_it_takes", card=card, on=on, **more)


def _played() -> Iterator[Follower]:
    """Red cards, and those that the enemy has handed over."""
    for card, more in (
        ("hearts_ace", {"on": "a1"}),
        ("hearts_jack", {}),
        ("hearts_10", {"on": COMPANY}),
        ("diamonds_ace", {"on": COMPANY}),
        ("diamonds_king", {"on": COMPANY, "at_wire": True}),
        ("diamonds_queen", {"on": COMPANY}),
        ("diamonds_jack", {"on": BATTALION}),
        ("diamonds_10", {"on": COMPANY}),
    ):
        yield judged(drawn(card), "attacker", "play_card", card=card, **more)
    evening = drawn("hearts_queen")
    lose(evening, "a1.1.c1.p1", "a1.1.c1.p2")
    yield judged(evening, "attacker", "play_card", card="hearts_queen", on=BATTALION, die=die(6))
    for evening, role, card in (
        (drawn("clubs_queen"), "defender", "clubs_queen"),
        (british_turn("spades_10"), "attacker", "spades_10"),
    ):
        half_gone(evening)
        yield judged(evening, role, "play_card", card=card, on=BRITISH)


def _added_to_an_order() -> Iterator[Follower]:
    """What lies for the order of a company, or for every order of its commander (FF-ORD-30)."""
    for card, on in (("hearts_10", COMPANY), ("diamonds_jack", BATTALION), ("diamonds_10", COMPANY)):
        evening = drawn(card)
        evening.do("attacker", "play_card", card=card, on=on)
        yield _ordered(evening)
    evening = drawn("clubs_10")
    evening.do("attacker", "say_what_it_takes", card="clubs_10", on=[BATTALION])
    yield _ordered(evening)


def _ordered(evening: Evening) -> Follower:
    evening.go_to("attacker", "early_companies", BATTALION)
    return judged(evening, "attacker", "roll_orders", unit=COMPANY, die=die(3))
