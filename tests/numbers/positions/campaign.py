"""What a game has cost, as its report says (FF-CMP-01, FF-CMP-02)."""

from collections.abc import Iterator
from unittest.mock import patch

from rules.flanders_fields.game.report import report
from rules.flanders_fields.game.state.game import GameState
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.ruleset import RuleBook
from tests.game.evening import mons
from tests.numbers.followers import Follower


def positions() -> Iterator[Follower]:
    """The report of a game in which a platoon fell."""
    evening = mons()
    evening.do("attacker", "start_turn")
    evening.do("referee", "correct", of="d1.1.c1.p1", what="alive", value=False, reason="seen")

    def reported(book: RuleBook) -> object:
        with patch.object(GameState, "book", lambda _: book):
            return report(evening.log, SYSTEM.fresh())

    yield Follower("report", evening.state.book, reported)
