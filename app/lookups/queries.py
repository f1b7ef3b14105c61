"""Queries of the rules: facts, answers, house rules that matter, and offered look-ups."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import product
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin
from urllib.parse import urlencode

import msgspec

from rules.kernel.dice import ALL_D6, D6, BadDie, d6s
from rules.kernel.explanations import Considered, Explained, HouseMark, MoreDice, Refusal, Step
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.lookups import Questions, Resolution, no_dice
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.ruleset import Book
from rules.kernel.rulings import BadHouseRule, Change, HouseRule
from rules.kernel.serialization import NotPlain, build, hints_of

# Facts from a device or a terminal

T = TypeVar("T")
MOST_LISTED = 48
LONGEST_TEXT = 60


class BadAsk(ValueError):
    """A question that cannot be read: in which field, what was wrong, and what would be right.

    `choices` are the words that would fit, None where it was no choice.
    """

    def __init__(self, field: str, wrong: str, right: str, choices: type[Enum] | None = None) -> None:
        super().__init__(f"{field}: {wrong}; {right}")
        self.field = field
        self.wrong = wrong
        self.right = right
        self.choices = choices


def read_facts(kind: type[T], given: object) -> T:
    """The facts of a question from plain values. Raises BadAsk for unknown, missing or unfitting ones."""
    _check_sizes(given, "facts")
    try:
        return build(kind, given, "facts")
    except NotPlain as bad:
        raise BadAsk(bad.field, bad.wrong, bad.right, bad.words) from None


def _check_sizes(given: object, where: str) -> None:
    """Raises BadAsk for a list or a text that is longer than a question can be."""
    if isinstance(given, str) and len(given) > LONGEST_TEXT:
        raise BadAsk(where, f"{len(given)} letters are too long", f"write {LONGEST_TEXT} letters at most")
    if isinstance(given, list | tuple) and len(given) > MOST_LISTED:
        raise BadAsk(where, f"{len(given)} are more than stand in one question", f"give {MOST_LISTED} at most")
    for name, one in _parts(given):
        _check_sizes(one, f"{where}.{name}")


def _parts(given: object) -> Iterable[tuple[object, object]]:
    if isinstance(given, Mapping):
        return given.items()
    return enumerate(given) if isinstance(given, list | tuple) else ()


# Questions and their facts

Kind = Literal["word", "number", "whole number", "yes or no", "text", "facts"]
PLAIN: Final[Mapping[type, Kind]] = {bool: "yes or no", int: "whole number", float: "number", str: "text"}


@dataclass(frozen=True, slots=True)
class FactTold:
    """One fact: what it means, its unit, its range (both ends included), its words, whether it may be left out.

    A `listed` fact takes any number of them. `facts` are the facts inside, where the kind is "facts". `example` is a
    value that fits; `default` is what counts where an optional fact is left out (null: nothing). `told_of` is what it
    can be told of only, where it is bound so, and `fewest` how many a listed fact has at least.
    """

    name: str
    says: str
    kind: Kind
    listed: bool
    required: bool
    default: Any
    example: Any
    unit: str = ""
    least: float | None = None
    most: float | None = None
    words: tuple[str, ...] = ()
    facts: tuple["FactTold", ...] = ()
    told_of: tuple[str, ...] = ()
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class QuestionTold:
    """One question: its key, what it answers, its chapter with that chapter's clauses, whether a die decides, whether
    chances can be told, and a month in which the examples of its facts are answered."""

    key: str
    title: str
    chapter: str
    clauses: tuple[str, ...]
    a_die_decides: bool
    tells_odds: bool
    example_date: str
    facts: tuple[FactTold, ...]


def find(of: Questions[Any], key: str) -> Resolution[Any, Any]:
    """The question of that key. Raises BadAsk."""
    if key not in of.asked:
        raise BadAsk("key", f"there is no question {key!r}", f"ask one of: {', '.join(of.asked)}")
    return of.asked[key]


@cache
def question(of: Questions[Any], key: str) -> QuestionTold:
    """What a question wants to know. Raises BadAsk for an unknown key."""
    found = find(of, key)
    kind: type = found.facts
    decided = found.dice is not no_dice
    cited = tuple(clause.id for clause in of.clauses.values() if clause.chapter == found.chapter)
    return QuestionTold(
        key=found.key,
        title=found.title,
        chapter=found.chapter,
        clauses=cited,
        a_die_decides=decided,
        tells_odds=found.odds is not None,
        example_date=found.example_month,
        facts=told_facts(kind),
    )


def questions(of: Questions[Any]) -> tuple[QuestionTold, ...]:
    """Every question in the order of the book."""
    return tuple(question(of, key) for key in of.asked)


@cache
def told_facts(kind: type) -> tuple[FactTold, ...]:
    """The facts of a facts class, those inside them too."""
    hints = hints_of(kind)
    return tuple(_described_fact(one, hints[one.name]) for one in fields(kind))


def example_of(facts: tuple[FactTold, ...]) -> dict[str, Any]:
    """A whole set of facts that fits: everything required, and what has an example of its own."""
    return {one.name: one.example for one in facts if one.required or one.example not in (None, one.default)}


def _described_fact(one: Field[Any], hint: Any) -> FactTold:
    hint, listed = _inner(hint)
    limits: dict[str, Any] = {key: one.metadata[key] for key in ("unit", "least", "most") if key in one.metadata}
    required = one.default is MISSING and one.default_factory is MISSING
    inside = told_facts(hint) if is_dataclass(hint) and isinstance(hint, type) else ()
    words = tuple(str(word.value) for word in hint) if issubclass(hint, Enum) else ()
    kind: Kind = "facts" if inside else "word" if words else PLAIN[hint]
    default = None if one.default is MISSING else msgspec.to_builtins(one.default)
    example = _example(one, kind, listed, words, inside)
    limits |= {"fewest": one.metadata.get("fewest", 0), "told_of": _told_of(one)}
    says = one.metadata.get("says", one.name)
    return FactTold(one.name, says, kind, listed, required, default, example, **limits, words=words, facts=inside)


def _told_of(one: Field[Any]) -> tuple[str, ...]:
    """What a fact can be told of, each with the words it holds for where not for all."""
    return tuple(
        f"{only.whom} ({', '.join(sorted(map(str, only.values)))})" if only.values else only.whom
        for only in one.metadata.get("only", ())
    )


def _inner(hint: Any) -> tuple[Any, bool]:
    """The type of one value, and whether several are taken."""
    if isinstance(hint, UnionType):
        return _inner(next(kind for kind in get_args(hint) if kind is not type(None)))
    return (get_args(hint)[0], True) if get_origin(hint) is tuple else (hint, False)


def _example(one: Field[Any], kind: Kind, listed: bool, words: tuple[str, ...], inside: tuple[FactTold, ...]) -> Any:
    given = one.metadata.get("example")
    if given is not None:
        return msgspec.to_builtins(given)
    if one.default is not MISSING:
        return msgspec.to_builtins(one.default)
    fitting = next(_fitting(one, kind, words, inside))
    return [fitting] if listed else fitting


def _fitting(one: Field[Any], kind: Kind, words: tuple[str, ...], inside: tuple[FactTold, ...]) -> Iterator[Any]:
    """The first value that fits, for a fact whose class gives no example."""
    if kind == "facts":
        yield example_of(inside)
    yield from words
    yield {"yes or no": False, "text": "1st Platoon"}.get(kind, one.metadata.get("least") or 0)


# House rules of an answer

B = TypeVar("B", bound=Book)


def watch(book: B) -> tuple[B, Callable[[str], bool]]:
    """The same book, and whether a ruling could have had a part in what was read from it so far."""
    choices = _Watched(book.choices)
    values = {name: _Watched(table.values) for name, table in book.tables.items()}
    absent = {name: _Watched(table.absent) for name, table in book.tables.items()}
    tables = {name: replace(table, values=values[name], absent=absent[name]) for name, table in book.tables.items()}

    def read(change: Change) -> bool:
        return values[change.table].was_read(change.key) or absent[change.table].was_read(change.key)

    def looked_at(ruling: str) -> bool:
        return choices.was_read(ruling) or any(map(read, book.choices[ruling].option.changes))

    return replace(book, tables=tables, choices=choices), looked_at


class _Watched(Mapping[str, T]):
    """A mapping that knows the keys it was asked for, there or not; who goes through it has asked for them all."""

    def __init__(self, of: Mapping[str, T]) -> None:
        self._of = of
        self._read: set[str] = set()
        self._gone_through = False

    def was_read(self, key: str) -> bool:
        return self._gone_through or key in self._read

    def __getitem__(self, key: str) -> T:
        self._read.add(key)
        return self._of[key]

    def __iter__(self) -> Iterator[str]:
        self._gone_through = True
        return iter(self._of)

    def __len__(self) -> int:
        self._gone_through = True
        return len(self._of)


# One question

__all__ = ["Answer", "BadAsk", "Chance", "answer_in", "answer_of", "ask", "book_of", "marks_of_change"]

Question = Resolution[Any, Any]
Said = Explained[Any] | Refusal | MoreDice
NOTHING_KNOWN: Final = Explained(None, None, ())
ALL_TRIED: Final = 3


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of one outcome: exact, such as "1/6", and in percent to one decimal."""

    exact: str
    percent: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say. `outcome` "odds" is before any die: chances, and what counts whatever the die shows.

    A refusal keeps its reason in `because` and `instead`; `more_dice` is how many further dice are wanted. `house` are
    the house rules without which the answer would be another.
    """

    outcome: Literal["explained", "refused", "more_dice", "odds"]
    value: object = None
    total: int | None = None
    steps: tuple[Step, ...] = ()
    considered: tuple[Considered, ...] = ()
    clauses: tuple[str, ...] = ()
    because: str = ""
    instead: str = ""
    more_dice: int = 0
    odds: Mapping[str, Chance] | None = None
    house: tuple[HouseMark, ...] = ()


def ask(
    of: Questions[Any],
    key: str,
    facts: Mapping[str, object],
    dice: Sequence[int] | None,
    date: str,
    house_rules: Sequence[HouseRule] = (),
    period: str = "",
) -> Answer:
    """The answer to one question; `dice` None asks for the odds where a die decides. Raises BadAsk."""
    resolution = find(of, key)
    book = book_of(of, date, house_rules, period)
    read = read_facts(resolution.facts, facts)
    thrown = None if dice is None else _thrown(dice)
    answer = answer_in(resolution, read, thrown, book)

    def under(other: Book) -> Answer:
        return answer_in(resolution, read, thrown, other)

    return replace(answer, house=marks_of_change(book, under))


def marks_of_change(book: B, told_under: Callable[[B], T]) -> tuple[HouseMark, ...]:
    """The marks of those house rules without which something else would be told, found by leaving each out.

    Only rules the answer was read by are tried: one whose choice and tables nobody looked at cannot have changed it.
    Raises BadAsk where nothing can be told in this book.
    """
    if not book.house_rules:
        return ()
    watched, looked_at = watch(book)
    told = told_under(watched)

    def changes_it(mark: HouseMark) -> bool:
        try:
            return told_under(book.without(mark.ruling)) != told
        except BadAsk:
            # The dice no longer fit: without this rule fewer are thrown.
            return True

    return tuple(mark for mark in book.house_rules if looked_at(mark.ruling) and changes_it(mark))


def answer_of(said: Said, odds: Mapping[str, Chance] | None = None) -> Answer:
    """What the rules said, as it is told."""
    if isinstance(said, Refusal):
        return Answer("refused", clauses=(said.clause,), because=said.because, instead=said.instead)
    if isinstance(said, MoreDice):
        clauses = (said.clause,) if said.clause else ()
        return Answer("more_dice", clauses=clauses, because=said.says, more_dice=said.count, odds=odds)
    value = msgspec.to_builtins(said.value)
    return Answer("explained", value, said.total, said.steps, said.considered, said.clauses, odds=odds)


def answer_in(resolution: Question, facts: object, dice: tuple[D6, ...] | None, book: Book) -> Answer:
    """The answer in one book; without dice (None) the odds where a die decides. Raises BadAsk for too many dice."""
    thrown = dice or ()
    said = _said(resolution, facts, thrown, book)
    if isinstance(said, Refusal):
        return answer_of(said)
    _check_not_too_many(resolution, facts, thrown, book)
    answer = answer_of(said, _odds(resolution, facts, book))
    if thrown or not isinstance(said, MoreDice):
        return answer
    known = _known_before(resolution, facts, book)
    outcome: Literal["odds", "more_dice"] = "odds" if dice is None and answer.odds is not None else "more_dice"
    clauses = tuple(dict.fromkeys((*answer.clauses, *known.clauses)))
    return replace(answer, outcome=outcome, clauses=clauses, steps=known.steps, considered=known.considered)


def _said(resolution: Question, facts: object, thrown: tuple[D6, ...], book: Book) -> Said:
    """What the rules say; a refusal is told before dice are asked for, since no die would change it."""
    missing = resolution.dice(facts, book) - len(thrown)
    if missing <= 0:
        return resolution.resolve(facts, thrown, book)
    probes = [resolution.resolve(facts, thrown + (face,) * missing, book) for face in ALL_D6]
    # A refusal, or an answer no further die can change: the first shot may have killed the target.
    changed = isinstance(probes[0], MoreDice) or any(probe != probes[0] for probe in probes)
    if isinstance(probes[0], Refusal) or not changed:
        return probes[0]
    count = "one die" if missing == 1 else f"{missing} dice"
    return MoreDice(_read_by(probes[-1]), f"{resolution.title}: throw {count}", missing)


def _read_by(said: Said) -> str:
    """The clause a die is read by: that of the first reason which is no modifier."""
    if not isinstance(said, Explained):
        return said.clause
    return next((step.clause for step in said.steps if step.value is None), "")


def _check_not_too_many(resolution: Question, facts: object, thrown: tuple[D6, ...], book: Book) -> None:
    fewest = resolution.dice(facts, book)
    for count in range(fewest, len(thrown)):
        if isinstance(resolution.resolve(facts, thrown[:count], book), Explained):
            right = f"enter the first {count} alone" if count else "enter no die"
            wrong = f"{len(thrown)} dice are more than this takes" if count else "no die decides this"
            raise BadAsk("dice", wrong, right)


def _known_before(resolution: Question, facts: object, book: Book) -> Explained[None]:
    """What counts whatever the dice show, where one is thrown first: what the table may settle beforehand."""
    if resolution.dice(facts, book) != 1:
        return NOTHING_KNOWN
    ends = _ends(resolution, facts, (), 1, book)
    first = next(ends, NOTHING_KNOWN)
    steps, considered = first.steps, first.considered
    for end in ends:
        # There are hundreds of ends where dice are thrown again, and mostly nothing is common to the first few.
        if not (steps or considered):
            break
        steps = tuple(step for step in steps if step in end.steps)
        considered = tuple(line for line in considered if line in end.considered)
    return Explained(None, None, steps, considered)


def _ends(
    resolution: Question, facts: object, thrown: tuple[D6, ...], more: int, book: Book
) -> Iterator[Explained[Any]]:
    """The answer to each throw of the dice that are wanted, further ones included, the highest first."""
    for throw in _throws(more):
        said = resolution.resolve(facts, thrown + throw, book)
        if isinstance(said, MoreDice):
            yield from _ends(resolution, facts, thrown + throw, said.count, book)
        elif isinstance(said, Explained):
            yield said


def _throws(many: int) -> Iterable[tuple[D6, ...]]:
    """Every throw of a few dice. Of many, each die with each face twice: all alike, and all in a row."""
    high = ALL_D6[::-1]
    if many <= ALL_TRIED:
        return product(high, repeat=many)
    places, faces = range(many), range(len(high))
    return (tuple(high[(face + on * place) % len(high)] for place in places) for on in (0, 1) for face in faces)


def book_of(of: Questions[Any], date: str, house_rules: Sequence[HouseRule] = (), period: str = "") -> Any:
    """The rule book of a month, its house rules and a sheet set by hand. Raises BadAsk."""
    periods = [one.key for one in of.calendar.periods]
    if period and period not in periods:
        raise BadAsk("period", f"there is no period {period!r}", f"leave it out or write one of: {', '.join(periods)}")
    try:
        month = parse_month(date)
        of.calendar.period_of(month)
        return of.book.for_game(month, house_rules, period)
    except BadMonth as bad:
        raise _bad_field("date", bad) from None
    except BadHouseRule as bad:
        raise _bad_field("house_rules", bad) from None


def _bad_field(field: str, error: ValueError) -> BadAsk:
    wrong, _, right = str(error).partition("; ")
    return BadAsk(field, wrong, right)


def _thrown(dice: Sequence[int]) -> tuple[D6, ...]:
    try:
        return d6s(dice)
    except BadDie as bad:
        raise BadAsk("dice", str(bad), "enter each die as it lies on the table, 1 to 6") from None


def _odds(resolution: Question, facts: object, book: Book) -> Mapping[str, Chance] | None:
    chances = resolution.odds(facts, book) if resolution.odds else None
    if chances is None or isinstance(chances, Refusal):
        return None
    return {name: Chance(str(chance), round(float(chance) * 100, 1)) for name, chance in chances.items()}


# The look-ups of one rule system as the service offers them


@dataclass(frozen=True, slots=True)
class Samples:
    """One of each, as the description of the service and the terminal show how it is written."""

    question: str
    table: str
    clause: str
    ruling: str
    option: str


class PrintBeside(NamedTuple):
    """Something printed beside the look-ups of a system: what it is, what for, and its address."""

    title: str
    says: str
    href: str


@dataclass(frozen=True, slots=True, eq=False)
class LookUpsOffered:
    """The questions of a system, with samples for its description; `operations` is how its operations begin there.

    `prints` stand beside them in their list. `has_pages` where it lays out its look-ups
    itself; else their pages are drawn from their facts. `words` writes a word of the rules for people, given the class
    it is chosen from, where the system has ways of its own.
    """

    of: Questions[Any]
    samples: Samples
    operations: str = ""
    has_pages: bool = False
    prints: tuple[PrintBeside, ...] = ()
    words: Callable[[str, str], str] | None = None


def look_ups_for(path: str, date: str, house_rules: Iterable[tuple[str, str]]) -> str:
    """Return the address of look-ups at the month and under the house rules of a game.

    >>> look_ups_for("/lookups", "1918-08", [("AMB-13", "reroll")])
    '/lookups?date=1918-08&AMB-13=reroll'
    """
    return f"{path}?{urlencode([('date', date), *house_rules])}"


def look_ups_of_view(path: str, view: Mapping[str, Any]) -> str:
    """Return the address of look-ups for a game as one of its seats sees it."""
    chosen = ((rule["ruling"], rule["option"]) for rule in view["house_rules"])
    return look_ups_for(path, view["date"], chosen)
