"""What lies on the table or is in force beside the stands, as a seat reads it: each chapter tells its own."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.flanders_fields.book import RuleBook, rulings
from rules.kernel.measure import cm_of
from rules.kernel.months import parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role
from rules.kernel.values import dataclass

SECRET: Final = "Only its own side and the referee see this."


@dataclass(frozen=True, slots=True)
class SeenBySeat:
    """The game as a seat sees it; `names` are those of all stands and units in it."""

    view: Mapping[str, Any]
    names: Mapping[str, str]

    def side(self, side: str) -> str:
        """What a side is called."""
        return next((str(one["name"]) for one in self.view["sides"] if one["side"] == side), side)

    @property
    def book(self) -> RuleBook:
        """The rule book of its date and house rules."""
        agreed = [HouseRule(one["ruling"], one["option"]) for one in self.view["house_rules"]]
        return RuleBook.for_game(parse_month(self.view["date"]), agreed, self.view["period"])

    @property
    def by_referee(self) -> bool:
        """Whether the referee reads it, who is told whose each thing is."""
        return bool(self.view["you"] == Role.REFEREE)


@dataclass(frozen=True, slots=True)
class LyingLine:
    """One thing in words, and the clause it is there by."""

    says: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class InForce:
    """What lies there of one kind; without lines nothing does."""

    title: str
    lines: Sequence[LyingLine]


def lines(says: Sequence[str], clause: str = "") -> list[LyingLine]:
    """Things that are there by one clause."""
    return [LyingLine(one, clause) for one in says]


def point(one: Mapping[str, Any]) -> str:
    """A place as its side measures it."""
    return f"{cm_of(one['along_cm'])} along, {cm_of(one['up_cm'])} up the table, {one['measured']}"


def house_rules(seen: SeenBySeat) -> InForce:
    """The house rules of the game."""
    told = [LyingLine(_agreed(one["ruling"], one["option"]), one["ruling"]) for one in seen.view["house_rules"]]
    return InForce("House rules", told)


def _agreed(ruling: str, option: str) -> str:
    asked = rulings()[ruling]
    says = next(one.says for one in asked.options if one.key == option)
    return f"{asked.question} {says}"
