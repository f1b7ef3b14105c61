"""The form of a scenario: what can be chosen in it, and what is filled in; the page of a game of two forces."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, repeat
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.forces.shelf import Kept
from app.games.keeper import keeper_of
from app.lookups.words import month_words
from app.pages.house_rules import chapters, months
from app.pages.rendering import page
from app.scenarios.keys import ScenarioId
from app.scenarios.routes import every_scenario, found, read, shown
from app.seats.guard import anyone
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.forces.force import Force
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.setting_up.written import (
    WrittenObjective,
    WrittenReserve,
    WrittenScenario,
    WrittenSide,
    WrittenZone,
)
from rules.flanders_fields.vocabulary import Nation, Side
from rules.kernel.months import parse_month

router = APIRouter()
MM_A_CM: Final = 10
USUAL_DATE: Final = "1916-09"
USUAL: Final = {Side.ATTACKER: "british_1915:regiment", Side.DEFENDER: "german_1916:regiment"}
ZONES: Final = 2
SPARE_OBJECTIVES: Final = 3
SORTS: Final = (
    ("bombardments", "Bombardments"),
    ("barrages", "Rolling barrages"),
    ("gas", "Gas attacks"),
    ("works", "Bombarded works"),
    ("missions", "Aircraft missions"),
)
ROLES: Final = tuple({"value": word, "word": word.capitalize()} for word in ("referee", "attacker", "defender"))


@router.get("/new/forces", dependencies=[Depends(anyone)])
def new_game_of_forces(request: Request, attacker: str = "", defender: str = "") -> HTMLResponse:
    """The form for a new game of two forces; those of the library that the address names stand in it already."""
    form = scenario_form(request)
    shelf = keeper_of(request).forces
    named = {Side.ATTACKER: shelf.get(attacker), Side.DEFENDER: shelf.get(defender)}
    _fill_in(form, {side: kept for side, kept in named.items() if kept})
    return page("new_forces.html", {"form": form, "system": SYSTEM.key, "seats": ROLES})


def _fill_in(form: dict[str, Any], named: Mapping[Side, Kept]) -> None:
    """Month and house rules are those of the force; against one alone stands a regiment of an enemy of its month."""
    for kept in named.values():
        form["date"] = kept.force.date
        form["house"] = {one.ruling: one.option for one in kept.force.house_rules}
    for side in form["sides"]:
        own, other = (named.get(one) for one in (Side(side["side"]), Side(side["side"]).other))
        if own:
            side["chosen"] = own.listed.id
        elif other:
            side["chosen"] = _enemy_of(other.force)


def _enemy_of(force: Force) -> str:
    from app.scenarios.at_hand import spans

    there = [one.id for one in spans() if one.first <= force.date <= one.last and one.id.endswith(":regiment")]
    german = force.nation is Nation.GERMAN
    return next(one for one in there if one.startswith("german") is not german)


@router.get("/scenarios", dependencies=[Depends(anyone)])
def scenarios_here(request: Request) -> HTMLResponse:
    """The scenarios that were written on this server, and the way to write another."""
    return page("scenarios/index.html", {"scenarios": every_scenario(request), "month": month_words})


@router.get("/scenarios/new", dependencies=[Depends(anyone)])
def new_scenario(request: Request) -> HTMLResponse:
    """The editor with nothing written yet."""
    return page("scenarios/edit.html", {"form": scenario_form(request), "scenario": None, "system": SYSTEM.key})


@router.get("/scenarios/{scenario_id}", dependencies=[Depends(anyone)])
def edit_scenario(scenario_id: ScenarioId, request: Request) -> HTMLResponse:
    """A scenario in its editor: whoever wrote it may change it, everybody else keeps what he changes as his own."""
    kept = found(request, scenario_id)
    written = read(keeper_of(request), kept.document)
    form = scenario_form(request, written, kept.document.decode())
    return page("scenarios/edit.html", {"form": form, "scenario": shown(kept.listed, request), "system": SYSTEM.key})


def scenario_form(request: Request, written: WrittenScenario | None = None, held: str = "") -> dict[str, Any]:
    """The values of the form, of a scenario or of an empty one; `held` is its document."""
    # Tables of organisation are read with the first form that offers them, not with the service.
    from app.scenarios.at_hand import spans

    tables = [{"value": one.id, "word": one.name} for one in keeper_of(request).tabletops.all()]
    own_table = [{"value": "held", "word": written.table.name}] if written and written.table else []
    known = spans()
    kept = [(one.id, f"{one.name}, {month_words(one.date)}") for one in keeper_of(request).forces.all()]
    titles = [*kept, *((one.id, one.title) for one in known)]
    return {
        "held": held,
        "spans": {one.id: f"{one.first}/{one.last}" for one in known},
        "title": written.title if written else "",
        "date": written.date if written else USUAL_DATE,
        "dates": [{"value": str(month), "word": month_words(str(month))} for month in months()],
        "tables": [{"value": "", "word": "Without a table"}, *own_table, *tables],
        "table": "held" if own_table else "",
        "turns": (written and written.turns) or "",
        "situation": "\n".join(written.situation) if written else "",
        "special_rules": "\n".join(written.special_rules) if written else "",
        "origin": written.origin if written else "",
        "limits_plans": bool(written and written.limits_plans),
        "sorts": SORTS,
        "sides": [_side(side, written.side(side) if written else None, titles) for side in Side],
        "whose": [{"value": "", "word": "Either side's"}, *({"value": s.value, "word": s.capitalize()} for s in Side)],
        "objectives": list(_objectives(written.objectives if written else ())),
        "chapters": chapters(),
        "house": {one.ruling: one.option for one in written.house_rules} if written else {},
    }


def _side(side: Side, one: WrittenSide | None, ready: Sequence[tuple[str, str]]) -> dict[str, Any]:
    own = [{"value": "held", "word": one.force.name}] if one else []
    first = next(iter(one.reserves), WrittenReserve("")) if one else WrittenReserve("")
    return {
        "side": side.value,
        "word": side.capitalize(),
        "forces": [*own, *({"value": name, "word": title} for name, title in ready)],
        "chosen": "held" if own else USUAL[side],
        "name": one.name if one else "",
        "in_action": one.in_action if one else True,
        "zones": list(islice((*_zones(side, one), *repeat(_zone(None), ZONES)), ZONES)),
        "first_turn": first.first_turn if first.battalion else "",
        "needed": " ".join(map(str, first.needed)),
        "where": first.where,
        "plan": {sort: (one and getattr(one.plan, sort)) or "" for sort, _ in SORTS},
    }


def _zones(side: Side, one: WrittenSide | None) -> Iterator[dict[str, str]]:
    """Those of the scenario; of a new one the usual depths, which its author may change (FF-SET-07)."""
    if one:
        yield from map(_zone, one.zones)
        return
    usual = RuleBook.for_game(parse_month(USUAL_DATE)).table("FF-SET-07")
    attacker, between, length = (
        usual.number(key).value for key in ("attacker_most", "no_mans_land_usual", "table_length")
    )
    near, far = (0, attacker) if side is Side.ATTACKER else (attacker + between, length)
    yield {"left": "", "right": "", "near": f"{near / MM_A_CM:g}", "far": f"{far / MM_A_CM:g}"}


def _zone(zone: WrittenZone | None) -> dict[str, str]:
    """In cm, as it is typed."""
    edges = ("left", "near", "right", "far")
    return {edge: f"{getattr(zone, f'{edge}_mm') / MM_A_CM:g}" if zone else "" for edge in edges}


def _objectives(known: Sequence[WrittenObjective]) -> Iterator[dict[str, Any]]:
    for one in known:
        place = {"along": one.x_mm, "up": one.y_mm}
        told = {word: "" if value is None else f"{value / MM_A_CM:g}" for word, value in place.items()}
        yield {"name": one.name, "side": one.side.value if one.side else "", "points": one.points, **told}
    for _ in range(SPARE_OBJECTIVES):
        yield {"name": "", "side": "", "points": "", "along": "", "up": ""}
