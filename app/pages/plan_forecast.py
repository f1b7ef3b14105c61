"""What a draft may expect to do, as a page: the heat of its fire on the map, positions by turn, who is gone."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.fire_plans.checking import laid_for
from app.fire_plans.forecasts import Worked, worked
from app.fire_plans.keys import PlanId, holder
from app.fire_plans.routes import shown
from app.fire_plans.shelf import Draft
from app.games.keeper import keeper_of
from app.maps.overlays import Overlay
from app.pages.rendering import page
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.vocabulary import Side
from rules.geometry.terrain import Table

router = APIRouter()
Shown = dict[str, Any]
Held = Annotated[Draft, Depends(holder)]
PATIENCE_S: Final = 1.0
"""How long a page waits for the forecast before it shows a bar instead, and asks again as often."""
MOST_AT_WORK: Final = 16
GRADES: Final = (0.05, 0.15, 0.3, 0.5, 0.75)
"""From how many results, suppressions and kills together, a cell is drawn in each grade."""
Key = tuple[str, int, int]


@router.get("/plans/{plan_id}/forecast")
async def forecast_page(plan_id: PlanId, draft: Held, request: Request) -> HTMLResponse:
    """The forecast of a draft as it stands; `turn` names the turn whose heat is shown, none: all of them together."""
    told = await laid_for(keeper_of(request), draft.listed, draft.plan)
    context: Shown = {"plan": shown(draft.listed), "here": f"/plans/{plan_id}", "turn": _turn(request)}
    if told is None or told[0].field is None:
        return page("plans/forecast.html", {**context, "state": "no_table"})
    at_work = _bench(request).begun((plan_id, draft.listed.revision, len(told[0].field.stands)), draft.plan, *told)
    await asyncio.wait({asyncio.wrap_future(at_work)}, timeout=PATIENCE_S)
    if not at_work.done():
        answer = page("plans/forecast.html", {**context, "state": "at_work"})
        answer.headers["Refresh"] = str(round(PATIENCE_S))
        return answer
    found = at_work.result()
    assert found
    table = told[0].field.table
    told_of = await asyncio.to_thread(_context, found, draft.plan, table, context["turn"])
    return page("plans/forecast.html", {**context, "state": "worked", **told_of})


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


def _turn(request: Request) -> int:
    told = request.query_params.get("turn", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 3 else 0


def _context(found: Worked, plan: WrittenPlan, table: Table, turn: int) -> Shown:
    from app.maps.drawing import draw

    turns = sorted({one.turn for one in found.forecast.turns} | {one.turn for one in found.cells})
    heat = tuple(_heat(_summed(one for one in found.cells if turn in (0, one.turn))))
    positions = list(dict.fromkeys(one.position for one in found.forecast.turns))
    return {
        "map": draw(table, across=plan.side is Side.DEFENDER, overlays=heat),
        "turns": turns,
        "rows": [_row(found, position, turns) for position in positions],
        "samples": found.samples,
        "left_out": len(found.forecast.left_out),
        "grades": [{"grade": number, "from": least} for number, least in enumerate(GRADES, 1)],
    }


def _summed(cells: Iterable[Any]) -> dict[Any, float]:
    """By the middle of a cell all that a platoon in it may expect."""
    found: dict[Any, float] = {}
    for one in cells:
        found[one.spot] = found.get(one.spot, 0.0) + one.suppressed + one.killed
    return found


def _heat(cells: Mapping[Any, float]) -> Iterator[Overlay]:
    from rules.flanders_fields.game.survey.targeted import CELL_MM

    half = CELL_MM // 2
    for grade, least in enumerate(GRADES, 1):
        most = GRADES[grade] if grade < len(GRADES) else float("inf")
        inside = [spot for spot, results in cells.items() if least <= results < most]
        corners = ((-half, -half), (-half, half), (half, half), (half, -half))
        areas = tuple(tuple(type(spot)(spot.x_mm + x, spot.y_mm + y) for x, y in corners) for spot in inside)
        if areas:
            words = f"{least:g} results or more to be expected by a platoon here"
            yield Overlay(f"heat grade-{grade}", words, areas, is_preview=False)


def _row(found: Worked, position: str, turns: list[int]) -> Shown:
    of_it = {one.turn: one for one in found.forecast.turns if one.position == position}
    end = next((one for one in found.forecast.end if one.position == position), None)
    one = next(iter(of_it.values()))
    return {"name": one.name, "platoons": one.platoons, "turns": [of_it.get(turn) for turn in turns], "end": end}
