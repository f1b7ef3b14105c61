"""Attacks by aircraft (FF-AIR)."""

from collections.abc import Iterator

from tests.game.air_in_play import PLATOON, called, named, target
from tests.game.evening import die
from tests.numbers.followers import Follower
from tests.numbers.judging import judged


def positions() -> Iterator[Follower]:
    """At a platoon in the open (FF-AIR-12), and at one as far from the point as they reach (FF-AIR-07)."""
    evening = called()
    for distance_cm in (5.0, 5.1):
        yield judged(evening, "attacker", "name_air_targets", targets=[target(distance_cm=distance_cm)])
    named(evening, target(cover="open"))
    evening.do("attacker", "throw_in_air_attack", target=PLATOON, side="attacker", die=die(2))
    for pips in range(3, 7):
        yield judged(evening, "defender", "throw_in_air_attack", target=PLATOON, side="defender", die=die(pips))
