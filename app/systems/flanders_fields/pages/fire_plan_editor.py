"""Pages of fire plans: the list, the editor, the forecast, two plans compared."""

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.documents.ownership import ListedSecret, key_of
from app.games.app_services import keeper_of
from app.games.open_game import OpenGame
from app.http.guards import anyone, games_of, seat_at
from app.lookups.vocabulary import month_words
from app.maps.drawing import draw
from app.maps.layers import Overlay
from app.pages.form_fields import months, with_findings
from app.pages.rendering import page
from app.seats.seat_repository import Seat
from app.systems.flanders_fields.documents import PlanDraft, PlanId, holder, shelves_in, shelves_of
from app.systems.flanders_fields.fire_plan_checks import Checked, checked, flanders_fields, laid_for, practice_table
from app.systems.flanders_fields.fire_plans import OtherId, OwnDraft, Worked, shown, worked
from app.systems.flanders_fields.lookups import words
from app.systems.flanders_fields.pages.fire_plan_map import (
    Seen,
    grips,
    known_stands,
    labels_of,
    laid_over,
    reach_of_it,
    reach_words,
)
from app.systems.flanders_fields.pages.fire_plan_sheet import (
    OF_CLAUSES,
    TITLES,
    clash_ground,
    clash_signs,
    clashes_of,
    clashes_told,
    fields_of,
    name_of,
    sections,
    timetable_rows,
)
from app.systems.flanders_fields.plugin import EDGES
from app.systems.flanders_fields.scenario_documents import ready_tables
from rules.flanders_fields.barrages import piece_mm
from rules.flanders_fields.fire_plan import (
    REFERENCES,
    Duty,
    PlanFinding,
    Severity,
    WrittenFor,
    WrittenPlan,
    is_on_table,
)
from rules.flanders_fields.fire_plan_checks import OwnWeapon
from rules.flanders_fields.fire_plan_document import differences, write_plan
from rules.flanders_fields.game.actions.fire_plan import sealed_views
from rules.flanders_fields.game.map_facts.board import Field
from rules.flanders_fields.game.map_facts.forecast_targets import CELL_MM
from rules.flanders_fields.game.plan_drafts import Against, force_of
from rules.flanders_fields.game.scenario_roster import scenarios
from rules.flanders_fields.game.system import SYSTEM
from rules.flanders_fields.lookups import QUESTIONS
from rules.flanders_fields.ruleset import RuleBook
from rules.flanders_fields.vocabulary import SEATING, Nation, Side
from rules.kernel.distances import MM_A_CM
from rules.kernel.frozen_dataclasses import dataclass
from rules.kernel.months import Month, parse_month
from rules.kernel.seats import Role
from rules.tabletop.terrain import Table

# Choices of a practice plan

OPEN_GROUND = "Open ground, with nothing in it"


@lru_cache(maxsize=1)
def beginnings() -> tuple[dict[str, str], ...]:
    """The choices of the form for a new plan: what the service is asked for as JSON, and the same in words."""
    return (*_of_scenarios(), *(_choice(f"{OPEN_GROUND}: {side}", side=side) for side in Side))


def _of_scenarios() -> Iterator[dict[str, str]]:
    for scenario in scenarios().values():
        for side in scenario.sides:
            title = f"{scenario.title}, {month_words(scenario.date)}: {side.name} ({side.side})"
            yield _choice(title, side=side.side, scenario=scenario.id)


def _choice(title: str, **asked: str) -> dict[str, str]:
    return {"value": json.dumps(asked), "word": title}


# A game as the page of a draft for it shows it

Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AtGame:
    """What the page of a game's draft shows of the game: its table and book, the side's weapons, what has been sealed.

    `asks`: the side waits for an answer whether its plan may pass; `is_begun`: somebody has deployed.
    """

    id: str
    title: str
    number: int
    names: dict[str, str]
    book: RuleBook
    table: Table | None
    sealed: list[Shown]
    weapons: tuple[OwnWeapon, ...]
    asks: bool
    is_begun: bool
    is_over: bool

    def sealed_of(self, side: Side) -> Shown | None:
        """The sealed plan of a side."""
        return next((one for one in self.sealed if one["side"] == side.value), None)


