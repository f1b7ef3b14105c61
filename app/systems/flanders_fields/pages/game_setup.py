"""Pages to set up a game: new games, ready scenarios, the scenario form."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.routes import is_this_devices
from app.documents.tables import told_apart
from app.games.app_services import keeper_of
from app.http.guards import anyone
from app.http.problem_details import Problem, not_found
from app.lookups.vocabulary import month_words
from app.pages.force_pages import built_by_the_core
from app.pages.form_fields import chapters, months
from app.pages.rendering import page
from app.systems.flanders_fields.documents import shelves_of
from app.systems.flanders_fields.force_documents import KeptForce
from app.systems.flanders_fields.lookups import CLAUSES
from app.systems.flanders_fields.scenario_documents import KeptScenario, ready_tables, spans
from app.systems.flanders_fields.scenarios import ScenarioId, every_scenario, found_scenario, read, shown
from rules.flanders_fields.forces import Force
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.setup.custom_scenarios import (
    LONGEST_MM,
    MOST_TURNS,
    WrittenObjective,
    WrittenReserve,
    WrittenScenario,
    WrittenSide,
    WrittenZone,
)
from rules.flanders_fields.game.setup.scenario import Scenario
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.lookups import QUESTIONS
from rules.flanders_fields.ruleset import RuleBook, calendar, rulings
from rules.flanders_fields.vocabulary import SEATING, Nation, Quality, Side
from rules.kernel.distances import MM_A_CM
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule
from rules.kernel.seats import Role

# The scenarios that are ready to be played


def ready_games() -> Sequence[dict[str, Any]]:
    """Each with what is sent to open it."""
    return tuple(map(_ready, scenarios().values()))


def _ready(scenario: Scenario) -> dict[str, Any]:
    """A scenario that one tap opens on its own table, with this device as the referee's."""
    opening: dict[str, Any] = {"kind": "create_game", "scenario": scenario.id}
    if scenario.id in ready_tables():
        opening["table"] = {"id": scenario.id}
    body = {"system": SYSTEM.key, "title": scenario.title, "role": Role.REFEREE.value, "command": opening}
    return {"id": scenario.id, "title": scenario.title, "about": scenario.subtitle, "body": body}


# The pages on which a game is set up

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
    written = read(request, kept.document)
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


# The form of a scenario

USUAL_DATE: Final = "1916-09"
USUAL: Final = {Side.ATTACKER: "british_1915:regiment", Side.DEFENDER: "german_1916:regiment"}
SORTS: Final = (
    ("bombardments", "Bombardments"),
    ("barrages", "Rolling barrages"),
    ("gas", "Gas attacks"),
    ("works", "Bombarded works"),
    ("missions", "Aircraft missions"),
)
BEGINNINGS: Final = (
    {"value": "suppressed", "word": "Suppressed"},
    {"value": "twice_suppressed", "word": "Suppressed twice"},
    {"value": "under_fire", "word": "Has been fired on"},
    {"value": "promoted", "word": "With a field promotion in command"},
    {"value": "below", "word": "Below, in deep shelters"},
    {"value": "in_action", "word": "With its weapons in action"},
    {"value": "on_the_move", "word": "Limbered, or packed"},
)
"""How a part may begin, in the words of the form (setting_up/written.py)."""
ROW_FIELDS: Final = (
    *("near", "far", "left", "right", "of", "word", "where", "first_turn", "needed", "begins"),
    *("name", "side", "holder", "points", "along", "up"),
)
"""What the rows of the form hold: an empty one has nothing in any of them."""
ROLES: Final = tuple({"value": word, "word": word.capitalize()} for word in ("referee", *SEATING.sides))


def nearest_table(date: str) -> str:
    """The ready table whose scenario is nearest in time to a month: what a game of it would be played on."""
    month = parse_month(date)
    return min(
        (one.id for one in scenarios().values() if one.id in ready_tables()),
        key=lambda name: abs(_months(parse_month(scenarios()[name].date)) - _months(month)),
    )


def _months(month: Month) -> int:
    return month.year * 12 + month.number


