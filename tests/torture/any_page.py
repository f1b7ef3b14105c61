"""The page of any look-up as its form could be sent: facts, rows, house rules and dice at random, and nonsense."""

from collections.abc import Iterator
from random import Random
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from app.pages.lookups.lookup_form import ASKED, Fact, facts_shown
from app.systems.flanders_fields.pages.lookups import LAID
from tests.client import TestClient
from tests.torture.any_question import any_book, measured, thrown

NO_ENTRY: Final = ("", " ", "ten", "\u00b2", "\u0663", "-1", "1,5", "1e999", "nan", "9" * 5000, "\u2212 4", "true")
Pairs = list[tuple[str, str]]


def any_address(chance: Random) -> str:
    """The address of any look-up with facts for everything that its form asks."""
    tool, (book, _) = chance.choice(tuple(LAID.by_slug.values())), any_book(chance)
    pairs: Pairs = [("date", book.date), (ASKED, "1"), *((rule.ruling, rule.option) for rule in book.rules)]
    pairs += [(name, "".join(map(str, thrown(chance, chance.randint(0, 4))))) for name in ("dice", "more")]
    for rows in tool.rows:
        pairs.append((rows.name, _or_not(chance, str(chance.randint(0, rows.most + 1)))))
    for fact in facts_shown(LAID, tool, QueryParams([] if any(value in NO_ENTRY for _, value in pairs) else pairs)):
        pairs += _entered(chance, fact)
    return f"/lookups/{tool.slug}?{urlencode(pairs)}"


def _entered(chance: Random, fact: Fact) -> Iterator[tuple[str, str]]:
    """What stands in one field: mostly something that it offers."""
    words = [str(one.value) for one in fact.choices or ()]
    if fact.control == "toggle":
        told = ["true"] if chance.random() < 0.3 else []
    elif fact.control == "several":
        told = chance.sample(words, min(len(words), chance.randint(0, 2)))
    elif fact.control == "tally":
        yield from ((f"{fact.name}.{word}", _number(chance, fact)) for word in words)
        return
    elif fact.control == "numbers":
        told = [", ".join(_number(chance, fact) for _ in range(chance.randint(0, 3)))]
    elif words:
        told = [chance.choice(words)]
    else:
        told = [chance.choice("ABC") if fact.control == "text" else _number(chance, fact)]
    yield from ((fact.name, _or_not(chance, one)) for one in told)


def _number(chance: Random, fact: Fact) -> str:
    least, most = fact.limits["least"] or 0, fact.limits["most"] or 12
    if fact.control == "cm":
        return f"{measured(chance, least, most):g}"
    return str(chance.choice((least, most, chance.randint(int(least), min(int(most), max(int(least), 0) + 12)))))


def _or_not(chance: Random, entry: str) -> str:
    """The entry, or now and then something that cannot stand there."""
    return chance.choice(NO_ENTRY) if chance.random() < 0.02 else entry


def opened(client: TestClient, address: str) -> Iterator[str]:
    """What is wrong with the page at an address: everything but a page."""
    answer = client.get(address)
    if answer.status_code != 200 or "</html>" not in answer.text:
        yield f"{answer.status_code} for the page"
