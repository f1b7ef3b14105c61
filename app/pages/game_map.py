"""The map of a game as its seat may know it, to measure on and to look ahead; stands are moved on the stage's own.

What is measured, and who is listed beside the map, is each rule system's own (`GameMap`).
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Final, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.datastructures import QueryParams
from starlette.responses import HTMLResponse

from app.games.game import OpenGame
from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.maps.asked import ToolAsked
from app.maps.drawing import draw
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.shapes import SeenOnTable
from app.maps.stands import StandDrawn
from app.maps.tools import MapTools
from app.pages.closing import closing
from app.pages.games import NO_SCREENS
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from app.stage.scene import OnGround
from rules.kernel.play import Role
from rules.kernel.values import dataclass

router = APIRouter()
View = Mapping[str, Any]
M = TypeVar("M", bound=SeenOnTable)


@dataclass(frozen=True, slots=True)
class StandListed:
    """A stand beside the map; `drawn` is how it lies on it, None where it does not."""

    id: str
    name: str
    drawn: StandDrawn | None


@dataclass(frozen=True, slots=True)
class FormationListed:
    """A formation with its stands that have not fallen."""

    id: str
    name: str
    stands: Sequence[StandListed]

    @property
    def on_map(self) -> int:
        """How many of its stands lie on the map."""
        return sum(one.drawn is not None for one in self.stands)


@dataclass(frozen=True, slots=True)
class ForceListed:
    """A side beside the map; formations without stands are left out."""

    name: str
    nation: str
    formations: Sequence[FormationListed]


@dataclass(frozen=True, slots=True)
class GameMap(Generic[M]):
    """What a rule system has on the map of a game of it.

    `on` is what its `tools` measure on, as a role may know it; `ground` the table that is laid by a view, None without
    one; `listed` who is told of beside the map, side by side, by what is drawn. `template` draws the page: it knows
    what the tools have to be told. `clauses` are those that it names.
    """

    tools: MapTools[M]
    on: Callable[[OpenGame, Role], M | None]
    ground: Callable[[View], OnGround | None]
    listed: Callable[[View, Mapping[str, StandDrawn]], Sequence[ForceListed]]
    template: str
    clauses: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LaidOver:
    """What tools lay over a map, by what the one in hand is held, and what their form shows."""

    overlays: Sequence[Overlay] = ()
    grips: Sequence[Grip] = ()
    form: View = field(default_factory=dict)


NOTHING_LAID: Final = LaidOver()


@router.get("/games/{game_id}/map")
async def game_map(
    game_id: str,
    request: Request,
    seat: Annotated[Seat, Depends(seat_for)],
    across: bool | None = None,
) -> HTMLResponse:
    """The table with every stand the seat knows of, from its own edge or from the other (`across`).

    A tool (`tool`) measures `from` one stand `to` another, or shows ahead what the rest of the address fills in for it.
    Raises Problem for a game of a system that measures nothing.
    """
    keeper = keeper_of(request)
    games, query = keeper.games, request.query_params
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    registered = request.app.state.registered[record.system]
    of: GameMap[Any] | None = registered.game_map()
    if of is None:
        raise Problem(NO_SCREENS)
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    view: View = msgspec.json.decode(made.body)
    ground = of.ground(view)
    from_far = (ground is not None and ground.far == seat.role.value) if across is None else across
    on = await asyncio.wrap_future(games.ask_soon(game_id, lambda game: of.on(game, seat.role)))
    # What is measured is worked out beside the thread that writes: a field holds nothing that changes.
    laid = await asyncio.to_thread(_laid_over, of.tools, on, query, from_far) if on else NOTHING_LAID
    over = closing(record)
    tables = [] if over or sealed else await asyncio.to_thread(keeper.tabletops.of_system, record.system)
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
        "tables": tables,
        "tool_form": laid.form,
        "clauses": of.clauses,
        **shown(of, view, from_far, registered.edges, laid),
    }
    return page(of.template, context)


def _address(query: QueryParams, **otherwise: str) -> str:
    """The page's address with something in it otherwise; what is empty is left out."""
    kept = [(name, value) for name, value in query.multi_items() if name not in otherwise]
    return f"?{urlencode([*kept, *((name, value) for name, value in otherwise.items() if value)])}"


def _laid_over(tools: MapTools[M], on: M, query: QueryParams, across: bool) -> LaidOver:
    asked = ToolAsked(query.get("tool", ""), query, across)
    lies = tools.laid_over(on, asked)
    return LaidOver(lies, tools.grips(on, asked), tools.form(on, asked, lies))


def shown(of: GameMap[Any], view: View, across: bool, edges: tuple[str, str], laid: LaidOver = NOTHING_LAID) -> View:
    """The map with what lies on it, and who is listed beside it."""
    ground = of.ground(view)
    drawn = ground and draw(
        ground.table,
        across=across,
        stands=ground.stands,
        overlays=(*laid.overlays, *ground.overlays),
        grips=laid.grips,
        squares=ground.squares,
        edges=edges,
    )
    return {"map": drawn, "forces": of.listed(view, {one.id: one for one in drawn.stands} if drawn else {})}