@router.get("/new/forces", dependencies=[Depends(anyone)])
def new_game_of_forces(request: Request, attacker: str = "", defender: str = "") -> HTMLResponse:
    """The form for a new game of two forces; those of the library that the address names stand in it already."""
    form = scenario_form(request)
    shelf = shelves_of(request).forces
    named = {Side.ATTACKER: shelf.get(attacker), Side.DEFENDER: shelf.get(defender)}
    _fill_in(form, {side: kept for side, kept in named.items() if kept})
    named_system = {"key": SYSTEM.key, "title": "Flanders Fields", "at": "/forces"}
    return page("flanders_fields/new_forces.html", {"form": form, "system": named_system, "seats": ROLES})


def _fill_in(form: dict[str, Any], named: Mapping[Side, KeptForce]) -> None:
    """Month and house rules are those of the force; against one alone stands a regiment of an enemy of its month."""
    for kept in named.values():
        form["date"] = kept.document.date
        form["house"] = {one.ruling: one.option for one in kept.document.house_rules}
    for side in form["sides"]:
        own, other = (named.get(one) for one in (Side(side["side"]), Side(side["side"]).other))
        if own:
            side["chosen"] = own.listed.id
        elif other:
            side["chosen"] = _enemy_of(other.document)


def _enemy_of(force: Force) -> str:
    there = [one.id for one in spans() if one.first <= force.date <= one.last and one.id.endswith(":regiment")]
    german = force.nation is Nation.GERMAN
    return next(one for one in there if one.startswith("german") is not german)


@router.get("/scenarios", dependencies=[Depends(anyone)])
def scenarios_here(request: Request) -> HTMLResponse:
    """The scenarios of the server, written and ready, and the ways to another."""
    return page("flanders_fields/scenarios/index.html", {"scenarios": every_scenario(request), "month": month_words})


@router.get("/scenarios/new", dependencies=[Depends(anyone)])
def new_scenario(request: Request) -> HTMLResponse:
    """The editor with nothing written yet."""
    return page(
        "flanders_fields/scenarios/edit.html", {"form": scenario_form(request), "scenario": None, "system": SYSTEM.key}
    )


@router.get("/scenarios/{scenario_id}", dependencies=[Depends(anyone)])
def edit_scenario(scenario_id: ScenarioId, request: Request) -> HTMLResponse:
    """A scenario in its editor: whoever wrote it may change it; else, and of a ready one, what is changed is a copy."""
    kept = found_scenario(request, scenario_id)
    written = read(request, kept.document)
    form = scenario_form(request, written, kept.document.decode())
    return page(
        "flanders_fields/scenarios/edit.html",
        {"form": form, "scenario": shown(kept.listed, is_this_devices(kept, request)), "system": SYSTEM.key},
    )


def scenario_form(request: Request, written: WrittenScenario | None = None, kept_document: str = "") -> dict[str, Any]:
    """The values of the form, of a scenario or of an empty one; `kept_document` is its document."""
    ready = scenarios()
    tables = [
        {"value": key, "word": word, "month": ready[key].date if key in ready else ""}
        for key, word in told_apart(keeper_of(request).tabletops.of_system(SYSTEM.key)).items()
    ]
    own_table = [{"value": "held", "word": written.table.name}] if written and written.table else []
    usual_table = "held" if own_table else "" if written else nearest_table(USUAL_DATE)
    known = spans()
    kept = [(one.id, f"{one.name}, {month_words(one.date)}", one.date) for one in shelves_of(request).forces.all()]
    titles = [*kept, *((one.id, one.title, "") for one in known)]
    return {
        "held": kept_document,
        "spans": {one.id: f"{one.first}/{one.last}" for one in known},
        "title": written.title if written else "",
        "date": written.date if written else USUAL_DATE,
        "dates": [{"value": str(month), "word": month_words(str(month))} for month in months(QUESTIONS)],
        "tables": [{"value": "", "word": "Without a table"}, *own_table, *tables],
        "table": usual_table,
        "nearest": written is None,
        "length": {
            "name": "turns",
            "label": "Ends after turn (empty: no limit)",
            "most": MOST_TURNS,
            "value": (written and written.turns) or "",
        },
        "options": (),
        "check": "",
        "months": {},
        "ratio": CLAUSES["ratio"],
        "situation": "\n".join(written.situation) if written else "",
        "special_rules": "\n".join(written.special_rules) if written else "",
        "origin": written.origin if written else "",
        "specimen_rules": bool(written and written.specimen_rules),
        "limits_plans": bool(written and written.limits_plans),
        "sorts": SORTS,
        "sides": [_side(side, written.side(side) if written else None, titles) for side in Side],
        "whose": [{"value": "", "word": "Whoever has it"}, *({"value": s.value, "word": s.capitalize()} for s in Side)],
        "holders": [{"value": "", "word": "Nobody"}, *({"value": s.value, "word": s.capitalize()} for s in Side)],
        "objectives": [_objective(one) for one in written.objectives] if written else [],
        "decides": "\n".join(written.decides) if written else "",
        "beginnings": BEGINNINGS,
        "empty": dict.fromkeys(ROW_FIELDS, ""),
        "clauses": CLAUSES,
        "chapters": chapters(QUESTIONS),
        **_house(written.house_rules if written else ()),
    }


