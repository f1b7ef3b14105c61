"""What a draft may expect to do, worked out beside the service and shown: heat on a map, positions by turn, orders."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from fastapi import Request

from app.documents.secret import ListedSecret
from app.maps.overlays import Overlay
from app.systems.flanders_fields.fire_plans.forecasts import Worked, worked
from app.systems.flanders_fields.pages.plans.at_game import Shown
from rules.flanders_fields.book import RuleBook
from rules.flanders_fields.fire_plan.game.checking import Against
from rules.flanders_fields.fire_plan.written import WrittenPlan
from rules.flanders_fields.game.survey.field import Field

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
    from rules.flanders_fields.game.survey.targeted import CELL_MM

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
