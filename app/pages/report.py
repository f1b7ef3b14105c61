"""The report of a game that is over: its turns, its losses, its dice, and what decided it."""

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games import problems
from app.games.keeper import Keeper, keeper_of
from app.games.problems import Problem, problem
from app.games.wire import EventCodec, FromTheFuture
from app.lookups.words import month_words
from app.pages.closing import closing
from app.pages.games import NO_SCREENS
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.naming import counted
from rules.flanders_fields.game.report import FACES, Dice, Report, SideEnd, report
from rules.flanders_fields.vocabulary import Side, UnitClass

router = APIRouter()
STILL_PLAYED: Final = problem(
    409,
    "still-played",
    "The game is still played",
    "the report tells what each side kept to itself",
    instead="close the game first",
)
UNUSUAL: Final = 2.0
"""Beyond so many standard deviations dice fall in one game of twenty."""


@router.get("/games/{game_id}/report")
async def after_action(game_id: str, request: Request, seat: Annotated[Seat, Depends(seat_for)]) -> HTMLResponse:
    """What a closed game came to. While it is played there is none, for any seat."""
    keeper = keeper_of(request)
    record = await asyncio.wrap_future(keeper.games.ask_soon(game_id, lambda one: one.record))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    over = closing(record)
    if over is None:
        raise Problem(STILL_PLAYED)
    found = await asyncio.to_thread(_report, keeper, game_id)
    names = {one.side: one.name for one in found.sides}
    forces = await asyncio.to_thread(_forces, request, found, record.title)
    context = {
        "title": record.title,
        "here": f"/games/{game_id}",
        "over": over,
        "date": month_words(found.date),
        "sides": [{**_side(one), "forces": forces[one.side]} for one in found.sides],
        "turns": [_turn(one.number, names[one.side], one.lost, names) for one in found.turns],
        "moments": found.moments,
        "faces": FACES,
    }
    return page("report.html", context)


def _report(keeper: Keeper, game_id: str) -> Report:
    rows, _ = keeper.games.log.read_log(game_id)
    try:
        log = list(EventCodec(SYSTEM).read_all(rows))
    except FromTheFuture as newer:
        raise Problem(problems.from_the_future()) from newer
    return report(log, SYSTEM.fresh())


def _forces(request: Request, found: Report, title: str) -> dict[Side, list[dict[str, Any]]]:
    """The forces of this device that each side may have been made from."""
    # Forces are read with the first report, not with the service.
    from app.pages.force_record import carried_on_in

    return {one.side: list(carried_on_in(request, one, title, found.date)) for one in found.sides}


def _turn(number: int, side: str, lost: Mapping[Side, int], names: Mapping[Side, str]) -> dict[str, Any]:
    return {"number": number, "side": side, "lost": {name: max(0, lost.get(one, 0)) for one, name in names.items()}}


def _side(one: SideEnd) -> dict[str, Any]:
    kinds = [counted(number, _word(kind)) for kind, number in one.cost.killed.items() if number]
    if one.cost.commanders:
        kinds.append(counted(one.cost.commanders, "command stand"))
    return {
        "name": one.name,
        "killed": kinds,
        "bases": one.cost.facts.killed,
        "routed": one.cost.routed,
        "men": one.casualties,
        "battalions": one.battalions,
        "dice": one.dice,
        "luck": _luck(one.dice),
    }


def _word(kind: UnitClass) -> str:
    """What one base of a class is: companies are lost platoon by platoon."""
    return "rifle platoon" if kind is UnitClass.RIFLE_COMPANY else kind.value.replace("_", " ")


def _luck(dice: Dice) -> str:
    if not dice.thrown:
        return "It threw no dice."
    off = abs(dice.luck)
    if off < 1:
        return "They fell as dice usually do."
    how = "a little" if off < UNUSUAL else "unusually"
    return f"They fell {how} {'high' if dice.luck > 0 else 'low'}: {off:.1f} standard deviations off."