def _house(chosen: Sequence[HouseRule]) -> dict[str, Any]:
    """The choices under the names that the form has for their questions, and the reasons given for them."""
    by_name = {name: one.id for one in rulings().values() for name in (one.id, *one.also)}
    own = [(by_name.get(one.ruling, one.ruling), one) for one in chosen]
    return {
        "house": {name: one.option for name, one in own},
        "reasons": {f"{name} {one.option}": one.reason for name, one in own if one.reason},
    }


def _side(side: Side, one: WrittenSide | None, ready: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    own = [{"value": "held", "word": one.force.name, "month": one.force.date}] if one else []
    return {
        "side": side.value,
        "word": side.capitalize(),
        "forces": [*own, *({"value": name, "word": title, "month": month} for name, title, month in ready)],
        "takes_file": True,
        "chosen": "held" if own else USUAL[side],
        "name": one.name if one else "",
        "in_action": one.in_action if one else True,
        "zones": list(_zones(side, one)),
        "reserves": [_reserve(one, waits) for waits in one.reserves] if one else [],
        "guns": bool(one and (one.behind_the_table or one.superimposed or one.heavy_artillery)),
        "superimposed": bool(one and one.superimposed),
        "heavy_artillery": bool(one and one.heavy_artillery),
        "starts": [_part(one, start.of) | {"begins": start.begins.value} for start in one.starts] if one else [],
        "plan": {sort: (one and getattr(one.plan, sort)) or "" for sort, _ in SORTS},
    }


def _zones(side: Side, one: WrittenSide | None) -> Iterator[dict[str, str]]:
    """Those of the scenario; of a new one the usual depths, which its author may change (FF-SET-07)."""
    if one:
        yield from map(_zone, one.zones)
        return
    usual = RuleBook.for_game(parse_month(USUAL_DATE)).table("setup/zones")
    attacker, between = (usual.number(key).value for key in ("attacker_most", "no_mans_land_usual"))
    near, far = (0, f"{attacker / MM_A_CM:g}") if side is Side.ATTACKER else (attacker + between, "")
    yield {"left": "", "right": "", "near": f"{near / MM_A_CM:g}", "far": far}


def _zone(zone: WrittenZone) -> dict[str, str]:
    """In cm, as it is typed; what reaches to the edge stays empty."""
    told = {edge: f"{getattr(zone, f'{edge}_mm') / MM_A_CM:g}" for edge in ("left", "near", "right", "far")}
    most = f"{LONGEST_MM / MM_A_CM:g}"
    return {edge: "" if value == ("0" if edge == "left" else most) else value for edge, value in told.items()}


def _reserve(side: WrittenSide, one: WrittenReserve) -> dict[str, Any]:
    rolls = {"first_turn": one.first_turn, "needed": " ".join(map(str, one.needed)), "where": one.where}
    return _part(side, one.battalion) | rolls


def _part(side: WrittenSide, of: str) -> dict[str, Any]:
    """A part of a force by its id; the page fills in all there is to choose once the force has been counted."""
    return {"of": of, "word": next((one.name for one in side.force.all() if one.id == of), of)}


def _objective(one: WrittenObjective) -> dict[str, Any]:
    place = {"along": one.x_mm, "up": one.y_mm}
    told = {word: "" if value is None else f"{value / MM_A_CM:g}" for word, value in place.items()}
    whose = {"side": one.side.value if one.side else "", "holder": one.holder.value if one.holder else ""}
    return {"name": one.name, "points": one.points, **whose, **told}
