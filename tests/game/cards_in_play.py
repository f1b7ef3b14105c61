"""Games with event cards, brought to the point where one is drawn or played."""

from typing import Any

from rules.flanders_fields.game.system import SYSTEM
from tests.game.evening import Evening, die, mons

COMPANY, BATTALION, BRITISH = "a1.1.c1", "a1.1", "d1.3"


def begun(**settings: Any) -> Evening:
    """A game with a real pack on the table, the German turn begun."""
    evening = mons(event_cards="table", **settings)
    evening.do("attacker", "start_turn")
    return evening


def drawn(*cards: str, **settings: Any) -> Evening:
    """The German side has drawn these cards."""
    evening = begun(**settings)
    for card in cards:
        evening.do("attacker", "draw_card", card=card)
    return evening


def next_turn(evening: Evening, *cards: str) -> None:
    """The turn ends (no reserve has come: FF-SCN-10, a 1), the other side's begins, and these are drawn."""
    side = evening.state.turn.side
    evening.do(side.value, "end_turn")
    evening.do(side.other.value, "start_turn")
    for due in evening.state.due:
        evening.do(side.other.value, "roll_reinforcement", battalion=due.of, die=die(1))
    for card in cards:
        evening.do(side.other.value, "draw_card", card=card)


def british_turn(*cards: str, german: str = "hearts_2", **settings: Any) -> Evening:
    """The German turn went by with one card drawn; the British side has drawn these."""
    evening = drawn(german, **settings)
    next_turn(evening, *cards)
    return evening


def lose(evening: Evening, *stands: str) -> None:
    for stand in stands:
        evening.do("referee", "correct", of=stand, what="alive", value=False, reason="seen")


def half_gone(evening: Evening) -> None:
    """FF-MOR-01: eight of the sixteen platoons of the British 3rd Battalion are lost: it owes a test."""
    lose(evening, *(f"d1.3.c{company}.p{platoon}" for company in (1, 2) for platoon in (1, 2, 3, 4)))
    assert [due.of for due in evening.state.due] == [BRITISH]


def lying(evening: Evening) -> list[str]:
    return [one.card for one in evening.state.cards.lying]


def hand(evening: Evening, side: str) -> list[str]:
    return [one.card for one in evening.state.cards.held if one.side == side]


def replays(evening: Evening) -> None:
    assert SYSTEM.replay(evening.log) == evening.state
