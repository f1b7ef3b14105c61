"""Pages of look-ups without a layout, generated from their facts."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.http.guards import anyone
from app.http.problem_details import Problem, not_found
from app.lookups.plain_text import spoken
from app.lookups.queries import (
    Answer,
    BadAsk,
    FactTold,
    LookUpsOffered,
    QuestionTold,
    ask,
    example_of,
    question,
    questions,
)
from app.lookups.vocabulary import month_words, words
from app.pages.lookups.lookup_form import THROWN, dice_of
from app.pages.rendering import OutcomeChance, page, sentence
from rules.kernel.lookups import Questions
from rules.kernel.rulings import HouseRule

# The form of a look-up

FEW: Final = 5
"""So many choices stand side by side; more are a list."""
MOST_ROWS: Final = 12
RESERVED: Final = frozenset({"asked", "date", "dice", "more"})
YES_NO: Final = ({"value": "true", "word": "Yes"}, {"value": "false", "word": "No"})
LEFT_OUT: Final = {"value": "", "word": "Not told"}


def asked_of(told: QuestionTold, query: QueryParams) -> dict[str, Any]:
    """The facts in an address as plain values; before anything was asked those of the example."""
    if not query.get("asked"):
        return example_of(told.facts)
    return dict(_facts(told.facts, query, ""))


def _named(name: str) -> str:
    """How a fact is called in an address, where some names mean something to every look-up."""
    return f"{name}_" if name in RESERVED else name


def _facts(facts: tuple[FactTold, ...], query: QueryParams, before: str) -> Iterator[tuple[str, Any]]:
    for one in facts:
        value = _value(one, query, before + _named(one.name))
        if value is not None:
            yield one.name, value


def _value(one: FactTold, query: QueryParams, name: str) -> Any:
    if one.kind == "facts":
        if not one.listed:
            return dict(_facts(one.facts, query, f"{name}.")) or None
        rows = range(row_count(one, query, name))
        return [dict(_facts(one.facts, query, f"{name}.{n}.")) for n in rows]
    if one.listed:
        found = [part for text in query.getlist(name) for part in text.split(",") if part.strip()]
        return [_typed_value(part.strip(), one) for part in found] or None
    text = query.get(name, "").strip()
    return _typed_value(text, one) if text else None


def row_count(one: FactTold, query: QueryParams, name: str) -> int:
    """How many rows of a listed fact an address has."""
    text = query.get(f"_rows.{name}", "")
    least = max(one.fewest, 1 if one.required else 0)
    return min(MOST_ROWS, max(least, int(text) if text.isdecimal() and len(text) < 3 else 0))


def _typed_value(text: str, one: FactTold) -> Any:
    """A value in the type of its fact; what cannot be read stays as typed, for the answer to say what is wrong."""
    if one.kind == "yes or no":
        return {"true": True, "false": False}.get(text, text)
    if one.kind in ("number", "whole number"):
        try:
            number = float(text.replace(",", ".").replace("\u2212", "-"))
        except ValueError:
            return text
        return int(number) if one.kind == "whole number" and number.is_integer() else number
    return text


def fields_of(told: QuestionTold, given: Mapping[str, Any], problem: str) -> list[dict[str, Any]]:
    """Every fact as the field that takes it, with what was told; `problem` names the one that cannot be read."""
    return [_field(one, given.get(one.name), _named(one.name), problem) for one in told.facts]


def _field(one: FactTold, value: Any, name: str, problem: str) -> dict[str, Any]:
    says = one.says[:1].upper() + one.says[1:]
    found = {
        "name": name,
        "label": says,
        "wrong": problem.removeprefix("facts.") == name.removesuffix("_"),
        "unit": one.unit,
    }
    if one.kind == "facts":
        return found | _inside(one, value, name, problem)
    if one.listed:
        return found | _listed(one, value)
    if one.kind == "yes or no":
        return found | {"as": "choice", "options": YES_NO, "chosen": str(_usual(one, value) is True).lower()}
    if one.kind == "word":
        return found | _choice(one, value)
    return found | {"as": "entry", "value": "" if value is None else value, "hint": _span(one)}


def _usual(one: FactTold, value: Any) -> Any:
    return one.default if value is None else value


def _choice(one: FactTold, value: Any) -> dict[str, Any]:
    options = [{"value": word, "word": words(word)} for word in one.words]
    usual = _usual(one, value)
    if not one.required and one.default is None:
        options.insert(0, LEFT_OUT)
    return {"as": "choice" if len(options) <= FEW else "list", "options": options, "chosen": str(usual or "")}


def _listed(one: FactTold, value: Any) -> dict[str, Any]:
    listed = [str(part) for part in value or ()]
    if one.words:
        options = [{"value": word, "word": words(word)} for word in one.words]
        return {
            "as": "several" if len(set(listed)) == len(listed) else "entry",
            "options": options,
            "chosen": listed,
            "value": ", ".join(listed),
            "hint": ", ".join(one.words),
        }
    return {"as": "entry", "value": ", ".join(listed), "hint": "with commas between them"}


def _inside(one: FactTold, value: Any, name: str, problem: str) -> dict[str, Any]:
    if one.listed:
        rows = [
            [_field(part, row.get(part.name), f"{name}.{n}.{part.name}", problem) for part in one.facts]
            for n, row in enumerate(value or [{}] * max(one.fewest, int(one.required)))
        ]
        return {"as": "rows", "rows": rows, "next": len(rows) + 1, "more": len(rows) < MOST_ROWS}
    told = value or {}
    parts = [_field(part, told.get(part.name), f"{name}.{part.name}", problem) for part in one.facts]
    return {"as": "facts", "fields": parts, "folded": not one.required and not told}


def pairs_of(facts: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Facts as they stand in an address."""
    for key, value in facts.items():
        name = before + _named(key)
        if isinstance(value, Mapping):
            yield from pairs_of(value, f"{name}.")
        elif isinstance(value, list | tuple) and any(isinstance(row, Mapping) for row in value):
            yield f"_rows.{name}", str(len(value))
            for n, row in enumerate(value):
                yield from pairs_of(row, f"{name}.{n}.")
        elif isinstance(value, list | tuple):
            yield name, ", ".join(map(str, value))
        else:
            yield name, str(value).lower() if isinstance(value, bool) else str(value)


