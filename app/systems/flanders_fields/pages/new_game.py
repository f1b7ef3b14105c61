"""The pages on which a game is set up: first what is played, then who plays it; everything else is chosen already."""

from collections.abc import Iterator
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.forces.others import built_by_the_core
from app.games.keeper import keeper_of
from app.games.problems import Problem, not_found
from app.lookups.words import month_words
from app.pages.choices import chapters, months
from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.scenarios.routes import every_scenario, read
from app.systems.flanders_fields.scenarios.shelf import KeptScenario
from app.systems.flanders_fields.shelves import shelves_of
from app.tabletops.shelf import told_apart
from rules.flanders_fields.book import calendar
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.resolutions import QUESTIONS
from rules.flanders_fields.turn.game.setting_up.scenario import Scenario
from rules.flanders_fields.vocabulary import Quality, Side
from rules.kernel.months import parse_month

router = APIRouter()
NO_SCENARIO: Final = not_found(
    "no-such-scenario",
    "No such scenario",
    "this address names a scenario that is not here",
    "choose one on the page for a new game",
)
WITHOUT: Final = {"value": "", "word": "Without a table"}


@router.get("/new", dependencies=[Depends(anyone)])
def new_game(request: Request, scenario: str = "") -> HTMLResponse:
    """What can be played; with a scenario, ready or written here, the form for a game of it."""
    if not scenario:
        written = [one for one in every_scenario(request) if not one.is_ready]
        told = {
            "ready": scenarios().values(),
            "written": written,
            "month": month_words,
            "others": built_by_the_core(request),
        }
        return page("flanders_fields/new_choice.html", told)
    if ready := scenarios().get(scenario):
        return page("flanders_fields/new_game.html", {**_any_game(), **_of_ready(ready, request)})
    if kept := shelves_of(request).scenarios.get(scenario):
        return page("flanders_fields/new_game.html", {**_any_game(), **_of_written(kept, request)})
    raise Problem(NO_SCENARIO)


def _any_game() -> dict[str, Any]:
    return {
        "system": SYSTEM.key,
        "clauses": CLAUSES,
        "sheets": [{"value": "", "word": "The one of the date"}, *_sheets()],
        "cards": [
            {"value": "none", "word": "Without"},
            {"value": "app", "word": "Shuffled here"},
            {"value": "table", "word": "A real pack"},
        ],
    }


def _of_ready(chosen: Scenario, request: Request) -> dict[str, Any]:
    """Of a ready scenario: on its own table, with a choice of month, Veterans and house rules."""
    ground = chosen.id if chosen.id in ready_tables() else ""
    tables = sorted(_tables(request), key=lambda one: one["value"] != ground)
    return {
        "scenario": {name: getattr(chosen, name) for name in ("id", "title", "subtitle", "clause", "briefing")},
        "own": False,
        "month": month_words(chosen.date),
        "ground": ground,
        "tables": [*tables, WITHOUT],
        "table": ground,
        "names": {side.side.value: side.name for side in chosen.sides},
        "date": str(parse_month(chosen.date)),
        "dates": [{"value": str(month), "word": month_words(str(month))} for month in months(QUESTIONS)],
        "seats": _seats({side.side.value: side.name for side in chosen.sides}),
        "veterans": chosen.veterans,
        "could_be_veteran": list(_could_be_veteran(chosen)),
        "chapters": chapters(QUESTIONS),
    }


def _of_written(kept: KeptScenario, request: Request) -> dict[str, Any]:
    """Of a scenario that was written here: what its author has settled is changed in the editor, not here."""
    written = read(keeper_of(request), kept.document)
    names = {side.value: _called(written.side(side).name or written.side(side).force.nation) for side in Side}
    own_table = [{"value": "", "word": f"{written.table.name}, its own"}] if written.table else [WITHOUT]
    briefing = (*written.situation, *written.special_rules, *written.decides, *filter(None, (written.origin,)))
    told = {"id": kept.listed.id, "title": written.title, "subtitle": "", "clause": "", "briefing": briefing}
    return {
        "scenario": told,
        "own": True,
        "month": month_words(written.date),
        "ground": "",
        "tables": [*own_table, *_tables(request)],
        "table": "",
        "names": names,
        "seats": _seats(names),
        "veterans": 0,
        "could_be_veteran": [],
    }


def _called(name: str) -> str:
    return name[:1].upper() + name[1:]


def _tables(request: Request) -> Iterator[dict[str, str]]:
    """Every table of the library, those that lie ready last."""
    for key, word in told_apart(keeper_of(request).tabletops.of_system(SYSTEM.key)).items():
        yield {"value": key, "word": word}


def _sheets() -> list[dict[str, str]]:
    return [{"value": period.key, "word": period.title} for period in calendar().periods]


def _seats(names: dict[str, str]) -> list[dict[str, str]]:
    sides = [{"value": side, "word": f"{name}, {side}"} for side, name in names.items()]
    return [{"value": "referee", "word": "Referee"}, *sides]


def _could_be_veteran(scenario: Scenario) -> Iterator[dict[str, Any]]:
    for plan in (plan for plans in scenario.regiments.values() for plan in plans if scenario.veterans):
        if any(one.quality is Quality.VETERAN for one in plan.battalions):
            for number, one in enumerate(plan.battalions, 1):
                yield {"value": f"{plan.id}.{number}", "word": one.name, "on": one.quality is Quality.VETERAN}
