"""Look-ups of any rule system as pages drawn from their described facts: the list, and each with its answer."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.games.problems import Problem, not_found
from app.lookups.asking import Answer, ask
from app.lookups.describing import QuestionTold, question, questions
from app.lookups.facts import BadAsk
from app.lookups.offered import LookUpsOffered
from app.lookups.words import month_words
from app.lookups.writing import spoken
from app.pages.lookups.laid_out.address import THROWN, dice_of
from app.pages.lookups.plain_fields import asked_of, fields_of, pairs_of
from app.pages.odds_bar import OutcomeChance
from app.pages.rendering import page, sentence
from app.seats.guard import anyone
from rules.kernel.questions import Questions
from rules.kernel.rulings import HouseRule

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
        read = _read(of, told, facts, query)
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


def _read(of: Questions[Any], told: QuestionTold, facts: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
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