async def at_game(request: Request, draft: PlanDraft) -> tuple[AtGame, Role] | None:
    """The game of a draft and the seat that asks; None for a draft of no game, or asked from no seat of it."""
    game_id = draft.listed.game_id
    seat = await seat_at(game_id, request) if game_id else None
    if game_id is None or seat is None:
        return None
    role = seat.role
    own = Side(draft.listed.side)
    soon = keeper_of(request).games.ask_soon(game_id, lambda game: _seen(game, role, own))
    return await asyncio.wrap_future(soon), role


def _seen(game: OpenGame, role: Role, side: Side) -> AtGame:
    state = flanders_fields(game)
    return AtGame(
        id=game.record.id,
        title=game.record.title,
        number=game.numbers[role],
        names={side.side.value: side.name for side in state.settled.sides},
        book=state.book(),
        table=state.table,
        sealed=sealed_views(state, role),
        weapons=force_of(state, side).weapons or (),
        asks=bool(state.offered and state.asked and state.offered.side is side),
        is_begun=bool(state.turn.number or state.turn.running or state.places),
        is_over=bool(game.record.closed_at),
    )


# The forecast

Key = tuple[str, int, int]
MOST_AT_WORK: Final = 16
GRADES: Final = (0.05, 0.15, 0.3, 0.5, 0.75)
"""From how many results, suppressions and kills together, a cell is drawn in each grade."""
NO_TABLE, AT_WORK, WORKED = "no_table", "at_work", "worked"


class Bench:
    """Forecasts being worked out, one after the other, and the newest few that are done."""

    def __init__(self) -> None:
        self._one = ThreadPoolExecutor(1, thread_name_prefix="forecast")
        self._kept: dict[Key, Future[Worked | None]] = {}

    def begun(self, key: Key, plan: WrittenPlan, *told: Any) -> "Future[Worked | None]":
        """The forecast of a draft at a revision, begun once however often its page asks."""
        if key not in self._kept:
            while len(self._kept) >= MOST_AT_WORK:
                self._kept.pop(next(iter(self._kept))).cancel()
            self._kept[key] = self._one.submit(worked, plan, *told)
        return self._kept[key]


def _bench(request: Request) -> Bench:
    state = request.app.state
    if not hasattr(state, "forecasts"):
        state.forecasts = Bench()
    bench: Bench = state.forecasts
    return bench


async def foreseen(
    request: Request, listed: ListedSecret, plan: WrittenPlan, told: tuple[Against, RuleBook] | None, patience_s: float
) -> tuple[str, Worked | None]:
    """How it stands with the forecast of a draft after so long a wait, and the forecast once it is worked out."""
    if told is None or told[0].field is None:
        return NO_TABLE, None
    key = (listed.id, listed.revision, _ground(told[0].field))
    at_work = _bench(request).begun(key, plan, *told)
    await asyncio.wait({asyncio.wrap_future(at_work)}, timeout=patience_s)
    return (WORKED, at_work.result()) if at_work.done() else (AT_WORK, None)


def _ground(field: Field) -> int:
    """Another number as soon as the table or the place of anybody on it is another one."""
    return hash((field.table, tuple((name, one.stand) for name, one in field.stands.items())))


def numbers(found: Worked, labels: Mapping[str, str]) -> Shown:
    """A forecast as its tables show it; `labels` are what the lines of the plan are called."""
    turns = sorted({one.turn for one in found.forecast.turns} | {one.turn for one in found.cells})
    positions = list(dict.fromkeys(one.position for one in found.forecast.turns))
    return {
        "turns": turns,
        "rows": [_row(found, position, turns) for position in positions],
        "samples": found.samples,
        "ordered": [{"label": labels.get(one.line, ""), "it": one} for one in found.ordered],
        "left_out": list(_left_out(found, labels)),
        "grades": [{"grade": number, "from": least} for number, least in enumerate(GRADES, 1)],
    }


def _left_out(found: Worked, labels: Mapping[str, str]) -> Iterator[Shown]:
    """The lines that have no part in it, by why."""
    by_reason: dict[str, list[str]] = {}
    for one in found.forecast.left_out:
        by_reason.setdefault(one.because, []).append(labels.get(one.line, one.line))
    for because, lines in by_reason.items():
        yield {"lines": ", ".join(lines), "because": because}


