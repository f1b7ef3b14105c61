"""The address of a look-up: its month, its house rules and its dice; the facts are read in laid_out/forms.py.

A house rule stands in it as in the terminal, `AMB-13=reroll`, and what the book does anyway is left out, so that an
address that is passed on says what was chosen and nothing else.
"""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.lookups.facts import BadAsk
from rules.kernel.months import BadMonth, parse_month
from rules.kernel.questions import Questions
from rules.kernel.rulings import BadHouseRule, Choice, HouseRule, choose

THROWN: Final = ("dice", "more")
LIST: Final = "/lookups"
RULINGS: Final = "/lookups/rulings"
FIND, FOR = "find", "for"
SEARCHED: Final = {LIST: (FIND,), RULINGS: (FIND, FOR)}
Pairs = list[tuple[str, str]]


def first_month(of: Questions[Any]) -> str:
    """The first month that a book knows."""
    return str(of.calendar.periods[0].first)


def month_of(of: Questions[Any], query: QueryParams) -> str:
    """The month asked for if these rules know it, otherwise the first that they know."""
    return first_month(of) if month_problem(of, query) else query.get("date", first_month(of))


def month_problem(of: Questions[Any], query: QueryParams) -> str:
    """What is wrong with the month asked for; empty where nothing is."""
    try:
        of.calendar.period_of(parse_month(query.get("date", first_month(of))))
    except BadMonth as bad:
        return str(bad)
    return ""


def house_rules(of: Questions[Any], query: QueryParams) -> tuple[HouseRule, ...]:
    """The house rules of an address, without what is usual anyway. Raises BadAsk for one that cannot be chosen."""
    asked = tuple(HouseRule(name, option) for name, option in _settled(of, query) if option != of.rulings[name].default)
    try:
        choose(of.rulings, asked)
    except BadHouseRule as bad:
        names = ", ".join(dict.fromkeys(rule.ruling for rule in asked if rule.ruling in str(bad)))
        raise BadAsk("house_rules", f"the house rule {names} is not one of its options", "choose it anew") from None
    return asked


def choices_of(of: Questions[Any], rules: tuple[HouseRule, ...]) -> list[Choice]:
    """What house rules settle, in the order chosen."""
    settled = choose(of.rulings, rules)
    return [settled[rule.ruling] for rule in rules]


def shortened(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The same address without what nothing needs there, such as the choices of the book; empty if there is none."""
    needless = {(name, option) for name, option in _settled(of, query) if option == of.rulings[name].default}
    # What was looked for in a list, and where the page of rulings leads back to, is of no use anywhere else.
    kept = SEARCHED.get(path, ())
    needless |= {
        pair for pair in query.multi_items() if pair[0] in (FIND, FOR) and (pair[0] not in kept or not pair[1])
    }
    return _joined(path, [pair for pair in query.multi_items() if pair not in needless]) if needless else ""


def chosen(of: Questions[Any], query: QueryParams) -> Pairs:
    """What stays chosen from one look-up to the next: the month and the house rules."""
    return [("date", month_of(of, query)), *_settled(of, query)]


def facts_of(of: Questions[Any], query: QueryParams) -> Pairs:
    """All of an address but the house rules and the dice."""
    return [(name, value) for name, value in query.multi_items() if name not in of.rulings and name not in THROWN]


def to(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The address of another page under the same choices."""
    return _joined(path, chosen(of, query))


def without_dice(of: Questions[Any], path: str, query: QueryParams) -> str:
    """The same question before its dice, with the month written out."""
    kept = [(name, value) for name, value in facts_of(of, query) if name != "date"]
    return _joined(path, [*chosen(of, query), *kept])


def dice_of(query: QueryParams) -> tuple[int, ...]:
    """The dice in the address, one figure each: "4", "3,5,1" or "351"; those asked for later after those thrown first.

    Raises BadAsk for anything but 1 to 6.
    """
    dice = [die for name in THROWN for die in query.get(name, "") if die not in " ,"]
    if not set(dice) <= set("123456"):
        raise BadAsk("dice", "a die shows 1 to 6", "enter each die as it lies on the table")
    return tuple(map(int, dice))


def _settled(of: Questions[Any], query: QueryParams) -> Iterator[tuple[str, str]]:
    return ((name, option) for name, option in query.multi_items() if name in of.rulings)


def _joined(path: str, pairs: Pairs) -> str:
    return f"{path}?{urlencode(pairs)}"
