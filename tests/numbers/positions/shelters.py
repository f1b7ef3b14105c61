"""Platoons that come up from their deep shelters (FF-DSH-03)."""

from collections.abc import Iterator

from rules.flanders_fields.vocabulary import Quality, UnitClass
from tests.game.evening import die
from tests.numbers.followers import Follower
from tests.numbers.judging import judged, with_one

BELOW = "d1.1.x1"


def positions() -> Iterator[Follower]:
    """One of each grade."""
    for quality in Quality:
        evening = with_one(UnitClass.RIFLE_COMPANY, quality=quality)
        evening.do("defender", "go_below", stands=[BELOW])
        evening.do("attacker", "start_turn")
        evening.do("attacker", "end_turn")
        evening.do("defender", "start_turn")
        evening.go_to("defender", "late_companies", "d1.1")
        for pips in range(2, 6):
            yield judged(evening, "defender", "come_up", stand=BELOW, die=die(pips))
