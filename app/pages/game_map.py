"""The map of a game as its seat may know it: the table, the stands on it, and the forms that place them."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from app.games.keeper import keeper_of
from app.games.problems import Problem
from app.maps.drawing import MapDrawing, draw
from app.maps.handles import Grip
from app.maps.overlays import Overlay
from app.maps.stands import PlacedStand, StandDrawn
from app.pages.closing import closing
from app.pages.games import NO_SCREENS
from app.pages.map_asked import Asked
from app.pages.on_map import OnMap, on_map
from app.pages.rendering import page
from app.seats.guard import seat_for
from app.seats.seat import Seat
from rules.flanders_fields.game import SYSTEM
from rules.flanders_fields.game.ground.laid import LaidTable, table_of
from rules.geometry.stands import Circle, Pose, Rectangle, Spot, Stand
from rules.kernel.play import Role

router = APIRouter()
Shown = dict[str, Any]
LAST_KNOWN: Final = "last known here"
BELOW: Final = "in a deep shelter"


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
    keeper = keeper_of(request)
    games = keeper.games
    record, sealed = await asyncio.wrap_future(games.ask_soon(game_id, lambda one: (one.record, bool(one.sealed))))
    if record.system != SYSTEM.key:
        raise Problem(NO_SCREENS)
    made = await asyncio.wrap_future(games.view_soon(game_id, seat.role))
    view: Shown = msgspec.json.decode(made.body)
    over = closing(record)
    still = bool(over or sealed)
    from_far = (seat.role is Role.DEFENDER) if across is None else across
    asked = Asked(request.query_params.get("tool", ""), request.query_params, from_far)
    field = await asyncio.wrap_future(games.ask_soon(game_id, lambda game: on_map(game, seat.role)))
    # Sight and zones are worked out beside the thread that writes: a field holds nothing that changes.
    tools = await asyncio.to_thread(_tools, field, asked)
    context = {
        "game_id": game_id,
        "number": made.number,
        "view": view,
        "over": over,
        "sealed": sealed,
        "here": f"/games/{game_id}/map",
        "game": f"/games/{game_id}",
        "across": from_far,
        "tables": [] if still else await asyncio.to_thread(keeper.tabletops.all),
        "tool_form": tools.form,
        **shown(view, seat.role, from_far, still, tools.overlays, tools.grips),
    }
    return page("game_map.html", context)


class Tools(NamedTuple):
    """What the tools of a map lay over it, by what the one in hand is held, and what their form shows."""

    overlays: Sequence[Overlay]
    grips: Sequence[Grip]
    form: Shown


def _tools(on: OnMap | None, asked: Asked) -> Tools:
    # The libraries of the map are loaded with the first map, not with the service.
    from app.pages.map_tools import grips_of, laid_over, tool_form

    overlays = laid_over(on, asked) if on else []
    return Tools(overlays, grips_of(on, asked) if on else (), tool_form(on, asked, overlays))


def shown(
    view: Shown,
    role: Role,
    across: bool,
    still: bool,
    overlays: Sequence[Overlay] = (),
    grips: Sequence[Grip] = (),
) -> Shown:
    """What game_map.html shows beside the game; `still`: nothing can be placed any more."""
    mine = () if still else _sides_of(view, role)
    drawn = _drawn(view, mine, across, overlays, grips)
    on_map = {one.id: one for one in drawn.stands} if drawn else {}
    forces = [_force(side, on_map, side["side"] in mine) for side in view["sides"]]
    return {
        "map": drawn,
        "forces": forces,
        "mine": mine,
        "to_draw_up": [one for force in forces if force["moves"] for one in _formations(force)],
    }


def _sides_of(view: Shown, role: Role) -> tuple[str, ...]:
    """The sides this seat places for."""
    sides = tuple(side["side"] for side in view["sides"])
    return sides if role is Role.REFEREE else tuple(side for side in sides if side == role.value)


def _drawn(
    view: Shown, mine: tuple[str, ...], across: bool, overlays: Sequence[Overlay], grips: Sequence[Grip]
) -> MapDrawing | None:
    lies = view.get("map")
    if lies is None:
        return None
    table = table_of(msgspec.convert(lies["table"], LaidTable))
    nations = {side["side"]: side["nation"] for side in view["sides"]}
    stands = [_stand(one, nations[one["side"]], one["side"] in mine) for one in lies["places"]]
    return draw(table, across=across, stands=stands, overlays=overlays, grips=grips)


def _stand(place: Mapping[str, Any], nation: str, moves: bool) -> PlacedStand:
    width, depth = place["width_mm"], place["depth_mm"]
    footprint = Circle(width) if place["round"] else Rectangle(width, depth)
    pose = Pose(Spot(place["x_mm"], place["y_mm"]), place["facing_deg"])
    said = [place["name"], *([LAST_KNOWN] if place["unsure"] else []), *([BELOW] if place["below"] else [])]
    state = " ".join(word for word in ("unsure", "below") if place[word])
    label = place["name"].partition(",")[0]
    return PlacedStand(place["stand"], Stand(footprint, pose), nation, label, ", ".join(said), state, moves)


def _force(side: Shown, drawn: Mapping[str, StandDrawn], moves: bool) -> Shown:
    """A side by battalions and regiments, each with its stands on the map and beside it."""
    holders = [_holder(one, drawn) for one in _holders(side)]
    named = {name: side[name] for name in ("side", "name", "nation")}
    return named | {"moves": moves, "holders": [one for one in holders if one["stands"]]}


def _holders(side: Shown) -> Iterator[Shown]:
    for regiment in side["regiments"]:
        yield from (one for one in regiment["battalions"] if one["on_table"])
        yield regiment


def _holder(holder: Shown, drawn: Mapping[str, StandDrawn]) -> Shown:
    """One battalion or regiment. A stand that has fallen, or that is not to be seen, is not in it."""
    commander, units = holder["commander"], [one for one in holder["units"] if one["on_table"]]
    named = [(commander, commander["name"], "")] if commander["id"] else []
    named += [(stand, _called(stand, unit), unit["id"]) for unit in units for stand in unit["stands"]]
    stands = [
        {"id": stand["id"], "name": name, "unit": unit, "drawn": drawn.get(stand["id"])}
        for stand, name, unit in named
        if stand["alive"]
    ]
    on_map = sum(one["drawn"] is not None for one in stands)
    living = [unit for unit in units if unit["alive"]]
    return {"id": holder["id"], "name": holder["name"], "stands": stands, "on_map": on_map, "units": living}


def _called(stand: Shown, unit: Shown) -> str:
    return stand["name"] if stand["name"] == unit["name"] else f"{stand['name']}, {unit['name']}"


def _formations(force: Shown) -> Iterator[dict[str, str]]:
    """What can be drawn up as a whole: each battalion, and each of its units and the regiment's own."""
    for holder in force["holders"]:
        if "." in holder["id"]:
            yield {"value": holder["id"], "word": f"{holder['name']}, all of it"}
        for unit in holder["units"]:
            yield {"value": unit["id"], "word": f"{unit['name']}, {holder['name']}"}
