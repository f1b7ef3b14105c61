"""The book of the toy: its numbers, its one ruling, and the questions that it answers without a game."""

from pathlib import Path
from typing import Any, Final

from rules.kernel.clauses import SourceTexts
from rules.kernel.dice import D6
from rules.kernel.distances import beyond, cm, within
from rules.kernel.explanations import Explained, Refusal, Step
from rules.kernel.facts import fact
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions, Resolution, no_dice, thrown
from rules.kernel.months import Month
from rules.kernel.ruleset import Book, Edition

EDITION: Final = Edition(
    Path(__file__).parent / "data", SourceTexts(lines={"T": "the toy's sheet"}, rulings=("R",), example="lines as T1")
)
MONTH: Final = Month(1916, 7)


class ToyBook(Book):
    __slots__ = ()
    edition = EDITION


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed:
    """A stand that shoots at others."""

    range_cm: float = fact("from the firer to the nearest of them", unit="cm", least=0, most=100, example=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Await:
    """A shot at stands that await it so."""

    range_cm: float = fact("from the firer to the nearest of them", unit="cm", least=0, most=100, example=12)
    lies: bool = fact("they lie", default=False)


def dice_of_a_shot(facts: Aimed, book: Book) -> Explained[int] | Refusal:
    """How many dice a shot throws (TOY-2, TOY-3). Refuses what is too far off."""
    distances, dice = book.table("distances"), book.table("dice")
    longest, close = distances.number("longest"), distances.number("close")
    if beyond(facts.range_cm, longest.value):
        return Refusal(longest.clause, "no rifle reaches so far", f"name a target within {cm(longest.value)}")
    found = dice.number("close" if within(facts.range_cm, close.value) else "far")
    return Explained(found.value, None, (Step(found.clause, f"{found.says}: {found.value}"),))


def hits(facts: Await, dice: tuple[D6, ...], book: Book) -> Explained[bool] | Refusal:
    """Whether any of its dice hits (TOY-4; R-1)."""
    allowed = dice_of_a_shot(Aimed(range_cm=facts.range_cm), book)
    if isinstance(allowed, Refusal):
        return allowed
    least = book.table("dice").number("lie" if facts.lies else "stand")
    best = max(die.pips for die in dice)
    line = Step(least.clause, f"{least.says} {least.value}: the best is a {best}", None, least.house)
    return Explained(best >= least.value, best, (*allowed.steps, line))


def _dice(facts: Await, book: Book) -> int:
    allowed = dice_of_a_shot(Aimed(range_cm=facts.range_cm), book)
    return 0 if isinstance(allowed, Refusal) else allowed.value


def _count(facts: Aimed, _dice: tuple[D6, ...], book: Book) -> Explained[int] | Refusal:
    return dice_of_a_shot(facts, book)


RESOLUTIONS: Final[tuple[Resolution[Any, Any], ...]] = (
    Resolution("dice_of_a_shot", "Dice of a shot", "Shooting", Aimed, no_dice, _count),
    Resolution(
        "shot",
        "Whether a shot hits",
        "Shooting",
        Await,
        _dice,
        hits,
        thrown(hits, _dice, {True: "hits", False: "misses"}.__getitem__),
    ),
)
QUESTIONS: Final = Questions("stage-toy", "Two by two", ToyBook, {one.key: one for one in RESOLUTIONS})


def book_now() -> ToyBook:
    """The book as the toy is played."""
    made: ToyBook = ToyBook.for_game(MONTH)
    return made