def _span(one: FactTold) -> str:
    if one.least is None or one.most is None:
        return one.unit
    return f"{one.least:g} to {one.most:g} {one.unit}".strip()


# Pages of any rule system

UNKNOWN: Final = not_found(
    "no-such-look-up", "No such look-up", "there is no look-up at this address", "choose one from the list of look-ups"
)


def plain_look_ups(offered: LookUpsOffered) -> APIRouter:
    """The pages of one system's look-ups."""
    router = APIRouter(dependencies=[Depends(anyone)], include_in_schema=False, default_response_class=HTMLResponse)
    of, at = offered.of, f"/lookups/{offered.of.key}"

    @router.get(at)
    def index(request: Request) -> Response:
        """Every look-up of the system, under the month and house rules chosen here once."""
        chapters: dict[str, list[dict[str, str]]] = {}
        for told in questions(of):
            href = _to(f"{at}/{told.key.replace('_', '-')}", of, request.query_params)
            chapters.setdefault(told.chapter, []).append({"title": told.title, "href": href})
        prints = [one._replace(href=_to(one.href, of, request.query_params)) for one in offered.prints]
        return page(
            "lookups/plain_index.html",
            {"chapters": chapters, "prints": prints, **_common(of, at, request.query_params)},
        )

    @router.get(f"{at}/{{slug}}")
    def look_up(slug: str, request: Request) -> Response:
        """One look-up: its facts, and the answer to them."""
        key = slug.replace("-", "_")
        if key not in of.asked:
            raise Problem(UNKNOWN)
        told, query = question(of, key), request.query_params
        facts = asked_of(told, query)
        read = _read_answer(of, told, facts, query)
        context = {
            "title": told.title,
            "here": f"{at}/{slug}",
            "fields": fields_of(told, facts, read["problem"].field if read["problem"] else ""),
            "asked": [("asked", "1"), *pairs_of(facts), *_kept(of, query)],
            "again": _without_dice(f"{at}/{slug}", query),
            **read,
            **_common(of, at, query),
        }
        return page("lookups/plain.html", context)

    return router


