"""A force as it is written: formations, their sub-units, and what the players say of what the chart has no row for."""

from collections.abc import Iterator
from typing import Final

from rules.earth_1418.book import EarthBook
from rules.earth_1418.facts import MOST_BASES, NOTHING_TYPED, TypedValues
from rules.earth_1418.vocabulary import FormationClass, Terrain, TroopType
from rules.kernel.facts import fact
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.values import dataclass

LONGEST_NAME: Final = 60
MOST_FORMATIONS: Final = 12
"""Two forces make one game, which has twice as many."""
MOST_SUB_UNITS: Final = 24
MOST_HOUSE_RULES: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SubUnitWritten:
    """A sub-unit of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    unit: TroopType = fact("what it is")
    bases: int = fact("its bases", least=1, most=MOST_BASES)
    terrain: Terrain = fact("the ground it begins on", default=Terrain.OPEN)
    dug_in: bool = fact("it begins dug in", default=False)
    packed: bool = fact("it begins packed", default=False)
    typed: TypedValues = fact("what the players say of a type without a row", default=NOTHING_TYPED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationWritten:
    """A formation of a force of one's own."""

    name: str = fact("what it is called", longest=LONGEST_NAME)
    side: str = fact("whose it is: attacker or defender")
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", fewest=1, longest=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceFormation:
    """A Strategic Formation of a force (BE-STR-01): a side has it only in a game."""

    name: str = fact("what the formation is called", longest=LONGEST_NAME)
    grade: FormationClass = fact("its class")
    motorised: bool = fact("it has motor transport", default=False)
    sub_units: tuple[SubUnitWritten, ...] = fact("its sub-units", default=(), longest=MOST_SUB_UNITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarthForce:
    """A force: what it is called, the month and the house rules it is made for, its formations."""

    name: str = fact("what the force is called", longest=LONGEST_NAME)
    date: str = fact("the month it is made for", default="1915-05", longest=7)
    house_rules: tuple[HouseRule, ...] = fact("the house rules it is made for", default=(), longest=MOST_HOUSE_RULES)
    formations: tuple[ForceFormation, ...] = fact("its formations", default=(), longest=MOST_FORMATIONS)

    @property
    def book(self) -> EarthBook:
        """The book at its month and under its house rules. Raises BadMonth and BadHouseRule."""
        made: EarthBook = EarthBook.for_game(parse_month(self.date), self.house_rules)
        return made

    def sub_units(self) -> Iterator[SubUnitWritten]:
        """Those of all formations, in their order."""
        return (unit for one in self.formations for unit in one.sub_units)

    def names(self) -> Iterator[str]:
        """The names of its formations and sub-units."""
        for one in self.formations:
            yield one.name
            yield from (unit.name for unit in one.sub_units)


def is_typed(typed: TypedValues) -> bool:
    """Whether the players have said anything of a type without a row (G-24)."""
    return typed != TypedValues()