def _row(found: Worked, position: str, turns: list[int]) -> Shown:
    of_it = {one.turn: one for one in found.forecast.turns if one.position == position}
    end = next((one for one in found.forecast.end if one.position == position), None)
    one = next(iter(of_it.values()))
    return {"name": one.name, "platoons": one.platoons, "turns": [of_it.get(turn) for turn in turns], "end": end}


def heat_in(found: Worked, turn: int) -> Iterator[Overlay]:
    """The heat of a turn, 0: of all of them together, grade by grade."""
    cells, half = _summed(one for one in found.cells if turn in (0, one.turn)), CELL_MM // 2
    for grade, least in enumerate(GRADES, 1):
        most = GRADES[grade] if grade < len(GRADES) else float("inf")
        inside = [spot for spot, results in cells.items() if least <= results < most]
        corners = ((-half, -half), (-half, half), (half, half), (half, -half))
        areas = tuple(tuple(type(spot)(spot.x_mm + x, spot.y_mm + y) for x, y in corners) for spot in inside)
        if areas:
            words = f"{least:g} results or more to be expected by a platoon here"
            yield Overlay(f"heat grade-{grade}", words, areas, is_preview=False)


def _summed(cells: Iterable[Any]) -> dict[Any, float]:
    """By the middle of a cell all that a platoon in it may expect."""
    found: dict[Any, float] = {}
    for one in cells:
        found[one.spot] = found.get(one.spot, 0.0) + one.suppressed + one.killed
    return found


# The page of one draft

PASSED: Final = "passed"
NOT_ASKED: Final = ("", None)
GROUPS: Final[Mapping[str, str]] = {
    Severity.REFUSED.value: "Against the rules",
    PASSED: "Let pass",
    Severity.WARNING.value: "Unusual",
    Severity.ADVICE.value: "Worth a thought",
}


def editor(
    draft: PlanDraft,
    found: Checked,
    at: tuple[AtGame, Role] | None,
    table: Table | None,
    query: Mapping[str, str],
    edges: tuple[str, str],
    foreseen: tuple[str, Worked | None] = NOT_ASKED,
) -> Callable[[], Shown]:
    """The context of plans/edit.html, worked out when it is called: the map's libraries are loaded with the first."""
    game, role = at or (None, None)
    plan, own = draft.document, game.sealed_of(draft.document.side) if game else None
    writes = role is not Role.REFEREE and own is None and not (game and game.is_over)
    book = game.book if game else RuleBook.for_game(_month(plan))
    size = plan.written_for
    drawn = table or Table(size.width_mm, size.depth_mm)
    known = found.against.field if found.against else None
    seen = Seen(
        plan,
        drawn,
        book,
        turn=_turn_in_hand(query),
        line=query.get("line", ""),
        across=_across(query, plan.side),
        writes=writes,
        until=max((one.happens.turn for one in found.findings if one.happens), default=0),
        formations=(found.against.force.formations or ()) if found.against else (),
        foreseen=foreseen[1],
        known=known if known and known.table == drawn else None,
    )
    return lambda: _editor_context(draft, found, seen, game, query, edges) | _foreseen(seen, *foreseen)


def _month(plan: WrittenPlan) -> Month:
    """The month by whose book it is drawn; where the plan names none, the last of the war."""
    return parse_month(plan.written_for.month) if plan.written_for.month else list(months(QUESTIONS))[-1]


def _turn_in_hand(query: Mapping[str, str]) -> int:
    told = query.get("turn", "")
    return min(99, int(told)) if told.isascii() and told.isdigit() and len(told) < 4 else 0


def _across(query: Mapping[str, str], side: Side) -> bool:
    told = query.get("across", "")
    return told == "true" if told in ("true", "false") else side is Side.DEFENDER