def _read_answer(
    of: Questions[Any], told: QuestionTold, facts: Mapping[str, Any], query: QueryParams
) -> dict[str, Any]:
    """The answer as the page shows it, or what cannot be read."""
    nothing = {"problem": None, "answer": None, "dice": (), "pad": None, "chances": (), "rows": ()}
    try:
        dice = dice_of(query)
        rules = _house_rules(of, query)
        answer = ask(of, told.key, facts, dice or None, _month(of, query), rules)
        if answer.outcome == "more_dice" and dice and answer.more_dice and len(dice) < answer.more_dice:
            answer, dice = ask(of, told.key, facts, None, _month(of, query), rules), ()
    except BadAsk as bad:
        return nothing | {"problem": bad}
    value = msgspec.json.decode(msgspec.json.encode(answer.value))
    return nothing | {
        "answer": answer,
        "dice": dice,
        "pad": _pad(told, answer, dice),
        "chances": _chances(answer) if not dice else (),
        "rows": list(spoken(value)) if answer.outcome == "explained" else (),
    }


def _pad(told: QuestionTold, answer: Answer, dice: Sequence[int]) -> dict[str, Any] | None:
    if not answer.more_dice:
        return None
    thrown = "".join(map(str, dice))
    name = "more" if dice else "dice"
    pad = {"name": name, "count": answer.more_dice, "confirm": "Read the dice"}
    return pad | {"roll": f"{told.key}-{answer.more_dice}-{thrown}"}


def _chances(answer: Answer) -> list[OutcomeChance]:
    return [OutcomeChance(name, Fraction(one.exact)) for name, one in (answer.odds or {}).items()]


def _month(of: Questions[Any], query: QueryParams) -> str:
    return query.get("date") or of.asked[next(iter(of.asked))].example_month


def _house_rules(of: Questions[Any], query: QueryParams) -> list[HouseRule]:
    """The house rules of an address, without what is usual anyway."""
    named = ((name, option) for name, option in query.multi_items() if name in of.rulings)
    return [HouseRule(name, option) for name, option in named if option != of.rulings[name].default]


def _kept(of: Questions[Any], query: QueryParams) -> list[tuple[str, str]]:
    rules = [(one.ruling, one.option) for one in _house_rules(of, query)]
    return [("date", _month(of, query)), *rules]


def _to(path: str, of: Questions[Any], query: QueryParams) -> str:
    return f"{path}?{QueryParams(_kept(of, query))}"


def _without_dice(path: str, query: QueryParams) -> str:
    return f"{path}?{QueryParams([pair for pair in query.multi_items() if pair[0] not in THROWN])}"


def _common(of: Questions[Any], at: str, query: QueryParams) -> dict[str, Any]:
    """What list and look-up share: the system, its months, and every ruling with what is chosen."""
    date, chosen = _month(of, query), {one.ruling: one.option for one in _house_rules(of, query)}
    periods = of.calendar.periods
    return {
        "system": of.title,
        "list": _to(at, of, query),
        "at": at,
        "date": date,
        "month": month_words(date),
        "span": f"{periods[0].first} to {periods[-1].last}",
        "rulings": list(of.rulings.values()),
        "chosen": {name: chosen.get(name, ruling.default) for name, ruling in of.rulings.items()},
        "changed": len(chosen),
        "say": sentence,
        "address": urlencode,
    }
