"""Who comes first for each machine gun of 300 stands among 60 pieces of terrain: looked at from the nearest on.

The slow way looks at every enemy in range: arc, line of sight, cover. Both must choose alike.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.direct_fire import enemies, first_choice, target_order
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import Firer
from rules.kernel.months import parse_month
from tests.bench.rounds import medians, took
from tests.survey.crowds import against

ROUNDS: Final = 3
STANDS: Final = 300
GUNS: Final = 10


def measure() -> Sequence[float]:
    """The time of the slow way to ours, on a field where nothing has been asked before."""
    book, on = RuleBook.for_game(parse_month("1916-07"), ()), against(Random(1916), STANDS)
    guns = [name for name, one in on.stands.items() if one.firer is Firer.MACHINE_GUN][:GUNS]
    assert [_slow(_new(on), gun, book) for gun in guns] == [first_choice(_new(on), gun, book) for gun in guns]
    found = medians(
        {
            "ours": lambda: sum(_timed(first_choice, on, gun, book) for gun in guns),
            "slow": lambda: sum(_timed(_slow, on, gun, book) for gun in guns),
        },
        ROUNDS,
    )
    return (found["slow"] / found["ours"],)


def _timed(choose: Callable[[Field, str, RuleBook], tuple[str, ...]], on: Field, gun: str, book: RuleBook) -> float:
    fresh = _new(on)
    return took(lambda: choose(fresh, gun, book))


def _new(on: Field) -> Field:
    """The same field with its terrain ready and nothing else asked of it."""
    fresh = replace(on)
    assert fresh.ground
    return fresh


def _slow(on: Field, gun: str, book: RuleBook) -> tuple[str, ...]:
    return target_order(on, gun, book, enemies(on, gun, book, in_range=True))
