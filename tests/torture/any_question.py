"""Any question to the rules: facts, month, sheet, house rules and dice at random, and now and then what cannot be."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, TypeVar

from app.lookups.queries import (
    MOST_LISTED,
    Answer,
    BadAsk,
    FactTold,
    QuestionTold,
    answer_in,
    example_of,
    read_facts,
    watch,
)
from rules.flanders_fields.ruleset import RuleBook, calendar, rulings, tables
from rules.kernel.dice import FACES, d6s
from rules.kernel.lookups import Resolution
from rules.kernel.rulings import HouseRule, Ruling
from tests.app.drawn_facts import (
    NEVER_A_NUMBER,
    NEVER_A_TEXT,
    NEVER_A_WORD,
    NEVER_FACTS,
    NEVER_YES_OR_NO,
    ends,
    named_apart,
    places,
    put,
)
from tests.look_ups import ask, book_of, find, questions

T = TypeVar("T")
NEAR_CM: Final = 60
FEW: Final = 3
IN_ONE_BOOK: Final = 7
MOST_RULES: Final = 200
NEVER: Final[Mapping[str, Sequence[Any]]] = {
    "facts": NEVER_FACTS,
    "word": NEVER_A_WORD,
    "yes or no": NEVER_YES_OR_NO,
    "text": NEVER_A_TEXT,
    "number": NEVER_A_NUMBER,
    "whole number": NEVER_A_NUMBER,
}
NO_MONTHS: Final = ("1914-07", "1918-12", "1813-10", "1916-13", "1916", "soon", "")
NO_RULES: Final = (HouseRule("AMB-0", "yes"), HouseRule("AMB-13", "pillow"), HouseRule("", ""))
NO_DICE: Final = ((0,), (7,), (-1, 3), (6, 10**9))


@dataclass(frozen=True)
class Place:
    """A book to ask: a month, the sheet set by hand (empty: that of the month), house rules."""

    date: str
    period: str
    rules: tuple[HouseRule, ...]


@dataclass(frozen=True)
class Question:
    """One question as a program would send it; `fits`: each part of it by itself is one that is allowed."""

    key: str
    facts: Any
    dice: tuple[int, ...] | None
    book: Place
    fits: bool

    def ask(self) -> Answer:
        """What is answered. Raises BadAsk."""
        return ask(self.key, self.facts, self.dice, self.book.date, self.book.rules, self.book.period)

    def opened(self) -> "Opened":
        """The question read once, for several throws. Raises BadAsk."""
        book = book_of(self.book.date, self.book.rules, self.book.period)
        return Opened(find(self.key), read_facts(find(self.key).facts, self.facts), book)

    @property
    def body(self) -> dict[str, Any]:
        """What is sent to the service."""
        rules = [{"ruling": rule.ruling, "option": rule.option} for rule in self.book.rules]
        body = {"date": self.book.date, "period": self.book.period, "house_rules": rules, "facts": self.facts}
        return body if self.dice is None else {**body, "dice": list(self.dice)}

    def __str__(self) -> str:
        return f"{self.key} {json.dumps(self.body, default=repr)}"


@dataclass(frozen=True)
class Opened:
    """A question as the rules read it."""

    resolution: Resolution[Any, RuleBook]
    facts: Any
    book: RuleBook

    @property
    def wanted(self) -> int:
        """How many dice are thrown first."""
        return self.resolution.dice(self.facts, self.book)

    def answer(self, dice: Sequence[int] | None) -> Answer | None:
        """What is answered with these dice, but for the house rules that change it; None where they are too many."""
        try:
            return answer_in(self.resolution, self.facts, None if dice is None else d6s(dice), self.book)
        except BadAsk:
            return None


def any_questions(chance: Random, number: int) -> Iterator[Question]:
    """So many questions, the oftener the more there is to tell of them, several in a row in one book."""
    asked = questions()
    weights = [FEW + len(list(places(told.facts))) for told in asked]
    for n in range(number):
        if n % IN_ONE_BOOK == 0:
            book, allowed = any_book(chance)
        question = _question(chance, chance.choices(asked, weights)[0], book, allowed)
        yield _settled_otherwise(chance, question) if question.fits and chance.random() < 0.3 else question


def _question(chance: Random, told: QuestionTold, book: Place, allowed: bool) -> Question:
    facts = _facts(chance, told)
    dice, fits = _dice(chance), allowed and not _crowded(facts)
    if told.facts and chance.random() < 0.04:
        facts, fits = _unfitting(chance, told.facts, facts), False
    if chance.random() < 0.01:
        dice, fits = chance.choice(NO_DICE), False
    return Question(told.key, facts, dice, book, fits)


def _settled_otherwise(chance: Random, question: Question) -> Question:
    """The same question where some of the rulings it is read by are settled otherwise."""
    opened = question.opened()
    watched, looked_at = watch(opened.book)
    # What breaks here breaks once more where the question is held to what it promises, and is told there.
    with suppress(Exception):
        replace(opened, book=watched).answer(None)
    read = [one for one in rulings().values() if looked_at(one.id)]
    rules = [_settled(chance, one) for one in chance.sample(read, min(len(read), chance.randint(1, FEW)))]
    return replace(question, book=replace(question.book, rules=tuple(rules)))


def any_book(chance: Random) -> tuple[Place, bool]:
    """A book, and whether there can be such a one."""
    months = [str(when.month) for when in calendar().every_date()]
    sheet = chance.choice([one.key for one in calendar().periods]) if chance.random() < 0.15 else ""
    rules = tuple(_rules(chance))
    if chance.random() < 0.98:
        return Place(chance.choice(months), sheet, rules), True
    wrong = [
        Place(chance.choice(NO_MONTHS), sheet, rules),
        Place(chance.choice(months), "middling", rules),
        Place(chance.choice(months), sheet, (*rules, chance.choice(NO_RULES))),
    ]
    return chance.choice(wrong), False


def _rules(chance: Random) -> Iterator[HouseRule]:
    """None, a few, or up to as many as one question takes, each with any of its options, the default too."""
    every = list(rulings().values())
    many = chance.choices((0, 1, chance.randint(2, 6), MOST_RULES // 5, MOST_RULES), (8, 3, 4, 3, 2))[0]
    for ruling in chance.sample(every, many):
        yield _settled(chance, ruling)


def _settled(chance: Random, ruling: Ruling) -> HouseRule:
    return HouseRule(ruling.id, chance.choice([one.key for one in ruling.options if one.selectable]))


def _dice(chance: Random) -> tuple[int, ...] | None:
    """Before any die, or any number of dice, as many as can be sent at most."""
    if chance.random() < 0.4:
        return None
    many = 100 if chance.random() < 0.005 else chance.randint(0, 4)
    return thrown(chance, many)


def thrown(chance: Random, many: int) -> tuple[int, ...]:
    """So many dice."""
    return tuple(chance.choice(FACES) for _ in range(many))


def _facts(chance: Random, told: QuestionTold) -> dict[str, Any]:
    """All of them anew, or those of the example with a few changed: these are refused less often."""
    if chance.random() < 0.5:
        return _whole(chance, told.facts, chance.choice((0, 0.1, 0.3, 0.6, 1)))
    facts = example_of(told.facts)
    for _ in range(chance.randint(0, 4) if told.facts else 0):
        facts = _changed(chance, told.facts, facts)
    return facts


def _changed(chance: Random, told: Sequence[FactTold], facts: dict[str, Any]) -> dict[str, Any]:
    """The same facts with one of them drawn anew, or with one of those inside it."""
    one = chance.choice(told)
    now = facts.get(one.name)
    if not (one.facts and now) or chance.random() < 0.2:
        return {**facts, one.name: _value(chance, one, 0.2)}
    if not one.listed:
        return {**facts, one.name: _changed(chance, one.facts, now)}
    n = chance.randrange(len(now))
    entries = [*now[:n], _changed(chance, one.facts, now[n]), *now[n + 1 :]]
    names = [entry["name"] for entry in entries if "name" in entry]
    return {**facts, one.name: entries if len(set(names)) == len(names) else named_apart(entries)}


def _whole(chance: Random, facts: Sequence[FactTold], share: float) -> dict[str, Any]:
    """What has to be told, and this share of what may be left out."""
    return {one.name: _value(chance, one, share) for one in facts if one.required or chance.random() < share}


def _value(chance: Random, one: FactTold, share: float) -> Any:
    if one.listed:
        entries = [_single(chance, one, share) for _ in range(_many(chance, one))]
        return named_apart(entries) if one.facts else entries
    if not one.required and one.default is None and chance.random() < 0.2:
        return None
    return _single(chance, one, share)


def _many(chance: Random, one: FactTold) -> int:
    most = MOST_LISTED if chance.random() < 0.01 else FEW
    return chance.randint(one.fewest, max(one.fewest, most))


def _crowded(facts: Any) -> bool:
    """Whether a list is so long that it may be too long."""
    inside = facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else ()
    return (isinstance(facts, list) and len(facts) > FEW) or any(map(_crowded, inside))


def _single(chance: Random, one: FactTold, share: float) -> Any:
    if one.kind == "facts":
        return _whole(chance, one.facts, share)
    if one.kind == "word":
        return chance.choice(one.words)
    if one.kind == "yes or no":
        return chance.random() < 0.5
    if one.kind == "text":
        return chance.choice("ABCDE")
    return _whole_number(chance, one) if one.kind == "whole number" else measured(chance, *ends(one))


def _whole_number(chance: Random, one: FactTold) -> int:
    least, most = map(int, ends(one))
    far = chance.choice((least, least + 1, most - 1, most, chance.randint(least, most)))
    return max(least, far) if chance.random() < 0.4 else chance.randint(least, min(most, max(least, 0) + 12))


def measured(chance: Random, least: float, most: float) -> float:
    """With one decimal, as a tape measure has it: an end of the range, a limit of the book, or anything near."""
    tenths = chance.randint(round(max(least, -NEAR_CM) * 10), round(min(most, NEAR_CM) * 10)) / 10
    found = chance.choices((chance.choice((least, most)), chance.choice(limits_of_the_book()), tenths), (1, 4, 4))[0]
    return min(most, max(least, found))


@cache
def limits_of_the_book() -> tuple[float, ...]:
    """Every distance that stands in a table or a house rule, and a millimetre less and more, in cm."""
    printed = {
        entry.cited.value
        for table in tables().values()
        for entry in table.entries
        if table.unit == "cm" and entry.cited and isinstance(entry.cited.value, int)
    }
    return tuple(sorted({(mm + off) / 10 for mm in printed for off in (-1, 0, 1)}))


def _unfitting(chance: Random, facts: tuple[FactTold, ...], whole: dict[str, Any]) -> Any:
    """The same facts with one of them as it can never be, or with one that nobody knows."""
    place, one = chance.choice(list(places(facts)))
    if chance.random() < 0.1:
        return put(whole, ("moon",), "full")
    wrong = chance.choice(NEVER[one.kind])
    return put(whole, place, [wrong] if one.listed and chance.random() < 0.5 else wrong)
