"""National rules: how often they may be used in a game (FF-SPR)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.state.fire_plan import FirePlan
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Side, UnitClass
from rules.kernel.months import parse_month
from tests.game.arms_in_play import unit
from tests.game.evening import die, played, somme
from tests.numbers.followers import Follower
from tests.numbers.judging import begun, judged, with_attached

TANKS: Final = 5


def positions() -> Iterator[Follower]:
    """Each of them as it is judged by a book."""
    yield from _once()
    yield from _shared_by_tanks()
    yield _storm_battalion()


def _once() -> Iterator[Follower]:
    """The first use and, of what is used up, the one after it."""
    for evening, step, said in (
        (somme(FirePlan()), "mid_companies", {"pals": True}),
        (played("artois-1915"), "early_companies", {"goes_forward": True}),
        (played("cambrai-1917"), "late_companies", {"professionalism": True}),
    ):
        evening.do("attacker", "start_turn")
        evening.go_to("attacker", step, "a1.1")
        for company in ("a1.1.c1", "a1.1.c2"):
            yield judged(evening, "attacker", "roll_orders", unit=company, die=die(4), **said)
            evening.try_("attacker", "roll_orders", unit=company, die=die(4), **said)


def _shared_by_tanks() -> Iterator[Follower]:
    """A tank more than share their battalion's Professionalism (FF-SPR-04)."""
    tank = unit(UnitClass.TANK, type="heavy_male")
    evening = with_attached("cambrai-1917", {Side.ATTACKER: (tank,) * TANKS})
    evening.do("attacker", "start_turn")
    evening.go_to("attacker", "late_tanks", "a1.1")
    for n in range(1, TANKS + 1):
        order = {"unit": f"a1.1.x{n}", "die": die(4), "professionalism": True}
        yield judged(evening, "attacker", "roll_orders", **order)
        evening.try_("attacker", "roll_orders", **order)


def _storm_battalion() -> Follower:
    """One that a regiment has in its own attack (FF-SPR-15)."""
    command = CreateGame(scenario="aisne-1918")
    return Follower("create_game", lambda: RuleBook.for_game(parse_month("1918-05")), partial(begun, command))
