"""The map of a game as its seat may know it, to measure on and to look ahead; stands are moved on the stage's own."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.maps.asked import ToolAsked
from app.maps.drawing import MapDrawing, draw
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.stands import StandDrawn
from app.pages.closing import closing
from app.pages.games import NO_SCREENS
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.systems.flanders_fields.pages.clauses import CLAUSES
from app.systems.flanders_fields.registered import EDGES
from app.systems.flanders_fields.stage.ground import placed, zones
from rules.flanders_fields.game.system import SYSTEM
from rules.kernel.values import dataclass
from rules.tabletop.laid import LaidTable, table_of

if TYPE_CHECKING:
    from app.systems.flanders_fields.pages.map.known import OnMap

router = APIRouter()
Shown = dict[str, Any]


@router.get("/games/{game_id}/map")
async def game_map(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    across: bool | None = None,
) -> HTMLResponse:
    """The table with every stand the seat knows of, from its own edge or from the other (`across`).

    A tool (`tool`) measures `from` one stand `to` another, or shows ahead what the rest of the address fills in for it.
    """
    # What measures on a table is loaded with the first map, not with the service.
    from app.systems.flanders_fields.pages.map.known import on_map

    keeper = keeper_of(request)
    games = keeper.games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    view: Shown = msgspec.json.decode(made.body)
    over = closing(record)
    still = bool(over or sealed)
    from_far = (seat.role == "defender") if across is None else across
    query = request.query_params
    on = await asyncio.wrap_future(games.ask_soon(game_id, lambda game: on_map(game, seat.role)))
    # Sight and zones are worked out beside the thread that writes: a field holds nothing that changes.
    laid = await asyncio.to_thread(_laid_over, on, query, from_far) if on else NOTHING_LAID
    laid = replace(laid, overlays=(*laid.overlays, *zones(view)))
    context = {
        "game_id": game_id,
        "number": made.number,
        "hash": made.hash,
        "view": view,
        "over": over,
        "sealed": sealed,
        "here": f"/games/{game_id}/map",
        "game": f"/games/{game_id}",
        "across": from_far,
        "turned": _address(query, across="false" if from_far else "true"),
        "tables": [] if still else await asyncio.to_thread(keeper.tabletops.of_system, SYSTEM.key),
        "tool_form": laid.form,
        "clauses": CLAUSES,
        **shown(view, from_far, laid),
    }
    return page("flanders_fields/game_map.html", context)


def _address(query: QueryParams, **otherwise: str) -> str:
    """The page's address with something in it otherwise; what is empty is left out."""
    kept = [(name, value) for name, value in query.multi_items() if name not in otherwise]
    return f"?{urlencode([*kept, *((name, value) for name, value in otherwise.items() if value)])}"


@dataclass(frozen=True, slots=True)
class LaidOver:
    """What tools lay over a map, by what the one in hand is held, and what their form shows."""

    overlays: Sequence[Overlay] = ()
    grips: Sequence[Grip] = ()
    form: Shown = field(default_factory=dict)


NOTHING_LAID: Final = LaidOver()


def _laid_over(on: "OnMap", query: QueryParams, across: bool) -> LaidOver:
    # The libraries of the map are loaded with the first map, not with the service.
    from app.systems.flanders_fields.pages.map.tools import TOOLS

    asked = ToolAsked(query.get("tool", ""), query, across)
    lies = TOOLS.laid_over(on, asked)
    return LaidOver(lies, TOOLS.grips(on, asked), TOOLS.form(on, asked, lies))


def shown(view: Shown, across: bool, laid: LaidOver = NOTHING_LAID) -> Shown:
    """What game_map.html shows beside the game."""
    drawn = _drawn(view, across, laid)
    on_map = {one.id: one for one in drawn.stands} if drawn else {}
    return {"map": drawn, "forces": [_force(side, on_map) for side in view["sides"]]}


def _drawn(view: Shown, across: bool, laid: LaidOver) -> MapDrawing | None:
    lies = view.get("map")
    if lies is None:
        return None
    table = table_of(msgspec.convert(lies["table"], LaidTable))
    nations = {side["side"]: side["nation"] for side in view["sides"]}
    stands = [placed(one, nations[one["side"]]) for one in lies["places"]]
    return draw(table, across=across, stands=stands, overlays=laid.overlays, grips=laid.grips, edges=EDGES)


def _force(side: Shown, drawn: Mapping[str, StandDrawn]) -> Shown:
    """A side by battalions and regiments, each with its stands on the map and beside it."""
    holders = [_holder(one, drawn) for one in _holders(side)]
    named = {name: side[name] for name in ("side", "name", "nation")}
    return named | {"holders": [one for one in holders if one["stands"]]}


def _holders(side: Shown) -> Iterator[Shown]:
    for regiment in side["regiments"]:
        yield from (one for one in regiment["battalions"] if one["on_table"])
        yield regiment


def _holder(holder: Shown, drawn: Mapping[str, StandDrawn]) -> Shown:
    """One battalion or regiment. A stand that has fallen, or that is not to be seen, is not in it."""
    commander, units = holder["commander"], [one for one in holder["units"] if one["on_table"]]
    named = [(commander, commander["name"])] if commander["id"] else []
    named += [(stand, _called(stand, unit)) for unit in units for stand in unit["stands"]]
    stands = [
        {"id": stand["id"], "name": name, "drawn": drawn.get(stand["id"])} for stand, name in named if stand["alive"]
    ]
    on_map = sum(one["drawn"] is not None for one in stands)
    return {"id": holder["id"], "name": holder["name"], "stands": stands, "on_map": on_map}


def _called(stand: Shown, unit: Shown) -> str:
    return stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"