def _editor_context(
    draft: PlanDraft,
    found: Checked,
    seen: Seen,
    game: AtGame | None,
    query: Mapping[str, str],
    edges: tuple[str, str],
) -> Shown:
    rows = timetable_rows(seen)
    clashes = clashes_of(seen, found.findings)
    warm = heat_in(seen.foreseen, seen.turn) if seen.foreseen else ()
    drawing = draw(
        seen.table,
        across=seen.across,
        stands=tuple(known_stands(seen)),
        overlays=(*warm, *reach_of_it(seen), *laid_over(seen), *clash_ground(seen, clashes)),
        # Counters lie on the signs: what can be moved is taken hold of first.
        grips=(*clash_signs(seen, clashes), *grips(seen)),
        edges=edges,
    )
    return {
        "plan": shown(draft.listed),
        "document": write_plan(draft.document).decode(),
        "piece_mm": piece_mm(),
        "step_mm": seen.book.table(REFERENCES).number("step").value,
        "writes": seen.writes,
        "map": drawing,
        "nation": draft.document.written_for.nation or "",
        "turn": min(seen.turn, seen.last),
        "rows": rows,
        "clashes": clashes_told(seen, clashes),
        "line": _in_hand(seen, found.findings),
        "sections": [part for part in sections(seen, found.findings) if part["lines"] or seen.writes],
        "titles": TITLES,
        "unplanned": _unplanned(seen, game) if game else [],
        "month": found.month,
        "measured": bool(found.against and found.against.field),
        "why_not": found.against.why_not if found.against else "",
        "laid": bool(found.against and found.against.is_laid),
        "checks": _checks(seen, found.findings),
        "whole": _whole(seen, found.findings),
        "game": game,
        "sealing": _sealing(draft, found.findings, game),
        "away": _lies_elsewhere(seen),
        "here": f"/plans/{draft.listed.id}",
        "on_table": query.get("table", ""),
    }


def _foreseen(seen: Seen, state: str, found: Worked | None) -> Shown:
    """How it stands with the forecast: its tables once it is worked out."""
    return {"forecast": {"state": state, "told": numbers(found, seen.labels) if found else None}}


def _unplanned(seen: Seen, game: AtGame) -> list[Shown]:
    """The side's weapons that have no line yet, each with the line it would begin as."""
    there = {line.unit for line in seen.plan.weapons}
    return [
        {
            "word": f"{one.name} ({words(one.kind)})",
            "value": json.dumps({"unit": one.unit, "name": one.name, "kind": one.kind} | _duty(one)),
        }
        for one in game.weapons
        if one.unit not in there
    ]


def _duty(one: OwnWeapon) -> dict[str, str]:
    return {"duty": Duty.SUPERIMPOSED.value} if one.superimposed else {}


def _in_hand(seen: Seen, findings: Sequence[PlanFinding]) -> Shown | None:
    line = seen.in_hand
    if line is None:
        return None
    own = [one for one in findings if one.line == line.id]
    filled, others = with_findings(fields_of(line, seen), own, OF_CLAUSES)
    sort = next(name for name in TITLES if line in getattr(seen.plan, name))
    return {
        "id": line.id,
        "list": sort,
        "label": seen.labels[line.id],
        "name": name_of(line, seen),
        "fields": filled,
        "findings": others,
        "places": hasattr(line, "at"),
        "is_weapon": sort == "weapons",
        "reach": reach_words(seen),
        "is_barrage": sort == "barrages",
    }


def _checks(seen: Seen, findings: Sequence[PlanFinding]) -> list[Shown]:
    """The findings by how they are taken, the gravest first; what is let pass stands after what is not."""
    groups = {key: [_finding(seen, one) for one in findings if _group(one) == key] for key in GROUPS}
    return [{"key": key, "title": GROUPS[key], "findings": told} for key, told in groups.items() if told]


def _group(one: PlanFinding) -> str:
    is_passed = one.severity is Severity.REFUSED and not one.stands
    return PASSED if is_passed else one.severity.value


def _finding(seen: Seen, one: PlanFinding) -> Shown:
    line = seen.plan.line(one.line) if one.line else None
    about = f"{seen.labels[line.id]} {name_of(line, seen)}" if line else TITLES.get(one.part, "The plan")
    return {"finding": one, "line": one.line if line else "", "about": about}


