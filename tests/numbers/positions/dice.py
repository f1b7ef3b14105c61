"""Where fire that nobody sees comes down (FF-DIC-06, FF-DIC-10)."""

from collections.abc import Iterator

from tests.game.evening import die, entered, played
from tests.game.guns_in_play import HEAVY
from tests.numbers.followers import Follower
from tests.numbers.judging import judged


def positions() -> Iterator[Follower]:
    """Dice that stay on the point, and those that bring it down at an early hour and at a late one."""
    evening = played("cambrai-1917")
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_regimental_artillery", "a1")
    evening.do("attacker", "roll_orders", unit=HEAVY, die=die(6))
    evening.do("attacker", "set_aiming_point", unit=HEAVY, where="the trench", along_cm=64, up_cm=120)
    for pips in ((5,), (4, 3, 5, 4, 3), (4, 4, 5, 4, 3)):
        yield judged(evening, "attacker", "roll_deviation", unit=HEAVY, dice=entered(*pips))
