"""The form of a scenario: what can be chosen in it, and what is filled in; the page of a game of two forces."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.use import is_this_devices
from app.games.keeper import keeper_of
from app.lookups.words import month_words
from app.pages.choices import chapters, months
from app.pages.rendering import page
from app.seats.guard import anyone
from app.systems.flanders_fields.forces.shelf import KeptForce
from app.systems.flanders_fields.grounds import ready_tables
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.scenarios.routes import ScenarioId, every_scenario, found, read, shown
from app.systems.flanders_fields.shelves import shelves_of
from app.tabletops.shelf import told_apart
from rules.flanders_fields.book import RuleBook, rulings
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.game.muster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.resolutions import QUESTIONS
from rules.flanders_fields.turn.game.setting_up.faults import LONGEST_MM, MOST_TURNS
from rules.flanders_fields.turn.game.setting_up.written import (
    WrittenObjective,
    WrittenReserve,
    WrittenScenario,
    WrittenSide,
    WrittenZone,
)
from rules.flanders_fields.vocabulary import SEATING, Nation, Side
from rules.kernel.measure import MM_A_CM
from rules.kernel.months import Month, parse_month
from rules.kernel.rulings import HouseRule

router = APIRouter()
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
    from app.systems.flanders_fields.scenarios.at_hand import spans

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
    kept = found(request, scenario_id)
    written = read(keeper_of(request), kept.document)
    form = scenario_form(request, written, kept.document.decode())
    return page(
        "flanders_fields/scenarios/edit.html",
        {"form": form, "scenario": shown(kept.listed, is_this_devices(kept, request)), "system": SYSTEM.key},
    )


def scenario_form(request: Request, written: WrittenScenario | None = None, kept_document: str = "") -> dict[str, Any]:
    """The values of the form, of a scenario or of an empty one; `kept_document` is its document."""
    # Tables of organisation are read with the first form that offers them, not with the service.
    from app.systems.flanders_fields.scenarios.at_hand import spans

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
