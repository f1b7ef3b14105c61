"""Clouds, the wind, and who stands in gas (FF-GAS)."""

from collections.abc import Iterator

from tests.game.evening import Evening, die, entered
from tests.game.gas_in_play import OURS, THEIRS, at_gas, game, next_round, released, throw, touched, went
from tests.numbers.followers import Follower
from tests.numbers.judging import judged


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _partly()
    yield from _wind()
    yield from _denying()
    yield from _in_close_combat()


def _at_the_cloud() -> Evening:
    evening = at_gas(game())
    throw(evening, "release", 5)
    throw(evening, "release", 3, 4)
    return evening


def _partly() -> Iterator[Follower]:
    """A platoon that the cloud covers only partly (FF-GAS-21)."""
    evening = _at_the_cloud()
    for pips in (5, 6):
        caught = [touched(coverage="partly")]
        yield judged(evening, "attacker", "gas_attacks", cloud="cloud1", caught=caught, dice=entered(pips))


def _wind() -> Iterator[Follower]:
    """Each face of the die for the wind, then of that for its turn and its speed (FF-GAS-T1)."""
    evening = next_round(released(game()))
    for pips in range(1, 7):
        yield judged(evening, "attacker", "throw_for_gas", what="wind", dice=entered(pips))
    throw(evening, "wind", 5)
    for pips in range(1, 7):
        yield judged(evening, "attacker", "throw_for_gas", what="wind", dice=entered(pips, 2, 3))


def _denying() -> Iterator[Follower]:
    """The cloud of turn 2 is denying gas: it sinks where its one drift ends (FF-GAS-16)."""
    evening = next_round(released(game()))
    throw(evening, "wind", 1)
    throw(evening, "release", 6)
    went(evening, "cloud1")
    yield judged(evening, "attacker", "gas_attacks", cloud="cloud2")


def _in_close_combat() -> Iterator[Follower]:
    """Both stand in the gas that lies there (FF-GAS-27)."""
    evening = _at_the_cloud()
    went(evening, "cloud1", touched(OURS, "open", ends="whole"), touched(ends="whole"), pips=(1, 1))
    evening.go_to("attacker", "late_companies", "a1.1")
    evening.do("attacker", "roll_orders", unit="a1.1.c1", die=die(6))
    evening.do("attacker", "go_in", unit="a1.1.c1", stand=OURS, target=THEIRS, cover="open")
    evening.do("attacker", "all_in", unit="a1.1.c1")
    evening.do("defender", "fire_as_they_close", stand=THEIRS, dice=entered(1))
    evening.do("attacker", "throw_in_combat", attacker=OURS, side="attacker", die=die(3))
    for pips in range(1, 7):
        yield judged(evening, "defender", "throw_in_combat", attacker=OURS, side="defender", die=die(pips))
