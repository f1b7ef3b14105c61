"""The page on which a game is set up: scenario, date, names, Veterans, and the house rules it is played by."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.games.problems import Problem, not_found
from app.lookups.words import month_words
from app.pages.house_rules import chapters, months
from app.pages.rendering import page
from app.seats.guard import anyone
from app.tabletops.ready import ready_tables
from rules.flanders_fields.book import calendar
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.muster import Scenario, scenarios
from rules.flanders_fields.vocabulary import Quality
from rules.kernel.months import parse_month

router = APIRouter()
NO_SCENARIO: Final = not_found(
    "no-such-scenario",
    "No such scenario",
    "this address names a scenario that is not here",
    "choose one on the page for a new game",
)


@router.get("/new", dependencies=[Depends(anyone)])
def new_game(request: Request, scenario: str = "") -> HTMLResponse:
    """The form for a new game of a scenario; without one, of the first."""
    known = scenarios()
    chosen = known.get(scenario) if scenario else next(iter(known.values()))
    if chosen is None:
        raise Problem(NO_SCENARIO)
    context = {
        "system": SYSTEM.key,
        "scenario": chosen,
        "ground": chosen.id if chosen.id in ready_tables() else "",
        "tables": [{"value": "", "word": "Without a table"}, *_tables(request)],
        "others": [one for one in known.values() if one is not chosen],
        "names": {side.side.value: side.name for side in chosen.sides},
        "month": parse_month(chosen.date),
        "dates": [{"value": str(month), "word": month_words(str(month))} for month in months()],
        "sheets": [{"value": "", "word": "The one of the date"}, *_sheets()],
        "seats": _seats(chosen),
        "could_be_veteran": list(_could_be_veteran(chosen)),
        "chapters": chapters(),
    }
    return page("new_game.html", context)


def _tables(request: Request) -> Iterator[dict[str, str]]:
    """Every table of the library, those that lie ready last."""
    for one in keeper_of(request).tabletops.all():
        yield {"value": one.id, "word": one.name}


def _sheets() -> list[dict[str, str]]:
    return [{"value": period.key, "word": period.title} for period in calendar().periods]


def _seats(scenario: Scenario) -> list[dict[str, str]]:
    sides = [{"value": side.side.value, "word": side.name} for side in scenario.sides]
    return [{"value": "referee", "word": "Referee"}, *sides]


def _could_be_veteran(scenario: Scenario) -> Iterator[dict[str, Any]]:
    for plan in (plan for plans in scenario.regiments.values() for plan in plans if scenario.veterans):
        if any(one.quality is Quality.VETERAN for one in plan.battalions):
            for number, one in enumerate(plan.battalions, 1):
                yield {"value": f"{plan.id}.{number}", "word": one.name, "on": one.quality is Quality.VETERAN}