def _whole(seen: Seen, findings: Sequence[PlanFinding]) -> Shown:
    """What is filled in of the plan itself, with the findings about its air missions."""
    told, plan = seen.plan.written_for, seen.plan
    return {
        "name": plan.name,
        "notes": plan.notes,
        "air_missions": plan.air_missions,
        "air_findings": [one for one in findings if not one.line and one.part == "air_missions"],
        "months": [{"value": str(month), "word": month_words(str(month))} for month in months(QUESTIONS)],
        "nations": [{"value": nation.value, "word": words(nation)} for nation in Nation],
        "grounds": list(_grounds()),
        "width": told.width_mm / MM_A_CM,
        "depth": told.depth_mm / MM_A_CM,
        **{one.name: getattr(told, one.name) for one in fields(WrittenFor)},
    }


def _grounds() -> Iterator[Shown]:
    """The ready tables on which a plan can be practised, with their sizes in cm."""
    for scenario, named in ready_tables().items():
        size = {"width": named.table.width_mm // MM_A_CM, "depth": named.table.depth_mm // MM_A_CM}
        yield {"value": scenario, "word": named.name, **size}


def _sealing(draft: PlanDraft, findings: Sequence[PlanFinding], game: AtGame | None) -> Shown | None:
    """How it stands with the seal of a game's draft."""
    if game is None:
        return None
    own, side = game.sealed_of(draft.document.side), draft.document.side
    stands = sum(one.stands for one in findings)
    return {
        "own": own,
        "is_this": bool(own and own["document"] == json.loads(write_plan(draft.document))),
        "other": game.sealed_of(side.other),
        "other_name": game.names[side.other.value],
        "stands": stands,
        "passed": sum(one.allowed is not None for one in findings if one.severity is Severity.REFUSED),
        "may": own is None and not (stands or game.asks or game.is_begun or game.is_over),
    }


def _lies_elsewhere(seen: Seen) -> int:
    """How many of its points lie off the table that is drawn."""
    size = WrittenFor(width_mm=seen.table.width_mm, depth_mm=seen.table.depth_mm)
    places = (getattr(line, "at", None) for line in seen.plan.lines())
    return sum(at is not None and not is_on_table(at, size) for at in places)


# Fire plans

router = APIRouter()
EDITOR_PATIENCE_S: Final = 0.2
"""How long the editor waits for a forecast: who writes goes on writing, and it is asked for again."""
PLANNERS: Final = (*SEATING.playing, Role.REFEREE)


@router.get("/plans", dependencies=[Depends(anyone)])
async def plans(request: Request) -> HTMLResponse:
    """The drafts this device practises with, those of its sides' games, and the ways to a new one."""

    shelf = shelves_of(request).fire_plans
    own = await asyncio.to_thread(shelf.of_device, key_of(request))
    seats = [seat for game_id in games_of(request) if (seat := await seat_at(game_id, request))]
    games = [await _game(request, seat) for seat in seats if seat.role in PLANNERS]
    context = {
        "plans": [shown(one) for one in own],
        "games": [game for game in games if game],
        "beginnings": await asyncio.to_thread(beginnings),
    }
    return page("flanders_fields/plans/index.html", context)


async def _game(request: Request, seat: Seat) -> Shown | None:
    """A game that has fire plans, with the drafts its seat may read."""
    keeper = keeper_of(request)
    told = keeper.games.ask_soon(seat.game_id, lambda game: _title(game, seat.role))
    try:
        title = await asyncio.wrap_future(told)
    except LookupError:
        return None
    sides = [side for side in Side if seat.role in (Role.REFEREE, Role(side.value))]
    drafts = await asyncio.to_thread(shelves_in(keeper).fire_plans.of_game, seat.game_id, sides)
    writes = seat.role is not Role.REFEREE and not title["closed"]
    return {**title, "id": seat.game_id, "plans": [shown(one) for one in drafts], "writes": writes}


def _title(game: OpenGame, role: Role) -> Shown:
    state = flanders_fields(game)
    own = {side.side.value: side.name for side in state.settled.sides}.get(role.value, "Referee")
    return {"title": game.record.title, "seat": own, "closed": bool(game.record.closed_at)}


@router.get("/plans/{plan_id}")
async def one_plan(plan_id: PlanId, draft: OwnDraft, request: Request) -> HTMLResponse:
    """A draft as map and timetable. The address names the line in hand (`line`), the turn that is looked at (`turn`),
    from which edge (`across`), whether its forecast is shown (`heat`) and, where none is laid, on which `table`."""

    found = await checked(keeper_of(request), draft.listed, draft.document)
    at = await at_game(request, draft)
    laid = at[0].table if at else None
    table = laid or await asyncio.to_thread(_practised_on, request, draft.document)
    told = (found.against, found.book) if found.against and found.book else None
    wants = bool(request.query_params.get("heat"))
    ahead = await foreseen(request, draft.listed, draft.document, told, EDITOR_PATIENCE_S) if wants else NOT_ASKED
    edges = EDGES
    asked = editor(draft, found, at, table, request.query_params, edges, ahead)
    near = await asyncio.to_thread(_others, request, draft)
    tables = [] if at else await asyncio.to_thread(_of_the_library, request)
    return page("flanders_fields/plans/edit.html", await asyncio.to_thread(asked) | {"others": near, "tables": tables})


def _of_the_library(request: Request) -> list[Shown]:
    """The tables that people have drawn here, on which a plan can be practised too, with their sizes in cm."""
    found = [one for one in keeper_of(request).tabletops.of_system(SYSTEM.key) if not one.is_ready]
    return [
        {"value": one.id, "word": one.name, "width": one.width_mm // MM_A_CM, "depth": one.depth_mm // MM_A_CM}
        for one in found
    ]


def _practised_on(request: Request, plan: WrittenPlan) -> Table | None:
    """The table a draft is drawn on where none is laid: the one the address names, else that of its scenario."""
    library, told = keeper_of(request).tabletops, plan.written_for
    wanted = request.query_params.get("table", told.table)
    return practice_table(wanted, told.scenario, library) or practice_table("", wanted or told.scenario, None)


@router.get("/plans/{plan_id}/differences")
async def two_plans(plan_id: PlanId, draft: OwnDraft, other: OtherId, request: Request) -> HTMLResponse:
    """What another draft that is held here says otherwise than this one."""
    with_it = await holder.opened(other, request)
    told = [{"line": one.line, "says": one.says} for one in differences(draft.document, with_it.document)]
    context = {"plan": shown(draft.listed), "other": shown(with_it.listed), "differences": told}
    return page("flanders_fields/plans/differences.html", context)


def _others(request: Request, draft: PlanDraft) -> list[Shown]:
    """The other drafts with which one can be compared."""
    shelf, listed = shelves_of(request).fire_plans, draft.listed
    own = shelf.of_game(listed.game_id, [Side(listed.side)]) if listed.game_id else shelf.of_device(key_of(request))
    return [{"value": one.id, "word": one.name} for one in own if one.id != listed.id]


# The page of the forecast

FORECAST_PATIENCE_S: Final = 1.0
"""How long a page waits for the forecast before it shows a bar instead, and asks again as often."""


@router.get("/plans/{plan_id}/forecast")
async def forecast_page(plan_id: PlanId, draft: OwnDraft, request: Request) -> HTMLResponse:
    """The forecast of a draft as it stands; `turn` names the turn whose heat is shown, none: all of them together."""
    told = await laid_for(keeper_of(request), draft.listed, draft.document)
    state, found = await foreseen(request, draft.listed, draft.document, told, FORECAST_PATIENCE_S)
    context: Shown = {
        "plan": shown(draft.listed),
        "here": f"/plans/{plan_id}",
        "turn": _forecast_turn(request),
        "state": state,
    }
    if found and told and told[0].field:
        table = told[0].field.table
        edges = EDGES
        context |= await asyncio.to_thread(_forecast_context, found, draft.document, table, context["turn"], edges)
    answer = page("flanders_fields/plans/forecast.html", context)
    if state == AT_WORK:
        answer.headers["Refresh"] = str(round(FORECAST_PATIENCE_S))
    return answer


def _forecast_turn(request: Request) -> int:
    told = request.query_params.get("turn", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 3 else 0


def _forecast_context(found: Worked, plan: WrittenPlan, table: Table, turn: int, edges: tuple[str, str]) -> Shown:
    drawn = draw(table, across=plan.side is Side.DEFENDER, overlays=tuple(heat_in(found, turn)), edges=edges)
    return {"map": drawn, "told": numbers(found, labels_of(plan))}
