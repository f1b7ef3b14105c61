"""A scenario of two forces that are as strong as one another (FF-FOR-07)."""

from collections.abc import Iterator

from rules.flanders_fields.force_changes import only
from rules.flanders_fields.forces import make_force
from rules.flanders_fields.game.setup.creation import CreateGame
from rules.flanders_fields.game.setup.custom_scenarios import WrittenScenario, WrittenSide
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import ArmyList
from rules.kernel.months import parse_month
from tests.numbers.followers import Follower
from tests.numbers.judging import begun

MONTH = "1916-09"


def positions() -> Iterator[Follower]:
    """What is told of it as it is begun."""
    yield Follower("create_game: of two forces", lambda: RuleBook.for_game(parse_month(MONTH)), _of_two)


def _of_two(book: RuleBook) -> str:
    force = make_force(ArmyList.GERMAN_1916, book)
    regiment = only(force, [next(one.id for one in force.all() if one.part == "infantry_regiment")])
    own = WrittenScenario(title="A raid", date=MONTH, attacker=WrittenSide(regiment), defender=WrittenSide(regiment))
    return begun(CreateGame(own=own), book)
