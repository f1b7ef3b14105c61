"""Companies drawn up in line with the gaps of their grade (FF-FRM-03 to FF-FRM-05)."""

from collections.abc import Iterator

from tests.game.evening import mons, played
from tests.game.ground_in_play import OPEN_FIELD
from tests.numbers.followers import Follower
from tests.numbers.judging import judged


def positions() -> Iterator[Follower]:
    """Raw, Experienced and Veteran on an open field."""
    for evening, role, company, y_mm in (
        (played("artois-1915"), "attacker", "a1.3.c1", 300),
        (mons(), "attacker", "a1.1.c1", 300),
        (mons(), "defender", "d1.1.c1", 1500),
    ):
        evening.do("referee", "set_table", table=OPEN_FIELD)
        yield judged(evening, role, "place_formation", of=company, layout="line", x_mm=600, y_mm=y_mm)
